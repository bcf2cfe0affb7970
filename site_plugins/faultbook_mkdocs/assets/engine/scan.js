// A log read once, in bounded memory, as faultbook.diagnosis.scan reads it: what is kept depends on its content only.

import { Automaton } from "./automaton.js";
import { FOUND_IN_A_LINE, FOUND_IN_A_LOG, searchLine } from "./matcher.js";
import { compile, cut } from "./text.js";

/**
 * @typedef {import("./matcher.js").Found} Found
 * @typedef {import("./matcher.js").Line} Template
 * @typedef {{name: string, kind: string, quiet: boolean, literals: string[], pattern: string}} Landmark
 * @typedef {{name: string, size: number, lines: number, kept: Map<number, string>, marks: Map<number, number[]>,
 *   finds: Found[][], samples: [number, string][], cut: boolean, binary: boolean}} Extract
 */

// The same in scan.py.
const CHUNK = 1 << 22;
const EDGE = 1 << 18;
const KEPT_CHARACTERS = 4096;
const HEAD = 40;
const TAIL = 60;
const BEFORE = 3;
const AFTER = 4;
const TRACEBACK = 400;
const FULL = 100;
const MOST = 2000;
const SAMPLES = 400;
const WINDOW = 1 << 14;
const QUIET_FIRST = 30;
const QUIET_LAST = 100;
const CUT = 4 * KEPT_CHARACTERS;

const LINE_FEED = 10;
const RETURN = 13;
const ESCAPE = 27;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The literals of templates and of some landmarks, and who uses each. */
class Literals {
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
    this.automaton = new Automaton([...users.keys()].map((literal) => new TextEncoder().encode(literal)));
  }

  /** The templates and landmarks that a line's literals speak for. @param {Uint8Array} line @returns {[number[], number[]]} */
  of(line) {
    const templates = new Set();
    const marks = new Set();
    for (const literal of this.automaton.all(line)) {
      this.users[literal][0].forEach((index) => templates.add(index));
      this.users[literal][1].forEach((index) => marks.add(index));
    }
    return [[...templates].sort((a, b) => a - b), [...marks].sort((a, b) => a - b)];
  }
}

/** Keeps what matters of logs; made once, used for many. */
export class Scanner {
  /** @param {Template[]} templates @param {Landmark[]} landmarks */
  constructor(templates, landmarks) {
    this.templates = templates;
    this.landmarks = landmarks;
    this.patterns = templates.map((template) => new RegExp(template.pattern, "gu"));
    this.endPatterns = landmarks.map((landmark) => (landmark.kind === "end" ? compile(landmark.pattern) : null));
    this.withFigures = new Set(["step", "answered"]);
    this.every = new Literals(templates, landmarks, () => true);
    this.loud = new Literals(templates, landmarks, ({ quiet }) => !quiet);
  }

  /** @param {string} name */
  reader(name) {
    return new Reader(this, name);
  }
}

class Reader {
  /** @param {Scanner} scanner @param {string} name */
  constructor(scanner, name) {
    this.scanner = scanner;
    /** @type {Extract} */
    this.extract = {
      name, size: 0, lines: 0, kept: new Map(), marks: new Map(), finds: scanner.templates.map(() => []), samples: [],
      cut: false, binary: false,
    };
    this.buffer = new Uint8Array(CHUNK + EDGE);
    this.held = 0;
    this.taken = 0;
    this.number = 1;
    this.until = HEAD;
    /** @type {[number, string][]} */
    this.recent = [];
    this.counts = new Float64Array(scanner.landmarks.length + scanner.templates.length);
    /** @type {Map<number, [number, string][]>} */
    this.rings = new Map();
    this.stride = 1;
    this.figures = 0;
    this.lookback = BEFORE;
    this.open = false;
  }

