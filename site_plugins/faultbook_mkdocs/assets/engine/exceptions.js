// Tracebacks put together again, stream by stream, as faultbook.diagnosis.exceptions does.

import { compile, trimEnd } from "./text.js";

/**
 * @typedef {import("./line.js").Line} Line
 * @typedef {{path: string, line: number, function: string | null}} Frame
 * @typedef {{type: string, message: string, line: number, head: number, frames: Frame[]}} Raised
 * @typedef {{key: string, first: number, last: number, raised: Raised[], links: string[]}} Trace
 * @typedef {{trace: Trace, frames: Frame[], head: number, state: string, skipped: number, link: string}} Open
 */

const HEAD = "Traceback (most recent call last):";
const CAUSE = "The above exception was the direct cause of the following exception:";
const DURING = "During handling of the above exception, another exception occurred:";
const GROUP_ITEM = /^[ |]*\+-[+-]+ (?:\d+|\.\.\.) -/u;
const GROUP_SIDE = /^ *[|+] ?/u;
const FRAME = /^[ \t]*File "([^"]{1,400})", line (\d{1,9})(?:, in ([^\n]{1,200}))?/u;
const NAMED = /^((?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:\([A-Za-z_][\w.]*\))?)(?:: (.*))?$/su;
const WRAPPED = 6;
const FOREIGN = 40;
const MESSAGE = 60;
const WRAPS = /^Caught \w+ in |Original Traceback|terminated with the following error|^ray::/u;
const CONTROL = new Set([
  "KeyError", "AttributeError", "ImportError", "ModuleNotFoundError", "StopIteration", "StopAsyncIteration", "Empty",
  "CancelledError", "NotImplementedError", "IndexError", "LookupError", "GetTimeoutError", "TimeoutError",
]);
const NOT_THEIRS = [
  "site-packages/", "dist-packages/", "/lib/python3", "<frozen", "<string>", "/bin/", "importlib/", "torch/", "vllm/",
  ".pyx",
];

/** The innermost frame in code that is not a library's, or the innermost of all. @param {Raised} raised @returns {Frame | null} */
export function frameOf(raised) {
  const own = raised.frames.filter((frame) => !NOT_THEIRS.some((part) => frame.path.includes(part)));
  const frames = own.length ? own : raised.frames;
  return frames.length ? frames[frames.length - 1] : null;
}

/** The type without its module. @param {Raised} raised @returns {string} */
export function nameOf(raised) {
  return raised.type.slice(raised.type.lastIndexOf(".") + 1);
}

/** The exception that started a chain. @param {Trace} trace @returns {Raised} */
export function rootOf(trace) {
  let at = 0;
  trace.links.slice(0, trace.raised.length - 1).forEach((link, index) => {
    if (at !== index) return;
    const name = nameOf(trace.raised[index]);
    if (link === "original" || (link === "item" && name.endsWith("Group")) || (link === "during" && CONTROL.has(name))) {
      at = index + 1;
    }
  });
  return trace.raised[at];
}

/** The tracebacks of one log's kept lines. @param {Iterable<Line>} lines @param {string} exception pattern of an exception's line @returns {Trace[]} */
export function traces(lines, exception) {
  const pattern = compile(exception);
  /** @type {Trace[]} */
  const found = [];
  /** @type {Map<string, Open>} */
  const open = new Map();
  for (const line of lines) {
    let current = open.get(line.streamKey);
    let body = trimEnd(line.body, " \r\n");
    const inGroup = current !== undefined && GROUP_SIDE.test(body);
    if (current !== undefined && GROUP_ITEM.test(body)) {
      current.link = "item";
      current.state = "link";
      continue;
    }
    if (inGroup) body = ungrouped(body);
    if (body.includes(HEAD)) {
      current = begin(line, current);
      if (current.trace.first === line.number) found.push(current.trace);
      open.set(line.streamKey, current);
    } else if (current !== undefined && !read(current, line, body, pattern)) {
      open.delete(line.streamKey);
    }
  }
  return found.filter((trace) => trace.raised.length);
}

/** @param {string} body */
function ungrouped(body) {
  for (let match = GROUP_SIDE.exec(body); match !== null; match = GROUP_SIDE.exec(body)) body = body.slice(match[0].length);
  return body;
}

/** @param {Line} line @param {Open | undefined} current @returns {Open} */
function begin(line, current) {
  if (current !== undefined && current.trace.raised.length) {
    const before = current.trace.raised[current.trace.raised.length - 1];
    const wraps = WRAPS.test(before.message) && line.number - before.line <= WRAPPED;
    if (current.state !== "link" && (line.body.includes("Original Traceback") || wraps)) {
      current.link = "original";
      current.state = "link";
    }
    if (current.state === "link") {
      current.trace.links.push(current.link);
      return Object.assign(current, { head: line.number, frames: [], state: "frames", skipped: 0 });
    }
  }
  const trace = { key: line.streamKey, first: line.number, last: line.number, raised: [], links: [] };
  return { trace, frames: [], head: line.number, state: "frames", skipped: 0, link: "" };
}

/** Takes a line into an open traceback; says whether it stays open. @param {Open} current @param {Line} line @param {string} body @param {RegExp} pattern @returns {boolean} */
function read(current, line, body, pattern) {
  if (current.state === "frames") return readFrame(current, line, body, pattern);
  if (body === CAUSE || body === DURING) {
    Object.assign(current, { link: body === CAUSE ? "cause" : "during", state: "link", skipped: 0 });
    return true;
  }
  const { raised } = current.trace;
  if (current.state === "message" && WRAPS.test(body) && raised.length) raised[raised.length - 1].message += `\n${body}`;
  current.skipped += 1;
  return current.skipped <= MESSAGE;
}

/** @param {Open} current @param {Line} line @param {string} body @param {RegExp} pattern @returns {boolean} */
function readFrame(current, line, body, pattern) {
  const frame = FRAME.exec(body);
  if (frame !== null) {
    current.frames.push({ path: frame[1], line: Number(frame[2]), function: frame[3] ?? null });
    return true;
  }
  if (body === "" || body[0] === " " || body[0] === "\t") return true;
  let match = pattern.exec(body);
  if (match === null && (current.frames.length || current.head === line.number - 1)) match = NAMED.exec(body);
  if (match === null) {
    current.skipped += 1;
    return current.skipped <= FOREIGN;
  }
  const raised = { type: match[1], message: match[2] ?? "", line: line.number, head: current.head, frames: current.frames };
  current.trace.raised.push(raised);
  current.trace.last = line.number;
  current.state = "message";
  current.skipped = 0;
  return true;
}
