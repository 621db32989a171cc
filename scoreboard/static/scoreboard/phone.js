// What there is to tell on a board of what this phone keeps.
import {toldHands} from "./entry.js";
import {begun, forget, storedSince, waiting} from "./kept.js";
import {send} from "./sending.js";
import {fill} from "./words.js";

// In the order in which they were played: those that the page does not show yet, the one that is
// asked about, those that wait behind it.
export function tellEntries(box) {
  const {address, next, version} = box.dataset;
  const stored = storedSince(address, Number(version));
  const entry = begun(address);
  const asked = entry?.state === "asked" ? 1 : 0;
  const behind = waiting(address).length;
  const number = Number(next) + stored;
  tellNumbers(box.querySelector("[data-stored]"), Number(next), stored);
  tellNumbers(box.querySelector("[data-waiting]"), number + asked, behind);
  tellEntry(box, entry);
  const record = document.querySelector("[data-record]");
  if (record) record.textContent = fill(record.dataset.record, {number: asked ? number : number + behind});
  // Who deals then is not known before they are stored.
  for (const sign of document.querySelectorAll(".dealer, .standing .deals")) {
    sign.hidden = stored + asked + behind > 0;
  }
}

function tellEntry(box, entry) {
  for (const state of ["asked", "begun"]) {
    const note = box.querySelector(`[data-${state}]`);
    if (note) note.hidden = entry?.state !== state;
  }
  const hands = box.querySelector("[data-hands]");
  if (hands) hands.textContent = toldHands(entry?.hands ?? {});
}

function tellNumbers(note, first, count) {
  note.hidden = !count;
  const numbers = Array.from({length: count}, (_, place) => first + place);
  const {one, many, and} = note.dataset;
  const told = [numbers.slice(0, -1).join(", "), numbers.at(-1)].filter(Boolean).join(` ${and} `);
  note.querySelector("span").textContent = fill(count > 1 ? many : one, {numbers: told});
}

export function listenForEntries(box) {
  box.querySelector("[data-forget]")?.addEventListener("click", () => {
    forget(begun(box.dataset.address).key);
    tellEntries(box);
    send(); // what waited behind it
  });
  // Another tab of this phone entered something, or stored it.
  addEventListener("storage", () => {
    if (storedSince(box.dataset.address, Number(box.dataset.version))) location.reload();
    else tellEntries(box);
  });
}

// A page that was kept says that it is not the newest.
export function tellOld(note) {
  const at = document.documentElement.dataset.kept;
  if (!at) return;
  const then = new Date(at);
  const isToday = then.toDateString() === new Date().toDateString();
  const format = {...(isToday ? {} : {dateStyle: "short"}), timeStyle: "short"};
  // As the pages write it, in both languages.
  note.querySelector("span").textContent = fill(note.dataset.old, {time: then.toLocaleString("nl", format)});
  note.hidden = false;
}

// The board of a kept page once more, as soon as somebody answers: rounds that wait look by themselves.
export function lookAgain({dataset: {address}}) {
  if (!document.documentElement.dataset.kept) return;
  const look = async () => {
    const isSending = waiting(address).length && begun(address)?.state !== "asked";
    if (document.hidden || isSending) return;
    const answer = await fetch(location.href, {method: "HEAD", cache: "no-store"}).catch(() => null);
    if (answer?.status < 500) location.reload();
  };
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
}
