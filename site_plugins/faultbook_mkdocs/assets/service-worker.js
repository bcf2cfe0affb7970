/**
 * The site without a network. Whatever the network answers is shown; a copy is shown only when it does not answer, and
 * says so. The build puts its list of files before this text, so each build is another worker.
 *
 * @typedef {{version: string, look: string, files: Record<string, string>, lost: string}} Build
 *   version: of everything in `files`; look: of the theme's files;
 *   files: digest (SHA-256, hexadecimal) by path; lost: the page for what is not there
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const BUILD = /** @type {Build} */ (/** @type {any} */ (self).FAULTBOOK);
const SCOPE = worker.registration.scope;
const NAME = `faultbook ${new URL(SCOPE).pathname} `; // caches belong to the whole host, where other sites may stand
const SHELL = `${NAME}shell ${BUILD.version}`;
const VISITED = `${NAME}visited ${BUILD.look}`; // a page is of no use without the style sheets that it names
const SEARCHED = `${NAME}searched`; // parts of a large book's search
const MOST_VISITED = 100;
const MOST_SEARCHED = 500;
const PART = /\/search\/[a-z]\.[a-z2-7]{8}\.json$/; // its name has its digest: a copy is never old
const PATIENCE = 4000; // milliseconds until a copy is shown instead of a page that does not come
const SLOW = 20_000; // milliseconds for which the network then counts as slow: a page's files are not waited for again
const COPIED = "x-faultbook-copied"; // when the network gave it
const DIGEST = "x-faultbook-digest";

let slowUntil = 0;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || request.headers.has("range")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else event.respondWith(file(event));
});

/** Take every file of this build, from the last build's cache where it is the same; one that is missing or is of another build ends it. */
async function install() {
  const before = (await caches.keys()).filter((name) => name.startsWith(`${NAME}shell `) && name !== SHELL);
  const shell = await caches.open(SHELL);
  try {
    await Promise.all(Object.entries(BUILD.files).map(([path, digest]) => take(shell, before, path, digest)));
  } catch (error) {
    await caches.delete(SHELL);
    throw error;
  }
  // The page from which the reader comes here was loaded before there was a worker.
  const visited = await caches.open(VISITED);
  const open = (await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ url }) => url.split("#")[0]);
  await Promise.all(
    open.filter((url) => url.startsWith(SCOPE)).map(async (url) => {
      const answer = await fetch(url).catch(() => null);
      if (answer) await keep(visited, url, answer);
    }),
  );
  await worker.skipWaiting();
}

/** @param {Cache} shell @param {string[]} before @param {string} path @param {string} digest */
async function take(shell, before, path, digest) {
  const url = new URL(path, SCOPE).href;
  for (const name of before) {
    const old = await (await caches.open(name)).match(url);
    if (old?.headers.get(DIGEST) === digest) return shell.put(url, dated(old, await old.arrayBuffer(), digest));
  }
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const sum = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0"));
  // A host may add to a page what it likes; what the engine reads must be this build's to the byte.
  if (sum.join("") !== digest && !/(?:^|\/|\.html)$/.test(path)) throw new Error(`${path} is of another build`);
  await shell.put(url, dated(answer, bytes, digest));
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && ![SHELL, VISITED, SEARCHED].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page; a copy is marked. @param {FetchEvent} event @returns {Promise<Response>} */
async function page(event) {
  // The browser's own cache would pass an old page for the network's answer.
  const { answer, copy } = await ask(event, { cache: "no-cache" });
  if (answer) return answer;
  if (copy) return marked(copy, copiedOn(copy));
  const lost = await caches.match(new URL(BUILD.lost, SCOPE).href);
  return lost ? marked(lost, "none", 503) : Response.error();
}

/** What a page loads. @param {FetchEvent} event @returns {Promise<Response>} */
async function file(event) {
  const part = PART.test(event.request.url) ? await copyOf(event.request.url) : undefined;
  if (part) return part;
  const { answer, copy } = await ask(event, event.request.url.includes(".json") ? { cache: "no-cache" } : {});
  if (answer) return answer;
  if (!copy) return Response.error();
  // The page may have come from the network, and what it now reads may be older.
  const client = await worker.clients.get(event.clientId);
  client?.postMessage({ copied: copiedOn(copy) });
  return copy;
}

/**
 * What the network answers, or the copy when it does not, or not soon.
 *
 * @param {FetchEvent} event @param {RequestInit} how @returns {Promise<{answer?: Response, copy?: Response}>}
 */
async function ask(event, how) {
  const { request } = event;
  const url = request.url.split(request.mode === "navigate" ? /[?#]/ : "#")[0];
  let failed = false;
  const asked = fetch(request, how).then(
    (answer) => {
      slowUntil = 0;
      const known = url.slice(SCOPE.length) in BUILD.files && request.mode !== "navigate";
      if (answer.ok && answer.type === "basic" && !known) event.waitUntil(visit(url, answer.clone()));
      return answer;
    },
    () => void (failed = true),
  );
  event.waitUntil(asked);
  const patience = request.mode !== "navigate" && Date.now() < slowUntil ? 0 : PATIENCE;
  const soon = await Promise.race([asked, wait(patience)]);
  if (soon) return { answer: soon };
  const copy = await copyOf(url);
  if (!copy) return { answer: (await asked) ?? undefined };
  if (!failed) slowUntil = Date.now() + SLOW;
  return { copy };
}

/** @param {string} url @param {Response} answer */
async function visit(url, answer) {
  const [name, most] = PART.test(url) ? [SEARCHED, MOST_SEARCHED] : [VISITED, MOST_VISITED];
  const visited = await caches.open(name);
  await keep(visited, url, answer);
  const all = await visited.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((request) => visited.delete(request)));
}

/** Put the answer last. @param {Cache} cache @param {string} url @param {Response} answer */
async function keep(cache, url, answer) {
  if (!answer.ok) return;
  const bytes = await answer.arrayBuffer();
  await cache.delete(url);
  await cache.put(url, dated(answer, bytes));
}

/** The newer of two copies: a page may be of this build's list and visited later, too. @param {string} url @returns {Promise<Response | undefined>} */
async function copyOf(url) {
  const copies = await Promise.all([SHELL, VISITED, SEARCHED].map(async (name) => (await caches.open(name)).match(url)));
  const found = copies.filter((copy) => copy !== undefined);
  return found.sort((a, b) => (b.headers.get(COPIED) ?? "").localeCompare(a.headers.get(COPIED) ?? ""))[0];
}

/** The day of a copy. @param {Response} copy */
function copiedOn(copy) {
  return copy.headers.get(COPIED)?.slice(0, 10) ?? "";
}

/** @param {Response} answer @param {ArrayBuffer} bytes @param {string} [digest] */
function dated(answer, bytes, digest) {
  const headers = new Headers({ "content-type": answer.headers.get("content-type") ?? "application/octet-stream" });
  headers.set(COPIED, new Date().toISOString());
  if (digest) headers.set(DIGEST, digest);
  return new Response(bytes, { headers });
}

/** The page with a mark that shell.js reads. @param {Response} copy @param {string} mark @param {number} [status] */
async function marked(copy, mark, status = 200) {
  const html = (await copy.text()).replace("<html ", `<html data-copy="${mark}" `);
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** @param {number} milliseconds @returns {Promise<undefined>} */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
