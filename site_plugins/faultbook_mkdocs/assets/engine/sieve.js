// A sieve before the literals, as faultbook.diagnosis.finder has it: one look-up for every four bytes of a log. Whatever is
// at least five bytes long holds, wherever it stands, four bytes that begin at a multiple of four, or three of them. A table
// tells whether any literal has such four; of those that a literal could be told by, it has the rarest in the log itself.

const WORD = 4;
const BITS = 20; // of a word's number; a table of one bit each stays in a processor's cache
const ROW_BITS = 16;
const FACTOR = 0x9e3779b1; // 2**32 over the golden ratio
const SAMPLE = 1 << 18;
const BYTES = 256;

/** The number of a word. @param {number} word @returns {number} */
const numberOf = (word) => Math.imul(word, FACTOR) >>> (32 - BITS);

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

  /** Where the first literal is told that begins at *from* or later, or -1; with *found* none is the first, and all go there. @param {Uint8Array} bytes @param {number} from @param {Set<number> | null} found @returns {number} */
  look(bytes, from, found) {
    const { held } = this;
    // Words are counted from where the buffer's are, which may be before the bytes.
    const shift = bytes.byteOffset % WORD;
    const words = wordsOf(bytes);
    for (let at = (from + shift) >>> 2; at < words.length; at += 1) {
      const number = Math.imul(words[at], FACTOR) >>> (32 - BITS);
      if (held[number >>> 5] & (1 << number)) {
        const start = this.check(bytes, from, at * WORD - shift, number, found);
        if (start >= 0) return start;
      }
    }
    const rest = words.length * WORD - shift;
    if (rest >= bytes.length) return -1;
    // The last bytes make no word: what is behind them is any byte.
    pair.fill(0);
    pair.set(bytes.subarray(Math.max(rest, 0)), Math.max(-rest, 0));
    return this.check(bytes, from, rest, numberOf(asWord[0]), found);
  }

  /** Where a literal begins that has the word at *at*, or -1; see `look`. @param {Uint8Array} bytes @param {number} from @param {number} at @param {number} number @param {Set<number> | null} found @returns {number} */
  check(bytes, from, at, number, found) {
    const row = rowOf(number);
    for (let window = this.rows[row]; window < this.rows[row + 1]; window += 1) {
      if (this.numbers[window] !== number) continue;
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
