// Enlarges a card: click a card that is not a choice, long-press or right-click any card, press "i", or rest the mouse on it.
const REST = 700;
const FAR = 8; // Pixels: a shorter movement of the finger is none.

const dialog = document.querySelector("[data-card-dialog]");
const read = dialog?.querySelector("[data-card-read]");
let resting = null;
let wanted = "";
let start = [0, 0]; // Where the finger came down.
let pointer = [0, 0];
let shown = null; // The card whose enlargement is open.

if (dialog) {
  document.addEventListener("click", (event) => {
    if (event.target === dialog) return dialog.close(); // A click beside the card.
    const card = cardAt(event.target);
    if (card && !event.target.closest("button, a, summary")) open(card, true);
  });
  document.addEventListener("contextmenu", (event) => {
    const card = cardAt(event.target);
    if (!card) return;
    event.preventDefault();
    open(card, true);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "i" || event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("input, select, textarea")) return;
    const card = cardAt(document.activeElement);
    if (card) open(card, true);
  });
  document.addEventListener("pointerover", (event) => {
    clearTimeout(resting);
    if (event.pointerType !== "mouse") return;
    const card = cardAt(event.target);
    if (card) resting = setTimeout(() => open(card, false), REST);
    else if (dialog.open && dialog.classList.contains("beside") && !dialog.contains(event.target)) dialog.close();
  });
  document.addEventListener("pointerdown", (event) => {
    clearTimeout(resting);
    const card = event.pointerType === "touch" && event.isPrimary ? cardAt(event.target) : null;
    if (!card) return;
    start = [event.clientX, event.clientY];
    resting = setTimeout(() => {
      open(card, true);
      addEventListener("click", hold, { capture: true, once: true });
      addEventListener("pointerdown", () => removeEventListener("click", hold, true), { capture: true, once: true });
    }, REST);
  });
  document.addEventListener("pointermove", (event) => {
    const isAway = Math.hypot(event.clientX - start[0], event.clientY - start[1]) > FAR;
    if (event.pointerType === "touch" && isAway) clearTimeout(resting);
    pointer = [event.clientX, event.clientY];
  });
  new MutationObserver(closeIfGone).observe(document.body, { childList: true, subtree: true });
  for (const ended of ["pointerup", "pointercancel"]) document.addEventListener(ended, (event) => event.pointerType === "touch" && clearTimeout(resting));
}

// Keeps the finger that has opened a card from choosing it as well.
function hold(event) {
  event.stopPropagation();
  event.preventDefault();
}

// Closes the enlargement of a card that a new board no longer has under the pointer.
function closeIfGone() {
  if (!dialog.open || !dialog.classList.contains("beside") || shown.isConnected) return;
  shown = cardAt(document.elementFromPoint(...pointer));
  if (shown?.dataset.card !== wanted) dialog.close();
}

function cardAt(element) {
  if (!(element instanceof Element) || dialog.contains(element)) return null;
  return element.closest("[data-card]") ?? element.closest(".piece, .cell, .heap, .token")?.querySelector("[data-card]") ?? null;
}

async function open(card, isModal) {
  const url = card.closest("[data-cards-url]")?.dataset.cardsUrl;
  if (!url || (dialog.open && !isModal && wanted === card.dataset.card)) return;
  wanted = card.dataset.card;
  const facts = [...((card.closest(".cell") ?? card.closest(".piece"))?.querySelectorAll(".badges, .why") ?? [])];
  const words = facts.flatMap((known) => [...known.querySelectorAll(".badge")].map((badge) => ["on", badge.className.match(/ b-(\S+)/)[1]]));
  const answer = await fetch(`${url.replace(/-$/, encodeURIComponent(wanted))}?${new URLSearchParams(words)}`);
  if (!answer.ok || wanted !== card.dataset.card || !card.isConnected) return;
  read.innerHTML = await answer.text();
  const now = read.querySelector("[data-now]");
  for (const known of facts) {
    const copy = known.cloneNode(true);
    copy.hidden = false;
    now.append(copy);
    now.hidden = false;
  }
  if (dialog.open) dialog.close();
  shown = card;
  dialog.classList.toggle("beside", !isModal);
  if (isModal) dialog.showModal();
  else dialog.show();
}
