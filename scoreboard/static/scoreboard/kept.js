// What this phone keeps of rounds that are not stored yet. An entry is a form as it stood: `begun`,
// `waiting` for the network, or `asked`, when the server had a question about it. Every entry has
// the key under which it is stored once, however often it is sent, and the version of the session
// that was seen when it was entered.

const ENTRIES = "tafelstand-entries";
const STEPS = "tafelstand-steps"; // which version came after which by a round of this phone
const MOST = 40; // the oldest drafts go first; a round that waits is never dropped

// What is not as it was written here is left out, one by one: the rest is still somebody's round.
function read(store, isWhole) {
  try {
    const all = JSON.parse(localStorage.getItem(store));
    return Array.isArray(all) ? all.filter(isWhole) : [];
  } catch {
    return []; // a browser that keeps nothing, or something else
  }
}

const isRecord = (what) => typeof what === "object" && what !== null && !Array.isArray(what);
const areTexts = (...all) => all.every((what) => typeof what === "string");

function isList(text) {
  try {
    return areTexts(...JSON.parse(text));
  } catch {
    return false;
  }
}

const isHand = (hand) =>
  isRecord(hand) && isRecord(hand.parts) && isList(hand.held) &&
  areTexts(hand.name, hand.held, ...Object.values(hand.parts));

const isEntry = (entry) =>
  isRecord(entry) && isRecord(entry.fields) && isRecord(entry.hands) && Number.isFinite(entry.seen) &&
  areTexts(entry.key, entry.address, entry.board, ...Object.values(entry.fields)) &&
  ["begun", "waiting", "asked"].includes(entry.state) && Object.values(entry.hands).every(isHand);

const isStep = (step) =>
  isRecord(step) && areTexts(step.address) && [step.seen, step.version].every(Number.isFinite);

function write(store, all) {
  try {
    localStorage.setItem(store, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

export const entries = () => read(ENTRIES, isEntry);

export const entryWith = (key) => entries().find((entry) => entry.key === key);

export const waiting = (address) =>
  entries().filter((entry) => entry.address === address && entry.state === "waiting");

// The rounds that come before the one of this key and are not stored yet.
export function before(address, key) {
  const here = entries().filter((entry) => entry.address === address && entry.state !== "begun");
  const place = here.findIndex((entry) => entry.key === key);
  return place < 0 ? here : here.slice(0, place);
}

// What the page of an address is to go on with; what was asked about comes first.
export function begun(address) {
  const here = entries().filter((entry) => entry.address === address);
  return here.find(({state}) => state === "asked") ?? here.find(({state}) => state === "begun");
}

// In the place of the entry that has that key by now. Gives whether it is kept: a phone without
// room, or a browser that may not, keeps nothing.
export function keep(entry, before = entry.key) {
  const all = entries();
  const place = all.findIndex(({key}) => key === before);
  if (place < 0) all.push(entry);
  else all[place] = entry;
  while (all.length > MOST && all.some(({state}) => state === "begun")) {
    all.splice(all.findIndex(({state}) => state === "begun"), 1);
  }
  return write(ENTRIES, all);
}

export function forget(key) {
  write(ENTRIES, entries().filter((entry) => entry.key !== key));
}

// A round of this phone was stored. What is entered on a page from before it has seen it all the
// same; what others stored before or after has not been seen by that.
export function caughtUp(address, seen, version) {
  write(STEPS, [...read(STEPS, isStep), {address, seen, version}].slice(-MOST));
  const all = entries();
  for (const entry of all) {
    if (entry.address === address) entry.seen = upToDate(address, entry.seen);
  }
  write(ENTRIES, all);
}

// How many rounds of this phone are stored that a page of this version does not show.
export const storedSince = (address, version) =>
  read(STEPS, isStep).filter((step) => step.address === address && step.version > version).length;

export function upToDate(address, seen) {
  for (const step of read(STEPS, isStep)) {
    if (step.address === address && step.seen === seen) seen = step.version;
  }
  return seen;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}
