// What a log's lines say has happened, one event a line, as faultbook.diagnosis.events says.

import { apart } from "./clock.js";
import { matchOf } from "./evidence.js";
import { nameOf, rootOf } from "./exceptions.js";
import { tasksOf } from "./identity.js";
import { mayBeOne } from "./line.js";
import { bisect, compare, trim } from "./text.js";
import { TIER, tierOfLandmark } from "./tiers.js";

/**
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Groups} Groups
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./exceptions.js").Raised} Raised
 * @typedef {import("./exceptions.js").Trace} Trace
 * @typedef {import("./matcher.js").Match} Match
 * @typedef {import("./tiers.js").ExceptionTiers} ExceptionTiers
 */

const MESSAGE = 40;
const ENOUGH = 3;
const RETRIED = 3;
const ENDS = new Set(["finished", "exit-zero"]);
const FATAL = new Set(["elastic-summary", "elastic-exit", "srun-task", "mpirun-signal"]);
const WORDS_OF_DEATH = new Set(["crashed", "killed", "exit-code"]);
const MILD = new Set(["warning", "info", "debug"]);
const CAUSES = new Set(["echo", "death", "fault"]);
const QUOTED = /[\x22\x27\x60\u201c][A-Za-z_][\w.]{0,80}(?:Error|Exception): /u;
const ROLES = ["initiating", "collateral"];
const STRENGTHS = ["certain", "likely", "hint"];

/** A log's events in the order of lines. @param {Log} log @param {ExceptionTiers} tiers @returns {Event[]} */
export function eventsOf(log, tiers) {
  const maker = new Maker(log, tiers);
  maker.addExceptions();
  maker.addLandmarks();
  maker.attachMatches();
  maker.inheritProcesses();
  const events = [...maker.events.values()].sort((a, b) => a.line - b.line);
  survive(events, log);
  return events;
}

class Maker {
  /** @param {Log} log @param {ExceptionTiers} tiers */
  constructor(log, tiers) {
    this.log = log;
    this.tiers = tiers;
    /** @type {Map<number, Event>} */
    this.events = new Map();
    /** @type {Map<number, [Trace, Raised]>} */
    this.raised = new Map();
    for (const trace of log.traces) for (const raised of trace.raised) this.raised.set(raised.line, [trace, raised]);
  }

  addExceptions() {
    for (const trace of this.log.traces) {
      const root = told(rootOf(trace), this.log);
      this.add(root.line, this.tiers.of(root.type, root.message), "exception", { trace, raised: root });
    }
  }

  addLandmarks() {
    const { marks } = this.log;
    const linesOf = (/** @type {(mark: import("./evidence.js").Mark) => boolean} */ test) =>
      new Set(marks.filter(test).map(({ number }) => number));
    const fields = linesOf(({ landmark }) => landmark.name === "elastic-field");
    const explained = linesOf(({ landmark }) => CAUSES.has(landmark.kind));
    const echoes = linesOf(({ landmark }) => landmark.kind === "echo");
    for (const { number, landmark, groups } of marks) {
      const known = this.raised.has(number);
      if (landmark.kind === "exception") {
        if (!known && !this.inside(number)) this.addRaised(number, groups);
        continue;
      }
      if (fields.has(number) && landmark.name !== "elastic-field") continue;
      const tier = tierOfLandmark(landmark, groups, this.log.line(number));
      if (tier === null || (landmark.kind === "error" && (explained.has(number) || this.inside(number)))) continue;
      if (WORDS_OF_DEATH.has(landmark.name) && echoes.has(number)) continue;
      if (known) {
        const event = this.events.get(number);
        if (event !== undefined && landmark.kind === "fault" && tier < event.tier) event.tier = tier;
        continue;
      }
      if (landmark.kind === "fault" && this.inside(number)) continue;
      this.add(number, tier, landmark.name, { groups });
    }
  }

  /** @param {number} number @param {Groups} groups */
  addRaised(number, groups) {
    const raised = { type: String(groups.type), message: groups.message ?? "", line: number, head: number, frames: [] };
    this.add(number, this.tiers.of(raised.type, raised.message), "exception", { raised });
  }

