// What one seat still held. Its inputs and its box are the truth, also without pad: whoever keeps
// them keeps the hand.
import {fill} from "./words.js";
const PARTS = ["way", "cards", "points", "left", "knocked"];

export class Hand {
  constructor(box) {
    const inputs = PARTS.map((part) => [part, box.querySelector(`[name^="${part}-"]`)]);
    this.box = box;
    this.inputs = Object.fromEntries(inputs);
    this.entries = ["cards", "points", "left"].map((part) => this.inputs[part]);
    this.inputs.way.disabled = false;
    this.position = box.dataset.position;
    this.name = box.dataset.name;
    this.row = box.querySelector(".pick-hand");
    this.typed = box.querySelector(".typed-entry");
    this.counted = box.querySelector(".counted-entry");
    this.entry = box.querySelector(".entry");
    this.isTouched = Boolean(this.way);
    this.isTold = this.isUnread; // the server read it, and not all of it could be
    this.isTurned = false; // to the other side of its cards
    if (this.isUnread && this.way === "cards") this.way = "type";
  }

  get way() {
    return this.inputs.way.value;
  }

  set way(way) {
    this.inputs.way.value = way;
  }

  get held() {
    return JSON.parse(this.box.dataset.held);
  }

  set held(cards) {
    this.box.dataset.held = JSON.stringify(cards);
  }

  // There is more in what was typed than the pad can show, or it was not read yet.
  get isUnread() {
    return "unread" in this.box.dataset;
  }

  set isUnread(is) {
    this.box.toggleAttribute("data-unread", is);
  }

  get isBad() {
    return this.box.classList.contains("bad");
  }

  set isBad(is) {
    this.box.classList.toggle("bad", is);
  }

  get isKnocked() {
    return Boolean(this.inputs.knocked?.checked);
  }

  get text() {
    return this.inputs.cards?.value.trim() ?? "";
  }

  get isEmpty() {
    return this.way === "points" ? this.pointsTyped === null : !this.text;
  }

  get pointsTyped() {
    const typed = this.inputs.points.value.trim();
    return /^\d+$/.test(typed) ? Number(typed) : null;
  }

  get reading() {
    return document.getElementById(`read-${this.position}`);
  }

  points(cards) {
    if (this.way === "points") return this.pointsTyped;
    return this.isUnread || !this.held.length ? null : cards.worth(this.held); // half of it is not it
  }

  said(cards, say) {
    if (this.way === "points") return this.saidInNumbers(say);
    return this.way === "type" || this.isUnread ? this.text : cards.told(this.held);
  }

  saidInNumbers(say) {
    const points = this.pointsTyped;
    const left = this.inputs.left.value.trim();
    if (left === "0" && points === 0) return say.noneLeft;
    return left ? fill(left === "1" ? say.inCard : say.inCards, {points, cards: left}) : "";
  }

  // From here on it is these cards, whatever was typed before.
  hold(held, cards) {
    this.held = held;
    this.inputs.cards.value = cards.written(held);
    this.reading.textContent = "";
    this.isUnread = this.isTold = false;
    this.touch("cards");
  }

  count(points, left) {
    this.inputs.points.value = points;
    this.inputs.left.value = left;
    this.touch("points");
  }

  touch(way) {
    this.way = way;
    this.isTouched = true;
    this.isBad = false;
  }

  typedIn(input) {
    if (input === this.inputs.cards) {
      this.isUnread = true;
      this.isTold = false;
    }
    this.touch(input === this.inputs.cards ? "type" : "points");
  }

  // What was typed or tapped stays as it was written, and is read anew as cards of this side.
  turn() {
    if (!this.text) return;
    this.held = [];
    this.isUnread = this.isTurned = true;
    this.isTold = false;
    this.inputs.cards.dispatchEvent(new Event("reread"));
  }

  // The server read what was typed: the pad shows the same cards.
  read(held, isUnread) {
    this.box.dataset.held = held;
    this.isUnread = this.isTold = isUnread;
    if (this.isTurned && isUnread) {
      this.way = "type"; // where it says what these cards are not
      this.isBad = true;
    }
    this.isTurned = false;
  }
}
