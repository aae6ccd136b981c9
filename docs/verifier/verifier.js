// Made of verify.mjs by `python -m replay.file_schemas`: the same, for pages that are opened from disk.
"use strict";

const verifier = (() => {
// Checks an exported match without knowing its rules: chain, seed commitment, key, salts, card set, and every shuffle,
// roll and pick drawn again from the seed. No dependencies: Node 18 or newer, or any browser (crypto.subtle).
//
//   node verify.mjs match.jsonl [--seen kept.jsonl]      exit code 0: sound, 1: not, 2: cannot be read
//   node verify.mjs match.jsonl --inclusion proof.json [--roots roots.jsonl]      and it is in a published root
//   node verify.mjs --roots roots.jsonl                                           the roots alone
//
// A file may hold many matches, one after another, as a bulk export does, or as the file of a league's season, which begins
// with a line about the season: then each must be a match of that season, on the seed that follows from the season's.
//
// See ../verify.md.

const utf8 = new TextEncoder();

class NotSound extends Error {
  constructor(seq, field, detail) {
    super(`${seq === null ? "match" : `event ${seq}`}: ${field}: ${detail}`);
    Object.assign(this, { seq, field, detail });
  }
}

class Unreadable extends Error {}

// --- Bytes

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function bytes(text, length) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text) || text.length !== length * 2) {
    throw new Unreadable(`${JSON.stringify(text)} is not ${length} bytes in lower-case hexadecimal digits`);
  }
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bigEndian(number) {
  const whole = new Uint8Array(8);
  new DataView(whole.buffer).setBigUint64(0, BigInt(number));
  return whole;
}

const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

async function hmacKey(key) {
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

const hmac = async (key, data) => new Uint8Array(await crypto.subtle.sign("HMAC", key, data));

// --- Canonical JSON (RFC 8785): our documents hold no floats

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.keys(value).sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Unreadable(`${value} is not an integer`);
  return JSON.stringify(value);
}

// --- Chance

const WORDS = 1n << 64n;

class Chance {
  constructor(key) {
    this.key = key;
    this.drawn = 0;
    this.block = null;
  }

  async word() {
    const place = this.drawn % 4;
    if (place === 0) this.block = await hmac(this.key, bigEndian(Math.floor(this.drawn / 4)));
    this.drawn += 1;
    return new DataView(this.block.buffer).getBigUint64(place * 8);
  }

  async below(n) {
    const limit = (WORDS / BigInt(n)) * BigInt(n);
    for (;;) {
      const word = await this.word();
      if (word < limit) return Number(word % BigInt(n));
    }
  }

  async roll(sides) {
    return 1 + (await this.below(sides));
  }

  // Sorted first, whatever order the cards were in: so the result can be checked without the rules.
  async shuffle(items) {
    const cards = [...items].sort();
    for (let i = cards.length - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
  }

  // What the stream gives where the effect says that chance fell; undefined for any other effect.
  async again(effect) {
    if (effect.type === "shuffled") return [await this.shuffle(effect.order), effect.order];
    if (effect.type === "rolled") return [await this.roll(effect.sides), effect.result];
    if (effect.type === "picked") return [await this.below(effect.n), effect.result];
    return undefined;
  }
}

// --- Reading

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function parsed(line, number) {
  let found;
  try {
    found = JSON.parse(line);
  } catch (error) {
    throw new Unreadable(`line ${number}: it is not JSON: ${error.message}`);
  }
  if (!isObject(found)) throw new Unreadable(`line ${number}: it is not a JSON object`);
  return found;
}

// The first key that an object of the line has twice, at any depth: JSON.parse takes the last and says nothing.
function keyGivenTwice(line) {
  const open = [];
  let text = null;
  for (const [token] of line.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const keys = open[open.length - 1];
      if (keys.has(text)) return text;
      keys.add(text);
    } else if (token !== ",") text = JSON.parse(token);
  }
  return null;
}

function refuseKeyTwice(line, number) {
  const key = keyGivenTwice(line);
  if (key !== null) {
    throw new Unreadable(`line ${number}: the key ${key} is given twice, so programs may read different values`);
  }
}

// No half of a character, and ASCII keys alone, whose order is the same in every encoding.
const isPlainText = (text) => !/\p{Surrogate}/u.test(text);
function isPlain(value) {
  if (typeof value === "string") return isPlainText(value);
  if (Array.isArray(value)) return value.every(isPlain);
  return !isObject(value) || Object.entries(value).every(([key, inner]) => /^[\0-\x7f]*$/.test(key) && isPlain(inner));
}

