// A player's table. Each choice is a button that works without this script. With it, the player clicks choices on the
// board, and sees what the others did event by event.
"use strict";

const OWN_TURN = 2;
const WAITING = 0.4;
const AFTERWARDS = 4; // After the end, because players can still send phrases.
const HIDDEN = 10;
const STREAMED = 30; // While the stream covers the match.
const SLOWEST = 15;
const FEW = 6; // The most choices for which the list opens by itself. With more, the player uses the board.
const PANEL = 110; // Pixels for the question and the collapsed parts below the board in a low, narrow window, without the newest events.
const SHARE = 4; // In one view, cards get smaller by less than the room that is missing, since several rows share it.
const BORDER = 5; // Pixels between the end of a board and its last row.
const QUICK = 4; // The most choices without a place on the board that get buttons beside the question.
const FRAME = 850; // Milliseconds to show an event at normal speed; shorter if there are many.
const LONGEST = 6000;
const LEAST_FRAME = 300;
const HELD = 2000; // Milliseconds in which the player can take back an action.
const FAR = 8; // Pixels: a shorter movement of the pointer is a click.
const ONLY = 500; // Milliseconds to show the position before the only choice is made.

function playAt(frame) {
  let picked = [];
  let since = 0; // The event of the player's last action, or the first after the page was loaded.
  let wait = WAITING;
  let isBusy = false;
  let wantsList = null; // Whether the player wants the list of actions open; null until they choose.
  let timer = null; // The timer of the next look.
  let news = null; // The last news of the stream that has not been handled.
  let endHold = null; // Sends a held action or takes it back; null if none is held.
  let skip = null; // Skips to the last event; null unless events are being shown.
  const settings = settingsOf();
  const title = document.title;
  const icon = document.querySelector("link[rel=icon]");
  const plainIcon = icon?.href;

  const table = () => frame.querySelector(".playing");
  const moves = () => frame.querySelector("[data-moves]");
  const list = () => frame.querySelector("[data-actions]");
  const buttons = () => [...frame.querySelectorAll("[data-moves] button[name=action]")];
  const pointsOf = (button) => (button.dataset.points ? button.dataset.points.split(" ") : []);
  const fits = (button) => nextOf(button) !== null;
  const at = (place) => copiesAt(place)[0] ?? null;

  // The visible elements of a place: one, or all copies of a card in a row.
  function copiesAt(place) {
    const found = [...frame.querySelectorAll(`.board [data-place="${CSS.escape(place)}"]`)];
    const copies = found[0]?.matches(".piece") ? found : found.slice(0, 1);
    return copies.filter((element) => element.getClientRects().length);
  }

  // The places that lead on to an action; null if the places clicked so far don't lead to it. Cards of one row, such as
  // those to exchange, are clicked in any order.
  function nextOf(button) {
    const points = pointsOf(button);
    if (!isOfOneRow(points)) return picked.every((place, step) => points[step] === place) ? points.slice(picked.length, picked.length + 1) : null;
    for (const place of picked) {
      const found = points.indexOf(place);
      if (found === -1) return null;
      points.splice(found, 1);
    }
    return points;
  }

  function isOfOneRow(points) {
    const rows = new Set(points.map((place) => place.replace(/:[^:]*$/, "")));
    return points.length > 1 && rows.size === 1 && frame.querySelector(`.board .cards[data-place="${CSS.escape([...rows][0])}"]`) !== null;
  }

  // The choices

  function show() {
    if (!buttons().some(fits)) picked = [];
    const sought = wordsOf(frame.querySelector("[data-find]")?.value ?? "");
    for (const button of buttons()) button.parentElement.hidden = !fits(button) || !matches(button.textContent, sought);
    for (const tools of frame.querySelectorAll("[data-tools]:not([data-none])")) tools.hidden = false;
    for (const back of frame.querySelectorAll("[data-back]")) back.hidden = picked.length === 0;
    name();
    const isWhole = light();
    const left = buttons().filter(fits).length;
    const isOffered = frame.querySelectorAll("[data-quick] button").length === left; // Twice the same buttons help nobody.
    if (list()) list().open = sought.length > 0 || !isWhole || (wantsList ?? (left <= FEW && !isOffered && !isNarrow()));
    fit(); // Last: an open list leaves less room.
  }

  // Names the picked cards after the question.
  function name() {
    const question = frame.querySelector("[data-question]");
    question.dataset.asked ??= question.textContent;
    const names = picked.map((place) => at(place)?.querySelector(".card")?.title).filter(Boolean);
    question.textContent = [question.dataset.asked, names.join(", ")].filter(Boolean).join(": ");
    frame.querySelector(".board").classList.toggle("picking", picked.length > 0);
  }

  // Makes the rows and cards of the board smaller if the window has less room than the style sheet assumes.
  function fit() {
    const board = frame.querySelector(".board");
    const view = isInOneView() ? frame.querySelector(".position").getBoundingClientRect() : null;
    const below = isNarrow() ? PANEL + (frame.querySelector("[data-newest]")?.offsetHeight ?? 0) : 0;
    const room = view ? view.bottom - BORDER : innerHeight - below;
    const field = board.querySelector(".grid.large");
    const [left, top] = [field?.scrollLeft, field?.scrollTop];
    let more = 0;
    let before = Infinity;
    board.style.removeProperty("--more");
    for (let tries = 0; tries < 6; tries += 1) {
      const ends = [...board.querySelectorAll(view ? ".near .hand" : ".grid, .lanes, .near .hand")].map((one) => one.getBoundingClientRect().bottom);
      const over = Math.max(0, ...ends) + (view ? board.scrollTop : scrollY) - room;
      if (over <= 0 || over >= before) break;
      [before, more] = [over, more + over * (view ? SHARE : 1)];
      board.style.setProperty("--more", `${Math.ceil(more)}px`);
    }
    field?.scrollTo(left, top); // A field that was higher for a moment has been scrolled back.
  }

  // Marks the places to click next, and offers the other choices as buttons. Returns whether that covers all choices.
  function light() {
    for (const spot of frame.querySelectorAll(".spot")) (spot.closest(".of-spot") ?? spot).remove();
    for (const lit of frame.querySelectorAll(".lit, .chosen")) lit.classList.remove("lit", "chosen");
    for (const place of picked) copiesAt(place).find((one) => !one.matches(".chosen"))?.classList.add("chosen");
    const fitting = buttons().filter(fits);
    const next = new Map();
    offer([]);
    for (const button of fitting) {
      for (const place of new Set(nextOf(button))) if (at(place)) next.set(place, [...(next.get(place) ?? []), button]);
    }
    const isSame = (leading) => leading.length > 1 && leading.every((one) => pointsOf(one).length === picked.length + 1);
    if (next.size === 1 && isSame([...next.values()][0])) next.clear(); // One click would mean several choices.
    for (const [place, leading] of next) addSpots(place, leading);
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
        tellOf(quick, button.querySelector(".foretold")?.textContent ?? "");
        return quick;
      }),
    );
  }

  // Of several copies, those that are left to choose.
  function addSpots(place, leading) {
    const copies = copiesAt(place);
    const left = copies.filter((one) => !one.matches(".chosen"));
    for (const element of left.length ? left : copies) addSpot(element, place, leading);
  }

  function addSpot(element, place, leading) {
    if (element.tagName === "TABLE") return;
    element.classList.add("lit");
    const spot = document.createElement("button");
    spot.type = "button";
    spot.className = "spot";
    spot.dataset.spot = place;
    const label = leading.length === 1 ? leading[0].querySelector(".what") : element;
    const forecast = leading.length === 1 ? leading[0].querySelector(".foretold")?.textContent ?? "" : "";
    tellOf(spot, forecast);
    spot.setAttribute("aria-label", (label.matches(".piece") && label.querySelector(".card")?.title) || label.textContent.replace(/\s+/g, " ").trim() || place);
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

  // Moves the focus among the choices on the board and beside the question; from the question, to the first or last.
  function focusNext(way) {
    const choices = [...frame.querySelectorAll(".spot, [data-quick] button")];
    const now = choices.indexOf(document.activeElement);
    choices.at(now === -1 ? Math.min(way, 0) : (now + way) % choices.length)?.focus();
  }

  // Shows the forecast of an action while its button is under the pointer or in focus.
  function tellOf(element, forecast) {
    if (forecast) element.title = forecast;
    for (const [on, text] of [["pointerenter", forecast], ["focus", forecast], ["pointerleave", ""], ["blur", ""]]) element.addEventListener(on, () => foretell(text));
  }

  // The line of a forecast. It stays, so that nothing moves under the pointer.
  function foretell(text) {
    const line = frame.querySelector("[data-foretold]");
    if (!line || (!text && line.hidden)) return;
    line.textContent = text || "\u00a0";
    line.hidden = !text && isInOneView(); // There it lies over the newest events.
  }

  function pick(place) {
    if (isBusy) return;
    picked.push(place);
    const left = buttons().filter(fits);
    if (left.length === 1 && pointsOf(left[0]).length === picked.length) return act(left[0]);
    show();
    (frame.querySelector(".spot") ?? left[0])?.focus({ preventScroll: true });
  }

  // Takes back a place that is clicked again, or picks one that could have been picked instead of the last. Returns whether
  // the place is either.
  function change(place) {
    const last = picked.at(-1);
    if (picked.includes(place)) takeBack(place);
    else {
      picked.pop();
      if (!buttons().some((button) => nextOf(button)?.includes(place))) {
        picked.push(last);
        return false;
      }
      pick(place);
    }
    return true;
  }

  // Lets the player drag a card: picking it up counts as the first click, and dropping it as the next. A card whose click is
  // the whole action is dropped anywhere on the board beside its row. On touch screens, a sideways movement scrolls a row of
  // cards, and an upward movement drags a card.
  function drag(event) {
    const spot = event.target.closest(".spot");
    if (!spot || isBusy || event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    const { spot: place } = spot.dataset;
    const leads = (length) => buttons().some((button) => nextOf(button)?.includes(place) && length(pointsOf(button).length));
    let ghost = null;
    let isWhole = false;
    let last = event;
    const scrollAtEdge = globalThis.boardField?.edgeScroller();
    const move = (now) => {
      if (now.pointerId !== event.pointerId) return;
      last = now;
      if (!ghost && Math.hypot(now.clientX - from[0], now.clientY - from[1]) < FAR) return;
      if (!ghost) {
        isWhole = !leads((length) => length > picked.length + 1);
        if (isWhole && !spot.closest(".hand")) return end(now);
        ghost = ghostOf(spot.parentElement);
        frame.setPointerCapture(event.pointerId);
        if (!isWhole) pick(place);
        step();
      }
      ghost.style.translate = `${now.clientX}px ${now.clientY}px`;
    };
    const step = () => {
      if (!ghost.isConnected) return;
      scrollAtEdge?.(last);
      const over = isWhole ? null : spotAt(last);
      if (over !== frame.querySelector(".spot.over")) {
        frame.querySelector(".spot.over")?.classList.remove("over");
        over?.classList.add("over");
        foretell(over?.title ?? "");
      }
      requestAnimationFrame(step);
    };
    const end = (now) => {
      if (now.pointerId !== event.pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      if (isWhole) {
        if (now.type === "pointerup" && isBesideHand(now)) pick(place);
        return;
      }
      const over = now.type === "pointerup" ? spotAt(now) : null;
      if (over) pick(over.dataset.spot);
      else if (picked.length) takeBack();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  function isBesideHand({ clientX, clientY }) {
    const element = document.elementFromPoint(clientX, clientY);
    return Boolean(element?.closest(".board")) && !element.closest(".hand");
  }

  // The spot under the pointer, or the spot of a place around it: for a side of a flag, that of the flag.
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

  // A picture of the dragged card that follows the pointer. It does not catch pointer events.
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

  function takeBack(place = picked.at(-1)) {
    picked.splice(picked.lastIndexOf(place), 1);
    show();
    frame.querySelector(picked.length ? ".spot" : "[data-question]")?.focus({ preventScroll: true });
  }

  // Sending and fetching

  async function act(button) {
    if (settings.sure && !(await agreed([...button.querySelectorAll(".what, .foretold")].map((one) => one.textContent).join(" – ")))) return takeBack();
    send(moves(), button);
  }

  const agreed = (what) => (settings.sure === "hold" ? isLeft(what) : isSure(what));

  // Holds an action for a moment. Meanwhile the player can take it back or send it at once.
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

  // Makes the only choice without a click, against bots and if the player has turned this on.
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

  // Submits a form with the value of a button, without the confirmation: `submit` fires no event.
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

  // Shows a bar at the top while something is wrong.
  function tell(text) {
    const bar = document.querySelector("[data-trouble]");
    if (bar.textContent !== text) bar.textContent = text;
    bar.hidden = text === "";
  }

  // Replaces the table. First shows the events in between, at the speed that the player has chosen.
  function put(html, isOwn) {
    skip?.();
    const hadFocus = isOwn || frame.contains(document.activeElement);
    const wasAsked = moves() !== null;
    const open = new Map([...frame.querySelectorAll("details[data-keep]")].map((one) => [one.dataset.keep, one.open]));
    const old = frame.querySelector(".board");
    const before = boardMotion.look(old);
    if (isOwn) [picked, since] = [[], Number(table().dataset.version) + 1];
    frame.innerHTML = html;
    for (const one of frame.querySelectorAll("details[data-keep]")) if (open.has(one.dataset.keep)) one.open = open.get(one.dataset.keep);
    const frames = [...frame.querySelectorAll("template[data-frame]")];
    wait = WAITING;
    const arrive = () => {
      skip = null;
      frame.classList.remove("catching-up");
      readOn();
      sumUp();
      show();
      if (hadFocus) frame.querySelector("[data-question]")?.focus({ preventScroll: true });
      const happened = frame.querySelector(".errorlist") ?? frame.querySelector(".result") ?? frame.querySelector("[data-log] li:last-child span");
      const asked = frame.querySelector("[data-question]");
      say([happened, asked].map((one) => one?.textContent ?? "").join(" "));
      call(wasAsked);
      takeOnly();
    };
    if (isMoving() && frames.length) playFrames(old, before, frames, arrive);
    else {
      if (list()) list().open = false;
      fit(); // Cards fly to where they stay.
      if (isMoving()) boardMotion.play(before, frame.querySelector(".board"), settings.speed);
      arrive();
    }
  }

  const isNarrow = () => matchMedia("(max-width: 999px)").matches;
  const isInOneView = () => matchMedia("(max-width: 999px) and (min-height: 640px)").matches && !table().hasAttribute("data-over");

  const isMoving = () => settings.speed > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;

  function playFrames(old, before, frames, arrive) {
    const last = frame.querySelector(".board");
    const pause = Math.max(LEAST_FRAME, Math.min(FRAME, LONGEST / frames.length)) * settings.speed;
    const steps = [...frames.map((one) => [one.dataset.frame, one.content.querySelector(".board")]), [table().dataset.version, last]];
    let [shown, cards, timer] = [last, before, null];
    const swap = (board) => {
      shown.replaceWith(board);
      shown = board;
      fit();
    };
    if (list()) list().open = false;
    frame.classList.add("catching-up");
    swap(old);
    readOn(Number(steps[0][0]) - 1);
    const step = () => {
      const [seq, board] = steps.shift();
      swap(board);
      boardMotion.play(cards, board, settings.speed);
      cards = boardMotion.look(board);
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

  // Shows the log up to an event. Without `seq`, up to the newest.
  function readOn(seq = Infinity) {
    const log = frame.querySelector("[data-log]");
    if (!log) return;
    const lines = [...log.children];
    for (const line of lines) {
      line.hidden = Number(line.dataset.seq) > seq;
      line.removeAttribute("aria-current");
    }
    const newest = lines.findLast((line) => !line.hidden);
    newest?.setAttribute("aria-current", "true");
    showNewest();
    sumUp(lines.filter((line) => !line.hidden).slice(-1));
  }

  // Scrolls the log to its end, but shows a long event from its beginning.
  function showNewest() {
    const newest = frame.querySelector("[data-log] [aria-current]");
    if (newest) newest.parentElement.scrollTop = newest.offsetTop;
  }

  // Tells events for windows in which the log is folded: what the player's last action has led to, or that action.
  function sumUp(told = [...frame.querySelectorAll("[data-log] li")].filter((line, place, { length }) => line.dataset.seq >= since || place === length - 1)) {
    const texts = told.flatMap((line) => {
      const sentences = [...line.querySelectorAll(".said")];
      const isKnown = line.matches(`[data-own][data-seq="${since}"]`) && told.length + sentences.length > 2; // Its first sentence is.
      return sentences.length ? sentences.slice(isKnown ? 1 : 0) : [line.querySelector("span")];
    });
    frame.querySelector("[data-newest]")?.replaceChildren(texts.map((one) => one.textContent.trim()).join(" "));
  }

  function say(text) {
    const live = document.querySelector("[data-said]");
    if (live) live.textContent = text.replace(/\s+/g, " ");
  }

  // Calls the player to their turn: by the title and icon, and by sound and notification if they are turned on.
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

  // Replaces the newest phrases and who is offline, without disturbing the rest of the table.
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
    const fresh = news;
    let pause;
    news = null;
    try {
      if (isBusy) news = fresh;
      else if (!(document.hidden && isOver)) {
        const found = fresh ?? await (await ask(frame.dataset.versionUrl)).json();
        const { version, draws, newestPhrase, offline } = table().dataset;
        const isDraw = String(found.version) === version && String(found.draws ?? "") !== (draws ?? "");
        const isOther = !isOver && (found.version > Number(version) || isDraw);
        const isSame = String(found.said ?? "") === (newestPhrase ?? "") && String(found.offline ?? offline) === offline;
        if (isOther || !isSame) {
          const html = isBusy ? "" : await (await ask(tableAfter(version))).text();
          if (isBusy) news = found;
          else (isOther ? put : refresh)(html, false);
        }
        tell("");
      }
      wait = isOver ? AFTERWARDS : moves() ? OWN_TURN : Math.min(wait * 1.2, OWN_TURN);
      if (document.hidden) wait = HIDDEN;
      pause = globalThis.pageNews?.isTold(frame.dataset.match) ? STREAMED : wait;
    } catch (error) {
      tell(error instanceof Redirected ? frame.dataset.gone : frame.dataset.unreachable);
      pause = wait = Math.min(wait * 2, SLOWEST);
    }
    timer = setTimeout(look, pause * 1000);
    lookAtNews();
  }

  function lookAtNews() {
    if (!news || isBusy || timer === null) return; // Without a timer, a look is in progress.
    clearTimeout(timer);
    look();
  }

  function hearNews(heard) {
    news = heard;
    if (heard || timer === null) return lookAtNews();
    clearTimeout(timer);
    timer = setTimeout(look, OWN_TURN * 1000 * Math.random());
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden || timer === null) return; // Without a timer, a look is in progress.
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
    if (event.target.closest("[data-newest]")?.classList.toggle("whole") !== undefined) fit();
    if (event.target.closest("[data-actions] > summary")) wantsList = !list().open;
    else if (event.target.closest(".board")) skip?.();
    if (!picked.length || isBusy || event.target.closest(".spot")) return;
    const near = spotAt(event);
    if (near) pick(near.dataset.spot);
    else if (!change(event.target.closest(".board [data-place]")?.dataset.place)) return;
    event.stopPropagation(); // The card there is not read.
  });
  frame.addEventListener("toggle", showNewest, { capture: true }); // An open list leaves the log less room.
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
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const isSideways = ["ArrowRight", "ArrowLeft"].includes(event.key); // The others scroll the page.
    if (way && document.activeElement.matches(`[data-question], .spot, [data-quick] button${isSideways ? ", body" : ""}`)) {
      event.preventDefault();
      focusNext(way);
    }
    const find = frame.querySelector("[data-find]");
    if (event.key === "/" && find && !event.target.matches("input:not([type=checkbox]), select, textarea")) {
      event.preventDefault();
      if (list()) list().open = true;
      find.closest("[data-tools]").hidden = false;
      find.focus();
    }
  });

  frame.classList.add("in-one-view");
  if (isNarrow()) frame.querySelectorAll("[data-log-of-table]").forEach((log) => { log.open = false; });
  addEventListener("resize", fit);
  since = Number(table().dataset.version) + 1;
  readOn();
  show();
  call(true);
  takeOnly();
  look();
  globalThis.pageNews?.follow(frame.dataset.match, hearNews);
}

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

// Whether each sought word begins a different word of the text, or occurs anywhere in it, as in Japanese.
function matches(text, sought) {
  const words = wordsOf(text);
  return sought.every((one) => {
    const found = words.findIndex((word) => word.startsWith(one));
    if (found !== -1) words.splice(found, 1);
    return found !== -1 || text.toLowerCase().includes(one) && !/^\d+$/.test(one);
  });
}

// The player's settings for tables, stored in this browser.
function settingsOf() {
  const form = document.querySelector("[data-settings]");
  const chosen = { speed: 1, sure: "", only: false, sound: false, notify: false, ...stored() };
  if (chosen.sure === true) chosen.sure = "ask"; // The stored value from before there was a choice.
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.querySelector(`[name=${name}]`);
    if (field.type === "checkbox") field.checked = value;
    else field.value = String(value || (name === "speed" ? 0 : ""));
  }
  form.addEventListener("change", ({ target }) => {
    chosen[target.name] = target.type === "checkbox" ? target.checked : target.name === "speed" ? Number(target.value) : target.value;
    if (target.name === "notify" && target.checked) globalThis.Notification?.requestPermission();
    if (target.name === "sound" && target.checked) ring();
    try {
      localStorage.setItem("table", JSON.stringify(chosen));
    } catch { /* The setting applies to this page only. */ }
  });
  form.hidden = false;
  return chosen;
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem("table") ?? "{}");
  } catch {
    return {};
  }
}

// Plays two short notes.
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
