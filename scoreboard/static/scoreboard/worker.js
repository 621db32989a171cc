"use strict";
// Keeps the pages that were looked at, so that the app opens without network: always the newest
// page that there is, and the kept one only when the network has nothing to say.
const KEPT = "tafelstand-1";
const PAGES = 60; // kept at most, the latest; a night has about ten
const FILES = 200; // those of some releases
const PATIENCE = 5000; // milliseconds after which a kept page is better than none
const OFFLINE = "/offline/";
const LAST_BOARD = "/last-board";
const WHOSE = "/whose";
const BOARD = /^\/sessions\/\d+\/$/;
const LINK = /^\/s\/[^/]+\//;
const NAMES_LINK = /"(\/s\/[^/"]+\/)/;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(take(OFFLINE));
});

addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
}

// Pages that are open before this worker is, and the next one that somebody will need. The page for
// no network is taken anew when it is of another release or language than what people look at.
addEventListener("message", (event) => event.waitUntil(told(event.data).catch(() => {})));

async function told({take: wanted, looks}) {
  const offline = await (await caches.match(OFFLINE))?.text() ?? "";
  const isOld = !looks.every((part) => offline.includes(part));
  for (const address of isOld ? [...wanted, OFFLINE] : wanted) await take(address);
}

// A page says by a word whose it is, an account's or a guest's: what was kept for another one before
// goes at once. Who signed out, or left the demo, leaves nothing behind.
async function belongs(response) {
  const whose = response.headers.get("X-Whose");
  const cache = await caches.open(KEPT);
  if (!whose || whose === await (await cache.match(WHOSE))?.text()) return;
  for (const request of await cache.keys()) {
    const url = new URL(request.url);
    if (!isFile(url) && url.pathname !== OFFLINE) await cache.delete(request);
  }
  await cache.put(WHOSE, new Response(whose));
}

// What an answer says of the pages that were kept before it.
async function heed(response) {
  await belongs(response);
  if (![404, 410].includes(response.status)) return;
  const {pathname} = new URL(response.url);
  const cache = await caches.open(KEPT);
  const link = LINK.exec(pathname)?.[0];
  if (link || BOARD.test(pathname)) await forgetAllOf(cache, link ?? pathname);
  else await forgetBelow(cache, pathname.replace(/\/*$/, "/"));
}

async function forgetBelow(cache, address) {
  for (const request of await pagesIn(cache)) {
    if (new URL(request.url).pathname.startsWith(address)) await cache.delete(request);
  }
}

// A link, or a session, that is not for this phone to see any more. What leads there tells of it, as
// the page at home does; the board of a session leads back to the link by which it is seen, if by
// one, and those two go together.
async function forgetAllOf(cache, address) {
  const link = NAMES_LINK.exec(await textOf(cache, address))?.[1];
  await forgetBelow(cache, address);
  for (const request of await pagesIn(cache)) {
    if (!(await textOf(cache, request)).includes(`"${address}`)) continue;
    const {pathname} = new URL(request.url);
    await (BOARD.test(pathname) ? forgetAllOf(cache, pathname) : cache.delete(request));
  }
  if (link && link !== address) await forgetAllOf(cache, link);
}

const textOf = async (cache, request) => await (await cache.match(request))?.text() ?? "";

const pagesIn = async (cache) => (await cache.keys()).filter(({url}) => isPage(new URL(url)));

addEventListener("fetch", (event) => {
  const {request} = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(request.method === "GET" ? page(event, url) : sent(request));
  } else if (isFile(url)) event.respondWith(file(event));
});

const isFile = (url) => url.pathname.startsWith("/static/");
const isPage = (url) => !isFile(url) && ![OFFLINE, LAST_BOARD, WHOSE].includes(url.pathname);
// Such a name tells what is in the file, so it never changes. Builders have files without.
const isForEver = (url) => /\.[0-9a-f]{12}\.\w+$/.test(url.pathname);

const NAMED = /"(\/static\/[^"]+)"|from "(\.\/[^"]+)"/g;

// A page or a file, with all that it names: a page without its scripts would be half of one.
async function take(address) {
  const url = new URL(address, location.origin);
  if (isFile(url) && await caches.match(url)) return;
  const response = await fetch(url);
  await heed(response);
  const copy = response.clone();
  if (/html|script/.test(response.headers.get("Content-Type"))) {
    for (const [, file, script] of (await response.text()).matchAll(NAMED)) {
      await take(new URL(file ?? script, url));
    }
  }
  await (isFile(url) ? keepFile(new Request(url), copy) : keep(url, copy));
}

async function file(event) {
  const kept = await caches.match(event.request).catch(() => undefined);
  if (kept && isForEver(new URL(event.request.url))) return kept;
  try {
    const response = await fetch(event.request);
    event.waitUntil(keepFile(event.request, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keepFile(request, response) {
  if (!response.ok) return;
  const cache = await caches.open(KEPT);
  await cache.put(request, response);
  await forgetOldest(cache, FILES, isFile);
}

// Where the phone has no room, or may keep nothing, pages come from the network as ever.
async function page(event, url) {
  const kept = await caches.match(url).catch(() => undefined);
  const asked = fetch(event.request).then(async (response) => {
    if (response.status >= 502) throw new Error("nobody answers behind the door");
    await heed(response).catch(() => {});
    event.waitUntil(keep(url, response.clone()).catch(() => {}));
    return response;
  });
  try {
    return await (kept ? Promise.race([asked, outOfPatience()]) : asked);
  } catch {
    asked.catch(() => {});
    return withoutNetwork(url, kept);
  }
}

function outOfPatience() {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE));
}

async function withoutNetwork(url, kept) {
  const last = await (await caches.match(LAST_BOARD))?.text();
  if (url.pathname === "/" && last && await caches.match(last)) return Response.redirect(last);
  return kept ? marked(kept) : caches.match(OFFLINE);
}

// A form that is not the pad's: where it was not sent, it says so.
async function sent(request) {
  try {
    const response = await fetch(request);
    await heed(response).catch(() => {});
    return response;
  } catch {
    return caches.match(OFFLINE);
  }
}

async function keep(url, response) {
  const cache = await caches.open(KEPT);
  if (/no-store/.test(response.headers.get("Cache-Control"))) return; // a page with a secret
  if (!response.ok || response.redirected || !response.headers.get("Content-Type")?.startsWith("text/html")) return;
  const page = await dated(response);
  await cache.delete(url); // put in anew, so that the oldest come first
  await cache.put(url, page);
  if (BOARD.test(url.pathname)) await cache.put(LAST_BOARD, new Response(url.pathname));
  await forgetOldest(cache, PAGES, isPage);
}

async function dated(response) {
  const headers = new Headers(response.headers);
  headers.set("Kept-At", new Date().toISOString());
  return new Response(await response.blob(), {headers});
}

// The page says by itself that it is not the newest, and of when it is.
async function marked(kept) {
  const text = await kept.text();
  const at = kept.headers.get("Kept-At");
  const {headers} = kept;
  return new Response(text.replace("<html ", `<html data-kept="${at}" `), {headers});
}

async function forgetOldest(cache, most, isMeant) {
  const requests = (await cache.keys()).filter((request) => isMeant(new URL(request.url)));
  for (const request of requests.slice(0, -most)) await cache.delete(request);
}
