/** A text on its way from one page to the Diagnose page of the same tab. It is taken once, and leaves nothing behind. */

const KEY = "faultbook.carried";

/** Whether *text* could be kept; a browser keeps some five million characters. @param {string} text @returns {boolean} */
export function carry(text) {
  try {
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string} the text, or nothing when none was carried or the browser keeps none */
export function carried() {
  try {
    const text = sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY);
    return text;
  } catch {
    return "";
  }
}
