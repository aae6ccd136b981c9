// A note belongs to the event that the page shows when the reader begins to write.
for (const form of document.querySelectorAll("[data-note]")) {
  form.querySelector("textarea").addEventListener("focus", () => {
    const shown = document.querySelector("[data-replay] input[name=event]");
    if (shown && !form.querySelector("textarea").value) form.querySelector("input[name=event]").value = shown.value;
  });
}