// An export's lines are canonical: there is one way to write a thing, so that no reader takes it for another.
function parsedCanonical(line, number) {
  const found = parsed(line, number);
  refuseKeyTwice(line, number);
  let again = null;
  try {
    if (isPlain(found)) again = canonical(found);
  } catch (error) {
    throw new Unreadable(`line ${number}: ${error.message}`);
  }
  if (again !== line) throw new Unreadable(`line ${number}: it is not in canonical form (RFC 8785)`);
  return found;
}

// Lines end with a line feed and nothing else.
const numbered = (text, above = 0) => text.split("\n").map((line, index) => [line, above + index + 1]);

function parsedOnce(line, number) {
  const found = parsed(line, number);
  refuseKeyTwice(line, number);
  return found;
}

const SEASONS = ["season/1", "season/2"];

// The number of the line about a season with which the file begins; -1 if it does not.
function seasonLine(lines) {
  const first = lines.findIndex((line) => line !== "");
  const mayBe = first !== -1 && SEASONS.some((format) => lines[first].includes(`"${format}"`));
  return mayBe && SEASONS.includes(parsed(lines[first], first + 1).format) ? first : -1;
}

// Each match in a file: its text, and how many lines of the file are above it.
function split(text) {
  const lines = text.split("\n");
  const season = seasonLine(lines);
  if (season !== -1) lines[season] = "";
  if (season !== -1 && lines.every((line) => line === "")) return [];
  const starts = [...lines.keys()].filter((at) => lines[at].includes('"format"') && "format" in parsed(lines[at], at + 1));
  if (starts.length < 2) return [{ text: lines.join("\n"), above: 0 }];
  starts[0] = 0; // What stands before the first header belongs to no match, and is refused with it.
  return starts.map((at, index) => ({ text: lines.slice(at, starts[index + 1]).join("\n"), above: at }));
}

function read({ text, above }) {
  const lines = numbered(text, above).filter(([line]) => line !== "");
  const [header, ...events] = lines.map(([line, number]) => parsedCanonical(line, number));
  if (header === undefined) throw new Unreadable("the file is empty");
  const wrong = difference(header, HEADER);
  if (wrong !== null) throw new Unreadable(`line ${lines[0][1]}: ${wrong}`);
  if (header.server_seed === undefined) {
    throw new Unreadable(
      "there is no `server_seed`. Nothing can be verified of a match while it lives, nor of one that was aborted: " +
        "keep the file for --seen, and export again when it is over",
    );
  }
  if (events.length === 0) throw new Unreadable("there is no event");
  for (const [index, event] of events.entries()) {
    const wrong = difference(event, FILING);
    if (wrong !== null) throw new Unreadable(`line ${lines[index + 1][1]}: ${wrong}`);
  }
  return { header, events };
}

// --- The schema: what an event and a header may hold. It needs no rules and is closed: no field but these.
//
// A kind is a function that says what it accepts when a value is not that, and null when it is.

const ENDINGS = ["seat_resigned", "clock_expired", "draw_agreed", "match_aborted"];
const OPEN = Symbol("other fields are for others to check");
const length = (text) => [...text].length;

const kind = (test, accepted) => (value) => (test(value) ? null : accepted);
const integer = (least, most) =>
  kind((value) => Number.isSafeInteger(value) && value >= least && value <= most, `an integer from ${least} to ${most}`);
const matching = (pattern, most) =>
  kind((value) => typeof value === "string" && length(value) <= most && pattern.test(value), `${pattern}, at most ${most}`);
const oneOf = (...values) => kind((value) => values.includes(value), values.map((value) => JSON.stringify(value)).join(" or "));
const either = (...kinds) => (value) => {
  const said = kinds.map((one) => one(value));
  return said.includes(null) ? null : said.join("; or ");
};
const list = (inner, least, most) => (value) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) return `a list of ${least} to ${most}`;
  return value.map((item) => difference(item, inner)).find((wrong) => wrong !== null) ?? null;
};
const mapOf = (names, inner, most) => (value) => {
  if (!isObject(value) || Object.keys(value).length > most) return `an object of at most ${most}`;
  for (const [name, item] of Object.entries(value)) {
    const wrong = names(name) ?? difference(item, inner);
    if (wrong !== null) return `${name}: ${wrong}`;
  }
  return null;
};
const optional = (inner) => ({ optional: inner });

