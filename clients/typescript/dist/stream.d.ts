/** Streams of messages that reconnect by themselves. */
import type { components } from "./schema.js";
type Schemas = components["schemas"];
/** An event of the match (`id` is its seq), or the state of the match, which follows each burst of events. */
export type MatchMessage = {
    event: "message";
    id: number;
    data: Schemas["Event"];
} | {
    event: "now";
    id?: undefined;
    data: Schemas["Now"];
};
/** A notice (`id` is its number), a notice that is still open, a turn, or the number of the newest notice sent. */
export type AccountMessage = {
    event: "notice";
    id: number;
    data: Schemas["NumberedNotice"];
} | {
    event: "pending";
    id?: undefined;
    data: Schemas["PendingNotice"];
} | {
    event: "turn";
    id?: undefined;
    data: Schemas["Turn"];
} | {
    event: "caught_up" | "reset";
    id?: number;
    data: Schemas["NoticePosition"];
};
/** The part of a client that a stream needs. */
export interface Opener {
    readonly tries: number;
    open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
    sleep(milliseconds: number): Promise<void>;
    readonly closing: AbortSignal;
    readonly isClosed: boolean;
}
/** The messages of a stream. Leaving the loop closes the connection. `lastId` is where to resume later. */
export declare class MessageStream<M extends {
    id?: number | undefined;
}> implements AsyncIterable<M> {
    private readonly client;
    private readonly path;
    lastId: number | undefined;
    private readonly isLast;
    constructor(client: Opener, path: string, lastId: number | undefined, isLast: (message: M) => boolean);
    [Symbol.asyncIterator](): AsyncGenerator<M, void, undefined>;
    private headers;
}
export {};
