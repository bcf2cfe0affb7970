/**
 * The page's side of the worker: questions as promises, and a way to stop.
 *
 * @typedef {import("./diagnose-worker.js").LogSource} LogSource
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {(done: number, total: number, name: string) => void} Progress
 * @typedef {{resolve: (value: any) => void, reject: (error: Error) => void, progress?: Progress}} Waiting
 */

export class Cancelled extends Error {}

export class Client {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;

  /** What the book says of its entries, by id; loads engine and signatures. @returns {Promise<Record<string, any>>} */
  warm() {
    return this.#ask({ ask: "warm" });
  }

  /** @param {LogSource[]} files @param {Progress} progress @returns {Promise<{answer: Answer, notes: string[]}>} */
  diagnose(files, progress) {
    return this.#ask({ ask: "diagnose", files }, progress);
  }

  /** Twenty lines on each side of one. @param {LogSource} source @param {number} line @returns {Promise<{line: number, text: string}[]>} */
  around(source, line) {
    return this.#ask({ ask: "around", source, line });
  }

  /** Stop at once, whatever the worker is doing. */
  cancel() {
    this.#fail(new Cancelled("cancelled"));
  }

  /** @param {Error} error */
  #fail(error) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** @param {object} question @param {Progress} [progress] @returns {Promise<any>} */
  #ask(question, progress) {
    this.#worker ??= this.#start();
    const id = ++this.#last;
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, progress }));
    this.#worker.postMessage({ id, ...question });
    return answered;
  }

  /** A worker from a blob is under this page's Content-Security-Policy; one from an address would be under none. */
  #start() {
    const script = `import ${JSON.stringify(new URL("./diagnose-worker.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address, { type: "module", name: "faultbook" });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", () => this.#fail(new Error("the reader of logs could not be loaded")));
    return worker;
  }

  /** @param {import("./diagnose-worker.js").Reply} reply */
  #hear(reply) {
    const waiting = this.#waiting.get(reply.id);
    if (reply.kind === "progress") {
      waiting?.progress?.(reply.done, reply.total, reply.name);
      return;
    }
    this.#waiting.delete(reply.id);
    if (reply.kind === "answer") waiting?.resolve(reply.value);
    else waiting?.reject(new Error(reply.message));
  }
}
