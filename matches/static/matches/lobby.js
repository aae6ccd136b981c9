// A lobby, or the page that waits for a pairing: updates by itself, and fills in a seed from this browser.
const EVERY = 2;
const SLOWEST = 30;

for (const field of document.querySelectorAll("[data-entropy]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  if (!field.value) field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
}

const code = document.querySelector("[data-code]");
if (code && location.hash.length > 1) {
  code.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  code.form.requestSubmit();
}

for (const seats of document.querySelectorAll("[data-seats]")) {
  watch(seats.dataset.seats, async (answer) => {
    const html = await answer.text();
    const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-leads-to], [data-state]");
    if (fresh?.dataset.leadsTo) return location.assign(fresh.dataset.leadsTo);
    const now = seats.querySelector("[data-state]");
    if (!fresh || !now || fresh.dataset.state === now.dataset.state) return;
    if (fresh.dataset.mine !== now.dataset.mine) return location.reload(); // The reader can do other things now.
    now.replaceWith(fresh);
    const said = document.querySelector("[data-said]");
    if (said) said.textContent = fresh.textContent.replace(/\s+/g, " ");
  });
}

for (const page of document.querySelectorAll("[data-paired]")) {
  watch(page.dataset.paired, async (answer) => {
    const found = await answer.json();
    if (found.leads_to) location.assign(found.leads_to);
    else if (!found.waits) location.reload();
  });
}

function watch(url, use) {
  let wait = EVERY;
  const look = async () => {
    try {
      const answer = await fetch(url, { headers: { Accept: "*/*" } });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      await use(answer);
      wait = EVERY;
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
    }
    setTimeout(look, wait * 1000);
  };
  setTimeout(look, wait * 1000);
}
