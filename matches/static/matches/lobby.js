// A lobby, or the page that waits for a pairing: updates by itself, and fills in a seed from this browser. It asks on news
// of the stream, and polls without one.
const EVERY = 2;
const HIDDEN = 10;
const STREAMED = 30; // While the stream covers the page.
const APART = 1; // The least time between two looks on news.
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
  watch(seats.dataset.seats, seats.dataset.match, async (answer) => {
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
  watch(page.dataset.paired, "account", async (answer) => {
    const found = await answer.json();
    if (found.leads_to) location.assign(found.leads_to);
    else if (!found.waits) location.reload();
  });
}

// Asks on news of the topic, and now and then.
function watch(url, topic, use) {
  let wait = EVERY;
  let timer = null; // Null while the page asks.
  let last = 0; // When the page last asked, and when it asks next.
  let next = 0;
  let hasNews = false;
  const isTold = () => globalThis.pageNews?.isTold(topic);

  function again(seconds) {
    clearTimeout(timer);
    next = performance.now() + seconds * 1000;
    timer = setTimeout(look, seconds * 1000);
  }

  async function look() {
    const wasTold = isTold(); // If it is told only now, something may have happened before.
    timer = null;
    hasNews = false;
    last = performance.now();
    try {
      const answer = await fetch(url, { headers: { Accept: "*/*" } });
      if (answer.redirected || answer.status === 404) return location.reload(); // Signed out, or not visible any more.
      if (!answer.ok) throw new Error(String(answer.status));
      await use(answer);
      wait = EVERY;
      if (hasNews) again(APART);
      else again(wasTold && isTold() ? STREAMED : document.hidden ? HIDDEN : EVERY);
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
      again(wait);
    }
  }

  function hear(news) {
    if (news) hasNews = true;
    if (timer === null) return;
    const now = performance.now();
    again(news ? Math.max(0, APART - (now - last) / 1000) : Math.min((next - now) / 1000, EVERY * Math.random()));
  }

  document.addEventListener("visibilitychange", () => !document.hidden && timer !== null && !isTold() && again(0));
  again(EVERY);
  globalThis.pageNews?.follow(topic, hear);
}
