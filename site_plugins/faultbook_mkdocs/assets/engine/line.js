// One line of a log, read outside in, as faultbook.diagnosis.line reads it.

import { readTime } from "./clock.js";
import { ESCAPES } from "./matcher.js";
import { compile, cut, groupsOf, trim, trimEnd, wellFormed } from "./text.js";

/**
 * @typedef {import("./clock.js").Instant} Instant
 * @typedef {{name: string, record: boolean, common: boolean, pattern: RegExp}} Format
 * @typedef {Record<string, string | null>} Groups
 * @typedef {{number: number, text: string, body: string, rank: number | null, localRank: number | null,
 *   task: number | null, groupRank: number | null, worldGroup: boolean, device: number | null, host: string | null,
 *   pod: string | null, container: string | null, pid: number | null, process: string | null,
 *   coordinates: string | null, ident: string | null, stream: string | null, severity: string | null,
 *   source: string | null, time: Instant | null, layers: string[], key: string, streamKey: string}} Line
 */

const LAYERS = 8;
const SHARE = [3, 5];
const FITS = 3;
const MOST_RANKS = 1_000_000;
const NO_PROCESS = /(?:Error|Exception|Warning|warning|error|File|INFO|ERROR|DEBUG|WARNING)$/u;
const GLOBAL_RANK = /^\[rank(\d{1,6})\]:(.*)$/su;
const INSIDE = /\[(?:PG (?:ID )?(\S+)(?: PG GUID [^\]]{1,80})? )?[Rr]ank (\d{1,6})\]/u;
const COORDINATE = /(DP|PP|TP|EP|DCP|PCP)(\d{1,5})/gu;
const MESSAGE_KEYS = ["log", "line", "message", "msg", "MESSAGE", "text", "body", "event"];
const TIME_KEYS = ["time", "timestamp", "ts", "@timestamp", "asctime"];
const HOST_KEYS = ["host", "hostname", "node", "_HOSTNAME", "node_name"];
const JSON_DEPTH = 100;
const KMSG_LEVELS = ["emerg", "alert", "crit", "err", "warn", "notice", "info", "debug"];
/** @type {Record<string, string>} */
const SEVERITIES = {
  D: "debug", V: "debug", I: "info", W: "warning", E: "error", F: "fatal",
  DEBUG: "debug", INFO: "info", WARNING: "warning", WARN: "warning", ERROR: "error", CRITICAL: "fatal",
  FATAL: "fatal", emerg: "fatal", alert: "fatal", crit: "fatal", err: "error", warn: "warning",
  notice: "info", info: "info", debug: "debug",
};

/** Reads lines by the formats that signatures.json brings. */
export class LineReader {
  /** @param {{name: string, pattern: string, record: boolean, common: boolean}[]} formats */
  constructor(formats) {
    this.formats = formats.map((item) => ({ ...item, pattern: compile(item.pattern) }));
    this.outer = this.formats.filter((item) => !item.record);
    this.records = this.formats.filter((item) => item.record);
  }

  /** The names of the common formats that most of a file's lines have. @param {string[]} texts @returns {Set<string>} */
  commonFormats(texts) {
    const full = texts.filter((text) => trim(text, " \r\t"));
    const names = new Set();
    for (const item of this.formats) {
      if (!item.common) continue;
      const fits = full.filter((text) => isFit(item, text)).length;
      if (fits >= FITS && fits * SHARE[1] >= full.length * SHARE[0]) names.add(item.name);
    }
    return names;
  }

  /** @param {number} number @param {string} text @param {Set<string>} common @returns {Line} */
  read(number, text, common = new Set()) {
    const shown = segment(text);
    const line = blank(number, shown);
    if (shown.startsWith("{")) readJson(line);
    for (let layer = 0; layer < LAYERS && this.stripOuter(line, common); layer += 1);
    line.streamKey = keyOf(line);
    this.stripRecord(line);
    const global = GLOBAL_RANK.exec(line.body);
    if (global !== null && line.rank === null) {
      line.rank = Number(global[1]);
      line.body = global[2].startsWith(" ") ? global[2].slice(1) : global[2];
      line.streamKey = keyOf(line);
      this.stripRecord(line);
    }
    const inside = INSIDE.exec(cut(line.body, 400));
    if (inside !== null) {
      line.groupRank = Number(inside[2]);
      const group = inside[1];
      line.worldGroup = group === undefined || group === "0" || group === "default_pg" || inside[0].includes("default_pg");
    }
    line.key = keyOf(line);
    return line;
  }

  /** @param {Line} line */
  stripRecord(line) {
    for (const item of this.records) {
      const match = item.pattern.exec(line.body);
      if (match !== null && take(line, item, groupsOf(match))) return;
    }
  }

  /** @param {Line} line @param {Set<string>} common @returns {boolean} */
  stripOuter(line, common) {
    for (const item of this.outer) {
      if (item.common && !common.has(item.name)) continue;
      if (line.layers.includes(item.name) && item.name !== "tee") continue;
      const match = item.pattern.exec(line.body);
      if (match === null) continue;
      const groups = groupsOf(match);
      if (item.name === "tee") return takeTee(line, groups);
      if (item.name === "ray" && line.layers.includes("vllm-process")) continue;
      if (take(line, item, groups)) return true;
    }
    return false;
  }
}

/** Whether two lines of a log may be of one container. @param {Line} one @param {Line} other @returns {boolean} */
export function mayBeOne(one, other) {
  const pairs = [[one.pod, other.pod], [one.container, other.container]];
  return pairs.every(([left, right]) => left === right || left === null || right === null);
}

