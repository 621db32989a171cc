// A shared page follows the session: what is new comes by itself, and a word says whether it does.
import {keepAwake} from "./awake.js";
import {placesIn, walkFrom} from "./walk.js";

const AGAIN = 5000; // milliseconds between two questions, where no stream comes through
const page = document.querySelector("[data-mark]");
const sign = document.querySelector(".live");
const PATIENCE = 50000; // milliseconds
const STREAM_AGAIN = 12; // questions after which a stream is tried again
let stream, asking, silence, asked = 0;

const language = document.documentElement.lang;
const address = () =>
  `/live${location.pathname}?${new URLSearchParams({language, seen: page.dataset.mark})}`;

function tell(isLive) {
  sign.hidden = false;
  sign.classList.toggle("off", !isLive);
  sign.querySelector("span").textContent = isLive ? sign.dataset.live : sign.dataset.off;
}

// What was unfolded, swiped aside or under the keyboard's hand stays so: each is known by the part of
// the page that it is in, since other parts come and go.
const partOf = (element) => element.closest("[id]")?.id ?? "";
const named = (kind) => {
  const met = {};
  return new Map([...page.querySelectorAll(kind)].map((element) => {
    // A link is known by where it leads: a list of sessions grows at its beginning.
    const part = `${partOf(element.parentElement)} ${element.getAttribute("href") ?? ""}`;
    met[part] = (met[part] ?? 0) + 1;
    return [`${part} ${met[part]}`, element];
  }));
};
const REACHED = "a, summary, .scroll";

function show({html, title: told, ...above}, mark) {
  const [folds, wides, reached] = ["details", ".scroll", REACHED].map(named);
  const [focus] = [...reached].find(([, element]) => element === document.activeElement) ?? [];
  const aside = [...wides].map(([name, wide]) => [name, wide.scrollLeft]);
  const stood = placesIn(page);
  page.innerHTML = html;
  page.dataset.mark = mark;
  document.title = told;
  // What stands above it may change as well: another target, say.
  for (const [part, text] of Object.entries(above)) {
    const place = document.querySelector(`[data-above-${part}]`);
    if (place) place.textContent = text;
  }
  for (const [name, fold] of named("details")) fold.open = folds.get(name)?.open ?? fold.open;
  const widesNow = named(".scroll");
  for (const [name, left] of aside) if (widesNow.has(name)) widesNow.get(name).scrollLeft = left;
  if (focus) named(REACHED).get(focus)?.focus({preventScroll: true});
  walkFrom(stood, page);
  keepAwake(); // what is over need not be lit any more
}

// The server says every twenty seconds that it is there: a line that is silent for longer is dead.
function heard() {
  clearTimeout(silence);
  silence = setTimeout(() => { tell(false); follow(); }, PATIENCE);
}

function follow() {
  clearTimeout(asking);
  stream?.close();
  stream = new EventSource(address());
  heard();
  stream.onopen = () => { heard(); tell(true); };
  stream.addEventListener("still", heard);
  stream.onmessage = ({data, lastEventId}) => { heard(); show(JSON.parse(data), lastEventId); };
  stream.addEventListener("gone", leave);
  stream.onerror = () => {
    tell(false);
    // The browser tries again by itself, unless it was told that there is no stream.
    if (stream.readyState === EventSource.CLOSED) ask();
  };
}

async function ask() {
  clearTimeout(asking);
  clearTimeout(silence);
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
  asked += 1;
  asking = setTimeout(asked % STREAM_AGAIN ? ask : follow, AGAIN);
}

// The link was taken back or has ended: the page says so, and shows nothing any more.
function leave() {
  stream?.close();
  location.reload();
}

// A phone that slept, or lost its network, may hold a stream that is long dead. A page that nobody
// sees holds none: a browser opens six lines to one server, and then no page at all.
const wake = () => {
  if (document.visibilityState === "visible") return follow();
  clearTimeout(asking);
  clearTimeout(silence);
  stream?.close();
};
wake();
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", ({persisted}) => { if (persisted) follow(); });
