// A log read once, in bounded memory, as faultbook.diagnosis.scan reads it: what is kept depends on its content only.

import { FOUND_IN_A_LINE, FOUND_IN_A_LOG, searchLine } from "./matcher.js";
import { Sieve } from "./sieve.js";
import { Literals, lookThrough } from "./stretch.js";
import { compile, cut } from "./text.js";

/**
 * @typedef {import("./matcher.js").Found} Found
 * @typedef {import("./matcher.js").Line} Template
 * @typedef {import("./stretch.js").Stretch} Stretch
 * @typedef {import("./stretch.js").Finder} Finder
 * @typedef {{name: string, kind: string, quiet: boolean, literals: string[], pattern: string, few: string, also: string[], anywhere: boolean}} Landmark
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
const FEW = 20;
const FIRST = 250;
const LAST = 250;
const MANY = 4096;
const SAME = 4;
const TOLD = 1 << 16;
const SAMPLES = 400;
const WINDOW = 1 << 14;
const QUIET_FIRST = 30;
const QUIET_LAST = 100;
const CUT = 4 * KEPT_CHARACTERS;
const SHORT = 8192; // bytes of a log for which no automaton is made

const LINE_FEED = 10;
const RETURN = 13;
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** Keeps what matters of logs; made once, used for many. */
export class Scanner {
  /** @param {Template[]} templates @param {Landmark[]} landmarks */
  constructor(templates, landmarks) {
    this.templates = templates;
    this.landmarks = landmarks;
    this.patterns = templates.map((template) => new RegExp(template.pattern, "gu"));
    this.asked = landmarks.map((landmark) => (landmark.anywhere ? compile(landmark.pattern) : null));
    this.withFigures = new Set(["step", "answered"]);
    this.every = new Literals(templates, landmarks, () => true);
    this.loud = new Literals(templates, landmarks, ({ quiet }) => !quiet);
  }

  /** @param {string} name @param {number} [most] bytes that there can be: so a short text takes little memory */
  reader(name, most = Infinity) {
    return new Reader(this, name, most);
  }
}

class Reader {
  /** @param {Scanner} scanner @param {string} name @param {number} most */
  constructor(scanner, name, most) {
    this.scanner = scanner;
    /** @type {Extract} */
    this.extract = {
      name, size: 0, lines: 0, kept: new Map(), marks: new Map(), finds: scanner.templates.map(() => []), samples: [],
      cut: false, binary: false,
    };
    this.brief = most <= SHORT;
    const size = Math.min(CHUNK + EDGE, most + 1); // one more, so that it is never full
    this.buffer = new Uint8Array(size);
    this.room = new Uint8Array(size);
    this.held = 0;
    this.taken = 0;
    this.number = 1;
    this.until = HEAD;
    /** @type {[number, string][]} */
    this.before = [];
    this.counts = new Float64Array(scanner.landmarks.length + scanner.templates.length);
    /** How often a landmark told the same. @type {Map<string, number>} */
    this.told = new Map();
    /** @type {Map<number, [number, string][]>} */
    this.rings = new Map();
    this.stride = 1;
    this.figures = 0;
    this.open = false;
    /** @type {Sieve | null} */
    this.sieve = null;
  }

  /** @param {Uint8Array} piece */
  feed(piece) {
    for (const [chunk, literals] of this.stretches(piece)) this.look(chunk, literals);
  }

  /** Takes in a stretch; of a long log, what is loud is found by a sieve. @param {Uint8Array} chunk @param {Literals} literals */
  look(chunk, literals) {
    if (literals === this.scanner.loud) this.sieve ??= new Sieve(literals.texts, chunk);
    const finder = literals === this.scanner.loud && this.sieve ? this.sieve : this.brief ? literals.brief : literals.automaton;
    this.read(lookThrough(chunk, finder, this.room), literals, finder);
  }

