// The case that a job's logs make, as faultbook.diagnosis.case makes one.

import { eventsOf } from "./events.js";
import { matchOf } from "./evidence.js";
import { find } from "./figures.js";
import { People } from "./identity.js";
import { mayBeOne } from "./line.js";
import { earliest, order, surelyBefore } from "./order.js";
import { lateRank, oddOneOut, rankByChildren, rankByCompany, ranksByChildren } from "./suspects.js";
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
 * @typedef {import("./figures.js").Finding} Finding
 * @typedef {import("./figures.js").FigureSignature} FigureSignature
 * @typedef {import("./figures.js").Series} Series
 * @typedef {{log: Log, finding: Finding}} Found
 * @typedef {{signatures: Signature[], templates: Template[], about: Record<string, About>, figures: FigureSignature[],
 *   usual: FigureSignature[], compared: FigureSignature[], tiers: import("./tiers.js").ExceptionTiers,
 *   readLine: (number: number, text: string) => import("./line.js").Line}} Knowledge
 */

const MINUTE = 60_000_000;
const HALF_HOUR = 1_800_000_000;
const AFTER = 5_000_000;
const NEAR = 200;
const LAST = 3;
const ANSWERS = 3;
const ENDING = 60;
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

/** What an entry knows of a log's figures, and what is usual. @param {Log} log @param {Knowledge} knowledge @param {Series} good @returns {Found[]} */
export function findingsOf(log, { figures, usual, compared }, good) {
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

/** The events of a job's logs, each with its rank, and the ways to the one that came first. */
export class Case {
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
    if (first.tier >= TIER.COLLATERAL) {
      const ofARank = first.read.rank !== null || first.read.localRank !== null;
      const told = ofARank ? null : rankByChildren(first, this.events, this.people);
      return { event: first, rank: told, oneOf: [], because };
    }
    const odd = oddOneOut(first, this.alive);
    if (odd !== null) return odd;
    const together = ranksByChildren(first, this.people);
    if (together.length) {
      return { event: first, rank: null, oneOf: together, because: "they ended within one second, and no line tells which was first" };
    }
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

/** @param {Event} record @param {Event} end */
function standsBefore(record, end) {
  return mayBeOne(record.read, end.read) && end.file === record.file && end.line >= record.line && end.line - record.line <= NEAR;
}

/** @param {Event} one @param {Event} other */
function ofOneStream(one, other) {
  return one.file === other.file && one.read.key === other.read.key;
}