  /** @param {Uint8Array} piece */
  feed(piece) {
    const { extract } = this;
    if (extract.size < KEPT_CHARACTERS && piece.subarray(0, KEPT_CHARACTERS - extract.size).includes(0)) extract.binary = true;
    extract.size += piece.length;
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + this.buffer.length - this.held);
      this.buffer.set(part, this.held);
      this.held += part.length;
      at += part.length;
      if (this.held === this.buffer.length) {
        const end = this.buffer.lastIndexOf(LINE_FEED, CHUNK - 1) + 1 || CHUNK;
        this.take(this.buffer.subarray(0, end));
        this.buffer.copyWithin(0, end);
        this.held -= end;
      }
    }
  }

  /** Takes in a chunk that does not reach the log's end; its first part may be the log's start. @param {Uint8Array} chunk */
  take(chunk) {
    const start = this.taken;
    this.taken += chunk.length;
    const first = start < EDGE ? lineFrom(chunk, EDGE - start) : 0;
    const edge = Math.max(first, lineFrom(chunk, Math.min(WINDOW, chunk.length)));
    this.read(chunk.subarray(0, edge), this.scanner.every);
    if (edge < chunk.length) this.read(chunk.subarray(edge), this.scanner.loud);
  }

  /** @returns {Extract} */
  end() {
    const { extract } = this;
    const rest = this.buffer.subarray(0, this.held);
    const edge = extract.size > 2 * EDGE ? lineFrom(rest, rest.length - EDGE) : 0;
    if (edge) this.take(rest.subarray(0, edge));
    this.lookback = TAIL;
    if (edge < rest.length) this.read(rest.subarray(edge), this.scanner.every);
    extract.lines = this.number - (this.open ? 0 : 1);
    extract.cut = this.open;
    for (const [number, text] of this.recent.slice(-TAIL)) this.keep(number, text);
    for (const [index, ring] of this.rings) {
      for (const [number, text] of ring) {
        this.keep(number, text);
        this.mark(number, index);
      }
    }
    extract.kept = new Map([...extract.kept].sort((a, b) => a[0] - b[0]));
    const marks = [...extract.marks].sort((a, b) => a[0] - b[0]);
    extract.marks = new Map(marks.map(([number, of]) => [number, [...new Set(of)].sort((a, b) => a - b)]));
    return extract;
  }

  /** @param {Uint8Array} chunk @param {Literals} literals */
  read(chunk, literals) {
    const plain = withoutEscapes(chunk);
    let at = 0;
    let number = this.number;
    for (let position = literals.automaton.find(plain, 0); position >= 0; ) {
      const start = plain.lastIndexOf(LINE_FEED, position) + 1;
      let end = plain.indexOf(LINE_FEED, position);
      if (end < 0) end = plain.length;
      number = this.between(plain, at, start, number);
      this.hit(number, plain.subarray(start, end), literals);
      if (end === plain.length) {
        this.open = true;
        this.number = number;
        return;
      }
      at = end + 1;
      number += 1;
      position = literals.automaton.find(plain, at);
    }
    number = this.between(plain, at, plain.length, number);
    this.open = plain[plain.length - 1] !== LINE_FEED;
    this.number = number;
  }

  /** Keeps what is wanted of the lines from *at* to *stop*; gives the number of the line at *stop*. @param {Uint8Array} plain @param {number} at @param {number} stop @param {number} number */
  between(plain, at, stop, number) {
    while (at < stop && number <= this.until) {
      let end = plain.indexOf(LINE_FEED, at);
      if (end < 0 || end >= stop) end = stop;
      const text = textOf(plain.subarray(at, end));
      this.keep(number, text);
      this.remember(number, text);
      if (end === stop) return number;
      at = end + 1;
      number += 1;
    }
    if (at >= stop) return number;
    const last = number + count(plain, at, stop);
    /** @type {[number, string][]} */
    const lines = [];
    let begin = stop;
    if (plain[stop - 1] !== LINE_FEED) {
      begin = startOf(plain, at, stop);
      lines.push([last, textOf(plain.subarray(begin, stop))]);
    }
    for (let back = 1; back <= this.lookback && begin > at; back += 1) {
      const start = startOf(plain, at, begin - 1);
      lines.push([last - back, textOf(plain.subarray(start, begin - 1))]);
      begin = start;
    }
    for (const [of, text] of lines.reverse()) this.remember(of, text);
    return last;
  }

  /** @param {number} number @param {Uint8Array} line @param {Literals} literals */
  hit(number, line, literals) {
    const raw = line[line.length - 1] === RETURN ? line.subarray(0, line.length - 1) : line;
    const [templates, marks] = literals.of(line);
    const text = textOf(raw);
    let shown = this.find(number, raw, text, templates);
    for (const index of marks) shown = this.note(number, text, index) || shown;
    if (shown) {
      this.keep(number, text);
      for (const [before, earlier] of this.recent.slice(-BEFORE)) {
        if (before >= number - BEFORE) this.keep(before, earlier);
      }
      this.until = Math.max(this.until, number + AFTER);
    } else if (number <= this.until) {
      this.keep(number, text);
    }
    this.remember(number, text);
  }

  /** @param {number} number @param {string} text @param {number} index @returns {boolean} */
  note(number, text, index) {
    const { kind, name, quiet } = this.scanner.landmarks[index];
    const pattern = this.scanner.endPatterns[index];
    if (pattern !== null && !pattern.test(text)) return false;
    if (this.scanner.withFigures.has(name)) this.sample(number, text);
    this.counts[index] += 1;
    const seen = this.counts[index];
    if (quiet && seen > QUIET_FIRST) {
      const ring = this.rings.get(index) ?? [];
      this.rings.set(index, ring);
      ring.push([number, text]);
      if (ring.length > QUIET_LAST) ring.shift();
      return false;
    }
    if (!quiet && seen > MOST) return false;
    this.keep(number, text);
    this.mark(number, index);
    if (kind === "traceback" && seen <= FULL) this.until = Math.max(this.until, number + TRACEBACK);
    return (!quiet && seen <= FULL) || kind === "error";
  }

  /** @param {number} number @param {string} text */
  sample(number, text) {
    const { samples } = this.extract;
    if (samples.length && samples[samples.length - 1][0] === number) return;
    if (this.figures % this.stride === 0) samples.push([number, text]);
    this.figures += 1;
    if (samples.length > SAMPLES) {
      this.extract.samples = samples.filter((_, index) => index % 2 === 0);
      this.stride *= 2;
    }
  }

  /** @param {number} number @param {Uint8Array} raw @param {string} text @param {number[]} templates @returns {boolean} */
  find(number, raw, text, templates) {
    if (!templates.length) return false;
    const whole = raw.length > CUT ? DECODER.decode(raw) : text;
    let shown = false;
    for (const index of templates) {
      const finds = this.extract.finds[index];
      if (finds.length >= FOUND_IN_A_LOG) continue;
      const before = finds.length;
      for (const found of searchLine(this.scanner.templates[index], this.scanner.patterns[index], whole)) {
        finds.push({ line: number, ...found });
        if (finds.length - before === FOUND_IN_A_LINE) break;
      }
      if (finds.length === before) continue;
      const counter = this.scanner.landmarks.length + index;
      this.counts[counter] += 1;
      if (this.counts[counter] <= MOST) this.keep(number, text);
      shown = shown || this.counts[counter] <= FULL;
    }
    return shown;
  }

  /** @param {number} number @param {string} text */
  keep(number, text) {
    if (!this.extract.kept.has(number)) this.extract.kept.set(number, text);
  }

  /** @param {number} number @param {number} index */
  mark(number, index) {
    const known = this.extract.marks.get(number);
    if (known === undefined) this.extract.marks.set(number, [index]);
    else known.push(index);
  }

  /** @param {number} number @param {string} text */
  remember(number, text) {
    this.recent.push([number, text]);
    if (this.recent.length > 4 * TAIL) this.recent = this.recent.slice(-TAIL);
  }
}

