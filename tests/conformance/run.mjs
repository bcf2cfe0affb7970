// Reads {signatures, texts} on standard input and prints, for each text, every signature's matches as JSON.
import { readFileSync } from "node:fs";
import { load, matchSignature } from "../../site_plugins/faultbook_mkdocs/assets/matcher.js";

const { content, texts } = JSON.parse(readFileSync(0, "utf8"));
const signatures = load(content);
console.log(JSON.stringify(texts.map((text) => signatures.flatMap((signature) => matchSignature(signature, text)))));
