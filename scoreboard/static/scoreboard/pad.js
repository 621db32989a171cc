// A hand is tapped on a pad instead of typed: one hand at a time has its inputs in the pad.
import {Cards} from "./cards.js";
import {coloured, lastColourable} from "./colours.js";
import {follow, restore} from "./drafts.js";
import {Hand} from "./hands.js";
import {Round} from "./round.js";
import {show, showNext} from "./show.js";

const WAY = "tafelstand-way";
const PAUSE = 400; // milliseconds in which a second tap would fall on what was not there before

function remembered(way) {
  try {
    if (way) localStorage.setItem(WAY, way);
    return localStorage.getItem(WAY) || "cards";
  } catch {
    return way || "cards"; // a browser that keeps nothing: cards are the usual way
  }
}

class Pad {
  constructor(form) {
    this.form = form;
    this.find = (selector) => form.querySelector(selector);
    this.all = (selector) => [...form.querySelectorAll(selector)];
    this.cards = new Cards(form);
    this.round = new Round(form, this.all(".loser").map((box) => new Hand(box)));
    this.round.hands.filter((hand) => !this.cards.haveAll(hand.held)).forEach((hand) => hand.turn());
    this.ways = this.all("[name=pad-way]");
    this.offered = this.ways.map((radio) => radio.value);
    this.more = this.find(".more");
    this.named = this.all("[data-winner]").map((label) => [label, label.textContent]);
    this.current = null;
    this.colouring = ""; // the card whose colour is asked
    this.tellsMore = false;
    this.hasJustMoved = false;
    this.wasRefused = false;
    this.isWhole = false;
  }

  get isReady() {
    return Boolean(this.round.winner) && !this.cards.isSideOpen;
  }

  get way() {
    return this.current ? this.current.way : this.usualWay;
  }

  get usualWay() {
    const way = remembered();
    return this.offered.includes(way) ? way : "points";
  }

  // Whose hand comes after this one, where one walks through them all.
  get next() {
    const {current, isWhole, round} = this;
    if (!current || isWhole || "correcting" in round.say || round.areHandsOptional) return undefined;
    return round.after(current);
  }

  // Whatever else is done, it is not about a colour any more.
  show({colouring = ""} = {}) {
    this.colouring = colouring;
    show(this);
  }

  // After a refusal that was one hand's the others need no second look. Not found out at every tap:
  // the button must not turn into another one under the thumb.
  lookWhole() {
    this.isWhole = this.wasRefused && !this.round.asked.some((hand) => hand.isEmpty);
  }

  // The inputs of the hand lie in the pad while it is the current one, and go home after.
  take(hand = null) {
    const before = this.current;
    if (before) before.entry.append(...[before.typed, before.counted].filter(Boolean));
    this.current = hand;
    this.tellsMore = false;
    this.lookWhole();
    if (hand) {
      if (!hand.isTouched) hand.way = this.usualWay;
      if (hand.typed) this.find(".typed").append(hand.typed);
      this.find(".counted").prepend(hand.counted);
    }
    this.show();
    hand?.box.scrollIntoView({block: "nearest"});
  }

  enter() {
    const {asked, losers} = this.round;
    this.take(losers.find((hand) => hand.isBad) ?? asked.find((hand) => hand.isEmpty) ?? asked[0]);
  }

  // A second tap must not fall on the button that takes the place of the first.
  pause() {
    this.hasJustMoved = true;
    setTimeout(() => {
      this.hasJustMoved = false;
      showNext(this);
    }, PAUSE);
  }

  goOn() {
    this.pause();
    this.take(this.next);
    this.focusHand();
  }

  focusHand() {
    const {way, inputs, row} = this.current;
    ({type: inputs.cards, points: inputs.points}[way] ?? row).focus({preventScroll: true});
  }

  hold(held) {
    this.current.hold(held, this.cards);
    this.show();
  }

  pileOf(card) {
    return this.all(".held").find((button) => button.dataset.card === card);
  }

  add(face) {
    this.hold([...this.current.held, face]);
    this.reveal(face);
  }

  // Scrolls its own strip, nothing else.
  reveal(card) {
    this.pileOf(card).scrollIntoView({block: "nearest", inline: "nearest"});
  }

  takeAway(card) {
    const {held} = this.current;
    held.splice(held.lastIndexOf(card), 1);
    this.hold(held);
    (this.pileOf(card) ?? this.cards.keyOf(card)).focus();
  }

  askColour(card) {
    this.show({colouring: card});
    this.find("[data-news]").textContent = ""; // so that the same answer is news again
    this.find(".colours [aria-pressed=true]").focus({preventScroll: true});
    this.reveal(card);
  }

  turnColours() {
    if (this.colouring) this.leaveColours();
    else this.askColour(lastColourable(this.current.held, this.cards));
  }

  leaveColours() {
    this.show();
    this.find("[data-colour-it]").focus();
  }

  giveColour(colour) {
    const {cards, colouring, current} = this;
    const held = coloured(current.held, colouring, colour);
    const card = held[current.held.lastIndexOf(colouring)];
    this.hold(held);
    this.find("[data-news]").textContent = cards.spoken(card);
    this.reveal(card);
    cards.keyOf(card).focus();
  }

  erase() {
    const hand = this.current;
    if (hand.way === "points") this.count("", "");
    else this.hold(hand.isUnread ? hand.held : hand.held.slice(0, -1));
  }

  count(points, left) {
    this.current.count(points, left);
    this.show();
  }

  anew() {
    this.hold([]);
    this.focusHand();
  }

  pick(row) {
    this.backToKeys();
    this.take(this.round.hands.find((hand) => hand.row === row));
  }

