/**
 * Full text over a large book's documents. The index is in many files, of which those are read that the words of a query
 * are in; scores are MiniSearch's, so that the answers are those of search-index.js.
 *
 * @typedef {import("./search-hit.js").Document} Document
 * @typedef {import("./search-hit.js").Hit} Hit
 * @typedef {import("./search-postings.js").Postings} Postings
 * @typedef {{term: string, weight: number}} Derived  a term of the book that stands for one of the query
 * @typedef {{document: number, score: number, matched: string[]}} Found  a document and the terms for which it was
 * @typedef {{documents: number, blocks: string, kinds: [string, number][], average: number[], lengths: string[], names: string, each: number,
 *   terms: string[], term_files: string, document_files: string, word_files: string}} Head  of the index, in search.json
 */

import { hitOf } from "./search-hit.js";
import { FIELDS, IN, Numbers, OFTEN, TITLE, aliasesOf, indexIn, numbersOf, placesOf, postingsOf } from "./search-postings.js";
import { COMPARED, FIELDS as BOOSTS, FARTHEST, MANY, WEIGHTS, best, boostOf, boostOfKind, chosen, compared, lastOf, mayBeWord, mayGoOn, misspelt, nearness, share } from "./search-rank.js";
import { pairsOf, tokens } from "./search-terms.js";
import { Vocabulary, ones } from "./search-vocabulary.js";

const DIGEST = 8; // characters
const SPREAD = 4; // files that are read for how a word may go on, and as many again for how it may be meant
const BINS = 2048; // by which many scores are parted, so that few are sorted
const MANY_MORE = 12; // documents of a term for each that is asked for, from which on these are looked up
const [K, B, D] = [1.2, 0.7, 0.5]; // of BM25+, as MiniSearch has them
const BOOST = FIELDS.map((field) => BOOSTS[/** @type {keyof typeof BOOSTS} */ (field)]);

/** Gives the content of a file of the index. @typedef {(path: string) => Promise<any>} Get */

/** The path of one of the files of a kind, whose digests stand in a row. @param {string} kind @param {string} digests @param {number} number */
export function pathOf(kind, digests, number) {
  return `search/${kind}.${digests.slice(number * DIGEST, (number + 1) * DIGEST)}.json`;
}

/** Searches the documents; made once, used for many queries. */
export class LargeText {
  /** @param {Head} head @param {Get} get */
  constructor(head, get) {
    this.head = head;
    this.get = get;
    /** What a document's kind says. */
    this.boosts = Float64Array.from(head.kinds.flatMap(([kind, count]) => Array(count).fill(boostOfKind(kind))));
    /** Of each field what the length of each document does to its score. */
    this.norms = head.lengths.map((text, field) => Float64Array.from(numbersOf(text), (length) => K * (1 - B + (B * length) / head.average[field])));
    this.titles = numbersOf(head.lengths[FIELDS.indexOf("title")]);
    this.names = new Names(head);
    this.firsts = firstsOf(numbersOf(head.blocks));
    /** The files of each run of documents, and of those before it. */
    this.files = firstsOf(numbersOf(head.blocks).map((size) => Math.ceil(size / head.each)));
    /** @type {Map<string, Postings>} */
    this.postings = new Map();
    /** What a term says of each document that has it. @type {WeakMap<Postings, Float64Array>} */
    this.scored = new WeakMap();
    /** Files of terms that were read, and their terms. @type {Map<number, Record<string, string>>} */
    this.shards = new Map();
    /** @type {Vocabulary | null} */
    this.vocabulary = null;
    this.scores = new Float64Array(head.documents);
    this.asked = new Int32Array(head.documents);
    /** The documents that have a score. */
    this.touched = new Int32Array(head.documents);
    this.bins = new Int32Array(BINS);
    /** Of documents that are compared, which they are. */
    this.slots = new Int32Array(head.documents);
  }

  /** The documents that fit best. @param {string} query @param {number} limit @returns {Promise<Found[]>} */
  async search(query, limit) {
    const terms = await this.chosen([...new Set(tokens(query))]);
    if (!terms.length) return [];
    return best(this.rank(terms, await this.derived(terms), query), limit);
  }

