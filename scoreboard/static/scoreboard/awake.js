// The screen stays on while an open session lies in front of somebody. The browser lets go of it
// when the page is not to be seen; where it is not there, or refused, the screen goes off as ever.
let lock;
let isAsking = false;

export async function keepAwake() {
  if (!navigator.wakeLock || isAsking) return;
  const isWanted = !document.hidden && document.querySelector("[data-awake]");
  const isHeld = lock?.released === false;
  if (Boolean(isWanted) === isHeld) return;
  isAsking = true;
  try {
    if (isHeld) await lock.release();
    else lock = await navigator.wakeLock.request("screen");
  } catch {
    // Refused, for a battery that is nearly empty, say.
  }
  isAsking = false;
}

export function startAwake() {
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}
