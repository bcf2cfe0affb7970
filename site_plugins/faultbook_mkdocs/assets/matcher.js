// Executes signatures.json on text, as faultbook.signatures.matcher does in Python. No dependency, no network.

/**
 * @typedef {{name: string, kind: string, group: number}} Capture
 * @typedef {{text: string, pattern: string, literal: string, captures: Capture[]}} Line
 * @typedef {{text: string, left: string, op: string, name: string | null, values: (number | string)[]}} Comparison
 * @typedef {{entry: string, name: string, role: string, strength: string, within: number, lines: Line[], where: Comparison[]}} Signature
 * @typedef {{entry: string, signature: string, line: number, end_line: number, captures: Record<string, string>}} Match
 * @typedef {{line: number, start: number, end: number, captures: Record<string, string>}} Found
 */

export const FORMAT = 1;
const MATCHES_A_LINE = 16;
const MATCHES_A_SIGNATURE = 1000;
// eslint-disable-next-line no-control-regex
const CSI = /\x1b\[[0-9;?]*[ -/]*[@-~]/g;
const QUANTITY = /^([-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)\s*([A-Za-z]*)$/;
/** @type {Record<string, number>} */
const SECONDS = {
  ns: 1e-9, nanosecond: 1e-9, us: 1e-6, microsecond: 1e-6, ms: 1e-3, millisecond: 1e-3,
  s: 1, sec: 1, second: 1, m: 60, min: 60, minute: 60, h: 3600, hr: 3600, hour: 3600, d: 86400, day: 86400,
};

/** @param {{format: number, signatures: Signature[]}} content @returns {Signature[]} */
export function load(content) {
  if (content.format !== FORMAT) throw new Error(`signatures of format ${content.format}; this version reads ${FORMAT}`);
  return content.signatures;
}

/** What a captured text says: bytes, seconds, a number, or the word itself. @param {string} text @param {string} kind */
export function readQuantity(text, kind) {
  if (kind === "word" || kind === "path") return text;
  if (kind === "hex") return Number.parseInt(text, 16);
  if (kind === "int" || kind === "float") return number(text);
  const match = QUANTITY.exec(text.trim());
  if (!match) return Number.NaN;
  return Number(match[1]) * (kind === "size" ? bytesOf(match[2]) : secondsOf(match[2]));
}

/** @param {string} text */
function number(text) {
  const word = text.replace(/^[-+]/, "").toLowerCase();
  if (word === "nan") return Number.NaN;
  if (word === "inf") return text.startsWith("-") ? -Infinity : Infinity;
  return Number(text);
}

/** @param {string} unit */
function bytesOf(unit) {
  if (unit === "kB") return 1000;
  if (["b", "byte", "bytes"].includes(unit.toLowerCase())) return 1;
  return 1024 ** ("kmgtp".indexOf(unit[0].toLowerCase()) + 1);
}

/** @param {string} unit */
function secondsOf(unit) {
  const word = unit.toLowerCase();
  return SECONDS[word] ?? SECONDS[word.replace(/s$/, "")];
}

/** @param {Comparison} comparison @param {Record<string, number | string>} values */
function holds(comparison, values) {
  const left = values[comparison.left];
  const right = comparison.name === null ? comparison.values[0] : values[comparison.name];
  switch (comparison.op) {
    case "<": return left < right;
    case "<=": return left <= right;
    case ">": return left > right;
    case ">=": return left >= right;
    case "==": return left === right;
    case "!=": return left !== right;
    default: return comparison.values.includes(left);
  }
}

/** @param {Line} line @param {string[]} texts @returns {Found[]} */
function findLine(line, texts) {
  const pattern = new RegExp(line.pattern, "gu");
  /** @type {Found[]} */
  const found = [];
  texts.forEach((raw, index) => {
    if (!raw.includes(line.literal)) return;
    let text = raw;
    pattern.lastIndex = 0;
    if (text.includes("\x1b") && !pattern.test(text)) text = text.replace(CSI, "");
    pattern.lastIndex = 0;
    for (let count = 0; count < MATCHES_A_LINE; count += 1) {
      const match = pattern.exec(text);
      if (!match) break;
      const captures = Object.fromEntries(line.captures.map(({ name, group }) => [name, match[group]]));
      found.push({ line: index + 1, start: match.index, end: match.index + match[0].length, captures });
    }
  });
  return found;
}

/** @param {Signature} signature @param {string} text @returns {Match[]} */
export function matchSignature(signature, text) {
  const texts = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const found = signature.lines.map((line) => findLine(line, texts));
  const kinds = Object.fromEntries(signature.lines.flatMap((line) => line.captures.map(({ name, kind }) => [name, kind])));
  /** @type {Match[]} */
  const matches = [];
  for (const first of found[0]) {
    const chain = [first];
    for (const candidates of found.slice(1)) {
      const before = chain[chain.length - 1];
      const next = candidates.find((part) => part.line > before.line || (part.line === before.line && part.start >= before.end));
      if (!next || next.line > before.line + signature.within) break;
      chain.push(next);
    }
    if (chain.length < signature.lines.length) continue;
    const captures = Object.assign({}, ...chain.map((part) => part.captures));
    const values = Object.fromEntries(Object.entries(captures).map(([name, taken]) => [name, readQuantity(taken, kinds[name])]));
    if (!signature.where.every((comparison) => holds(comparison, values))) continue;
    matches.push({ entry: signature.entry, signature: signature.name, line: first.line, end_line: chain[chain.length - 1].line, captures });
    if (matches.length === MATCHES_A_SIGNATURE) break;
  }
  return matches;
}