// What is wrong with a value, as a sentence with its place; null if nothing is. A shape is a kind, or its fields.
function difference(value, shape) {
  if (typeof shape === "function") return shape(value);
  if (!isObject(value)) return "an object";
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(shape, name) && !shape[OPEN]) return `there is no field \`${name}\`; there are ${Object.keys(shape).join(", ")}`;
  }
  for (const [name, inner] of Object.entries(shape)) {
    const isThere = Object.hasOwn(value, name);
    if (!isThere && inner.optional !== undefined) continue;
    if (!isThere) return `the field \`${name}\` is missing`;
    const wrong = difference(value[name], inner.optional ?? inner);
    if (wrong !== null) return `${name}: accepted is ${wrong}`;
  }
  return null;
}

const HEX_32 = matching(/^[0-9a-f]{64}$/, 64);
const HEX_16 = matching(/^[0-9a-f]{32}$/, 32);
const NUMBER = integer(0, 2_000_000_000);
const SEAT = integer(0, 7);
const WORD = matching(/^[a-z][a-z0-9_]*$/, 40);
const TEXT = matching(/^[^\0]*$/, 100);
const NOTE = matching(/^[^\0]*$/, 400);
const VALUE = either(oneOf(true, false), NUMBER, TEXT);
const MATCH = matching(/^[A-Za-z0-9._:-]{1,64}$/, 64);
const PINNED = { revision: integer(1, 2_000_000_000), digest: HEX_32 };
const TYPED = { type: WORD, [OPEN]: true };
const DECK = { cards: mapOf(matching(/^[A-Za-z0-9._-]+$/, 100), integer(0, 10_000), 2_000) };
const CLOCKS = {
  per_decision: { type: WORD, seconds: integer(5, 86_400) },
  fischer: { type: WORD, initial_seconds: integer(10, 86_400), increment_seconds: integer(0, 3_600) },
  correspondence: { type: WORD, days: integer(1, 30) },
};
const clock = (value) => {
  if (value === null) return null;
  if (!isObject(value) || !Object.hasOwn(CLOCKS, value.type)) return `null or a clock: ${Object.keys(CLOCKS).join(", ")}`;
  return difference(value, CLOCKS[value.type]);
};
// A moment of a real day since the year 2000, in UTC with three decimals.
const isMoment = (text) => {
  if (typeof text !== "string" || !/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const read = new Date(text);
  return !Number.isNaN(read.getTime()) && read.toISOString() === text;
};

const COMMON = {
  type: WORD,
  seq: NUMBER,
  at: kind(isMoment, "a moment of a real day since the year 2000, in UTC with three decimals"),
  effects: list(TYPED, 0, 100_000),
  state_hash: HEX_32,
  salt: HEX_16,
  prev_hash: HEX_32,
  hash: HEX_32,
};
const EVENTS = {
  match_started: {
    ...COMMON,
    match: MATCH,
    ruleset: WORD,
    ruleset_version: integer(1, 32_767),
    options: mapOf(WORD, either(oneOf(null), VALUE, list(VALUE, 0, 20)), 50),
    seats: list({ player: matching(/^[!-~]*$/, 64), entropy: matching(/^[ -~]*$/, 64), deck: DECK, team: optional(SEAT) }, 1, 8),
    clock,
    card_set: PINNED,
    seed_commitment: HEX_32,
    continues: optional({ match: MATCH, seq: NUMBER, hash: HEX_32 }),
  },
  action_taken: { ...COMMON, seat: SEAT, action: TYPED },
  seat_resigned: { ...COMMON, seat: SEAT, note: NOTE },
  clock_expired: { ...COMMON, seat: either(SEAT, oneOf(null)), note: NOTE },
  draw_agreed: { ...COMMON, seat: oneOf(null), note: NOTE },
  match_aborted: { ...COMMON, seat: oneOf(null), note: NOTE },
};
const HEADER = {
  format: oneOf("match/1"),
  match: MATCH,
  card_set: { ...PINNED, [OPEN]: true },
  server_seed: optional(HEX_32),
};
// What says where an event belongs; without it there is nothing to check.
const FILING = {
  seq: kind(Number.isSafeInteger, "an integer"),
  type: kind((value) => typeof value === "string", "a string"),
  seat: optional(kind((value) => value === null || Number.isSafeInteger(value), "an integer or null")),
  hash: HEX_32,
  [OPEN]: true,
};

function checkSchema(events) {
  for (const [index, event] of events.entries()) {
    if (!Object.hasOwn(EVENTS, event.type)) throw new NotSound(index, "type", `accepted is ${Object.keys(EVENTS).join(", ")}`);
    const wrong = difference(event, EVENTS[event.type]);
    if (wrong !== null) throw new NotSound(index, "schema", wrong);
    if (event.type === "clock_expired" && event.seat === null && !/^[0-7](,[0-7])+$/.test(event.note)) {
      throw new NotSound(index, "note", "it must name the seats whose clocks ran out, as 0,1");
    }
  }
}

// --- Checking

function same(found, expected, seq, field) {
  if (canonical(found ?? null) !== canonical(expected)) {
    throw new NotSound(seq, field, `it should be ${canonical(expected)} but is ${canonical(found ?? null)}`);
  }
}

async function checkChain(events) {
  let last = new Uint8Array(32);
  for (const [index, event] of events.entries()) {
    same(event.seq, index, index, "seq");
    same(event.type === "match_started", index === 0, index, "type");
    same(event.prev_hash, hex(last), index, "prev_hash");
    const { hash, ...rest } = event;
    last = await sha256(joined(last, utf8.encode(canonical(rest))));
    same(hash, hex(last), index, "hash");
  }
  const end = events[events.length - 1];
  const over = ENDINGS.includes(end.type) || end.effects[end.effects.length - 1]?.type === "match_ended";
  if (!over) throw new NotSound(events.length, "type", "the log ends before the match is over: events are missing");
}

async function checkStart(header, start) {
  same(header.match, start.match, 0, "match");
  const { revision, digest, ...set } = header.card_set;
  same(digest, hex(await sha256(utf8.encode(canonical(set)))), null, "card_set");
  same(start.card_set, { revision, digest }, 0, "card_set");
  const seed = bytes(header.server_seed, 32);
  same(start.seed_commitment, hex(await sha256(seed)), 0, "seed_commitment");
  const entropies = start.seats.map((seat) => seat.entropy);
  return hmacKey(await hmac(await hmacKey(seed), utf8.encode(canonical(entropies))));
}

async function checkSecrets(events, key) {
  const chance = new Chance(key);
  let draws = 0;
  for (const event of events) {
    const salt = (await hmac(key, joined(utf8.encode("salt"), bigEndian(event.seq)))).slice(0, 16);
    same(event.salt, hex(salt), event.seq, "salt");
    for (const [place, effect] of event.effects.entries()) {
      const drawn = await chance.again(effect);
      if (drawn === undefined) continue;
      draws += 1;
      same(drawn[1], drawn[0], event.seq, `effects[${place}] (${effect.type})`);
    }
  }
  return draws;
}

// Practice goes on from an event of another match, which stands before it in the file: from that very event, with its
// rules, options, cards, decks and state, and with chance of its own.
function checkOrigin(events, before) {
  const { continues, ...start } = events[0];
  if (continues === undefined) return;
  const origin = before.get(continues.match);
  if (origin === undefined) throw new NotSound(0, "continues", `match ${continues.match}, which it continues, must stand before it in the file`);
  const place = origin[continues.seq];
  if (place === undefined) throw new NotSound(0, "continues", `that match has no event ${continues.seq}`);
  same(continues.hash, place.hash, 0, "continues.hash");
  same(start.state_hash, place.state_hash, 0, "state_hash");
  same(start.effects, [], 0, "effects");
  for (const name of ["ruleset", "ruleset_version", "options", "card_set"]) same(start[name], origin[0][name], 0, name);
  const brought = ({ seats }) => seats.map(({ deck, team }) => ({ deck, team: team ?? null }));
  same(brought(start), brought(origin[0]), 0, "seats");
}

// The steps of the whole check, in order.
const STEPS = ["read", "schema", "chain", "start", "origin", "chance"];

// The whole check. Resolves to what was checked; rejects with NotSound or Unreadable, whose `step` is the one that failed.
// `before` are the matches of the same file that were checked already, by id: practice goes on from one of them.
// `tell` hears of each step that has been passed.
async function verify(part, before = new Map(), tell = () => {}) {
  let step = 0;
  const passed = (found) => tell(STEPS[step++], found);
  try {
    const { header, events } = read(part);
    passed({ events: events.length });
    checkSchema(events);
    passed({});
    await checkChain(events);
    passed({ first: events[0].hash, last: events[events.length - 1].hash });
    const key = await checkStart(header, events[0]);
    passed({ seed: header.server_seed, commitment: events[0].seed_commitment });
    checkOrigin(events, before);
    passed({ continues: events[0].continues ?? null });
    const draws = await checkSecrets(events, key);
    passed({ draws });
    before.set(header.match, events);
    const { seats } = events[0];
    const who = { players: seats.map(({ player }) => player), entropies: seats.map(({ entropy }) => entropy) };
    return { match: header.match, events: events.length, draws, seed: header.server_seed, ...who };
  } catch (error) {
    const isOdd = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    const said = isOdd ? new Unreadable(`a field is missing or of the wrong kind: ${error.message}`) : error;
    throw Object.assign(said, { step: STEPS[step] });
  }
}

// --- The season of a league: what its first line says of its matches. Pairings and standings need the rules of leagues.

class NotOfSeason extends NotSound {
  constructor(field, detail) {
    super(null, field, detail);
    this.message = `season: ${field}: ${detail}`;
  }
}

const MATCH_OR_WALKOVER = matching(/^[A-Za-z0-9._:-]{0,64}$/, 64);
const SEASON = {
  season: TEXT,
  manifest: { [OPEN]: true },
  digest: HEX_32,
  seed: either(oneOf(null), HEX_32),
  seed_commitment: HEX_32,
  entrants: list({ name: TEXT, account: TEXT, bot: TEXT, bot_version: either(oneOf(null), NUMBER), [OPEN]: true }, 0, 10_000),
  deals: list({ number: NUMBER, first: NUMBER, second: NUMBER, attempt: NUMBER, matches: list(MATCH_OR_WALKOVER, 0, 2), [OPEN]: true }, 0, 1_000_000),
  voids: list({ deal: NUMBER, attempt: NUMBER, [OPEN]: true }, 0, 1_000_000),
  left_out: { optional: NUMBER },
  [OPEN]: true,
};

// Check that no number of a deal or attempt is skipped. By skipping, a service could choose among seeds.
function checkNumbers({ deals, voids }) {
  const attempts = deals.map(() => []);
  for (const { deal, attempt } of voids) attempts[deal]?.push(attempt);
  for (const [place, { number, attempt }] of deals.entries()) {
    if (number !== place) throw new NotOfSeason("deals.number", `deal ${place} has the number ${number}`);
    const listed = [...attempts[place].sort((one, other) => one - other), attempt];
    if (listed.some((which, before) => which !== before + 1)) {
      throw new NotOfSeason(`deals[${place}].attempt`, `the file lists the attempts ${listed.join(", ")}`);
    }
  }
}

// The season that a file is of: its name, and match -> deal of those that it counts; null for a file of matches alone.
async function readSeason(text) {
  const lines = text.split("\n");
  const at = seasonLine(lines);
  if (at === -1) return null;
  const document = parsedCanonical(lines[at], at + 1);
  const wrong = difference(document, SEASON);
  if (wrong !== null) throw new Unreadable(`line ${at + 1}: ${wrong}`);
  const digest = hex(await sha256(utf8.encode(canonical(document.manifest))));
  if (document.digest !== digest) throw new NotOfSeason("digest", `the manifest has ${digest}`);
  if (document.seed !== null && document.seed_commitment !== hex(await sha256(bytes(document.seed, 32)))) {
    throw new NotOfSeason("seed_commitment", "it is not that of the seed");
  }
  checkNumbers(document);
  const played = document.deals.flatMap((deal) => deal.matches.filter((match) => match !== "").map((match) => [match, deal]));
  const deals = new Map(played);
  if (deals.size !== played.length) throw new NotOfSeason("deals", "one match stands there twice");
  const leftOut = document.left_out ?? 0;
  const { season: name, seed, entrants, manifest: { twinned } } = document;
  return { name, seed, entrants, twinned, matches: deals.size, missing: deals, leftOut };
}

// When all of its matches have been read: how many are left out, as its first line says. Files from before say nothing.
function checkLeftOut(season) {
  const { leftOut, missing } = season;
  if (leftOut !== 0 && leftOut !== missing.size) throw new NotOfSeason("left_out", `it says ${leftOut}, but ${missing.size} are missing`);
  return leftOut;
}

// That a match, as `verify` has found it, is one of the season's, for the first time, between those whose deal it is; and
// that the chance of one between house bots follows from the season's seed alone. Who is a house bot, the match itself says.
async function checkOfSeason(season, found) {
  const deal = season.missing.get(found.match);
  if (deal === undefined) throw new NotOfSeason("deals", `${found.match} is none of its matches, or stands here twice`);
  season.missing.delete(found.match);
  const [first, second] = [season.entrants[deal.first], season.entrants[deal.second]];
  if (first === undefined || second === undefined) throw new NotOfSeason("entrants", `deal ${deal.number} is of nobody`);
  const sat = [...new Set(found.players)].sort().join(", ");
  const { twinned } = season;
  const named = [first, second].map(({ account, bot, bot_version }) => account || `bot:${bot}/${bot_version}`);
  // In a twinned deal both accounts meet the house bot on the same side, and their matches have one seed.
  if (twinned) named[deal.matches.indexOf(found.match) === deal.number % 2 ? 1 : 0] = `bot:${twinned.bot}/${twinned.version}`;
  if (sat !== [...new Set(named)].sort().join(", ")) throw new NotOfSeason("entrants", `${found.match} was played by ${sat}`);
  if (!twinned && !found.players.every((player) => player.startsWith("bot:"))) return;
  if (found.entropies.some((entropy) => entropy !== "")) throw new NotOfSeason("entropies", `those of ${found.match} are not empty`);
  if (season.seed === null) return;
  const place = utf8.encode(canonical([season.name, first.name, second.name, deal.number, deal.attempt]));
  const seed = hex(await hmac(await hmacKey(bytes(season.seed, 32)), place));
  if (found.seed !== seed) throw new NotOfSeason("server_seed", `that of ${found.match} does not follow from the season's`);
}

// Whether a file is about one match: what stands before it is there because it goes on from that, one from another.
function isOfOne(parts) {
  if (parts.length < 2) return true;
  const starts = parts.map(({ text }) => parsed(text.split("\n").filter((line) => line !== "")[1] ?? "{}", 2));
  let found = 0;
  let wanted = starts[starts.length - 1]?.continues?.match;
  while (wanted !== undefined) {
    const origin = starts.findLast((start) => start.match === wanted);
    if (origin === undefined || found >= parts.length) break;
    found += 1;
    wanted = origin.continues?.match;
  }
  return parts.length === 1 + found;
}

// The first place that is no part of the full event: [where, what was shown, what the log has]; null if there is none.
function firstWrong(place, shown, full) {
  if (isObject(shown) && isObject(full)) {
    for (const name of Object.keys(shown)) {
      const wrong = Object.hasOwn(full, name)
        ? firstWrong(`${place}.${name}`, shown[name], full[name])
        : [`${place}.${name}`, shown[name], null];
      if (wrong !== null) return wrong;
    }
    return null;
  }
  if (Array.isArray(shown) && Array.isArray(full) && shown.length === full.length) {
    for (const [index, item] of shown.entries()) {
      const wrong = firstWrong(`${place}[${index}]`, item, full[index]);
      if (wrong !== null) return wrong;
    }
    return null;
  }
  return shown === full ? null : [place, shown, full];
}

// What a viewer had kept while the match lived, against the export: the same history, with fields left out.
function compareSeen(part, seenText) {
  const { events } = read(part);
  const seen = numbered(seenText)
    .filter(([line]) => line.trim() !== "")
    .map(([line, number]) => parsedOnce(line, number))
    .filter((found) => !("format" in found));
  for (const shown of seen) {
    const full = events[shown.seq];
    if (full === undefined) throw new NotSound(null, "seq", `event ${shown.seq} was shown, but is not in the log`);
    for (const name of ["hash", "prev_hash", ...Object.keys(shown)]) {
      if (!(name in shown)) throw new NotSound(shown.seq, name, "it was not shown, so there is nothing to compare it with");
      const wrong = Object.hasOwn(full, name) ? firstWrong(name, shown[name], full[name]) : [name, shown[name], null];
      if (wrong === null) continue;
      const [place, kept, logged] = wrong;
      throw new NotSound(shown.seq, place, `${canonical(kept)} was shown, but the log has ${canonical(logged ?? null)}`);
    }
  }
  return seen.length;
}

// What somebody noted while he played: events as they were shown, one a line, or bare hashes and the commitment.
function compareNoted(part, notes) {
  const { events } = read(part);
  const bound = new Set([events[0].seed_commitment, ...events.map((event) => event.hash)]);
  const lines = notes.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const hashes = lines.filter((line) => /^[0-9a-fA-F]{64}$/.test(line));
  for (const hash of hashes) {
    if (!bound.has(hash.toLowerCase())) throw new NotSound(null, "noted", `${hash} is neither the commitment nor the hash of an event`);
  }
  const shown = lines.filter((line) => !hashes.includes(line));
  return hashes.length + compareSeen(part, shown.join("\n"));
}

// The text of a file. Bytes that are no UTF-8 are refused, not mended, and no mark at the beginning is passed over.
const decoded = (raw) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);

