/**
 * What a pasted text says without the prefixes, paths and numbers that no entry holds.
 */

const TYPED = 60; // characters; a longer line was pasted
const NOISE = [
  /\x1b\[[0-9;]*m/g,
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)?/g, // 2026-11-03T09:17:22.118Z
  /\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b/g,
  /\b0x[0-9a-f]+\b/gi,
  /\b[0-9a-f]{8,}(?:-[0-9a-f]+)*\b/gi,
  /\b\d+(?:\.\d+){2,3}(?::\d+)?\b/g, // addresses and versions
  /(?:[\w.~-]*\/){2,}[\w.-]*/g, // paths
  /\b\d+(?:\.\d+)?\s?(?:[KMGT]i?B|ms|milliseconds|seconds|MHz|W|C)\b/gi,
  /\bline \d+\b/gi,
  /\b(?:pid|rank|local_rank|host|node)[ =:]*\d+\b/gi,
  /\d{4,}/g,
];

/** What a pasted text says without its prefixes, paths, times and numbers; of many lines, those that name an error. @param {string} query @returns {string} */
export function said(query) {
  if (query.length < TYPED && !query.includes("\n")) return query;
  const clean = (/** @type {string} */ line) => NOISE.reduce((text, pattern) => text.replace(pattern, " "), line);
  const lines = query.split("\n").filter((line) => line.trim());
  if (lines.length === 1) return clean(lines[0]);
  const loud = lines.filter((line) => /error|exception|fail|warn|fatal|abort|kill|cannot|can't|unable|invalid|timed? ?out/i.test(line) && !/^\s*File "/.test(line));
  return (loud.length ? loud : lines).map(clean).join("\n");
}
