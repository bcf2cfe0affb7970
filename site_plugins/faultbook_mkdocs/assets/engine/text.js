// Text as Python counts it: by code points, with patterns that mean the same in both languages.

/** @param {string} pattern @returns {RegExp} */
export function compile(pattern) {
  return new RegExp(pattern, "su");
}

/** The first code points of a text. @param {string} text @param {number} length @returns {string} */
export function cut(text, length) {
  if (text.length <= length) return text;
  const units = text.slice(0, 2 * length);
  return Array.from(units).slice(0, length).join("");
}

/** How many code points a text has. @param {string} text @returns {number} */
export function size(text) {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      count -= 1;
      at += 1;
    }
  }
  return count;
}

/** Without these characters at its end. @param {string} text @param {string} characters @returns {string} */
export function trimEnd(text, characters) {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/** Without these characters at its start. @param {string} text @param {string} characters @returns {string} */
export function trimStart(text, characters) {
  let start = 0;
  while (start < text.length && characters.includes(text[start])) start += 1;
  return text.slice(start);
}

/** @param {string} text @param {string} characters @returns {string} */
export function trim(text, characters) {
  return trimStart(trimEnd(text, characters), characters);
}

/** With U+FFFD for half a surrogate pair. @param {string} text @returns {string} */
export function wellFormed(text) {
  let output = "";
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) {
      output += text.slice(at, at + 2);
      at += 1;
    } else {
      output += isHigh(unit) || isLow(unit) ? "�" : text[at];
    }
  }
  return output;
}

/** What a pattern's named groups take, null for those that take nothing. @param {RegExpMatchArray} match @returns {Record<string, string | null>} */
export function groupsOf(match) {
  /** @type {Record<string, string | null>} */
  const groups = {};
  for (const [name, value] of Object.entries(match.groups ?? {})) groups[name] = value ?? null;
  return groups;
}

/** The index of the first item of a sorted list that is not before. @param {number} length @param {(index: number) => boolean} before @returns {number} */
export function bisect(length, before) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** By code units; ids are ASCII. @param {string} a @param {string} b @returns {number} */
export function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}

/** @param {number} unit */
function isHigh(unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** @param {number} unit */
function isLow(unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}
