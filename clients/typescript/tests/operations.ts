/** `node operations.js URL`: calls every method against a live service, and prints the requests that it made. */

import assert from "node:assert/strict";
import { Client, Refused, type Schemas } from "match-client";

const [base = ""] = process.argv.slice(2);
const PASSWORD = "a quiet rook 7";
const CLOCK = { type: "per_decision", seconds: 600 } as const;
const SEATS: Schemas["MatchInput"]["seats"] = [{ kind: "me" }, { kind: "open" }];
const ACCEPTS: Schemas["Acceptance"] = {
  rulesets: [{ ruleset: "battle_line" }],
  clocks: [{ type: "per_decision" }],
  at_once: 2,
  from: ["people", "bots"],
};
const asked = new Set<string>();

async function client(name: string): Promise<Client> {
  const made = new Client(base, {
    fetch: (url, init) => {
      const { pathname } = new URL(String(url));
      if (pathname.startsWith("/api/v1/")) asked.add(`${init?.method ?? "GET"} ${pathname}`); // The changelog is not an operation.
      return fetch(url, init);
    },
  });
  await made.signUp(name, PASSWORD);
  return made;
}

function refused(code: string) {
  return (error: unknown) => error instanceof Refused && error.code === code;
}

function there<Value>(value: Value | null | undefined): Value {
  assert.ok(value !== null && value !== undefined);
  return value;
}

async function useAccount(ann: Client, ben: Client): Promise<void> {
  const issued = await ann.makeToken("my bot", ["read", "play"], 2);
  assert.equal((await new Client(base, { token: issued.token }).me()).username, "ann");
  assert.equal((await ann.me()).username, "ann");
  assert.equal((await ann.tokens()).results.length, 2);
  await ann.revokeToken(issued.id);
  assert.equal((await ann.tokens()).results.length, 1);
  await ann.endPause();
  await ann.signOutEverywhere(PASSWORD);
  await ann.signIn("ann", PASSWORD);
  await ann.changePassword(PASSWORD, `${PASSWORD} 2`);
  await ann.signIn("ann", `${PASSWORD} 2`);
  await ann.setLanguage("ja");

  const found = there(await ann.findPlayer("ben"));
  assert.equal(await ann.findPlayer("nobody"), null);
  assert.deepEqual((await ann.player(found.id)).player, found);
  assert.deepEqual((await ann.results(found.id, { ruleset: "battle_line", rated: false })).results, []);
  assert.deepEqual((await ann.leaderboard("battle_line")).results, []);
  await ann.blockPlayer(found.id);
  assert.deepEqual((await ann.blockedPlayers()).results.map((blocked) => blocked.player.name), ["ben"]);
  await assert.rejects(ben.postChallenge("ann", "battle_line"), refused("player_unavailable"));
  await ann.unblockPlayer(found.id);
  assert.deepEqual((await ann.blockedPlayers()).results, []);
}

