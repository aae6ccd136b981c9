/** Decides whether to send a request again, and after how many milliseconds. No I/O: the client does the waiting. */
/** Counts the attempts at one request. Each failure returns how long to wait, or throws if retrying is useless. */
export declare class Retry {
    #private;
    private readonly isRepeatable;
    private readonly tries;
    /** A request is repeatable if sending it twice has the same effect as sending it once. */
    constructor(isRepeatable: boolean, tries: number);
    /** After a connection that failed or broke off. */
    afterBreak(error: unknown): number;
    /** After an answer that is not a success. `body` is its text. */
    afterRefusal(answer: Response, body: string): number;
    succeeded(): void;
    /** A delay that doubles with each failure, with jitter, so that clients do not all return at once. */
    backoff(): number;
}
/** The milliseconds that `Retry-After` asks for, whether in seconds or as a date; 0 without the header. */
export declare function retryAfter(answer: Response): number;
