// A table that one plays at. Each choice is a button that works without this script; here one clicks them on the board,
// and sees what the others did, one event after another.
"use strict";

const OWN_TURN = 2;
const WAITING = 0.4;
const AFTERWARDS = 4; // When it is over something may still be said.
const HIDDEN = 10;
const TOLD = 30; // As long as the stream tells of the match.
const SLOWEST = 15;
const FEW = 6; // So many choices are shown at once; of more, the board is the way to them.
const PANEL = 110; // Pixels: the question and what is folded, below the board of a narrow window.
const QUICK = 4; // So many that are nowhere on the board have a button of their own beside the question.
const FRAME = 850; // Milliseconds that an event is shown at normal speed; of many together less.
const LONGEST = 6000;
const LEAST_FRAME = 300;
const HELD = 2000; // Milliseconds for which a last step can be taken back.
const FAR = 8; // Pixels: whoever moves less has clicked.
const ONLY = 500; // So long one sees the position before the only choice is taken.

function playAt(frame) {
  let picked = [];
  let wait = WAITING;
  let isBusy = false;
  let wantsList = null; // Whether the list of actions is open: as the reader said last, else as it is needed.
  let timer = null; // Of the next look.
  let news = null; // What the stream said, until it has been looked at.
  let endHold = null; // While a step is held: sends it or takes it back.
  let skip = null; // While events are played: shows the last one.
  const settings = settingsOf();
  const title = document.title;
  const icon = document.querySelector("link[rel=icon]");
  const plainIcon = icon?.href;

  const table = () => frame.querySelector(".playing");
  const moves = () => frame.querySelector("[data-moves]");
  const list = () => frame.querySelector("[data-actions]");
  const buttons = () => [...frame.querySelectorAll("[data-moves] button[name=action]")];
  const pointsOf = (button) => (button.dataset.points ? button.dataset.points.split(" ") : []);
  const fits = (button) => picked.every((place, step) => pointsOf(button)[step] === place);
  const at = (place) => {
    const element = frame.querySelector(`.board [data-place="${CSS.escape(place)}"]`);
    return element?.getClientRects().length ? element : null;
  };

  // What may be chosen now

  function show() {
    if (!buttons().some(fits)) picked = [];
    const sought = wordsOf(frame.querySelector("[data-find]")?.value ?? "");
    for (const button of buttons()) button.parentElement.hidden = !fits(button) || !matches(button.textContent, sought);
    for (const tools of frame.querySelectorAll("[data-tools]:not([data-none])")) tools.hidden = false;
    for (const back of frame.querySelectorAll("[data-back]")) back.hidden = picked.length === 0;
    const isWhole = light();
    fit();
    const isFew = buttons().filter(fits).length <= FEW;
    if (list()) list().open = sought.length > 0 || !isWhole || (wantsList ?? (isFew && !isNarrow()));
  }

  // Where less of the window is left than the style sheet thinks, the board's rows and cards get smaller.
  function fit() {
    const board = frame.querySelector(".board");
    const room = innerHeight - (isNarrow() ? PANEL : 0);
    let more = 0;
    let before = Infinity;
    board.style.removeProperty("--more");
    for (let tries = 0; tries < 6; tries += 1) {
      const ends = [...board.querySelectorAll(".grid, .lanes, .near .hand")].map((one) => one.getBoundingClientRect().bottom);
      const over = Math.max(0, ...ends) + scrollY - room;
      if (over <= 0 || over >= before) return;
      [before, more] = [over, more + over];
      board.style.setProperty("--more", `${Math.ceil(more)}px`);
    }
  }

  // Marks on the board what leads on, and offers what is nowhere on it; whether that is all that fits.
  function light() {
    for (const spot of frame.querySelectorAll(".spot")) (spot.closest(".of-spot") ?? spot).remove();
    for (const lit of frame.querySelectorAll(".lit, .chosen")) lit.classList.remove("lit", "chosen");
    for (const place of picked) at(place)?.classList.add("chosen");
    const fitting = buttons().filter(fits);
    const next = new Map();
    offer([]);
    for (const button of fitting) {
      const place = pointsOf(button)[picked.length];
      if (place && at(place)) next.set(place, [...(next.get(place) ?? []), button]);
    }
    const isSame = (leading) => leading.length > 1 && leading.every((one) => pointsOf(one).length === picked.length + 1);
    if (next.size === 1 && isSame([...next.values()][0])) next.clear(); // All are the same click, which tells nothing.
    for (const [place, leading] of next) addSpot(place, leading);
    const reached = new Set([...next.values()].flat());
    const others = fitting.filter((button) => !reached.has(button));
    if (others.length <= QUICK) offer(others);
    return others.length <= QUICK;
  }

  function offer(others) {
    frame.querySelector("[data-quick]")?.replaceChildren(
      ...others.map((button) => {
        const quick = document.createElement("button");
        quick.type = "button";
        quick.textContent = button.querySelector(".what").textContent;
        quick.addEventListener("click", () => act(button));
        return quick;
      }),
    );
  }

  function addSpot(place, leading) {
    const element = at(place);
    if (element.tagName === "TABLE") return;
    element.classList.add("lit");
    const spot = document.createElement("button");
    spot.type = "button";
    spot.className = "spot";
    spot.dataset.spot = place;
    const said = leading.length === 1 ? leading[0].querySelector(".what") : element;
    const told = leading.length === 1 ? leading[0].querySelector(".foretold")?.textContent ?? "" : "";
    if (told) spot.title = told;
    for (const [on, text] of [["pointerenter", told], ["focus", told], ["pointerleave", ""], ["blur", ""]]) spot.addEventListener(on, () => foretell(text));
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

  // What the action under the pointer, or in focus, would do. Its line stays, so that nothing moves under the pointer.
  function foretell(text) {
    const line = frame.querySelector("[data-foretold]");
    if (!line || (!text && line.hidden)) return;
    line.textContent = text || "\u00a0";
    line.hidden = false;
  }

  function pick(place) {
    if (isBusy) return;
    picked.push(place);
    const left = buttons().filter(fits);
    if (left.length === 1 && pointsOf(left[0]).length === picked.length) return act(left[0]);
    show();
    (frame.querySelector(".spot") ?? left[0])?.focus({ preventScroll: true });
  }

  // A card is dragged to where it goes: what is picked up is the first click, and where it is let go the next. On touch
  // screens a row of cards still moves sideways, and a card leaves it upwards.
  function drag(event) {
    const spot = event.target.closest(".spot");
    if (!spot || isBusy || event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    const { spot: place } = spot.dataset;
    let ghost = null;
    const move = (now) => {
      if (now.pointerId !== event.pointerId) return;
      if (!ghost && Math.hypot(now.clientX - from[0], now.clientY - from[1]) < FAR) return;
      if (!ghost) {
        const before = picked.length;
        if (!buttons().some((button) => fits(button) && pointsOf(button)[before] === place && pointsOf(button).length > before + 1)) return end(now);
        ghost = ghostOf(spot.parentElement);
        frame.setPointerCapture(event.pointerId);
        pick(place);
      }
      ghost.style.translate = `${now.clientX}px ${now.clientY}px`;
      const over = spotAt(now);
      if (over !== frame.querySelector(".spot.over")) {
        frame.querySelector(".spot.over")?.classList.remove("over");
        over?.classList.add("over");
        foretell(over?.title ?? "");
      }
    };
    const end = (now) => {
      if (now.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const over = now.type === "pointerup" ? spotAt(now) : null;
      if (over) pick(over.dataset.spot);
      else if (picked.length) takeBack();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  // The spot under the pointer, or of what the place under it belongs to: of a side of a flag the flag.
  function spotAt({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY);
    const spot = element?.closest(".spot");
    if (spot) return spot;
    let place = element?.closest(".board [data-place]")?.dataset.place ?? "";
    for (; place; place = place.replace(/:?[^:]*$/, "")) {
      const near = frame.querySelector(`.spot[data-spot="${CSS.escape(place)}"]`);
      if (near) return near;
    }
    return null;
  }

  // A picture of the card under the pointer, which lets the pointer through.
  function ghostOf(element) {
    const ghost = document.createElement("div");
    const card = element.querySelector(".card") ?? element;
    ghost.className = "board ghost";
    ghost.setAttribute("aria-hidden", "true");
    ghost.append(card.cloneNode(true));
    ghost.style.setProperty("--card", `${card.getBoundingClientRect().width}px`);
    document.querySelector("main").append(ghost);
    return ghost;
  }

  function takeBack() {
    picked.pop();
    show();
    frame.querySelector(picked.length ? ".spot" : "[data-question]")?.focus({ preventScroll: true });
  }

  // Sending and fetching

  async function act(button) {
    if (settings.sure && !(await agreed([...button.querySelectorAll(".what, .foretold")].map((one) => one.textContent).join(" – ")))) return takeBack();
    send(moves(), button);
  }

  const agreed = (what) => (settings.sure === "hold" ? isLeft(what) : isSure(what));

  // The last step is held for a moment, in which it can be taken back, or sent at once.
  function isLeft(what) {
    endHold?.(false);
    const bar = document.querySelector("[data-held]");
    bar.querySelector("[data-what]").textContent = what;
    bar.hidden = false;
    bar.querySelector("button").focus({ preventScroll: true });
    setBusy(true);
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer);
        endHold = null;
        bar.hidden = true;
        bar.onclick = null;
        setBusy(false);
        resolve(answer);
      };
      const timer = setTimeout(end, HELD, true);
      bar.onclick = ({ target }) => target.value && end(target.value === "yes");
      endHold = end;
    });
  }

  // Against bots the only choice is taken without a click, if the reader wants that.
  function takeOnly() {
    const [only, ...others] = buttons();
    if (!settings.only || !only || others.length || !moves().hasAttribute("data-only") || frame.querySelector(".errorlist")) return;
    const { version } = table().dataset;
    setTimeout(() => !isBusy && table().dataset.version === version && send(moves(), only), ONLY * settings.speed);
  }

  function isSure(what) {
    const dialog = document.querySelector("[data-sure]");
    dialog.querySelector("[data-what]").textContent = what;
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
  }

  async function send(form, button) {
    if (isBusy) return;
    setBusy(true);
    const body = new URLSearchParams(new FormData(form, button));
    if (!body.has("version")) body.set("version", table().dataset.version);
    try {
      const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "X-Fragment": "table" } });
      if (answer.redirected) return tell(frame.dataset.gone);
      if (!answer.ok) return tell(frame.dataset.unreachable);
      tell("");
      put(await answer.text(), true);
    } catch {
      tell(frame.dataset.unreachable);
    } finally {
      setBusy(false);
    }
  }

  // Leads to another page, with what a button says. `submit` asks nobody again.
  function leave(form, button) {
    const sent = document.createElement("input");
    Object.assign(sent, { type: "hidden", name: button.name, value: button.value });
    form.append(sent);
    form.submit();
  }

  function setBusy(value) {
    isBusy = value;
    frame.setAttribute("aria-busy", String(value));
    if (!value) lookAtNews();
  }

  // A bar at the top for as long as something is wrong.
  function tell(text) {
    const bar = document.querySelector("[data-trouble]");
    if (bar.textContent !== text) bar.textContent = text;
    bar.hidden = text === "";
  }

  // A new table in place of the old one. What has happened in between is played first, as fast as the reader wants.
  function put(html, isOwn) {
    skip?.();
    const hadFocus = isOwn || frame.contains(document.activeElement);
    const wasAsked = moves() !== null;
    const open = new Map([...frame.querySelectorAll("details[data-keep]")].map((one) => [one.dataset.keep, one.open]));
    const old = frame.querySelector(".board");
    const before = boardMotion.cardsOf(old);
    if (isOwn) picked = [];
    frame.innerHTML = html;
    for (const one of frame.querySelectorAll("details[data-keep]")) if (open.has(one.dataset.keep)) one.open = open.get(one.dataset.keep);
    const frames = [...frame.querySelectorAll("template[data-frame]")];
    wait = WAITING;
    const arrive = () => {
      skip = null;
      show();
      readOn();
      if (hadFocus) frame.querySelector("[data-question]")?.focus({ preventScroll: true });
      const told = frame.querySelector(".errorlist") ?? frame.querySelector(".result") ?? frame.querySelector("[data-log] li:last-child span");
      const asked = frame.querySelector("[data-question]");
      say([told, asked].map((one) => one?.textContent ?? "").join(" "));
      call(wasAsked);
      takeOnly();
    };
    if (isMoving() && frames.length) playFrames(old, before, frames, arrive);
    else {
      if (isMoving()) boardMotion.play(before, frame.querySelector(".board"), settings.speed, seatOf(table().dataset.version));
      arrive();
    }
  }

  const isNarrow = () => matchMedia("(max-width: 999px)").matches;

  const isMoving = () => settings.speed > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;

  function playFrames(old, before, frames, arrive) {
    const last = frame.querySelector(".board");
    const pause = Math.max(LEAST_FRAME, Math.min(FRAME, LONGEST / frames.length)) * settings.speed;
    const steps = [...frames.map((one) => [one.dataset.frame, one.content.querySelector(".board")]), [table().dataset.version, last]];
    let [shown, cards, timer] = [last, before, null];
    const swap = (board) => {
      shown.replaceWith(board);
      shown = board;
    };
    if (list()) list().open = false;
    swap(old);
    readOn(Number(steps[0][0]) - 1);
    const step = () => {
      const [seq, board] = steps.shift();
      swap(board);
      boardMotion.play(cards, board, settings.speed, seatOf(seq));
      cards = boardMotion.cardsOf(board);
      readOn(Number(seq));
      if (steps.length) timer = setTimeout(step, pause);
      else arrive();
    };
    skip = () => {
      clearTimeout(timer);
      skip = null;
      swap(last);
      arrive();
    };
    step();
  }

  const seatOf = (seq) => frame.querySelector(`[data-log] [data-seq="${seq}"]`)?.dataset.seat;

  // The log at the event that is shown, which is the newest unless events are being played.
  function readOn(seq = Infinity) {
    const log = frame.querySelector("[data-log]");
    if (!log) return;
    const lines = [...log.children];
    for (const line of lines) {
      line.hidden = Number(line.dataset.seq) > seq;
      line.removeAttribute("aria-current");
    }
    lines.findLast((line) => !line.hidden)?.setAttribute("aria-current", "true");
    log.scrollTop = log.scrollHeight;
  }

  function say(text) {
    const said = document.querySelector("[data-said]");
    if (said) said.textContent = text.replace(/\s+/g, " ");
  }

  // It is the reader's turn: the title says so, and what else was asked for.
  function call(wasAsked) {
    const isAsked = moves() !== null;
    document.title = isAsked ? `● ${frame.dataset.yourTurn} – ${title}` : title;
    if (icon && frame.dataset.turnIcon) icon.href = isAsked ? frame.dataset.turnIcon : plainIcon;
    if (!isAsked || wasAsked) return;
    if (settings.sound) ring();
    if (settings.notify && document.hidden && globalThis.Notification?.permission === "granted") {
      const notice = new Notification(frame.dataset.yourTurn, { body: title, tag: location.pathname });
      notice.onclick = () => window.focus();
    }
  }

  // The newest phrase and who is offline. The player's open menus and chosen steps stay.
  function refresh(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const told = fresh.querySelector(".playing");
    if (!told) return;
    for (const part of fresh.querySelectorAll("[data-fresh]")) {
      const old = frame.querySelector(`[data-fresh=${part.dataset.fresh}]`);
      if (old.textContent === part.textContent) continue;
      old.replaceWith(part);
      say(part.querySelector("li:last-child")?.textContent ?? part.textContent);
    }
    Object.assign(table().dataset, { newestPhrase: told.dataset.newestPhrase, offline: told.dataset.offline });
  }

  const tableAfter = (version) => {
    const url = new URL(frame.dataset.tableUrl, location.href);
    url.searchParams.set("after", version);
    return url;
  };

  async function look() {
    timer = null;
    const isOver = table().hasAttribute("data-over");
    const told = news;
    let pause;
    news = null;
    try {
      if (isBusy) news = told;
      else if (!(document.hidden && isOver)) {
        const found = told ?? await (await ask(frame.dataset.versionUrl)).json();
        const { version, draws, newestPhrase, offline } = table().dataset;
        const isDraw = String(found.version) === version && String(found.draws ?? "") !== (draws ?? "");
        const isOther = !isOver && (found.version > Number(version) || isDraw);
        const isFresh = String(found.said ?? "") === (newestPhrase ?? "") && String(found.offline ?? offline) === offline;
        if (isOther || !isFresh) {
          const html = isBusy ? "" : await (await ask(tableAfter(version))).text();
          if (isBusy) news = found;
          else (isOther ? put : refresh)(html, false);
        }
        tell("");
      }
      wait = isOver ? AFTERWARDS : moves() ? OWN_TURN : Math.min(wait * 1.2, OWN_TURN);
      if (document.hidden) wait = HIDDEN;
      pause = globalThis.pageNews?.isTold(frame.dataset.match) ? TOLD : wait;
    } catch (error) {
      tell(error instanceof Redirected ? frame.dataset.gone : frame.dataset.unreachable);
      pause = wait = Math.min(wait * 2, SLOWEST);
    }
    timer = setTimeout(look, pause * 1000);
    lookAtNews();
  }

  function lookAtNews() {
    if (!news || isBusy || timer === null) return; // Or it is looking just now.
    clearTimeout(timer);
    look();
  }

  function hearNews(told) {
    news = told;
    if (told || timer === null) return lookAtNews();
    clearTimeout(timer);
    timer = setTimeout(look, OWN_TURN * 1000 * Math.random());
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || timer === null) return; // Or it is looking just now.
    clearTimeout(timer);
    look();
  });
  frame.addEventListener("submit", async (event) => {
    if (event.target.matches("[data-back-to]") && settings.sure) {
      event.preventDefault();
      const button = event.submitter;
      if (await agreed(button.getAttribute("aria-label"))) leave(event.target, button);
    }
    if (!event.target.matches("[data-moves], [data-aside]")) return;
    event.preventDefault();
    if (event.target.matches("[data-moves]")) act(event.submitter);
    else send(event.target, event.submitter);
  });
  frame.addEventListener("click", (event) => {
    if (event.target.closest("[data-back]")) takeBack();
    if (event.target.closest("[data-actions] > summary")) wantsList = !list().open;
    else if (event.target.closest(".board")) skip?.();
  });
  frame.addEventListener("pointerdown", drag);
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) show();
  });
  frame.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-find]")) return;
    event.preventDefault();
    const left = buttons().filter((button) => !button.parentElement.hidden);
    if (left.length === 1) act(left[0]);
    else left[0]?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && endHold) endHold(false);
    else if (event.key === "Escape" && skip) skip();
    else if (event.key === "Escape" && picked.length) takeBack();
    const find = frame.querySelector("[data-find]");
    if (event.key === "/" && find && !event.target.matches("input:not([type=checkbox]), select, textarea")) {
      event.preventDefault();
      if (list()) list().open = true;
      find.closest("[data-tools]").hidden = false;
      find.focus();
    }
  });

  if (isNarrow()) frame.querySelectorAll("[data-log-of-table]").forEach((log) => { log.open = false; });
  addEventListener("resize", fit);
  show();
  readOn();
  call(true);
  takeOnly();
  look();
  globalThis.pageNews?.follow(frame.dataset.match, hearNews);
}

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

