// A Diagnosis as plain data, as faultbook.diagnosis.report makes it, byte for byte.

import { frameOf } from "./exceptions.js";
import { compare, cut, size } from "./text.js";

/**
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./case.js").About} About
 * @typedef {import("./verdict.js").Diagnosed} Diagnosed
 * @typedef {import("./verdict.js").Diagnosis} Diagnosis
 * @typedef {import("./case.js").Note} Note
 */

export const FORMAT = 1;
const SHOWN = 600;
const AROUND = 2;
const EVENTS = 400;
const WORD = /[A-Za-z_]{4,40}/gu;
const SIMILAR = 3;
const SHARED = 2;

/** An answer as text, with a line feed at its end. @param {object} answer @returns {string} */
export function toText(answer) {
  return `${JSON.stringify(answer, null, 1)}\n`;
}

/** @param {Diagnosis} diagnosis @param {Record<string, About>} about @param {import("./matcher.js").Signature[]} signatures @param {string} address */
export function asJson(diagnosis, about, signatures, address) {
  const { logs } = diagnosis;
  return {
    format: FORMAT,
    verdict: diagnosis.verdict,
    initiating: initiatingOf(diagnosis),
    diagnoses: diagnosis.diagnoses.map((item) => diagnosed(item, logs, about, address)),
    similar: similar(diagnosis, about, signatures, address),
    collateral: diagnosis.collateral.map((note) => noted(note, logs)),
    ruled_out: diagnosis.ruledOut.map((note) => noted(note, logs)),
    missing: diagnosis.missing === null ? [] : [{ collect: diagnosis.missing.collect, because: diagnosis.missing.because }],
    grounds: diagnosis.grounds === null ? null : noted(diagnosis.grounds, logs),
    figures: diagnosis.findings.map((found) => figureOf(found, about)),
    events: diagnosis.events.slice(0, EVENTS).map((event) => eventOf(event, diagnosis)),
    files: logs.map(({ extract }) => ({
      name: extract.name, bytes: extract.size, lines: extract.lines, cut: extract.cut, binary: extract.binary,
    })),
  };
}

/** @param {string} text */
function shown(text) {
  return size(text) <= SHOWN ? text : `${cut(text, SHOWN)}…`;
}

/** @param {Diagnosis} diagnosis */
function initiatingOf({ initiating, logs }) {
  if (initiating === null) return null;
  const { event } = initiating;
  const { raised } = event;
  const log = logs[event.file];
  const frame = raised === null ? null : frameOf(raised);
  return {
    file: log.extract.name,
    line: log.number(event.line),
    rank: initiating.rank,
    one_of: initiating.oneOf,
    host: event.host,
    process: event.read.process,
    time: event.read.time === null ? null : event.read.time.text,
    because: initiating.because,
    text: shown(event.text),
    exception: raised === null ? null : { type: raised.type, message: shown(raised.message) },
    frame: frame === null ? null : { path: frame.path, line: frame.line, function: frame.function },
    context: context(log, event.line),
  };
}

/** @param {Log} log @param {number} line */
function context(log, line) {
  const lines = [];
  for (let number = line - AROUND; number <= line + AROUND; number += 1) {
    const read = log.lines.get(number);
    if (read !== undefined) lines.push({ line: log.number(number), text: shown(read.text) });
  }
  return log.reversed ? lines.reverse() : lines;
}

/** @param {Diagnosed} item @param {Log[]} logs @param {Record<string, About>} about @param {string} address */
function diagnosed({ entry, match, event, ranks }, logs, about, address) {
  const { slug, title, summary, fix, code, risk, takes, verify, confirm } = about[entry];
  const log = logs[event.file];
  return {
    slug, title, summary,
    signature: match.signature,
    role: match.role,
    strength: match.strength,
    file: log.extract.name,
    line: log.number(match.line),
    end_line: log.number(match.end_line),
    rank: event.rank,
    ranks,
    captures: match.captures,
    context: context(log, match.line),
    fix, code, risk, takes, verify, confirm,
    url: `${address}${slug}/`,
  };
}

/** @param {Note} note @param {Log[]} logs */
function noted(note, logs) {
  const log = logs[note.file];
  return {
    file: log.extract.name,
    line: log.number(note.line),
    rank: note.rank,
    slug: note.slug,
    because: note.because,
    text: shown(log.line(note.line).text),
  };
}

/** @param {{log: Log, finding: import("./figures.js").Finding}} found @param {Record<string, About>} about */
function figureOf({ log, finding }, about) {
  const { signature, point, baseline, values, at } = finding;
  const line = log.lines.get(point.line);
  return {
    slug: Object.hasOwn(about, signature.entry) ? about[signature.entry].slug : null,
    figure: signature.figure,
    when: signature.when,
    file: log.extract.name,
    line: log.number(point.line),
    step: point.step,
    time: line === undefined || line.time === null ? null : line.time.text,
    value: point.text,
    baseline, values, at,
  };
}

/** @param {Event} event @param {Diagnosis} diagnosis */
function eventOf(event, { initiating, logs }) {
  const log = logs[event.file];
  const isFirst = initiating !== null && event === initiating.event;
  return {
    file: log.extract.name,
    line: log.number(event.line),
    rank: event.rank,
    host: event.host,
    us: event.time !== null && event.time.zone !== "boot" ? event.time.us : null,
    kind: event.survived ? "survived" : isFirst ? "initiating" : "collateral",
  };
}

/** @param {Diagnosis} diagnosis @param {Record<string, About>} about @param {import("./matcher.js").Signature[]} signatures @param {string} address */
function similar({ verdict, initiating }, about, signatures, address) {
  if (verdict !== "unrecognised" || initiating === null) return [];
  const words = wordsOf([cut(initiating.event.read.body, 2000)]);
  /** @type {Map<string, number>} */
  const scores = new Map();
  for (const signature of signatures) {
    const own = wordsOf(signature.lines.flatMap((line) => line.literals));
    const shared = [...own].filter((word) => words.has(word)).length;
    scores.set(signature.entry, Math.max(scores.get(signature.entry) ?? 0, shared));
  }
  return [...scores]
    .filter(([entry, score]) => score >= SHARED)
    .sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))
    .slice(0, SIMILAR)
    .filter(([entry]) => Object.hasOwn(about, entry))
    .map(([entry]) => ({ slug: about[entry].slug, title: about[entry].title, url: `${address}${about[entry].slug}/` }));
}

/** @param {string[]} texts @returns {Set<string>} */
function wordsOf(texts) {
  return new Set(texts.flatMap((text) => [...text.matchAll(WORD)].map((found) => found[0].toLowerCase())));
}
