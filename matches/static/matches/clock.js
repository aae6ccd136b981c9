// Counts down running clocks, from the time left when they were fetched. Clocks without `data-left` do not run.
const LOW = 20;

setInterval(() => {
  for (const shown of document.querySelectorAll("[data-left]")) {
    shown.dataset.since ??= String(performance.now());
    const left = Math.max(0, Number(shown.dataset.left) - (performance.now() - Number(shown.dataset.since)));
    const seconds = Math.ceil(left / 1000);
    shown.textContent = inWords(seconds);
    shown.classList.toggle("low", seconds < LOW);
  }
}, 500);

function inWords(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
