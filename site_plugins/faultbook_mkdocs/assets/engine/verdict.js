// Events to a Diagnosis, as faultbook.diagnosis.verdict makes one.

import { eventsOf } from "./events.js";
import { matchOf } from "./evidence.js";
import { find } from "./figures.js";
import { People } from "./identity.js";
import { mayBeOne } from "./line.js";
import { refuted } from "./matcher.js";
import { earliest, order, surelyBefore } from "./order.js";
import { lateRank, oddOneOut, rankByChildren, rankByCompany } from "./suspects.js";
import { bisect } from "./text.js";
import { TIER } from "./tiers.js";

/**
 * @typedef {import("./evidence.js").Event} Event
 * @typedef {import("./evidence.js").Log} Log
 * @typedef {import("./matcher.js").Line} Template
 * @typedef {import("./matcher.js").Match} Match
 * @typedef {import("./matcher.js").Signature} Signature
 * @typedef {import("./suspects.js").Initiating} Initiating
 * @typedef {{slug: string, title: string, summary: string, fix: string, code: string | null, risk: string, takes: string,
 *   verify: string, confirm: string, causes: string[], confused_with: string[]}} About
 * @typedef {{file: number, line: number, because: string, slug: string | null, rank: number | null}} Note
 * @typedef {{collect: string, because: string}} Missing
 * @typedef {import("./figures.js").Finding} Finding
 * @typedef {import("./figures.js").FigureSignature} FigureSignature
 * @typedef {import("./figures.js").Series} Series
 * @typedef {{log: Log, finding: Finding}} Found
 * @typedef {{signatures: Signature[], templates: Template[], about: Record<string, About>, figures: FigureSignature[],
 *   usual: FigureSignature[], compared: FigureSignature[], tiers: import("./tiers.js").ExceptionTiers,
 *   readLine: (number: number, text: string) => import("./line.js").Line}} Knowledge
 * @typedef {{entry: string, match: Match, event: Event, ranks: number[]}} Diagnosed
 * @typedef {{verdict: string, initiating: Initiating | null, diagnoses: Diagnosed[], collateral: Note[], ruledOut: Note[],
 *   missing: Missing | null, grounds: Note | null, events: Event[], logs: Log[], findings: Found[]}} Diagnosis
 */

const MINUTE = 60_000_000;
const HALF_HOUR = 1_800_000_000;
const AFTER = 5_000_000;
const MOST = 50;
const NEAR = 200;
const LAST = 3;
const ANSWERS = 3;
const ENDING = 60;
const PEER = /remote peer ([A-Za-z0-9][\w.-]*)</u;
const ENDS = new Set(["finished", "exit-zero"]);
/** @type {Set<number>} */
const HARMLESS = new Set([TIER.RECORD, TIER.FAILED, TIER.ECHO]);
/** @type {Record<number, string>} */
const BECAUSE = {
  [TIER.KERNEL]: "the kernel or the driver reports it, before the programs do",
  [TIER.NAMED]: "the earliest line that names a cause; the others follow from it or only wait",
  [TIER.CRASH]: "the earliest process that ended by a signal; no line names a cause",
  [TIER.NCCL]: "NCCL's own warning, which the later errors repeat without it",
  [TIER.FIGURE]: "from this line on a figure is off; no line says why",
  [TIER.EXIT]: "no line says more than this",
  [TIER.COLLATERAL]: "no cause stands above this line",
  [TIER.ECHO]: "no cause stands above this line",
};

/** What the logs of one job show. @param {Log[]} logs @param {Knowledge} knowledge @param {Series} good figures of a good run @returns {Diagnosis} */
export function judge(logs, knowledge, good) {
  return new Case(logs, knowledge, logs.flatMap((log) => findingsOf(log, knowledge, good))).decide();
}

/** What an entry knows of a log's figures, and what is usual. @param {Log} log @param {Knowledge} knowledge @param {Series} good @returns {Found[]} */
function findingsOf(log, { figures, usual, compared }, good) {
  const known = new Set();
  /** @type {Found[]} */
  const found = [];
  for (const signature of [...figures, ...usual, ...(good.size ? compared : [])]) {
    const points = log.figures.get(signature.figure);
    if (known.has(signature.figure) || points === undefined) continue;
    const finding = find(signature, points, good.get(signature.figure) ?? []);
    if (finding === null) continue;
    known.add(signature.figure);
    found.push({ log, finding });
  }
  return found;
}

/** The event of a figure that an entry knows. @param {Found} found @param {Knowledge} knowledge @returns {Event} */
function figureEvent({ log, finding }, { readLine }) {
  const { signature, point, baseline } = finding;
  const number = point.line;
  if (!log.lines.has(number)) {
    const text = log.extract.samples.find(([at]) => at === number)?.[1] ?? "";
    log.lines.set(number, readLine(number, text));
  }
  const read = log.line(number);
  /** @type {Record<string, string>} */
  const captures = { figure: signature.figure, value: point.text };
  if (baseline !== null) captures.baseline = baseline;
  const match = {
    entry: signature.entry, signature: signature.name, role: "initiating", strength: signature.strength, weight: 0, line: number,
    end_line: number, captures,
  };
  return {
    file: log.index, line: number, tier: TIER.FIGURE, kind: signature.strength === "hint" ? "entry" : "figure", text: read.text, read, trace: null, raised: null,
    matches: [match], groups: { when: signature.when }, time: log.timeAt(number), rank: read.rank, host: null, survived: 0,
  };
}

