// Figures that a healthy run keeps steady, as faultbook.diagnosis.figures finds them.

import { compile } from "./text.js";

/**
 * @typedef {{line: number, text: string, step: string | null, value: number}} Point
 * @typedef {Map<string, Point[]>} Series
 * @typedef {{entry: string, name: string, figure: string, when: string, factor: number, strength: string}} FigureSignature
 * @typedef {{signature: FigureSignature, point: Point, baseline: string | null, values: string[], at: number}} Finding
 */

const SHOWN = 60;
const EARLY = 20;
const WARM = 2;
const WINDOW = 5;
const LEAST = 12;
const FLAT = 30;
const FLATNESS = 0.001;
const SKIPPED = 3;

/** Reads figures by the patterns that signatures.json brings. */
export class FigureReader {
  /** @param {Record<string, string[]>} figures @param {string} step */
  constructor(figures, step) {
    this.figures = Object.entries(figures).map(([name, patterns]) => ({ name, patterns: patterns.map(compile) }));
    this.step = compile(step);
  }

  /** The figures that numbers and texts of lines give. @param {[number, string][]} samples @returns {Series} */
  seriesOf(samples) {
    /** @type {Series} */
    const found = new Map();
    for (const [line, text] of samples) {
      const step = this.step.exec(text)?.slice(1).find((part) => part !== undefined) ?? null;
      for (const { name, patterns } of this.figures) {
        const value = firstValue(patterns, text);
        if (value === null) continue;
        const points = found.get(name) ?? [];
        found.set(name, points);
        points.push({ line, text: value, step, value: numberOf(value) });
      }
    }
    return found;
  }
}

/** @param {RegExp[]} patterns @param {string} text @returns {string | null} */
function firstValue(patterns, text) {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match.groups?.value ?? null;
  }
  return null;
}

/** @param {string} text */
function numberOf(text) {
  const plain = text.replaceAll(",", "");
  const word = plain.replace(/^[-+]/, "").toLowerCase();
  if (word === "inf") return plain.startsWith("-") ? -Infinity : Infinity;
  return Number(plain);
}

/** From where on points show a signature, or null. @param {FigureSignature} signature @param {Point[]} points @param {Point[]} baseline @returns {Finding | null} */
export function find(signature, points, baseline = []) {
  if (signature.when === "not-finite") {
    const at = notFinite(points, signature.figure === "loss" ? 1 : SKIPPED);
    return at === null ? null : finding(signature, points, at, null);
  }
  const finite = points.filter(isFinitePoint);
  if (signature.when === "flat") return isFlat(finite) ? finding(signature, points, 0, finite[0].text) : null;
  if (finite.length < LEAST) return null;
  let good = baseline.filter(isFinitePoint);
  if (!good.length) good = finite.slice(WARM, WARM + EARLY);
  const middle = median(good);
  const falls = signature.when === "falls";
  const at = off(finite, middle.value * signature.factor, falls);
  return at === null ? null : finding(signature, points, points.indexOf(finite[at]), middle.text);
}

/** @param {Point} point */
function isFinitePoint({ value }) {
  return Number.isFinite(value);
}

/** @param {Point[]} points @param {number} least @returns {number | null} */
function notFinite(points, least) {
  let at = points.length;
  while (at > 0 && !isFinitePoint(points[at - 1])) at -= 1;
  return points.length - at >= least ? at : null;
}

/** @param {Point[]} points */
function isFlat(points) {
  if (points.length < FLAT) return false;
  const values = points.map(({ value }) => value);
  return Math.max(...values) - Math.min(...values) <= FLATNESS * Math.abs(median(points).value);
}

/** @param {Point[]} points @param {number} level @param {boolean} falls @returns {number | null} */
function off(points, level, falls) {
  const isOff = (/** @type {number} */ value) => (falls ? value < level : value > level);
  let at = null;
  for (let index = points.length - WINDOW; index >= 0; index -= 1) {
    if (!isOff(median(points.slice(index, index + WINDOW)).value)) break;
    at = index;
  }
  if (at === null) return null;
  while (at < points.length && !isOff(points[at].value)) at += 1;
  return at < points.length ? at : null;
}

/** @param {Point[]} points @returns {Point} */
function median(points) {
  return [...points].sort((a, b) => a.value - b.value)[(points.length - 1) >> 1];
}

/** @param {FigureSignature} signature @param {Point[]} points @param {number} at @param {string | null} baseline @returns {Finding} */
function finding(signature, points, at, baseline) {
  const stride = Math.max(1, Math.ceil(points.length / SHOWN));
  const values = points.filter((_, index) => index % stride === 0).map(({ text }) => text);
  return { signature, point: points[at], baseline, values, at: Math.floor(at / stride) };
}
