// Reads {content, cases: [{name, pieces: [base64]}[]]} on standard input; prints each case's answer as text, one JSON
// string a line.
import { readFileSync } from "node:fs";
import { Engine } from "../../site_plugins/faultbook_mkdocs/assets/engine/engine.js";
import { toText } from "../../site_plugins/faultbook_mkdocs/assets/engine/report.js";

const { content, cases } = JSON.parse(readFileSync(0, "utf8"));
const engine = new Engine(content);
for (const logs of cases) {
  const extracts = logs.map(({ name, pieces }) => {
    const reader = engine.reader(name);
    for (const piece of pieces) reader.feed(Buffer.from(piece, "base64"));
    return reader.end();
  });
  console.log(JSON.stringify(toText(engine.answer(extracts))));
}