class Case {
  /** @param {Log[]} logs @param {Knowledge} knowledge @param {Found[]} findings */
  constructor(logs, knowledge, findings) {
    this.signatures = knowledge.signatures;
    this.templates = knowledge.templates;
    this.about = knowledge.about;
    this.findings = findings;
    this.logs = logs;
    this.people = new People(logs);
    this.events = logs.flatMap((log) => eventsOf(log, knowledge.tiers));
    for (const event of this.events) {
      event.rank = this.people.rankOf(event);
      event.host = event.read.host || event.groups.host || event.read.pod;
    }
    this.placeDevices();
    for (const found of findings) if (found.finding.signature.entry) this.events.push(figureEvent(found, knowledge));
    this.demoteDistantKernelLines();
    this.demoteLastWords();
    this.alive = this.events.filter((event) => !event.survived && (event.kind !== "entry" || matchOf(event) !== null));
  }

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

  placeDevices() {
    /** @type {Map<string, number>} */
    const ranks = new Map();
    for (const { rank, file, groups } of this.events) {
      const key = `${file} ${groups.pci}`;
      if (rank !== null && groups.pci != null && !ranks.has(key)) ranks.set(key, rank);
    }
    for (const event of this.events) {
      if (event.rank === null && event.groups.pci != null) event.rank = ranks.get(`${event.file} ${event.groups.pci}`) ?? null;
    }
  }

  demoteDistantKernelLines() {
    /** @type {[number, number][]} */
    const spans = [];
    for (const { tier, survived, time } of this.events) {
      if (tier <= TIER.KERNEL || tier >= TIER.FIGURE || survived || time === null || time.zone === "boot") continue;
      const wait = tier === TIER.WAIT ? HALF_HOUR + MINUTE : MINUTE;
      spans.push([time.us - wait, time.us + time.resolution + AFTER]);
    }
    spans.sort((one, other) => one[0] - other[0]);
    let latest = -Infinity;
    const ends = spans.map(([, end]) => (latest = Math.max(latest, end)));
    for (const event of this.events) {
      const { time } = event;
      if (event.tier !== TIER.KERNEL || !spans.length || time === null || time.zone === "boot") continue;
      const begun = bisect(spans.length, (index) => spans[index][0] <= time.us + time.resolution);
      if (begun === 0 || ends[begun - 1] < time.us) event.tier = TIER.DRIVER;
    }
  }

  demoteLastWords() {
    for (const event of this.events) {
      if (event.kind !== "killed" || event.rank !== null || matchOf(event) !== null) continue;
      const isLast = event.line >= this.logs[event.file].extract.lines - LAST;
      const failed = (/** @type {Event} */ other) =>
        other.file === event.file && other.line < event.line && event.line - other.line <= NEAR && other.tier > TIER.KERNEL &&
        other.tier <= TIER.RECORD && other.kind !== "killed" && !other.survived;
      if (isLast && this.events.some(failed)) event.tier = TIER.EXIT;
    }
  }

  /** @returns {Event | null} */
  first() {
    const candidates = this.alive.filter(({ tier }) => tier < TIER.RECORD);
    if (!candidates.length) return this.firstOfLittle();
    const tier = candidates.reduce((low, event) => Math.min(low, event.tier), Infinity);
    let best = this.earliestOf(candidates.filter((event) => event.tier === tier));
    for (const event of candidates) {
      const crashed = event.tier === TIER.CRASH || event.tier === TIER.NCCL;
      if (!crashed || best.tier === TIER.KERNEL || best.tier >= event.tier || matchOf(event) !== null) continue;
      if (matchOf(best) === null && surelyBefore(event, best)) best = event;
    }
    return best;
  }

  /** @param {Event[]} peers @returns {Event} */
  earliestOf(peers) {
    let chosen = earliest(peers);
    const roots = this.people.children.filter(({ root, code }) => root && code !== -15 && code !== -6);
    if (roots.length === 1 && chosen.time === null && chosen.rank !== null && chosen.rank !== roots[0].rank) {
      chosen = peers.find(({ rank }) => rank === roots[0].rank) ?? chosen;
    }
    const known = peers.filter((event) => matchOf(event)?.role === "initiating");
    if (matchOf(chosen) === null && known.length) {
      const rival = earliest(known);
      if (ofOneStream(chosen, rival) || !surelyBefore(chosen, rival)) chosen = rival;
    }
    return this.causeOf(chosen, known);
  }

