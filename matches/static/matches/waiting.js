// The banner of every page: asks now and then what waits, in the background too, and says it in the title.
const FIRST = 3;
const LATER = 20;
const SLOWEST = 60;

for (const banner of document.querySelectorAll("[data-waiting]")) keep(banner);

function keep(banner) {
  const title = document.title;
  let wait = FIRST;

  async function look() {
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
    setTimeout(look, wait * 1000);
  }

  function show() {
    const count = banner.querySelectorAll("li").length;
    document.title = count ? `(${count}) ${title}` : title;
  }

  show();
  setTimeout(look, wait * 1000);
}
