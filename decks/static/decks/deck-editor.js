// The deck editor. The form sends the list of cards as text, in the same field as without JavaScript. The service checks
// decks (/decks/check) and reads lists (/decks/read).

const CHECK_AFTER = 200; // milliseconds without a change
const MOST_ROWS = 60; // cards drawn until the player asks for all
const MOST_COPIES = 1000;

/** Make an element: `make("button", { type: "button", class: "x" }, "text", child)`. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** Text for searching: letters that differ only in width, case or kind of kana become the same. */
const plain = (text) => text.normalize("NFKC").toLowerCase()
  .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));

class Editor {
  constructor(host) {
    this.host = host;
    this.field = host.querySelector("textarea");
    this.form = this.field.form;
    this.data = JSON.parse(document.getElementById(host.dataset.editor).textContent);
    this.texts = this.data.texts;
    this.cards = new Map(this.data.cards.map((card) => [card.slug, card]));
    const labels = this.labels = Object.fromEntries(this.data.facets.map((facet) => [facet.at, facet.label]));
    for (const card of this.data.cards) {
      const figures = card.figures.map(([at, value]) => `${labels[at]} ${value}`);
      card.haystack = plain([card.name, card.search, ...figures].join("\n"));
      card.numbers = card.figures.map(([at, value]) => [plain(labels[at]).replace(/\s/g, ""), value]);
    }
    this.deck = new Map(); // slug -> copies
    this.unread = [];
    this.problems = [];
    this.chosen = {}; // place -> value of a facet
    this.showsAll = false;
    this.latest = 0;
    this.draw();
    this.readList(this.field.value, true);
  }

  text(name, values = {}) { return filled(this.texts[name], values); }
  name(slug) { return this.cards.get(slug)?.name ?? slug; }
  copies(slug) { return this.deck.get(slug) ?? 0; }

  // Drawing

  draw() {
    this.search = make("input", { type: "search", class: "deck-search", "aria-label": this.text("search"), placeholder: this.text("search"),
      autocomplete: "off", spellcheck: "false", input: () => { this.showsAll = false; this.drawCards(); },
      keydown: (event) => this.searchKey(event), paste: (event) => this.pasted(event) });
    this.facets = make("div", { class: "deck-facets" }, ...this.data.facets.map((facet) => {
      const select = make("select", { "data-at": facet.at, change: () => { this.chosen[facet.at] = select.value; this.drawCards(); } },
        make("option", { value: "" }, this.text("any")),
        ...facet.values.map(({ value, label }) => make("option", { value }, label)));
      return make("label", {}, `${facet.label} `, select);
    }));
    this.found = make("p", { class: "deck-found", role: "status" });
    this.list = make("ul", { class: "deck-cards", keydown: (event) => this.rowKey(event) });
    this.count = make("strong", { class: "deck-count" });
    this.kinds = make("span", { class: "deck-kinds" });
    this.verdict = make("span", { class: "deck-verdict" });
    this.faults = make("ul", { class: "faults deck-faults" });
    this.lines = make("ul", { class: "deck-lines" });
    this.missed = make("div", { class: "deck-unread", hidden: true });
    this.curve = make("div", { class: "deck-curve" });
    this.curveAt = this.data.curves[0];
    this.message = make("span", { class: "deck-said", role: "status" });
    const button = (text, press) => make("button", { type: "button", class: "deck-button", click: press }, text);
    this.asText = make("details", { class: "deck-text" }, make("summary", {}, this.text("as_text")), this.field,
      make("p", { class: "deck-bar" }, button(this.text("take"), () => this.readList(this.field.value, true)),
        button(this.text("copy"), () => this.copy()), this.message));
    const deck = make("section", { class: "deck-side", "aria-label": this.text("deck") },
      this.faults, this.missed, this.lines, this.curve, this.asText);
    const cards = make("section", { class: "deck-pool", "aria-label": this.text("all") }, this.search, this.facets, this.found,
      make("p", { class: "deck-keys" }, this.text("keys")), this.list);
    this.host.append(make("div", { class: "deck-head", role: "status" }, this.count, " ", this.kinds, " ", this.verdict), cards, deck);
    this.host.classList.add("is-live");
    for (const event of ["input", "change"]) {
      this.form.addEventListener(event, ({ target }) => { if (target.name?.startsWith("option")) this.checkSoon(); });
    }
    this.form.addEventListener("submit", () => { if (!this.typed()) this.write(); });
    this.drawCards();
  }

