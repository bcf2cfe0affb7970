// Reads {content, texts: [base64]} on standard input; prints how the first line of each log is read: a JSON object a line.
import { readFileSync } from "node:fs";
import { Engine } from "../../site_plugins/faultbook_mkdocs/assets/engine/engine.js";

const { content, texts } = JSON.parse(readFileSync(0, "utf8"));
const engine = new Engine(content);
for (const text of texts) {
  const reader = engine.reader("log");
  reader.feed(Buffer.from(text, "base64"));
  const extract = reader.end();
  const log = engine.logs.read(0, extract, engine.logs.nearWhat([extract]));
  const marks = log.marks.filter(({ number }) => number === 1).map(({ landmark, groups }) => [landmark.name, groups]);
  const { localRank, groupRank, worldGroup, time, ...line } = log.line(1);
  const renamed = { ...line, local_rank: localRank, group_rank: groupRank, world_group: worldGroup };
  const when = time && { us: time.us, resolution: time.resolution, zone: time.zone, has_year: time.hasYear };
  console.log(JSON.stringify({ line: { ...renamed, time: when }, marks: Object.fromEntries(marks) }));
}
