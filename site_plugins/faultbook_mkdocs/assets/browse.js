/**
 * The list of all failures with filters: each link of a facet becomes a box to tick, what is chosen stands in the
 * address, and each word says how many failures it would leave. Without this script the links open pages.
 *
 * @typedef {{ element: HTMLLIElement, words: Record<string, string[]>, text: string, title: string, since: string, place: number }} Item
 * @typedef {{ facet: string, value: string, label: string, box: HTMLInputElement, tally: HTMLElement, line: HTMLElement }} Choice
 * @typedef {{ chosen: Record<string, Set<string>>, words: string, sort: string }} State
 */

const FACETS = ["severity", "area", "stack", "layer", "phase", "proven"];
const SEVERITIES = ["critical", "high", "medium", "low"];
const SORTS = ["area", "severity", "title", "newest"];
const WIDE = "(min-width: 60em)";

/** The element of that id, which the page must have. @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @param {string} text @returns {string} */
function plain(text) {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}

/** @returns {Item[]} */
function readItems() {
  return [...document.querySelectorAll("#list li.fb-item")].map((found, place) => {
    const element = /** @type {HTMLLIElement} */ (found);
    const words = Object.fromEntries(FACETS.map((key) => [key, (element.dataset[key] ?? "").split(" ")]));
    const title = plain(element.querySelector(".fb-item-title")?.textContent ?? "");
    const text = plain(`${element.textContent} ${Object.values(words).flat().join(" ")}`);
    return { element, words, text, title, since: element.dataset.since ?? "", place };
  });
}

/** Put a box to tick in the place of each link of the facets. @param {() => void} changed @returns {Choice[]} */
function makeChoices(changed) {
  const choices = /** @type {Choice[]} */ ([]);
  for (const group of document.querySelectorAll("[data-facet]")) {
    const facet = /** @type {HTMLElement} */ (group).dataset.facet ?? "";
    for (const link of group.querySelectorAll("a[data-value]")) {
      const value = /** @type {HTMLElement} */ (link).dataset.value ?? "";
      const box = document.createElement("input");
      box.type = "checkbox";
      box.name = facet;
      box.value = value;
      box.addEventListener("change", changed);
      const label = document.createElement("label");
      label.title = link.getAttribute("title") ?? "";
      label.append(box, ...link.childNodes);
      const line = /** @type {HTMLElement} */ (link.parentElement);
      link.replaceWith(label);
      const tally = /** @type {HTMLElement} */ (label.querySelector(".fb-tally"));
      choices.push({ facet, value, label: label.querySelector("span")?.textContent ?? value, box, tally, line });
    }
  }
  return choices;
}

/** Whether *item* has one of the chosen words of each facet, but for *except*. @param {Item} item @param {State} state @param {string} [except] */
function fits(item, state, except) {
  return FACETS.every((key) => {
    const chosen = state.chosen[key];
    return key === except || !chosen?.size || item.words[key]?.some((word) => chosen.has(word));
  });
}

/** @param {Item} item @param {State} state */
function says(item, state) {
  return plain(state.words).split(" ").every((word) => item.text.includes(word));
}

/** @param {Choice[]} choices @param {boolean} dated @returns {State} */
function readAddress(choices, dated) {
  const query = new URLSearchParams(location.search);
  const chosen = Object.fromEntries(FACETS.map((key) => [key, new Set(/** @type {string[]} */ ([]))]));
  for (const { facet, value } of choices) if (query.getAll(facet).includes(value)) chosen[facet]?.add(value);
  const sort = query.get("sort") ?? "";
  const known = SORTS.includes(sort) && (sort !== "newest" || dated);
  return { chosen, words: query.get("words") ?? "", sort: known ? sort : "area" };
}

/** The address of *state*; what is not chosen is not in it. @param {State} state @returns {string} */
function addressOf(state) {
  const query = new URLSearchParams();
  for (const key of FACETS) for (const word of state.chosen[key] ?? []) query.append(key, word);
  if (state.words.trim()) query.set("words", state.words.trim());
  if (state.sort !== "area") query.set("sort", state.sort);
  const text = query.toString();
  return `${location.pathname}${text ? `?${text}` : ""}`;
}

/** @param {string} sort @returns {(a: Item, b: Item) => number} */
function order(sort) {
  const title = (/** @type {Item} */ a, /** @type {Item} */ b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);
  const severity = (/** @type {Item} */ item) => SEVERITIES.indexOf(item.words.severity?.[0] ?? "");
  if (sort === "severity") return (a, b) => severity(a) - severity(b) || title(a, b);
  if (sort === "newest") return (a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : title(a, b));
  if (sort === "title") return title;
  return (a, b) => a.place - b.place;
}

