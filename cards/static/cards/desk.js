// A card on the desk: every button and choice works without this script, by a page that is loaded anew; here only what
// changes is exchanged. One request at a time: what is pressed meanwhile is asked for afterwards, and what is typed
// meanwhile is put into the form that comes.
"use strict";

const TYPING = 700;
const STEPS = ["do", "look", "text"]; // What is exchanged; any other button leads to another page.
const FIELDS = "input:not([type=hidden]), select, textarea";

for (const desk of document.querySelectorAll("[data-desk]")) work(desk);

function work(desk) {
  const form = () => desk.querySelector("#card-form");
  const waiting = []; // Buttons, as [name, value]; "look" for a choice.
  let isAsking = false;
  let reading = null; // What ends a request that only reads: a button need not wait for it.
  let typing = null;
  let composed = Promise.resolve(); // Words that are being composed (郵便局) are not disturbed.

  function press(name, value) {
    if (name === "look" && waiting.some(([other]) => other === "look")) return;
    waiting.push([name, value]);
    reading?.abort();
    drain();
  }

  async function drain() {
    if (isAsking) return;
    isAsking = true;
    desk.setAttribute("aria-busy", "true");
    while (waiting.length) {
      const [name, value] = waiting.shift();
      if (!STEPS.includes(name)) {
        form().append(hidden(name, value));
        form().submit();
        return;
      }
      await show(name, value);
    }
    desk.removeAttribute("aria-busy");
    isAsking = false;
  }

  async function show(name, value) {
    const before = stand(form());
    try {
      const page = await ask(form(), name, value);
      await composed;
      const moved = moves(value);
      for (const later of waiting) if (later[0] === "do") later[1] = renamed(later[1], moved);
      exchange(page, before, moved);
    } catch {
      waiting.length = 0;
      fail();
    }
  }

  async function read() {
    if (isAsking) return; // The answer has the reading.
    reading = new AbortController();
    const mine = reading;
    try {
      const page = await ask(form(), "look", "1", mine.signal);
      if (!mine.signal.aborted) replace(page, "#card-reading");
    } catch {
      // The next one that is asked for tells.
    }
    if (reading === mine) reading = null;
  }

  function exchange(page, before, moved) {
    const old = form();
    const fresh = page.querySelector("#card-form");
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const [id, name] = [focused?.id, focused?.name && renamed(focused.name, moved)];
    const caret = focused?.matches("input[type=text], textarea") ? [focused.selectionStart, focused.selectionEnd] : null;
    let isTyped = false;
    for (const field of old.querySelectorAll(FIELDS)) {
      const [was, now] = [before.get(field), state(field)];
      const same = was === now ? null : named(fresh, renamed(field.name, moved), field);
      if (!same) continue;
      if (field.type === "checkbox") same.checked = field.checked;
      else same.value = field.value;
      isTyped = true;
    }
    fresh.querySelectorAll("details").forEach((part, i) => (part.open ||= old.querySelectorAll("details")[i]?.open ?? false));
    replace(page, "#card-form", fresh);
    replace(page, "#card-reading");
    desk.querySelector(".not-sent")?.remove();
    if (isTyped) soon();
    if (!focused) return;
    const again = (focused.matches(FIELDS) && named(form(), name, focused)) || (id && document.getElementById(id)) || [...form().elements].find((one) => one.name === name && one.value === focused.value);
    const known = new Set([...old.querySelectorAll(FIELDS)].map((field) => field.name));
    const added = [...form().querySelectorAll(FIELDS)].find((field) => !known.has(field.name));
    (again ?? added ?? form().querySelector(".built select, .built button"))?.focus();
    if (again && caret) again.setSelectionRange(...caret);
  }

  function replace(page, part, fresh = page.querySelector(part)) {
    const old = desk.querySelector(part);
    if (old && fresh) old.replaceWith(fresh);
  }

  function fail() {
    desk.querySelector(".not-sent")?.remove();
    const told = document.createElement("p");
    told.setAttribute("role", "alert");
    [told.className, told.textContent] = ["errornote not-sent", desk.dataset.failed];
    form().prepend(told);
    told.scrollIntoView({ block: "nearest" });
  }

  function soon() {
    clearTimeout(typing);
    typing = setTimeout(read, TYPING);
  }

  desk.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=do], button[name=look], button[name=text]");
    if (!button || button.form !== form()) return;
    event.preventDefault();
    clearTimeout(typing);
    press(button.name, button.name === "do" ? whole(button.value, form()) : button.value);
  });
  desk.addEventListener("submit", (event) => {
    if (!isAsking) return;
    event.preventDefault();
    press(event.submitter?.name ?? "save", event.submitter?.value ?? "1");
  });
  desk.addEventListener("change", (event) => {
    if (event.target.form !== form()) return;
    clearTimeout(typing);
    if (/~(new|more)$/.test(event.target.name)) return; // What the button beside it will add.
    if (event.target.matches("[data-turn], select, input[type=checkbox]")) press("look", "1");
    else read();
  });
  desk.addEventListener("input", (event) => {
    if (event.target.form === form() && event.target.matches("input[type=text], input[type=number], textarea")) soon();
  });
  desk.addEventListener("compositionstart", () => {
    composed = new Promise((resolve) => desk.addEventListener("compositionend", () => setTimeout(resolve), { once: true }));
  });
}

