// What every page does, with or without a pad.
import {listenForEntries, lookAgain, tellEntries, tellOld} from "./phone.js";
import {send} from "./sending.js";
import {startAwake} from "./awake.js";
import {tellDealer} from "./dealer.js";
import {startWalking} from "./walk.js";

// At home by plain HTTP there is no clipboard, but the browser's own "copy" of what is selected.
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = Object.assign(document.createElement("textarea"), {value: text, className: "unseen"});
  document.querySelector("main").append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("not copied");
}

function startShare(button) {
  const {share: address, text, copy} = button.dataset;
  button.addEventListener("click", async () => {
    try {
      if (address && navigator.share) return await navigator.share({text, url: address});
      await copied(copy ?? `${text}\n${address}`);
      button.textContent = button.dataset.done;
    } catch {
      document.getElementById("address").select(); // not allowed here: it can be copied by hand
    }
  });
}

// A second tap while the first is under way: one code is enough, and its mail takes a moment.
function sendOnce(form) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.once) event.preventDefault();
    form.dataset.once = "sent";
  });
  addEventListener("pageshow", () => form.dataset.once = "");
}

const SENT = "tafelstand-sent";
const PAUSE = 700; // milliseconds in which the second tap on a form's button would fall on the dock

function sent(word) {
  try {
    const before = sessionStorage.getItem(SENT);
    sessionStorage.setItem(SENT, word);
    return before;
  } catch {
    return "yes"; // a browser that keeps nothing: then after whatever page
  }
}

// From when it can be seen. The dock itself stays, or the tap would fall on what lies under it. By
// keyboard a second press falls on nothing, and who goes there by Tab means it.
function pause({style}) {
  style.pointerEvents = "none";
  requestAnimationFrame(() => setTimeout(() => { style.pointerEvents = ""; }, PAUSE));
}

const cameBy = performance.getEntriesByType("navigation")[0]?.type;
addEventListener("submit", () => sent("yes"), true);
const comesFromForm = sent("") || cameBy === "reload"; // for what was sent meanwhile, say
for (const line of document.querySelectorAll("[data-pauses]")) if (comesFromForm) pause(line);

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("[data-time-zone]")) input.value = zone;
for (const button of document.querySelectorAll("[data-share], [data-copy]")) startShare(button);
document.getElementById("address")?.addEventListener("focus", ({target}) => target.select());
for (const form of document.querySelectorAll("[data-once]")) sendOnce(form);
for (const button of document.querySelectorAll("[data-again]")) {
  button.addEventListener("click", () => location.reload());
}
startAwake();
startWalking();
for (const line of document.querySelectorAll("[data-round]")) tellDealer(line);
for (const note of document.querySelectorAll("[data-old]")) tellOld(note);

const box = document.querySelector("[data-entries]");
if (box) {
  tellEntries(box);
  listenForEntries(box);
  lookAgain(box);
}
document.addEventListener("rounds-sent", ({detail: boards}) => {
  if (boards.has(location.pathname)) location.reload();
});
send();

// What a browser shows again from its own memory is not how it stands by now. Without network it is
// better than nothing, unless the worker has a copy that says how old it is.
function freshen() {
  const isOld = box || document.querySelector("#round");
  if (isOld && (navigator.onLine || navigator.serviceWorker?.controller)) location.reload();
}

addEventListener("pageshow", ({persisted}) => { if (persisted) freshen(); });
if (cameBy === "back_forward" && !document.documentElement.dataset.kept) freshen();

// The worker opens what was looked at where there is no network, and the next round of a board.
async function keepForLater() {
  await navigator.serviceWorker.register("/worker.js");
  const {active} = await navigator.serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({name}) => new URL(name).pathname);
  const seen = [location.href, ...files.filter((path) => path.startsWith("/static/"))];
  const next = document.querySelector("[data-record]")?.href ?? [];
  active.postMessage({
    take: (navigator.serviceWorker.controller ? [] : seen).concat(next),
    looks: [
      `lang="${document.documentElement.lang}"`,
      document.querySelector("[rel=stylesheet]").getAttribute("href"),
    ],
  });
}

// Where it may not be, in a private window say, everything works but that.
const later = () => setTimeout(() => keepForLater().catch(() => {}), 1000);
if (navigator.serviceWorker) addEventListener("load", later);