// Each word that is sought begins another word of the text; of a text without spaces it is anywhere in it.
function matches(text, sought) {
  const words = wordsOf(text);
  return sought.every((one) => {
    const found = words.findIndex((word) => word.startsWith(one));
    if (found !== -1) words.splice(found, 1);
    return found !== -1 || text.toLowerCase().includes(one) && !/^\d+$/.test(one);
  });
}

// How the reader wants tables to be: kept in this browser.
function settingsOf() {
  const form = document.querySelector("[data-settings]");
  const kept = { speed: 1, sure: "", only: false, sound: false, notify: false, ...stored() };
  if (kept.sure === true) kept.sure = "ask"; // As it was kept before one could choose.
  for (const [name, value] of Object.entries(kept)) {
    const field = form.querySelector(`[name=${name}]`);
    if (field.type === "checkbox") field.checked = value;
    else field.value = String(value || (name === "speed" ? 0 : ""));
  }
  form.addEventListener("change", ({ target }) => {
    kept[target.name] = target.type === "checkbox" ? target.checked : target.name === "speed" ? Number(target.value) : target.value;
    if (target.name === "notify" && target.checked) globalThis.Notification?.requestPermission();
    if (target.name === "sound" && target.checked) ring();
    try {
      localStorage.setItem("table", JSON.stringify(kept));
    } catch { /* It holds for this page, then. */ }
  });
  form.hidden = false;
  return kept;
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem("table") ?? "{}");
  } catch {
    return {};
  }
}

// Two short notes.
function ring() {
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.value = 0.08;
  volume.connect(audio.destination);
  [660, 880].forEach((pitch, place) => {
    const note = audio.createOscillator();
    note.frequency.value = pitch;
    note.connect(volume);
    note.start(audio.currentTime + place * 0.14);
    note.stop(audio.currentTime + place * 0.14 + 0.12);
  });
}

class Redirected extends Error {}

async function ask(url) {
  const answer = await fetch(url, { headers: { Accept: "*/*" } });
  if (answer.redirected) throw new Redirected();
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

for (const frame of document.querySelectorAll("[data-play]")) playAt(frame);
