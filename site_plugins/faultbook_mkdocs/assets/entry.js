/**
 * An entry's page: for whom it is shown, what a link opens, tabs, ages, print. The page reads without any of it.
 *
 * Which sections begin folded is settled before the first paint (overrides/partials/entry-view.html).
 */

const VIEW_KEY = "faultbook.for";
const TAB_KEY = "faultbook.tab";
const DAY = 86_400_000;
const root = globalThis.document?.documentElement;

/**
 * The age of a run in words, and whether it is fresh, aging or old. The same as the build says (pages/runs.py).
 *
 * @param {number} days @param {number} fresh @param {number} most @returns {{words: string, word: string}}
 */
export function age(days, fresh, most) {
  const words = days <= 0 ? "today" : days === 1 ? "1 day" : `${days.toLocaleString("en")} days`;
  return { words, word: days <= fresh ? "fresh" : days <= most ? "aging" : "old" };
}

/** @template {Element} T @param {string} selector @param {new () => T} kind @param {ParentNode} [within] @returns {T[]} */
function all(selector, kind, within = document) {
  return /** @type {T[]} */ ([...within.querySelectorAll(selector)].filter((found) => found instanceof kind));
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be forbidden or full; the choice then lasts as long as the page.
  }
}

/** @param {string} key @returns {string | null} */
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The sections that begin open for *view* open, the others fold. @param {string} view */
function show(view) {
  root.dataset.fbFor = view;
  for (const section of all("details[data-for]", HTMLDetailsElement)) {
    section.open = (section.dataset.for ?? "").split(" ").includes(view);
  }
  markCurrent(view);
}

/** @param {string} view */
function markCurrent(view) {
  for (const link of all(".fb-views a", HTMLAnchorElement)) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

function startViews() {
  for (const link of all(".fb-views a", HTMLAnchorElement)) {
    const view = link.dataset.view ?? "";
    link.href = `?for=${view}`;
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      show(view);
      remember(VIEW_KEY, view);
      history.replaceState(history.state, "", `?for=${view}${location.hash}`);
    });
  }
  markCurrent(root.dataset.fbFor ?? "engineer");
}

/** Open all that the page's anchor is folded into, and go there. */
function reveal() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // A stray % is part of no id.
  }
  const target = id && document.getElementById(id);
  if (!target) return;
  let opened = false;
  for (let at = /** @type {Element | null} */ (target); at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open) opened = at.open = true;
    if (at instanceof HTMLElement && at.classList.contains("fb-tab") && at.hidden) at.dispatchEvent(new Event("beforematch"));
  }
  if (opened) target.scrollIntoView();
}

/** Sections that show the same thing in two ways become tabs; a choice holds for every set of the page, and is kept. */
function startTabs() {
  const sets = all(".fb-tabs", HTMLElement);
  /** @param {string} name */
  const choose = (name) => {
    for (const set of sets) {
      for (const tab of all("[role=tab]", HTMLElement, set)) {
        const chosen = tab.textContent === name;
        tab.setAttribute("aria-selected", String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
      }
      for (const panel of all(".fb-tab", HTMLElement, set)) {
        // What is not shown can still be found by the browser's own search, which then shows it.
        if (panel.dataset.tab === name) panel.removeAttribute("hidden");
        else panel.setAttribute("hidden", "until-found");
      }
    }
  };
  sets.forEach((set, number) => makeTabs(set, number, choose));
  const names = all(".fb-tab", HTMLElement).map((panel) => panel.dataset.tab ?? "");
  const kept = remembered(TAB_KEY);
  if (names.length) choose(kept && names.includes(kept) ? kept : names[0] ?? "");
}

/** @param {HTMLElement} set @param {number} number @param {(name: string) => void} choose */
function makeTabs(set, number, choose) {
  const list = document.createElement("div");
  list.className = "fb-tablist";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Shown as");
  const panels = all(".fb-tab", HTMLElement, set);
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    const name = panel.dataset.tab ?? "";
    tab.type = "button";
    tab.textContent = name;
    tab.id = `tab-${number}-${index}`;
    tab.setAttribute("role", "tab");
    panel.id = `panel-${number}-${index}`;
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    const take = () => {
      const before = set.getBoundingClientRect().top;
      choose(name);
      scrollBy(0, set.getBoundingClientRect().top - before); // sets above may have changed their height
      remember(TAB_KEY, name);
    };
    tab.addEventListener("click", take);
    panel.addEventListener("beforematch", take);
    return tab;
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!step || at < 0) return;
    event.preventDefault();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.click();
    next?.focus();
  });
  list.append(...tabs);
  set.classList.add("fb-tabs-live");
  set.prepend(list);
}

/** Say how old each run is today: the page may have been built long ago. */
function startAges() {
  for (const table of all("table[data-fresh]", HTMLTableElement)) {
    for (const row of all("tr", HTMLTableRowElement, table)) {
      const time = row.querySelector("time");
      const badge = row.querySelector("[class*=fb-age-]");
      if (!time || !badge) continue;
      const days = Math.floor((Date.now() - Date.parse(time.dateTime)) / DAY);
      const { words, word } = age(days, Number(table.dataset.fresh), Number(table.dataset.most));
      badge.textContent = words;
      badge.className = `fb-badge fb-age-${word}`;
    }
  }
}

/** Print all that is folded, on white. */
function startPrint() {
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  /** @type {string | undefined} */
  let scheme;
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])", HTMLDetailsElement);
    for (const fold of opened) fold.open = true;
    scheme = document.body.dataset.mdColorScheme;
    if (scheme) document.body.dataset.mdColorScheme = "default";
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
    if (scheme) document.body.dataset.mdColorScheme = scheme;
    opened = [];
  });
}

if (typeof document !== "undefined") {
  startViews();
  startTabs();
  startAges();
  startPrint();
  reveal();
  addEventListener("hashchange", reveal);
}
