/** When a request is sent again, and after how many milliseconds. No I/O: the client asks, and sleeps itself. */
/** The attempts at one request. Each failure says how long to wait, or throws if there is no use in trying again. */
export declare class Retry {
    #private;
    private readonly isRepeatable;
    private readonly tries;
    /** A request is repeatable if sending it twice does no more than sending it once. */
    constructor(isRepeatable: boolean, tries: number);
    /** The connection could not be made, or broke. */
    afterBreak(error: unknown): number;
    /** The answer, whose body has been read, is no success. */
    afterRefusal(answer: Response, body: string): number;
    succeeded(): void;
    /** Twice as long after each failure, with jitter, so that clients do not come back all at once. */
    backoff(): number;
}
/** The milliseconds that `Retry-After` asks for, in seconds or as a date; 0 where there is none. */
export declare function retryAfter(answer: Response): number;