// --- The published daily roots (RFC 9162; Ed25519, RFC 8032)

const ROOT = {
  format: /^root\/1$/,
  number: "integer",
  day: /^\d{4}-\d{2}-\d{2}$/,
  size: "integer",
  root: /^[0-9a-f]{64}$/,
  previous: /^[0-9a-f]{64}$/,
  restored_after: "integer or null",
  computed_at: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  key: /^[0-9a-f]{16}$/,
  public_key: /^[0-9a-f]{64}$/,
  signature: /^[0-9a-f]{128}$/,
};
const LEAF = { id: /^[0-9a-f-]{36}$/, match: /^[^]{1,64}$/u, hash: /^[0-9a-f]{64}$/ };
const MOST_PATH = 64;

class NotPublished extends NotSound {
  constructor(number, field, detail) {
    super(null, field, detail);
    this.message = `root ${number}: ${field}: ${detail}`;
  }
}

function fits(value, kind) {
  if (kind instanceof RegExp) return typeof value === "string" && kind.test(value);
  if (value === null) return kind === "integer or null";
  return Number.isSafeInteger(value) && value >= (kind === "integer" ? 0 : -1);
}

// The fields that are named and no other, each of its kind.
function checkFields(found, kinds, what) {
  if (found === null || typeof found !== "object" || Array.isArray(found)) throw new Unreadable(`${what} is not an object`);
  const names = [...new Set([...Object.keys(found), ...Object.keys(kinds)])];
  const wrong = names.find((name) => !Object.hasOwn(kinds, name) || !Object.hasOwn(found, name) || !fits(found[name], kinds[name]));
  if (wrong !== undefined) throw new Unreadable(`${what}: \`${wrong}\` is missing, unknown or of the wrong kind`);
}

