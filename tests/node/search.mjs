// Asks the module that the page's worker asks: {site, queries} on stdin, the answers as JSON on stdout.
import { readFileSync } from "node:fs";
import { searchOf } from "../../site_plugins/faultbook_mkdocs/assets/search-book.js";

const { site, queries } = JSON.parse(readFileSync(0, "utf8"));
const search = await searchOf(async (path) => JSON.parse(readFileSync(`${site}/${path}`, "utf8")));
await search.ask("a line that is long enough to wait for the signatures");
const answers = [];
for (const query of queries) answers.push(await search.ask(query));
process.stdout.write(JSON.stringify(answers));
