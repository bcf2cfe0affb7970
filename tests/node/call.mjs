// Calls a function of one of the page's modules: {module, name, arguments, hosts} on stdin, its answer as JSON on stdout.
import { readFileSync } from "node:fs";

const assets = new URL("../../site_plugins/faultbook_mkdocs/assets/", import.meta.url);
const { calls } = JSON.parse(readFileSync(0, "utf8"));
const answers = [];
for (const { module, name, given } of calls) {
  const found = (await import(new URL(module, assets)))[name];
  let answer = await found(...given);
  // A masker is used at once for the texts that follow.
  if (name === "masker") answer = given[1].map((text) => answer(text));
  answers.push(answer instanceof Map ? Object.fromEntries(answer) : answer);
}
process.stdout.write(JSON.stringify(answers));
