// The automaton of Aho and Corasick over bytes, as one table: each byte of a log costs one look-up.

/** Finds literals in bytes; literals are numbered as given. */
export class Automaton {
  /** @param {Uint8Array[]} literals */
  constructor(literals) {
    // Bytes that no literal holds behave alike, which keeps the table small enough for a processor's cache.
    this.classes = new Uint8Array(256);
    let classes = 1;
    for (const literal of literals) {
      for (const byte of literal) {
        if (this.classes[byte] === 0) {
          this.classes[byte] = classes;
          classes += 1;
        }
      }
    }
    this.width = classes;
    const states = 1 + literals.reduce((sum, literal) => sum + literal.length, 0);
    const next = new Int32Array(states * classes).fill(-1);
    /** @type {number[][]} */
    const ends = [[]];
    literals.forEach((literal, index) => {
      let state = 0;
      for (const byte of literal) {
        const slot = state * classes + this.classes[byte];
        if (next[slot] < 0) {
          next[slot] = ends.length;
          ends.push([]);
        }
        state = next[slot];
      }
      ends[state].push(index);
    });
    this.ends = ends;
    this.next = next.slice(0, ends.length * classes);
    /** Of each state, whether a literal ends there. */
    this.isEnd = new Uint8Array(ends.length);
    /** Where each byte leads; states are multiplied by the width, and negative where a literal ends. */
    this.table = new Int32Array(this.next.length);
    this.complete();
  }

  /** Turns the tree into a table without failure links: of each state where each byte leads. */
  complete() {
    const { next, width, ends } = this;
    const fail = new Int32Array(ends.length);
    /** @type {number[]} */
    const queue = [];
    for (let byte = 0; byte < width; byte += 1) {
      if (next[byte] > 0) queue.push(next[byte]);
      else next[byte] = 0;
    }
    for (let at = 0; at < queue.length; at += 1) {
      const state = queue[at];
      const [own, others] = [ends[state], ends[fail[state]]];
      if (others.length) ends[state] = own.length ? [...own, ...others] : others;
      for (let byte = 0; byte < width; byte += 1) {
        const slot = state * width + byte;
        const along = next[fail[state] * width + byte];
        if (next[slot] >= 0) {
          fail[next[slot]] = along;
          queue.push(next[slot]);
        } else {
          next[slot] = along;
        }
      }
    }
    // States are multiplied by the width beforehand; a negative one ends a literal.
    ends.forEach((of, state) => (this.isEnd[state] = of.length ? 1 : 0));
    for (let slot = 0; slot < next.length; slot += 1) {
      const state = next[slot];
      this.table[slot] = this.isEnd[state] ? -state * width : state * width;
    }
  }

  /** The index of the last byte of the first literal from *from* on, or -1. @param {Uint8Array} bytes @param {number} from @returns {number} */
  find(bytes, from) {
    const { classes, table } = this;
    let state = 0;
    for (let at = from; at < bytes.length; at += 1) {
      state = table[state + classes[bytes[at]]];
      if (state < 0) return at;
    }
    return -1;
  }

  /** The numbers of all literals in *bytes*. @param {Uint8Array} bytes @returns {Set<number>} */
  all(bytes) {
    const found = new Set();
    let state = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      state = this.table[state + this.classes[bytes[at]]];
      if (state < 0) {
        state = -state;
        for (const literal of this.ends[state / this.width]) found.add(literal);
      }
    }
    return found;
  }
}
