/**
 * A figure of a log, such as a loss that is nan, as a small curve with the place where it turns.
 *
 * @typedef {import("./diagnose-answer.js").Figure} Figure
 */

import { figureWords } from "./diagnose-answer.js";
import { drawn } from "./diagnose-dom.js";

const [WIDTH, HEIGHT, EDGE] = [240, 40, 6];

/** The curve, or nothing when there are too few values. @param {Figure} found @returns {SVGElement | null} */
export function curve(found) {
  const values = found.values.map((text) => Number(text.replaceAll(",", "")));
  const finite = values.filter(Number.isFinite);
  if (values.length < 2 || !finite.length) return null;
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const x = (/** @type {number} */ index) => EDGE + (index / (values.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ value) => HEIGHT - EDGE - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE);
  const said = `${figureWords(found)}. ${values.length} values from ${found.values[0]} to ${found.values.at(-1)}.`;
  const at = found.at;
  return drawn(
    "svg",
    { class: "fb-curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": said },
    drawn("title", {}, said),
    ...runs(values).map((run) => drawn("polyline", { points: run.map((index) => `${x(index).toFixed(1)},${y(values[index]).toFixed(1)}`).join(" ") })),
    at !== null && at >= 0 && at < values.length && turn(x(at), Number.isFinite(values[at]) ? y(values[at]) : EDGE),
  );
}

/** Stretches of finite values, by their indices. @param {number[]} values @returns {number[][]} */
function runs(values) {
  /** @type {number[][]} */
  const found = [[]];
  values.forEach((value, index) => (Number.isFinite(value) ? found[found.length - 1].push(index) : found.push([])));
  return found.filter((run) => run.length);
}

/** @param {number} x @param {number} y */
function turn(x, y) {
  return drawn("path", { class: "fb-event-initiating", d: `M${x} ${y - 6} ${x + 6} ${y} ${x} ${y + 6} ${x - 6} ${y}Z` });
}
