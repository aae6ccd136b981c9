// Pans and zooms large fields. At first cards are as large as fingers need; "fit" shows the whole field, and a tap on a
// square there comes back to it. Without this script the field scrolls.

const LEAST = 0.2;
const MOST = 2.5;
const STEP = 1.25;
const EDGE = 40; // Pixels from the edge of a field within which a dragged card scrolls it.
const SLOW = 5; // The part of the distance into the edge that it scrolls in a frame.
const TINY = 0.75; // Below this, only the cards are shown.
const SEEN = ".touched, .lit, .asks, .of-seat-0, .of-seat-1"; // What to look at first, if there is nothing to return to.

let zoom = 1;
let centre = null; // The place in the middle of the view, and how large its part of the view is.

const fields = () => document.querySelectorAll(".grid.large");
const barOf = (field) => field.closest(".part")?.querySelector("[data-zoom]");

// Brings a new board to the zoom and place of the one before it.
function settle(board) {
  for (const field of board.querySelectorAll(".grid.large")) {
    if (field.dataset.settled) continue;
    field.dataset.settled = "yes";
    barOf(field).hidden = false;
    field.addEventListener("scroll", () => { centre = middleOf(field); }, { passive: true });
    listen(field);
    apply(field);
    const wanted = [...field.querySelectorAll(".touched")].find((cell) => !isInside(field, cell)) ?? placeIn(field, centre) ?? field.querySelector(SEEN);
    if (wanted) lookAt(field, wanted);
  }
}

const placeIn = (field, place) => place && field.querySelector(`[data-place="${CSS.escape(place)}"]`);

function isInside(field, cell) {
  if (!centre) return false;
  lookAt(field, placeIn(field, centre) ?? cell);
  const [box, view] = [cell.getBoundingClientRect(), field.getBoundingClientRect()];
  return box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
}

function lookAt(field, cell) {
  const [box, view] = [cell.getBoundingClientRect(), field.getBoundingClientRect()];
  field.scrollLeft += box.left + box.width / 2 - view.left - view.width / 2;
  field.scrollTop += box.top + box.height / 2 - view.top - view.height / 2;
}

function middleOf(field) {
  const view = field.getBoundingClientRect();
  const far = (cell) => {
    const box = cell.getBoundingClientRect();
    return Math.hypot(box.left + box.width / 2 - view.left - view.width / 2, box.top + box.height / 2 - view.top - view.height / 2);
  };
  const cells = [...field.querySelectorAll(".cell")].map((cell) => [far(cell), cell.dataset.place]);
  return cells.sort(([one], [other]) => one - other)[0]?.[1] ?? null;
}

function apply(field) {
  field.style.setProperty("--zoom", String(zoom));
  field.classList.toggle("tiny", zoom < TINY);
}

// Scrolls a field while a dragged card is near its edge. The card must have been inside first: on its way from the hand it
// would move the field too.
function edgeScroller() {
  let inside = null;
  return ({ clientX, clientY }) => {
    const field = document.elementFromPoint(clientX, clientY)?.closest(".grid.large");
    if (!field) return;
    const view = field.getBoundingClientRect();
    const into = (at, start, end) => Math.max(0, at - end + EDGE) - Math.max(0, start + EDGE - at);
    const [x, y] = [into(clientX, view.left, view.right), into(clientY, view.top, view.bottom)];
    if (x === 0 && y === 0) inside = field;
    else if (inside === field) field.scrollBy(x / SLOW, y / SLOW);
  };
}

// Zooms around a point of the window, or around the middle.
function zoomTo(field, wanted, at) {
  const view = field.getBoundingClientRect();
  const point = at ?? { x: view.left + view.width / 2, y: view.top + view.height / 2 };
  const inside = { x: point.x - view.left, y: point.y - view.top };
  const before = zoom;
  zoom = Math.min(MOST, Math.max(LEAST, wanted));
  const along = [field.scrollLeft + inside.x, field.scrollTop + inside.y];
  apply(field);
  field.scrollLeft = (along[0] * zoom) / before - inside.x;
  field.scrollTop = (along[1] * zoom) / before - inside.y;
}

function fit(field) {
  for (let tries = 0; tries < 6 && (field.scrollWidth > field.clientWidth + 1 || field.scrollHeight > field.clientHeight + 1); tries += 1) {
    const share = Math.min(field.clientWidth / field.scrollWidth, field.clientHeight / field.scrollHeight);
    zoomTo(field, zoom * Math.min(0.98, share));
  }
}

function listen(field) {
  let pinch = null; // The distance of two fingers and the zoom when they came down.
  const between = ([one, other]) => ({
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
  });
  field.addEventListener("touchstart", ({ touches }) => { pinch = touches.length === 2 ? { ...between(touches), zoom } : null; }, { passive: true });
  field.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const now = between(event.touches);
    zoomTo(field, (pinch.zoom * now.apart) / pinch.apart, now);
  }, { passive: false });
  field.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(field, zoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY });
  }, { passive: false });
  field.addEventListener("keydown", (event) => {
    const act = { "+": "in", "-": "out", 0: "fit" }[event.key];
    if (act && event.target === field) press(field, act);
  });
  field.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (zoom >= TINY || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    zoomTo(field, 1);
    lookAt(field, cell);
  }, { capture: true });
  field.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest(".spot, button")) return;
    const pan = (now) => field.scrollBy(-now.movementX, -now.movementY);
    const end = () => removeEventListener("pointermove", pan);
    addEventListener("pointermove", pan);
    addEventListener("pointerup", end, { once: true });
    addEventListener("pointercancel", end, { once: true });
  });
}

function press(field, what) {
  if (what === "fit") fit(field);
  else zoomTo(field, what === "in" ? zoom * STEP : zoom / STEP);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-zoom] button");
  if (button) press(button.closest(".part").querySelector(".grid.large"), button.value);
});
const settleAll = () => {
  if (fields().length) settle(document);
};
new MutationObserver(settleAll).observe(document.body, { childList: true, subtree: true });
settleAll();
globalThis.boardField = { settle, edgeScroller };
