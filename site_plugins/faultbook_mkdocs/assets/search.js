/**
 * On every page: the search box waits. Index and engine are loaded when somebody begins to use it.
 *
 * @typedef {import("./search-box.js").SearchBox} SearchBox
 */

const root = document.getElementById("fb-search");
const input = /** @type {HTMLInputElement | null} */ (document.getElementById("fb-search-input"));
/** @type {Promise<SearchBox> | null} */
let started = null;

/** The box, made at its first use. */
function box() {
  started ??= import("./search-box.js").then(({ SearchBox }) => new SearchBox());
  return started;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

if (root && input) {
  input.addEventListener("focus", box, { once: true });
  root.querySelector(".fb-search-open")?.addEventListener("click", (event) => {
    event.preventDefault();
    box().then((each) => each.open());
  });
  // Here, not where the box is made: a form that is sent before that would put what was typed into an address.
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    box().then((each) => each.go());
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    if (!["/", "s", "f"].includes(event.key)) return;
    event.preventDefault();
    box().then((each) => each.open());
  });
  // A browser's address bar, or a link, asks the first page.
  const isHome = new URL(root.dataset.home ?? "", location.href).pathname === location.pathname;
  const asked = isHome && new URLSearchParams(location.search).get("q");
  if (asked) box().then((each) => each.show(asked));
}

export {};
