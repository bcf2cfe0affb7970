/**
 * An answer as Markdown, for an issue or a chat.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-answer.js").Note} Note
 */

import { capital, circumstances, counted, figureWords, newEntry, riskWords, sentence, size, stop } from "./diagnose-answer.js";

const SHOWN = 8; // lines of collateral that a report quotes

/** @param {Answer} answer @param {string} site  the site's address, with a slash at its end @returns {string} */
export function markdown(answer, site) {
  const parts = [`## ${sentence(answer)}`, ...first(answer), ...answer.diagnoses.flatMap((item, index) => entry(item, index, answer))];
  if (answer.verdict === "unrecognised") parts.push("Begin an entry from this log:", fenced(newEntry(answer), "bash"));
  if (answer.grounds) parts.push(`${capital(answer.grounds.because)}, ${spot(answer.grounds)}:`, fenced(answer.grounds.text));
  parts.push(...(answer.figures ?? []).map((item) => `${figureWords(item)}, ${code(`${item.file}:${item.line}`)}.`));
  parts.push(...notes("Only follows", answer.collateral), ...notes("Ruled out", answer.ruled_out));
  for (const { collect, because } of answer.missing) parts.push(`**Collect next**: ${collect}: ${stop(because)}`);
  const read = answer.files.map((file) => `${code(file.name)} (${counted(file.lines, "line")}, ${size(file.bytes)})`).join(", ");
  return `${[...parts, `Read: ${read}.`, `Diagnosed in the browser by [Faultbook](${site}).`].join("\n\n")}\n`;
}

/** @param {Answer} answer @returns {string[]} */
function first(answer) {
  const found = answer.initiating;
  if (!found) return [];
  const where = [spot(found), circumstances(found)].filter(Boolean).join(" ");
  const context = found.context.length ? found.context : [{ line: found.line, text: found.text }];
  const quoted = context.map(({ line, text }) => `${line === found.line ? ">" : " "} ${line}  ${text}`).join("\n");
  const frame = found.frame && `In ${code(`${found.frame.path}:${found.frame.line}`)}${found.frame.function ? `, ${code(found.frame.function)}` : ""}.`;
  return [`First: ${where} (${found.because}).`, fenced(quoted, "text"), ...(frame ? [frame] : [])];
}

/** @param {import("./diagnose-answer.js").Diagnosed} item @param {number} index @param {Answer} answer @returns {string[]} */
function entry(item, index, answer) {
  const isSure = answer.verdict !== "inconclusive";
  const captures = Object.entries(item.captures).map(([name, value]) => `${name} ${code(value)}`).join(", ");
  const head = `${index ? "Also" : "It is"} **[${item.title}](${item.url})**${captures ? ` (${captures})` : ""}.`;
  if (index) return [head];
  const check = isSure || answer.missing.some(({ collect }) => collect === item.confirm) ? [] : [`**Check first**: ${item.confirm}`];
  const fix = `**${isSure ? "Fix" : "If it is this, a fix"}** (takes ${item.takes}; ${riskWords(item.risk)}): ${item.fix}`;
  return [`${head} ${item.summary}`, ...check, fix, ...(item.code ? [fenced(item.code)] : []), `**Verify**: ${item.verify}`];
}

/** @param {string} title @param {Note[]} items @returns {string[]} */
function notes(title, items) {
  if (!items.length) return [];
  const lines = items.slice(0, SHOWN).map((note) => `- ${spot(note)}: ${note.because}${note.slug ? ` (${note.slug})` : ""}`);
  if (items.length > SHOWN) lines.push(`- and ${items.length - SHOWN} more`);
  return [`**${title}**`, lines.join("\n")];
}

/** @param {{file: string, line: number, rank: number | null}} at */
function spot(at) {
  return `${at.rank === null ? "" : `rank ${at.rank}, `}${code(`${at.file}:${at.line}`)}`;
}

/** Text between marks that it does not hold itself. @param {string} text @param {string} [language] */
function fenced(text, language = "") {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** @param {string} text */
function code(text) {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