async function useLeagues(ann: Client, bot: Client): Promise<void> {
  assert.ok((await ann.bots()).results.some((each) => each.name === "greedy"));
  const declared = await ann.declareBotAccount(there(bot.token), "1.0", ACCEPTS);
  assert.deepEqual((await ann.botAccounts({ ruleset: "battle_line" })).results, [declared]);
  assert.deepEqual(await ann.botAccount(declared.id), declared);
  assert.equal((await ann.changeBotAccount(declared.id, "1.1", { ...ACCEPTS, at_once: 3 })).version, "1.1");

  assert.equal((await ann.leagues()).results.length, 3);
  assert.equal((await bot.enterLeague("open")).name, "ann-bot");
  const online = await ann.onlineBots({ ruleset: "battle_line", owner: "ann" });
  assert.deepEqual(online.results.map((each) => each.name), ["ann-bot"]);
  assert.deepEqual((await ann.onlineBots({ ruleset: "invictus" })).results, []);
  assert.equal((await bot.leagueEntries("open")).results.length, 1);
  await bot.leaveLeague("open");
  assert.equal((await bot.leagueEntries("open")).results.length, 0);
  assert.equal((await ann.league("houses")).seasons[0]?.number, 1);
  assert.equal((await ann.season("houses", 1)).status, "running");
  assert.deepEqual((await ann.fixtures("houses", 1)).results, []);
  assert.equal((await ann.standings("houses", 1)).standings.length, 2);
  assert.deepEqual((await ann.entrants("houses", 1)).results.map((each) => each.name), ["one", "two"]);
  assert.deepEqual((await ann.crosstable("houses", 1)).results, []);
  assert.deepEqual((await ann.seasonPoints("houses", 1)).lines.map((line) => line.entrant), ["one", "two"]);
  assert.equal((await ann.seasonStatistics("houses", 1, { entrant: "one" })).matches, 0);
  assert.deepEqual((await ann.seasonFaults("houses", 1)).results, []);
  assert.equal((await ann.leagueRates("houses", { season: 1 })).matches, 0);
  const unfit: any = { bot: "ann-bot", against: "ann-bot", ruleset: "battle_line", clock: CLOCK };
  await assert.rejects(ann.compareBots(unfit), refused("bad_comparison"));
  assert.deepEqual((await ann.comparisons()).results, []);
  await assert.rejects(ann.stopComparison("houses"), refused("not_found"));
  await assert.rejects(ann.exportSeason("houses", 1), refused("season_running"));
  const seasons = await ann.seasons("houses");
  assert.deepEqual(seasons.results.map((each) => [each.number, each.winners]), [[1, null]]);
  const runs = await ann.scheduledRuns("houses");
  assert.deepEqual(runs.results.map((each) => [each.result, each.season]), [["started", 1]]);
  assert.equal(await ann.nextPage(seasons), null);
  assert.equal(await ann.nextPage(runs), null);
  assert.deepEqual((await ann.amendments("houses", 1)).results, []);
  assert.deepEqual(await ann.seasonTest("pair", 1), { verdict: null, deals: 0, llr_per_mille: [] });
}

async function useDecks(ann: Client): Promise<void> {
  assert.equal((await ann.rulesets()).results.length, 5);
  const starter = there((await ann.ruleset("invictus")).starter_decks[0]);
  const cards = starter.cards;
  const options = starter.options as Schemas["DeckInput"]["options"];
  assert.deepEqual((await ann.checkDeck("invictus", cards, { options })).problems, []);
  const deck = await ann.createDeck("invictus", "Mine", cards, { options });
  assert.deepEqual((await ann.decks({ ruleset: "invictus", mine: true })).results, [deck]);
  const changed = await ann.changeDeck(deck.id, { name: "Still mine" }, deck.version);
  assert.deepEqual(await ann.deck(deck.id), changed);
  await assert.rejects(ann.changeDeck(deck.id, { name: "No" }, deck.version), refused("deck_changed"));
  await assert.rejects(ann.deleteDeck(deck.id, deck.version), refused("deck_changed"));
  await ann.deleteDeck(deck.id, changed.version);
  assert.deepEqual((await ann.deckVersions(deck.id)).results.map((saved) => saved.version), [3, 2, 1]);
  assert.equal((await ann.deckVersion(deck.id, 1)).name, "Mine");
  assert.equal((await ann.restoreDeckVersion(deck.id, 1)).version, 4);
  await assert.rejects(ann.restoreDeckVersion(deck.id, 2, 3), refused("deck_changed"));
  assert.equal((await ann.restoreDeckVersion(deck.id, 2, 4)).name, "Still mine");
  const [slug, copies] = there(Object.entries(cards)[0]);
  assert.deepEqual((await ann.readDeckList("invictus", `${copies} ${slug}`)).cards, { [slug]: copies });

  const all = await ann.cards("blackpoker");
  assert.ok((await ann.cards("blackpoker", { text: "ace" })).results.length < all.results.length);
  const first = (await ann.get("/api/v1/cards?ruleset=invictus&limit=1")) as Schemas["CardList"];
  const second = there(await ann.nextPage(first));
  assert.notDeepEqual(second.results, first.results);
  assert.equal(await ann.nextPage({ ...all, next: null }), null);
}

