// What the form says of the round: who went out, whose hands count, and what it comes to.
import {fill} from "./words.js";

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

export class Round {
  constructor(form, hands) {
    this.say = form.dataset;
    this.hands = hands;
    this.winners = [...form.querySelectorAll("[name=winner]")];
    this.gainedInput = form.querySelector("[name=gained]");
  }

  get winner() {
    const place = this.winners.find((radio) => radio.checked)?.value;
    return this.hands.find((hand) => hand.position === place);
  }

  get losers() {
    return this.hands.filter((hand) => hand !== this.winner);
  }

  get asked() {
    return this.losers.filter((hand) => this.counts(hand));
  }

  get gained() {
    return this.gainedInput?.value.trim() ?? "";
  }

  get areHandsOptional() {
    return "optional" in this.say || this.gained !== "";
  }

  isPartner(hand) {
    const {winner} = this;
    return Boolean(winner) && hand !== winner && hand.box.dataset.party === winner.box.dataset.party;
  }

  counts(hand) {
    return !hand.isKnocked && !this.isPartner(hand);
  }

  after(hand) {
    const {losers} = this;
    return losers.slice(losers.indexOf(hand) + 1).find((other) => this.counts(other));
  }

  said(hand, cards) {
    if (hand.isKnocked) return this.say.knocked;
    if (hand.isEmpty) return this.isPartner(hand) ? this.say.partner : this.say.nothing;
    return hand.said(cards, this.say);
  }

  // What the winner gets so far, as a sentence; empty while there is nothing to say.
  told(cards) {
    const known = this.asked.map((hand) => hand.points(cards)).filter((points) => points !== null);
    const out = this.losers.filter((hand) => hand.isKnocked && !this.isPartner(hand));
    if (!this.winner || !(this.areHandsOptional || known.length || out.length)) return "";
    const total = sum(known) + out.length * Number(this.say.bonus);
    const points = /^\d+$/.test(this.gained) ? this.gained : total;
    return fill(this.say.sumText, {name: this.winner.name, points});
  }
}
