/** One account at one service. */
import { Operations, type Action, type MatchRef, type Schemas } from "./operations.js";
import { MessageStream, type AccountMessage, type MatchMessage, type Opener } from "./stream.js";
/** What is said in one game: `Of<"invictus", "Event">` is an event of a match of Invictus. */
export type Of<Game extends keyof Schemas["Games"], Name extends keyof Schemas["Games"][Game]> = Schemas["Games"][Game][Name];
export type Choose = (turn: Turn) => Action | Promise<Action>;
/** How a match stands, and the events that led there. */
export interface Told {
    now: Schemas["Now"];
    events: Schemas["Event"][];
}
export interface ClientOptions {
    token?: string;
    language?: string;
    /** So many failures in a row are the end of a request or a stream. */
    tries?: number;
    /** For who needs a proxy or headers of his own. */
    fetch?: typeof fetch;
    /** For tests that do not want to wait. */
    sleep?: (milliseconds: number) => Promise<void>;
}
/** What a player decides by: the prompt, all that may be answered, and the events since the last decision. */
export declare class Turn {
    private readonly client;
    readonly match: MatchRef;
    readonly now: Schemas["Now"];
    readonly events: Schemas["Event"][];
    readonly prompt: Schemas["Now"]["prompt"];
    readonly legalActions: Action[];
    constructor(client: Client, match: MatchRef, told: Told);
    /** What is on the table. This is a request of its own; a client that follows the events need not ask. */
    view(): Promise<Schemas["View"]>;
}
/** Every request that fails is sent again where that does nothing twice. */
export declare class Client extends Operations implements Opener {
    #private;
    token: string | undefined;
    readonly tries: number;
    readonly sleep: (milliseconds: number) => Promise<void>;
    constructor(base: string, options?: ClientOptions);
    get isClosed(): boolean;
    /** Ends streams, and whatever waits for an answer. */
    close(): void;
    /** Make an account, and sign in. */
    signUp(username: string, password: string): Promise<void>;
    /** Get a token that may do everything; `token` is it from now on, and the former one is forgotten. */
    signIn(username: string, password: string, name?: string): Promise<void>;
    /** Sign in, and make the account first where there is none: what a program that is started again wants. */
    signInOrUp(username: string, password: string): Promise<void>;
    /** Everything of this account as it happens. */
    stream(after?: number): MessageStream<AccountMessage>;
    /** A deck that is made for the options of this match; null where decks are not built, or there is none. */
    starterDeck(match: Schemas["Match"]): Promise<string | null>;
    /** The events of a match after a seq as they happen, with `now` after each burst, until it is over. */
    matchStream(match: MatchRef, after?: number): MessageStream<MatchMessage>;
    /** Answer every prompt until the match is over, with one request a move; returns how it stands then. */
    play(match: MatchRef, choose: Choose): Promise<Schemas["Now"]>;
    /**
     * Play whoever calls this account, any number of matches at once, until the client is closed.
     *
     * It goes on through whatever happens to a bot that is left alone: matches that end or are aborted, calls that are taken
     * back, limits, restarts of the service. It may be stopped at any time: started again, it is told of all that is open. With
     * `username` and `password` it signs in, and again when the token has ended. The `Turn` of `choose` has its `match` and no
     * `events`. Throws what `choose` throws, and Refused where that is the bot's own fault: an illegal action, or a token
     * that has ended.
     */
    runBot(choose: Choose, { username, password }?: {
        username?: string;
        password?: string;
    }): Promise<void>;
    /**
     * Take an action and wait for the next turn, or for the end; without `wait` only take it.
     * If something has happened since that version, the action is not taken and this says what; decide again.
     */
    act(match: MatchRef, version: number, action: Action, wait?: number): Promise<Told>;
    /** Wait without acting, on a stream, for this player's turn or for the end. */
    waitForTurn(match: MatchRef, after?: number): Promise<Told>;
    /** Send it until there is an answer, and read its JSON; throws Refused, or ConnectionLost. */
    send(method: string, path: string, body?: unknown, key?: string, headers?: Record<string, string>): Promise<unknown>;
    text(path: string): Promise<string>;
    /** A stream's connection, open until one of the signals closes it. */
    open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}
