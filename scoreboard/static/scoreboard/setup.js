// The page on which a session is set up.

// An answer that was on its way never takes the input away in which somebody is typing by now, or
// in which all is marked to be typed over: what comes next would stand beside what it replaces.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const typing = document.activeElement;
  if (!typing?.matches("input[type=text]") || !event.detail.target.contains(typing)) return;
  const marked = typing.selectionEnd - typing.selectionStart;
  if (typing.value !== typing.defaultValue || (marked && marked === typing.value.length)) {
    event.detail.shouldSwap = false;
  }
});
