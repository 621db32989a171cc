// What there is to tell on a board of what this phone keeps.
import {begun, forget, waiting} from "./kept.js";
import {send} from "./sending.js";
import {fill} from "./words.js";

export function tellEntries(box) {
  const {address, next} = box.dataset;
  const number = Number(next);
  const numbers = waiting(address).map((_, place) => number + place);
  const entry = begun(address);
  tellWaiting(box.querySelector("[data-waiting]"), numbers);
  for (const state of ["asked", "begun"]) {
    const note = box.querySelector(`[data-${state}]`);
    if (note) note.hidden = entry?.state !== state;
  }
  const record = document.querySelector("[data-record]");
  if (record) record.textContent = fill(record.dataset.record, {number: number + numbers.length});
}

export function listenForEntries(box) {
  box.querySelector("[data-forget]")?.addEventListener("click", () => {
    forget(begun(box.dataset.address).key);
    tellEntries(box);
    send(); // what waited behind it
  });
}

function tellWaiting(note, numbers) {
  note.hidden = !numbers.length;
  const {one, many, and} = note.dataset;
  const told = [numbers.slice(0, -1).join(", "), numbers.at(-1)].filter(Boolean).join(` ${and} `);
  note.querySelector("span").textContent = fill(numbers.length > 1 ? many : one, {numbers: told});
}

// A page that was kept says that it is not the newest.
export function tellOld(note) {
  const at = document.documentElement.dataset.kept;
  if (!at) return;
  const time = new Date(at).toLocaleTimeString("nl", {timeStyle: "short"}); // as the pages write it
  note.querySelector("span").textContent = fill(note.dataset.old, {time});
  note.hidden = false;
}
