"use strict";
// Everything works without this file; with it, a hand is tapped on a pad instead of typed.
document.documentElement.classList.add("js");

const WAY = "tafelstand-way";
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
  const keys = new Map(all(".key").map((key) => [key.dataset.face, key]));
  const order = [...keys.keys()];
  const colours = JSON.parse(form.dataset.colours);
  const ways = all("[name=pad-way]");
  const hands = all(".loser").map(readHand);
  let current = null;
  let justMoved = false;

  function readHand(box, position) {
    const inputs = {};
    for (const part of ["way", "cards", "points", "left"]) {
      inputs[part] = box.querySelector(`[name^="${part}-"]`);
    }
    inputs.way.disabled = false;
    return {
      box, inputs, position,
      name: box.dataset.name,
      held: JSON.parse(box.dataset.held),
      typed: box.querySelector(".typed-entry"),
      counted: box.querySelector(".counted-entry"),
      entry: box.querySelector(".entry"),
      touched: Boolean(inputs.way.value),
      unread: false,
    };
  }

  const winner = () => all("[name=winner]").findIndex((radio) => radio.checked);
  const losers = () => hands.filter((hand) => hand.position !== winner());
  const faceOf = (card) => card.split(" ").at(-1);
  const rank = (card) => order.indexOf(faceOf(card));
  const isNumber = (card) => /^\d+$/.test(faceOf(card));

  function sorted(held) {
    const place = (card) => (isNumber(card) ? Number(faceOf(card)) - 100 : rank(card));
    return [...held].sort((a, b) => place(a) - place(b) || a.localeCompare(b));
  }

  function spoken(card) {
    const name = keys.get(faceOf(card)).dataset.name;
    const colour = card.includes(" ") ? card.split(" ")[0] : "";
    return colour ? `${colours[colour]} ${name}` : name;
  }

  function points(hand) {
    if (hand.inputs.way.value === "points") {
      const typed = hand.inputs.points.value.trim();
      return /^\d+$/.test(typed) ? Number(typed) : null;
    }
    if (!hand.held.length) return null;
    return hand.held.reduce((sum, card) => sum + Number(keys.get(faceOf(card)).dataset.points), 0);
  }

  function said(hand) {
    const {way, cards, left} = hand.inputs;
    if (way.value === "points") {
      const total = points(hand);
      if (total === null) return form.dataset.nothing;
      const count = left.value.trim();
      const text = count === "1" ? form.dataset.inCard : form.dataset.inCards;
      return count ? fill(text, {points: total, cards: count}) : "";
    }
    if (way.value === "type") return cards.value.trim() || form.dataset.nothing;
    return sorted(hand.held).map(spoken).join(", ") || form.dataset.nothing;
  }

  function show() {
    const out = winner();
    for (const hand of hands) {
      hand.box.hidden = hand.position === out;
      hand.box.toggleAttribute("data-current", hand === current);
      const pick = hand.box.querySelector(".pick-hand");
      pick.setAttribute("aria-pressed", String(hand === current));
      pick.querySelector(".soft").textContent = said(hand);
      pick.querySelector("output").textContent = points(hand) ?? "–";
    }
    showHand();
    showSum();
    showNext();
  }

  function showHand() {
    find(".padbox").classList.toggle("idle", !current);
    for (const control of all("[data-erase], [name=pad-way]")) control.disabled = !current;
    // Until the server has read what was typed, a tap would write over it.
    for (const key of keys.values()) key.disabled = !current || current.unread;
    const way = current ? current.inputs.way.value : remembered();
    for (const radio of ways) radio.checked = radio.value === way;
    find(".padbox output small").textContent = current ? current.name : "";
    find(".padbox output span").textContent = current ? points(current) ?? 0 : "";
    const strip = find(".hand");
    const counts = new Map();
    for (const card of current && way !== "points" ? sorted(current.held) : []) {
      counts.set(card, (counts.get(card) || 0) + 1);
    }
    strip.replaceChildren(...[...counts].map(([card, count]) => drawHeld(card, count)));
  }

  function drawHeld(card, count) {
    const key = keys.get(faceOf(card));
    const held = document.createElement("button");
    held.type = "button";
    held.className = key.classList.contains("wild") ? "held wild" : "held";
    held.dataset.card = card;
    held.setAttribute("aria-label", fill(form.dataset.takeAway, {card: `${spoken(card)} ×${count}`}));
    held.append(...[...key.childNodes].map((node) => node.cloneNode(true)));
    const colour = card.includes(" ") && card.split(" ")[0];
    if (colour) held.classList.add("c", colour);
    if (SHAPES[colour]) held.append(drawShape(SHAPES[colour]));
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
    const sum = find("[data-sum]");
    const known = losers().map(points).filter((total) => total !== null);
    if (find(".refused")) return;
    const total = known.reduce((a, b) => a + b, 0);
    const name = hands[winner()]?.name;
    sum.textContent = name && known.length ? fill(form.dataset.gets, {name, points: total}) : "";
  }

  function nextHand() {
    if (!current || "correcting" in form.dataset) return null;
    return losers()[losers().indexOf(current) + 1];
  }

  function showNext() {
    const next = find("[data-next]");
    const hand = nextHand();
    next.hidden = !hand;
    find("[data-store]").hidden = Boolean(hand);
    find("[data-store]").disabled = winner() < 0 || justMoved;
    if (hand) next.textContent = fill(next.dataset.next, {name: hand.name});
  }

  // The inputs of the hand lie in the pad while it is the current one, and go home after.
  function take(hand) {
    if (current) current.entry.append(current.typed, current.counted);
    current = hand;
    if (hand) {
      if (!hand.touched) hand.inputs.way.value = remembered();
      find(".typed").append(hand.typed);
      find(".counted").append(hand.counted);
    }
    show();
    hand?.box.scrollIntoView({block: "nearest"});
  }

  // A second tap on "On to Cees" must not fall on the button that takes its place.
  function goOn() {
    justMoved = true;
    setTimeout(() => { justMoved = false; showNext(); }, 400);
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
    current.unread = false;
    current.box.getRootNode().getElementById(`read-${current.position}`).textContent = "";
    current.inputs.way.value = "cards";
    current.inputs.cards.value = sorted(held).map(spoken).join(", ");
    show();
  }

  function backToKeys() {
    find(".refused")?.remove();
  }

  function enter() {
    const empty = losers().find((hand) => points(hand) === null);
    take(losers().find((hand) => hand.box.classList.contains("bad")) || empty || losers()[0]);
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
    } else if (button.matches("[data-next]")) goOn();
    else if (!current) return;
    else if (face) hold([...current.held, face]);
    else if (card) {
      const place = current.held.lastIndexOf(card);
      hold(current.held.filter((_, index) => index !== place));
      (find(`.held[data-card="${card}"]`) || find(`.key[data-face="${faceOf(card)}"]`)).focus();
    } else if (button.matches("[data-erase]")) {
      if (current.inputs.way.value === "points") {
        current.inputs.points.value = current.inputs.left.value = "";
        show();
      } else hold(current.unread ? current.held : current.held.slice(0, -1));
    }
  });

  form.addEventListener("change", (event) => {
    if (event.target.name === "winner") {
      backToKeys();
      if (!current || current.position === winner()) enter();
      else show();
    }
    if (event.target.name === "pad-way" && current) {
      current.inputs.way.value = remembered(event.target.value);
      current.touched = true;
      show();
    }
  });

  form.addEventListener("input", (event) => {
    const hand = hands.find(({inputs}) => Object.values(inputs).includes(event.target));
    if (!hand) return;
    hand.touched = true;
    hand.box.classList.remove("bad");
    if (event.target === hand.inputs.cards) hand.unread = true;
    hand.inputs.way.value = event.target === hand.inputs.cards ? "type" : "points";
    show();
  });

  // The server read what was typed: the pad shows the same cards.
  form.addEventListener("htmx:afterSwap", (event) => {
    const read = event.target.querySelector?.("data");
    const hand = hands.find(({position}) => event.target.id === `read-${position}`);
    if (!read || !hand || read.dataset.text !== hand.inputs.cards.value) return; // an older text
    hand.held = JSON.parse(read.value);
    hand.unread = "unread" in read.dataset;
    show();
  });

  // Enter in an input stores nothing by accident: it goes on to the next hand.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input[type=text]") || !nextHand()) return;
    event.preventDefault();
    goOn();
  });

  for (const failure of ["htmx:sendError", "htmx:responseError"]) {
    form.addEventListener(failure, (event) => {
      if (event.target === form) find(".unsent").hidden = false;
    });
  }
  form.addEventListener("htmx:beforeSend", (event) => {
    if (event.target === form) find(".unsent").hidden = true;
  });

  // A browser that comes back to the page may have put its own marks back by now.
  addEventListener("pageshow", () => { if (form.isConnected && winner() >= 0 && !current) enter(); });
  form.querySelector("[name=is_pad]").disabled = false;
  form.classList.add("padded");
  if (winner() >= 0) enter();
  else show();
}

function startShare(button) {
  const address = button.dataset.share;
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) return await navigator.share({url: address});
      await navigator.clipboard.writeText(address);
      button.textContent = button.dataset.done;
    } catch {
      document.getElementById("address").select(); // not allowed here: it can be copied by hand
    }
  });
}

function start(root) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const input of root.querySelectorAll("[data-time-zone]")) input.value = zone;
  for (const button of root.querySelectorAll("[data-share]")) startShare(button);
  const form = root.matches?.("#round") ? root : root.querySelector("#round");
  if (form && !form.classList.contains("padded")) startPad(form);
}

document.addEventListener("DOMContentLoaded", () => start(document));
document.addEventListener("htmx:load", (event) => start(event.detail.elt));
