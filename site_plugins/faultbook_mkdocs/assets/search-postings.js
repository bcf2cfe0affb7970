/**
 * Lists of the documents that have a term, as search_postings.py writes them: numbers of five bits a character.
 *
 * @typedef {{documents: Int32Array, masks: Int32Array, starts: Int32Array, text: string, having: number, inField: number[]}} Postings
 *   of a term: the documents in order, in which fields they have it, and where in the text stands what else they say;
 *   how many have it, in all and in each field
 */

/** By their bits in a mask. */
export const FIELDS = ["words", "tags", "questions", "summary", "see", "lines", "title", "aliases", "id"];
const bitOf = (/** @type {string} */ field) => 1 << FIELDS.indexOf(field);
const OFTEN = 1 << FIELDS.length;
export const TITLE = bitOf("title");
export const ALIASES = bitOf("aliases");
const ORDERED = TITLE | ALIASES | bitOf("lines") | bitOf("see");

/** Reads numbers of a text, one after the other. */
export class Numbers {
  /** @param {string} text @param {number} [at] */
  constructor(text, at = 0) {
    this.text = text;
    this.at = at;
  }

  next() {
    const { text } = this;
    let number = 0;
    for (let shift = 0; ; shift += 5) {
      const code = text.charCodeAt(this.at);
      this.at += 1;
      // The backslash is left out, which JSON would write as two characters.
      const bits = code > 92 ? code - 36 : code - 35;
      number += (bits & 31) * 2 ** shift;
      if (bits < 32) return number;
    }
  }

  get more() {
    return this.at < this.text.length;
  }
}

/** @param {string} text @returns {number[]} */
export function numbersOf(text) {
  const numbers = new Numbers(text);
  const found = [];
  while (numbers.more) found.push(numbers.next());
  return found;
}

/** @param {string} text @returns {Postings} */
export function postingsOf(text) {
  const numbers = new Numbers(text);
  const [documents, masks, starts] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const inField = FIELDS.map(() => 0);
  let document = 0;
  while (numbers.more) {
    document += numbers.next();
    const mask = numbers.next();
    documents.push(document);
    masks.push(mask);
    starts.push(numbers.at);
    const fields = mask & (OFTEN - 1);
    for (let index = 0; index < FIELDS.length; index += 1) {
      if (!(fields & (1 << index))) continue;
      inField[index] += 1;
      if (mask & OFTEN) numbers.next();
    }
    if (mask & ALIASES) numbers.next();
    if (mask & ORDERED) for (let left = numbers.next(); left > 0; left -= 1) numbers.next();
  }
  return { documents: Int32Array.from(documents), masks: Int32Array.from(masks), starts: Int32Array.from(starts), text, having: documents.length, inField };
}

/** How often a document has the term in each of its fields, in the order of their bits. @param {Postings} postings @param {number} index @returns {number[] | null} null when it is once in each */
export function timesOf({ masks, starts, text }, index) {
  if (!(masks[index] & OFTEN)) return null;
  const numbers = new Numbers(text, starts[index]);
  return FIELDS.map((_, field) => (masks[index] & (1 << field) ? numbers.next() : 0));
}

/** In which aliases a document has the term, as bits, and where it stands among the words of its texts. @param {Postings} postings @param {number} index @returns {{aliases: number, places: number[]}} */
export function placesOf({ masks, starts, text }, index) {
  const numbers = new Numbers(text, starts[index]);
  const mask = masks[index];
  if (mask & OFTEN) for (let field = 0; field < FIELDS.length; field += 1) if (mask & (1 << field)) numbers.next();
  const aliases = mask & ALIASES ? numbers.next() : 0;
  const places = [];
  if (mask & ORDERED) {
    let place = 0;
    for (let left = numbers.next(); left > 0; left -= 1) places.push((place += numbers.next()));
  }
  return { aliases, places };
}

/** Where a document stands in a term's list, or -1. @param {Postings} postings @param {number} document */
export function indexIn({ documents }, document) {
  let [from, to] = [0, documents.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (documents[middle] < document) from = middle + 1;
    else to = middle;
  }
  return documents[from] === document ? from : -1;
}
