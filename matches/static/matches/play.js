// A table that one plays at. Each choice is a button that works without this script; here one clicks them on the board.
"use strict";

const OWN_TURN = 2;
const WAITING = 0.4;
const AFTERWARDS = 4; // When it is over something may still be said.
const SLOWEST = 15;

for (const frame of document.querySelectorAll("[data-play]")) playAt(frame);

function playAt(frame) {
  let picked = [];
  let wait = WAITING;
  let isBusy = false;

  const table = () => frame.querySelector(".playing");
  const moves = () => frame.querySelector("[data-moves]");
  const buttons = () => [...frame.querySelectorAll("[data-moves] button[name=action]")];
  const pointsOf = (button) => (button.dataset.points ? button.dataset.points.split(" ") : []);
  const fits = (button) => picked.every((place, step) => pointsOf(button)[step] === place);
  const at = (place) => frame.querySelector(`[data-place="${CSS.escape(place)}"]`);

  // What may be chosen now

  function show() {
    if (!buttons().some(fits)) picked = [];
    const find = frame.querySelector("[data-find]");
    const sought = (find?.value ?? "").trim().toLowerCase();
    for (const button of buttons()) {
      button.parentElement.hidden = !fits(button) || !button.textContent.toLowerCase().includes(sought);
    }
    for (const tools of frame.querySelectorAll("[data-tools]")) tools.hidden = false;
    for (const back of frame.querySelectorAll("[data-back]")) back.hidden = picked.length === 0;
    light();
  }

  function light() {
    for (const spot of frame.querySelectorAll(".spot")) (spot.closest(".of-spot") ?? spot).remove();
    for (const lit of frame.querySelectorAll(".lit, .chosen")) lit.classList.remove("lit", "chosen");
    for (const place of picked) at(place)?.classList.add("chosen");
    const next = new Map();
    for (const button of buttons().filter(fits)) {
      const place = pointsOf(button)[picked.length];
      if (place) next.set(place, [...(next.get(place) ?? []), button]);
    }
    const tellsNothing = ([, leading]) => leading.length > 1 && leading.every((one) => pointsOf(one).length === picked.length + 1);
    if (next.size === 1 && tellsNothing([...next][0])) return; // All are the same click: the list is what tells them apart.
    for (const [place, leading] of next) addSpot(place, leading);
  }

  function addSpot(place, leading) {
    const element = at(place);
    if (!element || element.tagName === "TABLE") return;
    element.classList.add("lit");
    const spot = document.createElement("button");
    spot.type = "button";
    spot.className = "spot";
    spot.dataset.spot = place;
    const said = leading.length === 1 ? leading[0].querySelector(".what") : element;
    spot.setAttribute("aria-label", said.textContent.replace(/\s+/g, " ").trim() || place);
    spot.addEventListener("click", () => pick(place));
    if (element.matches("ul, ol")) {
      const item = document.createElement("li");
      item.className = "of-spot";
      item.append(spot);
      element.prepend(item);
    } else if (element.matches(".fact")) {
      element.querySelector("dd").append(spot);
    } else {
      element.prepend(spot);
    }
  }

  function pick(place) {
    if (isBusy) return;
    picked.push(place);
    const left = buttons().filter(fits);
    if (left.length === 1 && pointsOf(left[0]).length === picked.length) return send(moves(), left[0]);
    show();
    (frame.querySelector(".spot") ?? left[0])?.focus({ preventScroll: true });
  }

  function takeBack() {
    picked.pop();
    show();
    frame.querySelector(picked.length ? ".spot" : "[data-question]")?.focus({ preventScroll: true });
  }

  // Sending and fetching

  async function send(form, button) {
    if (isBusy) return;
    setBusy(true);
    const body = new URLSearchParams(new FormData(form, button));
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "X-Fragment": "table" } });
      if (!answer.ok || answer.redirected) return location.reload();
      put(await answer.text(), true);
    } catch {
      say(frame.dataset.unreachable);
    } finally {
      setBusy(false);
    }
  }

  function setBusy(value) {
    isBusy = value;
    frame.setAttribute("aria-busy", String(value));
  }

  function put(html, isOwn) {
    const hadFocus = isOwn || frame.contains(document.activeElement);
    if (isOwn) picked = [];
    frame.innerHTML = html;
    show();
    wait = WAITING;
    if (hadFocus) frame.querySelector("[data-question]")?.focus({ preventScroll: true });
    const told = frame.querySelector(".errorlist") ?? frame.querySelector(".result") ?? frame.querySelector(".event");
    const asked = frame.querySelector("[data-question]");
    say([told, asked].map((one) => one?.textContent ?? "").join(" "));
  }

  function say(text) {
    const said = document.querySelector("[data-said]");
    if (said) said.textContent = text.replace(/\s+/g, " ");
  }

  // What was said, without what one is doing at the table.
  function hear(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const [old, heard] = [frame, fresh].map((place) => place.querySelector("[data-heard]"));
    if (!old || !heard) return;
    old.replaceWith(heard);
    table().dataset.newestPhrase = fresh.querySelector(".playing").dataset.newestPhrase;
    say(heard.querySelector("li:last-child")?.textContent ?? "");
  }

  async function look() {
    const isOver = table().hasAttribute("data-over");
    try {
      if (!document.hidden && !isBusy) {
        const found = await (await ask(frame.dataset.versionUrl)).json();
        const at = table().dataset;
        const isOther = !isOver && (String(found.version) !== at.version || String(found.draws) !== at.draws);
        const isHeard = String(found.said) !== at.newestPhrase;
        if (!isBusy && (isOther || isHeard)) {
          const html = await (await ask(frame.dataset.tableUrl)).text();
          if (!isBusy) (isOther ? put : hear)(html, false);
        }
      }
      wait = isOver ? AFTERWARDS : moves() ? OWN_TURN : Math.min(wait * 1.2, OWN_TURN);
    } catch {
      wait = Math.min(wait * 2, SLOWEST);
    }
    setTimeout(look, wait * 1000);
  }

  frame.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-moves], [data-aside]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  frame.addEventListener("click", (event) => {
    if (event.target.closest("[data-back]")) takeBack();
  });
  frame.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) show();
  });
  frame.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-find]")) return;
    event.preventDefault();
    const left = buttons().filter((button) => !button.parentElement.hidden);
    if (left.length === 1) send(moves(), left[0]);
    else left[0]?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && picked.length) takeBack();
    const find = frame.querySelector("[data-find]");
    if (event.key === "/" && find && !event.target.matches("input, select, textarea")) {
      event.preventDefault();
      find.focus();
    }
  });

  show();
  look();
}

async function ask(url) {
  const answer = await fetch(url, { headers: { Accept: "*/*" } });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer;
}
