// The page on which a session is set up.

import {startSeats} from "./seats.js";

// An answer that was on its way never takes the input away in which somebody is typing by now, or
// in which all is marked to be typed over: what comes next would stand beside what it replaces.
function keepTyping(event) {
  const typing = document.activeElement;
  if (!typing?.matches("input[type=text]") || !event.detail.target.contains(typing)) return;
  const marked = typing.selectionEnd - typing.selectionStart;
  if (typing.value !== typing.defaultValue || (marked && marked === typing.value.length)) {
    event.detail.shouldSwap = false;
  }
}

// A name that was sent leaves its input at once, so that the next one can be typed while the answer
// is on its way. What the server has something against comes back with it, before what was typed.
const isAdding = ({detail}) => detail.requestConfig.formData.has("add");
const newName = () => document.getElementById("id_new");
let open = false;
let typed = "";

function sendName(event) {
  if (isAdding(event)) newName().value = "";
}

function keepName({detail}) {
  open = Boolean(document.querySelector("#everybody[open]"));
  typed = detail.target.contains(newName()) ? newName().value : "";
}

function putBackName() {
  const everybody = document.getElementById("everybody");
  if (everybody) everybody.open = open;
  const names = new Set([newName().value, typed].filter(Boolean));
  if (typed) newName().value = [...names].join(", ");
  typed = "";
}

function takeNameBack(event) {
  const sent = isAdding(event) ? event.detail.requestConfig.formData.get("new") : "";
  newName().value = [sent, newName().value].filter(Boolean).join(", ");
}

// After a reload, or back from the board, the table stands as it was left: a browser brings back
// what was typed, never who was added since, so the server draws it once more. In this tab only.
const TABLE = "tafelstand-setup";
const setup = () => document.getElementById("setup");
const filledIn = () => {
  const data = new FormData(setup());
  data.delete("csrfmiddlewaretoken");
  return JSON.stringify([...data]);
};

function asItWas() {
  try {
    return sessionStorage.getItem(TABLE);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function leaveAsItIs() {
  try {
    sessionStorage.setItem(TABLE, filledIn());
  } catch {
    // Then the page is a new one after a reload.
  }
}

async function comeBack() {
  const [{type}] = performance.getEntriesByType("navigation");
  const isAgain = ["reload", "back_forward"].includes(type);
  const kept = isAgain && asItWas();
  if (!kept || kept === filledIn()) return;
  const values = new FormData();
  for (const [name, value] of JSON.parse(kept)) values.append(name, value);
  for (const name of ["csrfmiddlewaretoken", "time_zone"]) {
    values.set(name, setup().elements[name].value);
  }
  const part = {target: "#setup", select: "#setup", swap: "outerHTML", values};
  await htmx.ajax("POST", setup().action, part);
  setup().elements.time_zone.value = values.get("time_zone");
}

// A page that answered to names, or to a refused start, can be come back to like any other.
history.replaceState(null, "", location.href);
window.addEventListener("pagehide", leaveAsItIs);
window.addEventListener("load", comeBack);
document.addEventListener("htmx:oobBeforeSwap", keepTyping);
document.addEventListener("htmx:beforeRequest", sendName);
document.addEventListener("htmx:beforeSwap", keepName);
document.addEventListener("htmx:afterOnLoad", putBackName);
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, takeNameBack);
}
// The keyboard of the phone stays as it is: the button takes no focus from the input.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("#add")) event.preventDefault();
});
startSeats();