/** Where the first line starts that starts at a position or later. @param {Uint8Array} chunk @param {number} position */
function lineFrom(chunk, position) {
  if (position <= 0) return 0;
  return chunk.indexOf(LINE_FEED, position - 1) + 1 || chunk.length;
}

/** What is kept of a line; of a long one with a progress bar's carriage returns, its end. @param {Uint8Array} raw @returns {string} */
function textOf(raw) {
  if (raw.length > KEPT_CHARACTERS) {
    const at = raw.subarray(0, raw.length - 1).indexOf(RETURN, raw.length - KEPT_CHARACTERS);
    if (at >= 0) raw = raw.subarray(at + 1);
    raw = raw.subarray(0, CUT);
  }
  if (raw[raw.length - 1] === RETURN) raw = raw.subarray(0, raw.length - 1);
  return cut(DECODER.decode(raw), KEPT_CHARACTERS);
}

/** @param {Uint8Array} bytes @param {number} from @param {number} to */
function startOf(bytes, from, to) {
  const found = to > from ? bytes.lastIndexOf(LINE_FEED, to - 1) : -1;
  return found < from ? from : found + 1;
}

/** @param {Uint8Array} bytes @param {number} from @param {number} to */
function count(bytes, from, to) {
  let found = 0;
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < to; at = bytes.indexOf(LINE_FEED, at + 1)) found += 1;
  return found;
}

/** Without control sequences and operating system commands of a terminal. @param {Uint8Array} bytes @returns {Uint8Array} */
function withoutEscapes(bytes) {
  let from = bytes.indexOf(ESCAPE);
  if (from < 0) return bytes;
  const output = new Uint8Array(bytes.length);
  let size = 0;
  let copied = 0;
  while (from >= 0) {
    const end = endOfEscape(bytes, from);
    if (end > from) {
      output.set(bytes.subarray(copied, from), size);
      size += from - copied;
      copied = end;
    }
    from = bytes.indexOf(ESCAPE, Math.max(end, from + 1));
  }
  output.set(bytes.subarray(copied), size);
  return output.subarray(0, size + bytes.length - copied);
}

/** Where the sequence that begins at *from* ends, or *from* when none does. @param {Uint8Array} bytes @param {number} from */
function endOfEscape(bytes, from) {
  let at = from + 2;
  if (bytes[from + 1] === 0x5b) {
    for (let taken = 0; taken < 64 && bytes[at] >= 0x30 && bytes[at] <= 0x3f; taken += 1) at += 1;
    for (let taken = 0; taken < 8 && bytes[at] >= 0x20 && bytes[at] <= 0x2f; taken += 1) at += 1;
    return bytes[at] >= 0x40 && bytes[at] <= 0x7e ? at + 1 : from;
  }
  if (bytes[from + 1] !== 0x5d) return from;
  for (let taken = 0; taken <= 2048; taken += 1, at += 1) {
    if (bytes[at] === 7) return at + 1;
    if (bytes[at] === ESCAPE) return bytes[at + 1] === 0x5c ? at + 2 : from;
    if (bytes[at] === undefined || bytes[at] === LINE_FEED) return from;
  }
  return from;
}
