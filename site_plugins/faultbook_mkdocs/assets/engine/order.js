// Which of two events came first, as faultbook.diagnosis.order says.

import { apart } from "./clock.js";

/** @typedef {import("./evidence.js").Event} Event */

/** -1 when one comes before the other, 1 when after, 0 when nothing tells. @param {Event} one @param {Event} other @returns {number} */
export function order(one, other) {
  if (one.time !== null && other.time !== null) {
    const byTime = apart(one.time, other.time, isSameClock(one, other));
    if (byTime) return byTime;
  }
  return one.file === other.file ? Math.sign(one.line - other.line) : 0;
}

/** @param {Event} one @param {Event} other @returns {boolean} */
export function surelyBefore(one, other) {
  return one.time !== null && other.time !== null && apart(one.time, other.time, isSameClock(one, other)) < 0;
}

/** The first of events, of which there is at least one. @param {Event[]} events @returns {Event} */
export function earliest(events) {
  let best = events[0];
  for (let round = 0; round < 2; round += 1) {
    for (const event of events) if (order(event, best) < 0) best = event;
  }
  return best;
}

/** @param {Event} one @param {Event} other */
function isSameClock(one, other) {
  return one.file === other.file && (one.host === other.host || one.host === null || other.host === null);
}
