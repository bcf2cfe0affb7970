/**
 * The worker that searches. It asks the site for the index and the signatures, or the parts of them that a query needs, once
 * each, and nothing else. What is typed stays in the browser; of a large book, the host sees which parts are read.
 */

import { searchOf } from "./search-book.js";

const SITE = new URL("../", import.meta.url).href;
/** @type {Map<string, Promise<any>>} */
const read = new Map();

/** @param {string} path */
function get(path) {
  const known = read.get(path) ?? fetchOf(path);
  read.set(path, known);
  known.catch(() => read.delete(path));
  return known;
}

/** @param {string} path */
async function fetchOf(path) {
  const response = await fetch(`${SITE}${path}`);
  if (!response.ok) throw new Error(`${path} could not be read: ${response.status}`);
  return response.json();
}

let search = searchOf(get);
search.catch(() => {}); // told to the first question

/** The answer; when a part is not there any more, that of the site as it is now. @param {string} query @param {number} [limit] */
async function ask(query, limit) {
  try {
    return await (await search).ask(query, limit);
  } catch {
    read.clear();
    search = searchOf(get);
    return (await search).ask(query, limit);
  }
}

addEventListener("message", async (/** @type {MessageEvent<{query: string, limit?: number}>} */ { data: { query, limit } }) => {
  try {
    postMessage({ answer: await ask(query, limit) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
