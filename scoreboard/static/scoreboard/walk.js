// After a stored round the rows of the standing walk from where they stood to their new places.
// Where they stood is left behind by the board as it goes away, for this tab only.
const PLACES = "tafelstand-places";
const WALK = {duration: 250, easing: "ease-out"};

const rowsOf = (standing) => [...standing.querySelectorAll("[data-seat]")];

// Within the standing, which itself may lie lower when something is said above it.
function placeOf(row) {
  const {offsetLeft, offsetTop} = row.parentElement;
  return [row.offsetLeft - offsetLeft, row.offsetTop - offsetTop];
}

function leave(standing, version) {
  const stood = {page: location.pathname, version, width: innerWidth, places: {}};
  for (const row of rowsOf(standing)) stood.places[row.dataset.seat] = placeOf(row);
  try {
    sessionStorage.setItem(PLACES, JSON.stringify(stood));
  } catch {
    // A browser that keeps nothing: the rows will just stand where they belong.
  }
}

function whereTheyStood() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES)) ?? {};
  } catch {
    return {};
  }
}

function walk(row, [left, top]) {
  const [x, y] = placeOf(row);
  const [across, down] = [left - x, top - y];
  if (!across && !down) return;
  const zIndex = down > 0 ? 1 : 0; // who climbs passes in front
  row.animate([{translate: `${across}px ${down}px`, zIndex}, {translate: "0 0", zIndex}], WALK);
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Where the rows stand in a part of the page that is about to be put in anew, and the way from
// there once it is.
export function placesIn(part) {
  const rows = part.querySelectorAll(".standing[data-version] [data-seat]");
  return {width: innerWidth, places: new Map([...rows].map((row) => [row.dataset.seat, placeOf(row)]))};
}

export function walkFrom({width, places}, part) {
  if (width !== innerWidth || isCalm()) return;
  for (const row of part.querySelectorAll(".standing[data-version] [data-seat]")) {
    if (places.has(row.dataset.seat)) walk(row, places.get(row.dataset.seat));
  }
}

export function startWalking() {
  const standing = document.querySelector(".standing[data-version]");
  // A kept copy, shown where there is no network, is not how it stands: nobody walks to or from it.
  if (!standing || document.documentElement.dataset.kept) return;
  const version = Number(standing.dataset.version);
  const {page, width, places, version: before} = whereTheyStood();
  const isNewer = page === location.pathname && version > before;
  if (isNewer && width === innerWidth && !isCalm()) {
    for (const row of rowsOf(standing)) {
      if (places[row.dataset.seat]) walk(row, places[row.dataset.seat]);
    }
  }
  addEventListener("pagehide", () => leave(standing, version));
}
