/**
 * Elements made from plain data. Text only ever becomes text: nothing here reads HTML.
 *
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  fill(made, attributes, children);
  return made;
}

/** @param {string} tag @param {Attributes} [attributes] @param {Child[]} children @returns {SVGElement} */
export function drawn(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(made, attributes, children);
  return made;
}

/** @param {Element} made @param {Attributes} attributes @param {Child[]} children */
function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(node));
}

/** @param {Child} child @returns {Node | string} */
function node(child) {
  return child instanceof Node ? child : String(child);
}

/** Plain text in which backticks set code, as on the pages. @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  return text.split(/(`+[^`]+`+)/).map((part) => (part.startsWith("`") ? element("code", {}, part.replace(/^`+|`+$/g, "")) : part));
}

/** A folded list. @param {string} title @param {Child[]} children */
export function fold(title, ...children) {
  return element("details", { class: "fb-fold" }, element("summary", {}, title), ...children);
}

/** The element of that id, which the page must have. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** A button that copies a text and says so. @param {string} label @param {() => string} text @returns {HTMLButtonElement} */
export function copyButton(label, text) {
  const button = element("button", { type: "button", class: "fb-button" }, label);
  button.addEventListener("click", async () => {
    const done = await copy(text());
    button.textContent = done ? "Copied" : "Select and copy it by hand";
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or the page is not served by https
  }
}
