/**
 * The picture of an answer: one lane a rank, what failed first marked by shape and colour. The same as the book's pages have
 * of incidents (`timeline.py`). Widths are percentages and heights pixels, so that texts keep their size on a telephone.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-answer.js").Event} Event
 * @typedef {{lane: string, x: number, kind: string, events: Event[]}} Mark
 * @typedef {{timed: boolean, zero: number, start: number, end: number, earlier: boolean, lengths: Map<string, number>}} Scale
 */

import { counted } from "./diagnose-answer.js";
import { drawn, element, fold } from "./diagnose-dom.js";

const LANES = 64; // at most; the others share one
const [LEFT, RIGHT] = [27, 96]; // percent of the width between which marks stand
const [ROW, TOP, FOOT] = [22, 8, 34];
const NEAR = 2.2; // percent of the width within which marks of one kind and lane become one
const NAME = 13; // characters of a lane's name
const STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21600, 43200, 86400, 172800, 604800, 2592000];
const BEFORE = 10e6; // microseconds shown before the first failure at least
/** @type {Record<string, string>} */
const SAID = { initiating: "failed first", collateral: "only follows", survived: "did no harm" };

/** The figure of an answer's events, or nothing when it has none. @param {Answer} answer @returns {HTMLElement | null} */
export function picture(answer) {
  if (!answer.events.length) return null;
  const scale = scaleOf(answer);
  const found = marks(answer.events, scale);
  const lanes = [...new Set(found.map((mark) => mark.lane))];
  const middle = (/** @type {string} */ lane) => TOP + ROW * lanes.indexOf(lane) + ROW / 2;
  const bottom = TOP + ROW * lanes.length;
  const said = describe(answer, lanes.length);
  const chart = drawn(
    "svg",
    { class: "fb-timeline", width: "100%", height: bottom + FOOT, role: "img", "aria-label": said },
    drawn("title", {}, "What failed, and what followed"),
    drawn("desc", {}, said),
    ...lanes.flatMap((lane) => laneOf(lane, middle(lane))),
    ...ticks(scale).flatMap(([x, words]) => tick(x, words, bottom)),
    ...found.sort((a, b) => Number(a.kind === "initiating") - Number(b.kind === "initiating")).map((mark) => shape(mark, middle(mark.lane))),
  );
  return element("figure", { class: "fb-figure fb-picture" }, chart, key(), element("p", { class: "fb-quiet" }, axis(answer, scale)), table(answer.events));
}

/** The marks of an answer. @param {Answer} answer @returns {Mark[]} */
export function placed(answer) {
  return marks(answer.events, scaleOf(answer));
}

/** @param {Answer} answer @returns {Scale} */
function scaleOf({ events, files }) {
  const times = events.flatMap((event) => (event.us === null ? [] : [event.us]));
  const [earliest, end] = [Math.min(...times), Math.max(...times)];
  const timed = times.length * 2 > events.length && end > earliest;
  const zero = events.find((event) => event.kind === "initiating" && event.us !== null)?.us ?? earliest;
  // A kernel's line of last week would leave no room for the minute that counts.
  const start = Math.max(earliest, zero - Math.max(end - zero, BEFORE));
  return { timed, zero, start, end, earlier: earliest < start, lengths: new Map(files.map((file) => [file.name, file.lines])) };
}

/** Where an event stands, in percent. @param {Scale} scale @param {Event} event @param {number | null} us */
function place(scale, event, us) {
  const length = scale.lengths.get(event.file) ?? event.line;
  const share = scale.timed
    ? (Math.max(us ?? scale.zero, scale.start) - scale.start) / Math.max(1, scale.end - scale.start)
    : (event.line - 1) / Math.max(1, length - 1);
  return LEFT + share * (RIGHT - LEFT);
}

/** The marks, lane by lane: ranks in their order, then what has no rank. @param {Event[]} events @param {Scale} scale @returns {Mark[]} */
function marks(events, scale) {
  const byHost = events.every((event) => event.rank !== null || event.host);
  const placed = withTimes(events).map(({ event, us }) => ({ event, x: place(scale, event, us), lane: laneName(event, byHost) }));
  const lanes = [...new Map(placed.map(({ lane, event }) => [lane, event.rank ?? Infinity]))]
    .sort(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one - other))
    .map(([lane]) => lane);
  const name = sharedLane(lanes, placed.find(({ event }) => event.kind === "initiating")?.lane ?? lanes[0]);
  const shown = [...new Set(lanes.map(name))].sort((a, b) => Number(!lanes.includes(a)) - Number(!lanes.includes(b)));
  return shown.flatMap((lane) => {
    const mine = placed.filter((item) => name(item.lane) === lane).sort((a, b) => a.x - b.x);
    return Object.keys(SAID).flatMap((kind) => grouped(lane, kind, mine.filter(({ event }) => event.kind === kind)));
  });
}

/** @param {Event} event @param {boolean} byHost */
function laneName(event, byHost) {
  return event.rank !== null ? `rank ${event.rank}` : byHost && event.host ? event.host : event.file;
}

/** The name under which a lane is shown, when there are too many. @param {string[]} lanes @param {string} first @returns {(lane: string) => string} */
function sharedLane(lanes, first) {
  if (lanes.length <= LANES) return (lane) => lane;
  const kept = new Set([first, ...lanes.filter((lane) => lane !== first).slice(0, LANES - 2)]);
  return (lane) => (kept.has(lane) ? lane : `and ${lanes.length - kept.size} more`);
}

