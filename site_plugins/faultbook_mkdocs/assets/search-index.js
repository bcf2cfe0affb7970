/**
 * Full text over a small book's documents: words as typed, misspelt, or in other words, and why a document is an answer.
 * A large book's is search-large.js, and gives the same answers.
 *
 * @typedef {import("./search-hit.js").Document} Document
 * @typedef {import("./search-hit.js").Hit} Hit
 */

import MiniSearch from "./vendor/minisearch.js";
import { HOLE, hitOf, listOf } from "./search-hit.js";
import { COMPARED, FARTHEST, FIELDS, WEIGHTS, best, boostOf, boostOfKind, chosen, compared, lastOf, mayBeWord, mayGoOn, misspelt, nearness, share } from "./search-rank.js";
import { bag, pairsOf, tokens } from "./search-terms.js";

export const FORMAT = 1;
const FIELDS_ASKED = Object.keys(FIELDS);

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
    const count = (/** @type {string} */ term) => this.counts.get(term) ?? 0;
    const terms = chosen([...new Set(tokens(query))], count);
    if (!terms.length) return [];
    const last = lastOf(terms);
    const unknown = (/** @type {string} */ term) => !count(term) && mayBeWord(term);
    const found = this.index.search(terms.join("\n"), {
      boost: FIELDS,
      boostTerm: boostOf,
      boostDocument: (path) => boostOfKind(this.byPath.get(path)?.kind ?? ""),
      prefix: (term) => term === last || (unknown(term) && mayGoOn(term)),
      fuzzy: (term) => unknown(term) && misspelt(term),
      maxFuzzy: FARTHEST,
      weights: WEIGHTS,
    });
    const pairs = new Set(pairsOf(query));
    const scored = found.slice(0, COMPARED).map((result) => {
      const score = result.score * share(new Set(result.queryTerms), terms, this.documents.length, count);
      return { result, score: compared(score, this.together(result.id, pairs), this.named(result.id, new Set(result.terms), terms.length)) };
    });
    return best(scored, limit).map(({ result, score }) => hitOf(/** @type {Document} */ (this.byPath.get(result.id)), score, new Set(result.terms)));
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
    return Math.max(...names.map((name) => nearness([...name].filter((term) => matched.has(term)).length, name.size, asked)));
  }

  /** @param {string} path @returns {Set<string>} */
  pairsIn(path) {
    const { title, aliases, lines, see } = /** @type {Document} */ (this.byPath.get(path));
    const own = this.pairs.get(path) ?? new Set([[title], aliases, lines, see].flatMap((texts) => texts ?? []).flatMap(pairsOf));
    this.pairs.set(path, own);
    return own;
  }
}

/** The text of a field. @param {Document} document @param {string} field @returns {string} */
function textOf(document, field) {
  if (field === "id") return document.path.replaceAll(/[-/]/g, " ");
  const text = listOf(document[/** @type {keyof Document} */ (field)]).join("\n");
  // The holes of a template are no words of a log.
  return field === "lines" ? text.replaceAll(HOLE, " ") : text;
}
