// Draws the links between places of a board as arrows over the board. The board also lists them in words.
const SVG = "http://www.w3.org/2000/svg";
const HEAD = 11;
const INSIDE = 0.3; // How far inside its places an arrow begins and ends, as a share of the way from the edge to the middle.

const sizes = new ResizeObserver((entries) => entries.forEach((entry) => draw(entry.target)));

function find() {
  for (const board of document.querySelectorAll(".board")) {
    if (board.dataset.arrows) continue;
    board.dataset.arrows = "drawn";
    sizes.observe(board);
    board.addEventListener("scroll", () => draw(board), { capture: true, passive: true });
    board.addEventListener("toggle", () => draw(board), { capture: true });
  }
}

function draw(board) {
  board.querySelector(":scope > .arrows")?.remove();
  const links = [...board.querySelectorAll(".links [data-from]")];
  if (!links.length) return;
  const frame = board.getBoundingClientRect();
  const layer = make("svg", { class: "arrows", "aria-hidden": "true", width: board.clientWidth, height: board.clientHeight });
  const origin = { x: frame.left + board.clientLeft, y: frame.top + board.clientTop };
  for (const link of links) {
    const [from, to] = [link.dataset.from, link.dataset.to].map((place) => boxOf(board, place, origin));
    if (from && to) layer.append(...arrow(link.className, from, to, link.dataset.amount));
  }
  board.append(layer);
}

function boxOf(board, place, origin) {
  const element = board.querySelector(`[data-place="${CSS.escape(place)}"]`);
  const box = element?.getBoundingClientRect();
  if (!box || !(box.width || box.height)) return null;
  const [x, y] = seen(element, box.left + box.width / 2, box.top + box.height / 2);
  return { x: x - origin.x, y: y - origin.y, w: box.width, h: box.height };
}

// The nearest point inside the field or list that scrolls around an element.
function seen(element, x, y) {
  const view = element.parentElement.closest(".grid, .entries, .cards")?.getBoundingClientRect();
  if (!view) return [x, y];
  return [Math.min(Math.max(x, view.left), view.right), Math.min(Math.max(y, view.top), view.bottom)];
}

function arrow(kind, from, to, amount) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const begin = inset(from, dx, dy);
  const end = inset(to, -dx, -dy);
  const bend = Math.min(28, length * 0.14);
  const middle = { x: (begin.x + end.x) / 2 - dy * bend, y: (begin.y + end.y) / 2 + dx * bend };
  const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
  const wing = (turn) => `${end.x - HEAD * Math.cos(angle + turn)} ${end.y - HEAD * Math.sin(angle + turn)}`;
  const curve = `M${begin.x} ${begin.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  const head = `M${wing(0.5)}L${end.x} ${end.y}L${wing(-0.5)}`;
  const group = make("g", { class: `arrow ${kind}` });
  group.append(make("path", { class: "halo", d: curve + head }), make("path", { class: "line", d: curve }), make("path", { class: "head", d: head }));
  if (amount === undefined) return [group];
  const number = make("text", { x: (begin.x + 2 * middle.x + end.x) / 4, y: (begin.y + 2 * middle.y + end.y) / 4 });
  number.textContent = amount;
  group.append(number);
  return [group];
}

// The point in a box, in the direction of another box, at which an arrow begins or ends.
function inset(box, dx, dy) {
  const reach = Math.min(box.w / 2 / Math.max(Math.abs(dx), 1e-6), box.h / 2 / Math.max(Math.abs(dy), 1e-6)) * (1 - INSIDE);
  return { x: box.x + dx * reach, y: box.y + dy * reach };
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

new MutationObserver(find).observe(document.body, { childList: true, subtree: true });
find();
