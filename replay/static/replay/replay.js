// Steps through a match without loading pages. Links, slider, keys and the play button all show an event by its URL.
"use strict";

const form = document.querySelector("[data-replay]");
const table = document.querySelector("[data-table]");
const said = document.querySelector("[data-said]");
const place = form.querySelector("[data-place]");
const slider = form.elements.event;
const goOn = document.querySelector("[data-go-on]");
const play = form.querySelector("[data-play]");
const speed = form.querySelector("[data-speed]");
const last = Number(form.dataset.last);
const kept = new Map();
const MOST_KEPT = 60;
const MOTION = 0.8;

let now = Number(slider.value);
let timer = null;

function query(event) {
  const fields = new URLSearchParams({ event: String(event), as: form.elements.as.value, near: form.elements.near.value });
  return `?${fields}`;
}

function position(event) {
  const address = query(event);
  if (!kept.has(address)) {
    const found = fetch(form.dataset.tableUrl + address).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    found.catch(() => kept.delete(address));
    kept.set(address, found);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(address);
}

async function show(event) {
  const isNext = event === now + 1;
  now = Math.max(0, Math.min(last, event));
  const wanted = now;
  slider.value = String(now);
  mark();
  place.textContent = `${now} / ${last}`;
  if (goOn) {
    goOn.elements.event.value = String(now);
    goOn.hidden = now === last;
  }
  let markup;
  try {
    markup = await position(now);
  } catch {
    location.search = query(wanted);
    return;
  }
  if (wanted !== now) return;
  const before = isNext && boardMotion.look(table.querySelector(".board"));
  table.innerHTML = markup;
  if (before) boardMotion.play(before, table.querySelector(".board"), MOTION);
  history.replaceState(null, "", query(now));
  point();
  const told = table.querySelector(".event");
  said.textContent = told ? told.textContent.replace(/\s+/g, " ") : "";
  for (const next of [now + 1, now - 1]) if (next >= 0 && next <= last) position(next).catch(() => {});
}

const charts = [...document.querySelectorAll("[data-chart]")];

// The mark in the charts at the current event. A click on a chart goes to its event.
function mark() {
  for (const chart of charts) {
    const { width } = chart.viewBox.baseVal;
    const at = String(8 + ((width - 16) * now) / last);
    const line = chart.querySelector("[data-cursor]");
    line.setAttribute("x1", at);
    line.setAttribute("x2", at);
  }
}

for (const chart of charts) {
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const { width } = chart.viewBox.baseVal;
    const along = (((event.clientX - box.left) / box.width) * width - 8) / (width - 16);
    pause();
    show(Math.round(along * last));
  });
}

const STEPS = { first: () => 0, earlier: () => now - 1, later: () => now + 1, last: () => last };

function point() {
  for (const [name, step] of Object.entries(STEPS)) {
    const link = form.querySelector(`[data-go=${name}]`);
    const to = step();
    if (to < 0 || to > last) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.href = query(to);
      link.removeAttribute("aria-disabled");
    }
  }
}

function pause() {
  clearInterval(timer);
  timer = null;
  play.setAttribute("aria-pressed", "false");
}

function start() {
  play.setAttribute("aria-pressed", "true");
  timer = setInterval(() => (now >= last ? pause() : show(now + 1)), Number(speed.value));
}

form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link) return;
  event.preventDefault();
  pause();
  show(STEPS[link.dataset.go]());
});
for (const place of [table, document.querySelector("[data-course]")]) {
  place?.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link) return;
    event.preventDefault();
    pause();
    show(Number(link.dataset.step));
  });
}
slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
play.addEventListener("click", () => (timer ? pause() : start()));
speed.addEventListener("change", () => { if (timer) { pause(); start(); } });
for (const name of ["as", "near"]) form.elements[name].addEventListener("change", () => show(now));
form.addEventListener("submit", (event) => { event.preventDefault(); show(Number(slider.value)); });
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || (event.target instanceof Element && event.target.matches("select, input, textarea"))) return;
  const key = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "last" }[event.key];
  if (!key) return;
  event.preventDefault();
  pause();
  show(STEPS[key]());
});

play.hidden = false;
speed.disabled = false;
mark();
