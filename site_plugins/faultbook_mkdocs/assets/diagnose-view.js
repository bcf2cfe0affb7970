/**
 * The verdict as the page shows it, in the order in which a person on call reads: what failed first and where, what it is
 * and what to do, then why nothing else is to blame, and what is missing.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-answer.js").Diagnosed} Diagnosed
 * @typedef {import("./diagnose-answer.js").Note} Note
 * @typedef {import("./diagnose-lines.js").Open} Open
 * @typedef {import("./diagnose-dom.js").Child} Child
 */

import { capital, circumstances, counted, figureWords, newEntry, riskWords, sentence, size, stop, whose } from "./diagnose-answer.js";
import { copyButton, element, fold, inline } from "./diagnose-dom.js";
import { curve } from "./diagnose-figure.js";
import { plainReference, quoted, reference } from "./diagnose-lines.js";
import { picture } from "./diagnose-picture.js";

/**
 * The result, and the heading that is to get the focus.
 *
 * @param {Answer} answer @param {Open | null} open @param {string[]} notes @returns {{heading: HTMLElement, parts: HTMLElement[]}}
 */
export function view(answer, open, notes) {
  const at = (/** @type {import("./diagnose-answer.js").Spot} */ spot) => (open ? reference(spot, open) : plainReference(spot));
  const heading = element("h2", { tabindex: -1, id: "fb-verdict", class: `fb-verdict fb-verdict-${answer.verdict}` }, sentence(answer));
  const figure = picture(answer);
  const parts = [
    heading,
    ...notes.map((note) => element("p", { class: "fb-unproven" }, note)),
    initiating(answer, at),
    grounds(answer, at),
    ...answer.diagnoses.slice(0, 1).map((item) => entry(item, answer)),
    unrecognised(answer),
    figures(answer, at),
    others(answer, at),
    figure && section("What happened", figure),
    collateral(answer, at),
    listed("Ruled out", answer.ruled_out, at),
    missing(answer),
    filesRead(answer),
  ];
  return { heading, parts: parts.filter((part) => part !== null) };
}

/** @typedef {(spot: import("./diagnose-answer.js").Spot) => HTMLElement} At */

/** @param {Answer} answer @param {At} at */
function initiating(answer, at) {
  const found = answer.initiating;
  if (!found) return null;
  const lines = found.context.length ? found.context : [{ line: found.line, text: found.text }];
  const more = circumstances(found);
  return element(
    "section",
    { class: "fb-first" },
    element("p", {}, element("strong", {}, capital(whose(found))), more && ` ${more}`, ", ", at(found)),
    quoted(lines, found.line, ""),
    element("p", { class: "fb-quiet" }, `Why this line: ${stop(found.because)}`),
  );
}

/** @param {Answer} answer @param {At} at */
function grounds(answer, at) {
  const found = answer.grounds;
  if (!found) return null;
  return element(
    "section",
    {},
    element("p", {}, `${capital(found.because)}: `, at(found)),
    quoted([{ line: found.line, text: found.text }], found.line, ""),
  );
}

/** @param {Diagnosed} item @param {Answer} answer */
function entry(item, answer) {
  const figures = Object.entries(item.captures).flatMap(([name, value], index) => [index ? ", " : "", `${name.replaceAll("_", " ")} `, element("code", {}, value)]);
  const others = item.ranks.filter((rank) => rank !== answer.initiating?.rank);
  const isFirstKnown = (answer.initiating?.rank ?? null) !== null;
  const also = isFirstKnown ? `Also on ${counted(others.length, "other rank")}:` : `On ${counted(others.length, "rank")}:`;
  const code = item.code;
  const isSure = answer.verdict !== "inconclusive";
  const isToCheck = !isSure && !answer.missing.some(({ collect }) => collect === item.confirm);
  return element(
    "section",
    { class: "fb-quick fb-answer" },
    element("h3", {}, element("a", { href: item.url }, ...inline(item.title))),
    element("p", { class: "fb-quick-text" }, ...inline(item.summary)),
    figures.length > 0 && element("p", {}, "Found in the line: ", ...figures),
    others.length > 0 && element("p", { class: "fb-quiet" }, `${also} ${others.join(", ")}`),
    // A fix given at once would be taken for the answer.
    isToCheck && element("h4", {}, "Check first"),
    isToCheck && element("p", {}, ...inline(item.confirm)),
    element("h4", {}, isSure ? "First fix" : "If it is this, a fix"),
    element("p", {}, ...inline(item.fix)),
    element(
      "p",
      { class: "fb-badges" },
      element("span", { class: `fb-badge fb-risk-${item.risk}` }, riskWords(item.risk)),
      element("span", { class: "fb-badge" }, `takes ${item.takes}`),
    ),
    code !== null && element("div", { class: "fb-code" }, element("pre", { tabindex: 0 }, element("code", {}, code)), copyButton("Copy", () => code)),
    element(
      "dl",
      { class: "fb-facts" },
      element("dt", {}, "Verify"),
      element("dd", {}, ...inline(item.verify)),
      isSure && element("dt", {}, "To be sure"),
      isSure && element("dd", {}, ...inline(item.confirm)),
    ),
  );
}

