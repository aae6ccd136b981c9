// A note is at the event that is being looked at when one begins to write.
for (const form of document.querySelectorAll("[data-note]")) {
  form.querySelector("textarea").addEventListener("focus", () => {
    const shown = document.querySelector("[data-replay] input[name=event]");
    if (shown && !form.querySelector("textarea").value) form.querySelector("input[name=event]").value = shown.value;
  });
}
