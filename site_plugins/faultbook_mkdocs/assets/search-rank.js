/**
 * What a word of a query says, and how documents with it are put in order: the same for a book whose index is made here and
 * for one whose index comes in files.
 */

import { meaningOf } from "./search-terms.js";

/** What a word in each field says, against a word of the prose. */
export const FIELDS = { id: 3, title: 4, aliases: 4, lines: 3, summary: 2, see: 2.5, questions: 1.5, tags: 1.5, words: 0.6 };
/** A failure is what readers look for; a page of another kind must fit better to stand before it. @type {Record<string, number>} */
const KINDS = { entry: 1, hub: 0.5, incident: 0.5, page: 0.35, diagnose: 0.35, rule: 0.2 };
const OTHER = 0.3;
const MEANING = 0.55; // of a term for words that mean the same, against the word itself
const WORDING = 0.7; // of a word that has such a term beside it
const MEANT = 0.8; // how much a document has of a word if it has another that means the same
const NUMBER = 0.4; // of a bare number, which many logs hold
const MISSPELT = 0.3; // edits for each character of a word that the book does not have
export const FARTHEST = 3; // edits
export const WEIGHTS = { fuzzy: 0.6, prefix: 0.5 };
const PAIR = 0.6; // how much more it says when words stand together as in the query
const NAME = 2; // how much more it says when the query is the document's title or alias
export const MANY = 14; // terms; a query of more is a pasted text, of which the rarest are looked up
export const COMPARED = 60; // documents whose words are looked at more closely
const WEAKEST = 0.12; // of the best score, below which a document has a word in common and no more

/** @param {string} term */
export function boostOf(term) {
  return term.startsWith("~") ? MEANING : /^\d+$/.test(term) ? NUMBER : meaningOf(term) ? WORDING : 1;
}

/** @param {string} kind */
export function boostOfKind(kind) {
  return KINDS[kind] ?? OTHER;
}

/** The word that is perhaps being typed. @param {string[]} terms @returns {string | undefined} */
export function lastOf(terms) {
  return terms.filter((term) => !term.startsWith("~")).at(-1);
}

/** Whether a term that the book does not have may be a word, begun or misspelt. @param {string} term */
export function mayBeWord(term) {
  return !term.startsWith("~") && /\p{L}/u.test(term);
}

/** The share of a term's characters that may be wrong, if any; the term is one that the book does not have. @param {string} term */
export function misspelt(term) {
  return term.length > 2 ? MISSPELT : 0;
}

/** Whether longer words are looked for, too, of a term that the book does not have. @param {string} term */
export function mayGoOn(term) {
  return term.length > 3;
}

/** Of many terms those that tell most: known, and in few documents. @param {string[]} terms @param {(term: string) => number} count @returns {string[]} */
export function chosen(terms, count) {
  if (terms.length <= MANY) return terms;
  return terms.filter(count).sort((a, b) => count(a) - count(b)).slice(0, MANY);
}

/** What a term says of a query's meaning. @param {string} term @param {number} documents @param {number} having */
function weight(term, documents, having) {
  return Math.log(1 + documents / (1 + having)) * (term.startsWith("~") ? MEANING : 1);
}

/**
 * How much of a query's meaning a document has, from 0 to 1.
 *
 * @param {Set<string>} there terms of the query that the document has @param {string[]} terms @param {number} documents
 * @param {(term: string) => number} count in how many of them a term is
 */
export function share(there, terms, documents, count) {
  const part = (/** @type {string} */ term) => (there.has(term) ? 1 : there.has(meaningOf(term) ?? "") ? MEANT : 0);
  const weights = terms.map((term) => weight(term, documents, count(term)));
  return terms.reduce((sum, term, index) => sum + weights[index] * part(term), 0) / weights.reduce((sum, each) => sum + each, 0);
}

/** What a closer look makes of a score. @param {number} score @param {number} together share of the pairs of words @param {number} named how near it comes to a name */
export function compared(score, together, named) {
  return score * (1 + PAIR * together + NAME * named);
}

/** How near a query comes to a name. @param {number} shared terms that it has of the name @param {number} size the name's @param {number} asked the query's */
export function nearness(shared, size, asked) {
  return (2 * shared) / (size + asked);
}

/** Best first, without what has a word in common and no more. @template {{score: number}} T @param {T[]} found @param {number} limit @returns {T[]} */
export function best(found, limit) {
  return found
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, _, [first]) => score >= WEAKEST * first.score)
    .slice(0, limit);
}