async function ask(form, name, value, signal) {
  const sent = new FormData(form);
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie); // It changes when one signs in once more.
  if (token) sent.set("csrfmiddlewaretoken", token[1]);
  const [button, choice] = value.split("?");
  sent.set(name, button);
  if (choice) sent.set(beside(button), choice);
  const answer = await fetch(location.href, { method: "POST", body: sent, signal });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !page.querySelector("#card-form")) throw new Error(String(answer.status)); // Also where one is to sign in.
  return page;
}

// The field that says what a button adds.
function beside(button) {
  const [verb, at] = button.split(" ");
  return { add: `${at}~new`, more: `${at}~more` }[verb];
}

// A button with what is chosen beside it, as it stands when it is pressed.
function whole(button, form) {
  const field = form.elements[beside(button)];
  return field ? `${button}?${field.value}` : button;
}

// Where the entries of a list are after a button: the new name of a place, or null if it is gone.
function moves(value) {
  const [verb, at = ""] = value.split("?")[0].split(" ");
  const [, list, number] = /^(.*\/)(\d+)$/.exec(at) ?? [];
  if (list === undefined || !["remove", "up"].includes(verb)) return (name) => name;
  return (name) => {
    if (!name.startsWith(list)) return name;
    const [, n, rest] = /^(\d+)(.*)$/s.exec(name.slice(list.length)) ?? [];
    if (n === undefined) return name;
    const [here, there] = [Number(n), Number(number)];
    if (verb === "remove") return here === there ? null : `${list}${here > there ? here - 1 : here}${rest}`;
    return `${list}${here === there ? here - 1 : here === there - 1 ? there : here}${rest}`;
  };
}

// A name of a field, or a button's value, after others have moved.
function renamed(text, moved) {
  const [before, at] = text.startsWith("/") ? ["", text] : [text.slice(0, text.indexOf(" ") + 1), text.slice(text.indexOf(" ") + 1)];
  const place = at.startsWith("/") ? moved(at) : at;
  return place === null ? "" : before + place;
}

function hidden(name, value) {
  const field = document.createElement("input");
  [field.type, field.name, field.value] = ["hidden", name, value];
  return field;
}

const state = (field) => (field.type === "checkbox" ? field.checked : field.value);
const stand = (form) => new Map([...form.querySelectorAll(FIELDS)].map((field) => [field, state(field)]));
const named = (form, name, like) => (name ? [...form.querySelectorAll(FIELDS)].find((one) => one.name === name && one.type === like.type && (like.type !== "checkbox" || one.value === like.value)) : undefined);
