/**
 * One query, one list: what the signatures tell of it, then what the words find. The page's worker and the tests call this.
 *
 * @typedef {import("./search-hit.js").Document} Document
 * @typedef {import("./search-hit.js").Hit} Hit
 * @typedef {import("./search-hit.js").Piece} Piece
 * @typedef {import("./search-log.js").Told} Told
 * @typedef {{path: string, kind: string, area: string, severity: string, title: Piece[], context: Piece[], field: string, told: Omit<Told, "pieces" | "slug"> | null}} Result
 * @typedef {{query: string, results: Result[], count: number, told: number}} Answer
 *   the first results, how many there are, and how many of these the signatures tell
 * @typedef {(path: string) => Promise<any>} Get  gives the content of a file of the site
 * @typedef {{ask: (query: string, limit?: number) => Promise<Answer>}} Search  with so many results at most
 */

import { said } from "./search-said.js";

const WORDS = 24; // characters; a shorter query without a line end is words, and need not wait for the signatures
const LIMIT = 20; // results that are counted
/** Of search.json, where the index is in files. */
const FORMAT_IN_FILES = 3;
/** @type {{told: Told[], documents: Map<string, number>}} */
const NOTHING = { told: [], documents: new Map() };

/** The search of the site whose files *get* gives. @param {Get} get @returns {Promise<Search>} */
export async function searchOf(get) {
  const head = await get("search.json");
  return head.format === FORMAT_IN_FILES ? large(head, get) : small(head, get);
}

/** Of a book that is read whole. @param {any} content @param {Get} get @returns {Promise<Search>} */
async function small(content, get) {
  // The words are found without the signatures, so the search goes on when these do not come.
  const signatures = get("signatures.json").catch(() => null);
  const [{ TextIndex }, { LogIndex }] = await Promise.all([import("./search-index.js"), import("./search-log.js")]);
  const text = new TextIndex(content);
  const asked = signatures.then((known) => known && new LogIndex(known));
  /** @type {import("./search-log.js").LogIndex | null} */
  let log = null;
  asked.then((made) => (log = made));
  const ask = async (/** @type {string} */ query, limit = LIMIT) => {
    if (isLine(query)) await asked;
    const told = log?.ask(query) ?? [];
    const slugs = new Set(told.map(({ slug }) => slug));
    const hits = text.search(said(query), LIMIT).filter(({ document }) => !slugs.has(document.path));
    const known = (/** @type {string} */ slug) => text.byPath.get(slug);
    return together(query, told.filter(({ slug }) => known(slug)), known, hits, hits.length, limit);
  };
  return { ask };
}

/** Of a book that is read by parts. @param {any} head @param {Get} get @returns {Promise<Search>} */
async function large(head, get) {
  const { LargeText } = await import("./search-large.js");
  const text = new LargeText(head, get);
  /** @type {Promise<import("./search-grams.js").LargeLog> | null} */
  let log = null;
  const load = () => (log ??= import("./search-grams.js").then(({ LargeLog }) => LargeLog.of(head.signature_files, get)));
  const asked = async (/** @type {string} */ query) => {
    if (!isLine(query) && !log) return NOTHING;
    return (await load()).ask(query, (run) => text.firsts[run]);
  };
  const ask = async (/** @type {string} */ query, limit = LIMIT) => {
    const [{ told, documents }, found] = await Promise.all([asked(query).catch(() => NOTHING), text.search(said(query), LIMIT)]);
    // For the next question, which may be a line; this one does not wait.
    load().catch(() => (log = null));
    const numbers = new Set(documents.values());
    const others = found.filter(({ document }) => !numbers.has(document));
    const [known, hits] = await Promise.all([text.documents([...numbers]), text.hits(others.slice(0, limit))]);
    const bySlug = new Map(known.map((document) => [document.path, document]));
    return together(query, told.filter(({ slug }) => bySlug.has(slug)), (slug) => bySlug.get(slug), hits, others.length, limit);
  };
  return { ask };
}

/** Whether a query may be a line of a log. @param {string} query */
function isLine(query) {
  return query.length > WORDS || query.includes("\n");
}

/** @param {string} query @param {Told[]} told @param {(slug: string) => Document | undefined} documentOf @param {Hit[]} hits @param {number} others how many hits there are @param {number} limit @returns {Answer} */
function together(query, told, documentOf, hits, others, limit) {
  const shown = (/** @type {Told} */ each) => fromLog(each, documentOf(each.slug));
  const results = [...told.filter(({ state }) => state !== "not").flatMap(shown), ...hits.map(fromText)];
  // What looks alike and is ruled out stands behind the first that is not.
  results.splice(1, 0, ...told.filter(({ state }) => state === "not").flatMap(shown));
  return { query, results: results.slice(0, limit), count: Math.min(LIMIT, told.length + others), told: told.length };
}

/** @param {Told} told @param {Document | undefined} document @returns {Result[]} */
function fromLog({ slug: _, pieces, ...told }, document) {
  return document ? [{ ...about(document), title: [{ text: document.title, marked: false }], context: pieces, field: "log", told }] : [];
}

/** @param {Hit} hit @returns {Result} */
function fromText({ document, title, context, field }) {
  return { ...about(document), title, context, field, told: null };
}

/** @param {Document} document */
function about({ path, kind, area = "", severity = "" }) {
  return { path, kind, area, severity };
}
