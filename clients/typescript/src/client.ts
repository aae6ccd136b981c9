/** The client: one account at one service. */

import { Deadline } from "./deadline.js";
import { ConnectionLost, Refused } from "./errors.js";
import { API, Operations, pathOf, type Action, type MatchRef, type Schemas } from "./operations.js";
import { Retry, retryAfter } from "./retry.js";
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

/** The match is over, withdrawn or hidden, or the position has changed: nothing is left to do there. */
const PASSING = [403, 404, 409];
const PAUSE = 2_000;
const LONG_PAUSE = 30_000;
const REPEATABLE = ["GET", "PUT", "DELETE"];
/** Longer than the longest `wait`. */
const TIMEOUT = 60_000;

/** What a player needs to decide: the prompt, all legal actions, and the events since the last decision. */
export class Turn {
  readonly now: Schemas["Now"];
  readonly events: Schemas["Event"][];
  readonly prompt: Schemas["Now"]["prompt"];
  readonly legalActions: Action[];

  constructor(
    private readonly client: Client,
    readonly match: MatchRef,
    told: Told,
  ) {
    this.now = told.now;
    this.events = told.events;
    this.prompt = told.now.prompt;
    this.legalActions = (told.now.legal_actions ?? []).map((entry) => entry.action);
  }

  /** The present view of the match. This sends a request; a client that follows the events doesn't need it. */
  view(): Promise<Schemas["View"]> {
    return this.client.view(this.match);
  }
}

/** One account at one service. Failed requests are sent again if that can't do anything twice. */
export class Client extends Operations implements Opener {
  token: string | undefined;
  readonly tries: number;
  readonly #base: string;
  readonly #language: string;
  readonly #fetch: typeof fetch;
  readonly #closing = new AbortController();
  readonly sleep: (milliseconds: number) => Promise<void>;

