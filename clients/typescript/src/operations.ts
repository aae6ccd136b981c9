/** The operations of the API, one request each. */

import type { components } from "./schema.js";

export type Schemas = components["schemas"];
export type Action = Schemas["Action"];
/** A match, or its id. */
export type MatchRef = Schemas["Match"] | string;
/** The optional fields of a request. */
type More<Body, Field extends keyof Body> = Pick<Body, Field>;
export type MatchOptions = More<Schemas["MatchInput"], "options" | "clock" | "visibility" | "rated" | "idle_days">;
export type ChallengeOptions = More<
  Schemas["ChallengeInput"],
  "options" | "clock" | "visibility" | "rated" | "own_seat"
>;
export type PairingOptions = More<
  Schemas["PairingRequestInput"],
  "options" | "rated" | "least_rating" | "most_rating" | "deck"
>;
export type DeckOptions = More<Schemas["DeckInput"], "options" | "visibility">;
type Ruleset = Schemas["MatchInput"]["ruleset"];
type Deck = Schemas["Joining"]["deck"];

/** Filters the list of matches; omitted fields don't filter. `opened_by`, `player` and `opponent` are names. */
export interface MatchFilter {
  ruleset?: Ruleset;
  status?: "lobby" | "playing" | "over";
  mine?: boolean;
  my_turn?: boolean;
  open?: boolean;
  opened_by?: string;
  player?: string;
  opponent?: string;
  rated?: boolean;
  options?: Schemas["MatchInput"]["options"];
  limit?: number;
}

/** Filters finished matches for statistics. `card` and `effect` are comma-separated lists; times are RFC 3339. */
export interface StatisticsFilter {
  ruleset?: Ruleset;
  player?: string;
  opponent?: string;
  deck?: string;
  card?: string;
  effect?: string;
  reason?: string;
  decided_by?: string;
  winner?: string;
  min_length?: number;
  max_length?: number;
  rated?: boolean;
  ended_after?: string;
  ended_before?: string;
}

/** Filters a search. With `imported` it finds imported matches instead; `named` is a player's name in their log. */
export interface SearchFilter extends StatisticsFilter {
  imported?: boolean;
  named?: string;
  limit?: number;
}

export const API = "/api/v1";

/** All methods throw Refused if the service refuses, and ConnectionLost if it doesn't answer. */
export abstract class Operations {
  // The account

  me(): Promise<Schemas["Account"]> {
    return this.get(`${API}/me`) as Promise<Schemas["Account"]>;
  }

  /** Set the language of the account's pages and mails; null: each browser's preference counts. */
  setLanguage(language: "en" | "ja" | null): Promise<Schemas["Account"]> {
    return this.send("PATCH", `${API}/me`, { language }) as Promise<Schemas["Account"]>;
  }

  /** The tokens that can act for this account. Their secrets are shown only when they are created. */
  tokens(): Promise<Schemas["TokenList"]> {
    return this.get(`${API}/tokens`) as Promise<Schemas["TokenList"]>;
  }

  /** Create a token that may do at most what this one may; this client continues with its own. */
  makeToken(
    name: string,
    scopes: Schemas["PersonalTokenInput"]["scopes"],
    days: number | null = null,
  ): Promise<Schemas["IssuedToken"]> {
    return this.send("POST", `${API}/me/tokens`, { name, scopes, days }) as Promise<Schemas["IssuedToken"]>;
  }

  async revokeToken(tokenId: string): Promise<void> {
    await this.send("DELETE", `${API}/tokens/${tokenId}`);
  }

  /** Be called to matches again after a pause caused by missed calls. */
  async endPause(): Promise<void> {
    await this.send("DELETE", `${API}/me/pause`);
  }

  /** Change the password. All tokens end, also this client's: sign in again. */
  async changePassword(password: string, newPassword: string): Promise<void> {
    await this.send("POST", `${API}/me/password`, { password, new_password: newPassword });
  }

  /** End all tokens, also this client's, and sign out all browsers. */
  async signOutEverywhere(password: string): Promise<void> {
    await this.send("POST", `${API}/me/sign-out`, { password });
  }

