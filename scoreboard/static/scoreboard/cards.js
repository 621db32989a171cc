// The cards of the box. The keys of the pad say which there are, how they are called and what they
// are worth; a card is a text as everywhere: "7", or "red 7" where its colour is known.
const LONGEST = 2000; // letters that the input of a hand's cards takes

export const faceOf = (card) => card.split(" ").at(-1);
export const colourOf = (card) => (card.includes(" ") ? card.split(" ")[0] : "");
const isNumber = (card) => /^\d+$/.test(faceOf(card));

function readKeys(box) {
  return new Map([...box.querySelectorAll(".key")].map((key) => [key.dataset.face, key]));
}

export function counted(cards) {
  const tally = new Map();
  for (const card of cards) tally.set(card, (tally.get(card) ?? 0) + 1);
  return [...tally];
}

export class Cards {
  constructor(form) {
    this.names = JSON.parse(form.dataset.colours);
    this.words = JSON.parse(form.dataset.colourWords);
    this.sides = [...form.querySelectorAll("[name=side]")];
    this.sets = [...form.querySelectorAll(".keys")].map((box) => ({box, keys: readKeys(box)}));
  }

  get side() {
    return this.sides.find((radio) => radio.checked)?.value ?? "";
  }

  get isSideOpen() {
    return this.sides.length > 0 && this.side === "";
  }

  // Until it is said which side is up, the first one shows and waits.
  get set() {
    return this.sets.find(({box}) => box.dataset.side === this.side) ?? this.sets[0];
  }

  keyOf(card) {
    return this.set?.keys.get(faceOf(card));
  }

  // Not after what was agreed changed under an entry that was kept.
  haveAll(held) {
    return held.every((card) => this.keyOf(card));
  }

  coloursOf(card) {
    return this.keyOf(card).dataset.colours.split(" ").filter(Boolean);
  }

  // Before a card's name, and by itself, which in Dutch are two words.
  colourNamed(colour) {
    return this.names[colour] ?? colour;
  }

  colourWord(colour) {
    return this.words[colour] ?? colour;
  }

  spoken(card) {
    const {name} = this.keyOf(card).dataset;
    const colour = colourOf(card);
    return colour ? `${this.colourNamed(colour)} ${name}` : name;
  }

  // As one sorts a hand: numbers by what they are, then the others as their keys lie; of the same
  // ones those without a colour first.
  sorted(held) {
    const order = [...(this.set?.keys.keys() ?? [])];
    const place = (card) => (isNumber(card) ? Number(faceOf(card)) - 1e6 : order.indexOf(faceOf(card)));
    const shade = (card) => this.coloursOf(card).indexOf(colourOf(card));
    return [...held].sort((a, b) => place(a) - place(b) || shade(a) - shade(b));
  }

  // A card on which the table agreed no value makes the hand's points unknown.
  worth(held) {
    const total = held.reduce((sum, card) => sum + Number(this.keyOf(card).dataset.points || NaN), 0);
    return Number.isNaN(total) ? null : total;
  }

  // Each card once, with how many of it where that is more: to be seen at a glance.
  told(held) {
    const piles = counted(this.sorted(held).map((card) => this.spoken(card)));
    return piles.map(([name, count]) => (count > 1 ? `${count}× ${name}` : name)).join(", ");
  }

  written(held) {
    const text = this.sorted(held).map((card) => this.spoken(card)).join(", ");
    return text.length <= LONGEST ? text : this.told(held);
  }
}
