// The screen stays on while an open session lies in front of somebody. The browser lets go of it
// when the page is not to be seen; where it is not there, or refused, the screen goes off as ever.
async function stayAwake() {
  if (document.hidden || !document.querySelector("[data-awake]")) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Refused, for a battery that is nearly empty, say.
  }
}

export function startAwake() {
  if (!navigator.wakeLock) return;
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}