// A document as the service gives it: canonical, so that it reads the same to everybody; a key given twice is not.
function documentOf(text, what) {
  let found;
  try {
    found = JSON.parse(text);
  } catch (error) {
    throw new Unreadable(`${what}: it is not JSON: ${error.message}`);
  }
  if (canonical(found) !== text.trim()) throw new Unreadable(`${what}: it is not canonical JSON (RFC 8785)`);
  return found;
}

// Roots as they were kept: one a line, or pages of them, as the API gives both.
function readRoots(text) {
  const roots = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const found = documentOf(line, `line ${index + 1}`);
    const page = found !== null && Object.hasOwn(found, "results") ? found.results : [found];
    if (!Array.isArray(page)) throw new Unreadable(`line ${index + 1}: results is not a list`);
    for (const root of page) checkFields(root, ROOT, `line ${index + 1}`);
    roots.push(...page);
  }
  if (roots.length === 0) throw new Unreadable("there is no root in it");
  return roots;
}

function readProof(text) {
  const proof = documentOf(text, "the proof");
  const { leaf, path, root, ...rest } = proof ?? {};
  checkFields(rest, { format: /^inclusion\/1$/, index: "integer" }, "the proof");
  checkFields(leaf, LEAF, "the leaf");
  checkFields(root, ROOT, "the root");
  if (!Array.isArray(path) || path.length > MOST_PATH) throw new Unreadable("the path is not a list of siblings");
  path.forEach((sibling) => bytes(sibling, 32));
  return proof;
}

