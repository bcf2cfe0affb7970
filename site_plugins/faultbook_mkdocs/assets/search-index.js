/**
 * Full text over the book's documents: words as typed, misspelt, or in other words, and why a document is an answer.
 *
 * @typedef {{kind: string, path: string, title: string, summary: string, aliases?: string[], see?: string[], lines?: string[],
 *   area?: string, severity?: string, tags?: string[], questions?: string[], words?: string}} Document  of search.json
 * @typedef {{text: string, marked: boolean}} Piece
 * @typedef {{document: Document, score: number, title: Piece[], context: Piece[], field: string}} Hit
 */

import MiniSearch from "./vendor/minisearch.js";
import { bag, meaningOf, pairsOf, tokens, wordsOf } from "./search-terms.js";

export const FORMAT = 1;
/** What a word in each field says, against a word of the prose. */
const FIELDS = { id: 3, title: 4, aliases: 4, lines: 3, summary: 2, see: 2.5, questions: 1.5, tags: 1.5, words: 0.6 };
/** A failure is what readers look for; a page of another kind must fit better to stand before it. @type {Record<string, number>} */
const KINDS = { entry: 1, hub: 0.5, incident: 0.5, page: 0.35, diagnose: 0.35, rule: 0.2 };
const FIELDS_ASKED = Object.keys(FIELDS);
const MEANING = 0.55; // of a term for words that mean the same, against the word itself
const WORDING = 0.7; // of a word that has such a term beside it
const MEANT = 0.8; // how much a document has of a word if it has another that means the same
const NUMBER = 0.4; // of a bare number, which many logs hold
const MISSPELT = 0.3; // edits for each character of a word that the book does not have
const PAIR = 0.6; // how much more it says when words stand together as in the query
const NAME = 2; // how much more it says when the query is the document's title or alias
const MANY = 14; // terms; a query of more is a pasted text, of which the rarest are looked up
const COMPARED = 60; // documents whose words are looked at more closely
const HOLE = /<[^<>\s]*>/g; // of a template
const WEAKEST = 0.12; // of the best score, below which a document has a word in common and no more
const CONTEXT = 150; // characters
/** Where the words of a hit are shown, best first: what a reader knows it by. @type {(keyof Document)[]} */
const SHOWN = ["aliases", "lines", "see", "summary", "questions"];

/** Searches the documents; made once, used for many queries. */
export class TextIndex {
  /** @param {{format: number, documents: Document[]}} content of search.json */
  constructor(content) {
    if (content.format !== FORMAT) throw new Error(`an index of format ${content.format}; this version reads ${FORMAT}`);
    this.documents = content.documents;
    this.byPath = new Map(content.documents.map((document) => [document.path, document]));
    /** How many documents have a term. @type {Map<string, number>} */
    this.counts = new Map();
    /** The pairs of words of documents that were compared. @type {Map<string, Set<string>>} */
    this.pairs = new Map();
    /** The terms of their titles and aliases. @type {Map<string, Set<string>[]>} */
    this.names = new Map();
    this.index = new MiniSearch({ fields: FIELDS_ASKED, idField: "path", tokenize: (text) => text.split("\n"), processTerm: (term) => term });
    this.index.addAll(content.documents.map((document) => this.termsOf(document)));
  }

  /** A document as MiniSearch takes it in: fields of terms, one a line. @param {Document} document */
  termsOf(document) {
    const fields = FIELDS_ASKED.map((field) => /** @type {const} */ ([field, (field === "words" ? bag : tokens)(textOf(document, field))])).filter(([, terms]) => terms.length);
    for (const term of new Set(fields.flatMap(([, terms]) => terms))) this.counts.set(term, (this.counts.get(term) ?? 0) + 1);
    return { path: document.path, ...Object.fromEntries(fields.map(([field, terms]) => [field, terms.join("\n")])) };
  }

  /** The documents that fit best. @param {string} query @param {number} [limit] @returns {Hit[]} */
  search(query, limit = 20) {
    const terms = this.chosen([...new Set(tokens(query))]);
    if (!terms.length) return [];
    const last = terms.filter((term) => !term.startsWith("~")).at(-1);
    const unknown = (/** @type {string} */ term) => !this.counts.has(term) && !term.startsWith("~") && /\p{L}/u.test(term);
    const found = this.index.search(terms.join("\n"), {
      boost: FIELDS,
      boostTerm: (term) => (term.startsWith("~") ? MEANING : /^\d+$/.test(term) ? NUMBER : meaningOf(term) ? WORDING : 1),
      boostDocument: (path) => KINDS[this.byPath.get(path)?.kind ?? ""] ?? 0.3,
      prefix: (term) => term === last || (unknown(term) && term.length > 3),
      fuzzy: (term) => (unknown(term) && term.length > 2 ? MISSPELT : false),
      maxFuzzy: 3,
      weights: { fuzzy: 0.6, prefix: 0.5 },
    });
    const pairs = new Set(pairsOf(query));
    return found
      .slice(0, COMPARED)
      .map((result) => ({ result, score: result.score * this.share(result.queryTerms, terms) * (1 + PAIR * this.together(result.id, pairs) + NAME * this.named(result.id, new Set(result.terms), terms.length)) }))
      .sort((a, b) => b.score - a.score)
      .filter(({ score }, _, [best]) => score >= WEAKEST * best.score)
      .slice(0, limit)
      .map(({ result, score }) => this.hit(result.id, score, new Set(result.terms)));
  }

