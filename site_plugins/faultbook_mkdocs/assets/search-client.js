/**
 * The page's side of the search's worker. One question is with the worker at a time, and of those that wait only the last
 * is still wanted.
 *
 * @typedef {import("./search-book.js").Answer} Answer
 * @typedef {{query: string, limit?: number, resolve: (answer: Answer | null) => void, reject: (error: Error) => void}} Asked
 */

export class SearchClient {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Asked | null} */
  #asked = null;
  /** @type {Asked | null} */
  #next = null;

  /** Load index and engine, before the first question is there. */
  warm() {
    this.#worker ??= this.#start();
  }

  /** The answer, or null when another question came after this one. @param {string} query @param {number} [limit] of results @returns {Promise<Answer | null>} */
  ask(query, limit) {
    this.warm();
    return new Promise((resolve, reject) => {
      this.#next?.resolve(null);
      this.#next = { query, limit, resolve, reject };
      this.#send();
    });
  }

  #send() {
    if (this.#asked || !this.#next) return;
    this.#asked = this.#next;
    this.#next = null;
    this.#worker?.postMessage({ query: this.#asked.query, limit: this.#asked.limit });
  }

  /** A worker from a blob is under the page's Content-Security-Policy, where it has one; see diagnose-client.js. */
  #start() {
    const script = `import ${JSON.stringify(new URL("./search-worker.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module", name: "faultbook-search" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", () => this.#hear({ error: "it could not be loaded" }));
    return worker;
  }

  /** @param {{answer: Answer} | {error: string}} reply */
  #hear(reply) {
    const asked = this.#asked;
    this.#asked = null;
    if ("error" in reply) {
      asked?.reject(new Error(reply.error));
      this.#worker?.terminate();
      this.#worker = this.#next ? this.#start() : null;
    } else {
      asked?.resolve(this.#next ? null : reply.answer);
    }
    this.#send();
  }
}
