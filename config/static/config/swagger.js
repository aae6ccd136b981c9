// Makes Swagger UI accessible: lists get names, examples scroll by keyboard, and links inside buttons are removed.
"use strict";

const shown = document.getElementById("swagger-ui");

function mend() {
  for (const list of shown.querySelectorAll("select:not([aria-label])")) {
    list.setAttribute("aria-label", list.matches("#servers") ? "Server" : "Choice");
  }
  for (const example of shown.querySelectorAll("pre:not([tabindex])")) example.tabIndex = 0;
  for (const link of shown.querySelectorAll("button a[href]")) link.removeAttribute("href");
}

new MutationObserver(mend).observe(shown, { childList: true, subtree: true });
