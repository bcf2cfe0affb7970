/** The first page's form: it carries what was pasted to the Diagnose page in this tab's own storage, never in an address. */

import { carry } from "./carried.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("fb-home"));
const line = /** @type {HTMLTextAreaElement} */ (document.getElementById("fb-line"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!line.value.trim()) location.assign(form.action);
  else if (carry(line.value)) location.assign(`${form.action}#pasted`);
  else {
    const said = /** @type {HTMLElement} */ (document.getElementById("fb-home-status"));
    said.textContent = "That is too long to carry over. The Diagnose page takes logs of any size: paste it there, or choose its file.";
  }
});
// A line ends with Enter; in what has several lines already, Enter makes another.
line.addEventListener("keydown", (event) => {
  const sends = event.key === "Enter" && !event.shiftKey && (event.ctrlKey || event.metaKey || !line.value.includes("\n"));
  if (!sends) return;
  event.preventDefault();
  form.requestSubmit();
});
