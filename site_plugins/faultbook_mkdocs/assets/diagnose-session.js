/**
 * What the page does once it is used: read logs, show the verdict, open a sample or a link.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-worker.js").LogSource} LogSource
 */

import { size } from "./diagnose-answer.js";
import { Cancelled, Client } from "./diagnose-client.js";
import { byId, element } from "./diagnose-dom.js";
import { Files } from "./diagnose-files.js";
import { fromFragment } from "./diagnose-link.js";
import { share } from "./diagnose-share.js";
import { view } from "./diagnose-view.js";

const SITE = new URL("../", import.meta.url).href;
const SAID_EVERY = 2000; // milliseconds between two sentences of progress, which are read aloud

export class Session {
  #client = new Client();
  #files = new Files();
  #said = 0;

  /** Load the engine and the signatures, before the first log is there. */
  warm() {
    this.#client.warm().catch(() => {}); // the first diagnosis tells of it
  }

  /** @param {Iterable<File>} files */
  add(files) {
    this.#files.add(files);
  }

  cancel() {
    this.#client.cancel();
  }

  /** Read what is there and show the verdict. */
  async diagnose() {
    const sources = this.#files.sources();
    if (!sources.length) {
      this.#say("Paste a log, or choose its files, first.");
      byId("fb-text").focus();
      return;
    }
    this.#busy(true);
    try {
      const { answer, notes } = await this.#client.diagnose(sources, (...progress) => this.#progress(...progress));
      this.#say("");
      this.#show(answer, sources, notes);
    } catch (error) {
      this.#say(error instanceof Cancelled ? "Cancelled." : `It could not be read: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.#busy(false);
    }
  }

  /** Read a solved case of the book. @param {string} id @param {string[]} logs */
  async sample(id, logs) {
    this.#say("Fetching the logs …");
    try {
      const fetched = logs.map(async (name) => {
        const response = await fetch(`${SITE}incidents/${id}/${name}`);
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
        return { name, blob: await response.blob() };
      });
      this.#files.replace(await Promise.all(fetched));
    } catch (error) {
      this.#say(`The sample could not be fetched: ${error instanceof Error ? error.message : error}`);
      return;
    }
    await this.diagnose();
  }

  /** Show the result that a link holds. @param {string} fragment */
  async open(fragment) {
    try {
      const answer = await fromFragment(fragment, await this.#client.warm(), SITE);
      this.#show(answer, null, ["From a link: the log is not in it, and whoever made the link chose what it says of the log. What is said of an entry is the book's."]);
    } catch {
      this.#say("The link holds no result that can be read; it may have been cut.");
    }
  }

  /** @param {Answer} answer @param {LogSource[] | null} sources  null when the logs are not at hand @param {string[]} notes */
  #show(answer, sources, notes) {
    const open = sources && ((/** @type {string} */ file, /** @type {number} */ line) => {
      const source = sources.find((each) => each.name === file);
      return source ? this.#client.around(source, line) : null;
    });
    const { heading, parts } = view(answer, open, notes);
    const result = byId("fb-result");
    result.replaceChildren(...parts, share(answer, SITE));
    result.hidden = false;
    heading.focus();
    heading.scrollIntoView({ block: "start" });
  }

  /** @param {boolean} busy */
  #busy(busy) {
    byId("fb-progress").hidden = !busy;
    byId("fb-cancel").hidden = !busy;
    /** @type {HTMLButtonElement} */ (byId("fb-go")).disabled = busy;
    if (busy) this.#said = 0;
  }

  /** @param {number} done @param {number} total @param {string} name */
  #progress(done, total, name) {
    const bar = /** @type {HTMLProgressElement} */ (byId("fb-bar"));
    bar.value = total ? done / total : 0;
    if (performance.now() - this.#said < SAID_EVERY) return;
    this.#said = performance.now();
    this.#say(`${size(done)} of ${size(total)} read${name ? `: ${name}` : ""}`);
  }

  /** @param {string} words */
  #say(words) {
    byId("fb-status").replaceChildren(element("span", {}, words));
  }
}