  /** Why documents were found. @param {Found[]} found @returns {Promise<Hit[]>} */
  async hits(found) {
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
    const found = files.flatMap((file) => Object.keys(this.shards.get(file) ?? {})).filter((each) => each.startsWith(term) && each !== term);
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
    const missing = [...new Set(files)].filter((file) => !this.shards.has(file));
    await Promise.all(missing.map(async (file) => this.shards.set(file, await this.get(pathOf("t", this.head.term_files, file)))));
  }

  /** The list of a term whose file was read; null when the book does not have it. @param {string} term @returns {Postings | null} */
  list(term) {
    const known = this.postings.get(term);
    if (known) return known;
    const file = this.shards.get(this.fileOf(term));
    if (!file || !Object.hasOwn(file, term)) return null;
    const made = postingsOf(file[term], this.firsts);
    this.postings.set(term, made);
    return made;
  }

  /** How many documents have a term. @param {string} term */
  count(term) {
    return this.list(term)?.having ?? 0;
  }

  /** @param {string[]} terms @param {Derived[][]} derived @param {string} query @returns {Found[]} */
  rank(terms, derived, query) {
    const { scores, asked, touched } = this;
    scores.fill(0);
    asked.fill(0);
    let count = 0;
    terms.forEach((term, index) => {
      const boost = boostOf(term);
      for (const each of derived[index]) {
        const list = this.list(each.term);
        if (list) count = this.add(list, each.weight * boost, 1 << index, count);
      }
    });
    // MiniSearch multiplies by the number of terms that were found in a document.
    for (let at = 0; at < count; at += 1) scores[touched[at]] *= ones(asked[touched[at]]);
    const first = this.first(count, COMPARED);
    const all = [...new Set(derived.flat().map(({ term }) => term))];
    const matched = this.matched(all, first);
    const together = this.together(pairsOf(query));
    const having = new Map(terms.map((term) => [term, this.count(term)]));
    return first.map((document, at) => {
      const there = new Set(terms.filter((_, index) => asked[document] & (1 << index)));
      const score = scores[document] * share(there, terms, this.head.documents, (term) => having.get(term) ?? 0);
      return { document, matched: matched[at], score: compared(score, together(document), this.named(document, matched[at], terms.length)) };
    });
  }