  backToKeys() {
    const refused = this.find(".refused");
    if (!refused) return;
    refused.remove();
    this.wasRefused = true;
    this.pause();
  }

  check() {
    this.backToKeys();
    this.enter();
    const wrong = this.more.querySelector("[aria-invalid]");
    this.tellsMore = Boolean(wrong) && !this.find(".loser.bad");
    this.show();
    this.focusWrong(wrong);
  }

  // The button that was pressed is gone: the focus goes on to what is to be mended.
  focusWrong(wrong) {
    if (this.tellsMore) wrong.focus({preventScroll: true});
    else if (this.round.winner && this.current) this.focusHand();
    else this.round.winners[0].focus();
  }

  choose(way) {
    this.tellsMore = way === "more";
    if (!this.tellsMore && this.current) {
      if (this.offered.includes("cards")) remembered(way);
      this.current.way = way;
      this.current.isTouched = true;
    }
    this.show();
  }

  turn() {
    for (const hand of this.round.hands) hand.turn();
    const last = this.more.querySelector("[name=last_card]");
    if (last?.value.trim()) last.dispatchEvent(new Event("reread"));
  }

  // The board asks it before there is a round to tell; what is refused later does not ask again.
  askWhoDeals() {
    history.replaceState(history.state, "", location.pathname);
    this.choose("more");
    this.more.querySelector("[name=dealer]").focus({preventScroll: true});
  }

  // Who went out, which side is up or who was knocked out was told, or told otherwise.
  tell(name) {
    const {round, current} = this;
    this.backToKeys();
    if (name === "side") this.turn();
    this.lookWhole();
    const mayStay = current && current !== round.winner && (name === "side" || round.counts(current));
    if (mayStay || !round.winner) this.show();
    else this.enter();
  }

  typed(input) {
    const hand = this.round.hands.find(({entries}) => entries.includes(input));
    hand?.typedIn(input);
    if (hand || input.closest(".more")) this.show();
  }

  read(place) {
    const answer = place.querySelector?.("data");
    const hand = this.round.hands.find((other) => other.reading === place);
    if (!answer || !hand || answer.dataset.text !== hand.inputs.cards.value) return; // an older text
    if (answer.dataset.side !== this.cards.side) return; // the cards were turned meanwhile
    hand.read(answer.value, "unread" in answer.dataset);
    this.show(hand === this.current ? {} : {colouring: this.colouring});
  }
}

// A double tap walks past nobody.
function walkOn(pad, times) {
  if (times < 2) pad.goOn();
}

function tapped(pad, button, times) {
  const {face, card, colour} = button.dataset;
  if (button.matches(".pick-hand")) pad.pick(button);
  else if (button.matches("[data-check]")) pad.check();
  else if (button.matches("[data-next]")) walkOn(pad, times);
  else if (!pad.current) return;
  else if (button.matches(".anew")) pad.anew();
  else if (face) pad.add(face);
  else if (card && pad.colouring) pad.askColour(card);
  else if (card) pad.takeAway(card);
  else if (colour !== undefined) pad.giveColour(colour);
  else if (button.matches("[data-colour-it]")) pad.turnColours();
  else if (button.matches("[data-none]")) pad.count("0", "0");
  else if (button.matches("[data-erase]")) pad.erase();
}

function changed(pad, {name, value}) {
  if (name === "winner" || name === "side" || name.startsWith("knocked-")) pad.tell(name);
  else if (name === "pad-way") pad.choose(value);
  else if (name === "dealer") pad.show();
}

// Enter in an input stores nothing by accident: it goes on to the next hand.
function entered(pad, event) {
  if (event.key !== "Enter" || !event.target.matches("input[type=text]") || !pad.next) return;
  event.preventDefault();
  if (!pad.tellsMore) pad.goOn();
}

function listen(pad) {
  const {form} = pad;
  form.addEventListener("click", ({target, detail}) => {
    const button = target.closest("button");
    if (button) tapped(pad, button, detail);
  });
  form.addEventListener("change", ({target}) => changed(pad, target));
  form.addEventListener("input", ({target}) => pad.typed(target));
  form.addEventListener("htmx:afterSwap", ({target}) => pad.read(target));
  form.addEventListener("keydown", (event) => entered(pad, event));
  form.addEventListener("keydown", ({key}) => {
    if (key === "Escape" && pad.colouring) pad.leaveColours();
  });
}

function startPad(form) {
  const pad = new Pad(form);
  const begin = () => {
    if (pad.round.winner && !pad.current) pad.enter();
  };
  listen(pad);
  const fold = pad.find(".fold");
  fold?.addEventListener("toggle", () => { if (fold.open) begin(); });
  // A browser that comes back to the page may have put its own marks back by now.
  addEventListener("pageshow", () => { if (form.isConnected) begin(); }, {once: true});
  pad.find("[name=is_pad]").disabled = false;
  pad.find(".ways").append(pad.more);
  pad.more.open = true;
  form.classList.add("padded");
  // Somebody may have been faster than the script was here: their tap counts.
  const tapped = pad.ways.find(({checked, defaultChecked}) => checked && !defaultChecked);
  pad.show();
  begin();
  if (tapped) pad.choose(tapped.value);
  if (location.hash === "#dealer") pad.askWhoDeals();
  // With many people the chips are a strip: whoever went out lies in sight.
  form.querySelector("[name=winner]:checked")?.labels[0].scrollIntoView({block: "nearest", inline: "center"});
}

function start(root) {
  const form = root.matches("#round") ? root : root.querySelector("#round");
  if (!form || form.classList.contains("padded")) return;
  restore(form);
  startPad(form);
  follow(form);
}

document.addEventListener("htmx:load", (event) => start(event.detail.elt));