  /** Whether the player has edited the list as text without loading it. Then that text is saved. */
  typed() { return this.field.value !== this.written; }

  /** The card's values for display. Numbers have their label, words don't need one. */
  figures(card) {
    return card.figures.map(([at, value]) => (/^-?\d+$/.test(value) ? `${this.labels[at]} ${value}` : value)).join(" · ");
  }

  matches(card) {
    for (const [at, value] of Object.entries(this.chosen)) if (value && card.values[at] !== value) return false;
    return plain(this.search.value).split(/\s+/).every((word) => {
      const figure = /^(.+?)(<=|>=|[=<>:])(-?\d+)$/.exec(word);
      if (!figure) return card.haystack.includes(word);
      const [, label, sign, number] = figure;
      return card.numbers.some(([name, value]) => name.startsWith(label) && /^-?\d+$/.test(value) && {
        "=": +value === +number, ":": +value === +number, "<": +value < +number, ">": +value > +number,
        "<=": +value <= +number, ">=": +value >= +number }[sign]);
    });
  }

  drawCards() {
    const found = this.data.cards.filter((card) => this.matches(card));
    const shown = this.showsAll ? found : found.slice(0, MOST_ROWS);
    this.found.textContent = this.text("found", { n: found.length, all: this.data.cards.length });
    this.list.replaceChildren(...shown.map((card) => this.cardRow(card)));
    if (found.length > shown.length) {
      this.list.append(make("li", {}, make("button", { type: "button", class: "deck-button",
        click: () => { this.showsAll = true; this.drawCards(); } }, this.text("more", { n: found.length }))));
    }
  }

  cardRow(card) {
    const add = (count) => () => this.change(card.slug, count);
    const words = { card: card.name, n: card.most };
    const row = make("li", { class: "deck-card", "data-slug": card.slug },
      make("div", { class: "deck-card-head" }, make("span", { class: "deck-name" }, card.name),
        make("span", { class: "deck-figures" }, this.figures(card))),
      make("div", { class: "deck-steps" },
        make("button", { type: "button", class: "deck-step", "aria-label": this.text("remove", words), tabindex: "-1", click: add(-1) }, "−"),
        make("output", { class: "deck-copies" }, ""),
        make("button", { type: "button", class: "deck-step deck-add", "aria-label": this.text("add", words), click: add(1) }, "+"),
        ...(card.most > 1 ? [make("button", { type: "button", class: "deck-step deck-fill", "aria-label": this.text("fill", words), tabindex: "-1",
          click: () => this.set(card.slug, Math.max(card.most, this.copies(card.slug))) }, `×${card.most}`)] : [])),
      ...(card.text ? [make("p", { class: "deck-card-text" }, card.text)] : []));
    this.markRow(row, card);
    return row;
  }

  markRow(row, card) {
    const copies = this.copies(card.slug);
    row.querySelector("output").textContent = copies || "";
    row.classList.toggle("is-in", copies > 0);
    row.querySelector(".deck-step").disabled = copies === 0;
  }

  drawDeck() {
    const slugs = [...this.deck.keys()];
    const order = new Map(this.data.cards.map((card, place) => [card.slug, place]));
    slugs.sort((one, other) => (order.get(one) ?? 1e9) - (order.get(other) ?? 1e9));
    const total = [...this.deck.values()].reduce((sum, copies) => sum + copies, 0);
    this.count.textContent = this.text("cards", { n: total });
    this.kinds.textContent = slugs.length ? this.text("lines", { n: slugs.length }) : "";
    const before = document.activeElement?.closest?.(".deck-line")?.dataset.slug;
    const part = document.activeElement?.dataset?.part;
    this.lines.replaceChildren(...(slugs.length ? slugs.map((slug) => this.deckLine(slug)) : [make("li", { class: "deck-empty" }, this.text("empty"))]));
    if (before) this.lines.querySelector(`[data-slug="${CSS.escape(before)}"] [data-part="${part}"]`)?.focus();
    for (const row of this.list.querySelectorAll(".deck-card")) this.markRow(row, this.cards.get(row.dataset.slug));
    this.drawCurve();
    this.drawUnread();
    this.drawFaults();
  }

