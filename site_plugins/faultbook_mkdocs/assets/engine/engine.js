// Logs to an answer, as faultbook.diagnosis.engine gives it: what the page's worker calls. No dependency, no network.

import { LogReader } from "./evidence.js";
import { FigureReader } from "./figures.js";
import { LineReader } from "./line.js";
import { load, templatesOf } from "./matcher.js";
import { asJson } from "./report.js";
import { Scanner } from "./scan.js";
import { ExceptionTiers } from "./tiers.js";
import { judge } from "./verdict.js";

/** @typedef {import("./scan.js").Extract} Extract */

/** Diagnoses logs by one book's signatures; made once, used for many. */
export class Engine {
  /** @param {any} content of signatures.json @param {string} address of the site, with a slash at its end */
  constructor(content, address = "") {
    const signatures = load(content);
    const templates = templatesOf(signatures);
    const { formats, landmarks, exception, figures, step, usual, compared } = content.engine;
    const lines = new LineReader(formats);
    this.address = address;
    this.scanner = new Scanner(templates, landmarks);
    this.figures = new FigureReader(figures, step);
    this.logs = new LogReader(lines, landmarks, exception, signatures, templates, this.figures);
    this.knowledge = {
      signatures, templates, about: content.entries, figures: content.figures, usual, compared,
      tiers: new ExceptionTiers(landmarks),
      readLine: (/** @type {number} */ number, /** @type {string} */ text) => lines.read(number, text),
    };
  }

  /** Takes a log's bytes in pieces of any size by feed(); end() gives what is kept of it. @param {string} name @param {number} [most] bytes that there can be */
  reader(name, most) {
    return this.scanner.reader(name, most);
  }

  /** What the logs of one job show together. @param {Extract[]} extracts @param {Extract | null} baseline of a good run's log */
  answer(extracts, baseline = null) {
    const near = this.logs.nearWhat(extracts);
    const logs = extracts.map((extract, index) => this.logs.read(index, extract, near));
    const good = baseline === null ? new Map() : this.figures.seriesOf(baseline.samples);
    const { about, signatures } = this.knowledge;
    return asJson(judge(logs, this.knowledge, good), about, signatures, this.address);
  }
}
