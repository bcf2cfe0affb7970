/**
 * A pasted text asked against a large book's signatures, of which those are read that have something of it: see
 * search_signatures.py.
 *
 * @typedef {import("./search-log.js").Told} Told
 * @typedef {{format: number, engine: any, gram: number, bits: number, keys: string, sizes: string, files: string}} Head
 * @typedef {(path: string) => Promise<any>} Get
 */

import { ESCAPES } from "./engine/matcher.js";
import { pathOf } from "./search-large.js";
import { LONGEST, LogIndex, SHORTEST } from "./search-log.js";
import { numbersOf } from "./search-postings.js";

const MOST = 40; // files that are read for one text

export class LargeLog {
  /** @param {Head} head @param {Get} get */
  constructor(head, get) {
    this.head = head;
    this.get = get;
    /** The file of each hash of six bytes. @type {Map<number, number>} */
    this.files = new Map();
    const keys = numbersOf(head.keys);
    let [at, key] = [0, 0];
    numbersOf(head.sizes).forEach((size, file) => {
      for (let left = size; left > 0; left -= 1) {
        key += keys[at];
        at += 1;
        this.files.set(key, file);
      }
    });
    /** What was made of the files that a text before this one needed. @type {{files: string, index: LogIndex, documents: Map<string, number>} | null} */
    this.made = null;
  }

  /** @param {string} digest @param {Get} get */
  static async of(digest, get) {
    return new LargeLog(await get(pathOf("g", digest, 0)), get);
  }

  /** What the signatures tell of a text, and the numbers of the documents that this names. @param {string} query @returns {Promise<{told: Told[], documents: Map<string, number>}>} */
  async ask(query) {
    const text = query.slice(0, LONGEST);
    const files = text.trim().length < SHORTEST ? [] : this.filesOf(text);
    if (!files.length) return { told: [], documents: new Map() };
    if (this.made?.files !== String(files)) this.made = await this.read(files);
    const { index, documents } = this.made;
    const told = index.ask(query);
    return { told, documents: new Map(told.flatMap(({ slug }) => (documents.has(slug) ? [[slug, /** @type {number} */ (documents.get(slug))]] : []))) };
  }

  /** The files with signatures that may have a line of a text. @param {string} text @returns {number[]} */
  filesOf(text) {
    const bytes = new TextEncoder().encode(text.replace(ESCAPES, ""));
    const { gram, bits } = this.head;
    /** @type {Set<number>} */
    const found = new Set();
    for (let at = 0; at + gram <= bytes.length && found.size < MOST; at += 1) {
      // The hash of Fowler, Noll and Vo.
      let hash = 0x811c9dc5;
      for (let next = at; next < at + gram; next += 1) hash = Math.imul(hash ^ bytes[next], 0x01000193);
      const file = this.files.get(hash >>> (32 - bits));
      if (file !== undefined) found.add(file);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** @param {number[]} files */
  async read(files) {
    const contents = await Promise.all(files.map((file) => this.get(pathOf("s", this.head.files, file))));
    const { format, engine } = this.head;
    const entries = Object.assign({}, ...contents.map((content) => content.entries));
    // A signature with several lines may be in several files.
    const signatures = [...new Map(contents.flatMap((content) => content.signatures).map((each) => [`${each.entry} ${each.name}`, each])).values()];
    const documents = new Map(Object.values(entries).map(({ slug, document }) => [slug, document]));
    return { files: String(files), index: new LogIndex({ format, engine, signatures, figures: [], entries }), documents };
  }
}
