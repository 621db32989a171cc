// Sends the rounds that wait on this phone: in order, each once, one browser tab at a time.
import {caughtUp, entries, forget, keep} from "./kept.js";

const PATIENCE = 20_000; // milliseconds
const AGAIN = 15_000;

export async function send() {
  if (!entries().some(({state}) => state === "waiting")) return;
  if (navigator.locks) await navigator.locks.request("tafelstand", {ifAvailable: true}, sendAll);
  else await sendAll(true);
}

async function sendAll(mayGo) {
  if (!mayGo) return;
  const boards = new Set();
  for (const {key} of entries()) {
    // Looked up anew: what was stored before it has moved it on.
    const entry = entries().find((other) => other.key === key);
    if (entry?.state !== "waiting" || isHeldUp(entry)) continue;
    const answer = await ask(entry);
    if (!answer) break;
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

// The server's answer, or nothing where there was none that will last.
async function ask(entry) {
  try {
    let answer = await post(entry, entry.fields.csrfmiddlewaretoken);
    if (answer.status === 403) answer = await post(entry, await newToken(entry.address));
    return answer.status >= 500 || [408, 429].includes(answer.status) ? null : answer;
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