async function useLobbies(ann: Client, ben: Client): Promise<void> {
  const lobby = await ann.openMatch("battle_line", SEATS, { clock: CLOCK, idle_days: 3, options: { tactics: false } });
  const listed = await ben.matches({ open: true, opened_by: "ann", options: { tactics: false }, limit: 5 });
  assert.deepEqual(listed.results.map((match) => match.id), [lobby.id]);
  assert.equal((await ben.join(lobby, { seat: 1, entropy: "mine" })).my_seat, 1);
  assert.equal((await ben.leave(lobby)).my_seat, null);
  assert.equal((await ann.abort(lobby)).status, "over");

  const unlisted = await ann.openMatch("battle_line", SEATS, { visibility: "unlisted" });
  assert.equal((await ben.match(unlisted.id)).visibility, "unlisted");
  await ann.abort(unlisted);
  const closed = await ann.openMatch("battle_line", SEATS, { visibility: "private" });
  assert.equal((await ann.invitationLink(closed)).code, null);
  const old = there((await ann.makeInvitationLink(closed)).code);
  await ann.revokeInvitationLink(closed);
  await assert.rejects(ben.matchByCode(old), refused("not_found"));
  const code = there((await ann.makeInvitationLink(closed)).code);
  assert.equal((await ben.matchByCode(code)).id, closed.id);
  assert.equal((await ben.joinByCode(code, { entropy: "mine", seat: 1 })).my_seat, 1);
  assert.equal((await ann.join(closed)).status, "playing");
  assert.equal((await ann.resign(closed, "gg")).now.status, "over");

  const waiting = await ann.postPairingRequest("battle_line", CLOCK, { least_rating: 1000 });
  assert.deepEqual((await ann.pairingRequests()).results.map((request) => request.id), [waiting.id]);
  await ann.withdrawPairingRequest(waiting.id);
  assert.deepEqual((await ann.pairingRequests()).results, []);
}

/** A match of Lords of War that has started. */
async function useChallenges(ann: Client, ben: Client): Promise<string> {
  const first = await ann.postChallenge("ben", "battle_line", { clock: CLOCK, own_seat: 0 });
  assert.equal((await ben.challenge(first.id)).status, "open");
  assert.equal((await ben.declineChallenge(first.id, "other_game")).reason, "other_game");
  const second = await ann.postChallenge("ben", "battle_line");
  assert.equal((await ann.withdrawChallenge(second.id)).status, "withdrawn");
  const third = await ann.postChallenge("ben", "lords_of_war", { visibility: "private", own_seat: 0 });
  assert.deepEqual((await ben.challenges()).results.map((challenge) => challenge.id), [third.id]);
  const match = there((await ben.acceptChallenge(third.id)).match);
  for (const player of [ann, ben]) {
    await player.join(match, { deck: await player.starterDeck(await player.match(match)) });
  }
  return match;
}

