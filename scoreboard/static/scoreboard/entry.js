// A round's form as an entry that the phone keeps, and an entry as a form again. Hands go by who
// holds them, not by their place on the page: people come and go while an entry waits.
const PARTS = ["way", "cards", "points", "left", "knocked"];
const OF_SEAT = /^(way|cards|points|left|knocked|seat)-/;
const SEATS = ["winner", "dealer"]; // whose answer is the position of a seat
// What the pad and the server put in; none of it says that somebody entered something.
const NOT_ENTERED = /^(way-|seat-|pad-way|is_pad|key|seen_version|csrfmiddlewaretoken)/;

export const fieldsOf = (form) => Object.fromEntries(new FormData(form));
const boxesOf = (form) => [...form.querySelectorAll(".loser")];
const seatOf = (box) => box.querySelector("[name^=seat-]").value;

export function entered(fields) {
  const told = Object.entries(fields).filter(([name, value]) => value && !NOT_ENTERED.test(name));
  return JSON.stringify(told.sort()); // the inputs of a hand move about
}

export function handsOf(form) {
  const fields = fieldsOf(form);
  const hands = boxesOf(form).map((box) => {
    const {position, name, held} = box.dataset;
    const parts = Object.fromEntries(PARTS.map((part) => [part, fields[`${part}-${position}`] ?? ""]));
    return [seatOf(box), {name, parts, held, unread: "unread" in box.dataset}];
  });
  return Object.fromEntries(hands);
}

// Gives the hands of those who are not on this page.
export function fillIn(form, {key, seen, fields, hands}) {
  form.elements.key.value = key;
  form.elements.seen_version.value = seen;
  const boxes = new Map(boxesOf(form).map((box) => [seatOf(box), box]));
  for (const [name, value] of Object.entries(fields)) {
    if (NOT_ENTERED.test(name) || OF_SEAT.test(name) || !form.elements[name]) continue;
    const seat = boxes.get(fields[`seat-${value}`]);
    form.elements[name].value = SEATS.includes(name) ? seat?.dataset.position ?? "" : value;
  }
  for (const [seat, box] of boxes) if (hands[seat]) fillHand(form, box, hands[seat]);
  return Object.fromEntries(Object.entries(hands).filter(([seat, hand]) => !boxes.has(seat) && told(hand)));
}

function fillHand(form, box, {parts, held, unread}) {
  for (const [part, value] of Object.entries(parts)) {
    const control = form.elements[`${part}-${box.dataset.position}`];
    if (control?.type === "checkbox") control.checked = Boolean(value);
    else if (control) control.value = value;
  }
  box.dataset.held = held;
  box.toggleAttribute("data-unread", unread);
}

function told({name, parts: {cards, points, knocked}}) {
  const hand = cards || points || (knocked && "KO");
  return hand && `${name}: ${hand}`;
}

export const toldHands = (hands) => Object.values(hands).map(told).filter(Boolean).join("; ");
