// A case to a Diagnosis, as faultbook.diagnosis.verdict decides it.

import { Case, findingsOf } from "./case.js";
import { matchOf } from "./evidence.js";
import { refuted } from "./matcher.js";
import { surelyBefore } from "./order.js";
import { TIER } from "./tiers.js";

/**
 * @typedef {import("./case.js").About} About
 * @typedef {import("./case.js").Found} Found
 * @typedef {import("./case.js").Knowledge} Knowledge
 * @typedef {import("./case.js").Note} Note
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./figures.js").Series} Series
 * @typedef {import("./matcher.js").Match} Match
 * @typedef {import("./suspects.js").Initiating} Initiating
 * @typedef {{collect: string, because: string}} Missing
 * @typedef {{entry: string, match: Match, event: Event, ranks: number[]}} Diagnosed
 * @typedef {{verdict: string, initiating: Initiating | null, diagnoses: Diagnosed[], collateral: Note[], ruledOut: Note[],
 *   missing: Missing | null, grounds: Note | null, events: Event[], logs: Log[], findings: Found[]}} Diagnosis
 */

const MOST = 50;
const PEER = /remote peer ([A-Za-z0-9][\w.-]*)</u;
/** What the logs of one job show. @param {Log[]} logs @param {Knowledge} knowledge @param {Series} good figures of a good run @returns {Diagnosis} */
export function judge(logs, knowledge, good) {
  return new Answer(logs, knowledge, logs.flatMap((log) => findingsOf(log, knowledge, good))).decide();
}

class Answer extends Case {
  /** @returns {Diagnosis} */
  decide() {
    const first = this.first();
    if (first === null) return this.withoutFailure();
    const initiating = this.initiating(first);
    const diagnoses = this.diagnoses(first);
    const verdict = this.verdict(first, initiating, diagnoses);
    return {
      verdict, initiating, diagnoses,
      collateral: this.collateral(initiating, diagnoses),
      ruledOut: this.ruledOut(new Set(diagnoses.map(({ entry }) => entry))),
      missing: this.missing(first, initiating, verdict),
      grounds: null, events: this.events, logs: this.logs, findings: this.findings,
    };
  }

  /** @param {Event} first @returns {Diagnosed[]} */
  diagnoses(first) {
    /** @type {Map<string, Diagnosed>} */
    const found = new Map();
    /** @type {Map<string, Set<number>>} */
    const ranks = new Map();
    const others = this.alive.filter((event) => event !== first).sort((a, b) => a.tier - b.tier || a.file - b.file || a.line - b.line);
    for (const event of [first, ...others]) {
      const match = matchOf(event);
      if (match === null) continue;
      const { entry } = match;
      if (event.rank !== null) ranks.set(entry, (ranks.get(entry) ?? new Set()).add(event.rank));
      if (match.role === "collateral" && event !== first && (found.size || first.tier < TIER.RECORD)) continue;
      if (!found.has(entry) && ![...found.keys()].some((other) => this.leads(other, entry))) {
        found.set(entry, { entry, match, event, ranks: [] });
      }
    }
    return [...found.values()].map((item) => ({ ...item, ranks: [...(ranks.get(item.entry) ?? [])].sort((a, b) => a - b) }));
  }

  /** @param {Event} first @param {Initiating} initiating @param {Diagnosed[]} diagnoses */
  verdict(first, initiating, diagnoses) {
    if (isLevel(first)) return "inconclusive";
    if (diagnoses.length) {
      if (diagnoses[0].match.role === "initiating") return "diagnosed";
      return first.tier === TIER.WAIT && initiating.rank !== null ? "diagnosed" : "inconclusive";
    }
    const onlyCode = first.tier === TIER.EXIT && first.raised === null && first.kind !== "interrupt";
    return first.tier >= TIER.COLLATERAL || onlyCode ? "inconclusive" : "unrecognised";
  }

  /** @param {Initiating} initiating @param {Diagnosed[]} diagnoses @returns {Note[]} */
  collateral(initiating, diagnoses) {
    const named = new Set([...diagnoses, initiating].map(({ event }) => `${event.file}:${event.line}`));
    const rest = this.alive.filter((event) => !named.has(`${event.file}:${event.line}`));
    return rest.slice(0, MOST).map((event) => {
      const match = matchOf(event);
      const slug = match === null ? null : this.slug(match.entry);
      return { file: event.file, line: event.line, because: this.why(event, initiating, diagnoses), slug, rank: event.rank };
    });
  }

  /** @param {Event} event @param {Initiating} initiating @param {Diagnosed[]} diagnoses */
  why(event, initiating, diagnoses) {
    const match = matchOf(event);
    const first = initiating.event;
    if (match !== null && diagnoses.some(({ entry }) => entry === match.entry)) {
      return event.rank === initiating.rank ? "the same failure again" : "the same failure on this rank";
    }
    if (match !== null && diagnoses.length && this.leads(diagnoses[0].entry, match.entry)) {
      return "the initiating failure causes this one";
    }
    if (event.tier === TIER.ECHO) return "printed because another process had failed or was stopping";
    if (event.tier === TIER.WAIT) return "it waited for a process that did not come";
    if ((event.tier === TIER.EXIT || event.tier === TIER.CRASH) && event.raised === null) return "says that a process ended, not why";
    const later = event.file === first.file && event.line > first.line;
    return later || surelyBefore(first, event) ? "came after the initiating failure" : "less near to a cause";
  }