  /** Delete the account for good. It resigns its matches and its tokens end; logs and others' results stay. */
  async deleteAccount(password: string): Promise<void> {
    await this.send("POST", `${API}/me/deletion`, { password });
  }

  // Other players

  /** The player with exactly this name; null if there is none. */
  async findPlayer(name: string): Promise<Schemas["Player"] | null> {
    const found = (await this.get(address("players", { name }))) as Schemas["PlayerList"];
    return found.results[0] ?? null;
  }

  player(playerId: string): Promise<Schemas["Profile"]> {
    return this.get(`${API}/players/${playerId}`) as Promise<Schemas["Profile"]>;
  }

  /** The results of a player's public matches, newest first. */
  results(playerId: string, which: { ruleset?: Ruleset; rated?: boolean } = {}): Promise<Schemas["ResultList"]> {
    return this.get(address(`players/${playerId}/results`, which)) as Promise<Schemas["ResultList"]>;
  }

  leaderboard(ruleset: Ruleset): Promise<Schemas["Leaderboard"]> {
    return this.get(`${API}/leaderboards/${ruleset}`) as Promise<Schemas["Leaderboard"]>;
  }

  blockedPlayers(): Promise<Schemas["BlockedPlayerList"]> {
    return this.get(`${API}/me/blocks`) as Promise<Schemas["BlockedPlayerList"]>;
  }

  /** Block challenges, invitations and pairings between the two of you; `findPlayer` has the id of a name. */
  async blockPlayer(playerId: string): Promise<void> {
    await this.send("PUT", `${API}/me/blocks/${playerId}`);
  }

  async unblockPlayer(playerId: string): Promise<void> {
    await this.send("DELETE", `${API}/me/blocks/${playerId}`);
  }

  // Bots

  /** The house bots: the levels first, then the others. */
  bots(): Promise<Schemas["BotList"]> {
    return this.get(`${API}/bots`) as Promise<Schemas["BotList"]>;
  }

  botAccounts(which: { ruleset?: Ruleset } = {}): Promise<Schemas["BotAccountList"]> {
    return this.get(address("bot-accounts", which)) as Promise<Schemas["BotAccountList"]>;
  }

  /** A bot account: its owner, its version, and what it accepts. */
  botAccount(botId: string): Promise<Schemas["BotAccount"]> {
    return this.get(`${API}/bot-accounts/${botId}`) as Promise<Schemas["BotAccount"]>;
  }

  /** The bot accounts that are connected now; `owner` is the name of an account. */
  onlineBots(which: { ruleset?: Ruleset; owner?: string } = {}): Promise<Schemas["BotAccountList"]> {
    return this.get(address("bots/online", which)) as Promise<Schemas["BotAccountList"]>;
  }

  /** Become the owner of another account as a bot, before its first match; the token belongs to that account. */
  declareBotAccount(
    token: string,
    version: string,
    accepts: Schemas["Acceptance"],
    digest: string | null = null,
  ): Promise<Schemas["BotAccount"]> {
    return this.send("POST", `${API}/bot-accounts`, { token, version, accepts, digest }) as Promise<Schemas["BotAccount"]>;
  }

  /** Change what a bot account accepts; `at_once` 0 pauses it. Without `digest` it has none afterwards. */
  changeBotAccount(
    botId: string,
    version: string,
    accepts: Schemas["Acceptance"],
    digest: string | null = null,
  ): Promise<Schemas["BotAccount"]> {
    return this.send("PUT", `${API}/bot-accounts/${botId}`, { version, accepts, digest }) as Promise<Schemas["BotAccount"]>;
  }

  // Games and cards

  rulesets(): Promise<Schemas["RulesetList"]> {
    return this.get(`${API}/rulesets`) as Promise<Schemas["RulesetList"]>;
  }

  ruleset(slug: string): Promise<Schemas["RulesetDetail"]> {
    return this.get(`${API}/rulesets/${slug}`) as Promise<Schemas["RulesetDetail"]>;
  }

  /** The newest cards of a game; with `text`, those with this text in slug, names or rules text. */
  cards(ruleset: Ruleset, which: { text?: string } = {}): Promise<Schemas["CardList"]> {
    return this.get(address("cards", { ruleset, ...which })) as Promise<Schemas["CardList"]>;
  }

