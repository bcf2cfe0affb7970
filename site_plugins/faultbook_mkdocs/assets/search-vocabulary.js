/**
 * Every term of a large book, and how many documents have it: for words that no document has, and texts of many words.
 */

import { numbersOf } from "./search-postings.js";

export class Vocabulary {
  /** @param {{terms: string, counts: string}} content */
  constructor({ terms, counts }) {
    let before = "";
    /** In order. */
    this.terms = terms.split("\n").map((rest) => {
      const code = rest.charCodeAt(0);
      // What a term shares with the one before is less than 32 characters or takes a second one.
      const bits = code > 92 ? code - 36 : code - 35;
      const long = bits > 31;
      const [shared] = numbersOf(rest.slice(0, long ? 2 : 1));
      before = before.slice(0, shared) + rest.slice(long ? 2 : 1);
      return before;
    });
    this.counts = new Map(numbersOf(counts).map((count, index) => [this.terms[index], count]));
    /** Which letters each term has. */
    this.letters = Int32Array.from(this.terms, lettersOf);
  }

  /** @param {string} term */
  count(term) {
    return this.counts.get(term) ?? 0;
  }

  /** The terms that at most *most* edits make of *term*, nearest first. @param {string} term @param {number} most @returns {{term: string, distance: number}[]} */
  near(term, most) {
    const own = lettersOf(term);
    /** @type {{term: string, distance: number}[]} */
    const found = [];
    this.terms.forEach((other, index) => {
      // Each edit takes away or brings one letter, or both.
      if (Math.abs(other.length - term.length) > most || ones(own & ~this.letters[index]) > most || ones(this.letters[index] & ~own) > most) return;
      const distance = edits(term, other, most);
      if (distance && distance <= most) found.push({ term: other, distance });
    });
    return found.sort((a, b) => a.distance - b.distance);
  }
}

/** @param {string} term */
function lettersOf(term) {
  let letters = 0;
  for (let at = 0; at < term.length; at += 1) letters |= 1 << term.charCodeAt(at);
  return letters;
}

/** @param {number} bits */
export function ones(bits) {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count += 1;
  return count;
}

/** How many edits make one text of the other; more than *most* when it is more. @param {string} one @param {string} other @param {number} most */
function edits(one, other, most) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    let least = at;
    for (let to = 1; to <= other.length; to += 1) {
      const cost = Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (one[at - 1] === other[to - 1] ? 0 : 1));
      next.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return least;
    row = next;
  }
  return row[other.length];
}
