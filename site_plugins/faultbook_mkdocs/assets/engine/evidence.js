// One log, read, as faultbook.diagnosis.evidence reads it.

import { FIRST_YEAR, inYear, near } from "./clock.js";
import { traces } from "./exceptions.js";
import { assemble } from "./matcher.js";
import { bisect, compile, cut, groupsOf, trimEnd, trimStart } from "./text.js";

/**
 * @typedef {import("./clock.js").Instant} Instant
 * @typedef {import("./line.js").Line} Line
 * @typedef {import("./scan.js").Extract} Extract
 * @typedef {import("./scan.js").Landmark} Landmark
 * @typedef {import("./exceptions.js").Raised} Raised
 * @typedef {import("./exceptions.js").Trace} Trace
 * @typedef {import("./matcher.js").Match} Match
 * @typedef {Record<string, string | null>} Groups
 * @typedef {{number: number, landmark: Landmark, groups: Groups}} Mark
 * @typedef {{file: number, line: number, tier: number, kind: string, text: string, read: Line, trace: Trace | null,
 *   raised: Raised | null, matches: Match[], groups: Groups, time: Instant | null, rank: number | null,
 *   host: string | null, survived: number}} Event
 */

const PROBES = /\/health|\/metrics|\/ping|\/ready|\/live|\/v1\/models/u;
const ERROR_WORD = /\b(?:ERROR|CRITICAL|FATAL)\b/u;
const SHORTLY = 5_000_000;
const HOUR = 3_600_000_000;
const LOOKED_AT = 200;
const STAMPS = 8;
const BACKWARDS = 5;

/** The match that names an event's entry, if a signature that is no hint does. @param {Event} event @returns {Match | null} */
export function matchOf(event) {
  return event.matches.find((match) => match.strength !== "hint") ?? null;
}

/** One log, read. */
export class Log {
  /** @param {number} index @param {Extract} extract @param {Map<number, Line>} lines @param {Mark[]} marks @param {Trace[]} found @param {Match[]} matches @param {import("./figures.js").Series} figures @param {boolean} reversed */
  constructor(index, extract, lines, marks, found, matches, figures, reversed) {
    this.index = index;
    this.extract = extract;
    this.lines = lines;
    this.marks = marks;
    this.traces = found;
    this.matches = matches;
    this.figures = figures;
    this.reversed = reversed;
    /** @type {[number, Instant][]} */
    this.times = [];
    for (const [number, line] of lines) if (line.time !== null) this.times.push([number, line.time]);
  }

  /** @param {number} number @returns {Line} */
  line(number) {
    return /** @type {Line} */ (this.lines.get(number));
  }

  /** The number of a line in the file. @param {number} line @returns {number} */
  number(line) {
    return this.reversed ? this.extract.lines + 1 - line : line;
  }

  /** When a line was written: by its own stamp, or between those of its neighbours. @param {number} number @returns {Instant | null} */
  timeAt(number) {
    const own = this.lines.get(number)?.time ?? null;
    if (own !== null) return own;
    const at = bisect(this.times.length, (index) => this.times[index][0] <= number);
    if (at === 0) {
      if (!this.times.length) return null;
      const first = this.times[0][1];
      return { ...first, us: first.us - SHORTLY, resolution: SHORTLY };
    }
    const before = this.times[at - 1][1];
    for (const [, stamp] of this.times.slice(at, at + STAMPS)) {
      if (stamp.zone === before.zone && stamp.us >= before.us) {
        return { ...before, resolution: Math.max(before.resolution, stamp.us - before.us + stamp.resolution) };
      }
    }
    return { ...before, resolution: before.resolution + HOUR };
  }
}

/** Reads what is kept of logs by what signatures.json knows. */
export class LogReader {
  /** @param {import("./line.js").LineReader} reader @param {Landmark[]} landmarks @param {string} exception @param {import("./matcher.js").Signature[]} signatures @param {import("./matcher.js").Line[]} templates @param {import("./figures.js").FigureReader} figures */
  constructor(reader, landmarks, exception, signatures, templates, figures) {
    this.figures = figures;
    this.reader = reader;
    this.landmarks = landmarks;
    this.exception = exception;
    this.signatures = signatures;
    this.templates = templates;
    this.patterns = landmarks.map((landmark) => compile(landmark.pattern));
  }

