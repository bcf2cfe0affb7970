/**
 * Copy buttons: of a block of code, what a reader can run. Prompts and output stay behind.
 *
 * A block has a button when it is code, which the highlighter marks; logs, outputs and differences have none.
 */

const CODE = ".highlight pre > code";
const NOT = ".fb-diff, .fb-output, .fb-log";

/**
 * What of *text* can be run: commands of a console without `$`, statements of a Python session without `>>>`,
 * anything else as it is.
 *
 * @param {string} text @returns {string}
 */
export function runnable(text) {
  const lines = text.replace(/\s+$/, "").split("\n");
  const first = lines.find((line) => line.trim() && !line.startsWith("#")) ?? "";
  if (first.startsWith("$ ")) return commands(lines).join("\n");
  if (/^>>>( |$)/.test(first)) return statements(lines).join("\n");
  return lines.join("\n");
}

/** @param {string[]} lines @returns {string[]} */
function commands(lines) {
  /** @type {string[]} */
  const found = [];
  let goesOn = false;
  for (const line of lines) {
    if (line.startsWith("$ ")) found.push(line.slice(2));
    else if (goesOn) found.push(line.replace(/^> /, ""));
    else continue;
    goesOn = line.endsWith("\\");
  }
  return found;
}

/** @param {string[]} lines @returns {string[]} */
function statements(lines) {
  return lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line)).map((line) => line.slice(4));
}

/** @param {string} text @returns {Promise<boolean>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // no permission, or the page is not served by https
  }
}

/** @param {string} text @returns {boolean} */
function copyBySelection(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.style.cssText = "position:fixed;top:0;opacity:0";
  const before = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** @param {HTMLElement} code @param {HTMLElement} status */
function addButton(code, status) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "fb-copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy code");
  button.addEventListener("click", async () => {
    const done = await copy(runnable(code.innerText));
    button.textContent = done ? "Copied" : "Not copied";
    status.textContent = done ? "Copied to the clipboard" : "Could not copy; select the code instead";
    if (!done) getSelection()?.selectAllChildren(code);
    setTimeout(() => {
      button.textContent = "Copy";
      status.textContent = "";
    }, 2000);
  });
  code.parentElement?.parentElement?.append(button);
}

/** Give each block of code on the page its button. */
function start() {
  const blocks = [...document.querySelectorAll(CODE)].filter((code) => !code.closest(NOT));
  if (!blocks.length) return;
  const status = document.createElement("p");
  status.className = "fb-status";
  status.setAttribute("role", "status");
  document.querySelector("article")?.append(status);
  for (const code of blocks) addButton(/** @type {HTMLElement} */ (code), status);
}

if (typeof document !== "undefined") start();