  inheritProcesses() {
    let at = -MESSAGE;
    /** @type {string | null} */
    let pid = null;
    for (const event of [...this.events.values()].sort((a, b) => a.line - b.line)) {
      if (event.kind === "ray-echo" && event.groups.pid != null) {
        at = event.line;
        ({ pid } = event.groups);
      } else if (event.raised !== null && event.line - at <= MESSAGE && pid !== null && !("pid" in event.groups)) {
        event.groups.pid = pid;
      }
    }
  }

  attachMatches() {
    const heads = [...this.raised.keys()].sort((a, b) => a - b);
    const matches = this.log.matches.filter(({ line }) => this.log.lines.has(line));
    const name = (/** @type {import("./matcher.js").Match} */ match) => `${match.entry} ${match.signature}`;
    const shown = new Set(matches.filter(({ line }) => !this.isCode(line)).map(name));
    for (const match of matches) {
      if (shown.has(name(match)) && this.isCode(match.line)) continue; // the line that raises the message, which stands below
      const tier = tierOfMatch(match, this.events.get(match.line));
      const owner = this.owner(match.line, heads);
      const event = this.events.get(match.line) ?? this.add(match.line, tier, "entry", {});
      if (owner !== null) [event.trace, event.raised] = owner;
      event.matches.push(match);
      event.matches.sort(byRank);
      if (match.strength === "hint") continue;
      event.tier = match.role === "collateral" ? tier : Math.min(event.tier, tier);
      if (owner !== null) this.standFor(event, owner, tier);
    }
  }

  /** Whether a line is a source line that a traceback shows. @param {number} number */
  isCode(number) {
    return !this.raised.has(number) && this.log.line(number).body.startsWith("  ") && this.inside(number);
  }

  /** @param {Event} event @param {[Trace, Raised]} owner @param {number} tier */
  standFor(event, [trace, raised], tier) {
    const named = this.events.get(raised.line);
    if (named !== undefined && named !== event && !named.matches.length && named.trace === trace) {
      named.tier = Math.max(named.tier, TIER.ECHO);
    }
    if (tier > TIER.NAMED) return;
    const root = this.events.get(rootOf(trace).line);
    if (root !== undefined && root !== event && !root.matches.length) root.tier = TIER.ECHO;
  }

  /** @param {number} line @param {number[]} heads @returns {[Trace, Raised] | null} */
  owner(line, heads) {
    const at = bisect(heads.length, (index) => heads[index] <= line) - 1;
    if (at < 0 || line - heads[at] > MESSAGE) return null;
    const owner = /** @type {[Trace, Raised]} */ (this.raised.get(heads[at]));
    return this.log.line(line).streamKey === owner[0].key ? owner : null;
  }

  /** @param {number} number */
  inside(number) {
    const key = this.log.line(number).streamKey;
    return this.log.traces.some((trace) => trace.first <= number && number <= trace.last && trace.key === key);
  }

  /** @param {number} number @param {number} tier @param {string} kind @param {{trace?: Trace, raised?: Raised, groups?: Groups}} more @returns {Event} */
  add(number, tier, kind, { trace, raised, groups }) {
    const known = this.events.get(number);
    if (known !== undefined && known.tier <= tier) {
      for (const [name, value] of Object.entries(groups ?? {})) if (!(name in known.groups)) known.groups[name] = value;
      return known;
    }
    let read = this.log.line(number);
    if (trace !== undefined) read = identified(read, this.log.line(raised?.head ?? trace.first));
    /** @type {Event} */
    const event = {
      file: this.log.index, line: number, tier, kind, text: read.text, read, trace: trace ?? known?.trace ?? null,
      raised: raised ?? known?.raised ?? null, matches: [], groups: { ...known?.groups, ...groups }, time: this.log.timeAt(number),
      rank: null, host: null, survived: 0,
    };
    this.events.set(number, event);
    return event;
  }
}

/** A traceback's line with what its first line says of the process. @param {import("./line.js").Line} line @param {import("./line.js").Line} head @returns {import("./line.js").Line} */
function identified(line, head) {
  if (line === head || line.streamKey !== head.streamKey) return line;
  return {
    ...line,
    rank: line.rank ?? head.rank,
    pid: line.pid ?? head.pid,
    host: line.host || head.host,
    process: line.process || head.process,
    coordinates: line.coordinates || head.coordinates,
    time: line.time ?? head.time,
  };
}