const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));
const documentHash = async (root) => hex(await sha256(utf8.encode(canonical(root))));

// The root that a leaf and its siblings lead to (RFC 9162, 2.1.3.2); null if no leaf has such a place.
async function rootFromPath(leaf, index, size, path) {
  if (index >= size) return null;
  let [hash, place, last] = [await sha256(joined(Uint8Array.of(0), leaf)), BigInt(index), BigInt(size) - 1n];
  for (const sibling of path) {
    if (last === 0n) return null;
    if (place % 2n === 1n || place === last) {
      hash = await nodeHash(sibling, hash);
      while (place % 2n === 0n && place !== 0n) [place, last] = [place / 2n, last / 2n];
    } else {
      hash = await nodeHash(hash, sibling);
    }
    [place, last] = [place / 2n, last / 2n];
  }
  return last === 0n ? hash : null;
}

async function isSigned(publicKey, signature, data) {
  if (typeof process !== "undefined" && process.versions?.node) {
    const { createPublicKey, verify: check } = await import("node:crypto");
    const der = joined(bytes("302a300506032b6570032100", 12), publicKey);
    return check(null, data, createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" }), signature);
  }
  let key;
  try {
    key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    throw new Unreadable(`this browser cannot check Ed25519 signatures: ${error.message}`);
  }
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature, data);
}