/** @param {Answer} answer */
function unrecognised(answer) {
  const found = answer.initiating;
  if (answer.verdict !== "unrecognised" || !found) return null;
  const command = newEntry(answer);
  /** @type {Child[]} */
  const facts = [];
  const fact = (/** @type {string} */ name, /** @type {Child[]} */ ...value) => facts.push(element("dt", {}, name), element("dd", {}, ...value));
  if (found.exception) fact("Exception", element("code", {}, `${found.exception.type}: ${found.exception.message}`));
  if (found.frame) fact("Your code", element("code", {}, `${found.frame.path}:${found.frame.line}`), found.frame.function && " in ", found.frame.function && element("code", {}, found.frame.function));
  if (answer.similar.length) fact("Similar", ...answer.similar.flatMap(({ title, url }, index) => [index ? "; " : "", element("a", { href: url }, ...inline(title))]));
  return element(
    "section",
    { class: "fb-quick fb-answer" },
    facts.length > 0 && element("dl", { class: "fb-facts" }, ...facts),
    element("p", {}, "When you have found out what it is, this begins an entry with its signature filled in:"),
    element("div", { class: "fb-code" }, element("pre", { tabindex: 0 }, element("code", {}, command)), copyButton("Copy", () => command)),
  );
}

/** @param {Answer} answer @param {At} at */
function figures(answer, at) {
  const found = answer.figures ?? [];
  if (!found.length) return null;
  const items = found.map((item) => element("li", {}, figureWords(item), ", ", at(item), item.time && `, ${item.time}`, curve(item)));
  return section("Figures of the log", element("ul", { class: "fb-figures" }, ...items));
}

/** @param {Answer} answer @param {At} at */
function others(answer, at) {
  const items = answer.diagnoses.slice(1);
  if (!items.length) return null;
  const rows = items.map((item) => element("li", {}, element("a", { href: item.url }, ...inline(item.title)), item.rank === null ? ", " : `, rank ${item.rank}, `, at(item)));
  return section("Also in these logs", element("ul", {}, ...rows));
}

/** @param {Answer} answer @param {At} at */
function collateral(answer, at) {
  if (!answer.collateral.length) return null;
  const lines = counted(answer.collateral.length, "line");
  return fold(`Why the others only follow: ${lines}`, element("ul", { class: "fb-notes" }, ...answer.collateral.map((note) => noted(note, at))));
}

/** @param {string} title @param {Note[]} items @param {At} at */
function listed(title, items, at) {
  return items.length ? section(title, element("ul", { class: "fb-notes" }, ...items.map((note) => noted(note, at)))) : null;
}

/** @param {Note} note @param {At} at */
function noted(note, at) {
  const slug = note.slug && element("code", {}, note.slug);
  return element(
    "li",
    {},
    note.rank !== null && `rank ${note.rank}, `,
    at(note),
    ` ${note.because}`,
    slug && " (",
    slug,
    slug && ")",
    note.text && element("code", { class: "fb-line" }, note.text),
  );
}

/** @param {Answer} answer */
function missing(answer) {
  if (!answer.missing.length) return null;
  const items = answer.missing.map(({ collect, because }) => element("p", {}, element("strong", {}, capital(collect)), `: ${stop(because)}`));
  return section("What to collect next", ...items);
}

/** @param {Answer} answer */
function filesRead(answer) {
  const files = answer.files.map(({ name, bytes, lines, cut, binary }) => {
    const odd = [cut && "cut", binary && "binary"].filter(Boolean).map((word) => `, ${word}`).join("");
    return `${name} (${counted(lines, "line")}, ${size(bytes)}${odd})`;
  });
  return element("p", { class: "fb-quiet fb-read" }, `Read: ${files.join("; ")}`);
}

/** @param {string} title @param {Child[]} children */
function section(title, ...children) {
  return element("section", {}, element("h3", {}, title), ...children);
}
