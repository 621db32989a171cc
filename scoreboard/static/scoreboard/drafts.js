// A round that is not stored yet lives on the phone until it is stored or thrown away.
import {entered, fieldsOf, fillIn, handsOf, toldHands} from "./entry.js";
import {before, begun, caughtUp, entryWith, forget, keep, newKey, storedSince, upToDate} from "./kept.js";
import {send} from "./sending.js";
import {fill} from "./words.js";

let untouched = ""; // the form as it came, before anything was entered
let shown = null; // the key of the entry that the form shows
let gone = {}; // hands in it of people who are not on the page any more

const known = () => entryWith(shown);
const addressOf = (form) => form.getAttribute("action");
const seenBy = (form) => Number(form.elements.seen_version.value);
const isCorrecting = (form) => "correcting" in form.dataset;

export function restore(form) {
  if (shown !== null) return; // put in anew by the server, with all that was sent
  untouched = entered(fieldsOf(form));
  const seen = seenBy(form);
  const entry = begun(addressOf(form));
  if (entry) gone = fillIn(form, entry);
  else if (document.documentElement.dataset.kept) form.elements.key.value = newKey();
  shown = form.elements.key.value;
  if (!isCorrecting(form)) countOn(form, seen);
  tellRestored(form, entry);
}

// A page from before the last rounds of this phone: they count, though it does not know them.
function countOn(form, seen) {
  const address = addressOf(form);
  const number = Number(form.dataset.number) + storedSince(address, seen) + before(address, shown).length;
  for (const text of form.querySelectorAll("[data-numbered]")) {
    text.textContent = fill(text.dataset.numbered, {number});
  }
  catchUp(form);
}

function catchUp(form) {
  form.elements.seen_version.value = upToDate(addressOf(form), seenBy(form));
}

function tellRestored(form, entry) {
  const left = form.querySelector("[data-as-left]");
  left.hidden = !entry || !isCorrecting(form);
  form.querySelector("[data-undecided]").hidden = entry?.state !== "asked";
  const note = form.querySelector("[data-gone]");
  note.hidden = !Object.keys(gone).length;
  note.querySelector("span").textContent = fill(note.dataset.gone, {hands: toldHands(gone)});
}

export function follow(form) {
  for (const kind of ["input", "change", "click", "htmx:afterSwap"]) {
    form.addEventListener(kind, () => save(form));
  }
  form.querySelector("[data-throw]")?.addEventListener("click", (event) => {
    if (confirm(event.currentTarget.dataset.throw)) throwAway(form);
  });
  // The other phone's is the same round: this one has been decided about.
  form.querySelector("[data-theirs]")?.addEventListener("click", () => leave(form));
  showThrow(form);
}

// A question of the server is not answered by a reload: until then the entry keeps the key and the
// version with which it was asked.
function entryOf(form, fields) {
  const {seen = seenBy(form), state = "begun"} = known() ?? {};
  return {
    key: shown,
    seen, state,
    address: addressOf(form),
    board: form.dataset.board,
    number: form.dataset.number,
    at: new Date().toISOString(),
    fields,
    hands: {...gone, ...handsOf(form)},
  };
}

function save(form) {
  if (!form.isConnected || "left" in form.dataset) return;
  const fields = fieldsOf(form);
  const isTouched = entered(fields) !== untouched || Object.keys(gone).length > 0;
  if (isTouched) keep(entryOf(form, fields));
  else if (known()?.state === "begun") forget(shown);
  showThrow(form);
}

function showThrow(form) {
  const button = form.querySelector("[data-throw]");
  if (button) button.hidden = !known();
}

function leave(form) {
  form.dataset.left = "";
  forget(shown);
}

function throwAway(form) {
  leave(form);
  location.assign(form.dataset.board);
}

const ofForm = (event) => event.target.matches("#round") && event.target;

// Stored: nothing is left to keep, and what is entered next has seen it.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const form = ofForm(event);
  const {xhr} = event.detail;
  if (!form || !xhr.getResponseHeader("HX-Redirect")) return;
  leave(form);
  const version = Number(xhr.getResponseHeader("Session-Version"));
  if (!isCorrecting(form)) caughtUp(addressOf(form), seenBy(form), version);
});

// Rounds from before are not stored yet: this one waits behind them.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = ofForm(event);
  if (!form) return;
  tellUnsent(form);
  if (isCorrecting(form) || !before(addressOf(form), shown).length) return;
  event.preventDefault();
  letWait(form, event.detail.requestConfig.formData);
});

const NOBODY_THERE = [502, 503, 504];

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    const form = ofForm(event);
    if (!form) return;
    const {status} = event.detail.xhr;
    const isDown = !status || NOBODY_THERE.includes(status);
    if (isDown && !isCorrecting(form)) letWait(form, event.detail.requestConfig.formData);
    else tellUnsent(form, status);
  });
}

function letWait(form, sent) {
  const decided = {key: form.elements.key.value, seen: seenBy(form), state: "waiting"};
  const entry = {...entryOf(form, Object.fromEntries(sent)), ...decided};
  if (!keep(entry, shown)) return tellUnsent(form, 0);
  shown = entry.key;
  form.dataset.left = "";
  // Without a worker the board cannot be opened now, so what there is to say is said here.
  if (navigator.serviceWorker?.controller) location.assign(form.dataset.board);
  else waitHere(form);
  send();
}

function waitHere(form) {
  form.querySelector(".waits").hidden = false;
  for (const part of form.children) part.inert = !part.matches(".top, .waits");
}

// By the answer of the server; without one there is nothing to tell any more.
function tellUnsent(form, status = null) {
  const isBarred = status === 404;
  form.querySelector(".unsent").hidden = status === null || isBarred;
  form.querySelector(".barred").hidden = !isBarred;
}

document.addEventListener("rounds-sent", ({detail: boards}) => {
  const form = document.querySelector("#round");
  if (!form || !boards.has(form.dataset.board)) return;
  if ("left" in form.dataset) location.assign(form.dataset.board);
  else catchUp(form);
});

// Another tab of this phone stored a round.
addEventListener("storage", () => {
  const form = document.querySelector("#round");
  if (form && !isCorrecting(form)) catchUp(form);
});
