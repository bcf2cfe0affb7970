// A stretch of a log looked through for literals: what takes nearly all of a scan's time, and needs nothing of what came
// before it.

import { withoutEscapes } from "./escapes.js";

/** @typedef {import("./automaton.js").Automaton} Automaton */

/**
 * A stretch without terminal escapes. Of each line that holds a literal, `hits` has three numbers: where it starts, where
 * it ends, and how many line feeds stand between the hit before it, or the stretch's start, and its start. `after` is how
 * many follow the last.
 *
 * @typedef {{plain: Uint8Array, hits: Int32Array, after: number}} Stretch
 */

const LINE_FEED = 10;
const NUMBERS = 3; // of a hit

/** Looks through a stretch. @param {Uint8Array} bytes @param {Automaton} automaton @returns {Stretch} */
export function lookThrough(bytes, automaton) {
  const plain = withoutEscapes(bytes);
  let hits = new Int32Array(NUMBERS * 256);
  let [size, at] = [0, 0];
  for (let position = automaton.find(plain, 0); position >= 0; position = automaton.find(plain, at)) {
    const start = plain.lastIndexOf(LINE_FEED, position) + 1;
    let end = plain.indexOf(LINE_FEED, position);
    if (end < 0) end = plain.length;
    if (size === hits.length) hits = grown(hits);
    hits.set([start, end, count(plain, at, start)], size);
    size += NUMBERS;
    at = Math.min(end + 1, plain.length);
  }
  return { plain, hits: hits.slice(0, size), after: count(plain, at, plain.length) };
}

/** @param {Int32Array<ArrayBuffer>} numbers */
function grown(numbers) {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

/** Line feeds. @param {Uint8Array} bytes @param {number} from @param {number} to */
function count(bytes, from, to) {
  let found = 0;
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < to; at = bytes.indexOf(LINE_FEED, at + 1)) found += 1;
  return found;
}
