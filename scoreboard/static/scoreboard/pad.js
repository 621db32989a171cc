// A hand is tapped on a pad instead of typed.
const WAY = "tafelstand-way";
const LONGEST = 2000; // letters that the input of a hand's cards takes
const SHAPES = {red: "heart", yellow: "star", green: "leaf", blue: "drop"};

function fill(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, word) => facts[word]);
}

function remembered(way) {
  try {
    if (way) localStorage.setItem(WAY, way);
    return localStorage.getItem(WAY) || "cards";
  } catch {
    return way || "cards"; // a browser that keeps nothing: cards are the usual way
  }
}

// The pad: one hand at a time has its inputs in it. The inputs are the truth, also without pad.
function startPad(form) {
  const find = (selector) => form.querySelector(selector);
  const all = (selector) => [...form.querySelectorAll(selector)];
  const say = form.dataset;
  const colours = JSON.parse(say.colours);
  const ways = all("[name=pad-way]");
  const offered = ways.map((radio) => radio.value);
  const sides = all("[name=side]");
  const sets = new Map(all(".keys").map((box) => [box.dataset.side, readKeys(box)]));
  const hands = all(".loser").map(readHand);
  const fold = find(".fold");
  const more = find(".more");
  const named = all("[data-winner]").map((label) => [label, label.textContent]);
  let current = null;
  let tellsMore = false;
  let justMoved = false;
  let wasRefused = false;
  let isWhole = false;

  function readKeys(box) {
    return new Map([...box.querySelectorAll(".key")].map((key) => [key.dataset.face, key]));
  }

  function readHand(box) {
    const inputs = {};
    for (const part of ["way", "cards", "points", "left", "knocked"]) {
      inputs[part] = box.querySelector(`[name^="${part}-"]`);
    }
    inputs.way.disabled = false;
    const unread = "unread" in box.dataset;
    if (unread && inputs.way.value === "cards") inputs.way.value = "type";
    return {
      box, inputs,
      position: box.dataset.position,
      name: box.dataset.name,
      held: JSON.parse(box.dataset.held),
      typed: box.querySelector(".typed-entry"),
      counted: box.querySelector(".counted-entry"),
      entry: box.querySelector(".entry"),
      touched: Boolean(inputs.way.value),
      unread,
      isTold: unread, // the server read it, and not all of it could be
      turned: false,
    };
  }

  const side = () => sides.find((radio) => radio.checked)?.value ?? "";
  // Until it is said which side is up, the first one shows and waits.
  const keys = () => sets.get(side()) ?? sets.values().next().value ?? new Map();
  const keyOf = (card) => keys().get(faceOf(card));

  function winner() {
    const place = all("[name=winner]").find((radio) => radio.checked)?.value;
    return hands.find((hand) => hand.position === place);
  }

  const isReady = () => Boolean(winner()) && (!sides.length || side() !== "");
  const losers = () => hands.filter((hand) => hand !== winner());
  const isKnocked = (hand) => Boolean(hand.inputs.knocked?.checked);
  const isPartner = (hand) => hand !== winner() && hand.box.dataset.party === winner()?.box.dataset.party;
  const counts = (hand) => !isKnocked(hand) && !isPartner(hand);
  const gained = () => more.querySelector("[name=gained]")?.value.trim() ?? "";
  const areOptional = () => "optional" in say || gained() !== "";
  const faceOf = (card) => card.split(" ").at(-1);
  const isNumber = (card) => /^\d+$/.test(faceOf(card));

  function usualWay() {
    const way = remembered();
    return offered.includes(way) ? way : "points";
  }

  function sorted(held) {
    const order = [...keys().keys()];
    const place = (card) => (isNumber(card) ? Number(faceOf(card)) - 1e6 : order.indexOf(faceOf(card)));
    return [...held].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  }

  function spoken(card) {
    const name = keyOf(card).dataset.name;
    const colour = card.includes(" ") ? card.split(" ")[0] : "";
    return colour ? `${colours[colour] ?? colour} ${name}` : name;
  }

  function points(hand) {
    if (hand.inputs.way.value === "points") {
      const typed = hand.inputs.points.value.trim();
      return /^\d+$/.test(typed) ? Number(typed) : null;
    }
    if (hand.unread || !hand.held.length) return null; // half of a hand is not its points
    // A card on which the table agreed no value makes the hand's points unknown.
    const total = hand.held.reduce((sum, card) => sum + Number(keyOf(card).dataset.points || NaN), 0);
    return Number.isNaN(total) ? null : total;
  }

  function isEmpty(hand) {
    const {way, cards} = hand.inputs;
    return way.value === "points" ? points(hand) === null : !cards?.value.trim();
  }

  function said(hand) {
    const {way, cards, left} = hand.inputs;
    if (isKnocked(hand)) return say.knocked;
    if (isEmpty(hand)) return isPartner(hand) ? say.partner : say.nothing;
    if (way.value === "points") {
      const count = left.value.trim();
      if (count === "0" && points(hand) === 0) return say.noneLeft;
      const text = count === "1" ? say.inCard : say.inCards;
      return count ? fill(text, {points: points(hand), cards: count}) : "";
    }
    if (way.value === "type" || hand.unread) return cards.value.trim();
    return sorted(hand.held).map(spoken).join(", ");
  }

  function show() {
    const out = winner();
    for (const hand of hands) {
      hand.box.hidden = hand === out;
      hand.box.toggleAttribute("data-current", hand === current);
      const pick = hand.box.querySelector(".pick-hand");
      pick.setAttribute("aria-pressed", String(hand === current));
      pick.querySelector(".soft").textContent = said(hand);
      pick.querySelector("output").textContent = isKnocked(hand) ? "" : points(hand) ?? "–";
    }
    for (const [label, nobody] of named) {
      label.textContent = out ? fill(label.dataset.winner, {name: out.name}) : nobody;
    }
    showHand();
    showSum();
    showNext();
  }

  function showHand() {
    const off = !isReady() || !current;
    find(".padbox").classList.toggle("idle", !isReady());
    for (const control of all("[data-erase], [data-none]")) control.disabled = off || tellsMore;
    for (const radio of ways) radio.disabled = !isReady();
    for (const set of all(".keys")) set.classList.toggle("off", sets.get(set.dataset.side) !== keys());
    // Until the server has read what was typed, a tap would write over it.
    for (const key of all(".key")) key.disabled = off || current.unread;
    const way = current ? current.inputs.way.value : usualWay();
    for (const radio of ways) radio.checked = radio.value === (tellsMore ? "more" : way);
    const told = [...more.querySelectorAll("input, select")].some((input) => input.value.trim());
    find(".tell").toggleAttribute("data-told", told);
    find(".padbox output small").textContent = current ? current.name : "";
    find(".padbox output span").textContent = current ? points(current) ?? (isEmpty(current) ? 0 : "–") : "";
    const strip = find(".hand");
    const tally = new Map();
    for (const card of current && way !== "points" ? sorted(current.held) : []) {
      tally.set(card, (tally.get(card) || 0) + 1);
    }
    strip.replaceChildren(...[...tally].map(([card, count]) => drawHeld(card, count)));
    if (way === "cards" && isReady() && current?.isTold) strip.replaceChildren(drawAnew());
  }

  function drawAnew() {
    const anew = Object.assign(document.createElement("button"), {type: "button", className: "anew"});
    anew.textContent = say.anew;
    return anew;
  }

  function written(held) {
    const names = sorted(held).map(spoken);
    const text = names.join(", ");
    if (text.length <= LONGEST) return text;
    const times = (name) => names.filter((other) => other === name).length;
    return [...new Set(names)].map((name) => `${times(name)}x ${name}`).join(", ");
  }

  function drawHeld(card, count) {
    const key = keyOf(card);
    const held = document.createElement("button");
    held.type = "button";
    held.className = key.classList.contains("wild") ? "held wild" : "held";
    held.dataset.card = card;
    held.setAttribute("aria-label", fill(say.takeAway, {card: `${spoken(card)} ×${count}`}));
    held.append(...[...key.childNodes].map((node) => node.cloneNode(true)));
    const colour = card.includes(" ") && card.split(" ")[0];
    if (SHAPES[colour]) {
      held.classList.add("c", colour);
      held.append(drawShape(SHAPES[colour]));
    } else if (colour) {
      const short = (colours[colour] ?? colour).slice(0, 2);
      held.append(Object.assign(document.createElement("small"), {className: "of", textContent: short}));
    }
    if (count > 1) held.append(Object.assign(document.createElement("i"), {textContent: `×${count}`}));
    return held;
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

  function showSum() {
    if (find(".refused")) return;
    const known = losers().filter((hand) => counts(hand) && points(hand) !== null).map(points);
    const bonuses = losers().filter((hand) => isKnocked(hand) && !isPartner(hand));
    const sum = [...known, ...bonuses.map(() => Number(say.bonus))].reduce((a, b) => a + b, 0);
    const name = winner()?.name;
    const isTold = "optional" in say || gained() !== "" || known.length || bonuses.length;
    const facts = {name, points: /^\d+$/.test(gained()) ? gained() : sum};
    find("[data-sum]").textContent = name && isTold ? fill(say.sumText, facts) : "";
  }

  function nextHand() {
    if (!current || isWhole || "correcting" in say || areOptional()) return undefined;
    return losers().slice(losers().indexOf(current) + 1).find(counts);
  }

  function showNext() {
    const next = find("[data-next]");
    const hand = nextHand();
    next.hidden = !hand;
    find("[data-store]").hidden = Boolean(hand);
    find("[data-store]").disabled = !winner() || justMoved;
    if (hand) next.textContent = fill(next.dataset.next, {name: hand.name});
  }

  // After a refusal that was one hand's the others need no second look. Not found out at every tap:
  // the button must not turn into another one under the thumb.
  function lookWhole() {
    isWhole = wasRefused && !losers().filter(counts).some(isEmpty);
  }

  // The inputs of the hand lie in the pad while it is the current one, and go home after.
  function take(hand) {
    const parts = (of) => [of.typed, of.counted].filter(Boolean);
    if (current) current.entry.append(...parts(current));
    current = hand ?? null;
    tellsMore = false;
    lookWhole();
    if (hand) {
      if (!hand.touched) hand.inputs.way.value = usualWay();
      if (hand.typed) find(".typed").append(hand.typed);
      find(".counted").prepend(hand.counted);
    }
    show();
    hand?.box.scrollIntoView({block: "nearest"});
  }

  // A second tap must not fall on the button that takes the place of the first.
  function pause() {
    justMoved = true;
    setTimeout(() => { justMoved = false; showNext(); }, 400);
  }

  function goOn() {
    pause();
    take(nextHand());
    focusHand();
  }

  function focusHand() {
    const {way, cards, points: typed} = current.inputs;
    const input = {type: cards, points: typed}[way.value];
    (input || current.box.querySelector(".pick-hand")).focus({preventScroll: true});
  }

  function hold(held) {
    current.box.classList.remove("bad");
    current.held = held;
    current.touched = true;
    current.unread = current.isTold = false;
    readBelow(current).textContent = "";
    current.inputs.way.value = "cards";
    current.inputs.cards.value = written(held);
    show();
  }

  function readBelow(hand) {
    return document.getElementById(`read-${hand.position}`);
  }

  function enterPoints(total, left) {
    current.inputs.points.value = total;
    current.inputs.left.value = left;
    current.box.classList.remove("bad");
    current.touched = true;
    show();
  }

  // What was typed or tapped stays as it was written, and is read anew as cards of this side.
  function turn() {
    for (const hand of hands.filter(({inputs}) => inputs.cards?.value.trim())) {
      Object.assign(hand, {held: [], unread: true, isTold: false, turned: true});
      hand.inputs.cards.dispatchEvent(new Event("reread"));
    }
    const last = more.querySelector("[name=last_card]");
    if (last?.value.trim()) last.dispatchEvent(new Event("reread"));
  }

  function backToKeys() {
    if (!find(".refused")) return;
    find(".refused").remove();
    wasRefused = true;
    pause();
  }

  function enter() {
    const asked = losers().filter(counts);
    take(losers().find((hand) => hand.box.classList.contains("bad")) ?? asked.find(isEmpty) ?? asked[0]);
  }

  function afterCheck() {
    if (!find(".loser.bad") && more.querySelector("[aria-invalid]")) {
      tellsMore = true;
      show();
    }
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const {face, card} = button.dataset;
    if (button.matches(".pick-hand")) {
      backToKeys();
      take(hands.find((hand) => hand.box.contains(button)));
    } else if (button.matches("[data-check]")) {
      backToKeys();
      enter();
      afterCheck();
    } else if (button.matches("[data-next]")) goOn();
    else if (!current) return;
    else if (button.matches(".anew")) {
      hold([]);
      focusHand();
    } else if (face) hold([...current.held, face]);
    else if (card) {
      const place = current.held.lastIndexOf(card);
      hold(current.held.filter((_, index) => index !== place));
      (find(`.held[data-card="${card}"]`) || keyOf(card)).focus();
    } else if (button.matches("[data-none]")) enterPoints("0", "0");
    else if (button.matches("[data-erase]")) {
      if (current.inputs.way.value === "points") enterPoints("", "");
      else hold(current.unread ? current.held : current.held.slice(0, -1));
    }
  });

  form.addEventListener("change", (event) => {
    const {name, value} = event.target;
    if (name === "winner" || name === "side" || name.startsWith("knocked-")) {
      backToKeys();
      if (name === "side") turn();
      lookWhole();
      const mayStay = current && current !== winner() && (name === "side" || counts(current));
      if (mayStay || !winner()) show();
      else enter();
    } else if (name === "pad-way") {
      tellsMore = value === "more";
      if (!tellsMore && current) {
        current.inputs.way.value = value;
        if (offered.includes("cards")) remembered(value);
        current.touched = true;
      }
      show();
    } else if (name === "dealer") show();
  });

  form.addEventListener("input", (event) => {
    if (event.target.closest(".more")) show();
    const hand = hands.find(({inputs: {cards, points, left}}) => [cards, points, left].includes(event.target));
    if (!hand) return;
    hand.touched = true;
    hand.box.classList.remove("bad");
    if (event.target === hand.inputs.cards) Object.assign(hand, {unread: true, isTold: false});
    hand.inputs.way.value = event.target === hand.inputs.cards ? "type" : "points";
    show();
  });

  // The server read what was typed: the pad shows the same cards.
  form.addEventListener("htmx:afterSwap", (event) => {
    const read = event.target.querySelector?.("data");
    const hand = hands.find(({position}) => event.target.id === `read-${position}`);
    if (!read || !hand || read.dataset.text !== hand.inputs.cards.value) return; // an older text
    if (read.dataset.side !== side()) return; // the cards were turned meanwhile
    hand.held = JSON.parse(read.value);
    hand.unread = hand.isTold = "unread" in read.dataset;
    if (hand.turned && hand.unread) {
      hand.inputs.way.value = "type"; // where it says what these cards are not
      hand.box.classList.add("bad");
    }
    hand.turned = false;
    show();
  });

  // Enter in an input stores nothing by accident: it goes on to the next hand.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[type=text]") || !nextHand()) return;
    event.preventDefault();
    if (!tellsMore) goOn();
  });

  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    form.addEventListener(failure, (event) => {
      if (event.target === form) find(".unsent").hidden = false;
    });
  }
  form.addEventListener("htmx:beforeSend", (event) => {
    if (event.target === form) find(".unsent").hidden = true;
  });

  fold?.addEventListener("toggle", () => { if (fold.open && winner() && !current) enter(); });

  // A browser that comes back to the page may have put its own marks back by now.
  addEventListener("pageshow", () => { if (form.isConnected && winner() && !current) enter(); });
  find("[name=is_pad]").disabled = false;
  form.classList.add("padded");
  more.open = true;
  find(".ways").append(more);
  if (winner()) enter();
  else show();
}

function start(root) {
  const form = root.matches("#round") ? root : root.querySelector("#round");
  if (form && !form.classList.contains("padded")) startPad(form);
}

document.addEventListener("htmx:load", (event) => start(event.detail.elt));
