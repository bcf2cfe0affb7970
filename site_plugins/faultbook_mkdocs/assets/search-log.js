/**
 * A pasted text asked against the book's signatures, by the engine that diagnoses logs.
 *
 * @typedef {import("./engine/matcher.js").Found} Found
 * @typedef {import("./engine/matcher.js").Signature} Signature
 * @typedef {import("./search-hit.js").Piece} Piece
 * @typedef {"diagnosed" | "follows" | "part" | "not"} State  whether the text has its signature, is what it leaves behind,
 *   has some of its signature's lines, or has them all with numbers that rule it out
 * @typedef {{slug: string, state: State, line: number, lines: number, of: number, found: number, because: string, pieces: Piece[]}} Told
 *   by which line (of how many) an entry is told, and how many lines of its signature are there
 */

import { Engine } from "./engine/engine.js";
import { pieces } from "./search-hit.js";

export const SHORTEST = 10; // characters; no template has less literal text in one piece
export const LONGEST = 64_000; // characters that are read; a whole log is for the Diagnose page
const SHOWN = 220; // characters of a line
const LITERAL = 24; // characters of a line's literals, below which one of several lines tells nothing
/** @type {State[]} */
const ORDER = ["diagnosed", "follows", "part", "not"];

/** Asks the signatures; made once, used for many texts. */
export class LogIndex {
  /** @param {any} content of signatures.json */
  constructor(content) {
    this.engine = new Engine(content);
    this.encoder = new TextEncoder();
    /** Of each template the signatures that have it. @type {Map<string, Signature[]>} */
    this.owners = new Map();
    for (const signature of /** @type {Signature[]} */ (this.engine.knowledge.signatures)) {
      for (const { text } of signature.lines) this.owners.set(text, [...(this.owners.get(text) ?? []), signature]);
    }
  }

  /** The entries of which the text has a signature, best first; then those of which it has a part. @param {string} query @returns {Told[]} */
  ask(query) {
    const text = query.slice(0, LONGEST);
    if (text.trim().length < SHORTEST) return [];
    const bytes = this.encoder.encode(text);
    const reader = this.engine.reader("query", bytes.length);
    reader.feed(bytes);
    const extract = reader.end();
    const { about, signatures, templates } = this.engine.knowledge;
    /** @type {Map<string, Found[]>} */
    const finds = new Map(templates.map((/** @type {{text: string}} */ template, /** @type {number} */ index) => [template.text, extract.finds[index]]));
    const lines = text.split("\n");
    const answer = this.engine.answer([extract]);
    /** @type {Map<string, Told>} */
    const told = new Map();
    /** @param {string | null | undefined} slug @param {State} state @param {number} line @param {Signature} [signature] @param {string} [because] */
    const tell = (slug, state, line, signature, because = "") => {
      if (!slug || told.has(slug)) return;
      const there = signature?.lines.filter((each) => finds.get(each.text)?.length) ?? [];
      const parts = there.flatMap((each) => finds.get(each.text)?.find((found) => found.line === line) ?? []);
      told.set(slug, { slug, state, line, lines: lines.length, of: signature?.lines.length ?? 0, found: there.length, because, pieces: shown(lines[line - 1] ?? "", parts) });
    };
    for (const { slug, signature, line } of answer.diagnoses) {
      tell(slug, "diagnosed", line, signatures.find((/** @type {Signature} */ each) => each.name === signature && about[each.entry]?.slug === slug));
    }
    for (const { slug, line } of answer.collateral) tell(slug, "follows", line);
    for (const { slug, line, because } of answer.ruled_out) tell(slug, "not", line, undefined, because);
    for (const { signature, line } of this.parts(finds)) tell(about[signature.entry]?.slug, "part", line, signature);
    return [...told.values()].sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  }

  /** Signatures of which some line is there, that with most literal text first. @param {Map<string, Found[]>} finds */
  parts(finds) {
    const found = [...finds].filter(([, at]) => at.length).flatMap(([text, at]) =>
      (this.owners.get(text) ?? []).map((signature) => {
        const literals = signature.lines.filter((line) => line.text === text).flatMap((line) => line.literals).join("").length;
        return { signature, line: at[0].line, literals };
      }),
    );
    return found.filter(({ literals }) => literals >= LITERAL).sort((a, b) => b.literals - a.literals);
  }
}

/** The stretches of a line that templates matched, with what their holes took marked. @param {string} line @param {Found[]} parts @returns {Piece[]} */
function shown(line, parts) {
  if (!parts.length) return [{ text: cut(line.trim(), SHOWN), marked: false }];
  const apart = parts.filter((part, index) => parts.findIndex((other) => other.start < part.end && part.start < other.end) === index);
  return apart.sort((one, other) => one.start - other.start).flatMap((part, index) => [
    ...(index ? [{ text: " … ", marked: false }] : []),
    ...taken(cut(line.slice(part.start, part.end), Math.round(SHOWN / apart.length)), part),
  ]);
}

/** @param {string} text @param {Found} part @returns {Piece[]} */
function taken(text, part) {
  const holes = [];
  let at = 0;
  for (const value of Object.values(part.captures)) {
    const start = value ? text.indexOf(value, at) : -1;
    if (start < 0) continue;
    at = start + value.length;
    holes.push({ start, end: at });
  }
  return pieces(text, holes);
}

/** @param {string} text @param {number} length */
const cut = (text, length) => (text.length > length ? `${text.slice(0, length)}…` : text);