  deckLine(slug) {
    const card = this.cards.get(slug);
    const words = { card: this.name(slug) };
    const input = make("input", { type: "number", min: "0", max: String(MOST_COPIES), value: String(this.copies(slug)), "data-part": "copies",
      "aria-label": this.text("copies", words), change: () => this.set(slug, Math.min(MOST_COPIES, Math.max(0, Math.trunc(+input.value) || 0))),
      keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); input.dispatchEvent(new Event("change")); } } });
    return make("li", { class: "deck-line", "data-slug": slug },
      make("button", { type: "button", class: "deck-step", "data-part": "remove", "aria-label": this.text("remove", words), click: () => this.change(slug, -1) }, "−"),
      input,
      make("button", { type: "button", class: "deck-step", "data-part": "add", "aria-label": this.text("add", words), click: () => this.change(slug, 1) }, "+"),
      make("span", { class: "deck-name" }, this.name(slug)),
      make("span", { class: "deck-mark", hidden: true }),
      make("span", { class: "deck-figures" }, card ? this.figures(card) : this.text("gone")));
  }

  drawCurve() {
    if (!this.curveAt || !this.deck.size) return this.curve.replaceChildren();
    const facet = this.data.facets.find(({ at }) => at === this.curveAt);
    const totals = facet.values.map(({ value, label }) => [label,
      [...this.deck].reduce((sum, [slug, copies]) => sum + (this.cards.get(slug)?.values[this.curveAt] === value ? copies : 0), 0)]);
    const most = Math.max(1, ...totals.map(([, total]) => total));
    const select = make("select", { change: () => { this.curveAt = select.value; this.drawCurve(); } },
      ...this.data.curves.map((at) => make("option", { value: at, selected: at === this.curveAt }, this.data.facets.find((one) => one.at === at).label)));
    const bars = totals.map(([label, total]) => {
      const bar = make("span", { class: "deck-bar-body" });
      bar.style.blockSize = `${(4 * total) / most}em`;
      return make("li", {}, make("span", { class: "deck-bar-count" }, String(total || "")), bar, make("span", { class: "deck-bar-label" }, label));
    });
    this.curve.replaceChildren(make("label", {}, `${this.text("curve")} `, select), make("ol", {}, ...bars));
  }

  drawUnread() {
    this.missed.hidden = this.unread.length === 0;
    this.missed.replaceChildren(make("p", {}, this.text("unread_lines")), make("ul", {}, ...this.unread.map((line, place) => {
      const without = () => { this.unread.splice(place, 1); };
      return make("li", {}, make("code", {}, line.text), " ",
        ...line.nearest.map((slug) => make("button", { type: "button", class: "deck-button",
          click: () => { without(); this.change(slug, line.copies); } }, `${line.copies} ${this.name(slug)}`)),
        make("button", { type: "button", class: "deck-button", "aria-label": this.text("drop", line), click: () => { without(); this.changed(); } }, "×"));
    })));
  }

  drawFaults() {
    for (const mark of this.lines.querySelectorAll(".deck-mark")) mark.hidden = true;
    for (const line of this.lines.querySelectorAll(".is-faulty")) line.classList.remove("is-faulty");
    for (const problem of this.problems) {
      for (const slug of problem.cards ?? (problem.card ? [problem.card] : [])) {
        const line = this.lines.querySelector(`[data-slug="${CSS.escape(slug)}"]`);
        if (!line) continue;
        line.classList.add("is-faulty");
        const mark = line.querySelector(".deck-mark");
        if (!mark.hidden && problem.most === undefined) continue; // A mark with numbers says more than "!".
        mark.hidden = false;
        mark.title = problem.texts[this.data.language];
        mark.textContent = problem.most === undefined ? "!" : this.text("of", { n: problem.copies, most: problem.most });
      }
    }
    this.faults.replaceChildren(...this.problems.map((problem) => make("li", {}, problem.texts[this.data.language])));
    this.faults.hidden = this.problems.length === 0;
  }

  // Player input

  change(slug, count) { this.set(slug, Math.min(MOST_COPIES, Math.max(0, this.copies(slug) + count))); }

  set(slug, copies) {
    if (copies > 0) this.deck.set(slug, copies);
    else this.deck.delete(slug);
    this.changed();
  }

  changed() {
    this.write();
    this.drawDeck();
    this.checkSoon();
  }

  write() {
    const lines = [...this.deck].map(([slug, copies]) => `${copies} ${this.listed(slug)}`);
    this.field.value = this.written = [...lines, ...this.unread.map((line) => line.text)].join("\n");
  }

  /** The card's name, or its slug if other cards share the name or it could be read as a number of copies. */
  listed(slug) {
    this.alone ??= this.data.cards.reduce((count, card) => count.set(card.name, (count.get(card.name) ?? 0) + 1), new Map());
    const name = this.name(slug);
    return this.alone.get(name) === 1 && !/^\d|\d$/.test(name) ? name : slug;
  }

  searchKey(event) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.list.querySelector(".deck-add")?.focus();
    } else if (event.key === "Enter") {
      event.preventDefault(); // Enter adds the only card found. It doesn't submit the form.
      const rows = this.list.querySelectorAll(".deck-card");
      if (rows.length === 1) this.change(rows[0].dataset.slug, 1);
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.drawCards();
    }
  }

  rowKey(event) {
    const row = event.target.closest(".deck-card");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      (to?.querySelector(".deck-add") ?? (event.key === "ArrowUp" ? this.search : event.target)).focus();
    } else if (event.key === "+" || event.key === "-") this.change(row.dataset.slug, event.key === "+" ? 1 : -1);
    else if (/^\d$/.test(event.key)) this.set(row.dataset.slug, +event.key);
  }

  pasted(event) {
    const text = event.clipboardData.getData("text/plain");
    if (!/\n./.test(text.trim()) && !text.trim().startsWith("{")) return;
    event.preventDefault();
    this.readList(text, this.deck.size === 0);
  }

  async copy() {
    this.field.select();
    try {
      await navigator.clipboard.writeText(this.field.value);
      this.message.textContent = this.text("copied");
    } catch {
      this.message.textContent = document.execCommand("copy") ? this.text("copied") : "";
    }
  }

  // Requests

  async ask(address, body) {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return { ok: answer.ok, status: answer.status, body: answer.ok ? await answer.json() : null };
  }

  async readList(text, instead) {
    const answer = text.trim() ? await this.ask(this.data.read, { ruleset: this.data.ruleset, text }).catch(() => null) : { ok: true, body: { cards: {}, unread: [] } };
    if (!answer?.ok) {
      this.asText.open = true;
      this.message.textContent = this.text("offline");
      return;
    }
    if (instead) this.deck.clear();
    for (const [slug, copies] of Object.entries(answer.body.cards)) this.deck.set(slug, Math.min(MOST_COPIES, this.copies(slug) + copies));
    this.unread = answer.body.unread;
    this.message.textContent = "";
    this.changed();
    this.host.dataset.ready = "yes";
  }

  options() {
    const found = {};
    for (const field of this.form.elements) {
      if (field.name === "options_unknown" && field.value.trim()) Object.assign(found, JSON.parse(field.value));
      if (field.name?.startsWith("option_") && field.value.trim()) found[field.name.slice("option_".length)] = JSON.parse(field.value);
    }
    return found;
  }

  checkSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_AFTER);
  }

  async check() {
    const mine = ++this.latest;
    let verdict = "unread";
    let problems = [];
    try {
      const body = { ruleset: this.data.ruleset, cards: Object.fromEntries(this.deck), options: this.options() };
      const answer = await this.ask(this.data.check, body).catch(() => ({ ok: false, status: 500 }));
      verdict = answer.ok ? "fine" : answer.status < 429 ? "unread" : "unchecked";
      problems = answer.body?.problems ?? [];
    } catch {
      // An option's value is not JSON.
    }
    if (mine !== this.latest) return;
    this.problems = problems;
    if (problems.length) verdict = "faulty";
    this.verdict.textContent = this.text(verdict, { n: problems.length });
    this.host.dataset.verdict = verdict;
    this.drawFaults();
  }
}

for (const host of document.querySelectorAll(".deck-editor")) new Editor(host);
