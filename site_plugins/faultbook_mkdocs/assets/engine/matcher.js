// Executes signatures.json on a log, as faultbook.signatures.matcher does in Python. No dependency, no network.

import { bisect, compare, size } from "./text.js";

/**
 * @typedef {{name: string, kind: string, group: number}} Capture
 * @typedef {{text: string, pattern: string, literal: string, literals: string[], reach: number, captures: Capture[]}} Line
 * @typedef {{text: string, left: string, minus: string | null, op: string, name: string | null, values: (number | string)[]}} Comparison
 * @typedef {{entry: string, name: string, role: string, strength: string, within: number, lines: Line[], where: Comparison[]}} Signature
 * @typedef {{entry: string, signature: string, role: string, strength: string, weight: number, line: number, end_line: number, captures: Record<string, string>}} Match
 * @typedef {{line: number, start: number, end: number, captures: Record<string, string>}} Found
 * @typedef {{text: string, starts: number[]}} Log
 */

export const FORMAT = 2;
// The same in matcher.py.
const LONG = 4096;
export const FOUND_IN_A_LINE = 16;
export const FOUND_IN_A_LOG = 100_000;
const MATCHES = 1000;
const CHAINS = 16;
// eslint-disable-next-line no-control-regex
export const ESCAPES = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\n]{0,2048}(?:\x07|\x1b\\))/g;
const QUANTITY = /^([-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z]*)$/;
/** What a unit is worth, as a factor and a divisor. @type {Record<string, [number, number]>} */
const SECONDS = {
  ns: [1, 1e9], nanosecond: [1, 1e9], us: [1, 1e6], microsecond: [1, 1e6], ms: [1, 1e3], millisecond: [1, 1e3],
  s: [1, 1], sec: [1, 1], second: [1, 1], m: [60, 1], min: [60, 1], minute: [60, 1],
  h: [3600, 1], hr: [3600, 1], hour: [3600, 1], d: [86400, 1], day: [86400, 1],
};

/** @param {{format: number, signatures: Signature[]}} content @returns {Signature[]} */
export function load(content) {
  if (content.format !== FORMAT) throw new Error(`signatures of format ${content.format}; this version reads ${FORMAT}`);
  return content.signatures;
}

