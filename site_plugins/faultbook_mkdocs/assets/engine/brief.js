// Literals looked for in a few kilobytes, one after the other: an automaton of them takes longer to make than that.

// One character a byte, each byte another: places in the text are places in the bytes.
const BYTES = new TextDecoder("windows-1252");

/** Finds literals; they are numbered as given. */
export class Brief {
  /** @param {Uint8Array[]} literals */
  constructor(literals) {
    this.literals = literals.map((literal) => BYTES.decode(literal));
    /** What was looked through last, and where literals begin in it. @type {{bytes: Uint8Array | null, places: number[]}} */
    this.last = { bytes: null, places: [] };
  }

  /** Where a literal stands in the first line that holds one from *from* on, the start of a line; or -1. @param {Uint8Array} bytes @param {number} from @returns {number} */
  find(bytes, from) {
    if (this.last.bytes !== bytes) this.last = { bytes, places: this.places(BYTES.decode(bytes)) };
    return this.last.places.find((place) => place >= from) ?? -1;
  }

  /** The numbers of all literals in *bytes*. @param {Uint8Array} bytes @returns {Set<number>} */
  all(bytes) {
    const text = BYTES.decode(bytes);
    return new Set(this.literals.flatMap((literal, index) => (text.includes(literal) ? [index] : [])));
  }

  /** @param {string} text @returns {number[]} */
  places(text) {
    const places = [];
    for (const literal of this.literals) {
      for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) places.push(at);
    }
    return places.sort((one, other) => one - other);
  }
}
