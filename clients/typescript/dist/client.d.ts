/** The client: one account at one service. */
import { Operations, type Action, type MatchRef, type Schemas } from "./operations.js";
import { MessageStream, type AccountMessage, type MatchMessage, type Opener } from "./stream.js";
/** The types of one game: `Of<"invictus", "Event">` is an event of a match of Invictus. */
export type Of<Game extends keyof Schemas["Games"], Name extends keyof Schemas["Games"][Game]> = Schemas["Games"][Game][Name];
export type Choose = (turn: Turn) => Action | Promise<Action>;
/** The state of a match, and the events that led to it. */
export interface Told {
    now: Schemas["Now"];
    events: Schemas["Event"][];
}
export interface ClientOptions {
    token?: string;
    language?: string;
    /** After this many failures in a row, a request or stream gives up. */
    tries?: number;
    /** Your own `fetch`, if you need a proxy or headers. */
    fetch?: typeof fetch;
    /** For tests that should not wait. */
    sleep?: (milliseconds: number) => Promise<void>;
}
/** What a player needs to decide: the prompt, all legal actions, and the events since the last decision. */
export declare class Turn {
    private readonly client;
    readonly match: MatchRef;
    readonly now: Schemas["Now"];
    readonly events: Schemas["Event"][];
    readonly prompt: Schemas["Now"]["prompt"];
    readonly legalActions: Action[];
    constructor(client: Client, match: MatchRef, told: Told);
    /** The present view of the match. This sends a request; a client that follows the events doesn't need it. */
    view(): Promise<Schemas["View"]>;
}
/** One account at one service. Failed requests are sent again if that can't do anything twice. */
export declare class Client extends Operations implements Opener {
    #private;
    token: string | undefined;
    readonly tries: number;
    readonly sleep: (milliseconds: number) => Promise<void>;
    constructor(base: string, options?: ClientOptions);
    get closing(): AbortSignal;
    get isClosed(): boolean;
    /** End all streams and requests of this client. */
    close(): void;
    /** Create an account and sign in. */
    signUp(username: string, password: string): Promise<void>;
    /** Get a token that may do everything, and use it from now on in `token` instead of the former one. */
    signIn(username: string, password: string, name?: string): Promise<void>;
    /** Sign in, after creating the account if there is none. Suits programs that are restarted. */
    signInOrUp(username: string, password: string): Promise<void>;
    /** Everything that happens to this account, live, until you close the stream. */
    stream(after?: number): MessageStream<AccountMessage>;
    /** A starter deck for the options of this match; null if players don't build decks or there is none. */
    starterDeck(match: Schemas["Match"]): Promise<string | null>;
    /** The events of a match after a seq, live, with `now` after each burst, until the match is over. */
    matchStream(match: MatchRef, after?: number): MessageStream<MatchMessage>;
    /** Answer every prompt until the match is over, with one request per move. Returns the final state. */
    play(match: MatchRef, choose: Choose): Promise<Schemas["Now"]>;
    /**
     * Play for this account against anyone who calls it, in any number of matches at once, until the client is closed.
     *
     * It survives everything that happens to an unattended bot: matches that end or are aborted, withdrawn calls, limits,
     * restarts of the service. You can stop it at any time: after a restart it learns everything that is open. With
     * `username` and `password` it signs in, and again when the token has expired. The `Turn` passed to `choose` has its
     * `match` and no `events`. Throws what `choose` throws, and Refused if that is the bot's own fault: an illegal action, or
     * a token that has expired.
     */
    runBot(choose: Choose, { username, password }?: {
        username?: string;
        password?: string;
    }): Promise<void>;
    /**
     * Take an action and wait for your next turn or the end; with `wait` 0, only take it.
     * If something has happened since `version`, the action isn't taken, and the result has the new events: decide again.
     */
    act(match: MatchRef, version: number, action: Action, wait?: number): Promise<Told>;
    /** Wait on a stream, without acting, for this player's turn or the end. */
    waitForTurn(match: MatchRef, after?: number): Promise<Told>;
    /** Send a request until it is answered, and read the JSON. Throws Refused or ConnectionLost. */
    send(method: string, path: string, body?: unknown, key?: string, headers?: Record<string, string>): Promise<unknown>;
    text(path: string): Promise<string>;
    /** Open the connection of a stream. It stays open until `signal` ends it. */
    open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}
