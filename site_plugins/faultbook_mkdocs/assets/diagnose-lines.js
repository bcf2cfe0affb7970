/**
 * Lines of a log as the page shows them: quoted with their numbers, and references that open the lines around them.
 *
 * @typedef {import("./diagnose-answer.js").ContextLine} ContextLine
 * @typedef {import("./diagnose-answer.js").Spot} Spot
 * @typedef {(file: string, line: number) => Promise<ContextLine[]> | null} Open  null where the file is not at hand
 */

import { element } from "./diagnose-dom.js";

let panels = 0;

/** Lines with their numbers, one of them marked. @param {ContextLine[]} lines @param {number} marked @param {string} caption */
export function quoted(lines, marked, caption) {
  const wide = String(lines.at(-1)?.line ?? 0).length;
  const rows = lines.map(({ line, text }) => {
    const row = `${String(line).padStart(wide)}  ${text}`;
    return line === marked ? element("mark", { class: "fb-row" }, row) : element("span", { class: "fb-row" }, row);
  });
  return element(
    "figure",
    { class: "fb-log fb-context" },
    element("pre", { tabindex: 0 }, element("code", {}, ...rows)),
    caption && element("figcaption", {}, caption),
  );
}

/** `file:line`, a button where its surroundings can be read. @param {Spot} spot @param {Open} open */
export function reference({ file, line }, open) {
  const words = `${file}:${line}`;
  const id = `fb-around-${++panels}`;
  const button = element("button", { type: "button", class: "fb-ref", "aria-expanded": "false", "aria-label": `${words}, show the lines around it` }, words);
  /** @type {HTMLElement | null} */
  let panel = null;
  button.addEventListener("click", async () => {
    if (panel) {
      panel.remove();
      panel = null;
      button.setAttribute("aria-expanded", "false");
      return;
    }
    const reading = open(file, line);
    if (!reading) return;
    button.setAttribute("aria-expanded", "true");
    panel = element("div", { id, class: "fb-around", "aria-live": "polite" }, "Reading …");
    button.setAttribute("aria-controls", id);
    (button.closest("p, li, dd") ?? button).append(panel);
    const made = panel;
    try {
      made.replaceChildren(quoted(await reading, line, `${file}, lines around ${line}`));
      made.querySelector("mark")?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      made.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  return button;
}

/** `file:line` where nothing can be opened. @param {Spot} spot */
export function plainReference({ file, line }) {
  return element("code", {}, `${file}:${line}`);
}
