// A live match moves by itself: the page asks how far it has come, and fetches the table when it has moved on.
"use strict";

const SECONDS = 1.5;
const SLOWEST = 30;

for (const live of document.querySelectorAll("[data-live]")) follow(live);

function follow(live) {
  let wait = SECONDS;
  const again = () => setTimeout(look, wait * 1000);

  async function look() {
    if (document.hidden) return again();
    try {
      const found = await (await ask(live.dataset.versionUrl)).json();
      if (String(found.version) !== live.dataset.version || found.status !== live.dataset.status) await fetchTable(found);
      wait = SECONDS;
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
    }
    if (live.dataset.status !== "over") again();
  }

  async function fetchTable(found) {
    live.innerHTML = await (await ask(live.dataset.tableUrl)).text();
    live.dataset.version = String(found.version);
    live.dataset.status = found.status;
    const said = document.querySelector("[data-said]");
    const event = live.querySelector(".result") ?? live.querySelector(".event");
    if (said && event) said.textContent = event.textContent.replace(/\s+/g, " ");
  }

  if (live.dataset.status !== "over") again();
}

async function ask(url) {
  const answer = await fetch(url, { headers: { Accept: "*/*" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}
