/** The operations of the API, one request each. */
import type { components } from "./schema.js";
export type Schemas = components["schemas"];
export type Action = Schemas["Action"];
/** A match, or its id. */
export type MatchRef = Schemas["Match"] | string;
/** The optional fields of a request. */
type More<Body, Field extends keyof Body> = Pick<Body, Field>;
export type MatchOptions = More<Schemas["MatchInput"], "options" | "clock" | "visibility" | "rated" | "idle_days">;
export type ChallengeOptions = More<Schemas["ChallengeInput"], "options" | "clock" | "visibility" | "rated" | "own_seat">;
export type PairingOptions = More<Schemas["PairingRequestInput"], "options" | "rated" | "least_rating" | "most_rating" | "deck">;
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
export declare const API = "/api/v1";
/** All methods throw Refused if the service refuses, and ConnectionLost if it doesn't answer. */
export declare abstract class Operations {
    me(): Promise<Schemas["Account"]>;
    /** Set the language of the account's pages and mails; null: each browser's preference counts. */
    setLanguage(language: "en" | "ja" | null): Promise<Schemas["Account"]>;
    /** The tokens that can act for this account. Their secrets are shown only when they are created. */
    tokens(): Promise<Schemas["TokenList"]>;
    /** Create a token that may do at most what this one may; this client continues with its own. */
    makeToken(name: string, scopes: Schemas["PersonalTokenInput"]["scopes"], days?: number | null): Promise<Schemas["IssuedToken"]>;
    revokeToken(tokenId: string): Promise<void>;
    /** Be called to matches again after a pause caused by missed calls. */
    endPause(): Promise<void>;
    /** Change the password. All tokens end, also this client's: sign in again. */
    changePassword(password: string, newPassword: string): Promise<void>;
    /** End all tokens, also this client's, and sign out all browsers. */
    signOutEverywhere(password: string): Promise<void>;
    /** Delete the account for good. It resigns its matches and its tokens end; logs and others' results stay. */
    deleteAccount(password: string): Promise<void>;
    /** The player with exactly this name; null if there is none. */
    findPlayer(name: string): Promise<Schemas["Player"] | null>;
    player(playerId: string): Promise<Schemas["Profile"]>;
    /** The results of a player's public matches, newest first. */
    results(playerId: string, which?: {
        ruleset?: Ruleset;
        rated?: boolean;
    }): Promise<Schemas["ResultList"]>;
    leaderboard(ruleset: Ruleset): Promise<Schemas["Leaderboard"]>;
    blockedPlayers(): Promise<Schemas["BlockedPlayerList"]>;
    /** Block challenges, invitations and pairings between the two of you; `findPlayer` has the id of a name. */
    blockPlayer(playerId: string): Promise<void>;
    unblockPlayer(playerId: string): Promise<void>;
    /** The house bots: the levels first, then the others. */
    bots(): Promise<Schemas["BotList"]>;
    botAccounts(which?: {
        ruleset?: Ruleset;
    }): Promise<Schemas["BotAccountList"]>;
    /** A bot account: its owner, its version, and what it accepts. */
    botAccount(botId: string): Promise<Schemas["BotAccount"]>;
    /** The bot accounts that are connected now; `owner` is the name of an account. */
    onlineBots(which?: {
        ruleset?: Ruleset;
        owner?: string;
    }): Promise<Schemas["BotAccountList"]>;
    /** Become the owner of another account as a bot, before its first match; the token belongs to that account. */
    declareBotAccount(token: string, version: string, accepts: Schemas["Acceptance"], digest?: string | null): Promise<Schemas["BotAccount"]>;
    /** Change what a bot account accepts; `at_once` 0 pauses it. Without `digest` it has none afterwards. */
    changeBotAccount(botId: string, version: string, accepts: Schemas["Acceptance"], digest?: string | null): Promise<Schemas["BotAccount"]>;
    rulesets(): Promise<Schemas["RulesetList"]>;
    ruleset(slug: string): Promise<Schemas["RulesetDetail"]>;
    /** The newest cards of a game; with `text`, those with this text in slug, names or rules text. */
    cards(ruleset: Ruleset, which?: {
        text?: string;
    }): Promise<Schemas["CardList"]>;
    decks(which?: {
        ruleset?: Ruleset;
        mine?: boolean;
    }): Promise<Schemas["DeckList"]>;
    deck(deckId: string): Promise<Schemas["Deck"]>;
    /** All faults of a deck, without storing it. */
    checkDeck(ruleset: Ruleset, cards: Schemas["DeckToCheck"]["cards"], more?: Pick<Schemas["DeckToCheck"], "options">): Promise<Schemas["DeckCheck"]>;
    createDeck(ruleset: Ruleset, name: string, cards: Schemas["DeckInput"]["cards"], more?: DeckOptions): Promise<Schemas["Deck"]>;
    /** Change the given fields. With `version`, only if nobody has saved the deck since (`deck_changed`). */
    changeDeck(deckId: string, change: Schemas["PatchedDeckChange"], version?: number): Promise<Schemas["Deck"]>;
    deleteDeck(deckId: string, version?: number): Promise<void>;
    /** Every version that was saved of your deck, newest first, even if the deck is deleted. */
    deckVersions(deckId: string): Promise<Schemas["DeckVersionList"]>;
    deckVersion(deckId: string, number: number): Promise<Schemas["DeckVersion"]>;
    /** Save an earlier version as the newest; this also restores a deleted deck. `version` as in `changeDeck`. */
    restoreDeckVersion(deckId: string, number: number, version?: number): Promise<Schemas["Deck"]>;
    /** The cards of a list that is written as text, one per line, such as `3 Warrior`. */
    readDeckList(ruleset: Ruleset, text: string): Promise<Schemas["ReadCards"]>;
    /** Matches, newest first; `{ open: true }` lists lobbies with a seat for anyone. */
    matches(which?: MatchFilter): Promise<Schemas["MatchList"]>;
    /** Your open challenges, sent and received. */
    challenges(): Promise<Schemas["ChallengeList"]>;
    challenge(challengeId: string): Promise<Schemas["Challenge"]>;
    /** Challenge a player by name; the notice `challenge_answered` has the answer. */
    postChallenge(opponent: string, ruleset: Ruleset, more?: ChallengeOptions): Promise<Schemas["Challenge"]>;
    withdrawChallenge(challengeId: string): Promise<Schemas["Challenge"]>;
    /** Accept a challenge. `match` of the answer is the match that calls both players: join it. */
    acceptChallenge(challengeId: string): Promise<Schemas["Challenge"]>;
    declineChallenge(challengeId: string, reason?: Schemas["Declining"]["reason"]): Promise<Schemas["Challenge"]>;
    /** Offer the same match again with sides exchanged. If the opponent has offered it already, this accepts. */
    offerRematch(match: MatchRef): Promise<Schemas["Rematch"]>;
    /** Your pairing request, if you have one. */
    pairingRequests(): Promise<Schemas["PairingRequestList"]>;
    /** Be paired with anyone who wants the same. Join `match` of the answer, or of the notice `called`. */
    postPairingRequest(ruleset: Ruleset, clock: Schemas["PairingRequestInput"]["clock"], more?: PairingOptions): Promise<Schemas["PairingRequest"]>;
    withdrawPairingRequest(requestId: string): Promise<void>;
    /** Open a lobby. The match starts when every seat is ready; without a clock it closes after `idle_days` idle. */
    openMatch(ruleset: Ruleset, seats: Schemas["MatchInput"]["seats"], more?: MatchOptions): Promise<Schemas["Match"]>;
    /** Take the seat that you are invited or called to, or an open one, and be ready. */
    join(match: MatchRef, joining?: Schemas["Joining"]): Promise<Schemas["Match"]>;
    /** Give up your seat before the match has started, or decline an invitation. */
    leave(match: MatchRef): Promise<Schemas["Match"]>;
    /** The `code` of your lobby's invitation link; null if there is none. */
    invitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]>;
    /** Create a new code for your lobby; the previous one stops working. */
    makeInvitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]>;
    revokeInvitationLink(match: MatchRef): Promise<void>;
    /** The lobby of an invitation link. */
    matchByCode(code: string): Promise<Schemas["Match"]>;
    /** Take an open seat in the lobby of an invitation link. */
    joinByCode(code: string, joining?: Schemas["Joining"]): Promise<Schemas["Match"]>;
    match(match: MatchRef): Promise<Schemas["Match"]>;
    /** Whether each player of a match is connected, and when they were last here. */
    presence(match: MatchRef): Promise<Schemas["MatchPresence"]>;
    view(match: MatchRef): Promise<Schemas["View"]>;
    events(match: MatchRef, after?: number, limit?: number, wait?: number): Promise<Schemas["EventPage"]>;
    /** Your legal actions now; with `texts`, also described in both languages. */
    legalActions(match: MatchRef, texts?: boolean): Promise<Schemas["LegalActions"]>;
    /** Lords of War: the attacks on every unit, and how an action would change them. */
    analyse(match: MatchRef, action?: Action | null): Promise<Schemas["Analysis"]>;
    /** What a disclosed match came to, and what decided it. */
    scorecard(match: MatchRef): Promise<Schemas["MatchScorecard"]>;
    autoPasses(match: MatchRef): Promise<Schemas["AutoPasses"]>;
    /** Let the service pass at such prompts. Replaces all previous ones; an empty list removes them all. */
    setAutoPasses(match: MatchRef, autoPasses: Schemas["AutoPasses"]["auto_passes"]): Promise<Schemas["AutoPassesSet"]>;
    resign(match: MatchRef, note?: string): Promise<Schemas["ActionAccepted"]>;
    /** Consent to ending the match without a winner; it ends when all have. Your own lobby closes at once. */
    abort(match: MatchRef, note?: string): Promise<Schemas["AbortConsent"]>;
    /** Offer a draw, or accept an open offer. An offer ends when it is declined or the others act. */
    offerDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    acceptDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    declineDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    /** Withdraw your draw offer, if you have one. */
    withdrawDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    /** The phrases said at the table, in both languages. */
    phrases(match: MatchRef): Promise<Schemas["PhraseList"]>;
    /** Say a phrase to the others at the table; there is no free text. */
    sayPhrase(match: MatchRef, phrase: Schemas["PhraseInput"]["phrase"]): Promise<Schemas["Phrase"]>;
    /** Whether you have hidden all phrases. */
    phraseSettings(): Promise<Schemas["PhraseSettings"]>;
    /** Hide all phrases, or show them again. */
    mutePhrases(muted?: boolean): Promise<Schemas["PhraseSettings"]>;
    /** The view of the match after event `at`. */
    pastView(match: MatchRef, at?: number): Promise<Schemas["View"]>;
    /** The events after a seq described in words, in both languages. */
    transcript(match: MatchRef, after?: number, limit?: number): Promise<Schemas["Transcript"]>;
    /** The whole log as lines of JSON, for verification. */
    exportMatch(match: MatchRef): Promise<string>;
    /** Practise from an event of a disclosed match on, in a seat of your choice, against a bot of the service. */
    continueMatch(match: MatchRef, seq: number, more?: Pick<Schemas["ContinuationInput"], "seat" | "bot">): Promise<Schemas["Match"]>;
    /** Your own notes, and those that others have shared. */
    notes(match: MatchRef): Promise<Schemas["NoteList"]>;
    /** Write a note at an event, replacing your previous one there. */
    writeNote(match: MatchRef, seq: number, text: string, shared?: boolean): Promise<Schemas["Note"]>;
    deleteNote(match: MatchRef, seq: number): Promise<void>;
    /** Finished matches, the latest to end first. */
    searchMatches(which?: SearchFilter): Promise<Schemas["FinishedMatchList"]>;
    /** Statistics of finished matches, by deck, card, seat, reason and length. */
    statistics(which?: StatisticsFilter): Promise<Schemas["SearchStatistics"]>;
    /** Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends. */
    compareBots(comparison: Schemas["ComparisonInput"]): Promise<Schemas["Comparison"]>;
    /** Your comparisons, newest first. */
    comparisons(): Promise<Schemas["ComparisonList"]>;
    stopComparison(league: string): Promise<void>;
    leagues(): Promise<Schemas["LeagueList"]>;
    league(league: string): Promise<Schemas["League"]>;
    /** The bot accounts entered for the league's next season. */
    leagueEntries(league: string): Promise<Schemas["LeagueEntryList"]>;
    /** Results of a league's matches by options and deck; with `season`, only of that one. */
    leagueRates(league: string, which?: {
        season?: number;
    }): Promise<Schemas["LeagueRates"]>;
    /** Enter this bot account for the next season and those after; it must accept what the league plays. */
    enterLeague(league: string, deck?: Deck): Promise<Schemas["LeagueEntry"]>;
    leaveLeague(league: string): Promise<void>;
    /** All seasons of a league, newest first, with their winners. */
    seasons(league: string): Promise<Schemas["SeasonList"]>;
    /** The results of the league's scheduled runs, newest first. */
    scheduledRuns(league: string): Promise<Schemas["ScheduledRunList"]>;
    season(league: string, number: number): Promise<Schemas["Season"]>;
    /** The matches of a season, played and to be played. */
    fixtures(league: string, season: number): Promise<Schemas["FixtureList"]>;
    standings(league: string, season: number): Promise<Schemas["Report"]>;
    entrants(league: string, season: number): Promise<Schemas["EntrantList"]>;
    /** The results between entrants who have met. */
    crosstable(league: string, season: number): Promise<Schemas["Crosstable"]>;
    /** Every entrant's points in the course of the season. */
    seasonPoints(league: string, season: number): Promise<Schemas["PointsCourse"]>;
    /** Statistics of a season by deck, card, seat, reason and length; with `entrant`, only of their matches. */
    seasonStatistics(league: string, season: number, which?: {
        entrant?: string;
    }): Promise<Schemas["SeasonStatistics"]>;
    /** Illegal actions, crashes and unanswered calls, by entrant. */
    seasonFaults(league: string, season: number): Promise<Schemas["SeasonFaultList"]>;
    /** The season and its matches as lines of JSON, for verification. */
    exportSeason(league: string, season: number): Promise<string>;
    /** The changes made to a season while it ran, oldest first. */
    amendments(league: string, season: number): Promise<Schemas["AmendmentList"]>;
    /** The test of a duel: is its first entrant better than its second? */
    seasonTest(league: string, season: number): Promise<Schemas["TestReport"]>;
    /** Your webhooks, oldest first. */
    webhooks(): Promise<Schemas["WebhookList"]>;
    webhook(webhookId: string): Promise<Schemas["Webhook"]>;
    /**
     * Have notices and turns posted to an address, which must first answer a challenge. No `types`: all.
     * `secret` of the answer signs the messages. It is shown only here.
     */
    createWebhook(url: string, types?: string[]): Promise<Schemas["CreatedWebhook"]>;
    /** Change the given fields. A new address must answer a challenge before it gets messages. */
    changeWebhook(webhookId: string, change: Schemas["PatchedWebhookChange"]): Promise<Schemas["Webhook"]>;
    /** Send a challenge, which proves a new address and enables a disabled one. */
    testWebhook(webhookId: string): Promise<Schemas["WebhookDelivery"]>;
    /** Create a new secret. For 24 hours messages are signed with the former one too. */
    rotateWebhookSecret(webhookId: string): Promise<Schemas["RotatedSecret"]>;
    deleteWebhook(webhookId: string): Promise<void>;
    /** The messages to a webhook, newest first; those that failed for good are `dead`. */
    webhookDeliveries(webhookId: string, which?: {
        status?: Schemas["WebhookDelivery"]["status"];
    }): Promise<Schemas["WebhookDeliveryList"]>;
    /** Send a message once more, under the same `webhook-id`. */
    redeliver(webhookId: string, deliveryId: string): Promise<Schemas["WebhookDelivery"]>;
    /** What this installation offers: versions, limits, languages. */
    features(): Promise<Schemas["Features"]>;
    /** What has changed in each version, as Markdown. */
    changelog(): Promise<string>;
    /** The next page of a list; null after the last. */
    nextPage<Page extends {
        next: string | null;
    }>(page: Page): Promise<Page | null>;
    get(path: string): Promise<unknown>;
    /** Send a POST request. Its idempotency key makes it safe to repeat. */
    post(path: string, body: unknown): Promise<unknown>;
    /** Send a request until it is answered, and read the JSON. */
    abstract send(method: string, path: string, body?: unknown, key?: string, headers?: Record<string, string>): Promise<unknown>;
    /** Read a text that isn't a JSON document: exports, and tables as CSV. */
    abstract text(path: string): Promise<string>;
}
export declare function pathOf(match: MatchRef): string;
export {};
