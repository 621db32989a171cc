// A shared page follows the session: what is new comes by itself, and a word says whether it does.
import {keepAwake} from "./awake.js";
import {placesIn, walkFrom} from "./walk.js";

const AGAIN = 5000; // milliseconds between two questions, where no stream comes through
const page = document.querySelector("[data-mark]");
const sign = document.querySelector(".live");
let stream, asking;

const language = document.documentElement.lang;
const address = () =>
  `/live${location.pathname}?${new URLSearchParams({language, seen: page.dataset.mark})}`;

function tell(isLive) {
  sign.hidden = false;
  sign.classList.toggle("off", !isLive);
  sign.querySelector("span").textContent = isLive ? sign.dataset.live : sign.dataset.off;
}

// What was unfolded, swiped aside or under the keyboard's hand stays so.
const foldsIn = (part) => [...part.querySelectorAll("details")];
const widesIn = (part) => [...part.querySelectorAll(".scroll")];
const reachedIn = (part) => [...part.querySelectorAll("a, summary, .scroll")];

function show({html, title: told}, mark) {
  const open = foldsIn(page).map((fold) => fold.open);
  const aside = widesIn(page).map((wide) => wide.scrollLeft);
  const reached = reachedIn(page).indexOf(document.activeElement);
  const stood = placesIn(page);
  page.innerHTML = html;
  page.dataset.mark = mark;
  document.title = told;
  foldsIn(page).forEach((fold, at) => { fold.open = open[at] ?? fold.open; });
  widesIn(page).forEach((wide, at) => { wide.scrollLeft = aside[at] ?? 0; });
  if (reached >= 0) reachedIn(page)[reached]?.focus({preventScroll: true});
  walkFrom(stood, page);
  keepAwake(); // what is over need not be lit any more
}

function follow() {
  clearTimeout(asking);
  stream?.close();
  stream = new EventSource(address());
  stream.onopen = () => tell(true);
  stream.onmessage = ({data, lastEventId}) => show(JSON.parse(data), lastEventId);
  stream.addEventListener("gone", leave);
  stream.onerror = () => {
    tell(false);
    // The browser tries again by itself, unless it was told that there is no stream.
    if (stream.readyState === EventSource.CLOSED) ask();
  };
}

async function ask() {
  clearTimeout(asking);
  try {
    const answer = await fetch(address(), {headers: {Accept: "application/json"}});
    if (answer.status === 404) return leave();
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status === 200) {
      const {mark, ...told} = await answer.json();
      show(told, mark);
    }
    tell(true);
  } catch {
    tell(false);
  }
  asking = setTimeout(ask, AGAIN);
}

// The link was taken back or has ended: the page says so, and shows nothing any more.
function leave() {
  stream?.close();
  location.reload();
}

follow();
// A phone that slept, or lost its network, may hold a stream that is long dead.
const wake = () => {
  if (document.visibilityState === "visible") follow();
};
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", ({persisted}) => { if (persisted) follow(); });
