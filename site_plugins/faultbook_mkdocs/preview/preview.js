/**
 * The preview's side of the browser: it reloads when the author saves, and tries the entry's signatures on a log.
 *
 * @typedef {import("./tried.js").Tried} Tried
 * @typedef {import("../assets/diagnose-answer.js").Answer} Answer
 * @typedef {{signatures: import("./tried.js").Signature[], figures: {name: string, figure: string, when: string}[], entry: string,
 *   faulty: Record<string, string>, texts: {label: string, text: string}[]}} Trial
 */

import { figureWords, sentence } from "../assets/diagnose-answer.js";
import { Cancelled, Client } from "../assets/diagnose-client.js";
import { byId, element } from "../assets/diagnose-dom.js";
import { tried } from "./tried.js";

const KEPT = "faultbook-preview"; // the pasted log, for as long as the tab is open
const PAUSE = 150; // milliseconds without a key until the log is read
const SHOWN = 5; // matches of a signature
const LONGEST = 600; // characters of a line

const desk = /** @type {HTMLElement} */ (document.querySelector(".fb-desk"));
const client = new Client();

live();
if (desk.dataset.entry) start(desk.dataset.entry);

/** Follow what the server tells. */
function live() {
  const status = byId("desk-status");
  const events = new EventSource(`/preview/events?version=${desk.dataset.version}`);
  events.addEventListener("page", () => location.reload());
  events.addEventListener("problems", refresh);
  events.addEventListener("open", () => (status.textContent = ""));
  events.addEventListener("error", () => (status.textContent = "The preview has ended; start it again and this page comes back."));
  addEventListener("beforeunload", () => events.close());
}

/** Put what the rules say now in place of what they said: the list comes from our own server, as elements. */
async function refresh() {
  const page = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
  const problems = page.getElementById("desk-problems");
  if (problems) byId("desk-problems").replaceWith(document.adoptNode(problems));
}

/** @param {string} slug */
async function start(slug) {
  /** @type {Trial} */
  const trial = await (await fetch(`/preview/trial/${slug}`)).json();
  const form = byId("desk-form");
  const text = /** @type {HTMLTextAreaElement} */ (byId("desk-text"));
  const pick = /** @type {HTMLSelectElement} */ (byId("desk-pick"));
  const fold = /** @type {HTMLDetailsElement} */ (byId("desk-try"));
  form.addEventListener("submit", (event) => event.preventDefault());
  pick.append(...trial.texts.map(({ label }, index) => element("option", { value: index }, label)));
  pick.addEventListener("change", () => {
    text.value = pick.value === "" ? text.value : trial.texts[Number(pick.value)].text;
    ask();
  });
  let timer = 0;
  text.addEventListener("input", () => {
    pick.value = "";
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  const ask = () => {
    sessionStorage.setItem(KEPT, text.value);
    show(trial, text.value);
  };
  fold.addEventListener("toggle", () => fold.open && client.warm().catch(() => {}));
  form.hidden = false;
  text.value = sessionStorage.getItem(KEPT) ?? "";
  fold.open = text.value !== "";
  if (text.value) show(trial, text.value);
}

/** @param {Trial} trial @param {string} log */
async function show(trial, log) {
  const place = byId("desk-tried");
  if (!log.trim()) {
    place.replaceChildren();
    return;
  }
  const faulty = Object.entries(trial.faulty).map(([name, reason]) => item(name, "stop", [`cannot be used: ${reason}`]));
  const signatures = tried(trial.signatures, log).map((found) => shown(found, log));
  const whole = element("p", { class: "fb-desk-whole" }, "The whole book is being asked ...");
  place.replaceChildren(element("ul", { class: "fb-desk-list" }, ...signatures, ...faulty), whole);
  try {
    client.cancel(); // the log before this one is of no interest any more
    const { answer } = await client.diagnose([{ name: "log", blob: new Blob([log]) }], () => {});
    whole.replaceChildren(...judged(answer, trial.entry));
    const figures = trial.figures.map((figure) => figured(figure, answer, trial.entry));
    place.querySelector("ul")?.append(...figures);
  } catch (error) {
    if (!(error instanceof Cancelled)) whole.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {Tried} found @param {string} log */
function shown(found, log) {
  if (!found.matches.length) return item(found.signature, "stop", [found.reason, captures(found.captures)]);
  const lines = log.split("\n");
  const places = found.matches.slice(0, SHOWN).map((match) => {
    const [from, to] = [match.line, match.end_line];
    const quoted = lines.slice(from - 1, to).map(short).join("\n");
    const where = from === to ? `line ${from}` : `lines ${from} to ${to}`;
    return element("div", {}, where, captures(match.captures), element("pre", { tabindex: 0 }, element("code", {}, quoted)));
  });
  const more = found.matches.length - SHOWN;
  const count = `matches ${found.matches.length === 1 ? "once" : `${found.matches.length} times`}`;
  return item(found.signature, "match", [count, ...places, more > 0 && element("p", {}, `and ${more} more`)]);
}

/** @param {string} line */
function short(line) {
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** @param {Trial["figures"][number]} figure @param {Answer} answer @param {string} entry */
function figured({ name, figure, when }, answer, entry) {
  const found = (answer.figures ?? []).find((each) => each.slug === entry && each.figure === figure && each.when === when);
  return found ? item(name, "match", [`${figureWords(found)}, line ${found.line}`]) : item(name, "stop", [`the ${figure.replaceAll("-", " ")} does not show it`]);
}

/** What the whole book says of the log, and whether this entry comes first. @param {Answer} answer @param {string} entry */
function judged(answer, entry) {
  const slugs = answer.diagnoses.map(({ slug }) => slug);
  const at = slugs.indexOf(entry);
  const rank = at === 0 ? "This entry is named first." : at > 0 ? `This entry is named after ${slugs[0]}.` : "This entry is not named.";
  return [
    element("strong", {}, "The whole book: "),
    `${sentence(answer)}. `,
    element("span", { class: at === 0 ? "fb-desk-good" : "fb-desk-no" }, rank),
    ...slugs.filter((slug) => slug !== entry).map((slug) => element("span", {}, " ", element("a", { href: `/${slug}/` }, slug))),
  ];
}

/** @param {Record<string, string>} captured */
function captures(captured) {
  const told = Object.entries(captured).map(([name, text]) => `${name} = ${text}`).join(", ");
  return told ? element("code", { class: "fb-desk-captures" }, told) : null;
}

/** @param {string} name @param {"match" | "stop"} how @param {(Node | string | null | false)[]} content */
function item(name, how, content) {
  return element("li", { class: `fb-desk-${how}` }, element("code", {}, name), " ", ...content);
}
