/**
 * Full text over a large book's documents. The index is in many files, of which those are read that the words of a query
 * are in; scores are MiniSearch's, so that the answers are those of search-index.js.
 *
 * @typedef {import("./search-hit.js").Document} Document
 * @typedef {import("./search-hit.js").Hit} Hit
 * @typedef {import("./search-postings.js").Postings} Postings
 * @typedef {{term: string, weight: number}} Derived  a term of the book that stands for one of the query
 * @typedef {{documents: number, kinds: [string, number][], average: number[], lengths: string[], names: string, each: number,
 *   terms: string[], term_files: string, document_files: string, word_files: string}} Head  of the index, in search.json
 */

import { hitOf } from "./search-hit.js";
import { ALIASES, FIELDS, Numbers, TITLE, indexIn, numbersOf, placesOf, postingsOf, timesOf } from "./search-postings.js";
import { COMPARED, FIELDS as BOOSTS, FARTHEST, MANY, WEIGHTS, best, boostOf, boostOfKind, chosen, compared, lastOf, mayBeWord, mayGoOn, misspelt, nearness, share } from "./search-rank.js";
import { pairsOf, tokens } from "./search-terms.js";
import { Vocabulary, ones } from "./search-vocabulary.js";

const DIGEST = 6; // characters
const SPREAD = 4; // files that are read for how a word may go on, and as many again for how it may be meant
const [K, B, D] = [1.2, 0.7, 0.5]; // of BM25+, as MiniSearch has them
const BOOST = FIELDS.map((field) => BOOSTS[/** @type {keyof typeof BOOSTS} */ (field)]);

/** Gives the content of a file of the index. @typedef {(path: string) => Promise<any>} Get */

/** The path of one of the files of a kind, whose digests stand in a row. @param {string} kind @param {string} digests @param {number} number */
export function pathOf(kind, digests, number) {
  return `search/${kind}${number}.${digests.slice(number * DIGEST, (number + 1) * DIGEST)}.json`;
}

/** Searches the documents; made once, used for many queries. */
export class LargeText {
  /** @param {Head} head @param {Get} get */
  constructor(head, get) {
    this.head = head;
    this.get = get;
    /** What a document's kind says. */
    this.boosts = Float64Array.from(head.kinds.flatMap(([kind, count]) => Array(count).fill(boostOfKind(kind))));
    /** Of each field the distinct terms of each document. */
    this.lengths = head.lengths.map((text) => Int32Array.from(numbersOf(text)));
    this.names = namesOf(head);
    /** @type {Map<string, Postings>} */
    this.postings = new Map();
    /** Files of terms that were read, and their terms. @type {Map<number, Record<string, string>>} */
    this.files = new Map();
    /** @type {Vocabulary | null} */
    this.vocabulary = null;
    this.scores = new Float64Array(head.documents);
    this.asked = new Int32Array(head.documents);
  }

  /** The documents that fit best. @param {string} query @param {number} [limit] @returns {Promise<Hit[]>} */
  async search(query, limit = 20) {
    const terms = await this.chosen([...new Set(tokens(query))]);
    if (!terms.length) return [];
    const derived = await this.derived(terms);
    const found = best(this.rank(terms, derived, query), limit);
    const documents = await this.documents(found.map(({ document }) => document));
    return found.map(({ score, matched }, index) => hitOf(documents[index], score, new Set(matched)));
  }

  /** @param {string[]} terms @returns {Promise<string[]>} */
  async chosen(terms) {
    if (terms.length <= MANY) return terms;
    const words = await this.words();
    return chosen(terms, (term) => words.count(term));
  }

  /** @returns {Promise<Vocabulary>} */
  async words() {
    this.vocabulary ??= new Vocabulary(await this.get(pathOf("w", this.head.word_files, 0)));
    return this.vocabulary;
  }

  /** What stands for each term: itself, how it may go on, what may be meant by it. @param {string[]} terms @returns {Promise<Derived[][]>} */
  async derived(terms) {
    await this.read(terms.map((term) => this.fileOf(term)));
    const last = lastOf(terms);
    return Promise.all(terms.map(async (term) => {
      /** @type {Map<string, Derived>} */
      const found = new Map([[term, { term, weight: 1 }]]);
      const unknown = !this.count(term) && mayBeWord(term);
      if (term === last || (unknown && mayGoOn(term))) for (const longer of await this.longer(term)) found.set(longer.term, longer);
      if (unknown && misspelt(term)) for (const meant of await this.meant(term)) if (!found.has(meant.term)) found.set(meant.term, meant);
      return [...found.values()];
    }));
  }

  /** @param {string} term @returns {Promise<Derived[]>} */
  async longer(term) {
    const first = this.fileOf(term);
    const end = this.fileOf(`${term}\uffff`);
    const files = Array.from({ length: Math.min(end - first + 1, SPREAD) }, (_, index) => first + index);
    await this.read(files);
    const found = files.flatMap((file) => Object.keys(this.files.get(file) ?? {})).filter((each) => each.startsWith(term) && each !== term);
    return found.map((each) => ({ term: each, weight: (WEIGHTS.prefix * each.length) / (each.length + 0.3 * (each.length - term.length)) }));
  }

  /** @param {string} term @returns {Promise<Derived[]>} */
  async meant(term) {
    const most = Math.min(FARTHEST, Math.round(term.length * misspelt(term)));
    if (!most) return [];
    const near = (await this.words()).near(term, most);
    const files = new Set();
    const found = near.filter((each) => files.size < SPREAD || files.has(this.fileOf(each.term)) ? files.add(this.fileOf(each.term)) : false);
    await this.read([...files]);
    return found.map((each) => ({ term: each.term, weight: (WEIGHTS.fuzzy * each.term.length) / (each.term.length + each.distance) }));
  }

