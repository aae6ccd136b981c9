/** Streams of messages that reconnect by themselves. */

import { Deadline } from "./deadline.js";
import { ConnectionLost, Refused } from "./errors.js";
import { Retry } from "./retry.js";
import type { components } from "./schema.js";

type Schemas = components["schemas"];

/** An event of the match (`id` is its seq), or the state of the match, which follows each burst of events. */
export type MatchMessage =
  | { event: "message"; id: number; data: Schemas["Event"] }
  | { event: "now"; id?: undefined; data: Schemas["Now"] };

/** A notice (`id` is its number), a notice that is still open, a turn, or the number of the newest notice sent. */
export type AccountMessage =
  | { event: "notice"; id: number; data: Schemas["NumberedNotice"] }
  | { event: "pending"; id?: undefined; data: Schemas["PendingNotice"] }
  | { event: "turn"; id?: undefined; data: Schemas["Turn"] }
  | { event: "caught_up" | "reset"; id?: number; data: Schemas["NoticePosition"] };

/** Milliseconds of silence after which a connection counts as broken. The service sends something every ten seconds. */
const SILENCE = 35_000;

/** The part of a client that a stream needs. */
export interface Opener {
  readonly tries: number;
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
  sleep(milliseconds: number): Promise<void>;
  readonly closing: AbortSignal;
  readonly isClosed: boolean;
}

/** The messages of a stream. Leaving the loop closes the connection. `lastId` is where to resume later. */
export class MessageStream<M extends { id?: number | undefined }> implements AsyncIterable<M> {
  constructor(
    private readonly client: Opener,
    private readonly path: string,
    public lastId: number | undefined,
    private readonly isLast: (message: M) => boolean,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<M, void, undefined> {
    const retry = new Retry(true, this.client.tries);
    while (!this.client.isClosed) {
      const silence = new Deadline(SILENCE, this.client.closing);
      let wait: number;
      try {
        const answer = await silence.within(this.client.open(this.path, this.headers(), silence.signal));
        if (answer.status === 204) return;
        if (answer.ok) {
          for await (const line of linesOf(answer, silence)) {
            const message = JSON.parse(line) as M;
            this.lastId = message.id ?? this.lastId;
            retry.succeeded();
            yield message;
            if (this.isLast(message)) return;
          }
          wait = retry.backoff();
        } else {
          wait = retry.afterRefusal(answer, await silence.within(answer.text()));
        }
      } catch (error) {
        if (error instanceof Refused || error instanceof ConnectionLost) throw error;
        if (this.client.isClosed) return;
        wait = retry.afterBreak(error);
      } finally {
        silence.close();
      }
      await this.client.sleep(wait);
    }
  }

  private headers(): Record<string, string> {
    const accept = { Accept: "application/x-ndjson" };
    return this.lastId === undefined ? accept : { ...accept, "Last-Event-ID": String(this.lastId) };
  }
}

/** The complete, non-empty lines. An incomplete line at the end of the connection is dropped. */
async function* linesOf(answer: Response, silence: Deadline): AsyncGenerator<string, void, undefined> {
  if (answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = "";
  for (;;) {
    const { done, value } = await silence.within(reader.read());
    if (done) return;
    silence.restart();
    const lines = (begun + value).split("\n");
    begun = lines.pop() ?? "";
    yield* lines.filter((line) => line.trim() !== "");
  }
}
