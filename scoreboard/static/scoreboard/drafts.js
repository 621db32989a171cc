// A round that is not stored yet lives on the phone until it is stored or thrown away.
import {begun, caughtUp, forget, keep, newKey, upToDate, waiting} from "./kept.js";
import {send} from "./sending.js";
import {fill} from "./words.js";

const OF_SEAT = /^(way|cards|points|left|knocked|seat)-(\d+)$/;
const SEATS = ["winner", "dealer"]; // whose answer is the position of a seat
// What the pad and the server put in; none of it says that somebody entered something.
const NOT_ENTERED = /^(way-|seat-|pad-way|is_pad|key|seen_version|csrfmiddlewaretoken)/;

let untouched = null; // the form as it came, before anything was entered

const fieldsOf = (form) => Object.fromEntries(new FormData(form));
const addressOf = (form) => form.getAttribute("action");
const seenBy = (form) => Number(form.elements.seen_version.value);
const isCorrecting = (form) => "correcting" in form.dataset;

function entered(fields) {
  const told = Object.entries(fields).filter(([name, value]) => value && !NOT_ENTERED.test(name));
  return JSON.stringify(told.sort()); // the inputs of a hand move about
}

export function restore(form) {
  if (untouched !== null) return; // put in anew by the server, with all that was sent
  untouched = entered(fieldsOf(form));
  countOn(form);
  const entry = begun(addressOf(form));
  if (entry) fillIn(form, entry);
  else if (document.documentElement.dataset.kept) form.elements.key.value = newKey();
}

// A page from before the last rounds of this phone: they count, though it does not know them.
function countOn(form) {
  if (isCorrecting(form)) return;
  const {number} = form.dataset;
  const now = Number(number) + waiting(addressOf(form)).length;
  for (const text of form.querySelectorAll("[data-numbered]")) {
    text.textContent = fill(text.dataset.numbered, {number: now});
  }
  form.elements.seen_version.value = upToDate(addressOf(form), seenBy(form));
}

function fillIn(form, {key, seen, fields, held}) {
  const seats = placesNow(form, fields);
  form.elements.key.value = key;
  form.elements.seen_version.value = seen;
  for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
  for (const [name, value] of Object.entries(fields)) {
    if (!NOT_ENTERED.test(name) || name.startsWith("way-")) set(form, seats, name, value);
  }
  for (const [place, {cards, unread}] of Object.entries(held)) {
    const box = form.querySelector(`.loser[data-position="${seats[place]}"]`);
    if (!box) continue;
    box.dataset.held = cards;
    box.toggleAttribute("data-unread", unread);
  }
}

// Where the seats of an entry are on this page; somebody may have joined or left meanwhile.
function placesNow(form, fields) {
  const now = {};
  for (const input of form.querySelectorAll("[name^=seat-]")) now[input.value] = input.name.slice(5);
  const seats = Object.entries(fields).filter(([name]) => name.startsWith("seat-"));
  return Object.fromEntries(seats.map(([name, seat]) => [name.slice(5), now[seat]]));
}

function set(form, seats, name, value) {
  const [, part, place] = name.match(OF_SEAT) ?? [];
  if (SEATS.includes(name)) value = seats[value] ?? "";
  const control = form.elements[part ? `${part}-${seats[place]}` : name];
  if (control?.type === "checkbox") control.checked = true;
  else if (control) control.value = value;
  else if (part && value) addFor(form, name, value);
}

// Somebody who is not on the page any more: the server tells what was entered for them.
function addFor(form, name, value) {
  form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}));
}

export function follow(form) {
  for (const kind of ["input", "change", "click", "htmx:afterSwap"]) {
    form.addEventListener(kind, () => save(form));
  }
  form.querySelector("[data-throw]")?.addEventListener("click", (event) => {
    if (confirm(event.currentTarget.dataset.throw)) throwAway(form);
  });
  // The other phone's is the same round, or the right one: this one has been decided about.
  form.querySelector("[data-theirs]")?.addEventListener("click", () => forgetOf(form));
  showThrow(form);
}

// A question of the server is not answered by a reload: until then the entry keeps the key and the
// version with which it was asked.
function entryOf(form, fields) {
  const known = begun(addressOf(form));
  const held = {};
  for (const box of form.querySelectorAll(".loser")) {
    held[box.dataset.position] = {cards: box.dataset.held, unread: "unread" in box.dataset};
  }
  return {
    key: known?.key ?? form.elements.key.value,
    seen: known?.seen ?? seenBy(form),
    state: known?.state ?? "begun",
    address: addressOf(form),
    board: form.dataset.board,
    number: form.dataset.number,
    at: new Date().toISOString(),
    fields, held,
  };
}

function save(form) {
  if (!form.isConnected || "left" in form.dataset) return;
  const fields = fieldsOf(form);
  const known = begun(addressOf(form));
  if (entered(fields) !== untouched) keep(entryOf(form, fields));
  else if (known?.state === "begun") forget(known.key);
  showThrow(form);
}

function showThrow(form) {
  const button = form.querySelector("[data-throw]");
  if (button) button.hidden = !begun(addressOf(form));
}

function forgetOf(form) {
  form.dataset.left = "";
  const known = begun(addressOf(form));
  if (known) forget(known.key);
  forget(form.elements.key.value);
}

function throwAway(form) {
  forgetOf(form);
  location.assign(form.dataset.board);
}

const ofForm = (event) => event.target.matches("#round") && event.target;

// Stored: nothing is left to keep, and what is entered next has seen it.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const form = ofForm(event);
  const {xhr} = event.detail;
  if (!form || !xhr.getResponseHeader("HX-Redirect")) return;
  const seen = seenBy(form);
  forgetOf(form);
  if (!isCorrecting(form)) caughtUp(addressOf(form), seen, Number(xhr.getResponseHeader("Session-Version")));
});

// Rounds wait already: this one waits behind them, unless it is the one that they wait for.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = ofForm(event);
  if (form) showUnsent(form, false);
  if (!form || isCorrecting(form) || !waiting(addressOf(form)).length) return;
  if (begun(addressOf(form))?.state === "asked") return;
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
    else showUnsent(form);
  });
}

function letWait(form, sent) {
  const known = begun(addressOf(form));
  const decided = {key: form.elements.key.value, seen: seenBy(form), state: "waiting"};
  if (!keep({...entryOf(form, Object.fromEntries(sent)), ...decided})) return showUnsent(form);
  if (known && known.key !== decided.key) forget(known.key); // asked about before, and answered now
  form.dataset.left = "";
  // Without a worker the board cannot be opened now, so what there is to say is said here.
  if (navigator.serviceWorker?.controller) location.assign(form.dataset.board);
  else form.querySelector(".waits").hidden = false;
  send();
}

function showUnsent(form, isShown = true) {
  form.querySelector(".unsent").hidden = !isShown;
}

document.addEventListener("rounds-sent", ({detail: boards}) => {
  const form = document.querySelector("#round");
  if (!form || !boards.has(form.dataset.board)) return;
  if ("left" in form.dataset) location.assign(form.dataset.board);
  else form.elements.seen_version.value = upToDate(addressOf(form), seenBy(form));
});
