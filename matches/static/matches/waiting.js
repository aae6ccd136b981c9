// Updates the banner that says what waits, and counts it in the title, also in background tabs. It looks on news of the
// stream, and now and then.
const FIRST = 3;
const LATER = 20;
const STREAMED = 60; // While the stream covers the account.
const SLOWEST = 60;

for (const banner of document.querySelectorAll("[data-waiting]")) keep(banner);

function keep(banner) {
  const title = document.title;
  let wait = FIRST;
  let timer = null;
  let last = 0;

  async function look() {
    last = performance.now();
    try {
      const answer = await fetch(banner.dataset.waiting, { headers: { Accept: "*/*" } });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const html = await answer.text();
      if (html.trim() !== banner.innerHTML.trim()) banner.innerHTML = html.trim();
      show();
      wait = Math.min(wait * 1.2, LATER);
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
    }
    again();
  }

  function again() {
    clearTimeout(timer);
    timer = setTimeout(look, (globalThis.pageNews?.isTold("account") ? STREAMED : wait) * 1000);
  }

  function hear(news) {
    if (!news) return again();
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(0, last + FIRST * 1000 - performance.now()));
  }

  function show() {
    const count = banner.querySelectorAll("li").length;
    document.title = count ? `(${count}) ${title}` : title;
  }

  show();
  again();
  globalThis.pageNews?.follow("account", hear);
}