/** What a terminal would show of a line with carriage returns. @param {string} text @returns {string} */
export function segment(text) {
  if (!text.includes("\r")) return text;
  const pieces = text.split("\r").filter((piece) => trim(piece, " "));
  return pieces.length ? pieces[pieces.length - 1] : "";
}

/** @param {number} number @param {string} text @returns {Line} */
function blank(number, text) {
  return {
    number, text, body: text, rank: null, localRank: null, task: null, groupRank: null, worldGroup: false, device: null,
    host: null, pod: null, container: null, pid: null, process: null, coordinates: null, ident: null, stream: null,
    severity: null, source: null, time: null, layers: [], key: "", streamKey: "",
  };
}

/** @param {Line} line */
function keyOf(line) {
  const parts = [line.pod, line.container, line.host, line.task, line.localRank, line.rank, line.process, line.pid, line.coordinates];
  return parts.map((part) => (part === null ? "" : String(part))).join("|");
}

/** @param {Format} item @param {string} text */
function isFit(item, text) {
  const match = item.pattern.exec(text);
  return match !== null && (item.name !== "pdsh" || !NO_PROCESS.test(match.groups?.host ?? ""));
}

/** @param {Line} line @param {Groups} groups @returns {boolean} */
function takeTee(line, groups) {
  const rest = groups.rest ?? "";
  const number = Number(groups.local_rank);
  if (groups.role === "rank" && (rest === "" || [" ", "[E", "[W", "[I", "[F"].some((start) => rest.startsWith(start)))) {
    if (line.rank !== null) return false;
    line.rank = number;
    line.layers = [...line.layers, "excepthook"];
    line.body = rest.startsWith(" ") ? rest.slice(1) : rest;
    return true;
  }
  if (line.localRank !== null || line.layers.includes("tee")) return false;
  line.localRank = number;
  line.layers = [...line.layers, "tee"];
  line.body = rest;
  return true;
}

/** @param {Line} line @param {Format} item @param {Groups} groups @returns {boolean} */
function take(line, item, groups) {
  if (item.name === "pdsh" && NO_PROCESS.test(groups.host ?? "")) return false;
  line.layers = [...line.layers, item.name];
  line.body = groups.rest ?? "";
  if (groups.rank != null) line.rank ??= Number(groups.rank);
  if (groups.local_rank != null) line.localRank ??= Number(groups.local_rank);
  if (groups.task != null) line.task ??= Number(groups.task);
  if (groups.device != null) line.device ??= Number(groups.device);
  if (groups.pid != null) line.pid ??= Number(groups.pid);
  if (groups.host) line.host ??= groups.host;
  if (groups.pod) line.pod ??= groups.pod;
  if (groups.container) line.container ??= groups.container;
  if (groups.process) line.process ??= groups.process;
  if (groups.ident) line.ident ??= groups.ident;
  if (groups.stream) line.stream ??= groups.stream;
  if (groups.source) line.source ??= groups.source;
  line.severity = severityOf(groups) ?? line.severity;
  for (const text of [groups.coordinates, groups.process]) {
    if (text && line.coordinates === null) {
      line.coordinates = [...text.matchAll(COORDINATE)].map((found) => found[1] + found[2]).join(" ") || null;
    }
  }
  const time = readTime(groups);
  if (time !== null && (line.time === null || line.time.zone === "boot")) line.time = time;
  return true;
}

/** @param {Groups} groups @returns {string | null} */
function severityOf(groups) {
  if (groups.priority != null) return SEVERITIES[KMSG_LEVELS[Number(groups.priority) & 7]];
  return groups.severity ? (SEVERITIES[groups.severity] ?? null) : null;
}

/** @param {Line} line */
function readJson(line) {
  const text = line.body;
  if (!text.endsWith("}") || text.split("{").length + text.split("[").length - 2 > JSON_DEPTH) return;
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  const message = firstText(value, MESSAGE_KEYS);
  if (message === null) return;
  line.body = trimEnd(wellFormed(message).replace(ESCAPES, ""), "\r\n");
  line.layers = ["json"];
  const labels = ["labels", "kubernetes", "stream"].map((key) => own(value, key)).find(isObject) ?? {};
  for (const holder of [value, labels]) {
    line.host ??= word(firstText(holder, HOST_KEYS));
    line.pod ??= word(firstText(holder, ["pod", "pod_name"]));
  }
  const stamp = firstText(value, TIME_KEYS);
  if (stamp !== null) line.time = readTime({ iso: stamp });
  const stream = own(value, "stream");
  if (typeof stream === "string") line.stream = word(stream);
  const level = firstText(value, ["level", "levelname", "severity"]) ?? "";
  line.severity = named(level) ?? named(level.toUpperCase());
  const rank = own(value, "rank");
  if (typeof rank === "number" && rank >= 0 && rank < MOST_RANKS && Number.isInteger(rank)) line.rank = rank;
}

/** @param {string} level @returns {string | null} */
function named(level) {
  return Object.hasOwn(SEVERITIES, level) ? SEVERITIES[level] : null;
}

/** @param {any} value @param {string} key @returns {any} */
function own(value, key) {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {any} holder @param {string[]} keys @returns {string | null} */
function firstText(holder, keys) {
  for (const key of keys) {
    const value = own(holder, key);
    if (typeof value === "string") return value;
  }
  return null;
}

/** @param {string | null} text @returns {string | null} */
function word(text) {
  return text === null ? null : cut(wellFormed(text), 120);
}
