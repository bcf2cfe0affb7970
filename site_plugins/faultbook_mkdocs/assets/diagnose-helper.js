/**
 * A helper of the worker: looks stretches of a long log through for literals. It is told the literals of each kind first.
 *
 * @typedef {{literals: Record<string, string[]>} | {id: number, kind: string, bytes: Uint8Array<ArrayBuffer>}} Task
 * @typedef {{id: number, plain: Uint8Array<ArrayBuffer>, hits: Int32Array<ArrayBuffer>, after: number}} Done
 */

import { automatonOf } from "./engine/scan.js";
import { lookThrough } from "./engine/stretch.js";

/** @type {Map<string, import("./engine/automaton.js").Automaton>} */
const automata = new Map();

addEventListener("message", (/** @type {MessageEvent<Task>} */ { data }) => {
  if ("literals" in data) {
    for (const [kind, texts] of Object.entries(data.literals)) automata.set(kind, automatonOf(texts));
    return;
  }
  const automaton = automata.get(data.kind);
  if (automaton === undefined) throw new Error(`no literals of the kind ${data.kind}`);
  const { plain, hits, after } = lookThrough(data.bytes, automaton);
  const done = /** @type {Done} */ ({ id: data.id, plain, hits, after });
  postMessage(done, { transfer: [done.plain.buffer, done.hits.buffer] });
});
