// Which colour a card of the hand has may be told, and need not be: the colours lie where the keys
// are, each as the card would look.
import {colourOf, faceOf} from "./cards.js";
import {drawCard, make, makeButton} from "./strip.js";
import {fill} from "./words.js";

const MOST_IN_TWO_COLUMNS = 4;

// The card that was tapped last of those that can have a colour.
export function lastColourable(held, cards) {
  return held.filter((card) => cards.coloursOf(card).length > 0).at(-1) ?? "";
}

export function coloured(held, card, colour) {
  const face = faceOf(card);
  const shown = colour ? `${colour} ${face}` : face;
  const place = held.lastIndexOf(card);
  return held.map((other, index) => (index === place ? shown : other));
}

function drawColourKey(colour, card, {cards, round}) {
  const shown = coloured([card], card, colour)[0];
  const name = colour ? cards.colourWord(colour) : round.say.noColour;
  const key = makeButton("hue");
  key.dataset.colour = colour;
  key.setAttribute("aria-label", colour ? cards.spoken(shown) : name);
  key.setAttribute("aria-pressed", String(colour === colourOf(card)));
  drawCard(key, shown, cards);
  key.append(make("span", {className: "cut", textContent: name}));
  return key;
}

export function showColours(pad) {
  const {cards, colouring, round, find} = pad;
  const box = find(".colours");
  if (!box) return; // no card of this box has a colour
  find(".padbox").classList.toggle("colouring", Boolean(colouring));
  if (!colouring) {
    box.replaceChildren();
    return;
  }
  const colours = cards.coloursOf(colouring);
  box.setAttribute("aria-label", fill(round.say.whichColour, {card: cards.spoken(colouring)}));
  box.classList.toggle("three", colours.length > MOST_IN_TWO_COLUMNS);
  box.replaceChildren(...[...colours, ""].map((colour) => drawColourKey(colour, colouring, pad)));
}
