// Which rank a line speaks of, as faultbook.diagnosis.identity says.

import { matchOf } from "./evidence.js";
import { Pids, placeOf, short } from "./pids.js";
import { trim } from "./text.js";

/**
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Groups} Groups
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./line.js").Line} Line
 * @typedef {{file: number, line: number, root: boolean, rank: number | null, localRank: number | null, host: string | null,
 *   code: number | null, pid: number | null, time: string | null}} Child
 */

const RANK_FIELD = /^(\d{1,9}) \(local_rank: (\d{1,9})\)/u;
const CODE_FIELD = /^(-?\d{1,9}) +\(pid: (\d{1,9})\)/u;
const ONLY = /^(TP|DP)(\d{1,5})$/u;
const PID_IN_MESSAGE = /\(pid=(\d{1,9})/u;
const RANGE = /(\d{1,6})(?:-(\d{1,6}))?/gu;
const MOST_RANKS = 100_000;
const MOST_TASKS = 10_000;
const OWN_PREFIX = "vllm-process";
const DIGITS = /^\d+$/u;

/** The processes of a job, as far as its logs name them. */
export class People {
  /** @param {Log[]} logs */
  constructor(logs) {
    /** @type {Child[]} */
    this.children = logs.flatMap(childrenOf);
    /** @type {Set<number>} */
    this.ranks = new Set();
    /** @type {Set<number>} */
    this.tasks = new Set();
    /** @type {Set<number>} */
    this.worlds = new Set();
    this.byPid = new Pids();
    /** @type {{host: string | null, bus: string, rank: number}[]} */
    this.byBus = [];
    /** @type {Map<number, Set<number>>} */
    this.ofTask = new Map();
    /** @type {{pid: number, place: import("./pids.js").Place, local: number}[]} */
    this.localByPid = [];
    this.places = new Set();
    this.engines = new Set();
    for (const log of logs) {
      for (const line of log.lines.values()) this.noteLine(log, line);
      for (const { number, landmark, groups } of log.marks) this.noteLandmark(log.index, log.line(number), landmark.name, groups);
    }
    for (const child of this.children) {
      if (child.rank === null) continue;
      this.ranks.add(child.rank);
      if (child.pid !== null) this.byPid.note(child.pid, { file: child.file, host: short(child.host) }, child.rank);
    }
    this.nodes = Math.max(this.places.size, new Set(this.children.map(({ host }) => host).filter(Boolean)).size);
    this.placeLocalPids();
  }

  /** The number of ranks, if the logs state one that the ranks they name fit. @returns {number | null} */
  get world() {
    const size = this.worlds.size ? Math.max(...this.worlds) : null;
    return size === null || (this.ranks.size && size <= Math.max(...this.ranks)) ? null : size;
  }

  /** Every rank of the job, as far as the logs tell. @returns {Set<number>} */
  get allRanks() {
    const { world } = this;
    if (world !== null && world <= MOST_RANKS) return new Set(Array(world).keys());
    const oneEach = [...this.ofTask].every(([task, ranks]) => ranks.size === 1 && ranks.has(task));
    return oneEach ? new Set([...this.ranks, ...this.tasks]) : this.ranks;
  }

  /** @param {Event} event @returns {number | null} */
  rankOf(event) {
    const line = event.read;
    if (line.rank !== null) return line.rank;
    if (line.groupRank !== null && line.worldGroup) return line.groupRank;
    const pid = numberOf(event.groups.pid || matchOf(event)?.captures.pid || null);
    const place = placeOf(event.file, line);
    const byPid = this.byPid.rank(pid, place);
    if (byPid !== null) return byPid;
    if (event.groups.pci != null) return this.rankOfBus(line.host, busId(event.groups.pci));
    const rank = numberOf(event.groups.rank);
    if (rank !== null) return rank;
    const local = line.localRank ?? numberOf(event.groups.local_rank);
    if (local !== null) return this.rankOfLocal(event.file, local);
    const own = this.byPid.rank(line.pid, place);
    if (own !== null) return own;
    const named = line.task === null ? undefined : this.ofTask.get(line.task);
    if (line.task !== null && named?.size === 1 && named.has(line.task)) return line.task;
    const engine = this.rankOfEngine(line.coordinates);
    const device = this.rankOfDevice(event);
    const first = line.layers.includes(OWN_PREFIX) ? engine : device;
    return first ?? engine ?? this.rankOfTask(event) ?? device;
  }

  /** @param {string | null} host @param {string} bus @returns {number | null} */
  rankOfBus(host, bus) {
    const all = this.byBus.filter((item) => item.bus === bus);
    const here = all.filter((item) => item.host === host);
    return only((here.length ? here : all).map(({ rank }) => rank));
  }

  /** @param {number} file @param {number} local @returns {number | null} */
  rankOfLocal(file, local) {
    const known = new Set(this.children.filter((child) => child.localRank === local && child.file === file).map(({ rank }) => rank));
    if (known.size === 1) return [...known][0];
    return this.nodes <= 1 ? local : null;
  }

  /** @param {string | null} coordinates @returns {number | null} */
  rankOfEngine(coordinates) {
    const found = ONLY.exec(coordinates ?? "");
    return found !== null && (found[1] === "TP" || this.engines.size > 1) ? Number(found[2]) : null;
  }

  /** @param {Event} event @returns {number | null} */
  rankOfTask(event) {
    const task = event.read.task ?? numberOf(event.groups.task);
    return task !== null && ![...(this.ofTask.get(task) ?? [])].some((rank) => rank !== task) ? task : null;
  }

  /** @param {Event} event @returns {number | null} */
  rankOfDevice(event) {
    const of = event.raised === null ? null : PID_IN_MESSAGE.exec(event.raised.message);
    const byPid = of === null ? null : this.byPid.rank(Number(of[1]), placeOf(event.file, event.read));
    if (byPid !== null) return byPid;
    const device = event.read.device ?? numberOf(matchOf(event)?.captures.gpu ?? null);
    return device !== null && device > 0 && this.nodes <= 1 ? device : null;
  }

  /** @param {Log} log @param {Line} line */
  noteLine(log, line) {
    if (line.rank !== null) {
      this.ranks.add(line.rank);
      if (line.pid !== null && !line.layers.includes("ray") && !line.layers.includes("elastic")) this.byPid.note(line.pid, placeOf(log.index, line), line.rank);
      if (line.task !== null) {
        const own = this.ofTask.get(line.task) ?? new Set();
        this.ofTask.set(line.task, own.add(line.rank));
      }
    }
    const { coordinates } = line;
    if (coordinates !== null && coordinates.startsWith("DP") && !coordinates.includes(" ")) this.engines.add(coordinates);
    if (line.localRank !== null || (line.device !== null && line.host !== null)) {
      const task = line.task !== null ? `task ${line.task}` : `file ${log.index}`;
      this.places.add(line.pod || line.host || task);
    }
  }

  /** @param {number} file @param {Line} line @param {string} name @param {Groups} groups */
  noteLandmark(file, line, name, groups) {
    const place = placeOf(file, line);
    const world = numberOf(groups.world || groups.world2);
    if (world !== null) this.worlds.add(world);
    const rank = numberOf(groups.rank || groups.rank2);
    const pid = numberOf(groups.pid || groups.pid2);
    if (name === "srun-task") for (const task of tasksOf(String(groups.task))) this.tasks.add(task);
    if (name === "nccl-comm" && rank !== null) {
      this.ranks.add(rank);
      const bus = busId(String(groups.bus));
      if (!this.byBus.some((item) => item.host === line.host && item.bus === bus)) this.byBus.push({ host: line.host, bus, rank });
      if (line.pid !== null) this.byPid.note(line.pid, place, rank);
    } else if (name === "rank-of-process" && rank !== null && pid !== null) {
      this.byPid.note(pid, place, rank);
    } else if (name === "elastic-exit" && pid !== null) {
      const local = Number(String(groups.local_rank).slice(0, 9));
      const known = this.localByPid.find((item) => item.pid === pid && item.place.file === file && item.place.host === place.host);
      if (known) known.local = local;
      else this.localByPid.push({ pid, place, local });
    } else if (name === "c10d-rank" && rank !== null && line.worldGroup) {
      this.ranks.add(rank);
    }
  }

  placeLocalPids() {
    for (const { pid, place, local } of this.localByPid) {
      const ranks = this.children.filter((child) => child.localRank === local && child.rank !== null).map(({ rank }) => rank);
      const known = new Set(ranks);
      if (known.size === 1) this.byPid.note(pid, place, /** @type {number} */ ([...known][0]));
      else if (!known.size && this.nodes <= 1) this.byPid.note(pid, place, local);
    }
  }
}

/** @param {string} text @returns {string} */
function busId(text) {
  if (text.includes(":")) {
    const pieces = text.split(":");
    return `${pieces[pieces.length - 2]}${pieces[pieces.length - 1].split(".")[0]}`.toLowerCase().replace(/^0+/, "");
  }
  return text.replace(/[^0-9a-fA-F]/g, "").toLowerCase().replace(/^0+/, "").slice(0, -1);
}

/** The tasks that srun lists, such as 0-3,5. @param {string} text @returns {number[]} */
export function tasksOf(text) {
  const found = [];
  for (const [, first, last] of text.matchAll(RANGE)) {
    const low = Number(first);
    const high = Math.min(Number(last ?? first), low + MOST_TASKS);
    for (let task = low; task <= high; task += 1) found.push(task);
  }
  return found;
}

/** @param {string | null | undefined} text @returns {number | null} */
export function numberOf(text) {
  return text != null && DIGITS.test(text) ? Number(text.slice(0, 15)) : null;
}

/** The only value of a list, or null. @template T @param {T[]} values @returns {T | null} */
export function only(values) {
  const different = new Set(values);
  return different.size === 1 ? [...different][0] : null;
}

/** @param {Log} log @returns {Child[]} */
function childrenOf(log) {
  let root = false;
  /** @type {Child | null} */
  let child = null;
  /** @type {Child[]} */
  const found = [];
  for (const { number, landmark, groups } of log.marks) {
    if (landmark.name === "elastic-root" || landmark.name === "elastic-others") {
      root = landmark.name === "elastic-root";
      child = null;
    } else if (landmark.name === "elastic-field") {
      const { key } = groups;
      const value = String(groups.value);
      if (key === "time" || child === null) {
        child = { file: log.index, line: number, root, rank: null, localRank: null, host: null, code: null, pid: null, time: null };
        found.push(child);
      }
      if (key === "time") child.time = trim(value, " \t\r\n\f\v");
      if (key === "host") child.host = trim(value, " \t\r\n\f\v");
      const rank = key === "rank" ? RANK_FIELD.exec(value) : null;
      if (rank !== null) Object.assign(child, { rank: Number(rank[1]), localRank: Number(rank[2]) });
      const code = key === "exitcode" ? CODE_FIELD.exec(value) : null;
      if (code !== null) Object.assign(child, { code: Number(code[1]), pid: Number(code[2]), line: number });
    }
  }
  return found;
}
