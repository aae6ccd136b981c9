/** Streams of messages that connect again by themselves. */
import type { components } from "./schema.js";
type Schemas = components["schemas"];
/** An event of the match, whose `id` is its seq, and how the match stands after each burst of them. */
export type MatchMessage = {
    event: "message";
    id: number;
    data: Schemas["Event"];
} | {
    event: "now";
    id?: undefined;
    data: Schemas["Now"];
};
/** Notices, whose `id` is their number, what is still open, turns, and what has been told. */
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
/** What a stream needs of its client. */
export interface Opener {
    readonly tries: number;
    open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
    sleep(milliseconds: number): Promise<void>;
    readonly isClosed: boolean;
}
/** Leaving the loop, by `break` or otherwise, closes the connection. `lastId` is where to go on later. */
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
