/** The operations of the API, one request each. */
import type { components } from "./schema.js";
export type Schemas = components["schemas"];
export type Action = Schemas["Action"];
/** A match, or its id. */
export type MatchRef = Schemas["Match"] | string;
/** What a request may say beside what it must. */
type More<Body, Field extends keyof Body> = Pick<Body, Field>;
export type MatchOptions = More<Schemas["MatchInput"], "options" | "clock" | "visibility" | "rated" | "idle_days">;
export type ChallengeOptions = More<Schemas["ChallengeInput"], "options" | "clock" | "visibility" | "rated" | "own_seat">;
export type PairingOptions = More<Schemas["PairingRequestInput"], "options" | "rated" | "least_rating" | "most_rating" | "deck">;
export type DeckOptions = More<Schemas["DeckInput"], "options" | "visibility">;
type Ruleset = Schemas["MatchInput"]["ruleset"];
type Deck = Schemas["Joining"]["deck"];
/** Which matches are listed; what is left out does not matter. `opened_by`, `player` and `opponent` are names. */
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
/** Which finished matches are counted. `card` and `effect` take several with commas; moments are RFC 3339. */
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
    ended_after?: string;
    ended_before?: string;
}
/** Which finished matches are found; `imported` ones in place of others, whose seats are `named` by their logs. */
export interface SearchFilter extends StatisticsFilter {
    imported?: boolean;
    named?: string;
    limit?: number;
}
export declare const API = "/api/v1";
/** Each throws Refused where the service says no, and ConnectionLost where it says nothing. */
export declare abstract class Operations {
    me(): Promise<Schemas["Account"]>;
    /** Of the account's pages and mails; null: as each browser asks. */
    setLanguage(language: "en" | "ja" | null): Promise<Schemas["Account"]>;
    /** What may act as this account; the tokens themselves are told only when they are made. */
    tokens(): Promise<Schemas["TokenList"]>;
    /** A token that may do less than this one, or as much; this client keeps its own. */
    makeToken(name: string, scopes: Schemas["PersonalTokenInput"]["scopes"], days?: number | null): Promise<Schemas["IssuedToken"]>;
    revokeToken(tokenId: string): Promise<void>;
    /** Be called to matches again, after calls that were missed. */
    endPause(): Promise<void>;
    /** All tokens end, this client's too: sign in for another. */
    changePassword(password: string, newPassword: string): Promise<void>;
    /** All tokens end, this client's too, and all browsers are signed out. */
    signOutEverywhere(password: string): Promise<void>;
    /** For good. What it plays is resigned, and its tokens end; logs and results of others stay. */
    deleteAccount(password: string): Promise<void>;
    /** Who is called exactly so; null if nobody is. */
    findPlayer(name: string): Promise<Schemas["Player"] | null>;
    player(playerId: string): Promise<Schemas["Profile"]>;
    /** How the public matches of a player ended, the newest first. */
    results(playerId: string, which?: {
        ruleset?: Ruleset;
        rated?: boolean;
    }): Promise<Schemas["ResultList"]>;
    leaderboard(ruleset: Ruleset): Promise<Schemas["Leaderboard"]>;
    blockedPlayers(): Promise<Schemas["BlockedPlayerList"]>;
    /** Have no challenges, invitations and pairings between the two of you; `findPlayer` has the id of a name. */
    blockPlayer(playerId: string): Promise<void>;
    unblockPlayer(playerId: string): Promise<void>;
    /** The bots of the service, from the weakest to the strongest. */
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
    /** Answer for another account as its owner, before its first match; the token is one of that account. */
    declareBotAccount(token: string, version: string, accepts: Schemas["Acceptance"]): Promise<Schemas["BotAccount"]>;
    /** Say what a bot account accepts from now on; `at_once` 0 is a pause. */
    changeBotAccount(botId: string, version: string, accepts: Schemas["Acceptance"]): Promise<Schemas["BotAccount"]>;
    rulesets(): Promise<Schemas["RulesetList"]>;
    ruleset(slug: string): Promise<Schemas["RulesetDetail"]>;
    /** The newest cards of a game, or those that have this text in slug, names or words. */
    cards(ruleset: Ruleset, which?: {
        text?: string;
    }): Promise<Schemas["CardList"]>;
    decks(which?: {
        ruleset?: Ruleset;
        mine?: boolean;
    }): Promise<Schemas["DeckList"]>;
    deck(deckId: string): Promise<Schemas["Deck"]>;
    /** All that is wrong with a deck, without keeping it. */
    checkDeck(ruleset: Ruleset, cards: Schemas["DeckToCheck"]["cards"], more?: Pick<Schemas["DeckToCheck"], "options">): Promise<Schemas["DeckCheck"]>;
    createDeck(ruleset: Ruleset, name: string, cards: Schemas["DeckInput"]["cards"], more?: DeckOptions): Promise<Schemas["Deck"]>;
    /** What is not named stays. With a version: only if nobody has saved it since (`deck_changed`). */
    changeDeck(deckId: string, change: Schemas["PatchedDeckChange"], version?: number): Promise<Schemas["Deck"]>;
    deleteDeck(deckId: string, version?: number): Promise<void>;
    /** Every version that was saved of your deck, newest first, even if the deck is deleted. */
    deckVersions(deckId: string): Promise<Schemas["DeckVersionList"]>;
    deckVersion(deckId: string, number: number): Promise<Schemas["DeckVersion"]>;
    /** Save an earlier version as the newest; this also restores a deleted deck. `version` as in `changeDeck`. */
    restoreDeckVersion(deckId: string, number: number, version?: number): Promise<Schemas["Deck"]>;
    /** The cards of a list that is written as text, one per line, such as `3 Warrior`. */
    readDeckList(ruleset: Ruleset, text: string): Promise<Schemas["ReadCards"]>;
    /** The newest first; `{ open: true }` has lobbies with a seat for everybody. */
    matches(which?: MatchFilter): Promise<Schemas["MatchList"]>;
    /** Those that are open, one's own and those to answer. */
    challenges(): Promise<Schemas["ChallengeList"]>;
    challenge(challengeId: string): Promise<Schemas["Challenge"]>;
    /** Ask somebody for a match, by name; the notice `challenge_answered` tells what became of it. */
    postChallenge(opponent: string, ruleset: Ruleset, more?: ChallengeOptions): Promise<Schemas["Challenge"]>;
    withdrawChallenge(challengeId: string): Promise<Schemas["Challenge"]>;
    /** `match` of the answer is the match to which both are called now: join it. */
    acceptChallenge(challengeId: string): Promise<Schemas["Challenge"]>;
    declineChallenge(challengeId: string, reason?: Schemas["Declining"]["reason"]): Promise<Schemas["Challenge"]>;
    /** The same once more with the sides exchanged; who is asked for it already accepts. */
    offerRematch(match: MatchRef): Promise<Schemas["Rematch"]>;
    /** The request with which one waits, if one does. */
    pairingRequests(): Promise<Schemas["PairingRequestList"]>;
    /** Be paired with whoever wants the same: `match` of the answer, or of the notice `called`, is to be joined. */
    postPairingRequest(ruleset: Ruleset, clock: Schemas["PairingRequestInput"]["clock"], more?: PairingOptions): Promise<Schemas["PairingRequest"]>;
    withdrawPairingRequest(requestId: string): Promise<void>;
    /** It starts when every seat is ready; without a clock it is closed after `idle_days` of silence. */
    openMatch(ruleset: Ruleset, seats: Schemas["MatchInput"]["seats"], more?: MatchOptions): Promise<Schemas["Match"]>;
    /** Take the seat one is invited or called to, or an open one, and be ready. */
    join(match: MatchRef, joining?: Schemas["Joining"]): Promise<Schemas["Match"]>;
    /** Give a seat back before the match has started, or decline an invitation. */
    leave(match: MatchRef): Promise<Schemas["Match"]>;
    /** The `code` that leads to a lobby of one's own; null where there is none. */
    invitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]>;
    /** A new code for a lobby of one's own; the one before leads nowhere from now on. */
    makeInvitationLink(match: MatchRef): Promise<Schemas["InvitationLink"]>;
    revokeInvitationLink(match: MatchRef): Promise<void>;
    /** Look at the lobby to which an invitation link leads. */
    matchByCode(code: string): Promise<Schemas["Match"]>;
    /** Take an open seat of that lobby. */
    joinByCode(code: string, joining?: Schemas["Joining"]): Promise<Schemas["Match"]>;
    match(match: MatchRef): Promise<Schemas["Match"]>;
    /** Whether each player of a match is connected, and when they were last here. */
    presence(match: MatchRef): Promise<Schemas["MatchPresence"]>;
    view(match: MatchRef): Promise<Schemas["View"]>;
    events(match: MatchRef, after?: number, limit?: number, wait?: number): Promise<Schemas["EventPage"]>;
    /** What may be done now, with `texts` in words too, in both languages. */
    legalActions(match: MatchRef, texts?: boolean): Promise<Schemas["LegalActions"]>;
    /** Lords of War: the attacks on every unit, and what an action would change. */
    analyse(match: MatchRef, action?: Action | null): Promise<Schemas["Analysis"]>;
    /** What a disclosed match came to, and what decided it. */
    scorecard(match: MatchRef): Promise<Schemas["MatchScorecard"]>;
    autoPasses(match: MatchRef): Promise<Schemas["AutoPasses"]>;
    /** Let the service pass at such prompts; these replace all others, and none takes all back. */
    setAutoPasses(match: MatchRef, autoPasses: Schemas["AutoPasses"]["auto_passes"]): Promise<Schemas["AutoPassesSet"]>;
    resign(match: MatchRef, note?: string): Promise<Schemas["ActionAccepted"]>;
    /** Consent to end it without a winner; it ends when all have. One's own lobby is closed at once. */
    abort(match: MatchRef, note?: string): Promise<Schemas["AbortConsent"]>;
    /** Offer a draw, or agree to the one that is offered. It ends when it is declined, or the others act. */
    offerDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    acceptDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    declineDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    /** Take one's own offer back; without one it changes nothing. */
    withdrawDraw(match: MatchRef): Promise<Schemas["DrawState"]>;
    /** What was said at the table, in both languages. */
    phrases(match: MatchRef): Promise<Schemas["PhraseList"]>;
    /** To the others at the table; there is no free text. */
    sayPhrase(match: MatchRef, phrase: Schemas["PhraseInput"]["phrase"]): Promise<Schemas["Phrase"]>;
    /** Whether you have hidden all phrases. */
    phraseSettings(): Promise<Schemas["PhraseSettings"]>;
    /** Be told no phrases at all, or be told them again. */
    mutePhrases(muted?: boolean): Promise<Schemas["PhraseSettings"]>;
    /** What was on the table after that event. */
    pastView(match: MatchRef, at?: number): Promise<Schemas["View"]>;
    /** The events after a seq in words, in both languages. */
    transcript(match: MatchRef, after?: number, limit?: number): Promise<Schemas["Transcript"]>;
    /** The whole log as lines of JSON, for who checks it. */
    exportMatch(match: MatchRef): Promise<string>;
    /** Practise from an event of a disclosed match on, in that seat, against a bot of the service. */
    continueMatch(match: MatchRef, seq: number, more?: Pick<Schemas["ContinuationInput"], "seat" | "bot">): Promise<Schemas["Match"]>;
    /** One's own, and what others have shared. */
    notes(match: MatchRef): Promise<Schemas["NoteList"]>;
    /** At an event; one's note there is replaced. */
    writeNote(match: MatchRef, seq: number, text: string, shared?: boolean): Promise<Schemas["Note"]>;
    deleteNote(match: MatchRef, seq: number): Promise<void>;
    /** Finished matches, the newest end first. */
    searchMatches(which?: SearchFilter): Promise<Schemas["FinishedMatchList"]>;
    /** Figures of finished matches, by deck, card, seat, reason and length. */
    statistics(which?: StatisticsFilter): Promise<Schemas["SearchStatistics"]>;
    /** Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends. */
    compareBots(comparison: Schemas["ComparisonInput"]): Promise<Schemas["Comparison"]>;
    /** Your comparisons, newest first. */
    comparisons(): Promise<Schemas["ComparisonList"]>;
    stopComparison(league: string): Promise<void>;
    leagues(): Promise<Schemas["LeagueList"]>;
    league(league: string): Promise<Schemas["League"]>;
    /** The bot accounts that are in its next season. */
    leagueEntries(league: string): Promise<Schemas["LeagueEntryList"]>;
    /** Results of a league's matches by options and deck; with `season`, only of that one. */
    leagueRates(league: string, which?: {
        season?: number;
    }): Promise<Schemas["LeagueRates"]>;
    /** With this bot account, for the next season and those after; it must accept what the league plays. */
    enterLeague(league: string, deck?: Deck): Promise<Schemas["LeagueEntry"]>;
    leaveLeague(league: string): Promise<void>;
    /** All of a league, the newest first, with who has won. */
    seasons(league: string): Promise<Schemas["SeasonList"]>;
    /** What became of the times of its schedule, the newest first. */
    scheduledRuns(league: string): Promise<Schemas["ScheduledRunList"]>;
    season(league: string, number: number): Promise<Schemas["Season"]>;
    /** Its matches, played and to be played. */
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
    /** How it was changed while it ran, the oldest first. */
    amendments(league: string, season: number): Promise<Schemas["AmendmentList"]>;
    /** Of a duel: is its first entrant better than its second? */
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
    /** The page that follows one of a list; null after the last. */
    nextPage<Page extends {
        next: string | null;
    }>(page: Page): Promise<Page | null>;
    get(path: string): Promise<unknown>;
    /** With a key of its own it is safe to repeat. */
    post(path: string, body: unknown): Promise<unknown>;
    /** Send it until there is an answer, and read its JSON. */
    abstract send(method: string, path: string, body?: unknown, key?: string, headers?: Record<string, string>): Promise<unknown>;
    /** What is there to be read that is no JSON document: exports, and tables as CSV. */
    abstract text(path: string): Promise<string>;
}
export declare function pathOf(match: MatchRef): string;
export {};
