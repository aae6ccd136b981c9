// Animates an event: cards fly from place to place, turn where they lie, and hit cards shake. The board names the motions
// of its event. Without them, as after several events at once, they are guessed from the two boards.

const FLIGHT = 380; // Milliseconds at normal speed.
const APART = 70; // Milliseconds between the cards of one event.
const LONGEST = 500; // Milliseconds that the last card waits at most.
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)";

// What a board shows: its places, its cards face up, and a back. Call it before the board is replaced.
function look(board) {
  const origin = board.getBoundingClientRect();
  const boxOf = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left - origin.left, y: box.top - origin.top, width: box.width, height: box.height };
  };
  const [places, cards] = [new Map(), new Map()];
  for (const element of board.querySelectorAll("[data-place]")) places.set(element.dataset.place, boxOf(element));
  for (const card of board.querySelectorAll(".card[data-card]")) {
    const box = boxOf(card);
    if (!box.width) continue;
    const face = card.querySelector(".face");
    const own = cards.get(card.dataset.card) ?? [];
    own.push({ ...box, card, place: placeOf(card), turn: face && getComputedStyle(face).transform });
    cards.set(card.dataset.card, own);
  }
  return { places, cards, back: board.querySelector(".card.back") };
}

const placeOf = (element) => element.closest("[data-place]")?.dataset.place ?? "";
const isWithin = (place, outer) => place === outer || place.startsWith(`${outer}:`);

// Animates the change from an earlier look to this board. `isNext`: there was only one event in between.
function play(before, board, speed, isNext = true) {
  if (!speed || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  globalThis.boardField?.settle(board);
  const now = look(board);
  const duration = FLIGHT * speed;
  if (isNext && board.dataset.motions !== undefined) move(before, now, board, duration);
  else guess(before, now, board, duration);
  turn(before, now, duration);
  for (const shown of board.querySelectorAll(".t-revealed .face")) {
    shown.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration });
  }
  for (const hit of board.querySelectorAll(".t-hit")) {
    hit.animate([0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration, delay: duration * 0.6 });
  }
}

// The motions that the board names: `card from to`, separated by semicolons. A back is `-`.
function move(before, now, board, duration) {
  const taken = new Set();
  const motions = board.dataset.motions.split(";").filter(Boolean).map((motion) => motion.split(" "));
  const apart = Math.min(APART, LONGEST / motions.length);
  for (const [number, [slug, from, to]] of motions.entries()) {
    const start = take(before.cards.get(slug), from, taken) ?? nearest(before.places, from);
    const end = take(now.cards.get(slug), to, taken);
    const timing = { duration, delay: number * apart, easing: EASING, fill: "backwards" };
    if (end && start) fly(end, start, timing);
    else if (end) end.card.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    else if (start) slide(board, start.card ?? before.back ?? now.back, start, nearest(now.places, to), timing);
  }
}

// The card that lies at a place, each only once.
function take(cards, place, taken) {
  const found = cards?.find((one) => isWithin(one.place, place) && !taken.has(one.card));
  if (found) taken.add(found.card);
  return found;
}

// The box of a place, or of the one around it.
function nearest(places, place) {
  for (let at = place; at; at = at.replace(/:?[^:]*$/, "")) {
    const box = places.get(at);
    if (box?.width) return box;
  }
  return null;
}

// Moves a picture of a card that is not to be seen at its new place: in a pile, or in a hand of backs.
function slide(board, card, from, to, { duration, delay }) {
  if (!card || !to) return;
  const ghost = card.cloneNode(true);
  ghost.classList.add("sliding");
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("data-card");
  const width = Math.min(from.width, to.width, 60);
  ghost.style.setProperty("--card", `${width}px`);
  board.append(ghost);
  const at = ({ x, y, width: wide }) => ({ transform: `translate(${x + (wide - width) / 2}px, ${y}px)` });
  const slid = ghost.animate([at(from), { ...at(to), opacity: 0.9 }], { duration, delay, easing: EASING, fill: "both" });
  slid.onfinish = slid.oncancel = () => ghost.remove();
}

// Without named motions: a card that was not visible before comes from the place that lost something.
function guess(before, now, board, duration) {
  const gone = board.querySelector(".t-gone");
  const source = gone && nearest(now.places, placeOf(gone));
  for (const [slug, shown] of now.cards) {
    const was = [...(before.cards.get(slug) ?? [])];
    const moved = shown.filter((one) => !stayed(was, one.place));
    for (const one of moved) {
      const from = was.shift() ?? (one.card.closest(".touched, .touched > *") ? source : null);
      if (from) fly(one, from, { duration, easing: EASING });
      else one.card.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
    }
  }
}

// Removes the earlier card at this place, if there is one: it has not moved.
function stayed(was, place) {
  const at = was.findIndex((one) => one.place === place);
  if (at === -1) return false;
  was.splice(at, 1);
  return true;
}

// Turns the cards that lie where they lay, but at another angle.
function turn(before, now, duration) {
  for (const [slug, shown] of now.cards) {
    for (const one of shown) {
      const was = before.cards.get(slug)?.find(({ place }) => place === one.place);
      if (was && was.turn !== one.turn) one.card.querySelector(".face")?.animate([{ transform: was.turn }, { transform: one.turn }], { duration });
    }
  }
}

function fly({ card, x, y, width }, from, timing) {
  const scale = Math.min(2, Math.max(0.5, Math.min(from.width, 60) / width));
  const start = `translate(${from.x - x}px, ${from.y - y}px) scale(${scale})`;
  const piece = card.closest(".piece") ?? card;
  piece.classList.add("flying");
  const flight = card.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], timing);
  flight.onfinish = flight.oncancel = () => piece.classList.remove("flying");
}

globalThis.boardMotion = { look, play };
