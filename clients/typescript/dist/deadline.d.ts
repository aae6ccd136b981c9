/** Ends what takes too long. */
/**
 * A time limit for a request or a connection. The closing of the client ends it, too.
 *
 * Its timer keeps Node running, unlike that of `AbortSignal.timeout`: a bot must not end because it waits for a
 * connection that has died unnoticed.
 */
export declare class Deadline {
    #private;
    private readonly milliseconds;
    private readonly closing;
    readonly signal: AbortSignal;
    constructor(milliseconds: number, closing: AbortSignal);
    /** The result of the promise. Throws when the time is up, even if the promise is never settled. */
    within<T>(promise: Promise<T>): Promise<T>;
    restart(): void;
    /** Abort what still uses the signal, and stop the timer. */
    close(): void;
}
