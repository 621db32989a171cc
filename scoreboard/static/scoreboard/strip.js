// The hand as it lies there: its cards sorted, the same ones on one pile.
import {colourOf, counted} from "./cards.js";
import {fill} from "./words.js";

const SHAPES = {red: "heart", yellow: "star", green: "leaf", blue: "drop"};
const TINTED = [...Object.keys(SHAPES), "pink", "teal", "orange", "purple"];

export const make = (tag, facts) => Object.assign(document.createElement(tag), facts);

export function makeButton(className, facts) {
  return make("button", {type: "button", className, ...facts});
}

function drawShape(shape) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "of");
  const use = svg.appendChild(document.createElementNS(space, "use"));
  use.setAttribute("class", "shape");
  use.setAttribute("href", `#${shape}`);
  return svg;
}

// A colour without a shape of ours goes by its first letters.
function drawColour(colour, cards) {
  if (SHAPES[colour]) return drawShape(SHAPES[colour]);
  return make("small", {className: "of", textContent: cards.colourNamed(colour).slice(0, 2)});
}

export function drawCard(button, card, cards) {
  const key = cards.keyOf(card);
  const colour = colourOf(card);
  button.append(...[...key.childNodes].map((node) => node.cloneNode(true)));
  button.classList.toggle("wild", key.classList.contains("wild"));
  if (TINTED.includes(colour)) button.classList.add("c", colour);
  if (colour) button.append(drawColour(colour, cards));
}

function drawHeld([card, count], cards) {
  const held = makeButton("held");
  held.dataset.card = card;
  drawCard(held, card, cards);
  if (count > 1) held.append(make("i", {textContent: `×${count}`}));
  return held;
}

// A tap takes one away, or says whose colour it is about where colours are asked.
function sayWhatATapDoes(held, [card, count], {cards, colouring, round}) {
  const does = colouring ? round.say.giveColour : round.say.takeAway;
  held.setAttribute("aria-label", fill(does, {card: `${cards.spoken(card)} ×${count}`}));
  if (!colouring) return;
  held.setAttribute("aria-pressed", String(card === colouring));
  held.disabled = !cards.coloursOf(card).length;
}

export function drawHand(pad) {
  const {cards, current} = pad;
  return counted(cards.sorted(current.held)).map((pile) => {
    const held = drawHeld(pile, cards);
    sayWhatATapDoes(held, pile, pad);
    return held;
  });
}

export function drawAnew(say) {
  return makeButton("anew", {textContent: say.anew});
}
