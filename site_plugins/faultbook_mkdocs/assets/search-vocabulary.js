/**
 * Every term of a large book, and how many documents have it: for words that no document has, and texts of many words.
 * Terms stay characters in one array: as texts they would take longer to make than most questions to answer.
 */

import { Numbers, numbersOf } from "./search-postings.js";

const LONGEST = 64; // characters of a term, and of what may be meant by one
const LINE_END = 10;

export class Vocabulary {
  /** @param {{terms: string, counts: string}} content */
  constructor({ terms, counts }) {
    this.counts = numbersOf(counts);
    const length = this.counts.length;
    /** All terms in order, one after the other, and where each begins. */
    this.codes = new Uint16Array(4 * terms.length + LONGEST);
    this.starts = new Int32Array(length + 1);
    /** Which letters each term has. */
    this.letters = new Int32Array(length);
    this.rows = [new Int32Array(LONGEST + 2), new Int32Array(LONGEST + 2)];
    const numbers = new Numbers(terms);
    let [before, to] = [0, 0];
    for (let term = 0; term < length; term += 1) {
      // What a term shares with the one before is not written again.
      const shared = numbers.next();
      if (to + terms.length > this.codes.length) this.grow();
      const { codes } = this;
      this.starts[term] = to;
      let letters = 0;
      for (let at = 0; at < shared; at += 1) letters |= 1 << (codes[to + at] = codes[before + at]);
      before = to;
      to += shared;
      let { at } = numbers;
      for (; at < terms.length; at += 1) {
        const code = terms.charCodeAt(at);
        if (code === LINE_END) break;
        codes[to] = code;
        letters |= 1 << code;
        to += 1;
      }
      numbers.at = at + 1;
      this.letters[term] = letters;
    }
    this.starts[length] = to;
  }

  grow() {
    const larger = new Uint16Array(2 * this.codes.length);
    larger.set(this.codes);
    this.codes = larger;
  }

  /** @param {number} index */
  term(index) {
    return String.fromCharCode(...this.codes.subarray(this.starts[index], this.starts[index + 1]));
  }

  /** How many documents have a term. @param {string} term */
  count(term) {
    let [from, to] = [0, this.counts.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const order = this.order(middle, term);
      if (order === 0) return this.counts[middle];
      if (order < 0) from = middle + 1;
      else to = middle;
    }
    return 0;
  }

  /** Below zero when a term of the book stands before another. @param {number} index @param {string} term */
  order(index, term) {
    const { codes, starts } = this;
    const start = starts[index];
    const length = starts[index + 1] - start;
    for (let at = 0; at < length && at < term.length; at += 1) {
      const order = codes[start + at] - term.charCodeAt(at);
      if (order) return order;
    }
    return length - term.length;
  }

  /** The terms that at most *most* edits make of *term*, nearest first. @param {string} term @param {number} most @returns {{term: string, distance: number}[]} */
  near(term, most) {
    if (term.length > LONGEST) return [];
    const { letters, starts } = this;
    const asked = Uint16Array.from({ length: term.length }, (_, at) => term.charCodeAt(at));
    const own = asked.reduce((sum, code) => sum | (1 << code), 0);
    /** @type {{term: string, distance: number}[]} */
    const found = [];
    for (let index = 0; index < letters.length; index += 1) {
      // Each edit takes away or brings one letter, or both.
      const length = starts[index + 1] - starts[index];
      if (length - asked.length > most || asked.length - length > most) continue;
      if (ones(own & ~letters[index]) > most || ones(letters[index] & ~own) > most) continue;
      const distance = this.edits(asked, index, most);
      if (distance && distance <= most) found.push({ term: this.term(index), distance });
    }
    return found.sort((a, b) => a.distance - b.distance);
  }

  /** How many edits make a term of the book of *asked*; more than *most* when it is more. @param {Uint16Array} asked @param {number} index @param {number} most */
  edits(asked, index, most) {
    const { codes, starts } = this;
    const start = starts[index];
    const length = starts[index + 1] - start;
    let [row, next] = this.rows;
    for (let to = 0; to <= length; to += 1) row[to] = to;
    for (let at = 1; at <= asked.length; at += 1) {
      // What is further from the middle than so many edits cannot come back to it.
      const [from, end] = [Math.max(1, at - most), Math.min(length, at + most)];
      next[from - 1] = from === 1 ? at : most + 1;
      let least = next[from - 1];
      for (let to = from; to <= end; to += 1) {
        let cost = row[to - 1] + (asked[at - 1] === codes[start + to - 1] ? 0 : 1);
        if (next[to - 1] < cost) cost = next[to - 1] + 1;
        if (to < at + most && row[to] < cost) cost = row[to] + 1;
        next[to] = cost;
        if (cost < least) least = cost;
      }
      if (least > most) return least;
      [row, next] = [next, row];
    }
    return row[length];
  }
}

/** @param {number} bits */
export function ones(bits) {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
