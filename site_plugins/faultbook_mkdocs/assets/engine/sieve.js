// A sieve before the literals, as faultbook.diagnosis.finder has it: one look-up for every four bytes of a log. Whatever is
// at least five bytes long holds, wherever it stands, four bytes that begin at a multiple of four, or three of them. A table
// tells whether any literal has such four; of those that a literal could be told by, it has the rarest in the log itself.

const WORD = 4;
const BITS = 20; // of a word's number; a table of one bit each stays in a processor's cache
const ROW_BITS = 16;
const FACTOR = 0x9e3779b1; // 2**32 over the golden ratio
const SAMPLE = 1 << 18;
const BYTES = 256;
const FEEDS = 0x0a0a0a0a;
const LOW = 0x7f7f7f7f; // all bits of each byte but the highest
const MOST = 254; // words whose line feeds are summed up in bytes
const LINE_FEED = 10;

/** The number of a word. @param {number} word @returns {number} */
const numberOf = (word) => Math.imul(word, FACTOR) >>> (32 - BITS);

/** A 1 in each byte that is a line feed. @param {number} word @returns {number} */
const feedsOf = (word) => ~((((word ^ FEEDS) & LOW) + LOW) | (word ^ FEEDS) | LOW) >>> 7;

/** @param {number} sums  four, a byte each */
const sumOf = (sums) => (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);

/** The row of a number. @param {number} number @returns {number} */
const rowOf = (number) => number >>> (BITS - ROW_BITS);

const pair = new Uint8Array(WORD);
const asWord = new Int32Array(pair.buffer); // in the machine's own order of bytes

/** Finds literals of five bytes and more. */
export class Sieve {
  /** @param {Uint8Array[]} literals @param {Uint8Array} log  what words are common is told by its first bytes */
  constructor(literals, log) {
    this.literals = literals;
    const counts = new Uint32Array(1 << BITS);
    for (let at = 0; at + WORD <= Math.min(log.length, SAMPLE); at += WORD) counts[word(log, at)] += 1;
    /** By what words literals are told: a word's number, the literal, and where the word begins in it. @type {[number, number, number][]} */
    const windows = [];
    literals.forEach((literal, index) => {
      for (const group of windowsOf(literal)) {
        const seen = group.map(({ numbers }) => numbers.reduce((sum, number) => sum + counts[number], 0));
        const { offset, numbers } = group[seen.indexOf(Math.min(...seen))];
        for (const number of new Set(numbers)) windows.push([number, index, offset]);
      }
    });
    windows.sort(([one], [other]) => one - other);
    /** Of each number a bit, whether a literal has such a word. */
    this.held = new Int32Array(1 << (BITS - 5));
    /** Where the windows of a row begin in the three lists; numbers that share all but their last bits share a row. */
    this.rows = new Int32Array((1 << ROW_BITS) + 1);
    this.numbers = Int32Array.from(windows, ([number]) => number);
    this.indexes = Int32Array.from(windows, ([, index]) => index);
    this.offsets = Int32Array.from(windows, ([, , offset]) => offset);
    /** Of each window a byte of its literal that is not in it, and where that is from the window on: it mostly tells. */
    this.nexts = Int32Array.from(windows, ([, index, offset]) => (offset > 0 ? -1 : Math.min(WORD, literals[index].length - 1 - offset)));
    this.others = Uint8Array.from(windows, ([, index, offset], window) => literals[index][offset + this.nexts[window]]);
    this.feeds = 0;
    for (const [number] of windows) {
      this.held[number >>> 5] |= 1 << number;
      this.rows[rowOf(number) + 1] += 1;
    }
    for (let row = 0; row < 1 << ROW_BITS; row += 1) this.rows[row + 1] += this.rows[row];
  }

  /** Where a literal stands in the first line that holds one, from the line on that starts at *from*; or -1. @param {Uint8Array} bytes @param {number} from @returns {number} */
  find(bytes, from) {
    return this.look(bytes, from, null);
  }

  /** The numbers of all literals in *bytes*. @param {Uint8Array} bytes @returns {Set<number>} */
  all(bytes) {
    /** @type {Set<number>} */
    const found = new Set();
    this.look(bytes, 0, found);
    return found;
  }