  constructor(base: string, options: ClientOptions = {}) {
    super();
    this.#base = base.replace(/\/+$/, "");
    this.token = options.token;
    this.tries = options.tries ?? 8;
    this.#language = options.language ?? "en";
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.sleep = options.sleep ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)));
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  get isClosed(): boolean {
    return this.closing.aborted;
  }

  /** End all streams and requests of this client. */
  close(): void {
    this.#closing.abort();
  }

  // The account

  /** Create an account and sign in. */
  async signUp(username: string, password: string): Promise<void> {
    await this.send("POST", `${API}/players`, { username, password });
    await this.signIn(username, password);
  }

  /** Get a token that may do everything, and use it from now on in `token` instead of the former one. */
  async signIn(username: string, password: string, name = "match-client"): Promise<void> {
    this.token = undefined; // It may have expired, and would be refused.
    const issued = (await this.send("POST", `${API}/tokens`, { username, password, name })) as Schemas["IssuedToken"];
    this.token = issued.token;
  }

  /** Sign in, after creating the account if there is none. Suits programs that are restarted. */
  async signInOrUp(username: string, password: string): Promise<void> {
    try {
      await this.signIn(username, password);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "wrong_credentials") throw error;
      await this.signUp(username, password);
    }
  }

  /** Everything that happens to this account, live, until you close the stream. */
  stream(after?: number): MessageStream<AccountMessage> {
    return new MessageStream<AccountMessage>(this, `${API}/stream`, after, () => false);
  }

  // Matches

  /** A starter deck for the options of this match; null if players don't build decks or there is none. */
  async starterDeck(match: Schemas["Match"]): Promise<string | null> {
    const ruleset = await this.ruleset(match.ruleset);
    if (!ruleset.builds_decks) return null;
    const options = match.options as Record<string, unknown>;
    const suits = (made: object) => Object.entries(made).every(([name, value]) => options[name] === value);
    return ruleset.starter_decks.find((deck) => suits(deck.options))?.slug ?? null;
  }

  /** The events of a match after a seq, live, with `now` after each burst, until the match is over. */
  matchStream(match: MatchRef, after = -1): MessageStream<MatchMessage> {
    const isLast = (message: MatchMessage) => message.event === "now" && message.data.status === "over";
    return new MessageStream<MatchMessage>(this, `${pathOf(match)}/stream?after=${after}`, undefined, isLast);
  }

  // Play

  /** Answer every prompt until the match is over, with one request per move. Returns the final state. */
  async play(match: MatchRef, choose: Choose): Promise<Schemas["Now"]> {
    let told = await this.waitForTurn(match);
    while (told.now.status !== "over") {
      const version = told.now.version ?? 0;
      if (told.now.legal_actions?.length) told = await this.act(match, version, await choose(new Turn(this, match, told)));
      else told = await this.waitForTurn(match, version);
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
  async runBot(choose: Choose, { username, password }: { username?: string; password?: string } = {}): Promise<void> {
    while (!this.isClosed) {
      try {
        if (username !== undefined && password !== undefined && this.token === undefined) await this.signInOrUp(username, password);
        for await (const message of this.stream()) await this.#heed(message, choose);
      } catch (error) {
        if (this.isClosed) return;
        if (error instanceof ConnectionLost) await this.sleep(LONG_PAUSE);
        else if (!(error instanceof Refused)) throw error;
        else {
          if (error.status === 401 && username !== undefined && error.code !== "wrong_credentials") this.token = undefined;
          else if (error.status !== 429 && error.status < 500) throw error;
          await this.sleep(PAUSE);
        }
      }
    }
  }

  /** Answer a call or a prompt; ignore it if it is no longer open. */
  async #heed(message: AccountMessage, choose: Choose): Promise<void> {
    try {
      if (message.event === "turn") {
        const turn = new Turn(this, message.data.match, { now: message.data.now, events: [] });
        if (turn.legalActions.length) await this.act(turn.match, turn.now.version ?? 0, await choose(turn), 0);
      } else if ((message.event === "notice" || message.event === "pending") && message.data.notice.type === "called") {
        await this.#answerCall(message.data.notice.match);
      }
    } catch (error) {
      if (!(error instanceof Refused) || !PASSING.includes(error.status)) throw error;
    }
  }

  /** Join a match. Strangers can call to any match, so one that can't be joined is ignored. */
  async #answerCall(called: MatchRef): Promise<void> {
    try {
      const match = await this.match(called);
      const own = match.seats[match.my_seat ?? 0];
      if (match.status === "lobby") await this.join(match, own?.deck ? {} : { deck: await this.starterDeck(match) });
    } catch (error) {
      if (!(error instanceof Refused) || ![...PASSING, 400, 422].includes(error.status)) throw error;
    }
  }

  /**
   * Take an action and wait for your next turn or the end; with `wait` 0, only take it.
   * If something has happened since `version`, the action isn't taken, and the result has the new events: decide again.
   */
  async act(match: MatchRef, version: number, action: Action, wait = 30): Promise<Told> {
    const key = crypto.randomUUID();
    for (;;) {
      try {
        const path = `${pathOf(match)}/actions?wait=${wait}`;
        const answer = (await this.send("POST", path, { version, action }, key)) as Schemas["ActionAccepted"];
        const told = { now: answer.now, events: answer.events ?? [] };
        if (isDue(told.now) || wait === 0) return told;
      } catch (error) {
        if (!(error instanceof Refused) || error.problem["now"] === undefined) throw error;
        const told = error.problem as unknown as Partial<Told> & Pick<Told, "now">;
        return { now: told.now, events: told.events ?? [] };
      }
    }
  }

  /** Wait on a stream, without acting, for this player's turn or the end. */
  async waitForTurn(match: MatchRef, after = -1): Promise<Told> {
    const events: Schemas["Event"][] = [];
    for await (const message of this.matchStream(match, after)) {
      if (message.event === "message") events.push(message.data);
      else if (isDue(message.data)) return { now: message.data, events };
    }
    const page = await this.events(match, after); // The stream has ended: the match is over.
    return { now: page.now, events: page.events };
  }

  // Requests

  /** Send a request until it is answered, and read the JSON. Throws Refused or ConnectionLost. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    const text = await this.#answer(method, path, body, key, headers);
    return text === "" ? null : JSON.parse(text);
  }

  text(path: string): Promise<string> {
    return this.#answer("GET", path, undefined, undefined, {});
  }

  async #answer(
    method: string,
    path: string,
    body: unknown,
    key: string | undefined,
    more: Record<string, string>,
  ): Promise<string> {
    const retry = new Retry(REPEATABLE.includes(method) || key !== undefined, this.tries);
    const headers = { ...this.#headers(), ...more, ...(key === undefined ? {} : { "Idempotency-Key": key }) };
    const data = body === undefined ? null : JSON.stringify(body);
    for (;;) {
      let answer: Response;
      let text: string;
      const deadline = new Deadline(TIMEOUT, this.closing);
      try {
        const sent = this.#fetch(this.#base + path, { method, headers, body: data, signal: deadline.signal });
        answer = await deadline.within(sent);
        text = await deadline.within(answer.text());
        if (isCutOff(answer, text)) throw new TypeError("the answer has no document");
      } catch (error) {
        if (this.isClosed) throw error;
        await this.sleep(retry.afterBreak(error));
        continue;
      } finally {
        deadline.close();
      }
      if (!answer.ok) {
        await this.sleep(retry.afterRefusal(answer, text));
        continue;
      }
      const wait = retryAfter(answer);
      if (wait > 0) await this.sleep(wait); // Carried out, but there was no room to wait.
      return text;
    }
  }

  /** Open the connection of a stream. It stays open until `signal` ends it. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    return this.#fetch(this.#base + path, { headers: { ...this.#headers(), ...headers }, signal });
  }

  #headers(): Record<string, string> {
    const headers = { "Accept-Language": this.#language, "Content-Type": "application/json" };
    return this.token === undefined ? headers : { ...headers, Authorization: `Bearer ${this.token}` };
  }
}

/** Whether an answer has no document, because the token ended while the request was waiting. */
function isCutOff(answer: Response, text: string): boolean {
  return answer.ok && text === "" && (answer.headers.get("Content-Type") ?? "").includes("json");
}

function isDue(now: Schemas["Now"]): boolean {
  return now.status === "over" || (now.legal_actions?.length ?? 0) > 0;
}