async function checkSignature(root) {
  const publicKey = bytes(root.public_key, 32);
  const id = hex((await sha256(joined(utf8.encode("match service: root signing key"), publicKey))).slice(0, 8));
  if (root.key !== id) throw new NotPublished(root.number, "key", `the id of the public key is ${id}`);
  const { signature, ...signed } = root;
  if (!(await isSigned(publicKey, bytes(signature, 64), utf8.encode(canonical(signed))))) {
    throw new NotPublished(root.number, "signature", "the signature doesn't match this root and this key");
  }
}

async function checkLink(before, root) {
  const expected = before === null ? "00".repeat(32) : await documentHash(before);
  if (root.previous !== expected) throw new NotPublished(root.number, "previous", `the chain of roots gives ${expected}`);
  if (before !== null && root.day <= before.day) throw new NotPublished(root.number, "day", `${root.day} is not after ${before.day}, the day of the previous root`);
  if (root.restored_after !== null && root.restored_after >= root.number - 1) {
    const lost = `no root can have been lost between root ${root.restored_after} and this one`;
    throw new NotPublished(root.number, "restored_after", lost);
  }
}

// Roots in any order, some perhaps twice. Two different ones of one number are what no honest service publishes.
async function verifyRoots(roots) {
  const found = new Map();
  for (const root of roots) {
    const known = found.get(root.number);
    if (known !== undefined && canonical(known) !== canonical(root)) {
      throw new NotPublished(root.number, "number", "two different roots were published under this number");
    }
    if (known === undefined) await checkSignature(root);
    found.set(root.number, root);
  }
  for (const [number, root] of found) {
    if (number === 0 || found.has(number - 1)) await checkLink(found.get(number - 1) ?? null, root);
  }
  return found;
}

