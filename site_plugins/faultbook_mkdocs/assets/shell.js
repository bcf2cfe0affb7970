/** On every page: the drawer by keyboard, and the offline copy, which says that it is one. */

const root = document.documentElement;
const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[data-offline]"));

/** Say that what is shown may be older than the book. @param {string} day  on which it was copied */
function sayCopy(day) {
  let bar = document.getElementById("fb-copy");
  if (!bar) {
    bar = document.createElement("p");
    bar.id = "fb-copy";
    bar.setAttribute("role", "status");
    document.body.append(bar);
  }
  bar.textContent = day === "none" ? "No network: this page is not in your offline copy." : `Offline copy of ${day}: the network does not answer.`;
}

/** The theme opens its drawer by a check box behind a label, which no key reaches; a button does the same for everybody. */
function openByKeyboard() {
  const drawer = /** @type {HTMLInputElement | null} */ (document.getElementById("__drawer"));
  const label = document.querySelector(".md-header label[for=__drawer]");
  if (!drawer || !label) return;
  const menu = document.createElement("button");
  menu.type = "button";
  menu.className = `${label.className} fb-menu`;
  menu.setAttribute("aria-label", "Menu");
  menu.append(...label.childNodes);
  label.replaceWith(menu);
  const panel = document.querySelector(".md-sidebar--primary");
  const narrow = matchMedia("(max-width: 76.1875em)");
  // What is off the screen must not take the focus.
  const say = () => {
    menu.setAttribute("aria-expanded", String(drawer.checked));
    panel?.toggleAttribute("inert", narrow.matches && !drawer.checked);
  };
  menu.addEventListener("click", () => {
    drawer.click();
    if (drawer.checked) panel?.querySelector("a")?.focus();
  });
  drawer.addEventListener("change", say);
  narrow.addEventListener("change", say);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer.checked) return;
    drawer.click();
    menu.focus();
  });
  say();
}

openByKeyboard();
if (root.dataset.copy) sayCopy(root.dataset.copy);
// Browsers hide the worker in private windows and on addresses without https; who saves data asked for less.
const saves = /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData;
if (script?.dataset.offline && navigator.serviceWorker && !saves) {
  const address = new URL(script.dataset.offline, document.baseURI);
  navigator.serviceWorker.addEventListener("message", ({ data }) => data?.copied && sayCopy(data.copied));
  const start = () => navigator.serviceWorker.register(address, { updateViaCache: "none" }).catch(() => {}); // the site works without it
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