  /**
   * Where the first literal is told that begins at *from* or later, or -1; with *found* none is the first, and all go
   * there. `feeds` has then how many line feeds stand from *from* to the literal's line, or to the end: to count them by
   * the way takes half of what it takes to go through the bytes again.
   *
   * @param {Uint8Array} bytes @param {number} from @param {Set<number> | null} found @returns {number}
   */
  look(bytes, from, found) {
    const { held } = this;
    // Words are counted from where the buffer's are, which may be before the bytes.
    const shift = bytes.byteOffset % WORD;
    const words = wordsOf(bytes);
    let at = (from + shift) >>> 2;
    this.feeds = 0;
    let next = from;
    let start = at < words.length ? this.tell(bytes, from, at, words[at], found) : -1;
    if (start >= 0) return this.stop(bytes, from, next, start);
    if (at < words.length) {
      next = Math.min((at + 1) * WORD - shift, bytes.length);
      this.feeds = countFeeds(bytes, from, next);
    }
    // The first word and the last may reach beyond the bytes, whose line feeds are counted one by one.
    for (at += 1; at + 2 < words.length; ) {
      const stop = Math.min(words.length - 2, at + MOST);
      let sums = 0; // of line feeds: four, a byte each
      for (; at < stop; at += 2) {
        const one = words[at];
        const two = words[at + 1];
        const [here, there] = [Math.imul(one, FACTOR) >>> (32 - BITS), Math.imul(two, FACTOR) >>> (32 - BITS)];
        if (((held[here >>> 5] >>> here) | (held[there >>> 5] >>> there)) & 1) {
          start = this.tell(bytes, from, at, one, found);
          if (start < 0) start = this.tell(bytes, from, at + 1, two, found);
          if (start >= 0) {
            this.feeds += sumOf(sums);
            return this.stop(bytes, from, at * WORD - shift, start);
          }
        }
        sums = (sums + feedsOf(one) + feedsOf(two)) | 0;
      }
      this.feeds += sumOf(sums);
    }
    for (; at < words.length; at += 1) {
      next = at * WORD - shift;
      start = this.tell(bytes, from, at, words[at], found);
      if (start >= 0) return this.stop(bytes, from, next, start);
      this.feeds += countFeeds(bytes, next, Math.min(next + WORD, bytes.length));
    }
    const rest = words.length * WORD - shift;
    if (rest >= bytes.length) return -1;
    // The last bytes make no word: what is behind them is any byte.
    pair.fill(0);
    pair.set(bytes.subarray(Math.max(rest, 0)), Math.max(-rest, 0));
    start = this.check(bytes, from, rest, numberOf(asWord[0]), found);
    if (start >= 0) return this.stop(bytes, from, Math.max(rest, from), start);
    this.feeds += countFeeds(bytes, Math.max(rest, from), bytes.length);
    return -1;
  }

  /** Counts what stands between *next*, up to where is counted, and the literal. @param {Uint8Array} bytes @param {number} from @param {number} next @param {number} start */
  stop(bytes, from, next, start) {
    if (start > next) this.feeds += countFeeds(bytes, Math.max(next, from), start);
    return start;
  }

  /** What `check` says of a word, if a literal has it. @param {Uint8Array} bytes @param {number} from @param {number} at @param {number} word @param {Set<number> | null} found */
  tell(bytes, from, at, word, found) {
    const number = numberOf(word);
    if (((this.held[number >>> 5] >>> number) & 1) === 0) return -1;
    return this.check(bytes, from, at * WORD - (bytes.byteOffset % WORD), number, found);
  }

  /** Where a literal begins that has the word at *at*, or -1; see `look`. @param {Uint8Array} bytes @param {number} from @param {number} at @param {number} number @param {Set<number> | null} found @returns {number} */
  check(bytes, from, at, number, found) {
    const row = rowOf(number);
    for (let window = this.rows[row]; window < this.rows[row + 1]; window += 1) {
      if (this.numbers[window] !== number) continue;
      if (bytes[at + this.nexts[window]] !== this.others[window]) continue;
      const start = at - this.offsets[window];
      const literal = this.literals[this.indexes[window]];
      if (start < from || start + literal.length > bytes.length || !isAt(bytes, start, literal)) continue;
      if (found === null) return start;
      found.add(this.indexes[window]);
    }
    return -1;
  }
}

/** The whole words in which bytes stand. @param {Uint8Array} bytes @returns {Int32Array} */
export function wordsOf(bytes) {
  const shift = bytes.byteOffset % WORD;
  const most = (bytes.buffer.byteLength - bytes.byteOffset + shift) >>> 2;
  return new Int32Array(bytes.buffer, bytes.byteOffset - shift, Math.min(most, (shift + bytes.length + WORD - 1) >>> 2));
}

/** Line feeds, one byte at a time. @param {Uint8Array} bytes @param {number} from @param {number} to */
export function countFeeds(bytes, from, to) {
  let found = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === LINE_FEED) found += 1;
  return found;
}

/** @param {Uint8Array} bytes @param {number} start @param {Uint8Array} literal */
function isAt(bytes, start, literal) {
  for (let at = 0; at < literal.length; at += 1) if (bytes[start + at] !== literal[at]) return false;
  return true;
}

/** The number of the word at *at*. @param {Uint8Array} bytes @param {number} at */
function word(bytes, at) {
  for (let index = 0; index < WORD; index += 1) pair[index] = bytes[at + index];
  return numberOf(asWord[0]);
}

/** By which words a literal can be told, for each of the four places at which it can stand. @param {Uint8Array} literal @returns {{offset: number, numbers: number[]}[][]} */
function windowsOf(literal) {
  const groups = [];
  for (let first = 0; first < WORD; first += 1) {
    const group = [];
    for (let at = first; at + WORD <= literal.length; at += WORD) group.push({ offset: at, numbers: [word(literal, at)] });
    if (!group.length) group.push(withAny(literal, first));
    groups.push(group);
  }
  return groups;
}

/** Three bytes of a short literal, with whatever byte follows them or comes before. @param {Uint8Array} literal @param {number} first */
function withAny(literal, first) {
  const follows = literal.length - first === WORD - 1;
  const known = follows ? literal.subarray(first) : literal.subarray(0, WORD - 1);
  const text = new Uint8Array(WORD);
  text.set(known, follows ? 0 : 1);
  const numbers = [];
  for (let byte = 0; byte < BYTES; byte += 1) {
    text[follows ? WORD - 1 : 0] = byte;
    numbers.push(word(text, 0));
  }
  return { offset: follows ? first : -1, numbers };
}