async function useMatch(ann: Client, ben: Client, match: string): Promise<void> {
  assert.equal((await ann.events(match)).events[0]?.seq, 0);
  const annsTurn = (await ann.legalActions(match)).prompt !== null;
  const [mover, other] = annsTurn ? [ann, ben] : [ben, ann];
  const { version, legal_actions } = await mover.legalActions(match, true);
  const first = there(legal_actions[0]);
  assert.ok(first.texts);
  assert.equal((await mover.view(match)).version, version);
  assert.equal((await mover.analyse(match)).version, version);
  await mover.analyse(match, first.action);
  assert.deepEqual((await mover.setAutoPasses(match, [])).auto_passes, (await mover.autoPasses(match)).auto_passes);

  assert.equal((await ann.sayPhrase(match, "hello")).phrase, "hello");
  assert.deepEqual((await ben.phrases(match)).results.map((said) => said.phrase), ["hello"]);
  assert.deepEqual([(await ben.mutePhrases()).muted, (await ben.phraseSettings()).muted], [true, true]);
  assert.equal((await ben.mutePhrases(false)).muted, false);
  assert.deepEqual((await ann.presence(match)).seats.map((seat) => seat.is_connected), [true, true]);

  assert.equal((await mover.abort(match, "late")).abort_consents.length, 1);
  assert.equal((await mover.offerDraw(match)).draw_offers.length, 1);
  assert.equal((await other.declineDraw(match)).draw_offers.length, 0);
  await mover.act(match, version, first.action, 0);
  await mover.offerDraw(match);
  assert.equal((await mover.withdrawDraw(match)).draw_offers.length, 0);
  await other.offerDraw(match);
  assert.equal((await mover.acceptDraw(match)).outcome?.reason, "agreement");
  for await (const message of mover.matchStream(match)) {
    if (message.event === "now") assert.equal(message.data.status, "over");
  }
  for await (const message of mover.stream()) {
    assert.ok(message.event);
    break;
  }
}

async function useFinished(ann: Client, ben: Client, match: string): Promise<void> {
  assert.equal((await ann.scorecard(match)).match, match);
  assert.equal((await ann.pastView(match, 1)).version, 1);
  assert.equal((await ann.pastView(match)).version, (await ann.match(match)).version);
  assert.deepEqual((await ann.transcript(match, 0, 1)).lines.map((line) => line.seq), [1]);
  const [header = ""] = (await ann.exportMatch(match)).split("\n");
  assert.equal((JSON.parse(header) as { match: string }).match, match);
  assert.ok((await ann.continueMatch(match, 1, { seat: 0 })).continues);

  const note = await ann.writeNote(match, 1, "Too early.", true);
  assert.deepEqual((await ben.notes(match)).results, [note]);
  await ann.deleteNote(match, 1);
  assert.deepEqual((await ben.notes(match)).results, []);

  const found = await ann.searchMatches({ player: "ann", opponent: "ben", reason: "agreement", limit: 3 });
  assert.ok(found.results.every((one) => one.ruleset === "lords_of_war"));
  assert.ok((await ann.statistics({ ruleset: "lords_of_war", min_length: 1 })).matches >= 0);
  assert.ok((await ann.offerRematch(match)).challenge);
  assert.ok((await ben.offerRematch(match)).match);
}

async function useWebhooks(ann: Client): Promise<void> {
  const { webhook, secret } = await ann.createWebhook("https://bots.example.org/hook");
  assert.ok(secret.startsWith("whsec_"));
  assert.deepEqual((await ann.webhooks()).results, [await ann.webhook(webhook.id)]);
  assert.deepEqual((await ann.changeWebhook(webhook.id, { types: ["turn"] })).types, ["turn"]);
  assert.equal((await ann.testWebhook(webhook.id)).type, "challenge");
  assert.notEqual((await ann.rotateWebhookSecret(webhook.id)).secret, secret);
  const challenge = there((await ann.webhookDeliveries(webhook.id, { status: "waiting" })).results[0]);
  await assert.rejects(ann.redeliver(webhook.id, challenge.id), refused("not_found"));
  await ann.deleteWebhook(webhook.id);
  assert.deepEqual((await ann.webhooks()).results, []);
}

async function useService(ann: Client): Promise<void> {
  assert.equal((await ann.features()).languages.length, 2);
  assert.ok((await ann.changelog()).startsWith("# Changelog"));
}

const [ann, ben, bot] = [await client("ann"), await client("ben"), await client("ann-bot")];
await useAccount(ann, ben);
await useLeagues(ann, bot);
await useDecks(ann);
await useLobbies(ann, ben);
const match = await useChallenges(ann, ben);
await useMatch(ann, ben, match);
await useFinished(ann, ben, match);
await useWebhooks(ann);
await useService(ann);
await ben.deleteAccount(PASSWORD);
assert.equal(await ann.findPlayer("ben"), null);
for (const each of [ann, ben, bot]) each.close();
console.log([...asked].join("\n"));
