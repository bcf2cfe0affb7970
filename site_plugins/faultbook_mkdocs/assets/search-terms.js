/**
 * Words of a text as the index holds them: parts of names, stems, and one term for words that mean the same here.
 *
 * @typedef {{start: number, end: number, terms: string[]}} Word  where it stands in the text, and its terms
 */

import { SAME, STOP } from "./search-words.js";
import { stemmer } from "./vendor/stemmer.js";

// Letters of any language are one range here: classes by property take three times as long.
const WORD = /[0-9A-Za-z\u00c0-\u1fff\u2c00-\uffdc]+(?:_+[0-9A-Za-z\u00c0-\u1fff\u2c00-\uffdc]+)*/g;
const DIGITS = /^\d+$/;
const LONGEST = 40; // characters of a term; what is longer is no word

/** @typedef {{parts: string[], stems: string[], terms: string[]}} Read  what is made of a word */
/** A text has few words many times. @type {Map<string, Read>} */
const READ = new Map();
const REMEMBERED = 50_000;

/** The lists by the first stem of their phrases. @type {Map<string, {stems: string[], term: string}[]>} */
const BY_FIRST = new Map();
for (const phrases of SAME) {
  for (const phrase of phrases) {
    const stems = phrase.split(" ").flatMap((word) => read(word).stems);
    BY_FIRST.set(stems[0], [...(BY_FIRST.get(stems[0]) ?? []), { stems, term: `~${phrases[0]}` }]);
  }
}

/** The words of a text, in order. @param {string} text @returns {Generator<Word>} */
export function* wordsOf(text) {
  for (const found of text.matchAll(WORD)) {
    const { terms } = read(found[0]);
    if (terms.length) yield { start: found.index, end: found.index + found[0].length, terms };
  }
}

/** What the index holds of a text. @param {string} text @returns {string[]} */
export function tokens(text) {
  const words = (text.match(WORD) ?? []).map(read);
  return [...words.flatMap(({ terms }) => terms), ...meaningsOf(words.flatMap(({ stems }) => stems))];
}

/** The same of words in no order. @param {string} text @returns {string[]} */
export function bag(text) {
  return (text.match(WORD) ?? []).flatMap((word) => read(word).terms);
}

/** The terms of the lists of words that mean the same of which a text has one. @param {string[]} stems @returns {Set<string>} */
function meaningsOf(stems) {
  /** @type {Set<string>} */
  const found = new Set();
  stems.forEach((first, at) => {
    for (const phrase of BY_FIRST.get(first) ?? []) if (phrase.stems.every((stem, index) => stems[at + index] === stem)) found.add(phrase.term);
  });
  return found;
}

/** What one word means together with others, if it does. @param {string} stem @returns {string | undefined} */
export function meaningOf(stem) {
  return BY_FIRST.get(stem)?.find(({ stems }) => stems.length === 1)?.term;
}

/** Pairs of words that follow each other. @param {string} text @returns {string[]} */
export function pairsOf(text) {
  const terms = (text.match(WORD) ?? []).flatMap((word) => read(word).terms.slice(0, 1));
  return terms.slice(1).map((term, index) => `${terms[index]} ${term}`);
}

/** @param {string} word @returns {Read} */
function read(word) {
  let known = READ.get(word);
  if (known === undefined) {
    const parts = partsOf(word);
    const stems = parts.map(stem);
    const terms = stems.filter((_, index) => (parts[index].length > 1 || DIGITS.test(parts[index])) && !STOP.has(parts[index]));
    // A name is also one term, so that it is found however its parts are joined.
    if (parts.length > 1 && terms.length) terms.unshift(stem(parts.join("")));
    known = { parts, stems, terms: terms.filter((term) => term.length <= LONGEST) };
    if (READ.size >= REMEMBERED) READ.clear();
    READ.set(word, known);
  }
  return known;
}

/** The parts of a name, in lower case: `DataLoader`, `find_unused_parameters`, `Xid79`; but `fp16` is one word. @param {string} word @returns {string[]} */
function partsOf(word) {
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .replace(/(\p{L}{3})(\p{N})/gu, "$1_$2")
    .toLowerCase()
    .split(/_+/)
    .filter(Boolean);
}

/** @param {string} part @returns {string} */
function stem(part) {
  return DIGITS.test(part) ? part : stemmer(part);
}