/** Each event with its time; one without a clock has that of the event before it in its log. @param {Event[]} events */
function withTimes(events) {
  /** @type {Map<string, number | null>} */
  const last = new Map();
  for (const event of events) if (event.us !== null && !last.has(event.file)) last.set(event.file, event.us);
  const ordered = [...events].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return ordered.map((event) => {
    if (event.us !== null) last.set(event.file, event.us);
    return { event, us: last.get(event.file) ?? null };
  });
}

/** @param {string} lane @param {string} kind @param {{x: number, event: Event}[]} placed @returns {Mark[]} */
function grouped(lane, kind, placed) {
  /** @type {Mark[]} */
  const found = [];
  for (const { x, event } of placed) {
    const last = found.at(-1);
    if (last && x - last.x <= NEAR) last.events.push(event);
    else found.push({ lane, x, kind, events: [event] });
  }
  return found;
}

/** @param {Scale} scale @returns {[number, string][]} */
function ticks(scale) {
  if (!scale.timed) return [[LEFT, "first line"], [RIGHT, "last line"]];
  const span = (scale.end - scale.start) / 1e6;
  const step = STEPS.find((each) => span / each <= 4) ?? STEPS[STEPS.length - 1];
  /** @type {[number, string][]} */
  const earlier = scale.earlier ? [[LEFT, "earlier"]] : [];
  const [from, to] = [-Math.floor((scale.zero - scale.start) / 1e6 / step), Math.floor((scale.end - scale.zero) / 1e6 / step)];
  const seconds = Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
  /** @type {[number, string][]} */
  const regular = seconds.map((second) => {
    const share = (scale.zero + second * 1e6 - scale.start) / (scale.end - scale.start);
    return [LEFT + share * (RIGHT - LEFT), offset(second)];
  });
  return [...earlier, ...regular.filter(([x]) => !scale.earlier || x > LEFT + 12)];
}

/** @param {number} second */
function offset(second) {
  if (!second) return "0";
  const [by, unit] = second % 86400 === 0 ? [86400, "d"] : second % 3600 === 0 ? [3600, "h"] : second % 60 === 0 ? [60, "min"] : [1, "s"];
  return `${second > 0 ? "+" : ""}${second / Number(by)} ${unit}`;
}

/** @param {string} name @param {number} y */
function laneOf(name, y) {
  const short = name.length <= NAME ? name : `${name.slice(0, NAME - 1)}…`;
  return [
    drawn("line", { class: "fb-lane", x1: `${LEFT}%`, x2: `${RIGHT}%`, y1: y, y2: y }),
    drawn("text", { class: "fb-lane-name", x: `${LEFT - 2}%`, y: y + 4, "text-anchor": "end" }, short),
  ];
}

/** @param {number} x @param {string} words @param {number} bottom */
function tick(x, words, bottom) {
  const anchor = x < LEFT + 1 ? "start" : x > RIGHT - 1 ? "end" : "middle";
  const at = `${x.toFixed(2)}%`;
  return [
    drawn("line", { class: "fb-tick", x1: at, x2: at, y1: TOP, y2: bottom + 4 }),
    drawn("text", { class: "fb-tick-name", x: at, y: bottom + 18, "text-anchor": anchor }, words),
  ];
}

/** @param {string} kind */
function sign(kind) {
  if (kind === "initiating") return drawn("path", { class: "fb-event-initiating", d: "M0-9 9 0 0 9-9 0Z" });
  return drawn("circle", { class: `fb-event-${kind}`, r: 5 });
}

/** @param {Mark} mark @param {number} y */
function shape({ lane, x, kind, events }, y) {
  const [first, last] = [events[0], events[events.length - 1]];
  const to = last.file === first.file ? last.line : `${last.file}:${last.line}`;
  const lines = `${first.file}:${first.line}${events.length > 1 ? ` to ${to}, ${events.length} lines` : ""}`;
  return drawn(
    "svg",
    { x: `${x.toFixed(2)}%`, y, overflow: "visible" },
    drawn("title", {}, `${lane}: ${SAID[kind]}, ${lines}`),
    sign(kind),
    events.length > 1 && drawn("text", { class: "fb-count", x: 8, y: -3 }, String(events.length)),
  );
}

function key() {
  const items = Object.entries(SAID).map(([kind, words]) =>
    element("span", { class: "fb-key" }, drawn("svg", { width: 20, height: 20, viewBox: "-10 -10 20 20", "aria-hidden": "true" }, sign(kind)), ` ${words}`),
  );
  return element("p", { class: "fb-picture-key" }, ...items);
}

/** @param {Answer} answer @param {number} lanes */
function describe(answer, lanes) {
  const words = `${counted(answer.events.length, "event")} in ${counted(lanes, "lane")}.`;
  const first = answer.initiating;
  if (!first) return words;
  return `${words} First: ${first.rank === null ? first.file : `rank ${first.rank}`}, ${first.file} line ${first.line}.`;
}

/** @param {Answer} answer @param {Scale} scale */
function axis(answer, scale) {
  if (!scale.timed) return "Places are those of the lines in their log; the log has no clock that tells them apart.";
  const what = answer.initiating ? "the initiating line" : "the first line";
  return `0 is ${what}, ${clock(scale.zero).slice(0, 8)}; a number is how many lines a mark stands for.`;
}

/** @param {number} us */
function clock(us) {
  return new Date(us / 1000).toISOString().slice(11, 23);
}

/** @param {Event[]} events */
function table(events) {
  const rows = events.map(({ rank, kind, file, line, us }) =>
    element("tr", {}, ...[rank ?? "", SAID[kind], `${file}:${line}`, us === null ? "" : clock(us)].map((text) => element("td", {}, String(text)))),
  );
  const head = ["Rank", "What", "Line", "Time"].map((text) => element("th", { scope: "col" }, text));
  return fold(
    "The same as a table",
    element("div", { class: "fb-scroll" }, element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))),
  );
}
