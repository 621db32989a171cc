// What every page does, with or without a pad.

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

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const input of document.querySelectorAll("[data-time-zone]")) input.value = zone;
for (const button of document.querySelectorAll("[data-share]")) startShare(button);
