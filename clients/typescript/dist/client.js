/** The client: one account at one service. */
import { Deadline } from "./deadline.js";
import { ConnectionLost, Refused } from "./errors.js";
import { API, Operations, pathOf } from "./operations.js";
import { Retry, retryAfter } from "./retry.js";
import { MessageStream } from "./stream.js";
/** The match is over, withdrawn or hidden, or the position has changed: nothing is left to do there. */
const PASSING = [403, 404, 409];
const PAUSE = 2_000;
const LONG_PAUSE = 30_000;
const REPEATABLE = ["GET", "PUT", "DELETE"];
/** Longer than the longest `wait`. */
const TIMEOUT = 60_000;
/** What a player needs to decide: the prompt, all legal actions, and the events since the last decision. */
export class Turn {
    client;
    match;
    now;
    events;
    prompt;
    legalActions;
    constructor(client, match, told) {
        this.client = client;
        this.match = match;
        this.now = told.now;
        this.events = told.events;
        this.prompt = told.now.prompt;
        this.legalActions = (told.now.legal_actions ?? []).map((entry) => entry.action);
    }
    /** The present view of the match. This sends a request; a client that follows the events doesn't need it. */
    view() {
        return this.client.view(this.match);
    }
}
/** One account at one service. Failed requests are sent again if that can't do anything twice. */
export class Client extends Operations {
    token;
    tries;
    #base;
    #language;
    #fetch;
    #closing = new AbortController();
    sleep;
    constructor(base, options = {}) {
        super();
        this.#base = base.replace(/\/+$/, "");
        this.token = options.token;
        this.tries = options.tries ?? 8;
        this.#language = options.language ?? "en";
        this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
        this.sleep = options.sleep ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)));
    }
    get closing() {
        return this.#closing.signal;
    }
    get isClosed() {
        return this.closing.aborted;
    }
    /** End all streams and requests of this client. */
    close() {
        this.#closing.abort();
    }
    // The account
    /** Create an account and sign in. */
    async signUp(username, password) {
        await this.send("POST", `${API}/players`, { username, password });
        await this.signIn(username, password);
    }
    /** Get a token that may do everything, and use it from now on in `token` instead of the former one. */
    async signIn(username, password, name = "match-client") {
        this.token = undefined; // It may have expired, and would be refused.
        const issued = (await this.send("POST", `${API}/tokens`, { username, password, name }));
        this.token = issued.token;
    }
    /** Sign in, after creating the account if there is none. Suits programs that are restarted. */
    async signInOrUp(username, password) {
        try {
            await this.signIn(username, password);
        }
        catch (error) {
            if (!(error instanceof Refused) || error.code !== "wrong_credentials")
                throw error;
            await this.signUp(username, password);
        }
    }
    /** Everything that happens to this account, live, until you close the stream. */
    stream(after) {
        return new MessageStream(this, `${API}/stream`, after, () => false);
    }
    // Matches
    /** A starter deck for the options of this match; null if players don't build decks or there is none. */
    async starterDeck(match) {
        const ruleset = await this.ruleset(match.ruleset);
        if (!ruleset.builds_decks)
            return null;
        const options = match.options;
        const suits = (made) => Object.entries(made).every(([name, value]) => options[name] === value);
        return ruleset.starter_decks.find((deck) => suits(deck.options))?.slug ?? null;
    }
    /** The events of a match after a seq, live, with `now` after each burst, until the match is over. */
    matchStream(match, after = -1) {
        const isLast = (message) => message.event === "now" && message.data.status === "over";
        return new MessageStream(this, `${pathOf(match)}/stream?after=${after}`, undefined, isLast);
    }
    // Play
    /** Answer every prompt until the match is over, with one request per move. Returns the final state. */
    async play(match, choose) {
        let told = await this.waitForTurn(match);
        while (told.now.status !== "over") {
            const version = told.now.version ?? 0;
            if (told.now.legal_actions?.length)
                told = await this.act(match, version, await choose(new Turn(this, match, told)));
            else
                told = await this.waitForTurn(match, version);
        }
        return told.now;
    }
    /**
     * Play for this account against anyone who calls it, in any number of matches at once, until the client is closed.
     *
     * It survives everything that happens to an unattended bot: matches that end or are aborted, withdrawn calls, limits,
     * restarts of the service. You can stop it at any time: after a restart it learns everything that is open. With
     * `username` and `password` it signs in, and again when the token has expired. The `Turn` passed to `choose` has its
     * `match` and no `events`. Throws what `choose` throws, and Refused if that is the bot's own fault: an illegal action, or
     * a token that has expired.
     */
    async runBot(choose, { username, password } = {}) {
        while (!this.isClosed) {
            try {
                if (username !== undefined && password !== undefined && this.token === undefined)
                    await this.signInOrUp(username, password);
                for await (const message of this.stream())
                    await this.#heed(message, choose);
            }
            catch (error) {
                if (this.isClosed)
                    return;
                if (error instanceof ConnectionLost)
                    await this.sleep(LONG_PAUSE);
                else if (!(error instanceof Refused))
                    throw error;
                else {
                    if (error.status === 401 && username !== undefined && error.code !== "wrong_credentials")
                        this.token = undefined;
                    else if (error.status !== 429 && error.status < 500)
                        throw error;
                    await this.sleep(PAUSE);
                }
            }
        }
    }
    /** Answer a call or a prompt; ignore it if it is no longer open. */
    async #heed(message, choose) {
        try {
            if (message.event === "turn") {
                const turn = new Turn(this, message.data.match, { now: message.data.now, events: [] });
                if (turn.legalActions.length)
                    await this.act(turn.match, turn.now.version ?? 0, await choose(turn), 0);
            }
            else if ((message.event === "notice" || message.event === "pending") && message.data.notice.type === "called") {
                await this.#answerCall(message.data.notice.match);
            }
        }
        catch (error) {
            if (!(error instanceof Refused) || !PASSING.includes(error.status))
                throw error;
        }
    }
    /** Join a match. Strangers can call to any match, so one that can't be joined is ignored. */
    async #answerCall(called) {
        try {
            const match = await this.match(called);
            const own = match.seats[match.my_seat ?? 0];
            if (match.status === "lobby")
                await this.join(match, own?.deck ? {} : { deck: await this.starterDeck(match) });
        }
        catch (error) {
            if (!(error instanceof Refused) || ![...PASSING, 400, 422].includes(error.status))
                throw error;
        }
    }
    /**
     * Take an action and wait for your next turn or the end; with `wait` 0, only take it.
     * If something has happened since `version`, the action isn't taken, and the result has the new events: decide again.
     */
    async act(match, version, action, wait = 30) {
        const key = crypto.randomUUID();
        for (;;) {
            try {
                const path = `${pathOf(match)}/actions?wait=${wait}`;
                const answer = (await this.send("POST", path, { version, action }, key));
                const told = { now: answer.now, events: answer.events ?? [] };
                if (isDue(told.now) || wait === 0)
                    return told;
            }
            catch (error) {
                if (!(error instanceof Refused) || error.problem["now"] === undefined)
                    throw error;
                const told = error.problem;
                return { now: told.now, events: told.events ?? [] };
            }
        }
    }
    /** Wait on a stream, without acting, for this player's turn or the end. */
    async waitForTurn(match, after = -1) {
        const events = [];
        for await (const message of this.matchStream(match, after)) {
            if (message.event === "message")
                events.push(message.data);
            else if (isDue(message.data))
                return { now: message.data, events };
        }
        const page = await this.events(match, after); // The stream has ended: the match is over.
        return { now: page.now, events: page.events };
    }
    // Requests
    /** Send a request until it is answered, and read the JSON. Throws Refused or ConnectionLost. */
    async send(method, path, body, key, headers = {}) {
        const text = await this.#answer(method, path, body, key, headers);
        return text === "" ? null : JSON.parse(text);
    }
    text(path) {
        return this.#answer("GET", path, undefined, undefined, {});
    }
    async #answer(method, path, body, key, more) {
        const retry = new Retry(REPEATABLE.includes(method) || key !== undefined, this.tries);
        const headers = { ...this.#headers(), ...more, ...(key === undefined ? {} : { "Idempotency-Key": key }) };
        const data = body === undefined ? null : JSON.stringify(body);
        for (;;) {
            let answer;
            let text;
            const deadline = new Deadline(TIMEOUT, this.closing);
            try {
                const sent = this.#fetch(this.#base + path, { method, headers, body: data, signal: deadline.signal });
                answer = await deadline.within(sent);
                text = await deadline.within(answer.text());
                if (isCutOff(answer, text))
                    throw new TypeError("the answer has no document");
            }
            catch (error) {
                if (this.isClosed)
                    throw error;
                await this.sleep(retry.afterBreak(error));
                continue;
            }
            finally {
                deadline.close();
            }
            if (!answer.ok) {
                await this.sleep(retry.afterRefusal(answer, text));
                continue;
            }
            const wait = retryAfter(answer);
            if (wait > 0)
                await this.sleep(wait); // Carried out, but there was no room to wait.
            return text;
        }
    }
    /** Open the connection of a stream. It stays open until `signal` ends it. */
    open(path, headers, signal) {
        return this.#fetch(this.#base + path, { headers: { ...this.#headers(), ...headers }, signal });
    }
    #headers() {
        const headers = { "Accept-Language": this.#language, "Content-Type": "application/json" };
        return this.token === undefined ? headers : { ...headers, Authorization: `Bearer ${this.token}` };
    }
}
/** Whether an answer has no document, because the token ended while the request was waiting. */
function isCutOff(answer, text) {
    return answer.ok && text === "" && (answer.headers.get("Content-Type") ?? "").includes("json");
}
function isDue(now) {
    return now.status === "over" || (now.legal_actions?.length ?? 0) > 0;
}
