// How near to the cause a line speaks, as faultbook.diagnosis.tiers says.

import { compile } from "./text.js";

/** @typedef {import("./line.js").Line} Line @typedef {Record<string, string | null>} Groups */
/** @typedef {{name: string, kind: string, literals: string[], pattern: string}} Landmark */

export const TIER = {
  KERNEL: 0, NAMED: 10, CRASH: 20, DRIVER: 21, NCCL: 22, BACKEND: 24, WAIT: 25, FIGURE: 27, RECORD: 30, FAILED: 32, EXIT: 40,
  COLLATERAL: 45, ECHO: 50,
};
const XID_ECHO = new Set([43, 45, 63, 92, 154]);
const XID_APPLICATION = new Set([13, 31, 137]);
const ECHO_TYPES = new Set([
  "ChildFailedError", "SignalException", "EngineDeadError", "AsyncEngineDeadError", "CancelledError",
  "BrokenPipeError", "ConnectionResetError", "ActorDiedError", "RayActorError", "WorkerCrashedError",
  "BrokenProcessPool", "ProcessExitedException", "ProcessRaisedException", "CalledProcessError",
  "RendezvousConnectionError", "RendezvousClosedError", "RayTaskError", "ResponseError", "ServerDisconnectedError",
]);
const EXIT_TYPES = new Set(["KeyboardInterrupt", "SystemExit"]);
const KERNEL = new Set(["sxid", "gpu-lost", "oom-kill", "machine-check", "filesystem", "slurm-node"]);
const CRASH = new Set([
  "kernel-segfault", "trap", "slurm-oom", "oom-killed-pod", "abort-message", "link-down", "glibc", "crashed",
  "dataloader-worker", "killed",
]);
const WITH_CODE = new Set(["elastic-exit", "exit-code", "deepspeed-exit"]);
const ENDED_BY_OTHERS = new Set([-15, 143, -2, 130]);
const SIGNALS = new Set([-9, -7, -11, -4, -8, 137, 135, 139, 132, 136]);
const WAITED = /[Tt]imed? ?out|Timeout|DistStoreError|[Ww]ait timeout/u;
const BACKEND =
  /DistBackendError|NCCL error|nccl(?:System|Internal|UnhandledCuda|InvalidUsage)Error|unhandled (?:system|cuda) error/u;
const CANCELLED = /(?:^|: )[Cc]ancell?ed\.?$/u;
const CODE = /^-?\d{1,9}/u;
const BY_SIGNAL = /^signal|Killed|Segmentation|Bus error|[Oo]ut [Oo]f [Mm]emory/u;
const LOUD = new Set(["error", "fatal"]);
const QUIET = new Set(["info", "debug"]);

/** Says of exceptions that no entry knows how near to the cause they speak. */
export class ExceptionTiers {
  /** @param {Landmark[]} landmarks */
  constructor(landmarks) {
    this.echoes = landmarks.filter(({ kind }) => kind === "echo").map(({ pattern }) => compile(pattern));
  }

  /** @param {string} type @param {string} message @returns {number} */
  of(type, message) {
    const text = `${type}: ${message}`;
    const name = type.slice(type.lastIndexOf(".") + 1);
    if (ECHO_TYPES.has(name) || CANCELLED.test(message) || this.echoes.some((pattern) => pattern.test(text))) return TIER.ECHO;
    if (EXIT_TYPES.has(name)) return TIER.EXIT;
    if (BACKEND.test(text)) return TIER.BACKEND;
    return WAITED.test(text) ? TIER.WAIT : TIER.NAMED;
  }
}

/** How near to the cause a landmark speaks, or null when it tells of no failure. @param {Landmark} landmark @param {Groups} groups @param {Line} line @returns {number | null} */
export function tierOfLandmark(landmark, groups, line) {
  const { name, kind } = landmark;
  if (line.severity !== null && QUIET.has(line.severity) && (kind === "fault" || kind === "death")) return null;
  if (name === "xid") {
    const xid = Number(String(groups.xid).slice(0, 9));
    return XID_ECHO.has(xid) ? TIER.ECHO : XID_APPLICATION.has(xid) ? TIER.DRIVER : TIER.KERNEL;
  }
  if (KERNEL.has(name)) return TIER.KERNEL;
  if (CRASH.has(name)) return line.body.includes("SIGABRT") || line.body.includes("Aborted") ? TIER.EXIT : TIER.CRASH;
  if (name === "interrupt") return TIER.EXIT;
  if (name === "nccl-warn") return TIER.NCCL;
  if (name === "watchdog") return TIER.WAIT;
  if (name === "elastic-field") return groups.key === "exitcode" ? ofCode(String(groups.value)) : null;
  if (WITH_CODE.has(name)) return ofCode(String(groups.code));
  if (name === "mpirun-signal" || name === "srun-task") return ofWords(groups.what || `signal ${groups.signal}`);
  if (name === "failed-line") {
    if (line.severity !== null && (line.severity === "warning" || QUIET.has(line.severity))) return null;
    return line.severity !== null && LOUD.has(line.severity) ? TIER.RECORD : TIER.FAILED;
  }
  if (kind === "fault") return line.body.startsWith("Fatal Python error: Aborted") ? TIER.EXIT : TIER.NAMED;
  if (kind === "echo") return TIER.ECHO;
  return kind === "error" ? TIER.RECORD : null;
}

/** @param {string} what */
function ofWords(what) {
  if (what.includes("Terminated") || what === "signal 15") return TIER.ECHO;
  return BY_SIGNAL.test(what) ? TIER.CRASH : TIER.EXIT;
}

/** @param {string} text @returns {number | null} */
function ofCode(text) {
  const code = Number(CODE.exec(text)?.[0] ?? 0);
  if (code === 0) return null;
  if (ENDED_BY_OTHERS.has(code)) return TIER.ECHO;
  return SIGNALS.has(code) ? TIER.CRASH : TIER.EXIT;
}