/** The text of a log's bytes; what is not UTF-8 reads as U+FFFD. @param {Uint8Array} bytes @returns {string} */
export function decode(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** The line templates of signatures, which share some. @param {Signature[]} signatures @returns {Line[]} */
export function templatesOf(signatures) {
  return [...new Map(signatures.flatMap((signature) => signature.lines).reverse().map((line) => [line.text, line])).values()].reverse();
}

/** Every match in a log, in the order of lines. @param {Signature[]} signatures @param {string} text @returns {Match[]} */
export function match(signatures, text) {
  const log = read(text);
  const templates = templatesOf(signatures);
  return assemble(signatures, templates, templates.map((line) => findLine(line, log)));
}

/** The matches that finds make, by template and in the order of a log. @param {Signature[]} signatures @param {Line[]} templates @param {Found[][]} finds @returns {Match[]} */
export function assemble(signatures, templates, finds) {
  const found = new Map(templates.map((line, index) => [line.text, finds[index]]));
  return signatures
    .flatMap((signature) => matchIn(signature, found))
    .sort((a, b) => a.line - b.line || a.end_line - b.end_line || compare(a.entry, b.entry) || compare(a.signature, b.signature));
}

/** @param {Signature} signature @param {string} text @returns {Match[]} */
export function matchSignature(signature, text) {
  return match([signature], text);
}

/** What a captured text says: bytes, seconds, a number, or the word itself. @param {string} text @param {string} kind */
export function readQuantity(text, kind) {
  if (kind === "word" || kind === "path") return text;
  if (kind === "hex") return Number.parseInt(text, 16);
  if (kind === "int" || kind === "float") return number(text);
  const found = QUANTITY.exec(text.trim());
  if (!found) return Number.NaN;
  const [factor, divisor] = kind === "size" ? bytesOf(found[2]) : secondsOf(found[2]);
  return (Number(found[1]) * factor) / divisor;
}

/** @param {string} text */
function number(text) {
  const word = text.replace(/^[-+]/, "").toLowerCase();
  if (word === "nan") return Number.NaN;
  if (word === "inf") return text.startsWith("-") ? -Infinity : Infinity;
  return Number(text);
}

/** @param {string} unit @returns {[number, number]} */
function bytesOf(unit) {
  if (["b", "byte", "bytes"].includes(unit.toLowerCase())) return [1, 1];
  return [1024 ** ("kmgtp".indexOf(unit[0].toLowerCase()) + 1), 1];
}

/** @param {string} unit @returns {[number, number]} */
function secondsOf(unit) {
  const word = unit.toLowerCase();
  return SECONDS[word] ?? SECONDS[word.replace(/s$/, "")];
}

/** @param {string} text @returns {Log} */
function read(text) {
  const plain = text.includes("\x1b") ? text.replace(ESCAPES, "") : text;
  const starts = [0];
  for (let at = plain.indexOf("\n"); at >= 0; at = plain.indexOf("\n", at + 1)) starts.push(at + 1);
  return { text: plain, starts };
}

/** @param {Line} line @param {Log} log @returns {Found[]} */
function findLine(line, log) {
  const pattern = new RegExp(line.pattern, "gu");
  /** @type {Found[]} */
  const found = [];
  for (let at = log.text.indexOf(line.literal); at >= 0 && found.length < FOUND_IN_A_LOG; ) {
    const position = at;
    const index = bisect(log.starts.length, (middle) => log.starts[middle] <= position);
    const next = index < log.starts.length ? log.starts[index] : log.text.length + 1;
    let text = log.text.slice(log.starts[index - 1], next - 1);
    if (text.endsWith("\r")) text = text.slice(0, -1);
    let count = 0;
    for (const { start, end, captures } of searchLine(line, pattern, text)) {
      found.push({ line: index, start, end, captures });
      count += 1;
      if (count === FOUND_IN_A_LINE) break;
    }
    at = log.text.indexOf(line.literal, next);
  }
  return found;
}

/** Where a template matches in a line's text. @param {Line} line @param {RegExp} pattern with the flag g @param {string} text */
export function* searchLine(line, pattern, text) {
  for (const [left, right] of windows(line, text)) {
    for (const found of text.slice(left, right).matchAll(pattern)) {
      const captures = Object.fromEntries(line.captures.map(({ name, group }) => [name, found[group]]));
      yield { start: left + found.index, end: left + found.index + found[0].length, captures };
    }
  }
}

/** Of a long line, what a match around the literal can hold. A character takes up to two units. @param {Line} line @param {string} text */
function* windows(line, text) {
  if (text.length <= LONG) {
    yield [0, text.length];
    return;
  }
  const reach = 2 * (line.reach + 1);
  let at = text.indexOf(line.literal);
  while (at >= 0) {
    const left = Math.max(0, at - reach);
    let right = at + reach;
    for (at = text.indexOf(line.literal, at + 1); at >= 0 && at <= right + reach; at = text.indexOf(line.literal, at + 1)) {
      right = at + reach;
    }
    yield [left, Math.min(right, text.length)];
  }
}

/** The numbers by which a signature is not what a log shows although all its lines are there. @param {Signature} signature @param {Line[]} templates @param {Found[][]} finds @returns {{line: number, because: string} | null} */
export function refuted(signature, templates, finds) {
  if (!signature.where.length) return null;
  const found = new Map(templates.map((line, index) => [line.text, finds[index]]));
  if (matchIn(signature, found).length) return null;
  const [match] = matchIn({ ...signature, where: [] }, found);
  if (match === undefined) return null;
  const kinds = kindsOf(signature);
  const failed = signature.where.find((comparison) => !holds(comparison, match.captures, kinds));
  if (failed === undefined) return null;
  const names = [failed.left, failed.minus, failed.name].filter((name) => name !== null);
  const values = [...new Set(names)].map((name) => `${name} = ${match.captures[name]}`).join(", ");
  return { line: match.line, because: `${failed.text} does not hold: ${values}` };
}

/** The kind of each capture by name. @param {Signature} signature @returns {Record<string, string>} */
function kindsOf(signature) {
  return Object.fromEntries(signature.lines.flatMap((line) => line.captures.map(({ name, kind }) => [name, kind])));
}

/** @param {Signature} signature @param {Map<string, Found[]>} found @returns {Match[]} */
function matchIn(signature, found) {
  const steps = signature.lines.map((line) => found.get(line.text) ?? []);
  if (steps.some((found) => found.length === 0)) return [];
  const kinds = kindsOf(signature);
  lead(signature, steps, kinds);
  /** @type {Match[]} */
  const matches = [];
  for (const first of steps[0]) {
    let tried = 0;
    for (const chain of chains(steps, [first], signature.within)) {
      const captures = Object.assign({}, ...chain.map((part) => part.captures));
      if (signature.where.every((comparison) => holds(comparison, captures, kinds))) {
        const { entry, name, role, strength } = signature;
        const weight = signature.lines.flatMap((line) => line.literals).reduce((sum, text) => sum + size(text), 0);
        const end = chain[chain.length - 1].line;
        matches.push({ entry, signature: name, role, strength, weight, line: first.line, end_line: end, captures });
        break;
      }
      tried += 1;
      if (tried === CHAINS) break;
    }
    if (matches.length === MATCHES) break;
  }
  return matches;
}

/** Leave in *steps* what leads to a match of all. @param {Signature} signature @param {Found[][]} steps @param {Record<string, string>} kinds */
function lead(signature, steps, kinds) {
  signature.lines.forEach((line, index) => {
    const names = new Set(line.captures.map(({ name }) => name));
    const own = signature.where.filter(({ left, minus, name }) => [left, minus, name].every((each) => each === null || names.has(each)));
    steps[index] = steps[index].filter((part) => own.every((comparison) => holds(comparison, part.captures, kinds)));
  });
  for (let index = steps.length - 2; index >= 0; index -= 1) {
    steps[index] = steps[index].filter((part) => !after(steps[index + 1], part, signature.within).next().done);
  }
}

/** @param {Found[]} parts @param {Found} before @param {number} within */
function* after(parts, before, within) {
  const precedes = (/** @type {number} */ index) =>
    parts[index].line < before.line || (parts[index].line === before.line && parts[index].start < before.end);
  for (let at = bisect(parts.length, precedes); at < parts.length; at += 1) {
    if (parts[at].line > before.line + within) return;
    yield parts[at];
  }
}

/** @param {Found[][]} steps @param {Found[]} chain @param {number} within @returns {Generator<Found[]>} */
function* chains(steps, chain, within) {
  if (chain.length === steps.length) {
    yield chain;
    return;
  }
  for (const part of after(steps[chain.length], chain[chain.length - 1], within)) {
    yield* chains(steps, [...chain, part], within);
  }
}

/** @param {Comparison} comparison @param {Record<string, string>} captures @param {Record<string, string>} kinds */
function holds(comparison, captures, kinds) {
  const { minus, name } = comparison;
  const whole = readQuantity(captures[comparison.left], kinds[comparison.left]);
  const left = minus === null ? whole : Number(whole) - Number(readQuantity(captures[minus], kinds[minus]));
  const right = name === null ? comparison.values[0] : readQuantity(captures[name], kinds[name]);
  switch (comparison.op) {
    case "<": return left < right;
    case "<=": return left <= right;
    case ">": return left > right;
    case ">=": return left >= right;
    case "==": return left === right;
    case "!=": return left !== right;
    case "in": return comparison.values.includes(left);
    default: throw new Error(`'${comparison.op}' compares nothing`);
  }
}