  /** The question that tells an entry from its look-alikes. @param {string} entry */
  confirm(entry) {
    return Object.hasOwn(this.about, entry) ? this.about[entry].confirm : entry;
  }

  /** @param {string} entry */
  slug(entry) {
    return Object.hasOwn(this.about, entry) ? this.about[entry].slug : entry;
  }

  /** @param {Set<string>} said @returns {Note[]} */
  ruledOut(said) {
    /** @type {Map<string, Note>} */
    const notes = new Map();
    for (const event of this.events) {
      const match = matchOf(event);
      if (match === null || !event.survived || said.has(match.entry) || notes.has(match.entry)) continue;
      const because = `it was survived: the log goes on at line ${this.logs[event.file].number(event.survived)}`;
      notes.set(match.entry, { file: event.file, line: event.line, because, slug: this.slug(match.entry), rank: event.rank });
    }
    for (const signature of this.signatures) {
      const { entry, role } = signature;
      if (said.has(entry) || notes.has(entry) || role === "collateral") continue;
      for (const log of this.logs) {
        const found = refuted(signature, this.templates, log.extract.finds);
        const line = found === null ? undefined : log.lines.get(found.line);
        if (found !== null && line !== undefined) {
          notes.set(entry, { file: log.index, line: found.line, because: found.because, slug: this.slug(entry), rank: line.rank });
          break;
        }
      }
    }
    return [...notes.values()];
  }

  /** @param {Event} first @param {Initiating} initiating @param {string} verdict @returns {Missing | null} */
  missing(first, initiating, verdict) {
    if (first.tier === TIER.WAIT && initiating.rank === null) {
      const because = "the ranks here only waited; the one that failed or stopped wrote elsewhere";
      return { collect: "the standard error of every rank, from the same minute", because };
    }
    if (first.tier === TIER.CRASH && first.raised === null && verdict !== "diagnosed") {
      const host = first.host ? ` on ${first.host}` : "";
      return { collect: `dmesg -T${host}`, because: "a process was ended by a signal; the kernel says by whom and why" };
    }
    const match = matchOf(first);
    if (isLevel(first) && match !== null) {
      return { collect: this.confirm(match.entry), because: "a figure is off, and other causes look the same" };
    }
    if (first.tier === TIER.BACKEND) {
      return { collect: "the same run with NCCL_DEBUG=WARN", because: "NCCL names the call that failed only there" };
    }
    if (verdict !== "inconclusive") return null;
    if (first.tier === TIER.EXIT) {
      const rank = initiating.rank === null ? "" : ` of rank ${initiating.rank}`;
      return { collect: `the output${rank} before this line, standard error included`, because: "an exit code does not say why" };
    }
    for (const event of this.events) {
      const peer = PEER.exec(event.text);
      if (event.tier === TIER.ECHO && peer !== null) {
        return { collect: `the log of ${peer[1]} from the same minute`, because: "every line here only says that this peer went away" };
      }
    }
    return { collect: "what the failed process wrote before this line", because: "this line is printed whatever the cause was" };
  }

  /** @returns {Diagnosis} */
  withoutFailure() {
    const grounds = this.grounds();
    /** @type {Map<string, Diagnosed>} */
    const hints = new Map();
    for (const event of this.events) {
      if (!event.matches.length || matchOf(event) !== null || event.survived) continue;
      const match = event.matches[0];
      if (!hints.has(match.entry)) hints.set(match.entry, { entry: match.entry, match, event, ranks: [] });
    }
    const diagnoses = [...hints.values()];
    /** @type {Initiating | null} */
    let initiating = null;
    /** @type {Missing | null} */
    let missing = null;
    if (diagnoses.length) {
      const [{ entry, event }] = diagnoses;
      initiating = { event, rank: event.rank, oneOf: [], because: "a line hints at it; no line shows a failure" };
      missing = { collect: this.confirm(entry), because: "a line hints at this failure and does not prove it" };
    } else if (this.findings.length) {
      missing = { collect: "what else changed then: data, neighbours, clocks", because: "a figure is off, and no line says why" };
    } else if (grounds === null) {
      missing = { collect: "the rest of the log", because: "there is no sign of failure, and none of success" };
    }
    const verdict = diagnoses.length || this.findings.length || grounds === null ? "inconclusive" : "no-failure";
    const ruledOut = this.ruledOut(new Set(hints.keys()));
    return { verdict, initiating, diagnoses, collateral: [], ruledOut, missing, grounds, events: this.events, logs: this.logs, findings: this.findings };
  }
}

/** Whether an event is a figure that rose or fell: a change of level has many causes. @param {Event} event */
function isLevel({ kind, groups }) {
  return kind === "figure" && (groups.when === "falls" || groups.when === "rises");
}
