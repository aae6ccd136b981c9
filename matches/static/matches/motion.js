// Animates the change from one board to the next: cards fly to their new places, new cards appear, and hit cards shake.

const FLIGHT = 380; // Milliseconds at normal speed.

// The places of all face-up cards of a board, by card. Call it before the board is replaced.
function cardsOf(board) {
  const origin = board.getBoundingClientRect();
  const found = new Map();
  for (const card of board.querySelectorAll(".card[data-card]")) {
    const box = card.getBoundingClientRect();
    if (!box.width) continue;
    const place = card.closest("[data-place]")?.dataset.place ?? "";
    const own = found.get(card.dataset.card) ?? [];
    own.push({ card, place, x: box.left - origin.left, y: box.top - origin.top, width: box.width });
    found.set(card.dataset.card, own);
  }
  return found;
}

// Animates the change from an earlier board to this one. A card that was not visible before comes from the place that lost
// something, or from the hand of the seat that has acted.
function play(before, board, speed, seat = "") {
  if (!speed || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const now = cardsOf(board);
  const duration = FLIGHT * speed;
  const source = boxOf(board, ".t-gone") ?? boxOf(board, `[data-place="hand:${seat}"]`);
  for (const [slug, places] of now) {
    const was = [...(before.get(slug) ?? [])];
    const moved = places.filter((one) => !take(was, one.place));
    for (const one of moved) {
      const from = was.shift() ?? (one.card.closest(".touched, .touched > *") ? source : null);
      if (from) fly(one, from, duration);
      else one.card.animate([{ opacity: 0 }, { opacity: 1 }], { duration });
    }
  }
  for (const hit of board.querySelectorAll(".t-hit")) {
    hit.animate([0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration, delay: duration * 0.6 });
  }
}

// Removes the earlier card at this place, if there is one: it has not moved.
function take(was, place) {
  const at = was.findIndex((one) => one.place === place);
  if (at === -1) return false;
  was.splice(at, 1);
  return true;
}

function boxOf(board, selector) {
  const [box, origin] = [board.querySelector(selector)?.getBoundingClientRect(), board.getBoundingClientRect()];
  return box?.width ? { x: box.left - origin.left, y: box.top - origin.top, width: Math.min(box.width, 60) } : null;
}

function fly({ card, x, y, width }, from, duration) {
  const scale = Math.min(2, Math.max(0.5, from.width / width));
  const start = `translate(${from.x - x}px, ${from.y - y}px) scale(${scale})`;
  const timing = { duration, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };
  const [piece] = [card.closest(".piece") ?? card];
  piece.classList.add("flying");
  const flight = card.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], timing);
  flight.onfinish = flight.oncancel = () => piece.classList.remove("flying");
}

globalThis.boardMotion = { cardsOf, play };