/** @param {Raised} raised @param {Log} log @returns {Raised} */
function told(raised, log) {
  if (nameOf(raised) !== "ValidationError" || !raised.message.includes(" validation error")) return raised;
  const key = log.line(raised.line).streamKey;
  for (let number = raised.line + 1; number < raised.line + 4; number += 1) {
    const below = log.lines.get(number);
    if (below !== undefined && below.streamKey === key && below.body.startsWith("  ")) {
      return { ...raised, line: number, message: trim(below.body, " ") };
    }
  }
  return raised;
}

/** @param {Match} match @param {Event | undefined} event */
function tierOfMatch(match, event) {
  if (match.strength === "hint") return event === undefined ? TIER.RECORD : event.tier;
  if (match.role === "collateral") return event !== undefined && event.tier === TIER.WAIT ? TIER.WAIT : TIER.COLLATERAL;
  return event !== undefined && event.tier === TIER.KERNEL ? TIER.KERNEL : TIER.NAMED;
}

/** @param {Match} a @param {Match} b */
function byRank(a, b) {
  return (
    ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
    STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
    b.weight - a.weight ||
    compare(a.entry, b.entry)
  );
}

/** Marks the events after which their process went on. @param {Event[]} events @param {Log} log */
function survive(events, log) {
  const numbers = (/** @type {(mark: import("./evidence.js").Mark) => boolean} */ test) => log.marks.filter(test).map(({ number }) => number);
  const ends = numbers(({ landmark }) => ENDS.has(landmark.name));
  const fatal = Math.max(0, ...numbers(({ landmark }) => FATAL.has(landmark.name)));
  const retries = numbers(({ landmark }) => landmark.kind === "retry");
  /** @type {Map<string, number[]>} */
  const steps = new Map();
  for (const number of new Set(numbers(({ landmark }) => landmark.kind === "progress" || landmark.kind === "serving"))) {
    for (const key of new Set(["", log.line(number).key])) {
      const own = steps.get(key) ?? [];
      steps.set(key, own);
      own.push(number);
    }
  }
  /** By task, the line that says that it ended. @type {Map<number, number>} */
  const gone = new Map();
  for (const { number, landmark, groups } of log.marks) {
    if (landmark.name === "srun-task") for (const task of tasksOf(String(groups.task))) gone.set(task, number);
  }
  for (const event of events) {
    const quoted = event.read.body.startsWith(" ") || QUOTED.test(event.read.body);
    if (event.tier === TIER.KERNEL || (event.kind === "entry" && event.raised === null && !quoted)) continue;
    const isGone = event.read.task !== null && (gone.get(event.read.task) ?? 0) > event.line;
    const own = steps.get(event.read.key) ?? (isGone ? [] : steps.get("") ?? []);
    const from = bisect(own.length, (index) => own[index] <= event.line);
    const after = own.slice(from).filter((number) => !isOlder(log, number, event));
    const end = ends.find((number) => number > event.line && mayEnd(log, number, event)) ?? 0;
    const last = Math.max(event.line, event.trace?.last ?? 0) + RETRIED;
    const at = bisect(retries.length, (index) => retries[index] < event.line);
    const retried = at < retries.length && retries[at] <= last;
    const mild = event.read.severity !== null && MILD.has(event.read.severity);
    if (end && end >= fatal) event.survived = end;
    else if (after.length >= ENOUGH) event.survived = after[ENOUGH - 1];
    else if (after.length && (retried || mild)) event.survived = after[0];
  }
}

/** Whether the end at a line may be that of the event's process. @param {Log} log @param {number} number @param {Event} event */
function mayEnd(log, number, event) {
  return mayBeOne(log.line(number), event.read) && !isOlder(log, number, event);
}

/** @param {Log} log @param {number} number @param {Event} event */
function isOlder(log, number, event) {
  const { time } = log.line(number);
  return time !== null && event.time !== null && apart(time, event.time, true) < 0;
}

export { matchOf };