  /** The first time that states its year, or the first of all; lines without one are near it. @param {Extract[]} extracts @returns {number} */
  nearWhat(extracts) {
    let first = null;
    for (const extract of extracts) {
      const common = this.reader.commonFormats([...extract.kept.values()]);
      let looked = 0;
      for (const [number, text] of extract.kept) {
        if (looked === LOOKED_AT) break;
        looked += 1;
        const { time } = this.reader.read(number, text, common);
        if (time === null || time.zone === "boot") continue;
        if (time.hasYear) return time.us;
        first ??= inYear(time, FIRST_YEAR);
      }
    }
    return first?.us ?? 0;
  }

  /** @param {number} index @param {Extract} given @param {number} about @returns {Log} */
  read(index, given, about) {
    let extract = given;
    const common = this.reader.commonFormats([...extract.kept.values()]);
    let lines = this.lines(extract, common, about);
    const backwards = isNewestFirst(lines);
    if (backwards) {
      extract = turned(extract);
      lines = this.lines(extract, common, about);
    }
    /** @type {Mark[]} */
    const marks = [];
    for (const [number, indexes] of extract.marks) {
      for (const at of indexes) {
        const groups = this.holds(at, /** @type {Line} */ (lines.get(number)));
        if (groups !== null) marks.push({ number, landmark: this.landmarks[at], groups });
      }
    }
    const matches = assemble(this.signatures, this.templates, extract.finds);
    return new Log(index, extract, lines, marks, traces(lines.values(), this.exception), matches, this.figures.seriesOf(extract.samples), backwards);
  }

  /** @param {Extract} extract @param {Set<string>} common @param {number} about @returns {Map<number, Line>} */
  lines(extract, common, about) {
    const lines = new Map();
    for (const [number, text] of extract.kept) {
      const line = this.reader.read(number, text, common);
      if (line.time !== null) line.time = near(line.time, about);
      lines.set(number, line);
    }
    return lines;
  }

  /** What a landmark takes from a line, or null when it does not hold there. @param {number} at @param {Line} line @returns {Groups | null} */
  holds(at, line) {
    const landmark = this.landmarks[at];
    if (landmark.name === "error-record") {
      if (line.severity !== null) return line.severity === "error" || line.severity === "fatal" ? {} : null;
      return ERROR_WORD.test(cut(line.text, 80)) ? {} : null;
    }
    let { body } = line;
    if (landmark.kind === "exception") body = trimStart(trimEnd(body, " \r\n"), " |+-");
    const match = this.patterns[at].exec(body);
    if (match === null || (landmark.kind === "serving" && PROBES.test(body))) return null;
    return groupsOf(match);
  }
}

/** Whether a log's times run backwards. @param {Map<number, Line>} lines */
function isNewestFirst(lines) {
  let before = null;
  let later = 0;
  let earlier = 0;
  for (const { time } of lines.values()) {
    if (time === null || time.zone === "boot") continue;
    if (before !== null && before < time.us) later += 1;
    if (before !== null && before > time.us) earlier += 1;
    before = time.us;
  }
  return earlier >= BACKWARDS && earlier >= 10 * later;
}

/** @param {Extract} extract @returns {Extract} */
function turned(extract) {
  const last = extract.lines + 1;
  return {
    ...extract,
    kept: new Map([...extract.kept].reverse().map(([number, text]) => [last - number, text])),
    marks: new Map([...extract.marks].reverse().map(([number, marks]) => [last - number, marks])),
    samples: [...extract.samples].reverse().map(([number, text]) => [last - number, text]),
    finds: extract.finds.map((finds) => [...finds].reverse().map((find) => ({ ...find, line: last - find.line }))),
  };
}
