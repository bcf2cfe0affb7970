/**
 * The header's search box, once it is used: a combobox whose list is the results.
 *
 * @typedef {import("./search-book.js").Answer} Answer
 */

import { byId, element } from "./diagnose-dom.js";
import { SearchClient } from "./search-client.js";
import { addressOf, counted, next, pageOf, shown } from "./search-view.js";

const LINE_END = " ⏎ "; // an input holds one line; a pasted text's are shown like this
const SHOWN = 8;
const SLOW = 250; // milliseconds after which it says that it loads

export class SearchBox {
  #root = byId("fb-search");
  #input = /** @type {HTMLInputElement} */ (byId("fb-search-input"));
  #list = byId("fb-search-list");
  #panel = /** @type {HTMLElement} */ (this.#root.querySelector(".fb-search-panel"));
  #status = /** @type {HTMLElement} */ (this.#root.querySelector(".fb-search-status"));
  #next = /** @type {HTMLElement} */ (this.#root.querySelector(".fb-search-next"));
  #reset = /** @type {HTMLElement} */ (this.#root.querySelector(".fb-search-reset"));
  #client = new SearchClient();
  /** @type {HTMLElement[]} */
  #options = [];
  #active = -1;
  #answered = ""; // the query that the options are of

  constructor() {
    this.#client.warm();
    const form = /** @type {HTMLFormElement} */ (this.#input.form);
    this.#input.addEventListener("input", () => this.#ask());
    this.#input.addEventListener("paste", (event) => this.#paste(event));
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#input.addEventListener("focus", () => this.#query() && this.#ask());
    form.addEventListener("reset", () => {
      this.#hide();
      this.#reset.hidden = true;
      this.#input.focus();
    });
    this.#root.querySelector(".fb-search-close")?.addEventListener("click", () => this.close());
    this.#root.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape());
    this.#root.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.#root.contains(relatedTarget)) this.close();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !this.#root.contains(target)) this.close();
    });
    // What was typed while this was loading.
    if (this.#query()) this.#ask();
  }

  /** Put the cursor there; on a phone the box covers the page. */
  open() {
    this.#root.classList.add("fb-search-is-open");
    this.#input.focus();
    this.#input.select();
  }

  /** @param {string} query */
  show(query) {
    this.open();
    this.#input.value = query.trim().replaceAll(/\s*\n\s*/g, LINE_END);
    this.#input.setSelectionRange(this.#input.value.length, this.#input.value.length);
    this.#ask();
  }

  close() {
    this.#hide();
    this.#root.classList.remove("fb-search-is-open");
  }

  /** Open the result that is marked; before there is one, the page of results. */
  go() {
    const known = !this.#panel.hidden && this.#answered === this.#query();
    const option = known ? this.#options[this.#active] : undefined;
    if (option instanceof HTMLAnchorElement) option.click();
    else if (this.#query()) location.assign(pageOf(this.#query()));
  }

  #query() {
    return this.#input.value.trim().replaceAll(LINE_END, "\n");
  }

  async #ask() {
    const query = this.#query();
    this.#reset.hidden = !this.#input.value;
    if (!query) {
      this.#hide();
      return;
    }
    const slow = setTimeout(() => this.#say("Searching …"), SLOW);
    try {
      const answer = await this.#client.ask(query, SHOWN);
      if (answer && answer.query === this.#query()) this.#fill(answer);
    } catch (error) {
      this.#fillIn([], `The search does not work here: ${error instanceof Error ? error.message : error}.`);
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {Answer} answer */
  #fill(answer) {
    const options = answer.results.map((result, index) =>
      element("a", { role: "option", id: `fb-search-${index}`, class: "fb-hit", href: addressOf(result), tabindex: -1, "aria-selected": "false" }, ...shown(result)),
    );
    this.#fillIn(options, options.length ? counted(answer) : "No result");
    this.#answered = answer.query;
    const all = answer.count > SHOWN ? [element("a", { href: pageOf(answer.query) }, `All ${answer.count} results`), ". "] : [];
    this.#next.replaceChildren(...all, ...next(answer));
    if (options.length) this.#activate(0);
  }

  /** @param {HTMLElement[]} options @param {string} said */
  #fillIn(options, said) {
    this.#options = options;
    this.#answered = "";
    this.#active = -1;
    this.#list.replaceChildren(...options);
    this.#list.hidden = !options.length;
    this.#next.replaceChildren();
    this.#panel.scrollTop = 0;
    this.#input.removeAttribute("aria-activedescendant");
    this.#say(said);
    this.#input.setAttribute("aria-expanded", String(options.length > 0));
  }

  /** @param {string} words */
  #say(words) {
    this.#status.textContent = words;
    this.#panel.hidden = false;
  }

  /** Show what was hidden; what is known is not asked again, so that Enter opens a result at once. */
  #reopen() {
    if (!this.#options.length || this.#answered !== this.#query()) {
      this.#ask();
      return;
    }
    this.#panel.hidden = false;
    this.#input.setAttribute("aria-expanded", "true");
    this.#activate(0);
  }

  #hide() {
    this.#panel.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
    this.#active = -1;
  }

  /** @param {number} index */
  #activate(index) {
    this.#options[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = this.#options[index];
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    this.#input.setAttribute("aria-activedescendant", option.id);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey) return;
    event.preventDefault();
    if (this.#panel.hidden) this.#reopen();
    else if (this.#options.length) this.#activate((this.#active + step + this.#options.length) % this.#options.length);
  }

  #escape() {
    if (!this.#panel.hidden) this.#hide();
    else this.close();
    if (!this.#root.classList.contains("fb-search-is-open")) return;
    this.#input.focus();
  }

  /** Keep the ends of lines of what is pasted. @param {ClipboardEvent} event */
  #paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    const [from, to] = [this.#input.selectionStart ?? 0, this.#input.selectionEnd ?? 0];
    this.#input.setRangeText(text.trim().replaceAll(/[^\S\n]*\r?\n[^\S\n]*/g, LINE_END), from, to, "end");
    this.#ask();
  }
}