  decks(which: { ruleset?: Ruleset; mine?: boolean } = {}): Promise<Schemas["DeckList"]> {
    return this.get(address("decks", which)) as Promise<Schemas["DeckList"]>;
  }

  deck(deckId: string): Promise<Schemas["Deck"]> {
    return this.get(`${API}/decks/${deckId}`) as Promise<Schemas["Deck"]>;
  }

  /** All faults of a deck, without storing it. */
  checkDeck(
    ruleset: Ruleset,
    cards: Schemas["DeckToCheck"]["cards"],
    more: Pick<Schemas["DeckToCheck"], "options"> = {},
  ): Promise<Schemas["DeckCheck"]> {
    return this.send("POST", `${API}/decks/check`, { ruleset, cards, ...more }) as Promise<Schemas["DeckCheck"]>;
  }

  createDeck(
    ruleset: Ruleset,
    name: string,
    cards: Schemas["DeckInput"]["cards"],
    more: DeckOptions = {},
  ): Promise<Schemas["Deck"]> {
    return this.send("POST", `${API}/decks`, { ruleset, name, cards, ...more }) as Promise<Schemas["Deck"]>;
  }

  /** Change the given fields. With `version`, only if nobody has saved the deck since (`deck_changed`). */
  changeDeck(deckId: string, change: Schemas["PatchedDeckChange"], version?: number): Promise<Schemas["Deck"]> {
    const path = `${API}/decks/${deckId}`;
    return this.send("PATCH", path, change, undefined, ifMatch(version)) as Promise<Schemas["Deck"]>;
  }

  async deleteDeck(deckId: string, version?: number): Promise<void> {
    await this.send("DELETE", `${API}/decks/${deckId}`, undefined, undefined, ifMatch(version));
  }

  /** Every version that was saved of your deck, newest first, even if the deck is deleted. */
  deckVersions(deckId: string): Promise<Schemas["DeckVersionList"]> {
    return this.get(`${API}/decks/${deckId}/versions`) as Promise<Schemas["DeckVersionList"]>;
  }

  deckVersion(deckId: string, number: number): Promise<Schemas["DeckVersion"]> {
    return this.get(`${API}/decks/${deckId}/versions/${number}`) as Promise<Schemas["DeckVersion"]>;
  }

  /** Save an earlier version as the newest; this also restores a deleted deck. `version` as in `changeDeck`. */
  restoreDeckVersion(deckId: string, number: number, version?: number): Promise<Schemas["Deck"]> {
    const path = `${API}/decks/${deckId}/versions/${number}/restore`;
    return this.send("POST", path, undefined, undefined, ifMatch(version)) as Promise<Schemas["Deck"]>;
  }

  /** The cards of a list that is written as text, one per line, such as `3 Warrior`. */
  readDeckList(ruleset: Ruleset, text: string): Promise<Schemas["ReadCards"]> {
    return this.send("POST", `${API}/decks/read`, { ruleset, text }) as Promise<Schemas["ReadCards"]>;
  }

  // Finding a match

  /** Matches, newest first; `{ open: true }` lists lobbies with a seat for anyone. */
  matches(which: MatchFilter = {}): Promise<Schemas["MatchList"]> {
    return this.get(address("matches", which)) as Promise<Schemas["MatchList"]>;
  }

  /** Your open challenges, sent and received. */
  challenges(): Promise<Schemas["ChallengeList"]> {
    return this.get(`${API}/challenges`) as Promise<Schemas["ChallengeList"]>;
  }

  challenge(challengeId: string): Promise<Schemas["Challenge"]> {
    return this.get(`${API}/challenges/${challengeId}`) as Promise<Schemas["Challenge"]>;
  }

  /** Challenge a player by name; the notice `challenge_answered` has the answer. */
  postChallenge(opponent: string, ruleset: Ruleset, more: ChallengeOptions = {}): Promise<Schemas["Challenge"]> {
    return this.post(`${API}/challenges`, { opponent, ruleset, ...more }) as Promise<Schemas["Challenge"]>;
  }