  /**
   * Cuts the log into stretches that depend on its bytes only; each is valid until the next is asked for.
   *
   * @param {Uint8Array} piece @returns {Generator<[Uint8Array, Literals]>}
   */
  *stretches(piece) {
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
        yield* this.parts(this.buffer.subarray(0, end));
        this.buffer.copyWithin(0, end);
        this.held -= end;
      }
    }
  }

  /** A chunk that does not reach the log's end; its first part may be the log's start. @param {Uint8Array} chunk @returns {Generator<[Uint8Array, Literals]>} */
  *parts(chunk) {
    const start = this.taken;
    this.taken += chunk.length;
    const first = start < EDGE ? lineFrom(chunk, EDGE - start) : 0;
    const edge = Math.max(first, lineFrom(chunk, Math.min(WINDOW, chunk.length)));
    yield [chunk.subarray(0, edge), this.scanner.every];
    if (edge < chunk.length) yield [chunk.subarray(edge), this.scanner.loud];
  }

  /** The stretches of what is left at the log's end. @returns {Generator<[Uint8Array, Literals]>} */
  *rest() {
    const rest = this.buffer.subarray(0, this.held);
    const edge = this.extract.size > 2 * EDGE ? lineFrom(rest, rest.length - EDGE) : 0;
    if (edge) yield* this.parts(rest.subarray(0, edge));
    if (edge < rest.length) yield [rest.subarray(edge), this.scanner.every];
  }

  /** @returns {Extract} */
  end() {
    const { extract } = this;
    for (const [chunk, literals] of this.rest()) this.look(chunk, literals);
    extract.lines = this.number - (this.open ? 0 : 1);
    extract.cut = this.open;
    for (const [number, text] of this.before) this.keep(number, text);
    for (const [index, ring] of this.rings) {
      for (const [number, text] of ring) {
        this.keep(number, text);
        if (index < this.scanner.landmarks.length) this.mark(number, index);
      }
    }
    extract.kept = new Map([...extract.kept].sort((a, b) => a[0] - b[0]));
    const marks = [...extract.marks].sort((a, b) => a[0] - b[0]);
    extract.marks = new Map(marks.map(([number, of]) => [number, [...new Set(of)].sort((a, b) => a - b)]));
    return extract;
  }

  /** Takes in a stretch: whole lines, but for a line longer than a chunk, and the log's last. @param {Stretch} stretch @param {Literals} literals @param {Finder} finder */
  read({ plain, hits, after }, literals, finder) {
    let at = 0;
    let { number } = this;
    for (let index = 0; index < hits.length; index += 3) {
      const [start, end, feeds] = [hits[index], hits[index + 1], hits[index + 2]];
      this.pass(plain, at, start, number);
      number += feeds;
      this.hit(plain, start, end, number, literals, finder);
      at = Math.min(end + 1, plain.length);
      number += 1;
    }
    const isOpen = plain[plain.length - 1] !== LINE_FEED;
    if (at > 0 && at === plain.length && isOpen) number -= 1;
    this.pass(plain, at, plain.length, number);
    number += after;
    this.open = isOpen;
    const last = isOpen ? number : number - 1;
    this.before = [...this.before, ...linesBefore(plain, plain.length, last + 1, TAIL)].slice(-TAIL);
    this.number = number;
  }

  /** Keeps the lines from *at* to *stop* that are still wanted; *number* is that of the first. @param {Uint8Array} plain @param {number} at @param {number} stop @param {number} number */
  pass(plain, at, stop, number) {
    while (at < stop && number <= this.until) {
      let end = plain.indexOf(LINE_FEED, at);
      if (end < 0 || end >= stop) end = stop;
      this.keep(number, textOf(plain.subarray(at, end)));
      at = end + 1;
      number += 1;
    }
  }

  /** Takes in a line that holds a literal. @param {Uint8Array} plain @param {number} start @param {number} end @param {number} number @param {Literals} literals @param {Finder} finder */
  hit(plain, start, end, number, literals, finder) {
    const line = plain.subarray(start, end);
    const raw = line[line.length - 1] === RETURN ? line.subarray(0, line.length - 1) : line;
    const [templates, marks] = literals.of(line, finder);
    const text = textOf(raw);
    let shown = this.find(number, raw, text, templates);
    for (const index of marks) shown = this.note(number, text, index) || shown;
    if (shown) {
      this.keep(number, text);
      const before = linesBefore(plain, start, number, BEFORE);
      for (const [earlier, other] of [...this.before, ...before].slice(-BEFORE)) {
        if (earlier >= number - BEFORE) this.keep(earlier, other);
      }
      this.until = Math.max(this.until, number + AFTER);
    } else if (number <= this.until) {
      this.keep(number, text);
    }
  }

  /** @param {number} number @param {string} text @param {number} index @returns {boolean} */
  note(number, text, index) {
    const { kind, name, quiet, few, also } = this.scanner.landmarks[index];
    const asked = this.scanner.asked[index];
    const may = !also.length || also.some((other) => text.includes(other));
    const told = may ? asked?.exec(text) : null;
    // In a line of JSON the message may be written otherwise than it reads.
    if (asked && !told && !text.startsWith("{")) return false;
    if (few && told) {
      const same = `${index} ${told.groups?.[few]}`;
      const times = this.told.get(same) ?? 0;
      if (times === SAME || (times === 0 && this.told.size === TOLD)) return false;
      this.told.set(same, times + 1);
    }
    if (this.scanner.withFigures.has(name)) this.sample(number, text);
    this.counts[index] += 1;
    const seen = this.counts[index];
    if (seen > (quiet ? QUIET_FIRST : few || kind === "death" ? MANY : FIRST)) {
      this.keepLast(index, quiet ? QUIET_LAST : LAST, number, text);
      return false;
    }
    this.keep(number, text);
    this.mark(number, index);
    if (kind === "traceback" && seen <= FULL) this.until = Math.max(this.until, number + TRACEBACK);
    const full = kind === "traceback" || kind === "exception" ? FULL : FEW;
    return (!quiet && seen <= full) || kind === "error";
  }

  /** Keeps a line among the last *most* of a landmark or template. @param {number} index @param {number} most @param {number} number @param {string} text */
  keepLast(index, most, number, text) {
    const ring = this.rings.get(index) ?? [];
    this.rings.set(index, ring);
    ring.push([number, text]);
    if (ring.length > most) ring.shift();
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
      if (this.counts[counter] <= FIRST) this.keep(number, text);
      else this.keepLast(counter, LAST, number, text);
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

/** The lines before *stop*, where line *number* starts, at most *most*. @param {Uint8Array} plain @param {number} stop @param {number} number @param {number} most @returns {[number, string][]} */
function linesBefore(plain, stop, number, most) {
  /** @type {[number, string][]} */
  const lines = [];
  let begin = stop;
  if (stop && plain[stop - 1] !== LINE_FEED) {
    begin = plain.lastIndexOf(LINE_FEED, stop - 1) + 1;
    number -= 1;
    lines.push([number, textOf(plain.subarray(begin, stop))]);
  }
  while (begin > 0 && lines.length < most) {
    const start = begin > 1 ? plain.lastIndexOf(LINE_FEED, begin - 2) + 1 : 0;
    number -= 1;
    lines.push([number, textOf(plain.subarray(start, begin - 1))]);
    begin = start;
  }
  return lines.reverse();
}
