// Print what html-validate finds in the files whose names come on standard input, one a line: "file:line:column rule message".
// Half of the files go to another thread.

import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { StaticConfigLoader, HtmlValidate } from "../../build/node/node_modules/html-validate/dist/esm/index.js";

// The theme's two check boxes have autocomplete="off": Firefox would restore an open drawer after a reload. The standard
// names no use of it on a check box, and browsers do.
const ALLOWED = new Set(["valid-autocomplete #__drawer", "valid-autocomplete #__search"]);

// Most elements of an entry's page are Pygments' spans of highlighted code, one form of them; without them it takes a third.
/** @param {string} html */
const withoutSpans = (html) => html.replace(/<pre\b[^]*?<\/pre>/g, (pre) => pre.replace(/<\/?span\b[^>]*>/g, ""));

/** @param {string[]} files @returns {Promise<string[]>} */
async function validate(files) {
  const validator = new HtmlValidate(new StaticConfigLoader({ root: true, extends: ["html-validate:standard"] }));
  const found = [];
  for (const file of files) {
    const { results } = await validator.validateString(withoutSpans(readFileSync(file, "utf8")), file);
    for (const { messages } of results)
      for (const { ruleId, message, line, column, selector } of messages)
        if (!ALLOWED.has(`${ruleId} ${selector}`)) found.push(`${file}:${line}:${column} ${ruleId} ${message}`);
  }
  return found;
}

if (isMainThread) {
  const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
  const threads = Math.min(4, availableParallelism());
  const parts = Array.from({ length: threads }, (_, part) => files.filter((_, index) => index % threads === part));
  const found = await Promise.all(
    parts.map((part) => new Promise((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: part });
      worker.once("message", resolve).once("error", reject);
    })),
  );
  for (const line of found.flat()) console.log(line);
} else {
  parentPort?.postMessage(await validate(workerData));
}