  withdrawChallenge(challengeId: string): Promise<Schemas["Challenge"]> {
    return this.send("DELETE", `${API}/challenges/${challengeId}`) as Promise<Schemas["Challenge"]>;
  }

  /** Accept a challenge. `match` of the answer is the match that calls both players: join it. */
  acceptChallenge(challengeId: string): Promise<Schemas["Challenge"]> {
    return this.post(`${API}/challenges/${challengeId}/accept`, {}) as Promise<Schemas["Challenge"]>;
  }

  declineChallenge(
    challengeId: string,
    reason: Schemas["Declining"]["reason"] = null,
  ): Promise<Schemas["Challenge"]> {
    return this.post(`${API}/challenges/${challengeId}/decline`, { reason }) as Promise<Schemas["Challenge"]>;
  }

  /** Offer the same match again with sides exchanged. If the opponent has offered it already, this accepts. */
  offerRematch(match: MatchRef): Promise<Schemas["Rematch"]> {
    return this.post(`${pathOf(match)}/rematch`, {}) as Promise<Schemas["Rematch"]>;
  }

  /** Your pairing request, if you have one. */
  pairingRequests(): Promise<Schemas["PairingRequestList"]> {
    return this.get(`${API}/pairing-requests`) as Promise<Schemas["PairingRequestList"]>;
  }

  /** Be paired with anyone who wants the same. Join `match` of the answer, or of the notice `called`. */
  postPairingRequest(
    ruleset: Ruleset,
    clock: Schemas["PairingRequestInput"]["clock"],
    more: PairingOptions = {},
  ): Promise<Schemas["PairingRequest"]> {
    return this.post(`${API}/pairing-requests`, { ruleset, clock, ...more }) as Promise<Schemas["PairingRequest"]>;
  }

  async withdrawPairingRequest(requestId: string): Promise<void> {
    await this.send("DELETE", `${API}/pairing-requests/${requestId}`);
  }

  // Before a match

  /** Open a lobby. The match starts when every seat is ready; without a clock it closes after `idle_days` idle. */
  openMatch(
    ruleset: Ruleset,
    seats: Schemas["MatchInput"]["seats"],
    more: MatchOptions = {},
  ): Promise<Schemas["Match"]> {
    return this.post(`${API}/matches`, { ruleset, seats, ...more }) as Promise<Schemas["Match"]>;
  }

  /** Take the seat that you are invited or called to, or an open one, and be ready. */
  join(match: MatchRef, joining: Schemas["Joining"] = {}): Promise<Schemas["Match"]> {
    return this.post(`${pathOf(match)}/join`, joining) as Promise<Schemas["Match"]>;
  }

  /** Give up your seat before the match has started, or decline an invitation. */
  leave(match: MatchRef): Promise<Schemas["Match"]> {
    return this.post(`${pathOf(match)}/leave`, {}) as Promise<Schemas["Match"]>;
  }

