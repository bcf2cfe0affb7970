/**
 * Lists of the documents that have a term, as search_postings.py and search_index.py write them: numbers of five bits a
 * character.
 *
 * @typedef {{documents: Int32Array, masks: Int32Array, starts: Int32Array, text: string, having: number, inField: Int32Array}} Postings
 *   of a term: the documents in order, in which fields they have it, and where in the text stands what else they say;
 *   how many have it, in all and in each field
 */

/** By their bits in a mask. */
export const FIELDS = ["words", "tags", "questions", "summary", "see", "lines", "title", "aliases", "id"];
const bitOf = (/** @type {string} */ field) => 1 << FIELDS.indexOf(field);
export const OFTEN = 1 << FIELDS.length;
export const TITLE = bitOf("title");
export const ALIASES = bitOf("aliases");
const ORDERED = TITLE | ALIASES | bitOf("lines") | bitOf("see");
/** Of each mask the fields that it names. */
export const IN = Array.from({ length: OFTEN }, (_, mask) => Uint8Array.from(FIELDS.map((_, field) => field).filter((field) => mask & (1 << field))));

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
      number |= (bits & 31) << shift;
      if (bits < 32) return number;
    }
  }

  /** @param {number} count of numbers that nobody asks for */
  skip(count) {
    const { text } = this;
    for (let left = count; left > 0; this.at += 1) {
      const code = text.charCodeAt(this.at);
      if ((code > 92 ? code - 36 : code - 35) < 32) left -= 1;
    }
  }

  get more() {
    return this.at < this.text.length;
  }
}

/** @param {string} text @returns {Int32Array} */
export function numbersOf(text) {
  const numbers = new Numbers(text);
  const found = new Int32Array(text.length);
  let count = 0;
  for (; numbers.more; count += 1) found[count] = numbers.next();
  return found.slice(0, count);
}

/** Room that each list is read into, and copied from. */
let room = [new Int32Array(4096), new Int32Array(4096), new Int32Array(4096)];

/** @param {string} text @param {Int32Array} firsts the first document of each run @returns {Postings} */
export function postingsOf(text, firsts) {
  if (text.length > room[0].length) room = room.map(() => new Int32Array(2 * text.length));
  const [documents, masks, starts] = room;
  const numbers = new Numbers(text);
  const inField = new Int32Array(FIELDS.length);
  let [run, having] = [0, 0];
  while (numbers.more) {
    run += numbers.next();
    const first = firsts[run];
    for (let left = numbers.next(); left > 0; left -= 1) {
      documents[having] = first + numbers.next();
      const mask = numbers.next();
      masks[having] = mask;
      starts[having] = numbers.at;
      having += 1;
      const fields = IN[mask & (OFTEN - 1)];
      for (let index = 0; index < fields.length; index += 1) inField[fields[index]] += 1;
      if (mask & OFTEN) numbers.skip(fields.length);
      if (mask & ALIASES) numbers.skip(1);
      if (mask & ORDERED) numbers.skip(numbers.next());
    }
  }
  return { documents: documents.slice(0, having), masks: masks.slice(0, having), starts: starts.slice(0, having), text, having, inField };
}

/** In which aliases a document has the term, as bits. @param {Postings} postings @param {number} index */
export function aliasesOf({ masks, starts, text }, index) {
  const mask = masks[index];
  if (!(mask & ALIASES)) return 0;
  const numbers = new Numbers(text, starts[index]);
  if (mask & OFTEN) numbers.skip(IN[mask & (OFTEN - 1)].length);
  return numbers.next();
}

/** Where it stands among the words of the document's texts. @param {Postings} postings @param {number} index @returns {number[]} */
export function placesOf({ masks, starts, text }, index) {
  const mask = masks[index];
  if (!(mask & ORDERED)) return [];
  const numbers = new Numbers(text, starts[index]);
  numbers.skip((mask & OFTEN ? IN[mask & (OFTEN - 1)].length : 0) + (mask & ALIASES ? 1 : 0));
  const places = [];
  let place = 0;
  for (let left = numbers.next(); left > 0; left -= 1) places.push((place += numbers.next()));
  return places;
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
