/**
 * Helpers that look through a long log's stretches at the same time; the worker takes them in, in their order.
 *
 * @typedef {import("./engine/stretch.js").Stretch} Stretch
 * @typedef {import("./engine/scan.js").Scanner} Scanner
 * @typedef {ReturnType<Scanner["reader"]>} Reader
 */

const MOST = 4; // helpers
const EACH = 2; // stretches that each has before it

/** How many helpers pay on this machine. @returns {number} */
export function helpers() {
  const cores = navigator.hardwareConcurrency || 1;
  if (cores < 2 || typeof Worker === "undefined") return 0;
  return Math.min(MOST, cores > 2 ? cores - 1 : cores); // the worker itself unpacks and takes in, which is far less
}

export class Pool {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {Map<number, {resolve: (stretch: Stretch) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #last = 0;
  #scanner;

  /** @param {Scanner} scanner @param {number} size */
  constructor(scanner, size) {
    this.#scanner = scanner;
    // From a blob, as the worker itself: under the page's Content-Security-Policy.
    const script = `import ${JSON.stringify(new URL("./diagnose-helper.js", import.meta.url).href)};`;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    for (let index = 0; index < size; index += 1) {
      const worker = new Worker(address, { type: "module", name: `faultbook-${index}` });
      worker.postMessage({ literals: { every: scanner.every.texts, loud: scanner.loud.texts } });
      worker.addEventListener("message", ({ data: { id, ...stretch } }) => {
        this.#waiting.get(id)?.resolve(stretch);
        this.#waiting.delete(id);
      });
      worker.addEventListener("error", () => this.#fail(new Error("a helper that reads logs could not go on")));
      this.#workers.push(worker);
    }
  }

  /** Takes a log in as its pieces come, a few stretches ahead. @param {Reader} reader */
  feeder(reader) {
    /** @type {[Promise<Stretch>, Scanner["every"]][]} */
    const ahead = [];
    const take = async (/** @type {number} */ left) => {
      while (ahead.length > left) {
        const [stretch, literals] = /** @type {(typeof ahead)[number]} */ (ahead.shift());
        reader.read(await stretch, literals);
      }
    };
    const give = async (/** @type {Iterable<[Uint8Array, Scanner["every"]]>} */ stretches) => {
      for (const [bytes, literals] of stretches) {
        ahead.push([this.#lookThrough(bytes, literals), literals]);
        await take(EACH * this.#workers.length);
      }
    };
    return {
      feed: (/** @type {Uint8Array} */ piece) => give(reader.stretches(piece)),
      end: async () => {
        await take(0);
        return reader.end();
      },
    };
  }

  close() {
    for (const worker of this.#workers) worker.terminate();
  }

  /** @param {Uint8Array} bytes @param {Scanner["every"]} literals @returns {Promise<Stretch>} */
  #lookThrough(bytes, literals) {
    const id = ++this.#last;
    const copy = bytes.slice();
    const found = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    found.catch(() => {}); // it is looked at when its turn comes
    const kind = literals === this.#scanner.every ? "every" : "loud";
    this.#workers[id % this.#workers.length].postMessage({ id, kind, bytes: copy }, [copy.buffer]);
    return found;
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
