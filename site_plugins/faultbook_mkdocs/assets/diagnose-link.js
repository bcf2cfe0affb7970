/**
 * A result as the fragment of an address: `#r=`, base64url of deflated JSON. It holds what was found and not the log; what
 * the book says of an entry is not in it either, so that nobody can put words into the book's mouth.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-answer.js").Event} Event
 * @typedef {import("./diagnose-answer.js").Note} Note
 * @typedef {(text: string) => string} Hide
 * @typedef {{slug: string, title: string, summary: string, fix: string, code: string | null, risk: string, takes: string, verify: string, confirm: string}} About
 */

const [EVENTS, NOTES, LIMIT] = [80, 12, 1 << 20];
const KINDS = ["initiating", "collateral", "survived"];
const VERDICTS = ["diagnosed", "inconclusive", "unrecognised", "no-failure"];
const SLUG = /^[a-z0-9-]{1,80}\/[a-z0-9-]{1,80}$/;

/** The fragment, without its `#`. @param {Answer} answer @param {Hide} hide @returns {Promise<string>} */
export async function toFragment(answer, hide) {
  return `r=${await packed(JSON.stringify(smaller(answer, hide)))}`;
}

/** The answer of a fragment. @param {string} fragment @param {Record<string, About>} about  by id @param {string} site @returns {Promise<Answer>} */
export async function fromFragment(fragment, about, site) {
  const value = JSON.parse(await unpacked(fragment.replace(/^#?r=/, "")));
  return whole(value, Object.values(about), site);
}

/** @param {Answer} answer @param {Hide} hide */
function smaller(answer, hide) {
  const first = answer.initiating;
  const files = answer.files.map((file) => file.name);
  /** @param {Note} note */
  const note = (note) => [files.indexOf(note.file), note.line, note.rank, note.slug, note.because];
  return {
    v: 1,
    verdict: answer.verdict,
    files: answer.files.map(({ name, bytes, lines }) => [hide(name), bytes, lines]),
    first: first && {
      ...first,
      file: files.indexOf(first.file),
      host: first.host && hide(first.host),
      process: first.process && hide(first.process),
      text: hide(first.text),
      exception: first.exception && { type: first.exception.type, message: hide(first.exception.message) },
      frame: first.frame && { ...first.frame, path: hide(first.frame.path) },
      context: [],
    },
    diagnoses: answer.diagnoses.map(({ slug, signature, file, line, rank, ranks, captures }) => ({
      slug, signature, line, rank, ranks, file: files.indexOf(file),
      captures: Object.fromEntries(Object.entries(captures).map(([name, text]) => [name, hide(text)])),
    })),
    similar: answer.similar.map(({ slug }) => slug),
    collateral: answer.collateral.slice(0, NOTES).map(note),
    ruled_out: answer.ruled_out.slice(0, NOTES).map(note),
    missing: answer.missing,
    grounds: answer.grounds && [...note(answer.grounds), hide(answer.grounds.text)],
    figures: (answer.figures ?? []).slice(0, 4).map((item) => ({ ...item, file: files.indexOf(item.file), values: item.values.slice(-60), at: item.at === null ? null : item.at - Math.max(0, item.values.length - 60) })),
    events: spread(answer.events).map(({ file, line, rank, us, kind }) => [files.indexOf(file), line, rank, us, KINDS.indexOf(kind)]),
  };
}

/** So many events that a link stays short, and the first failure among them. @param {Event[]} events */
function spread(events) {
  const every = Math.ceil(events.length / EVENTS);
  return events.filter((event, index) => event.kind === "initiating" || index % every === 0);
}

/** An answer made of what a link holds, whoever made it. @param {any} value @param {About[]} about @param {string} site @returns {Answer} */
function whole(value, about, site) {
  if (value?.v !== 1 || !VERDICTS.includes(value.verdict)) throw new Error("the link holds no result that this page reads");
  const files = list(value.files).map((file) => ({ name: text(file?.[0]), bytes: count(file?.[1]), lines: count(file?.[2]), cut: false, binary: false }));
  const name = (/** @type {any} */ index) => files[count(index)]?.name ?? "log";
  /** @param {any} raw @returns {Note} */
  const note = (raw) => ({ file: name(raw?.[0]), line: count(raw?.[1]), rank: number(raw?.[2]), slug: SLUG.test(raw?.[3]) ? raw[3] : null, because: text(raw?.[4]), text: text(raw?.[5] ?? "") });
  /** @param {any} raw */
  const known = (raw) => {
    const found = SLUG.test(raw) && about.find((item) => item.slug === raw);
    return found ? { ...found, url: `${site}${found.slug}/` } : null;
  };
  const first = value.first;
  return {
    format: 1,
    verdict: value.verdict,
    initiating: first && {
      file: name(first.file), line: count(first.line), rank: number(first.rank), one_of: list(first.one_of).map(count), host: maybe(first.host),
      process: maybe(first.process), time: maybe(first.time), because: text(first.because), text: text(first.text),
      exception: first.exception && { type: text(first.exception.type), message: text(first.exception.message) },
      frame: first.frame && { path: text(first.frame.path), line: count(first.frame.line), function: maybe(first.frame.function) },
      context: [{ line: count(first.line), text: text(first.text) }],
    },
    diagnoses: list(value.diagnoses).flatMap((item) => {
      const entry = known(item?.slug);
      const captures = Object.entries(item?.captures ?? {}).map(([key, shown]) => [key, text(shown)]);
      return entry ? [{ ...entry, signature: text(item.signature), file: name(item.file), line: count(item.line), rank: number(item.rank), ranks: list(item.ranks).map(count), captures: Object.fromEntries(captures), context: [] }] : [];
    }),
    similar: list(value.similar).flatMap((slug) => known(slug) ?? []),
    collateral: list(value.collateral).map(note),
    ruled_out: list(value.ruled_out).map(note),
    missing: list(value.missing).map((item) => ({ collect: text(item?.collect), because: text(item?.because) })),
    grounds: value.grounds && note(value.grounds),
    figures: list(value.figures).slice(0, 4).map((item) => ({
      slug: SLUG.test(item?.slug) ? item.slug : null, figure: text(item?.figure), when: text(item?.when), file: name(item?.file), line: count(item?.line),
      step: maybe(item?.step) ?? number(item?.step), time: maybe(item?.time), value: text(item?.value), baseline: maybe(item?.baseline),
      values: list(item?.values).map(text), at: number(item?.at),
    })),
    events: list(value.events).slice(0, 2 * EVENTS).map((raw) => ({ file: name(raw?.[0]), line: count(raw?.[1]), rank: number(raw?.[2]), host: null, us: number(raw?.[3]), kind: KINDS[count(raw?.[4])] ?? "collateral" })),
    files,
  };
}

/** @param {any} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value.slice(0, 500) : []);
/** @param {any} value @returns {string} */
const text = (value) => (typeof value === "string" ? value.slice(0, 2000) : "");
/** @param {any} value @returns {string | null} */
const maybe = (value) => (typeof value === "string" ? text(value) : null);
/** @param {any} value @returns {number | null} */
const number = (value) => (typeof value === "number" && Number.isSafeInteger(value) ? value : null);
/** @param {any} value @returns {number} */
const count = (value) => Math.max(0, number(value) ?? 0);

/** @param {string} plain @returns {Promise<string>} */
async function packed(plain) {
  const bytes = new Uint8Array(await new Response(new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} word @returns {Promise<string>} */
async function unpacked(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let plain = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    plain += decoder.decode(part.value, { stream: true });
    if (plain.length > LIMIT) throw new Error("the link holds more than a result");
  }
  return plain + decoder.decode();
}
