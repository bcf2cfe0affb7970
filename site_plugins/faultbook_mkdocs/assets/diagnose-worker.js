/**
 * The worker that reads logs: bytes to the engine piece by piece, progress and the answer back. It asks the site for the
 * signatures, once, and nothing else.
 *
 * @typedef {{name: string, blob: Blob}} LogSource
 * @typedef {{id: number, ask: "warm"}
 *   | {id: number, ask: "diagnose", files: LogSource[]}
 *   | {id: number, ask: "around", source: LogSource, line: number}} Question
 * @typedef {{id: number, kind: "progress", done: number, total: number, name: string}
 *   | {id: number, kind: "answer", value: any}
 *   | {id: number, kind: "error", message: string}} Reply
 */

import { Engine } from "./engine/engine.js";

const SITE = new URL("../", import.meta.url).href;
const AROUND = 20; // lines shown on each side
const SHOWN = 2000; // bytes of a line that is shown
const EVERY = 80; // milliseconds between two reports of progress
/** What a file begins with that is packed in a way that browsers do not unpack. @type {[string, number[]][]} */
const PACKED = [["zstd", [0x28, 0xb5, 0x2f, 0xfd]], ["zip", [0x50, 0x4b, 3, 4]], ["bzip2", [0x42, 0x5a, 0x68]], ["xz", [0xfd, 0x37, 0x7a, 0x58]]];

const ROOM = 4 << 20; // bytes of a file that are taken at once
const SLICE = 8 << 20; // the same where they are asked for, not streamed
const UNITS = 512; // bytes by which UTF-16 is told

/** @type {Promise<{engine: Engine, about: any}> | null} */
let loaded = null;

/** The engine, made once. */
function load() {
  loaded ??= fetch(`${SITE}signatures.json`).then(async (response) => {
    if (!response.ok) throw new Error(`the signatures could not be read: ${response.status}`);
    const content = await response.json();
    return { engine: new Engine(content, SITE), about: content.entries ?? {} };
  });
  loaded.catch(() => (loaded = null));
  return loaded;
}

/** @param {Reply} message */
function reply(message) {
  postMessage(message);
}

addEventListener("message", async (/** @type {MessageEvent<Question>} */ event) => {
  const { id } = event.data;
  try {
    reply({ id, kind: "answer", value: await solve(event.data) });
  } catch (error) {
    reply({ id, kind: "error", message: error instanceof Error ? error.message : String(error) });
  }
});

/** @param {Question} question */
async function solve(question) {
  if (question.ask === "warm") return (await load()).about;
  if (question.ask === "around") return around(question.source, question.line);
  return diagnose(question.id, question.files);
}

/** @param {number} id @param {LogSource[]} files */
async function diagnose(id, files) {
  const { engine } = await load();
  const total = files.reduce((sum, file) => sum + file.blob.size, 0);
  /** @type {string[]} */
  const notes = [];
  const extracts = [];
  let [before, told] = [0, 0];
  for (const { name, blob } of files) {
    const reader = engine.reader(name);
    const tell = (/** @type {number} */ done) => {
      if (performance.now() - told < EVERY) return;
      told = performance.now();
      reply({ id, kind: "progress", done: before + done, total, name });
    };
    await read({ name, blob }, (piece) => reader.feed(piece), notes, tell);
    extracts.push(reader.end());
    before += blob.size;
  }
  reply({ id, kind: "progress", done: total, total, name: "" });
  return { answer: engine.answer(extracts), notes };
}

/**
 * Give the log's bytes to *feed*, unpacked where it is gzip, until that returns false.
 *
 * @param {LogSource} source @param {(piece: Uint8Array) => unknown} feed @param {string[]} notes
 * @param {(bytes: number) => void} [tell]  is told how many bytes of the file are read
 */
async function read({ name, blob }, feed, notes, tell) {
  const head = new Uint8Array(await blob.slice(0, UNITS).arrayBuffer());
  const packed = PACKED.find(([, magic]) => magic.every((byte, index) => head[index] === byte));
  if (packed) {
    notes.push(`${name} is packed with ${packed[0]}, which browsers do not unpack: unpack it first.`);
    return;
  }
  const zipped = head[0] === 0x1f && head[1] === 0x8b;
  let done = 0;
  const count = (/** @type {number} */ bytes) => tell?.((done += bytes));
  const encoding = utf16(head);
  const pieces = zipped || encoding ? unpacked(blob, zipped, encoding, count) : plain(blob, count);
  try {
    for await (const piece of pieces) if (feed(piece) === false) return;
  } catch (error) {
    if (!zipped) throw error;
    notes.push(`${name} could not be unpacked to its end; what came before is diagnosed.`);
  }
}

