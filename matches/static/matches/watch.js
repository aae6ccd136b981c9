// A live match moves by itself: the page asks for the newest position, and is told that it has it or sent another one. It
// asks when the stream tells it to, and where there is none again and again.
"use strict";

const SECONDS = 1.5;
const SLOWEST = 30;
const TOLD = 30; // As long as the stream tells of the match.
const SPREAD = 0.3; // Pages that were opened at the same moment do not ask at the same moment.

for (const live of document.querySelectorAll("[data-live]")) follow(live);

function follow(live) {
  let wait = SECONDS;
  let etag = "";
  let timer = null;
  let last = 0; // When it was asked for.
  let told = null; // What the stream said last.
  const spread = (seconds) => seconds * 1000 * (1 - SPREAD + 2 * SPREAD * Math.random());
  const isNew = () => told && (told.version > Number(live.dataset.version) || told.status !== live.dataset.status);

  function again(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(look, milliseconds);
  }

  async function look() {
    if (document.hidden) return again(spread(SECONDS));
    timer = null;
    last = performance.now();
    try {
      await ask();
      wait = SECONDS;
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
    }
    const isQuiet = wait === SECONDS && globalThis.pageNews?.isTold(live.dataset.match) && !isNew();
    if (live.dataset.status !== "over") again(spread(isQuiet ? TOLD : wait));
  }

  // Not more often than a page asks that is told nothing.
  function hear(news) {
    told = news;
    if (timer === null || live.dataset.status === "over") return; // Or it asks just now.
    if (!news) again(spread(wait));
    else if (isNew()) again(Math.max(SPREAD * 1000 * Math.random(), last + spread(SECONDS) - performance.now()));
  }

  async function ask() {
    const headers = { Accept: "*/*", ...(etag && { "If-None-Match": etag }) };
    const answer = await fetch(live.dataset.tableUrl, { headers, cache: "no-store" });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    const [version, status] = ["Match-Version", "Match-Status"].map((name) => answer.headers.get(name) ?? "");
    if (Number(version) < Number(live.dataset.version)) return; // Another process has not looked since.
    const isOther = version !== live.dataset.version || status !== live.dataset.status;
    if (answer.status !== 304 && isOther) show(await answer.text());
    etag = answer.headers.get("ETag") ?? "";
    live.dataset.version = version;
    live.dataset.status = status;
  }

  function show(html) {
    const before = live.querySelector(".board");
    const cards = before && boardMotion.cardsOf(before);
    live.innerHTML = html;
    const board = live.querySelector(".board");
    if (cards && board) boardMotion.play(cards, board, 1);
    const said = document.querySelector("[data-said]");
    const event = live.querySelector(".result") ?? live.querySelector(".event");
    if (said && event) said.textContent = event.textContent.replace(/\s+/g, " ");
  }

  if (live.dataset.status === "over") return;
  again(spread(wait));
  globalThis.pageNews?.follow(live.dataset.match, hear);
}
