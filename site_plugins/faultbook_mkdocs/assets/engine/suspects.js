// Which rank it was, where no line says so of itself, as faultbook.diagnosis.suspects says.

import { matchOf } from "./evidence.js";
import { only } from "./identity.js";
import { earliest, surelyBefore } from "./order.js";
import { compare } from "./text.js";
import { TIER } from "./tiers.js";

/**
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./identity.js").People} People
 * @typedef {{event: Event, rank: number | null, oneOf: number[], because: string}} Initiating
 */

const FEW = 4;
const LEFT_OUT = "x across cluster]"; // Ray's note at a line that other processes wrote too, whose lines it left out
const ABORTED = new Set([-15, -6]);
const DIGITS = /^\d{1,9}$/u;

/** @param {Event} event @param {number[]} ranks @param {string} because @returns {Initiating} */
function suspect(event, ranks, because) {
  const several = ranks.length > 1 ? ranks : [];
  return { event, rank: several.length ? null : ranks[0], oneOf: several, because };
}

/** The rank that the others waited for: behind, in another operation, or silent. @param {Event[]} alive @param {Log[]} logs @param {People} people @returns {Initiating | null} */
export function lateRank(alive, logs, people) {
  /** @type {Map<number, Event>} */
  const reports = new Map();
  for (const event of alive) {
    if (event.rank !== null && event.groups.seq != null && !reports.has(event.rank)) reports.set(event.rank, event);
  }
  return fewestEnqueued(alive, logs) ?? otherOperation(reports) ?? silent(reports, alive, people);
}

/** @param {number[]} ranks @param {number} of */
function isFew(ranks, of) {
  return ranks.length > 0 && ranks.length <= Math.max(1, Math.floor(of / FEW)) && ranks.length < of;
}

/** @param {Iterable<number>} numbers */
function sorted(numbers) {
  return [...numbers].sort((a, b) => a - b);
}

/** @param {Event[]} alive @param {Log[]} logs @returns {Initiating | null} */
function fewestEnqueued(alive, logs) {
  /** @type {Map<number, {enqueued: number, log: Log, number: number}>} */
  const counters = new Map();
  for (const log of logs) {
    for (const { number, landmark, groups } of log.marks) {
      if (landmark.name !== "watchdog-counters") continue;
      const line = log.line(number);
      const rank = line.rank ?? (line.worldGroup ? line.groupRank : null);
      if (rank !== null && !counters.has(rank)) {
        counters.set(rank, { enqueued: Number(String(groups.enqueued).slice(0, 15)), log, number });
      }
    }
  }
  const lowest = counters.size ? Math.min(...[...counters.values()].map(({ enqueued }) => enqueued)) : 0;
  const behind = sorted([...counters].filter(([, { enqueued }]) => enqueued === lowest).map(([rank]) => rank));
  if (!isFew(behind, counters.size)) return null;
  const { log, number } = /** @type {{log: Log, number: number}} */ (counters.get(behind[0]));
  const own = alive.find((event) => event.file === log.index && event.line === number) ?? counterEvent(log, number, behind[0]);
  return suspect(own, behind, `the fewest collectives were enqueued here: ${lowest}`);
}

/** @param {Log} log @param {number} number @param {number} rank @returns {Event} */
function counterEvent(log, number, rank) {
  const read = log.line(number);
  return {
    file: log.index, line: number, tier: TIER.WAIT, kind: "watchdog-counters", text: read.text, read, trace: null, raised: null,
    matches: [], groups: {}, time: log.timeAt(number), rank, host: read.host, survived: 0,
  };
}

/** @param {Map<number, Event>} reports @returns {Initiating | null} */
function otherOperation(reports) {
  const eventOf = (/** @type {number} */ rank) => /** @type {Event} */ (reports.get(rank));
  const seqs = sorted(reports.keys()).map((rank) => ({ rank, seq: Number(String(eventOf(rank).groups.seq).slice(0, 15)) }));
  if (!seqs.length) return null;
  const lowest = Math.min(...seqs.map(({ seq }) => seq));
  const highest = Math.max(...seqs.map(({ seq }) => seq));
  const slow = seqs.filter(({ seq }) => seq === lowest).map(({ rank }) => rank);
  if (lowest < highest && isFew(slow, seqs.length)) {
    return suspect(eventOf(slow[0]), slow, `it is at collective ${lowest}, the others are at ${highest}`);
  }
  for (const seq of sorted(new Set(seqs.map((item) => item.seq)))) {
    /** @type {Map<string, number[]>} */
    const ops = new Map();
    for (const item of seqs) {
      if (item.seq !== seq) continue;
      const op = String(eventOf(item.rank).groups.op);
      ops.set(op, [...(ops.get(op) ?? []), item.rank]);
    }
    if (ops.size < 2) continue;
    const fewest = [...ops.values()].reduce((low, { length }) => Math.min(low, length), Infinity);
    const odd = [...ops].filter(([, { length }]) => length === fewest);
    const ranks = sorted(odd.flatMap(([, of]) => of));
    const because = odd.length > 1 ? "they were in different operations" : `it was in ${odd[0][0]}, the others were not`;
    return suspect(eventOf(ranks[0]), ranks, `at collective ${seq} ${because}`);
  }
  return null;
}

