// Reads {content, texts, bytes} on standard input; prints, for each text and each base64 of bytes, every signature's
// matches as JSON.
import { readFileSync } from "node:fs";
import { decode, load, matchSignature } from "../../site_plugins/faultbook_mkdocs/assets/engine/matcher.js";

const { content, texts, bytes } = JSON.parse(readFileSync(0, "utf8"));
const signatures = load(content);
const logs = [...texts, ...bytes.map((item) => decode(Buffer.from(item, "base64")))];
// The weight orders diagnoses and is compared with them.
const matches = (text) => signatures.flatMap((signature) => matchSignature(signature, text)).map(({ weight, ...rest }) => rest);
console.log(JSON.stringify(logs.map(matches)));
