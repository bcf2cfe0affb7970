/**
 * Taking a result along: a report and a link, with what must not leave masked, and shown before it is copied.
 *
 * @typedef {import("./diagnose-answer.js").Answer} Answer
 * @typedef {import("./diagnose-mask.js").Piece} Piece
 */

import { counted } from "./diagnose-answer.js";
import { copy, element } from "./diagnose-dom.js";
import { toFragment } from "./diagnose-link.js";
import { hostsOf, masked, masker } from "./diagnose-mask.js";
import { markdown } from "./diagnose-report.js";

/** @param {Answer} answer @param {string} site @returns {HTMLElement} */
export function share(answer, site) {
  const report = markdown(answer, site);
  const pieces = masker(hostsOf(answer))(report);
  const box = element("input", { type: "checkbox", id: "fb-mask", checked: true });
  const preview = element("pre", { tabindex: 0, class: "fb-preview", "aria-label": "The report as it is copied" });
  const said = element("p", { role: "status", class: "fb-quiet" });
  const text = () => (box.checked ? pieces.map((piece) => piece.text).join("") : report);
  const show = () => preview.replaceChildren(...(box.checked ? pieces.map(shown) : [report]));
  box.addEventListener("change", show);
  show();

  const copying = element("button", { type: "button", class: "md-button md-button--primary", id: "fb-copy-report" }, "Copy report");
  copying.addEventListener("click", async () => tell(said, await copy(text()), "The report is copied.", text()));
  const linking = element("button", { type: "button", class: "md-button", id: "fb-copy-link" }, "Copy link");
  linking.addEventListener("click", async () => {
    const mask = masker(hostsOf(answer));
    const link = `${location.origin}${location.pathname}#${await toFragment(answer, (each) => masked(mask, each))}`;
    tell(said, await copy(link), `The link is copied: ${counted(link.length, "character")}. It holds the result, not the log, and is always masked.`, link);
  });
  const count = pieces.filter((piece) => piece.kind).length;
  return element(
    "details",
    { class: "fb-fold fb-share" },
    element("summary", {}, "Copy a report or a link"),
    element("p", {}, box, " ", element("label", { for: "fb-mask" }, `Mask secrets, addresses, and names of hosts and people (${counted(count, "place")})`)),
    element("p", { class: "fb-quiet" }, "Read it before you pass it on: a pattern cannot know every secret."),
    preview,
    element("p", { class: "fb-actions" }, copying, " ", linking),
    said,
  );
}

/** @param {Piece} piece @returns {Node | string} */
function shown({ text, kind }) {
  return kind ? element("mark", { title: `masked: ${kind}` }, text) : text;
}

/** @param {HTMLElement} said @param {boolean} done @param {string} words @param {string} text */
function tell(said, done, words, text) {
  if (done) {
    said.textContent = words;
    return;
  }
  const field = element("textarea", { readonly: true, rows: 4, "aria-label": "What to copy" }, text);
  said.replaceChildren("The browser does not let a page copy here; copy it by hand:", field);
  field.select();
}
