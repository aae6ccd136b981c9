// The deck editor counts and checks while one types. Without it the page tells the same after saving.
document.addEventListener("DOMContentLoaded", () => {
  const panel = document.getElementById("deck-live");
  const form = document.getElementById("deck_form");
  if (!panel || !form) return;
  const [count, fine, faults, unread, unasked] = [".count", ".fine", ".faults", ".unread", ".unasked"].map((name) =>
    panel.querySelector(name));
  const language = document.documentElement.lang.startsWith("ja") ? "ja" : "en";
  let asked = 0;
  let timer = 0;

  function cards() {
    const found = {};
    for (const select of form.querySelectorAll("select[name^='lines-'][name$='-card']")) {
      const line = select.name.slice(0, -"card".length);
      const copies = parseInt(form.elements[line + "copies"].value, 10);
      const gone = form.elements[line + "DELETE"];
      if (select.value && copies > 0 && !(gone && gone.checked)) found[select.value] = (found[select.value] || 0) + copies;
    }
    return found;
  }

  function options() {
    const others = form.elements[panel.dataset.others];
    const found = others && others.value.trim() ? JSON.parse(others.value) : {};
    for (const field of form.elements) {
      if (field.name.startsWith(panel.dataset.prefix) && field.value.trim()) {
        found[field.name.slice(panel.dataset.prefix.length)] = JSON.parse(field.value);
      }
    }
    return found;
  }

  function show(problems) {
    faults.replaceChildren(...problems.map((problem) => {
      const item = document.createElement("li");
      item.textContent = problem.texts[language];
      return item;
    }));
    faults.hidden = problems.length === 0;
    fine.hidden = problems.length > 0;
    unread.hidden = unasked.hidden = true;
  }

  async function told(body) {
    const answer = await fetch(panel.dataset.check, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    return answer.ok ? await answer.json() : { unknown: answer.status < 429 ? unread : unasked };
  }

  async function check() {
    const mine = ++asked;
    let answer = { unknown: unread };
    try {
      const body = JSON.stringify({ ruleset: panel.dataset.ruleset, cards: cards(), options: options() });
      answer = await told(body).catch(() => ({ unknown: unasked }));
    } catch (error) {
      // What is typed as an option is no JSON.
    }
    if (mine !== asked) return;
    if (answer.problems) return show(answer.problems);
    faults.hidden = fine.hidden = unread.hidden = unasked.hidden = true;
    answer.unknown.hidden = false;
  }

  function changed() {
    count.textContent = Object.values(cards()).reduce((sum, copies) => sum + copies, 0);
    clearTimeout(timer);
    timer = setTimeout(check, 250);
  }

  for (const event of ["input", "change", "formset:added", "formset:removed"]) document.addEventListener(event, changed);
  changed(); // A form that was refused shows what was typed, not what is kept.
});
