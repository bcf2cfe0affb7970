/**
 * The page of results. A query stands in its address behind `#q=`, which is sent nowhere; `?q=` is what links and browsers
 * write.
 *
 * @typedef {import("./search-book.js").Answer} Answer
 */

import { byId, element } from "./diagnose-dom.js";
import { SearchClient } from "./search-client.js";
import { addressOf, counted, next, shown } from "./search-view.js";

const form = /** @type {HTMLFormElement} */ (byId("fb-search-ask"));
const field = /** @type {HTMLTextAreaElement} */ (byId("fb-search-text"));
const status = byId("fb-search-status");
const client = new SearchClient();
const [LEAST, MOST] = [2, 12]; // rows
const NOTED = 400; // milliseconds without a key, after which the address has the query

/** What the address asks for. */
function asked() {
  const behind = new URLSearchParams(location.hash.slice(1)).get("q");
  return behind ?? new URLSearchParams(location.search).get("q") ?? "";
}

/** Ask for what the field holds and show the answer. */
async function search() {
  const query = field.value.trim();
  field.rows = Math.min(MOST, Math.max(LEAST, field.value.split("\n").length));
  if (!query) {
    show([], "", []);
    return;
  }
  if (!status.textContent) status.textContent = "Searching …";
  try {
    const answer = await client.ask(query);
    if (answer && answer.query === field.value.trim()) fill(answer);
  } catch (error) {
    show([], `The search does not work here: ${error instanceof Error ? error.message : error}.`, [element("a", { href: "../failures/" }, "All failures")]);
  }
}

/** @param {Answer} answer */
function fill(answer) {
  const items = answer.results.map((result) => element("li", {}, element("a", { class: "fb-hit", href: addressOf(result) }, ...shown(result))));
  show(items, items.length ? counted(answer) : "No result", next(answer));
}

/** @param {Node[]} items @param {string} said @param {(Node | string)[]} then */
function show(items, said, then) {
  byId("fb-search-results").replaceChildren(...items);
  byId("fb-search-next").replaceChildren(...then);
  status.textContent = said;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let noting;
field.addEventListener("input", () => {
  search();
  clearTimeout(noting);
  noting = setTimeout(() => history.replaceState(null, "", field.value.trim() ? `${location.pathname}#q=${encodeURIComponent(field.value.trim())}` : location.pathname), NOTED);
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  field.value = asked();
  search();
});
form.hidden = false;
field.value = asked();
if (field.value) search();
else field.focus();
