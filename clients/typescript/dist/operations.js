/** The operations of the API, one request each. */
export const API = "/api/v1";
/** All methods throw Refused if the service refuses, and ConnectionLost if it doesn't answer. */
export class Operations {
    // The account
    me() {
        return this.get(`${API}/me`);
    }
    /** Set the language of the account's pages and mails; null: each browser's preference counts. */
    setLanguage(language) {
        return this.send("PATCH", `${API}/me`, { language });
    }
    /** The tokens that can act for this account. Their secrets are shown only when they are created. */
    tokens() {
        return this.get(`${API}/tokens`);
    }
    /** Create a token that may do at most what this one may; this client continues with its own. */
    makeToken(name, scopes, days = null) {
        return this.send("POST", `${API}/me/tokens`, { name, scopes, days });
    }
    async revokeToken(tokenId) {
        await this.send("DELETE", `${API}/tokens/${tokenId}`);
    }
    /** Be called to matches again after a pause caused by missed calls. */
    async endPause() {
        await this.send("DELETE", `${API}/me/pause`);
    }
    /** Change the password. All tokens end, also this client's: sign in again. */
    async changePassword(password, newPassword) {
        await this.send("POST", `${API}/me/password`, { password, new_password: newPassword });
    }
    /** End all tokens, also this client's, and sign out all browsers. */
    async signOutEverywhere(password) {
        await this.send("POST", `${API}/me/sign-out`, { password });
    }
    /** Delete the account for good. It resigns its matches and its tokens end; logs and others' results stay. */
    async deleteAccount(password) {
        await this.send("POST", `${API}/me/deletion`, { password });
    }
    // Other players
    /** The player with exactly this name; null if there is none. */
    async findPlayer(name) {
        const found = (await this.get(address("players", { name })));
        return found.results[0] ?? null;
    }
    player(playerId) {
        return this.get(`${API}/players/${playerId}`);
    }
    /** The results of a player's public matches, newest first. */
    results(playerId, which = {}) {
        return this.get(address(`players/${playerId}/results`, which));
    }
    leaderboard(ruleset) {
        return this.get(`${API}/leaderboards/${ruleset}`);
    }
    blockedPlayers() {
        return this.get(`${API}/me/blocks`);
    }
    /** Block challenges, invitations and pairings between the two of you; `findPlayer` has the id of a name. */
    async blockPlayer(playerId) {
        await this.send("PUT", `${API}/me/blocks/${playerId}`);
    }
    async unblockPlayer(playerId) {
        await this.send("DELETE", `${API}/me/blocks/${playerId}`);
    }
    // Bots
    /** The house bots: the levels first, then the others. */
    bots() {
        return this.get(`${API}/bots`);
    }
    botAccounts(which = {}) {
        return this.get(address("bot-accounts", which));
    }
    /** A bot account: its owner, its version, and what it accepts. */
    botAccount(botId) {
        return this.get(`${API}/bot-accounts/${botId}`);
    }
    /** The bot accounts that are connected now; `owner` is the name of an account. */
    onlineBots(which = {}) {
        return this.get(address("bots/online", which));
    }
    /** Become the owner of another account as a bot, before its first match; the token belongs to that account. */
    declareBotAccount(token, version, accepts, digest = null) {
        return this.send("POST", `${API}/bot-accounts`, { token, version, accepts, digest });
    }
    /** Change what a bot account accepts; `at_once` 0 pauses it. Without `digest` it has none afterwards. */
    changeBotAccount(botId, version, accepts, digest = null) {
        return this.send("PUT", `${API}/bot-accounts/${botId}`, { version, accepts, digest });
    }
    // Games and cards
    rulesets() {
        return this.get(`${API}/rulesets`);
    }
    ruleset(slug) {
        return this.get(`${API}/rulesets/${slug}`);
    }
    /** The newest cards of a game; with `text`, those with this text in slug, names or rules text. */
    cards(ruleset, which = {}) {
        return this.get(address("cards", { ruleset, ...which }));
    }
    decks(which = {}) {
        return this.get(address("decks", which));
    }
    deck(deckId) {
        return this.get(`${API}/decks/${deckId}`);
    }
    /** All faults of a deck, without storing it. */
    checkDeck(ruleset, cards, more = {}) {
        return this.send("POST", `${API}/decks/check`, { ruleset, cards, ...more });
    }
    createDeck(ruleset, name, cards, more = {}) {
        return this.send("POST", `${API}/decks`, { ruleset, name, cards, ...more });
    }
    /** Change the given fields. With `version`, only if nobody has saved the deck since (`deck_changed`). */
    changeDeck(deckId, change, version) {
        const path = `${API}/decks/${deckId}`;
        return this.send("PATCH", path, change, undefined, ifMatch(version));
    }
    async deleteDeck(deckId, version) {
        await this.send("DELETE", `${API}/decks/${deckId}`, undefined, undefined, ifMatch(version));
    }
    /** Every version that was saved of your deck, newest first, even if the deck is deleted. */
    deckVersions(deckId) {
        return this.get(`${API}/decks/${deckId}/versions`);
    }
    deckVersion(deckId, number) {
        return this.get(`${API}/decks/${deckId}/versions/${number}`);
    }
    /** Save an earlier version as the newest; this also restores a deleted deck. `version` as in `changeDeck`. */
    restoreDeckVersion(deckId, number, version) {
        const path = `${API}/decks/${deckId}/versions/${number}/restore`;
        return this.send("POST", path, undefined, undefined, ifMatch(version));
    }
    /** The cards of a list that is written as text, one per line, such as `3 Warrior`. */
    readDeckList(ruleset, text) {
        return this.send("POST", `${API}/decks/read`, { ruleset, text });
    }
    // Finding a match
    /** Matches, newest first; `{ open: true }` lists lobbies with a seat for anyone. */
    matches(which = {}) {
        return this.get(address("matches", which));
    }
    /** Your open challenges, sent and received. */
    challenges() {
        return this.get(`${API}/challenges`);
    }
    challenge(challengeId) {
        return this.get(`${API}/challenges/${challengeId}`);
    }
    /** Challenge a player by name; the notice `challenge_answered` has the answer. */
    postChallenge(opponent, ruleset, more = {}) {
        return this.post(`${API}/challenges`, { opponent, ruleset, ...more });
    }
    withdrawChallenge(challengeId) {
        return this.send("DELETE", `${API}/challenges/${challengeId}`);
    }
    /** Accept a challenge. `match` of the answer is the match that calls both players: join it. */
    acceptChallenge(challengeId) {
        return this.post(`${API}/challenges/${challengeId}/accept`, {});
    }
    declineChallenge(challengeId, reason = null) {
        return this.post(`${API}/challenges/${challengeId}/decline`, { reason });
    }
    /** Offer the same match again with sides exchanged. If the opponent has offered it already, this accepts. */
    offerRematch(match) {
        return this.post(`${pathOf(match)}/rematch`, {});
    }
    /** Your pairing request, if you have one. */
    pairingRequests() {
        return this.get(`${API}/pairing-requests`);
    }
    /** Be paired with anyone who wants the same. Join `match` of the answer, or of the notice `called`. */
    postPairingRequest(ruleset, clock, more = {}) {
        return this.post(`${API}/pairing-requests`, { ruleset, clock, ...more });
    }
    async withdrawPairingRequest(requestId) {
        await this.send("DELETE", `${API}/pairing-requests/${requestId}`);
    }
    // Before a match
    /** Open a lobby. The match starts when every seat is ready; without a clock it closes after `idle_days` idle. */
    openMatch(ruleset, seats, more = {}) {
        return this.post(`${API}/matches`, { ruleset, seats, ...more });
    }
    /** Take the seat that you are invited or called to, or an open one, and be ready. */
    join(match, joining = {}) {
        return this.post(`${pathOf(match)}/join`, joining);
    }
    /** Give up your seat before the match has started, or decline an invitation. */
    leave(match) {
        return this.post(`${pathOf(match)}/leave`, {});
    }
    /** The `code` of your lobby's invitation link; null if there is none. */
    invitationLink(match) {
        return this.get(`${pathOf(match)}/invitation-link`);
    }
    /** Create a new code for your lobby; the previous one stops working. */
    makeInvitationLink(match) {
        return this.post(`${pathOf(match)}/invitation-link`, {});
    }
    async revokeInvitationLink(match) {
        await this.send("DELETE", `${pathOf(match)}/invitation-link`);
    }
    /** The lobby of an invitation link. */
    matchByCode(code) {
        return this.send("POST", `${API}/matches/by-code`, { code });
    }
    /** Take an open seat in the lobby of an invitation link. */
    joinByCode(code, joining = {}) {
        return this.post(`${API}/matches/by-code/join`, { ...joining, code });
    }
    // During a match
    match(match) {
        return this.get(pathOf(match));
    }
    /** Whether each player of a match is connected, and when they were last here. */
    presence(match) {
        return this.get(`${pathOf(match)}/presence`);
    }
    view(match) {
        return this.get(`${pathOf(match)}/view`);
    }
    events(match, after = -1, limit = 500, wait = 0) {
        const query = `after=${after}&limit=${limit}&wait=${wait}`;
        return this.get(`${pathOf(match)}/events?${query}`);
    }
    /** Your legal actions now; with `texts`, also described in both languages. */
    legalActions(match, texts = false) {
        const include = texts ? "?include=texts" : "";
        return this.get(`${pathOf(match)}/legal-actions${include}`);
    }
    /** Lords of War: the attacks on every unit, and how an action would change them. */
    analyse(match, action = null) {
        return this.send("POST", `${pathOf(match)}/analysis`, { action });
    }
    /** What a disclosed match came to, and what decided it. */
    scorecard(match) {
        return this.get(`${pathOf(match)}/scorecard`);
    }
    autoPasses(match) {
        return this.get(`${pathOf(match)}/auto-passes`);
    }
    /** Let the service pass at such prompts. Replaces all previous ones; an empty list removes them all. */
    setAutoPasses(match, autoPasses) {
        const body = { auto_passes: autoPasses };
        return this.send("PUT", `${pathOf(match)}/auto-passes`, body);
    }
    resign(match, note = "") {
        return this.post(`${pathOf(match)}/resign`, { note });
    }
    /** Consent to ending the match without a winner; it ends when all have. Your own lobby closes at once. */
    abort(match, note = "") {
        return this.post(`${pathOf(match)}/abort`, { note });
    }
    /** Offer a draw, or accept an open offer. An offer ends when it is declined or the others act. */
    offerDraw(match) {
        return this.post(`${pathOf(match)}/draw-offer`, {});
    }
    acceptDraw(match) {
        return this.post(`${pathOf(match)}/draw-offer/accept`, {});
    }
    declineDraw(match) {
        return this.post(`${pathOf(match)}/draw-offer/decline`, {});
    }
    /** Withdraw your draw offer, if you have one. */
    withdrawDraw(match) {
        return this.send("DELETE", `${pathOf(match)}/draw-offer`);
    }
    /** The phrases said at the table, in both languages. */
    phrases(match) {
        return this.get(`${pathOf(match)}/phrases`);
    }
    /** Say a phrase to the others at the table; there is no free text. */
    sayPhrase(match, phrase) {
        return this.post(`${pathOf(match)}/phrases`, { phrase });
    }
    /** Whether you have hidden all phrases. */
    phraseSettings() {
        return this.get(`${API}/me/phrases`);
    }
    /** Hide all phrases, or show them again. */
    mutePhrases(muted = true) {
        return this.send("PUT", `${API}/me/phrases`, { muted });
    }
    // After a match
    /** The view of the match after event `at`. */
    pastView(match, at) {
        return this.get(`${pathOf(match)}/replay/view${at === undefined ? "" : `?at=${at}`}`);
    }
    /** The events after a seq described in words, in both languages. */
    transcript(match, after = -1, limit = 100) {
        const query = `after=${after}&limit=${limit}`;
        return this.get(`${pathOf(match)}/replay/transcript?${query}`);
    }
    /** The whole log as lines of JSON, for verification. */
    exportMatch(match) {
        return this.text(`${pathOf(match)}/export`);
    }
    /** Practise from an event of a disclosed match on, in a seat of your choice, against a bot of the service. */
    continueMatch(match, seq, more = {}) {
        return this.post(`${pathOf(match)}/continuations`, { seq, ...more });
    }
    /** Your own notes, and those that others have shared. */
    notes(match) {
        return this.get(`${pathOf(match)}/notes`);
    }
    /** Write a note at an event, replacing your previous one there. */
    writeNote(match, seq, text, shared = false) {
        return this.send("PUT", `${pathOf(match)}/notes/${seq}`, { text, shared });
    }
    async deleteNote(match, seq) {
        await this.send("DELETE", `${pathOf(match)}/notes/${seq}`);
    }
    /** Finished matches, the latest to end first. */
    searchMatches(which = {}) {
        return this.get(address("search/matches", which));
    }
    /** Statistics of finished matches, by deck, card, seat, reason and length. */
    statistics(which = {}) {
        return this.get(address("search/statistics", which));
    }
    // Leagues
    /** Find out which of two of your bot accounts is better: a private, unrated duel that a sequential test ends. */
    compareBots(comparison) {
        return this.send("POST", `${API}/me/comparisons`, comparison);
    }
    /** Your comparisons, newest first. */
    comparisons() {
        return this.get(`${API}/me/comparisons`);
    }
    async stopComparison(league) {
        await this.send("DELETE", `${API}/me/comparisons/${league}`);
    }
    leagues() {
        return this.get(`${API}/leagues`);
    }
    league(league) {
        return this.get(`${API}/leagues/${league}`);
    }
    /** The bot accounts entered for the league's next season. */
    leagueEntries(league) {
        return this.get(`${API}/leagues/${league}/entries`);
    }
    /** Results of a league's matches by options and deck; with `season`, only of that one. */
    leagueRates(league, which = {}) {
        return this.get(address(`leagues/${league}/rates`, which));
    }
    /** Enter this bot account for the next season and those after; it must accept what the league plays. */
    enterLeague(league, deck = null) {
        return this.send("POST", `${API}/leagues/${league}/entries`, { deck });
    }
    async leaveLeague(league) {
        await this.send("DELETE", `${API}/leagues/${league}/entries`);
    }
    /** All seasons of a league, newest first, with their winners. */
    seasons(league) {
        return this.get(`${API}/leagues/${league}/seasons`);
    }
    /** The results of the league's scheduled runs, newest first. */
    scheduledRuns(league) {
        return this.get(`${API}/leagues/${league}/runs`);
    }
    season(league, number) {
        return this.get(`${API}/leagues/${league}/seasons/${number}`);
    }
    /** The matches of a season, played and to be played. */
    fixtures(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/fixtures`);
    }
    standings(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/standings`);
    }
    entrants(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/entrants`);
    }
    /** The results between entrants who have met. */
    crosstable(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/crosstable`);
    }
    /** Every entrant's points in the course of the season. */
    seasonPoints(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/points`);
    }
    /** Statistics of a season by deck, card, seat, reason and length; with `entrant`, only of their matches. */
    seasonStatistics(league, season, which = {}) {
        const path = address(`leagues/${league}/seasons/${season}/statistics`, which);
        return this.get(path);
    }
    /** Illegal actions, crashes and unanswered calls, by entrant. */
    seasonFaults(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/faults`);
    }
    /** The season and its matches as lines of JSON, for verification. */
    exportSeason(league, season) {
        return this.text(`${API}/leagues/${league}/seasons/${season}/export`);
    }
    /** The changes made to a season while it ran, oldest first. */
    amendments(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/amendments`);
    }
    /** The test of a duel: is its first entrant better than its second? */
    seasonTest(league, season) {
        return this.get(`${API}/leagues/${league}/seasons/${season}/test`);
    }
    // Webhooks
    /** Your webhooks, oldest first. */
    webhooks() {
        return this.get(`${API}/me/webhooks`);
    }
    webhook(webhookId) {
        return this.get(`${API}/me/webhooks/${webhookId}`);
    }
    /**
     * Have notices and turns posted to an address, which must first answer a challenge. No `types`: all.
     * `secret` of the answer signs the messages. It is shown only here.
     */
    createWebhook(url, types = []) {
        return this.send("POST", `${API}/me/webhooks`, { url, types });
    }
    /** Change the given fields. A new address must answer a challenge before it gets messages. */
    changeWebhook(webhookId, change) {
        return this.send("PATCH", `${API}/me/webhooks/${webhookId}`, change);
    }
    /** Send a challenge, which proves a new address and enables a disabled one. */
    testWebhook(webhookId) {
        return this.send("POST", `${API}/me/webhooks/${webhookId}/test`);
    }
    /** Create a new secret. For 24 hours messages are signed with the former one too. */
    rotateWebhookSecret(webhookId) {
        return this.send("POST", `${API}/me/webhooks/${webhookId}/rotate-secret`);
    }
    async deleteWebhook(webhookId) {
        await this.send("DELETE", `${API}/me/webhooks/${webhookId}`);
    }
    /** The messages to a webhook, newest first; those that failed for good are `dead`. */
    webhookDeliveries(webhookId, which = {}) {
        const path = address(`me/webhooks/${webhookId}/deliveries`, which);
        return this.get(path);
    }
    /** Send a message once more, under the same `webhook-id`. */
    redeliver(webhookId, deliveryId) {
        const path = `${API}/me/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
        return this.send("POST", path);
    }
    // The service
    /** What this installation offers: versions, limits, languages. */
    features() {
        return this.get(`${API}/features`);
    }
    /** What has changed in each version, as Markdown. */
    changelog() {
        return this.text("/api/changelog.md");
    }
    // Requests: everything else in the API
    /** The next page of a list; null after the last. */
    nextPage(page) {
        return page.next === null ? Promise.resolve(null) : this.get(page.next);
    }
    get(path) {
        return this.send("GET", path);
    }
    /** Send a POST request. Its idempotency key makes it safe to repeat. */
    post(path, body) {
        return this.send("POST", path, body, crypto.randomUUID());
    }
}
export function pathOf(match) {
    return typeof match === "string" ? `${API}/matches/${match}` : match.url;
}
/** The path with the query's values in the API's form; undefined and null are left out. */
function address(path, query) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null)
            search.set(name, typeof value === "string" ? value : JSON.stringify(value));
    }
    const written = search.toString();
    return `${API}/${path}${written === "" ? "" : `?${written}`}`;
}
function ifMatch(version) {
    return version === undefined ? {} : { "If-Match": `"${version}"` };
}
