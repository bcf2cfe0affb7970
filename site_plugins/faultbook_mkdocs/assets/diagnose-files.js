/**
 * The logs that are to be read: what was pasted and the files that were chosen, each under a name of its own.
 *
 * @typedef {import("./diagnose-worker.js").LogSource} LogSource
 */

import { size } from "./diagnose-answer.js";
import { byId, element } from "./diagnose-dom.js";

export const PASTED = "pasted.log";

export class Files {
  /** @type {LogSource[]} */
  #chosen = [];
  #list = byId("fb-chosen");
  #text = /** @type {HTMLTextAreaElement} */ (byId("fb-text"));

  /** @param {Iterable<File>} files */
  add(files) {
    for (const file of files) this.#chosen.push({ name: this.#free(file.name), blob: file });
    this.#show();
  }

  /** Forget what was there and take these. @param {LogSource[]} sources */
  replace(sources) {
    this.#chosen = [...sources];
    this.#text.value = "";
    this.#show();
  }

  /** All that is to be read. @returns {LogSource[]} */
  sources() {
    const text = this.#text.value;
    const pasted = text.trim() ? [{ name: this.#free(PASTED), blob: new Blob([text]) }] : [];
    return [...pasted, ...this.#chosen];
  }

  /** @param {string} name */
  #free(name) {
    const taken = (/** @type {string} */ each) => this.#chosen.some((source) => source.name === each);
    let free = name;
    for (let number = 2; taken(free); number += 1) free = `${name} (${number})`;
    return free;
  }

  #show() {
    this.#list.replaceChildren(
      ...this.#chosen.map((source) => {
        const remove = element("button", { type: "button", class: "fb-button", "aria-label": `Remove ${source.name}` }, "Remove");
        remove.addEventListener("click", () => {
          this.#chosen = this.#chosen.filter((other) => other !== source);
          this.#show();
          byId("fb-files").focus();
        });
        return element("li", {}, element("code", {}, source.name), ` ${size(source.blob.size)} `, remove);
      }),
    );
  }
}