function start() {
  const items = readItems();
  const sections = [...document.querySelectorAll("#list .fb-list-section")].map((found) => {
    const list = /** @type {HTMLOListElement} */ (found.querySelector("ol"));
    const tally = /** @type {HTMLElement} */ (found.querySelector(".fb-tally"));
    return { element: /** @type {HTMLElement} */ (found), list, tally, area: found.querySelector("h2")?.id ?? "" };
  });
  const flat = document.createElement("ol");
  flat.className = "fb-list";
  flat.hidden = true;
  byId("list").prepend(flat);

  const form = /** @type {HTMLFormElement} */ (byId("controls"));
  const field = /** @type {HTMLInputElement} */ (byId("words"));
  const sorting = /** @type {HTMLSelectElement} */ (byId("sort"));
  const reset = /** @type {HTMLButtonElement} */ (byId("reset"));
  const found = byId("found");
  const chips = document.createElement("div");
  chips.className = "fb-chips";
  found.after(chips);
  const nothing = document.createElement("p");
  nothing.textContent = "No failure of the book has all of these. Take one away.";
  nothing.hidden = true;
  byId("list").prepend(nothing);

  const choices = makeChoices(() => change());
  const dated = Boolean(sorting.querySelector("[value=newest]"));
  let sorted = "area";

  /** @returns {State} */
  const read = () => {
    const chosen = Object.fromEntries(FACETS.map((key) => [key, new Set(/** @type {string[]} */ ([]))]));
    for (const { facet, value, box } of choices) if (box.checked) chosen[facet]?.add(value);
    return { chosen, words: field.value, sort: sorting.value };
  };

  /** @param {State} state */
  const show = (state) => {
    const spoken = items.filter((item) => says(item, state));
    const shown = new Set(spoken.filter((item) => fits(item, state)));
    for (const item of items) item.element.hidden = !shown.has(item);
    if (state.sort !== sorted) {
      const homes = new Map(sections.map(({ area, list }) => [area, list]));
      for (const item of [...items].sort(order(state.sort)))
        (state.sort === "area" ? homes.get(item.words.area?.[0] ?? "") : flat)?.append(item.element);
      sorted = state.sort;
    }
    flat.hidden = state.sort === "area";
    for (const { element, tally, area } of sections) {
      const count = [...shown].filter((item) => item.words.area?.[0] === area).length;
      element.hidden = state.sort !== "area" || !count;
      tally.textContent = String(count);
    }
    for (const { facet, value, box, tally, line } of choices) {
      const count = spoken.filter((item) => fits(item, state, facet) && item.words[facet]?.includes(value)).length;
      tally.textContent = String(count);
      line.classList.toggle("fb-none", !count && !box.checked);
    }
    const all = shown.size === items.length;
    found.textContent = all ? `${items.length} failures` : `${shown.size} of ${items.length} failures`;
    nothing.hidden = shown.size > 0;
    reset.hidden = addressOf({ ...state, sort: "area" }) === location.pathname;
    chips.replaceChildren(...choices.filter(({ box }) => box.checked).map(chip));
  };

  /** A button that takes a choice away; the focus goes on to where the reader was. @param {Choice} choice */
  const chip = ({ label, facet, box }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "fb-chip";
    button.append(label, " ✕");
    button.setAttribute("aria-label", `Take away ${facet} ${label}`);
    button.addEventListener("click", () => {
      box.checked = false;
      change();
      (chips.querySelector("button") ?? field).focus();
    });
    return button;
  };

  /** @param {State} state */
  const write = (state) => {
    for (const { facet, value, box } of choices) {
      box.checked = Boolean(state.chosen[facet]?.has(value));
      const more = box.checked ? /** @type {HTMLDetailsElement | null} */ (box.closest("details.fb-more")) : null;
      if (more) more.open = true;
    }
    field.value = state.words;
    sorting.value = state.sort;
    show(state);
  };

  const change = () => {
    const state = read();
    history.pushState(null, "", addressOf(state));
    show(state);
  };

  // Each letter is not a step of the way back.
  field.addEventListener("input", () => {
    const state = read();
    history.replaceState(null, "", addressOf(state));
    show(state);
  });
  sorting.addEventListener("change", change);
  form.addEventListener("submit", (event) => event.preventDefault());
  reset.addEventListener("click", () => {
    for (const { box } of choices) box.checked = false;
    field.value = "";
    change();
    field.focus();
  });
  addEventListener("popstate", () => write(readAddress(choices, dated)));

  const filter = /** @type {HTMLDetailsElement} */ (document.querySelector("details.fb-filter"));
  const wide = matchMedia(WIDE);
  filter.open = wide.matches;
  wide.addEventListener("change", () => (filter.open = wide.matches));
  form.hidden = false;
  write(readAddress(choices, dated));
}

if (document.getElementById("browse")) start();
