// Asks the module that the page's worker asks: {site, queries} on stdin, the answers as JSON on stdout.
import { readFileSync } from "node:fs";
import { BookSearch } from "../../site_plugins/faultbook_mkdocs/assets/search-book.js";

const { site, queries } = JSON.parse(readFileSync(0, "utf8"));
const content = (name) => JSON.parse(readFileSync(`${site}/${name}`, "utf8"));
const search = new BookSearch(content("search.json"));
search.take(content("signatures.json"));
process.stdout.write(JSON.stringify(queries.map((query) => search.ask(query))));
