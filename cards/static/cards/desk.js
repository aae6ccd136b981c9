// A card on the desk: every button and choice works without this script, by a page that is loaded anew; here only what
// changes is exchanged.
"use strict";

const TYPING = 700;

for (const desk of document.querySelectorAll("[data-desk]")) work(desk);

function work(desk) {
  let asked = 0;
  let typing = null;
  const form = () => desk.querySelector("#card-form");

  async function show(button, isWhole) {
    const mine = ++asked;
    const sent = new FormData(form());
    sent.append(button ? button.name : "look", button ? button.value : "1");
    desk.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(location.href, { method: "POST", body: sent });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine === asked) exchange(page, isWhole);
    } catch {
      if (mine === asked && isWhole) fallBack(button);
    } finally {
      if (mine === asked) desk.removeAttribute("aria-busy");
    }
  }

  function exchange(page, isWhole) {
    const focused = document.activeElement;
    const [id, name, value] = [focused?.id, focused?.name, focused?.value];
    for (const part of isWhole ? ["#card-form", "#card-reading"] : ["#card-reading"]) {
      const [old, fresh] = [desk.querySelector(part), page.querySelector(part)];
      if (old && fresh) old.replaceWith(fresh);
    }
    if (!isWhole || document.activeElement === focused) return;
    const again = (id && document.getElementById(id)) || [...form().elements].find((one) => one.name === name && one.value === value);
    (again ?? form().querySelector(".built select, .built button"))?.focus();
  }

  function fallBack(button) {
    const field = document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", button ? button.name : "look", button ? button.value : "1"];
    form().append(field);
    form().submit();
  }

  desk.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=do], button[name=look], button[name=text]");
    if (!button || button.form !== form()) return;
    event.preventDefault();
    clearTimeout(typing);
    show(button, true);
  });
  desk.addEventListener("change", (event) => {
    if (event.target.form !== form()) return;
    clearTimeout(typing);
    const turns = event.target.matches("[data-turn], select, input[type=checkbox]") && !/~(new|more)$/.test(event.target.name);
    if (turns) show(null, true);
  });
  desk.addEventListener("input", (event) => {
    if (event.target.form !== form() || !event.target.matches("input[type=text], input[type=number], textarea")) return;
    clearTimeout(typing);
    typing = setTimeout(() => show(null, false), TYPING);
  });
}
