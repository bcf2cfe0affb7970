/**
 * What an answer looks like, in the header's box and on the page of results.
 *
 * @typedef {import("./search-book.js").Answer} Answer
 * @typedef {import("./search-book.js").Result} Result
 * @typedef {import("./search-hit.js").Piece} Piece
 */

import { carry } from "./carried.js";
import { element } from "./diagnose-dom.js";

export const SITE = new URL("../", import.meta.url).href;
const KINDS = /** @type {Record<string, string>} */ ({ hub: "list", incident: "solved case", page: "page", rule: "rule for entries", diagnose: "page", home: "page" });
const FIELDS = /** @type {Record<string, string>} */ ({ aliases: "Also: ", see: "Seen: ", lines: "In a log: ", questions: "Asked: " });
const CHARACTERS = 80; // of a query that is repeated

/** Where a result leads. @param {Result} result */
export function addressOf({ path }) {
  return path ? `${SITE}${path}/` : SITE;
}

/** The page of results for a query, which stands behind `#`: so it is sent nowhere. @param {string} query */
export function pageOf(query) {
  return `${SITE}search/#q=${encodeURIComponent(query)}`;
}

/** Title, what kind of thing it is, and why it is an answer. @param {Result} result @returns {HTMLElement[]} */
export function shown(result) {
  const { title, context, field, told, kind, area, severity } = result;
  const badges = kind === "entry"
    ? [element("span", { class: "fb-badge" }, area), element("span", { class: `fb-badge fb-severity-${severity}` }, severity)]
    : [element("span", { class: "fb-badge" }, KINDS[kind] ?? kind)];
  const head = element("span", { class: "fb-hit-head" }, element("span", { class: "fb-hit-title" }, ...marked(title)), element("span", { class: "fb-hit-badges" }, ...badges));
  if (told?.state === "not") return [head, element("span", { class: "fb-hit-told" }, toldBy(told))];
  if (told) return [head, element("span", { class: "fb-hit-told" }, toldBy(told)), element("code", { class: "fb-hit-line" }, ...marked(context))];
  if (field === "lines") return [head, element("span", { class: "fb-hit-told" }, "In a log:"), element("code", { class: "fb-hit-line" }, ...marked(context))];
  return [head, element("span", { class: "fb-hit-context" }, FIELDS[field] ?? "", ...marked(context))];
}

/** How many there are, in a sentence that is read aloud. @param {Answer} answer */
export function counted({ count, told }) {
  const words = count === 1 ? "1 result" : `${count} results`;
  return told ? `${words}, ${told} by the log's own text` : words;
}

/** What to do when the answer is not among the results, or there is none. @param {Answer} answer @returns {(Node | string)[]} */
export function next({ query, results }) {
  const diagnose = element("a", { href: `${SITE}diagnose/` }, "Diagnose it as a log");
  diagnose.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !carry(query)) return;
    event.preventDefault();
    location.assign(`${SITE}diagnose/#pasted`);
  });
  const request = document.getElementById("fb-search")?.dataset.request;
  const ask = request ? element("a", { href: request }, "ask for an entry") : element("a", { href: `${SITE}authoring/` }, "write the entry");
  if (results.length) return ["Not among them? ", diagnose, ", or ", ask, "."];
  const short = query.length > CHARACTERS ? `${query.slice(0, CHARACTERS)}…` : query;
  const said = element("strong", {}, `Nothing in the book fits “${short.replaceAll("\n", " ")}”.`);
  return [said, " Try fewer words, or the message without its numbers; ", diagnose, ", which reads whole logs and says what failed first; look through ", element("a", { href: `${SITE}failures/` }, "all failures"), "; or ", ask, "."];
}

/** @param {NonNullable<Result["told"]>} told */
function toldBy({ line, lines, of, found, state, because }) {
  const where = lines > 1 ? `Line ${line}` : "The line";
  if (state === "not") return `Looks alike, but is not this one: ${because}`;
  if (state === "follows") return `${where} is what this failure leaves behind:`;
  if (state === "part") return `${where} is in its signature${found < of ? `, ${found} of whose ${of} lines are here` : ""}:`;
  return lines > 1 && of > 1 ? `${where} and what follows match its signature:` : `${where} matches its signature:`;
}

/** @param {Piece[]} pieces @returns {(Node | string)[]} */
function marked(pieces) {
  return pieces.map(({ text, marked: isMarked }) => (isMarked ? element("mark", {}, text) : text));
}
