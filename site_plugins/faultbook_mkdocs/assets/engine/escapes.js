// What a terminal takes for colours and links, taken out of a log's bytes.

import { wordsOf } from "./sieve.js";

const LINE_FEED = 10;
const ESCAPE = 27;
const WORD = 4;
const AT_ONCE = 4; // words
const ESCAPES = 0x1b1b1b1b;
const ONES = 0x01010101;
const HIGH = 0x80808080;

/**
 * Without control sequences and operating system commands of a terminal.
 *
 * @param {Uint8Array} bytes @param {Uint8Array} [room]  where they may stand then; making room anew takes longer than the rest
 * @returns {Uint8Array}
 */
export function withoutEscapes(bytes, room) {
  const words = wordsOf(bytes);
  let from = nextEscape(bytes, words, 0);
  if (from < 0) return bytes;
  const output = room && room.length >= bytes.length ? room : new Uint8Array(bytes.length);
  let size = 0;
  let copied = 0;
  while (from >= 0) {
    const end = endOfEscape(bytes, from);
    if (end > from) {
      output.set(bytes.subarray(copied, from), size);
      size += from - copied;
      copied = end;
    }
    from = nextEscape(bytes, words, Math.max(end, from + 1));
  }
  output.set(bytes.subarray(copied), size);
  return output.subarray(0, size + bytes.length - copied);
}

/** Where the next escape is, or -1, looked for sixteen bytes at a time: most stretches have few. @param {Uint8Array} bytes @param {Int32Array} words  of the bytes @param {number} from @returns {number} */
function nextEscape(bytes, words, from) {
  const shift = bytes.byteOffset % WORD;
  let at = (from + shift) >>> 2;
  for (; at + AT_ONCE <= words.length; at += AT_ONCE) {
    const one = words[at] ^ ESCAPES;
    const two = words[at + 1] ^ ESCAPES;
    const three = words[at + 2] ^ ESCAPES;
    const four = words[at + 3] ^ ESCAPES;
    const zeros = ((one - ONES) & ~one) | ((two - ONES) & ~two) | ((three - ONES) & ~three) | ((four - ONES) & ~four);
    if ((zeros & HIGH) !== 0) {
      const start = at * WORD - shift;
      const stop = Math.min(start + AT_ONCE * WORD, bytes.length);
      for (let index = Math.max(start, from); index < stop; index += 1) if (bytes[index] === ESCAPE) return index;
    }
  }
  for (let index = Math.max(at * WORD - shift, from); index < bytes.length; index += 1) if (bytes[index] === ESCAPE) return index;
  return -1;
}

/** Where the sequence that begins at *from* ends, or *from* when none does. @param {Uint8Array} bytes @param {number} from */
function endOfEscape(bytes, from) {
  let at = from + 2;
  if (bytes[from + 1] === 0x5b) {
    for (let taken = 0; taken < 64 && bytes[at] >= 0x30 && bytes[at] <= 0x3f; taken += 1) at += 1;
    for (let taken = 0; taken < 8 && bytes[at] >= 0x20 && bytes[at] <= 0x2f; taken += 1) at += 1;
    return bytes[at] >= 0x40 && bytes[at] <= 0x7e ? at + 1 : from;
  }
  if (bytes[from + 1] !== 0x5d) return from;
  for (let taken = 0; taken <= 2048; taken += 1, at += 1) {
    if (bytes[at] === 7) return at + 1;
    if (bytes[at] === ESCAPE) return bytes[at + 1] === 0x5c ? at + 2 : from;
    if (bytes[at] === undefined || bytes[at] === LINE_FEED) return from;
  }
  return from;
}
