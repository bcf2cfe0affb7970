/**
 * The worker that searches. It asks the site for the index and the signatures, once each, and nothing else: what is typed
 * stays in the browser.
 */

import { BookSearch } from "./search-book.js";

const SITE = new URL("../", import.meta.url).href;
const WORDS = 24; // characters; a shorter query without a line end is words, and need not wait for the signatures

/** @param {string} name */
async function get(name) {
  const response = await fetch(`${SITE}${name}`);
  if (!response.ok) throw new Error(`${name} could not be read: ${response.status}`);
  return response.json();
}

const index = get("search.json").then((content) => new BookSearch(content));
// The words are found without the signatures, so the search goes on when these do not come.
const whole = Promise.all([index, get("signatures.json")]).then(([search, content]) => search.take(content)).catch(() => {});
index.catch(() => {}); // told to the first question

addEventListener("message", async (/** @type {MessageEvent<string>} */ { data: query }) => {
  try {
    const search = await index;
    if (query.length > WORDS || query.includes("\n")) await whole;
    postMessage({ answer: search.ask(query) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
});
