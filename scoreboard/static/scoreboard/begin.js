// Before anything is drawn: everything works without script, and what only works with it shows here.
document.documentElement.classList.add("js");
