// Reads {content, logs: [base64]} on standard input; prints what is kept of each: a JSON object a line.
import { readFileSync } from "node:fs";
import { Engine } from "../../site_plugins/faultbook_mkdocs/assets/engine/engine.js";

const { content, logs } = JSON.parse(readFileSync(0, "utf8"));
const engine = new Engine(content);
for (const log of logs) {
  const reader = engine.reader("log");
  reader.feed(Buffer.from(log, "base64"));
  const { kept, marks, finds, ...rest } = reader.end();
  console.log(JSON.stringify({ ...rest, kept: [...kept], marks: [...marks], finds: finds.map((of) => of.map(({ line }) => line)) }));
}
