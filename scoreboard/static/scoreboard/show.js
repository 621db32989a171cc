// Draws the state of the pad; changes nothing of it.
import {lastColourable, showColours} from "./colours.js";
import {drawAnew, drawHand} from "./strip.js";
import {fill} from "./words.js";

export function show(pad) {
  showRows(pad);
  showNames(pad);
  showKeys(pad);
  showWays(pad);
  showHand(pad);
  showColours(pad);
  showColourButton(pad);
  showSum(pad);
  showNext(pad);
}

function showRows({round, cards, current}) {
  for (const hand of round.hands) {
    hand.box.hidden = hand === round.winner;
    hand.box.toggleAttribute("data-current", hand === current);
    hand.row.setAttribute("aria-pressed", String(hand === current));
    hand.row.querySelector(".soft").textContent = round.said(hand, cards);
    hand.row.querySelector("output").textContent = hand.isKnocked ? "" : hand.points(cards) ?? "–";
  }
}

function showNames({round, named}) {
  for (const [label, nobody] of named) {
    label.textContent = round.winner ? fill(label.dataset.winner, {name: round.winner.name}) : nobody;
  }
}

function showKeys({cards, current, isReady, tellsMore, find, all}) {
  const isOff = !isReady || !current;
  find(".padbox").classList.toggle("idle", !isReady && !tellsMore);
  for (const control of all("[data-erase], [data-none]")) control.disabled = isOff || tellsMore;
  for (const {box} of cards.sets) box.classList.toggle("off", box !== cards.set.box);
  // Until the server has read what was typed, a tap would write over it.
  for (const key of all(".key")) key.disabled = isOff || current.isUnread;
}

function showWays({ways, way, more, isReady, tellsMore, find}) {
  for (const radio of ways) {
    radio.disabled = !isReady && !tellsMore;
    radio.checked = radio.value === (tellsMore ? "more" : way);
  }
  const isTold = [...more.querySelectorAll("input, select")].some((input) => input.value.trim());
  find(".tell").toggleAttribute("data-told", isTold);
}

function showHand(pad) {
  const {round, cards, current, way, isReady, find} = pad;
  const points = current ? current.points(cards) ?? (current.isEmpty ? 0 : "–") : "";
  find(".padbox output small").textContent = current?.name ?? "";
  find(".padbox output span").textContent = points;
  const asksAnew = way === "cards" && isReady && current?.isTold;
  const lies = current && way !== "points" ? drawHand(pad) : [];
  find(".hand").replaceChildren(...(asksAnew ? [drawAnew(round.say)] : lies));
}

function showColourButton({cards, current, way, colouring, find}) {
  const button = find("[data-colour-it]");
  if (!button) return;
  const mayHave = current && way === "cards" && !current.isUnread;
  button.disabled = !mayHave || find("[data-erase]").disabled || !lastColourable(current.held, cards);
  button.setAttribute("aria-expanded", String(Boolean(colouring)));
}

function showSum({round, cards, find}) {
  if (!find(".refused")) find("[data-sum]").textContent = round.told(cards);
}

export function showNext({round, next, isReady, hasJustMoved, find}) {
  const button = find("[data-next]");
  button.hidden = !next;
  button.disabled = !isReady;
  find("[data-store]").hidden = Boolean(next);
  find("[data-store]").disabled = !round.winner || hasJustMoved;
  if (next) button.firstElementChild.textContent = fill(button.dataset.next, {name: next.name});
}