/** A file's bytes as they come, all into one place, valid until the next are asked for: the browser goes on reading meanwhile, and copies nothing twice. @param {Blob} blob @param {(bytes: number) => void} count @returns {AsyncGenerator<Uint8Array>} */
async function* plain(blob, count) {
  /** @type {ReadableStreamBYOBReader} */
  let stream;
  try {
    stream = blob.stream().getReader({ mode: "byob" });
  } catch {
    yield* slices(blob, count); // a browser whose files are no streams of bytes
    return;
  }
  let room = new ArrayBuffer(ROOM);
  try {
    for (;;) {
      const { done, value } = await stream.read(new Uint8Array(room));
      if (done) return;
      count(value.length);
      yield value;
      room = /** @type {ArrayBuffer} */ (value.buffer);
    }
  } finally {
    stream.cancel().catch(() => {});
  }
}

/** A file's bytes in slices, each read while the one before it is scanned: a stream waits for its reader. @param {Blob} blob @param {(bytes: number) => void} count @returns {AsyncGenerator<Uint8Array>} */
async function* slices(blob, count) {
  const read = (/** @type {number} */ at) => {
    const bytes = blob.slice(at, at + SLICE).arrayBuffer();
    bytes.catch(() => {}); // told when it is its turn
    return bytes;
  };
  let next = read(0);
  for (let at = 0; at < blob.size; at += SLICE) {
    const bytes = await next;
    next = read(at + SLICE);
    count(bytes.byteLength);
    yield new Uint8Array(bytes);
  }
}

/** The bytes of a packed file, or in UTF-8 of one in another encoding; *count* is told of those read. @param {Blob} blob @param {boolean} zipped @param {string | null} encoding @param {(bytes: number) => void} count @returns {AsyncGenerator<Uint8Array>} */
async function* unpacked(blob, zipped, encoding, count) {
  const counted = new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ piece, controller) {
      count(piece.length);
      controller.enqueue(piece);
    },
  });
  let bytes = blob.stream().pipeThrough(counted);
  if (zipped) bytes = bytes.pipeThrough(new DecompressionStream("gzip"));
  if (encoding) bytes = bytes.pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
  const stream = bytes.getReader();
  try {
    for (let part = await stream.read(); !part.done; part = await stream.read()) yield part.value;
  } finally {
    stream.cancel().catch(() => {});
  }
}

/** The encoding of PowerShell's redirection, if the log has its mark and every second byte is 0 as a rule. @param {Uint8Array} head @returns {string | null} */
function utf16(head) {
  const isLittle = head[0] === 0xff && head[1] === 0xfe;
  if (!isLittle && !(head[0] === 0xfe && head[1] === 0xff)) return null;
  const high = head.slice(2).filter((_, index) => index % 2 === (isLittle ? 1 : 0));
  return 2 * high.filter((byte) => byte === 0).length > high.length ? (isLittle ? "utf-16le" : "utf-16be") : null;
}

/** The lines around one, read anew. @param {LogSource} source @param {number} line */
async function around(source, line) {
  const [from, to] = [Math.max(1, line - AROUND), line + AROUND];
  /** @type {{line: number, text: string}[]} */
  const lines = [];
  let number = 1;
  /** @type {number[]} */
  let kept = [];
  const keep = (/** @type {Uint8Array} */ part) => {
    if (number >= from && kept.length < SHOWN) kept.push(...part.subarray(0, SHOWN - kept.length));
  };
  const close = () => {
    if (number >= from && number <= to) lines.push({ line: number, text: shown(kept) });
    kept = [];
  };
  await read(source, (piece) => {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      keep(piece.subarray(start, end));
      close();
      start = end + 1;
      if (++number > to) return false;
    }
    keep(piece.subarray(start));
    return true;
  }, []);
  if (kept.length) close();
  return lines;
}

/** @param {number[]} bytes */
function shown(bytes) {
  const text = new TextDecoder().decode(Uint8Array.from(bytes));
  // What a terminal shows of a progress bar is what stands after the last carriage return.
  const plain = text.replace(/\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]/g, "").replace(/\r$/, "");
  return plain.slice(plain.lastIndexOf("\r") + 1);
}
