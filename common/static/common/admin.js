// The icons that Django draws beside the filters of a two-sided list have a name, but no role that may have one.
"use strict";

addEventListener("load", () => {
  setTimeout(() => {
    for (const icon of document.querySelectorAll("span.help-tooltip[aria-label]")) icon.setAttribute("role", "img");
  });
});

// A part of a page that says `data-refresh` is fetched anew every so many seconds, until it does not say so any more.
function refresh(part) {
  setTimeout(async () => {
    let fresh = null;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    } catch {
      return refresh(part); // The service cannot be reached just now.
    }
    if (!fresh) return;
    part.replaceWith(fresh);
    if (fresh.dataset.refresh) refresh(fresh);
  }, Number(part.dataset.refresh) * 1000);
}

addEventListener("DOMContentLoaded", () => document.querySelectorAll("[data-refresh][id]").forEach(refresh));