  /** The file in which a term is, if it is anywhere. @param {string} term */
  fileOf(term) {
    const { terms } = this.head;
    let [from, to] = [0, terms.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (terms[middle] <= term) from = middle + 1;
      else to = middle;
    }
    return Math.max(from - 1, 0);
  }

  /** @param {number[]} files */
  async read(files) {
    const missing = [...new Set(files)].filter((file) => !this.files.has(file));
    await Promise.all(missing.map(async (file) => this.files.set(file, await this.get(pathOf("t", this.head.term_files, file)))));
  }

  /** The list of a term whose file was read; null when the book does not have it. @param {string} term @returns {Postings | null} */
  list(term) {
    const known = this.postings.get(term);
    if (known) return known;
    const file = this.files.get(this.fileOf(term));
    if (!file || !Object.hasOwn(file, term)) return null;
    const made = postingsOf(file[term]);
    this.postings.set(term, made);
    return made;
  }

  /** How many documents have a term. @param {string} term */
  count(term) {
    return this.list(term)?.having ?? 0;
  }

  /** @param {string[]} terms @param {Derived[][]} derived @param {string} query */
  rank(terms, derived, query) {
    const { scores, asked } = this;
    scores.fill(0);
    asked.fill(0);
    /** @type {number[]} */
    const touched = [];
    terms.forEach((term, index) => {
      const boost = boostOf(term);
      for (const each of derived[index]) {
        const list = this.list(each.term);
        if (list) this.add(list, each.weight * boost, 1 << index, touched);
      }
    });
    // MiniSearch multiplies by the number of terms that were found in a document; of equals, the first stands first.
    for (const document of touched) scores[document] *= ones(asked[document]);
    const first = touched.sort((a, b) => scores[b] - scores[a] || a - b).slice(0, COMPARED);
    const pairs = new Set(pairsOf(query));
    const all = [...new Set(derived.flat().map(({ term }) => term))];
    const count = (/** @type {string} */ term) => this.count(term);
    return first.map((document) => {
      const there = new Set(terms.filter((_, index) => asked[document] & (1 << index)));
      const matched = all.filter((term) => this.has(term, document));
      const score = scores[document] * share(there, terms, this.head.documents, count);
      return { document, matched, score: compared(score, this.together(document, pairs), this.named(document, matched, terms.length)) };
    });
  }

  /** @param {Postings} list @param {number} weight @param {number} bit of the query's term @param {number[]} touched */
  add(list, weight, bit, touched) {
    const { documents, masks, inField, having } = list;
    const { scores, asked, lengths, boosts } = this;
    const { average, documents: total } = this.head;
    const rarity = inField.map((count) => Math.log(1 + (total - count + 0.5) / (count + 0.5)));
    for (let at = 0; at < having; at += 1) {
      const [document, mask] = [documents[at], masks[at]];
      const times = timesOf(list, at);
      let sum = 0;
      for (let field = 0; field < FIELDS.length; field += 1) {
        if (!(mask & (1 << field))) continue;
        const often = times ? times[field] : 1;
        const bm25 = rarity[field] * (D + (often * (K + 1)) / (often + K * (1 - B + (B * lengths[field][document]) / average[field])));
        sum += weight * BOOST[field] * bm25;
      }
      if (!asked[document]) touched.push(document);
      asked[document] |= bit;
      scores[document] += sum * boosts[document];
    }
  }

  /** @param {string} term @param {number} document */
  has(term, document) {
    const list = this.list(term);
    return list !== null && indexIn(list, document) >= 0;
  }

  /** Where a document has a term. @param {string} term @param {number} document */
  placed(term, document) {
    const list = this.list(term);
    const index = list ? indexIn(list, document) : -1;
    return list && index >= 0 ? { mask: list.masks[index], ...placesOf(list, index) } : null;
  }

  /** The share of a query's pairs of words that a document has. @param {number} document @param {Set<string>} pairs */
  together(document, pairs) {
    if (!pairs.size) return 0;
    const has = (/** @type {string} */ pair) => {
      const [one, other] = pair.split(" ").map((term) => this.placed(term, document)?.places ?? []);
      return one.some((place) => other.includes(place + 1));
    };
    return [...pairs].filter(has).length / pairs.size;
  }

  /** How near a query comes to being one of a document's names, from 0 to 1. @param {number} document @param {string[]} matched @param {number} asked */
  named(document, matched, asked) {
    const sizes = [this.lengths[FIELDS.indexOf("title")][document], ...this.names[document]];
    const shared = sizes.map(() => 0);
    for (const term of matched) {
      const placed = this.placed(term, document);
      if (placed && placed.mask & TITLE) shared[0] += 1;
      if (placed && placed.mask & ALIASES) for (let alias = 1; alias < sizes.length; alias += 1) if (placed.aliases & (1 << (alias - 1))) shared[alias] += 1;
    }
    return Math.max(...sizes.map((size, index) => nearness(shared[index], size, asked)));
  }

  /** @param {number[]} numbers @returns {Promise<Document[]>} */
  async documents(numbers) {
    const { each, document_files: digests } = this.head;
    return Promise.all(numbers.map(async (number) => (await this.get(pathOf("d", digests, Math.floor(number / each))))[number % each]));
  }
}

/** The sizes of each document's aliases. @param {Head} head @returns {number[][]} */
function namesOf(head) {
  const numbers = new Numbers(head.names);
  return Array.from({ length: head.documents }, () => Array.from({ length: numbers.next() }, () => numbers.next()));
}