  /** The earliest of *known* that leads to *chosen*, as the book has it, unless it came after it. @param {Event} chosen @param {Event[]} known @returns {Event} */
  causeOf(chosen, known) {
    const effect = matchOf(chosen)?.entry;
    if (effect === undefined) return chosen;
    const causes = known.filter(
      (event) =>
        this.leads(/** @type {import("./matcher.js").Match} */ (matchOf(event)).entry, effect) &&
        !surelyBefore(chosen, event) &&
        !(ofOneStream(chosen, event) && chosen.line < event.line),
    );
    return causes.length ? earliest(causes) : chosen;
  }

  /** @returns {Event | null} */
  firstOfLittle() {
    const records = this.alive.filter(({ tier, kind }) => (tier === TIER.RECORD || tier === TIER.FAILED) && kind !== "entry");
    const ends = this.alive.filter(({ tier }) => tier >= TIER.EXIT);
    if (this.endedWell() && this.alive.every(({ tier }) => HARMLESS.has(tier))) return null;
    const near = records.filter((event) => ends.some((end) => standsBefore(event, end)));
    if (near.length) {
      const loud = near.filter(({ tier }) => tier === TIER.RECORD);
      return earliest(loud.length ? loud : near);
    }
    if (ends.length) {
      const tier = ends.reduce((low, event) => Math.min(low, event.tier), Infinity);
      const isRoot = (/** @type {Event} */ event) =>
        this.people.children.some((child) => child.root && child.file === event.file && child.line === event.line);
      const known = ends.filter((event) => matchOf(event) !== null);
      const roots = ends.filter(isRoot);
      return earliest(known.length ? known : roots.length ? roots : ends.filter((event) => event.tier === tier));
    }
    return records.length && this.grounds() === null ? earliest(records) : null;
  }

  /** @param {Event} first @returns {Initiating} */
  initiating(first) {
    const because = BECAUSE[first.tier] ?? BECAUSE[TIER.NAMED];
    if (first.tier === TIER.WAIT) {
      const unknown = { event: first, rank: null, oneOf: [], because: "these ranks waited; for which one, the log does not say" };
      return lateRank(this.alive, this.logs, this.people) ?? unknown;
    }
    if (first.tier >= TIER.COLLATERAL) return { event: first, rank: null, oneOf: [], because };
    const odd = oddOneOut(first, this.alive);
    if (odd !== null) return odd;
    let { rank } = first;
    rank ??= rankByChildren(first, this.events, this.people);
    if (first.tier <= TIER.CRASH) rank ??= rankByCompany(first, this.alive, this.logs, this.people);
    const rivals = new Set();
    for (const event of this.alive) {
      const isRival = event.rank !== null && event.rank !== rank && event.tier === first.tier && event.file !== first.file;
      if (isRival && order(event, first) === 0) rivals.add(event.rank);
    }
    if (rivals.size && rank !== null) {
      const oneOf = [...rivals.add(rank)].sort((a, b) => a - b);
      return { event: first, rank: null, oneOf, because: "their clocks cannot tell which of these ranks was first" };
    }
    return { event: first, rank, oneOf: [], because };
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

  /** @param {string} cause @param {string} effect */
  leads(cause, effect) {
    const seen = new Set();
    const ahead = [cause];
    while (ahead.length) {
      const entry = /** @type {string} */ (ahead.pop());
      if (seen.has(entry) || !Object.hasOwn(this.about, entry)) continue;
      seen.add(entry);
      ahead.push(...this.about[entry].causes);
    }
    return seen.has(effect) && effect !== cause;
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

  endedWell() {
    return this.logs.some((log) => log.marks.some(({ landmark }) => ENDS.has(landmark.name)));
  }

  /** The line that shows that the work was done. @returns {Note | null} */
  grounds() {
    const numbers = (/** @type {Log} */ log, /** @type {string} */ kind) =>
      log.marks.filter(({ landmark }) => landmark.kind === kind).map(({ number }) => number);
    for (const log of this.logs) {
      const line = numbers(log, "end").pop();
      if (line !== undefined) return { file: log.index, line, because: "the work came to its end", slug: null, rank: null };
    }
    for (const log of this.logs) {
      const answers = numbers(log, "serving");
      const line = answers[answers.length - 1];
      if (answers.length >= ANSWERS && line >= log.extract.lines - ENDING) {
        return { file: log.index, line, because: "requests are being answered", slug: null, rank: null };
      }
    }
    return null;
  }
}

/** Whether an event is a figure that rose or fell: a change of level has many causes. @param {Event} event */
function isLevel({ kind, groups }) {
  return kind === "figure" && (groups.when === "falls" || groups.when === "rises");
}

/** @param {Event} record @param {Event} end */
function standsBefore(record, end) {
  return mayBeOne(record.read, end.read) && end.file === record.file && end.line >= record.line && end.line - record.line <= NEAR;
}

/** @param {Event} one @param {Event} other */
function ofOneStream(one, other) {
  return one.file === other.file && one.read.key === other.read.key;
}
