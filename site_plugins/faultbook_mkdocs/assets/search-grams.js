/**
 * A pasted text asked against a large book's signatures, of which those are read that have something of it: see
 * search_signatures.py.
 *
 * @typedef {import("./search-log.js").Told} Told
 * @typedef {{format: number, engine: any, gram: number, bits: number, keys: string, blocks: string, files: string}} Head
 * @typedef {{signatures: import("./engine/matcher.js").Signature[], entries: Record<string, {slug: string, document: number}>}} File
 * @typedef {(path: string) => Promise<any>} Get
 */

import { ESCAPES } from "./engine/matcher.js";
import { before, pathOf } from "./search-large.js";
import { LONGEST, LogIndex, SHORTEST } from "./search-log.js";
import { Numbers, numbersOf } from "./search-postings.js";

const MOST = 40; // files that are read for one text
const MAYBE = 1 << 18;

export class LargeLog {
  /** @param {Head} head @param {Get} get */
  constructor(head, get) {
    this.head = head;
    this.get = get;
    const numbers = new Numbers(head.keys);
    /** @type {[number, number][]} */
    const found = [];
    for (let file = 0; numbers.more; file += 1) {
      let key = 0;
      for (let left = numbers.next(); left > 0; left -= 1) found.push([(key += numbers.next()), file]);
    }
    found.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    /** Hashes of six bytes in order, and the file of each. */
    this.keys = Int32Array.from(found, ([key]) => key);
    this.files = Int32Array.from(found, ([, file]) => file);
    /** Which hashes there may be, by their lower bits: most of a text's are not among them. */
    this.maybe = new Uint8Array(MAYBE);
    for (const key of this.keys) this.maybe[key & (MAYBE - 1)] = 1;
    /** The run of documents to which each file belongs. */
    this.runs = [...numbersOf(head.blocks)].flatMap((count, run) => Array(count).fill(run));
    /** What was made for the text before this one. @type {{text: string, index: LogIndex, documents: Map<string, number>} | null} */
    this.made = null;
  }

  /** @param {string} digest @param {Get} get */
  static async of(digest, get) {
    return new LargeLog(await get(pathOf("g", digest, 0)), get);
  }

  /**
   * What the signatures tell of a text, and the numbers of the documents that this names.
   *
   * @param {string} query @param {(run: number) => number} first the number of a run's first document
   * @returns {Promise<{told: Told[], documents: Map<string, number>}>}
   */
  async ask(query, first) {
    const text = query.slice(0, LONGEST);
    if (text.trim().length < SHORTEST) return { told: [], documents: new Map() };
    const files = this.found(text);
    if (!files.length) return { told: [], documents: new Map() };
    if (this.made?.text !== text) this.made = { text, ...(await this.read(files, text, first)) };
    const { index, documents } = this.made;
    const told = index.ask(query);
    return { told, documents: new Map(told.flatMap(({ slug }) => (documents.has(slug) ? [[slug, /** @type {number} */ (documents.get(slug))]] : []))) };
  }

  /** The files of signatures of which a text may have a line. @param {string} text @returns {number[]} */
  found(text) {
    const bytes = new TextEncoder().encode(text.replace(ESCAPES, ""));
    const { gram, bits } = this.head;
    const { keys, maybe } = this;
    /** @type {Set<number>} */
    const found = new Set();
    for (let at = 0; at + gram <= bytes.length && found.size < MOST; at += 1) {
      // The hash of Fowler, Noll and Vo.
      let hash = 0x811c9dc5;
      for (let next = at; next < at + gram; next += 1) hash = Math.imul(hash ^ bytes[next], 0x01000193);
      const key = hash >>> (32 - bits);
      if (!maybe[key & (MAYBE - 1)]) continue;
      for (let index = before(keys, key); index >= 0 && keys[index] === key; index -= 1) found.add(this.files[index]);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** @param {number[]} files @param {string} text @param {(run: number) => number} first */
  async read(files, text, first) {
    const contents = await Promise.all(files.map((file) => /** @type {Promise<File>} */ (this.get(pathOf("s", this.head.files, file)))));
    const plain = text.replace(ESCAPES, "");
    const { format, engine } = this.head;
    /** @type {any[]} */
    const signatures = [];
    /** @type {Record<string, any>} */
    const entries = {};
    /** @type {Map<string, number>} */
    const documents = new Map();
    contents.forEach((content, at) => {
      for (const signature of content.signatures) {
        // Of a file's, only those of which the text may have a line.
        if (!signature.lines.some(({ literals }) => literals.every((literal) => plain.includes(literal)))) continue;
        const about = content.entries[signature.entry];
        signatures.push(signature);
        entries[signature.entry] = about;
        documents.set(about.slug, first(this.runs[files[at]]) + about.document);
      }
    });
    return { index: new LogIndex({ format, engine, signatures, figures: [], entries }), documents };
  }
}
