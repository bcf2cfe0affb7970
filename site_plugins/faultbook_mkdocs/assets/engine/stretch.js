// A stretch of a log looked through for literals: what takes nearly all of a scan's time, and needs nothing of what came
// before it.

import { Automaton } from "./automaton.js";
import { Brief } from "./brief.js";
import { withoutEscapes } from "./escapes.js";
import { countFeeds, Sieve } from "./sieve.js";

/**
 * @typedef {import("./matcher.js").Line} Template
 * @typedef {import("./scan.js").Landmark} Landmark
 * @typedef {Automaton | Brief | Sieve} Finder
 */

/**
 * A stretch without terminal escapes. Of each line that holds a literal, `hits` has three numbers: where it starts, where
 * it ends, and how many line feeds stand between the hit before it, or the stretch's start, and its start. `after` is how
 * many follow the last.
 *
 * @typedef {{plain: Uint8Array, hits: Int32Array, after: number}} Stretch
 */

const LINE_FEED = 10;
const NUMBERS = 3; // of a hit

/** The literals of templates and of some landmarks, and who uses each. */
export class Literals {
  /** @param {Template[]} templates @param {Landmark[]} landmarks @param {(landmark: Landmark) => boolean} wanted */
  constructor(templates, landmarks, wanted) {
    /** @type {Map<string, [number[], number[]]>} */
    const users = new Map();
    const of = (/** @type {string} */ literal) => {
      const known = users.get(literal) ?? /** @type {[number[], number[]]} */ ([[], []]);
      users.set(literal, known);
      return known;
    };
    templates.forEach((template, index) => of(template.literal)[0].push(index));
    landmarks.forEach((landmark, index) => {
      if (wanted(landmark)) landmark.literals.forEach((literal) => of(literal)[1].push(index));
    });
    this.users = [...users.values()];
    this.texts = [...users.keys()].map((literal) => new TextEncoder().encode(literal));
    /** @type {Automaton | null} */
    this.made = null;
    /** @type {Brief | null} */
    this.few = null;
  }

  /** Made when it is needed: it takes longer than a short log's scan, and a sieve does without. */
  get automaton() {
    return (this.made ??= new Automaton(this.texts));
  }

  /** Finds the same in a short text. */
  get brief() {
    return (this.few ??= new Brief(this.texts));
  }

  /** The templates and landmarks that a line's literals speak for. @param {Uint8Array} line @param {Finder} finder @returns {[number[], number[]]} */
  of(line, finder) {
    const templates = new Set();
    const marks = new Set();
    for (const literal of finder.all(line)) {
      this.users[literal][0].forEach((index) => templates.add(index));
      this.users[literal][1].forEach((index) => marks.add(index));
    }
    return [[...templates].sort((a, b) => a - b), [...marks].sort((a, b) => a - b)];
  }
}

/** Looks through a stretch; what is without escapes may stand in *room*. @param {Uint8Array} bytes @param {Finder} finder @param {Uint8Array} [room] @returns {Stretch} */
export function lookThrough(bytes, finder, room) {
  const plain = withoutEscapes(bytes, room);
  let hits = new Int32Array(NUMBERS * 256);
  let [size, at] = [0, 0];
  for (let position = finder.find(plain, 0); position >= 0; position = finder.find(plain, at)) {
    const start = plain.lastIndexOf(LINE_FEED, position) + 1;
    let end = plain.indexOf(LINE_FEED, position);
    if (end < 0) end = plain.length;
    if (size === hits.length) hits = grown(hits);
    hits.set([start, end, finder instanceof Sieve ? finder.feeds : countFeeds(plain, at, start)], size);
    size += NUMBERS;
    at = Math.min(end + 1, plain.length);
  }
  return { plain, hits: hits.slice(0, size), after: finder instanceof Sieve ? finder.feeds : countFeeds(plain, at, plain.length) };
}

/** @param {Int32Array<ArrayBuffer>} numbers */
function grown(numbers) {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}