// That the log of an export is the one that a published root holds. `rootsText`: the roots that the reader has kept.
async function verifyInclusion(part, proofText, rootsText = null) {
  const { header, events } = read(part);
  const { leaf, index, path, root } = readProof(proofText);
  same(leaf.match, header.match, null, "inclusion.leaf.match");
  const last = events[events.length - 1].hash;
  if (leaf.hash !== last) {
    const found = `the hash of the last event is ${leaf.hash} in published root ${root.number}, but ${last} in the log`;
    throw new NotPublished(root.number, "leaf", `${found}: the log was replaced after publication`);
  }
  const siblings = path.map((sibling) => bytes(sibling, 32));
  const reached = await rootFromPath(utf8.encode(canonical(leaf)), index, root.size, siblings);
  if (reached === null || hex(reached) !== root.root) {
    throw new NotPublished(root.number, "path", `the proof does not lead to root ${root.number}`);
  }
  await checkSignature(root);
  if (rootsText !== null) await checkKept(root, await verifyRoots(readRoots(rootsText)));
  return root;
}

async function checkKept(root, kept) {
  const [same, next] = [kept.get(root.number), kept.get(root.number + 1)];
  if (same === undefined && next === undefined) {
    throw new NotPublished(root.number, "number", "neither this root nor the next one was saved, so nothing can be compared");
  }
  if (same === undefined) await checkLink(root, next);
  else if (canonical(same) !== canonical(root)) {
    throw new NotPublished(root.number, "number", "two different roots were published under this number");
  }
}

return { NotSound, Unreadable, canonical, Chance, keyGivenTwice, split, read, difference, isMoment, STEPS, verify, NotOfSeason, readSeason, checkLeftOut, checkOfSeason, isOfOne, compareSeen, compareNoted, decoded, NotPublished, readRoots, readProof, rootFromPath, verifyRoots, verifyInclusion };
})();
