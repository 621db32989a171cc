// Sends the rounds that wait on this phone: in order, each once, one browser tab at a time.
import {caughtUp, entries, forget, keep} from "./kept.js";

const PATIENCE = 20_000; // milliseconds
const AGAIN = 15_000;
const PASSING = new Set([408, 429]); // answers that will be others soon

export async function send() {
  if (!entries().some(({state}) => state === "waiting")) return;
  if (navigator.locks) await navigator.locks.request("tafelstand", {ifAvailable: true}, sendAll);
  else await sendAll(true);
}

async function sendAll(mayGo) {
  if (!mayGo) return;
  const boards = new Set();
  const unwell = new Set(); // addresses at which the server fails: others need not wait for that
  for (const {key} of entries()) {
    // Looked up anew: what was stored before it has moved it on.
    const entry = entries().find((other) => other.key === key);
    if (entry?.state !== "waiting" || unwell.has(entry.address) || isHeldUp(entry)) continue;
    const answer = await ask(entry);
    if (!answer) break;
    if (PASSING.has(answer.status) || answer.status >= 500) {
      unwell.add(entry.address);
      continue;
    }
    boards.add(entry.board);
    if (answer.headers.has("HX-Redirect")) {
      forget(key);
      caughtUp(entry.address, entry.seen, Number(answer.headers.get("Session-Version")));
    } else keep({...entry, state: "asked"});
  }
  if (boards.size) document.dispatchEvent(new CustomEvent("rounds-sent", {detail: boards}));
}

const isHeldUp = (entry) =>
  entries().some((other) => other.address === entry.address && other.state === "asked");

// The server's answer, or nothing where there is none.
async function ask(entry) {
  try {
    let answer = await post(entry, entry.fields.csrfmiddlewaretoken);
    if (answer.status === 403) answer = await post(entry, await newToken(entry.address));
    return answer;
  } catch {
    return null;
  }
}

// Not by AbortSignal.timeout, which phones of four years old do not have.
async function patient(address, options = {}) {
  const ending = new AbortController();
  const ended = setTimeout(() => ending.abort(), PATIENCE);
  try {
    return await fetch(address, {...options, signal: ending.signal});
  } finally {
    clearTimeout(ended);
  }
}

function post(entry, token) {
  const {address, seen, key, fields} = entry;
  const body = new URLSearchParams({...fields, key, seen_version: seen, csrfmiddlewaretoken: token});
  const headers = {"HX-Request": "true"};
  return patient(address, {method: "POST", body, headers});
}

async function newToken(address) {
  const page = await (await patient(address)).text();
  const parsed = new DOMParser().parseFromString(page, "text/html");
  return parsed.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
}

addEventListener("online", send);
document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
setInterval(send, AGAIN);
