/**
 * How far each signature of an entry gets in a log: what `faultbook diagnose --explain` says, for an author.
 *
 * @typedef {import("../assets/engine/matcher.js").Signature} Signature
 * @typedef {import("../assets/engine/matcher.js").Match} Match
 * @typedef {{signature: string, matches: Match[], captures: Record<string, string>, reason: string}} Tried
 */

import { match, refuted, templatesOf } from "../assets/engine/matcher.js";

/** What each signature finds in a log, or where it stops. @param {Signature[]} signatures @param {string} log @returns {Tried[]} */
export function tried(signatures, log) {
  return signatures.map((signature) => {
    const matches = match([signature], log);
    if (matches.length) return { signature: signature.name, matches, captures: {}, reason: "" };
    return { signature: signature.name, matches, ...stopped(signature, log) };
  });
}

/** @param {Signature} signature @param {string} log @returns {{captures: Record<string, string>, reason: string}} */
function stopped(signature, log) {
  /** @type {Match | undefined} */
  let reached;
  for (let count = 1; count <= signature.lines.length; count += 1) {
    const lines = signature.lines.slice(0, count);
    const [found] = match([{ ...signature, lines, where: [] }], log);
    if (found === undefined) return { captures: reached?.captures ?? {}, reason: missing(signature, count - 1, reached, log) };
    reached = found;
  }
  return { captures: reached?.captures ?? {}, reason: `the lines match, but ${comparison(signature, log)}` };
}

/** @param {Signature} signature @param {number} index of the template @param {Match | undefined} reached by those before it @param {string} log */
function missing(signature, index, reached, log) {
  const line = signature.lines[index];
  const [elsewhere] = match([{ ...signature, lines: [line], where: [] }], log);
  if (reached === undefined || elsewhere === undefined) return `no line matches '${line.text}'`;
  const last = reached.end_line;
  return `'${line.text}' matches line ${elsewhere.line}, but none from ${last} to ${last + signature.within}`;
}

/** The comparison that does not hold, with its numbers. @param {Signature} signature @param {string} log */
function comparison(signature, log) {
  const templates = templatesOf([signature]);
  const finds = templates.map((line) =>
    match([{ ...signature, lines: [line], where: [] }], log).map((found) => ({ line: found.line, start: 0, end: 0, captures: found.captures })),
  );
  return refuted(signature, templates, finds)?.because ?? `not all of ${signature.where.map(({ text }) => text).join(", ")} hold at one place`;
}
