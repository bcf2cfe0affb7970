/**
 * Why a document is an answer: its title and the text with the most words of the query, with these marked.
 *
 * @typedef {{kind: string, path: string, title: string, summary: string, aliases?: string[], see?: string[], lines?: string[],
 *   area?: string, severity?: string, tags?: string[], questions?: string[], words?: string}} Document  of search.json; of a
 *   large book without tags and words
 * @typedef {{text: string, marked: boolean}} Piece
 * @typedef {{document: Document, score: number, title: Piece[], context: Piece[], field: string}} Hit
 * @typedef {{start: number, end: number, term: string}} Mark
 */

import { meaningOf, wordsOf } from "./search-terms.js";

export const HOLE = /<[^<>\s]*>/g; // of a template
const CONTEXT = 150; // characters
/** Where the words of a hit are shown, best first: what a reader knows it by. @type {(keyof Document)[]} */
const SHOWN = ["aliases", "lines", "see", "summary", "questions"];

/** @param {Document} document @param {number} score @param {Set<string>} terms @returns {Hit} */
export function hitOf(document, score, terms) {
  const texts = SHOWN.flatMap((field) => listOf(document[field]).map((text) => ({ field, text, found: marks(text, terms) })));
  // The summary is shown when no other text has more of the words.
  const best = texts.reduce((one, other) => (worth(other.found) > worth(one.found) ? other : one), { field: "summary", text: document.summary, found: marks(document.summary, terms) });
  return { document, score, title: pieces(document.title, marks(document.title, terms)), field: best.field, context: pieces(...around(best.text, best.found)) };
}

/** @param {string | string[] | undefined} value @returns {string[]} */
export function listOf(value) {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Where a text has words of a hit. @param {string} text @param {Set<string>} terms @returns {Mark[]} */
function marks(text, terms) {
  /** @type {Mark[]} */
  const found = [];
  const plain = text.includes("<") ? text.replaceAll(HOLE, (hole) => " ".repeat(hole.length)) : text;
  for (const { start, end, terms: own } of wordsOf(plain)) {
    const term = own.find((each) => terms.has(each)) ?? own.map(meaningOf).find((each) => each !== undefined && terms.has(each));
    if (term !== undefined) found.push({ start, end, term });
  }
  return found;
}

/** @param {Mark[]} found */
function worth(found) {
  return new Set(found.map(({ term }) => term)).size;
}

/** The stretch of a text with the most words of a hit, and where they stand in it. @param {string} text @param {Mark[]} found @returns {[string, Mark[]]} */
function around(text, found) {
  if (text.length <= CONTEXT) return [text, found];
  const inside = (/** @type {Mark} */ first) => found.filter(({ start, end }) => start >= first.start && end <= first.start + CONTEXT - 20);
  const best = found.reduce((/** @type {Mark[]} */ most, first) => (inside(first).length > most.length ? inside(first) : most), []);
  const from = best.length && best[0].start > 40 ? text.lastIndexOf(" ", best[0].start - 20) + 1 : 0;
  const end = text.lastIndexOf(" ", from + CONTEXT);
  const to = from + CONTEXT >= text.length ? text.length : end > from ? end : from + CONTEXT;
  const [head, tail] = [from ? "… " : "", to < text.length ? " …" : ""];
  const shift = head.length - from;
  const kept = found.filter(({ start, end }) => start >= from && end <= to).map((mark) => ({ ...mark, start: mark.start + shift, end: mark.end + shift }));
  return [`${head}${text.slice(from, to)}${tail}`, kept];
}

/** A text cut at its marks. @param {string} text @param {{start: number, end: number}[]} found @returns {Piece[]} */
export function pieces(text, found) {
  /** @type {Piece[]} */
  const parts = [];
  let at = 0;
  for (const { start, end } of found) {
    if (start > at) parts.push({ text: text.slice(at, start), marked: false });
    parts.push({ text: text.slice(start, end), marked: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false });
  return parts;
}
