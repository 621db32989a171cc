// The order of the seats: by drag, by the arrow keys on the handle, by the buttons. The list moves
// at once and is what the form sends; the server is told afterwards, and answers with the teams and
// start points that follow from it.
import {fill} from "./words.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const STEPS = {ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity};
const EDGE = 96; // this near to the top or bottom of the window the page comes along
let drag = null;

const list = () => document.querySelector(".seats");
const seats = () => [...document.querySelectorAll(".seats > li")];
const nameOf = (seat) => seat.querySelector("[name=seat]").value;
const beside = (seat, by) => (by < 0 ? seat.previousElementSibling : seat.nextElementSibling);
const middleOf = (seat) => seat.offsetTop + seat.offsetHeight / 2;

function glide(seat, from) {
  if (!still.matches && from) {
    seat.animate({translate: [`0 ${from}px`, "0 0"]}, {duration: 150, easing: "ease-out"});
  }
}

// The neighbour is what moves in the document: so the seat keeps its focus and the finger on it.
function pass(seat, by) {
  const other = beside(seat, by);
  if (!other) return false;
  if (by < 0) seat.after(other);
  else seat.before(other);
  glide(other, by * seat.offsetHeight);
  return true;
}

// What the server would have written: the buttons carry the place of their seat.
function number() {
  const last = seats().length - 1;
  seats().forEach((seat, place) => {
    const ends = {earlier: place === 0, later: place === last};
    for (const button of seat.querySelectorAll("button")) {
      button.id = button.id.replace(/\d+$/, place + 1);
      if (!button.name) continue;
      button.value = place;
      if (ends[button.name]) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  });
}

function tell(seat) {
  const all = seats();
  const words = {name: nameOf(seat), place: all.indexOf(seat) + 1, places: all.length};
  const said = fill(list().dataset.said, words);
  document.getElementById("said").textContent = said;
}

function send() {
  number();
  list().dispatchEvent(new Event("moved"));
}

function move(seat, steps) {
  const from = seat.offsetTop;
  let left = Math.abs(steps);
  while (left > 0 && pass(seat, Math.sign(steps))) left -= 1;
  glide(seat, from - seat.offsetTop);
  tell(seat);
  if (from !== seat.offsetTop) send();
}

// --- by drag -------------------------------------------------------------------------------------

function take(event) {
  const grip = event.target.closest(".grip");
  if (!grip || event.button || drag) return;
  const seat = grip.closest("li");
  grip.setPointerCapture(event.pointerId);
  grip.focus({preventScroll: true}); // a touch would leave it in an input, which then is left alone
  const held = event.clientY + scrollY - seat.offsetTop;
  drag = {seat, pointer: event.pointerId, start: seats().indexOf(seat), y: event.clientY, held};
  seat.classList.add("dragged");
  requestAnimationFrame(step);
}

function step() {
  if (!drag) return;
  scrollAlong(list().getBoundingClientRect());
  follow();
  requestAnimationFrame(step);
}

function scrollAlong({top, bottom}) {
  const above = Math.max(0, Math.min(EDGE - drag.y, EDGE - top));
  const below = Math.max(0, Math.min(drag.y, bottom) - innerHeight + EDGE);
  if (above || below) scrollBy(0, (below - above) / 6);
}

// The seat stays under the finger, within the list; whoever it covers by half makes room.
function follow() {
  const {seat, y, held} = drag;
  const {offsetTop, offsetHeight} = list();
  const height = seat.offsetHeight;
  const top = Math.max(offsetTop, Math.min(y + scrollY - held, offsetTop + offsetHeight - height));
  while (beside(seat, -1) && top < middleOf(beside(seat, -1))) pass(seat, -1);
  while (beside(seat, 1) && top + height > middleOf(beside(seat, 1))) pass(seat, 1);
  drag.shift = top - seat.offsetTop;
  seat.style.translate = `0 ${drag.shift}px`;
}

function drop({back = false} = {}) {
  if (!back) follow();
  const {seat, start, shift} = drag;
  drag = null;
  seat.classList.remove("dragged");
  seat.style.translate = "";
  const by = start - seats().indexOf(seat);
  if (back) for (let left = Math.abs(by); left > 0; left -= 1) pass(seat, Math.sign(by));
  else glide(seat, shift);
  if (!back && by) {
    tell(seat);
    send();
  }
}

// --- what the server answers ---------------------------------------------------------------------

const sent = new WeakMap();
let kept = {};
let isUntold = false;
const order = () => seats().map(nameOf);

function focused() {
  const seat = document.activeElement.closest(".seats > li");
  return seat && {name: nameOf(seat), button: document.activeElement.id.replace(/\d+$/, "")};
}

// An answer to what was asked before a seat was moved shows the order of then: the one on the page
// holds, and somebody who came meanwhile sits last.
function keepOrder({detail}) {
  const asked = sent.get(detail.xhr);
  const isOld = asked && asked.join("\n") !== order().join("\n");
  kept = {wanted: isOld ? order() : null, focus: focused()};
}

function putBack() {
  if (drag && !drag.seat.isConnected) drag = null;
  const {wanted, focus} = kept;
  kept = {};
  if (wanted && list()) arrange(wanted);
  const seat = focus && seats().find((one) => nameOf(one) === focus.name);
  seat?.querySelector(`[id^=${focus.button}]`)?.focus({preventScroll: true});
}

function arrange(wanted) {
  const before = order().join("\n");
  const place = (seat) => wanted.indexOf(nameOf(seat)) + 1 || wanted.length + 1;
  list().append(...seats().sort((one, other) => place(one) - place(other)));
  number();
  isUntold = order().join("\n") !== before;
}

// What was put in a moment ago listens to nothing yet.
function sendUntold() {
  if (isUntold) send();
  isUntold = false;
}

// -------------------------------------------------------------------------------------------------

function press(event) {
  const button = event.target.closest(".seats [name]");
  if (!button) return;
  event.preventDefault();
  move(button.closest("li"), button.name === "earlier" ? -1 : 1);
}

function strike(event) {
  if (drag && event.key === "Escape") drop({back: true});
  const grip = event.target.closest?.(".grip");
  if (drag || !grip || !(event.key in STEPS)) return;
  event.preventDefault();
  const seat = grip.closest("li");
  move(seat, STEPS[event.key]);
  seat.scrollIntoView({block: "nearest"});
}

const ofDrag = (event) => drag?.pointer === event.pointerId && drag.seat.isConnected;

export function startSeats() {
  document.addEventListener("click", press);
  document.addEventListener("keydown", strike);
  document.addEventListener("pointerdown", take);
  document.addEventListener("pointermove", (event) => ofDrag(event) && (drag.y = event.clientY));
  document.addEventListener("pointerup", (event) => ofDrag(event) && drop());
  document.addEventListener("pointercancel", (event) => ofDrag(event) && drop({back: true}));
  document.addEventListener("contextmenu", (event) => drag && event.preventDefault());
  document.addEventListener("htmx:beforeRequest", ({detail}) => sent.set(detail.xhr, order()));
  document.addEventListener("htmx:beforeSwap", keepOrder);
  document.addEventListener("htmx:afterOnLoad", putBack);
  document.addEventListener("htmx:afterSettle", sendUntold);
}
