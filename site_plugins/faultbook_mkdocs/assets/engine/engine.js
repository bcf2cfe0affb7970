// Logs to an answer, as faultbook.diagnosis.engine gives it: what the page's worker calls. No dependency, no network.

import { LogReader } from "./evidence.js";
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
    this.signatures = load(content);
    this.about = content.entries;
    this.address = address;
    const { formats, landmarks, exception } = content.engine;
    this.templates = templatesOf(this.signatures);
    this.scanner = new Scanner(this.templates, landmarks);
    this.logs = new LogReader(new LineReader(formats), landmarks, exception, this.signatures, this.templates);
    this.tiers = new ExceptionTiers(landmarks);
  }

  /** Takes a log's bytes in pieces of any size by feed(); end() gives what is kept of it. @param {string} name */
  reader(name) {
    return this.scanner.reader(name);
  }

  /** What the logs of one job show together. @param {Extract[]} extracts */
  answer(extracts) {
    const near = this.logs.nearWhat(extracts);
    const logs = extracts.map((extract, index) => this.logs.read(index, extract, near));
    const diagnosis = judge(logs, this.about, this.tiers, this.signatures, this.templates);
    return asJson(diagnosis, this.about, this.signatures, this.address);
  }
}
