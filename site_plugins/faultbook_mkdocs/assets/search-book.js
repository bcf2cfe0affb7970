/**
 * One query, one list: what the signatures tell of it, then what the words find. The page's worker and the tests call this.
 *
 * @typedef {import("./search-index.js").Document} Document
 * @typedef {import("./search-index.js").Piece} Piece
 * @typedef {import("./search-log.js").Told} Told
 * @typedef {{path: string, kind: string, area: string, severity: string, title: Piece[], context: Piece[], field: string, told: Omit<Told, "pieces" | "slug"> | null}} Result
 * @typedef {{query: string, results: Result[]}} Answer
 */

import { TextIndex } from "./search-index.js";
import { LogIndex, said } from "./search-log.js";

const LIMIT = 20;

/** Searches a book; made once, used for many queries. */
export class BookSearch {
  /** @type {LogIndex | null} */
  log = null;

  /** @param {any} content of search.json */
  constructor(content) {
    this.text = new TextIndex(content);
  }

  /** From here on the signatures are asked too. @param {any} content of signatures.json */
  take(content) {
    this.log = new LogIndex(content);
  }

  /** @param {string} query @returns {Answer} */
  ask(query) {
    const told = this.log?.ask(query) ?? [];
    const byPath = new Map(told.map((each) => [each.slug, each]));
    const hits = this.text.search(said(query), LIMIT).filter(({ document }) => !byPath.has(document.path));
    const results = [...told.filter(({ state }) => state !== "not").flatMap((each) => this.fromLog(each)), ...hits.map(fromText)];
    // What looks alike and is ruled out stands behind the first that is not.
    results.splice(1, 0, ...told.filter(({ state }) => state === "not").flatMap((each) => this.fromLog(each)));
    return { query, results: results.slice(0, LIMIT) };
  }

  /** @param {Told} told @returns {Result[]} */
  fromLog({ slug, pieces, ...told }) {
    const document = this.text.byPath.get(slug);
    return document ? [{ ...about(document), title: [{ text: document.title, marked: false }], context: pieces, field: "log", told }] : [];
  }
}

/** @param {import("./search-index.js").Hit} hit @returns {Result} */
function fromText({ document, title, context, field }) {
  return { ...about(document), title, context, field, told: null };
}

/** @param {Document} document */
function about({ path, kind, area = "", severity = "" }) {
  return { path, kind, area, severity };
}