/** @param {Map<number, Event>} reports @param {Event[]} alive @param {People} people @returns {Initiating | null} */
function silent(reports, alive, people) {
  const known = people.allRanks;
  const quiet = sorted([...known].filter((rank) => !reports.has(rank)));
  if (!reports.size || !isFew(quiet, known.size)) return null;
  if (alive.some(({ text }) => text.includes(LEFT_OUT))) return null;
  const event = alive.find(({ rank }) => rank === quiet[0]) ?? earliest([...reports.values()]);
  return suspect(event, quiet, "every other rank reports that it waited, this one does not");
}

/** The rank that the others' messages name as the one that differs. @param {Event} first @param {Event[]} alive @returns {Initiating | null} */
export function oddOneOut(first, alive) {
  const match = matchOf(first);
  if (match === null || !("peer" in match.captures)) return null;
  const same = alive.filter((event) => matchOf(event)?.entry === match.entry);
  /** @type {Map<string, number>} */
  const named = new Map();
  for (const event of same) {
    const peer = matchOf(event)?.captures.peer;
    if (peer !== undefined) named.set(peer, (named.get(peer) ?? 0) + 1);
  }
  const [peer, count] = [...named].reduce((best, item) => (item[1] > best[1] || (item[1] === best[1] && compare(item[0], best[0]) > 0) ? item : best));
  if (count < 2 || !DIGITS.test(peer)) return null;
  const own = same.find(({ rank }) => rank === Number(peer)) ?? first;
  return { event: own, rank: Number(peer), oneOf: [], because: "the other ranks' messages name this one as the one that differs" };
}

/** The rank of the one child that failed by itself, by torchelastic's account. @param {Event} first @param {Event[]} events @param {People} people @returns {number | null} */
export function rankByChildren(first, events, people) {
  const own = people.children.filter((child) => child.file === first.file && !ABORTED.has(child.code ?? 0));
  let ranks = new Set(own.filter(({ root }) => root).map(({ rank }) => rank));
  if (!ranks.size) ranks = new Set(own.map(({ rank }) => rank));
  if (!ranks.size) {
    const exits = events.filter((event) => event.kind === "elastic-exit" && event.file === first.file && event.tier !== TIER.ECHO);
    ranks = new Set(exits.map(({ rank }) => rank));
  }
  return only([...ranks]);
}

/** The ranks that ended like *first*, in one second, of which torchelastic calls one the root cause. @param {Event} first @param {People} people @returns {number[]} */
export function ranksByChildren(first, people) {
  if (first.kind !== "elastic-exit") return [];
  const own = people.children.filter((child) => child.file === first.file && child.rank !== null);
  const root = own.find((child) => child.root);
  if (root === undefined || ABORTED.has(root.code ?? 0) || root.time === null) return [];
  const alike = new Set(own.filter(({ code, time }) => code === root.code && time === root.time).map(({ rank }) => Number(rank)));
  return alike.size > 1 ? [...alike].sort((a, b) => a - b) : [];
}

/** The rank whose own lines tell of what the kernel saw. @param {Event} first @param {Event[]} alive @param {Log[]} logs @param {People} people @returns {number | null} */
export function rankByCompany(first, alive, logs, people) {
  const ranked = alive.filter(({ rank }) => rank !== null);
  const { pid } = first.groups;
  if (pid != null) {
    const word = new RegExp(`\\b${pid}\\b`, "u");
    const told = only(ranked.filter(({ text }) => word.test(text)).map(({ rank }) => rank));
    if (told !== null) return told;
  }
  const crashed = only(ranked.filter(({ tier }) => tier === TIER.CRASH).map(({ rank }) => rank));
  if (crashed !== null) return crashed;
  if (first.tier > TIER.KERNEL) return null;
  const device = ranked.filter(({ tier, text }) => tier === TIER.NAMED && text.includes("CUDA"));
  if (device.length) {
    const seen = earliest(device);
    const others = device.filter(({ rank }) => rank !== seen.rank);
    return others.every((event) => surelyBefore(seen, event)) ? seen.rank : null;
  }
  return lateRank(alive, logs, people)?.rank ?? null;
}
