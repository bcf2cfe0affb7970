// Reads {literals, logs, start} on standard input, texts in base64; prints what a sieve, the automaton and the search of a
// short text find in each log from *start* bytes on, an array of the three a line: [start, end, line feeds before it] of
// each hit, and the feeds after all.
import { readFileSync } from "node:fs";
import { Automaton } from "../../site_plugins/faultbook_mkdocs/assets/engine/automaton.js";
import { Brief } from "../../site_plugins/faultbook_mkdocs/assets/engine/brief.js";
import { Sieve } from "../../site_plugins/faultbook_mkdocs/assets/engine/sieve.js";
import { lookThrough } from "../../site_plugins/faultbook_mkdocs/assets/engine/stretch.js";

const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
const { literals, logs, start } = JSON.parse(readFileSync(0, "utf8"));
const texts = literals.map(bytes);
const [automaton, brief] = [new Automaton(texts), new Brief(texts)];
for (const log of logs) {
  const stretch = bytes(log).subarray(start);
  const found = [new Sieve(texts, stretch), automaton, brief].map((finder) => {
    const { hits, after } = lookThrough(stretch, finder, new Uint8Array(1 << 16));
    return { hits: [...hits], after, all: [...finder.all(stretch)].sort((one, other) => one - other) };
  });
  console.log(JSON.stringify(found));
}
