/**
 * The page's first script: it shows the form and waits. The rest is loaded when somebody begins to use it.
 *
 * @typedef {import("./diagnose-session.js").Session} Session
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById("fb-form"));
const files = /** @type {HTMLInputElement} */ (document.getElementById("fb-files"));
const drop = /** @type {HTMLElement} */ (document.getElementById("fb-drop"));
/** @type {Promise<Session> | null} */
let started = null;

/** Do something in the session, which begins with the first use. @param {(session: Session) => unknown} work */
async function use(work) {
  started ??= import("./diagnose-session.js").then(({ Session }) => new Session());
  await work(await started);
}

/** Do what the address asks for. */
function follow() {
  const fragment = location.hash.slice(1);
  if (fragment.startsWith("r=")) use((session) => session.open(fragment));
  if (fragment === "pasted") takeCarried();
  const sample = fragment.startsWith("incident=") && document.querySelector(`a[data-incident="${CSS.escape(fragment.slice(9))}"]`);
  if (sample instanceof HTMLAnchorElement) choose(sample);
}

/** Diagnose what was pasted on another page of this site. */
async function takeCarried() {
  const { carried } = await import("./carried.js");
  const text = carried();
  history.replaceState(null, "", location.pathname);
  if (!text) return;
  /** @type {HTMLTextAreaElement} */ (document.getElementById("fb-text")).value = text;
  form.requestSubmit();
}

/** @param {HTMLAnchorElement} link  of a sample */
function choose(link) {
  const { incident = "", logs = "" } = link.dataset;
  use((session) => session.sample(incident, logs.split(" ")));
}

for (const sign of ["focusin", "pointerenter"]) form.addEventListener(sign, () => use((session) => session.warm()), { once: true });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  use((session) => session.diagnose());
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  if (event.key === "Escape") use((session) => session.cancel());
});
document.getElementById("fb-cancel")?.addEventListener("click", () => use((session) => session.cancel()));
files.addEventListener("change", () => {
  const chosen = [...(files.files ?? [])];
  files.value = "";
  if (chosen.length) use((session) => session.add(chosen));
});
// A file that misses the drop zone would otherwise replace the page.
const bringsFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
addEventListener("dragover", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault();
  drop.classList.add("fb-drop-over");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("fb-drop-over");
});
addEventListener("drop", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault();
  drop.classList.remove("fb-drop-over");
  const dropped = [...(event.dataTransfer?.files ?? [])];
  if (dropped.length) use(async (session) => (session.add(dropped), session.diagnose()));
});
for (const link of document.querySelectorAll("a[data-incident]")) {
  link.addEventListener("click", (event) => {
    const click = /** @type {MouseEvent} */ (event);
    if (click.ctrlKey || click.metaKey || click.shiftKey || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    history.replaceState(null, "", `#incident=${link.dataset.incident}`);
    choose(link);
  });
}
addEventListener("hashchange", follow);
follow();