  /** Of many terms those that tell most: known, and in few documents. @param {string[]} terms @returns {string[]} */
  chosen(terms) {
    if (terms.length <= MANY) return terms;
    const known = terms.filter((term) => this.counts.has(term));
    return known.sort((a, b) => (this.counts.get(a) ?? 0) - (this.counts.get(b) ?? 0)).slice(0, MANY);
  }

  /** How much of a query's meaning a document has, from 0 to 1. @param {string[]} matched @param {string[]} terms */
  share(matched, terms) {
    const there = new Set(matched);
    const share = (/** @type {string} */ term) => (there.has(term) ? 1 : there.has(meaningOf(term) ?? "") ? MEANT : 0);
    return terms.reduce((sum, term) => sum + this.weight(term) * share(term), 0) / terms.reduce((sum, term) => sum + this.weight(term), 0);
  }

  /** @param {string} term */
  weight(term) {
    const rarity = Math.log(1 + this.documents.length / (1 + (this.counts.get(term) ?? 0)));
    return rarity * (term.startsWith("~") ? MEANING : 1);
  }

  /** The share of a query's pairs of words that a document has. @param {string} path @param {Set<string>} pairs */
  together(path, pairs) {
    if (!pairs.size) return 0;
    const own = this.pairsIn(path);
    return [...pairs].filter((pair) => own.has(pair)).length / pairs.size;
  }

  /** How near a query comes to being one of a document's names, from 0 to 1. @param {string} path @param {Set<string>} matched @param {number} asked */
  named(path, matched, asked) {
    const { title, aliases = [] } = /** @type {Document} */ (this.byPath.get(path));
    const names = this.names.get(path) ?? [title, ...aliases].map((name) => new Set(tokens(name)));
    this.names.set(path, names);
    return Math.max(...names.map((name) => (2 * [...name].filter((term) => matched.has(term)).length) / (name.size + asked)));
  }

  /** @param {string} path @returns {Set<string>} */
  pairsIn(path) {
    const { title, aliases, lines, see } = /** @type {Document} */ (this.byPath.get(path));
    const own = this.pairs.get(path) ?? new Set([[title], aliases, lines, see].flatMap((texts) => texts ?? []).flatMap(pairsOf));
    this.pairs.set(path, own);
    return own;
  }

  /** @param {string} path @param {number} score @param {Set<string>} terms @returns {Hit} */
  hit(path, score, terms) {
    const document = /** @type {Document} */ (this.byPath.get(path));
    const texts = SHOWN.flatMap((field) => listOf(document[field]).map((text) => ({ field, text, found: marks(text, terms) })));
    // The summary is shown when no other text has more of the words.
    const best = texts.reduce((one, other) => (worth(other.found) > worth(one.found) ? other : one), { field: "summary", text: document.summary, found: marks(document.summary, terms) });
    return { document, score, title: pieces(document.title, marks(document.title, terms)), field: best.field, context: pieces(...around(best.text, best.found)) };
  }
}

/** @typedef {{start: number, end: number, term: string}} Mark */

/** The text of a field. @param {Document} document @param {string} field @returns {string} */
function textOf(document, field) {
  if (field === "id") return document.path.replaceAll(/[-/]/g, " ");
  const text = listOf(document[/** @type {keyof Document} */ (field)]).join("\n");
  // The holes of a template are no words of a log.
  return field === "lines" ? text.replaceAll(HOLE, " ") : text;
}

/** @param {string | string[] | undefined} value @returns {string[]} */
function listOf(value) {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Where a text has words of a hit. @param {string} text @param {Set<string>} terms @returns {Mark[]} */
function marks(text, terms) {
  return [...wordsOf(text.replaceAll(HOLE, (hole) => " ".repeat(hole.length)))].flatMap(({ start, end, terms: own }) => {
    const term = own.find((each) => terms.has(each)) ?? own.map(meaningOf).find((each) => each !== undefined && terms.has(each));
    return term === undefined ? [] : [{ start, end, term }];
  });
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
