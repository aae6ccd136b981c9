// The page that proves a match, step by step, in the reader's own browser: served by the service, or opened from disk.
// Its words stand in the page; here are none.
"use strict";

const proof = document.querySelector("[data-prove]");
const words = proof.dataset;
const inputs = Object.fromEntries(["match", "noted", "inclusion", "roots"].map((name) => [name, proof.querySelector(`[name=${name}]`)]));
const result = proof.querySelector("[data-result]");
let run = 0;
let served = null; // The export that the service gives to this page; a file that the reader chooses comes before it.

const row = (step) => proof.querySelector(`[data-step=${step}]`);

function mark(step, state, details = []) {
  const shown = row(step);
  shown.dataset.state = state;
  shown.querySelector("[data-said]").textContent = words[state];
  shown.querySelector("[data-details]").replaceChildren(
    ...details.map(([name, value]) => {
      const line = document.createElement("code");
      line.textContent = `${name}: ${value}`;
      return line;
    }),
  );
}

function clear() {
  for (const step of proof.querySelectorAll("[data-step]")) mark(step.dataset.step, "pending");
  result.className = "";
  result.textContent = "";
}

function say(kind, ...lines) {
  result.className = kind;
  result.textContent = lines.join("\n");
}

async function textOf(input) {
  return input.files.length === 0 ? null : verifier.decoded(await input.files[0].arrayBuffer());
}

const fields = (found) => Object.entries(found).filter(([, value]) => value !== null).map(([name, value]) => [name, typeof value === "object" ? verifier.canonical(value) : value]);

async function prove(text) {
  const own = ++run;
  clear();
  let step = "read";
  const before = new Map();
  try {
    const season = await verifier.readSeason(text);
    const parts = verifier.split(text);
    const last = parts[parts.length - 1];
    const totals = { matches: 0, events: 0, draws: 0 };
    for (const part of parts) {
      const found = await verifier.verify(part, before, (passed, details) => own === run && mark(passed, "passed", fields(details)));
      if (season !== null) {
        step = "start";
        await verifier.checkOfSeason(season, found);
        step = "read";
      }
      totals.matches += 1;
      totals.events += found.events;
      totals.draws += found.draws;
    }
    if (season !== null) {
      step = "start";
      verifier.checkLeftOut(season);
    }
    if (own !== run) return;
    const noted = inputs.noted.value.trim();
    const inclusion = await textOf(inputs.inclusion);
    if ((noted !== "" || inclusion !== null) && !verifier.isOfOne(parts)) {
      step = noted === "" ? "inclusion" : "noted";
      throw new verifier.Unreadable(words.one);
    }
    if (noted !== "") {
      step = "noted";
      mark("noted", "passed", [["agree", verifier.compareNoted(last, noted)]]);
    }
    if (inclusion !== null) {
      step = "inclusion";
      const root = await verifier.verifyInclusion(last, inclusion, await textOf(inputs.roots));
      mark("inclusion", "passed", [["root", root.number], ["day", root.day], ["key", root.key]]);
    }
    const ofSeason = season === null ? [] : [`${words.season} ${season.name}: ${totals.matches} / ${season.matches}`];
    if (season !== null && season.leftOut !== 0) ofSeason.push(`${words.leftOut} ${season.leftOut}`);
    if (season?.seed === null) ofSeason.push(words.seedless);
    say("proof-sound", words.sound, ...ofSeason, ...Object.entries(totals).map(([name, value]) => `${name}: ${value}`));
  } catch (error) {
    if (own !== run) return;
    const failed = error.step ?? step;
    const isUnsound = error instanceof verifier.NotSound;
    mark(failed, isUnsound ? "failed" : "unreadable", [[error.field ?? "", error.detail ?? error.message]].map(([name, value]) => [name || "error", value]));
    const where = isUnsound && error.seq !== null ? `${words.event} ${error.seq}: ` : "";
    say("proof-unsound", isUnsound ? words.unsound : words.unread, `${row(failed).querySelector("[data-name]").textContent.trim()}`, `${where}${error.message}`);
  }
}

async function start() {
  const own = ++run;
  clear(); // What is shown never belongs to an earlier file.
  try {
    const text = (await textOf(inputs.match)) ?? served;
    if (text !== null && own === run) await prove(text);
  } catch (error) {
    if (own !== run) return;
    say("proof-unsound", words.unread, error.message);
  }
}

// An export of this service, by the id in the address.
async function fetched() {
  const address = proof.dataset.exportUrl;
  if (!address) return;
  const answer = await fetch(address, { headers: { Accept: "*/*" } });
  if (!answer.ok) return say("proof-unsound", words.absent);
  served = verifier.decoded(await answer.arrayBuffer());
  await start();
}

for (const input of Object.values(inputs)) input.addEventListener("change", start);
proof.querySelector("[data-needs-script]").hidden = true;
fetched().catch((error) => say("proof-unsound", words.unread, error.message));
