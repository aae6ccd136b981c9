// Updates a live match: asks for the newest position, and gets it unless the page already has it. Asks on news of the
// stream, and polls without one.
"use strict";

const SECONDS = 1.5;
const SLOWEST = 30;
const STREAMED = 30; // While the stream covers the match.
const SPREAD = 0.3; // Varies the pauses, so that pages opened together do not ask together.

for (const live of document.querySelectorAll("[data-live]")) follow(live);

function follow(live) {
  let wait = SECONDS;
  let etag = "";
  let timer = null;
  let last = 0; // When the page last asked.
  let heard = null; // The last news of the stream.
  const spread = (seconds) => seconds * 1000 * (1 - SPREAD + 2 * SPREAD * Math.random());
  const isNew = () => heard && (heard.version > Number(live.dataset.version) || heard.status !== live.dataset.status);

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
    if (live.dataset.status !== "over") again(spread(isQuiet ? STREAMED : wait));
  }

  // Asks on news, but no more often than a page without a stream polls.
  function hear(news) {
    heard = news;
    if (timer === null || live.dataset.status === "over") return; // Without a timer, the page is asking already.
    if (!news) again(spread(wait));
    else if (isNew()) again(Math.max(SPREAD * 1000 * Math.random(), last + spread(SECONDS) - performance.now()));
  }

  async function ask() {
    const headers = { Accept: "*/*", ...(etag && { "If-None-Match": etag }) };
    const answer = await fetch(live.dataset.tableUrl, { headers, cache: "no-store" });
    if (!answer.ok && answer.status !== 304) throw new Error(String(answer.status));
    const [version, status] = ["Match-Version", "Match-Status"].map((name) => answer.headers.get(name) ?? "");
    if (Number(version) < Number(live.dataset.version)) return; // The answer is from a process with an older look.
    const isOther = version !== live.dataset.version || status !== live.dataset.status;
    if (answer.status !== 304 && isOther) show(await answer.text(), Number(version) === Number(live.dataset.version) + 1);
    etag = answer.headers.get("ETag") ?? "";
    live.dataset.version = version;
    live.dataset.status = status;
  }

  function show(html, isNext) {
    const before = live.querySelector(".board");
    const seen = before && boardMotion.look(before);
    live.innerHTML = html;
    const board = live.querySelector(".board");
    if (seen && board) boardMotion.play(seen, board, 1, isNext);
    const said = document.querySelector("[data-said]");
    const event = live.querySelector(".result") ?? live.querySelector(".event");
    if (said && event) said.textContent = event.textContent.replace(/\s+/g, " ");
  }

  if (live.dataset.status === "over") return;
  again(spread(wait));
  globalThis.pageNews?.follow(live.dataset.match, hear);
}
