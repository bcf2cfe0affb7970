// What the browser makes of texts: [texts] on stdin; of each its terms, those without meanings, and the pairs, on stdout.
import { readFileSync } from "node:fs";
import { bag, pairsOf, tokens } from "../../site_plugins/faultbook_mkdocs/assets/search-terms.js";

const texts = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => [tokens(text), bag(text), pairsOf(text)])));