  /** The `code` of your lobby's invitation link; null if there is none. */
  invitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]> {
    return this.get(`${pathOf(match)}/invitation-link`) as Promise<Schemas["InvitationLink"]>;
  }

  /** Create a new code for your lobby; the previous one stops working. */
  makeInvitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]> {
    return this.post(`${pathOf(match)}/invitation-link`, {}) as Promise<Schemas["InvitationLink"]>;
  }

  async revokeInvitationLink(match: MatchRef): Promise<void> {
    await this.send("DELETE", `${pathOf(match)}/invitation-link`);
  }

  /** The lobby of an invitation link. */
  matchByCode(code: string): Promise<Schemas["Match"]> {
    return this.send("POST", `${API}/matches/by-code`, { code }) as Promise<Schemas["Match"]>;
  }

  /** Take an open seat in the lobby of an invitation link. */
  joinByCode(code: string, joining: Schemas["Joining"] = {}): Promise<Schemas["Match"]> {
    return this.post(`${API}/matches/by-code/join`, { ...joining, code }) as Promise<Schemas["Match"]>;
  }

  // During a match

  match(match: MatchRef): Promise<Schemas["Match"]> {
    return this.get(pathOf(match)) as Promise<Schemas["Match"]>;
  }

  /** Whether each player of a match is connected, and when they were last here. */
  presence(match: MatchRef): Promise<Schemas["MatchPresence"]> {
    return this.get(`${pathOf(match)}/presence`) as Promise<Schemas["MatchPresence"]>;
  }

  view(match: MatchRef): Promise<Schemas["View"]> {
    return this.get(`${pathOf(match)}/view`) as Promise<Schemas["View"]>;
  }

  events(match: MatchRef, after = -1, limit = 500, wait = 0): Promise<Schemas["EventPage"]> {
    const query = `after=${after}&limit=${limit}&wait=${wait}`;
    return this.get(`${pathOf(match)}/events?${query}`) as Promise<Schemas["EventPage"]>;
  }

  /** Your legal actions now; with `texts`, also described in both languages. */
  legalActions(match: MatchRef, texts = false): Promise<Schemas["LegalActions"]> {
    const include = texts ? "?include=texts" : "";
    return this.get(`${pathOf(match)}/legal-actions${include}`) as Promise<Schemas["LegalActions"]>;
  }

  /** Lords of War: the attacks on every unit, and how an action would change them. */
  analyse(match: MatchRef, action: Action | null = null): Promise<Schemas["Analysis"]> {
    return this.send("POST", `${pathOf(match)}/analysis`, { action }) as Promise<Schemas["Analysis"]>;
  }

  /** What a disclosed match came to, and what decided it. */
  scorecard(match: MatchRef): Promise<Schemas["MatchScorecard"]> {
    return this.get(`${pathOf(match)}/scorecard`) as Promise<Schemas["MatchScorecard"]>;
  }

  autoPasses(match: MatchRef): Promise<Schemas["AutoPasses"]> {
    return this.get(`${pathOf(match)}/auto-passes`) as Promise<Schemas["AutoPasses"]>;
  }

  /** Let the service pass at such prompts. Replaces all previous ones; an empty list removes them all. */
  setAutoPasses(
    match: MatchRef,
    autoPasses: Schemas["AutoPasses"]["auto_passes"],
  ): Promise<Schemas["AutoPassesSet"]> {
    const body = { auto_passes: autoPasses };
    return this.send("PUT", `${pathOf(match)}/auto-passes`, body) as Promise<Schemas["AutoPassesSet"]>;
  }

  resign(match: MatchRef, note = ""): Promise<Schemas["ActionAccepted"]> {
    return this.post(`${pathOf(match)}/resign`, { note }) as Promise<Schemas["ActionAccepted"]>;
  }

  /** Consent to ending the match without a winner; it ends when all have. Your own lobby closes at once. */
  abort(match: MatchRef, note = ""): Promise<Schemas["AbortConsent"]> {
    return this.post(`${pathOf(match)}/abort`, { note }) as Promise<Schemas["AbortConsent"]>;
  }

  /** Offer a draw, or accept an open offer. An offer ends when it is declined or the others act. */
  offerDraw(match: MatchRef): Promise<Schemas["DrawState"]> {
    return this.post(`${pathOf(match)}/draw-offer`, {}) as Promise<Schemas["DrawState"]>;
  }

  acceptDraw(match: MatchRef): Promise<Schemas["DrawState"]> {
    return this.post(`${pathOf(match)}/draw-offer/accept`, {}) as Promise<Schemas["DrawState"]>;
  }

  declineDraw(match: MatchRef): Promise<Schemas["DrawState"]> {
    return this.post(`${pathOf(match)}/draw-offer/decline`, {}) as Promise<Schemas["DrawState"]>;
  }

  /** Withdraw your draw offer, if you have one. */
  withdrawDraw(match: MatchRef): Promise<Schemas["DrawState"]> {
    return this.send("DELETE", `${pathOf(match)}/draw-offer`) as Promise<Schemas["DrawState"]>;
  }

  /** The phrases said at the table, in both languages. */
  phrases(match: MatchRef): Promise<Schemas["PhraseList"]> {
    return this.get(`${pathOf(match)}/phrases`) as Promise<Schemas["PhraseList"]>;
  }

  /** Say a phrase to the others at the table; there is no free text. */
  sayPhrase(match: MatchRef, phrase: Schemas["PhraseInput"]["phrase"]): Promise<Schemas["Phrase"]> {
    return this.post(`${pathOf(match)}/phrases`, { phrase }) as Promise<Schemas["Phrase"]>;
  }

  /** Whether you have hidden all phrases. */
  phraseSettings(): Promise<Schemas["PhraseSettings"]> {
    return this.get(`${API}/me/phrases`) as Promise<Schemas["PhraseSettings"]>;
  }

  /** Hide all phrases, or show them again. */
  mutePhrases(muted = true): Promise<Schemas["PhraseSettings"]> {
    return this.send("PUT", `${API}/me/phrases`, { muted }) as Promise<Schemas["PhraseSettings"]>;
  }

  // After a match

  /** The view of the match after event `at`. */
  pastView(match: MatchRef, at?: number): Promise<Schemas["View"]> {
    return this.get(`${pathOf(match)}/replay/view${at === undefined ? "" : `?at=${at}`}`) as Promise<Schemas["View"]>;
  }

  /** The events after a seq described in words, in both languages. */
  transcript(match: MatchRef, after = -1, limit = 100): Promise<Schemas["Transcript"]> {
    const query = `after=${after}&limit=${limit}`;
    return this.get(`${pathOf(match)}/replay/transcript?${query}`) as Promise<Schemas["Transcript"]>;
  }

  /** The whole log as lines of JSON, for verification. */
  exportMatch(match: MatchRef): Promise<string> {
    return this.text(`${pathOf(match)}/export`);
  }

  /** Practise from an event of a disclosed match on, in a seat of your choice, against a bot of the service. */
  continueMatch(
    match: MatchRef,
    seq: number,
    more: Pick<Schemas["ContinuationInput"], "seat" | "bot"> = {},
  ): Promise<Schemas["Match"]> {
    return this.post(`${pathOf(match)}/continuations`, { seq, ...more }) as Promise<Schemas["Match"]>;
  }

  /** Your own notes, and those that others have shared. */
  notes(match: MatchRef): Promise<Schemas["NoteList"]> {
    return this.get(`${pathOf(match)}/notes`) as Promise<Schemas["NoteList"]>;
  }

  /** Write a note at an event, replacing your previous one there. */
  writeNote(match: MatchRef, seq: number, text: string, shared = false): Promise<Schemas["Note"]> {
    return this.send("PUT", `${pathOf(match)}/notes/${seq}`, { text, shared }) as Promise<Schemas["Note"]>;
  }

  async deleteNote(match: MatchRef, seq: number): Promise<void> {
    await this.send("DELETE", `${pathOf(match)}/notes/${seq}`);
  }

  /** Finished matches, the latest to end first. */
  searchMatches(which: SearchFilter = {}): Promise<Schemas["FinishedMatchList"]> {
    return this.get(address("search/matches", which)) as Promise<Schemas["FinishedMatchList"]>;
  }

  /** Statistics of finished matches, by deck, card, seat, reason and length. */
  statistics(which: StatisticsFilter = {}): Promise<Schemas["SearchStatistics"]> {
    return this.get(address("search/statistics", which)) as Promise<Schemas["SearchStatistics"]>;
  }

  // Leagues

  /** Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends. */
  compareBots(comparison: Schemas["ComparisonInput"]): Promise<Schemas["Comparison"]> {
    return this.send("POST", `${API}/me/comparisons`, comparison) as Promise<Schemas["Comparison"]>;
  }

  /** Your comparisons, newest first. */
  comparisons(): Promise<Schemas["ComparisonList"]> {
    return this.get(`${API}/me/comparisons`) as Promise<Schemas["ComparisonList"]>;
  }

  async stopComparison(league: string): Promise<void> {
    await this.send("DELETE", `${API}/me/comparisons/${league}`);
  }

  leagues(): Promise<Schemas["LeagueList"]> {
    return this.get(`${API}/leagues`) as Promise<Schemas["LeagueList"]>;
  }

  league(league: string): Promise<Schemas["League"]> {
    return this.get(`${API}/leagues/${league}`) as Promise<Schemas["League"]>;
  }

  /** The bot accounts entered for the league's next season. */
  leagueEntries(league: string): Promise<Schemas["LeagueEntryList"]> {
    return this.get(`${API}/leagues/${league}/entries`) as Promise<Schemas["LeagueEntryList"]>;
  }

  /** Results of a league's matches by options and deck; with `season`, only of that one. */
  leagueRates(league: string, which: { season?: number } = {}): Promise<Schemas["LeagueRates"]> {
    return this.get(address(`leagues/${league}/rates`, which)) as Promise<Schemas["LeagueRates"]>;
  }

  /** Enter this bot account for the next season and those after; it must accept what the league plays. */
  enterLeague(league: string, deck: Deck = null): Promise<Schemas["LeagueEntry"]> {
    return this.send("POST", `${API}/leagues/${league}/entries`, { deck }) as Promise<Schemas["LeagueEntry"]>;
  }

  async leaveLeague(league: string): Promise<void> {
    await this.send("DELETE", `${API}/leagues/${league}/entries`);
  }

  /** All seasons of a league, newest first, with their winners. */
  seasons(league: string): Promise<Schemas["SeasonList"]> {
    return this.get(`${API}/leagues/${league}/seasons`) as Promise<Schemas["SeasonList"]>;
  }

  /** The results of the league's scheduled runs, newest first. */
  scheduledRuns(league: string): Promise<Schemas["ScheduledRunList"]> {
    return this.get(`${API}/leagues/${league}/runs`) as Promise<Schemas["ScheduledRunList"]>;
  }

  season(league: string, number: number): Promise<Schemas["Season"]> {
    return this.get(`${API}/leagues/${league}/seasons/${number}`) as Promise<Schemas["Season"]>;
  }

  /** The matches of a season, played and to be played. */
  fixtures(league: string, season: number): Promise<Schemas["FixtureList"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/fixtures`) as Promise<Schemas["FixtureList"]>;
  }

  standings(league: string, season: number): Promise<Schemas["Report"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/standings`) as Promise<Schemas["Report"]>;
  }

  entrants(league: string, season: number): Promise<Schemas["EntrantList"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/entrants`) as Promise<Schemas["EntrantList"]>;
  }

  /** The results between entrants who have met. */
  crosstable(league: string, season: number): Promise<Schemas["Crosstable"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/crosstable`) as Promise<Schemas["Crosstable"]>;
  }

  /** Every entrant's points in the course of the season. */
  seasonPoints(league: string, season: number): Promise<Schemas["PointsCourse"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/points`) as Promise<Schemas["PointsCourse"]>;
  }

  /** Statistics of a season by deck, card, seat, reason and length; with `entrant`, only of their matches. */
  seasonStatistics(
    league: string,
    season: number,
    which: { entrant?: string } = {},
  ): Promise<Schemas["SeasonStatistics"]> {
    const path = address(`leagues/${league}/seasons/${season}/statistics`, which);
    return this.get(path) as Promise<Schemas["SeasonStatistics"]>;
  }

  /** Illegal actions, crashes and unanswered calls, by entrant. */
  seasonFaults(league: string, season: number): Promise<Schemas["SeasonFaultList"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/faults`) as Promise<Schemas["SeasonFaultList"]>;
  }

  /** The season and its matches as lines of JSON, for verification. */
  exportSeason(league: string, season: number): Promise<string> {
    return this.text(`${API}/leagues/${league}/seasons/${season}/export`);
  }

  /** The changes made to a season while it ran, oldest first. */
  amendments(league: string, season: number): Promise<Schemas["AmendmentList"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/amendments`) as Promise<Schemas["AmendmentList"]>;
  }

  /** The test of a duel: is its first entrant better than its second? */
  seasonTest(league: string, season: number): Promise<Schemas["TestReport"]> {
    return this.get(`${API}/leagues/${league}/seasons/${season}/test`) as Promise<Schemas["TestReport"]>;
  }

  // Webhooks

  /** Your webhooks, oldest first. */
  webhooks(): Promise<Schemas["WebhookList"]> {
    return this.get(`${API}/me/webhooks`) as Promise<Schemas["WebhookList"]>;
  }

  webhook(webhookId: string): Promise<Schemas["Webhook"]> {
    return this.get(`${API}/me/webhooks/${webhookId}`) as Promise<Schemas["Webhook"]>;
  }

  /**
   * Have notices and turns posted to an address, which must first answer a challenge. No `types`: all.
   * `secret` of the answer signs the messages. It is shown only here.
   */
  createWebhook(url: string, types: string[] = []): Promise<Schemas["CreatedWebhook"]> {
    return this.send("POST", `${API}/me/webhooks`, { url, types }) as Promise<Schemas["CreatedWebhook"]>;
  }

  /** Change the given fields. A new address must answer a challenge before it gets messages. */
  changeWebhook(webhookId: string, change: Schemas["PatchedWebhookChange"]): Promise<Schemas["Webhook"]> {
    return this.send("PATCH", `${API}/me/webhooks/${webhookId}`, change) as Promise<Schemas["Webhook"]>;
  }

  /** Send a challenge, which proves a new address and enables a disabled one. */
  testWebhook(webhookId: string): Promise<Schemas["WebhookDelivery"]> {
    return this.send("POST", `${API}/me/webhooks/${webhookId}/test`) as Promise<Schemas["WebhookDelivery"]>;
  }

  /** Create a new secret. For 24 hours messages are signed with the former one too. */
  rotateWebhookSecret(webhookId: string): Promise<Schemas["RotatedSecret"]> {
    return this.send("POST", `${API}/me/webhooks/${webhookId}/rotate-secret`) as Promise<Schemas["RotatedSecret"]>;
  }

  async deleteWebhook(webhookId: string): Promise<void> {
    await this.send("DELETE", `${API}/me/webhooks/${webhookId}`);
  }

  /** The messages to a webhook, newest first; those that failed for good are `dead`. */
  webhookDeliveries(
    webhookId: string,
    which: { status?: Schemas["WebhookDelivery"]["status"] } = {},
  ): Promise<Schemas["WebhookDeliveryList"]> {
    const path = address(`me/webhooks/${webhookId}/deliveries`, which);
    return this.get(path) as Promise<Schemas["WebhookDeliveryList"]>;
  }

  /** Send a message once more, under the same `webhook-id`. */
  redeliver(webhookId: string, deliveryId: string): Promise<Schemas["WebhookDelivery"]> {
    const path = `${API}/me/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
    return this.send("POST", path) as Promise<Schemas["WebhookDelivery"]>;
  }

  // The service

  /** What this installation offers: versions, limits, languages. */
  features(): Promise<Schemas["Features"]> {
    return this.get(`${API}/features`) as Promise<Schemas["Features"]>;
  }

  /** What has changed in each version, as Markdown. */
  changelog(): Promise<string> {
    return this.text("/api/changelog.md");
  }

  // Requests: everything else in the API

  /** The next page of a list; null after the last. */
  nextPage<Page extends { next: string | null }>(page: Page): Promise<Page | null> {
    return page.next === null ? Promise.resolve(null) : (this.get(page.next) as Promise<Page>);
  }

  get(path: string): Promise<unknown> {
    return this.send("GET", path);
  }

  /** Send a POST request. Its idempotency key makes it safe to repeat. */
  post(path: string, body: unknown): Promise<unknown> {
    return this.send("POST", path, body, crypto.randomUUID());
  }

  /** Send a request until it is answered, and read the JSON. */
  abstract send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
    headers?: Record<string, string>,
  ): Promise<unknown>;

  /** Read a text that isn't a JSON document: exports, and tables as CSV. */
  abstract text(path: string): Promise<string>;
}

export function pathOf(match: MatchRef): string {
  return typeof match === "string" ? `${API}/matches/${match}` : match.url;
}

/** The path with the query's values in the API's form; undefined and null are left out. */
function address(path: string, query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value !== undefined && value !== null) search.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  const written = search.toString();
  return `${API}/${path}${written === "" ? "" : `?${written}`}`;
}

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}
