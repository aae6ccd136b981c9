// The icons that Django draws beside the filters of a two-sided list have a name, but no role that may have one.
"use strict";

addEventListener("load", () => {
  setTimeout(() => {
    for (const icon of document.querySelectorAll("span.help-tooltip[aria-label]")) icon.setAttribute("role", "img");
  });
});
