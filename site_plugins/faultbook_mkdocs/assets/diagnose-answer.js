/**
 * What an answer says, as types and as sentences; the view, the report and the picture share them.
 *
 * @typedef {{line: number, text: string}} ContextLine
 * @typedef {{file: string, line: number}} Spot
 * @typedef {{
 *   file: string, line: number, rank: number | null, one_of: number[], host: string | null, process: string | null,
 *   time: string | null, because: string, text: string, exception: {type: string, message: string} | null,
 *   frame: {path: string, line: number, function: string | null} | null, context: ContextLine[]
 * }} Initiating
 * @typedef {{
 *   slug: string, title: string, summary: string, signature: string, file: string, line: number, rank: number | null,
 *   ranks: number[], captures: Record<string, string>, context: ContextLine[], fix: string, code: string | null,
 *   risk: string, takes: string, verify: string, confirm: string, url: string
 * }} Diagnosed
 * @typedef {{file: string, line: number, rank: number | null, slug: string | null, because: string, text: string}} Note
 * @typedef {{file: string, line: number, rank: number | null, host: string | null, us: number | null, kind: string}} Event
 * @typedef {{
 *   slug: string | null, figure: string, when: string, file: string, line: number, step: string | number | null,
 *   time: string | null, value: string, baseline: string | null, values: string[], at: number | null
 * }} Figure
 * @typedef {{name: string, bytes: number, lines: number, cut: boolean, binary: boolean}} LogFile
 * @typedef {{
 *   format: number, verdict: string, initiating: Initiating | null, diagnoses: Diagnosed[],
 *   similar: {slug: string, title: string, url: string}[], collateral: Note[], ruled_out: Note[],
 *   missing: {collect: string, because: string}[], grounds: Note | null, events: Event[], files: LogFile[],
 *   figures?: Figure[]
 * }} Answer
 */

/** The verdict in one sentence. @param {Answer} answer @returns {string} */
export function sentence(answer) {
  const first = answer.diagnoses[0];
  switch (answer.verdict) {
    case "diagnosed":
      return first ? `${capital(whose(answer.initiating))} failed first: ${first.title}` : "Diagnosed";
    case "unrecognised":
      return `${capital(whose(answer.initiating))} failed first, and the book has no entry for it yet`;
    case "no-failure":
      return "No failure in these logs";
    default:
      return answer.initiating || first ? "These logs show what followed, not what failed first" : "These logs do not say what failed";
  }
}

/** Who failed first. @param {Initiating | null} found @returns {string} */
export function whose(found) {
  if (!found) return "the job";
  if (found.one_of.length > 1) return `one of the ranks ${found.one_of.join(", ")}`;
  if (found.rank !== null) return `rank ${found.rank}`;
  return found.process ?? "the process";
}

/** Where the first failure stands besides its line: host, process and time. @param {Initiating} found @returns {string} */
export function circumstances(found) {
  const parts = [found.host && `on ${found.host}`, found.rank !== null && found.process, found.time && `at ${found.time}`];
  return parts.filter(Boolean).join(", ");
}

/** The command that begins an entry from these logs. @param {Answer} answer @returns {string} */
export function newEntry(answer) {
  const name = answer.initiating?.file ?? answer.files[0]?.name ?? "LOG";
  return `faultbook new AREA/ID --from ${/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`}`;
}

/** @type {Record<string, string>} */
const WHEN = { "not-finite": "is", falls: "fell to", rises: "rose to", flat: "stays at" };

/** What a figure of a log did. @param {Figure} found @returns {string} */
export function figureWords(found) {
  const than = found.baseline === null ? "" : ` (baseline ${found.baseline})`;
  const step = found.step === null ? "" : `, since step ${found.step}`;
  return `${capital(found.figure.replaceAll("-", " "))} ${WHEN[found.when] ?? found.when} ${found.value}${than}${step}`;
}

/** A text as a sentence of its own. @param {string} text @returns {string} */
export function stop(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A risk as a reader sees it. @param {string} risk @returns {string} */
export function riskWords(risk) {
  return risk.replaceAll("-", " ");
}

/** @param {number} count @param {string} word @returns {string} */
export function counted(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** @param {number} bytes @returns {string} */
export function size(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  return `${power ? (bytes / 1000 ** power).toPrecision(3) : bytes} ${units[power]}`;
}

/** @param {string} text @returns {string} */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
