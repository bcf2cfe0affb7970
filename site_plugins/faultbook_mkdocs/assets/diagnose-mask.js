/**
 * What must not leave with a report: secrets, addresses, names of hosts and people. Equal names get equal numbers, so
 * that a reader can still tell two hosts apart.
 *
 * @typedef {{text: string, kind: string}} Piece  a stretch of text; kind is "" where it is as the log has it
 * @typedef {(text: string) => Piece[]} Masker
 */

// Every pattern names the stretch that is hidden `hide`; each repetition is bounded, so a line costs its length.
/** @type {[string, RegExp][]} */
const PATTERNS = [
  ["secret", /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?<hide>[^-]{1,8000})/],
  ["secret", /\b(?<hide>(?:hf|ghp|gho|ghu|ghs|glpat|npm|pypi|sk|pk|rk|nvapi|xox[abeprs]|wandb_v1|github_pat)[_-][A-Za-z0-9_-]{12,400})/],
  ["secret", /\b(?<hide>(?:AKIA|ASIA|AROA)[0-9A-Z]{16})\b/],
  ["secret", /\b(?<hide>AIza[0-9A-Za-z_-]{30,45})/],
  ["secret", /\b(?<hide>eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{4,4000}(?:\.[A-Za-z0-9_-]{0,1000})?)/],
  ["secret", /\b(?:bearer|basic)\s{1,4}(?<hide>[A-Za-z0-9._~+/=-]{8,4000})/i],
  ["secret", /:\/\/[^\s:@/]{0,100}:(?<hide>[^\s:@/]{1,300})@/],
  ["secret", /[?&](?:sig|signature|x-amz-(?:signature|credential|security-token)|token|key)=(?<hide>[^\s&"']{6,4000})/i],
  ["secret", /(?:passw(?:or)?d|passphrase|secret(?:[_-]?(?:access[_-]?)?key)?)["']?\s{0,4}[=:]\s{0,4}["']?(?<hide>[^\s"',;&]{1,400})/i],
  ["secret", /\bpwd["']?\s{0,2}[=:]\s{0,2}["']?(?<hide>[^\s"',;&/][^\s"',;&]{0,400})/i],
  ["secret", /(?:token|api[_-]?key|access[_-]?key|auth(?:orization)?)["']?\s{0,4}[=:]\s{0,4}["']?(?<hide>[A-Za-z0-9._~+/=-]{8,4000})/i],
  ["email", /(?<![A-Za-z0-9._%+-])(?<hide>[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24})\b/],
  ["user", /(?:\/home\/|\/Users\/|\\Users\\|\/scratch\/users?\/)(?<hide>[A-Za-z0-9._][A-Za-z0-9._-]{0,63})/],
  ["user", /\b(?:user(?:name)?|login|USER|LOGNAME)["']?\s{0,2}[=:]\s{0,2}["']?(?<hide>[A-Za-z_][A-Za-z0-9._-]{1,63})/],
  ["address", /(?<![\d.])(?<hide>(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d))(?![\d.]*\d)/],
  ["address", /(?<![\w:.])(?<hide>(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})(?![\w:])/i],
  ["address", /(?<![\w:.])(?<hide>(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6})(?![\w:])/i],
  ["address", /(?<![\w:.])(?<hide>(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2})(?![\w:-])/i],
  ["host", /(?<![\w.-])(?<hide>ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[a-z0-9-]{1,63}){0,6})/i],
  ["host", /(?<![\w.-])(?<hide>(?:[a-z0-9-]{1,63}\.){1,6}(?:internal|local|localdomain|lan|corp|intra|cluster))(?![\w-])/i],
];
// They say nothing of a place or a person.
const HARMLESS = /^(?:127\.|0\.0\.0\.0$|255\.255\.|::1$|root$|ubuntu$|user$|localhost$|None$|null$|true$|false$)/i;
const EMPTY = /^(?:none|null|true|false|\*+)$/i;
// A host's name may look like the mask of one, `host-1`; only what was hidden before is harmless there.
const MASKS = /^\[(?:secret|(?:address|email|host|user)-\d+)\]$/;

/** A masker that also hides the names of *hosts*; use one for all texts that go together. @param {string[]} hosts @returns {Masker} */
export function masker(hosts) {
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  const patterns = [...PATTERNS, ...hosts.filter(hidable).sort((a, b) => b.length - a.length).map(hostPattern)];

  /** @param {string} kind @param {string} text */
  const cover = (kind, text) => {
    if (kind === "secret") return "[secret]";
    const known = `${kind} ${text.toLowerCase()}`;
    if (!names.has(known)) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      names.set(known, `[${kind}-${counts.get(kind)}]`);
    }
    return names.get(known) ?? "";
  };

  return (text) => {
    /** @type {Piece[]} */
    let pieces = [{ text, kind: "" }];
    for (const [kind, pattern] of patterns) {
      pieces = pieces.flatMap((piece) => (piece.kind ? [piece] : split(piece.text, kind, pattern, cover)));
    }
    return pieces;
  };
}

/** The masked text alone. @param {Masker} mask @param {string} text @returns {string} */
export function masked(mask, text) {
  return mask(text).map((piece) => piece.text).join("");
}

/** The names of hosts that an answer gives. @param {import("./diagnose-answer.js").Answer} answer @returns {string[]} */
export function hostsOf(answer) {
  const named = [answer.initiating?.host, ...answer.events.map((event) => event.host)];
  return [...new Set(named.filter((host) => typeof host === "string"))];
}

/** @param {string} host */
function hidable(host) {
  return host.length > 2 && !/^(?:localhost|127\.|None$)/i.test(host);
}

/** @param {string} host @returns {[string, RegExp]} */
function hostPattern(host) {
  const literal = host.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return ["host", new RegExp(`(?<![A-Za-z0-9])(?<hide>${literal})(?![A-Za-z0-9])`, "i")];
}

/** @param {string} text @param {string} kind @param {RegExp} pattern @param {(kind: string, text: string) => string} cover @returns {Piece[]} */
function split(text, kind, pattern, cover) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(new RegExp(pattern.source, `dg${pattern.flags}`))) {
    const [start, stop] = found.indices?.groups?.hide ?? [0, 0];
    const hidden = text.slice(start, stop);
    if (start < end || stop === start || MASKS.test(hidden) || (kind === "secret" ? EMPTY : HARMLESS).test(hidden)) continue;
    pieces.push({ text: text.slice(end, start), kind: "" }, { text: cover(kind, hidden), kind });
    end = stop;
  }
  pieces.push({ text: text.slice(end), kind: "" });
  return pieces.filter((piece) => piece.text !== "");
}