  /** Adds what a term says; returns how many documents have a score then. @param {Postings} list @param {number} weight @param {number} bit of the query's term @param {number} count */
  add(list, weight, bit, count) {
    const { scores, asked, touched } = this;
    const { documents } = list;
    const scored = this.scored.get(list) ?? this.score(list);
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at];
      if (!asked[document]) {
        touched[count] = document;
        count += 1;
      }
      asked[document] |= bit;
      scores[document] += weight * scored[at];
    }
    return count;
  }

  /** What a term says of each document that has it. @param {Postings} list */
  score(list) {
    const { documents, masks, starts, inField, having } = list;
    const { norms, boosts } = this;
    const total = this.head.documents;
    const rarity = Float64Array.from(inField, (count, field) => BOOST[field] * Math.log(1 + (total - count + 0.5) / (count + 0.5)));
    const numbers = new Numbers(list.text);
    const found = new Float64Array(having);
    for (let at = 0; at < having; at += 1) {
      const [document, mask] = [documents[at], masks[at]];
      const fields = IN[mask & (OFTEN - 1)];
      numbers.at = starts[at];
      let sum = 0;
      for (let index = 0; index < fields.length; index += 1) {
        const field = fields[index];
        const often = mask & OFTEN ? numbers.next() : 1;
        sum += rarity[field] * (D + (often * (K + 1)) / (often + norms[field][document]));
      }
      found[at] = sum * boosts[document];
    }
    this.scored.set(list, found);
    return found;
  }

  /** The best of the documents with a score; of equals, the first stands first. @param {number} count @param {number} most @returns {number[]} */
  first(count, most) {
    const { scores, touched, bins } = this;
    let found = touched.subarray(0, count);
    if (count > most) {
      let top = 0;
      for (let at = 0; at < count; at += 1) if (scores[touched[at]] > top) top = scores[touched[at]];
      const binOf = (/** @type {number} */ document) => ((scores[document] / top) * (BINS - 1)) | 0;
      bins.fill(0);
      for (let at = 0; at < count; at += 1) bins[binOf(touched[at])] += 1;
      let bin = BINS;
      for (let better = 0; better < most; better += bins[bin]) bin -= 1;
      found = found.filter((document) => binOf(document) >= bin);
    }
    return [...found].sort((a, b) => scores[b] - scores[a] || a - b).slice(0, most);
  }

  /** Which terms each of some documents has. @param {string[]} terms @param {number[]} documents @returns {string[][]} */
  matched(terms, documents) {
    const { slots } = this;
    /** @type {string[][]} */
    const found = documents.map(() => []);
    slots.fill(0);
    documents.forEach((document, at) => (slots[document] = at + 1));
    for (const term of terms) {
      const list = this.list(term);
      if (!list) continue;
      if (list.having > MANY_MORE * documents.length) documents.forEach((document, at) => indexIn(list, document) >= 0 && found[at].push(term));
      else for (const document of list.documents) if (slots[document]) found[slots[document] - 1].push(term);
    }
    return found;
  }

  /** Tells the share of a query's pairs of words that a document has. @param {string[]} pairs @returns {(document: number) => number} */
  together(pairs) {
    const different = [...new Set(pairs)];
    const known = different.flatMap((pair) => {
      const [one, other] = pair.split(" ").map((term) => this.list(term));
      return one && other ? [[one, other]] : [];
    });
    if (!known.length) return () => 0;
    return (document) => {
      const has = known.filter(([one, other]) => {
        const [first, second] = [indexIn(one, document), indexIn(other, document)];
        if (first < 0 || second < 0) return false;
        const after = placesOf(other, second);
        return after.length > 0 && placesOf(one, first).some((place) => after.includes(place + 1));
      });
      return has.length / different.length;
    };
  }

  /** How near a query comes to being one of a document's names, from 0 to 1. @param {number} document @param {string[]} matched @param {number} asked */
  named(document, matched, asked) {
    const [from, to] = this.names.of(document);
    const { sizes } = this.names;
    const shared = new Int32Array(to - from + 1); // of the title, and of each alias
    for (const term of matched) {
      const list = /** @type {Postings} */ (this.list(term));
      const index = indexIn(list, document);
      if (list.masks[index] & TITLE) shared[0] += 1;
      const aliases = aliasesOf(list, index);
      for (let alias = 0; aliases >> alias; alias += 1) shared[alias + 1] += (aliases >> alias) & 1;
    }
    let most = nearness(shared[0], this.titles[document], asked);
    for (let alias = from; alias < to; alias += 1) most = Math.max(most, nearness(shared[alias - from + 1], sizes[alias], asked));
    return most;
  }

  /** @param {number[]} numbers @returns {Promise<Document[]>} */
  async documents(numbers) {
    const { each, document_files: digests } = this.head;
    return Promise.all(numbers.map(async (number) => {
      const run = before(this.firsts, number);
      const at = number - this.firsts[run];
      return (await this.get(pathOf("d", digests, this.files[run] + Math.floor(at / each))))[at % each];
    }));
  }
}

/** The sizes of each document's aliases. */
class Names {
  /** @param {Head} head */
  constructor(head) {
    const numbers = new Numbers(head.names);
    this.starts = new Int32Array(head.documents + 1);
    this.sizes = new Int32Array(head.names.length);
    let count = 0;
    for (let document = 0; document < head.documents; document += 1) {
      for (let left = numbers.next(); left > 0; left -= 1, count += 1) this.sizes[count] = numbers.next();
      this.starts[document + 1] = count;
    }
  }

  /** @param {number} document */
  of(document) {
    return [this.starts[document], this.starts[document + 1]];
  }
}

/** Where each of things of these sizes begins. @param {Int32Array} sizes */
export function firstsOf(sizes) {
  let sum = 0;
  return sizes.map((size) => (sum += size) - size);
}

/** The last of some numbers in order that is not above another. @param {Int32Array} firsts @param {number} number */
export function before(firsts, number) {
  let [from, to] = [0, firsts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (firsts[middle] <= number) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
