/** Ends what takes too long. */

/**
 * A time limit for a request or a connection. The closing of the client ends it, too.
 *
 * Its timer keeps Node running, unlike that of `AbortSignal.timeout`: a bot must not end because it waits for a
 * connection that has died unnoticed.
 */
export class Deadline {
  readonly #aborting = new AbortController();
  readonly #end = () => this.#aborting.abort(new DOMException("the time is up", "TimeoutError"));
  #timer: ReturnType<typeof setTimeout>;
  readonly signal = this.#aborting.signal;

  constructor(
    private readonly milliseconds: number,
    private readonly closing: AbortSignal,
  ) {
    this.#timer = setTimeout(this.#end, milliseconds);
    if (closing.aborted) this.#end();
    closing.addEventListener("abort", this.#end);
  }

  /** The result of the promise. Throws when the time is up, even if the promise is never settled. */
  within<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(this.signal.reason);
      if (this.signal.aborted) fail();
      this.signal.addEventListener("abort", fail);
      promise.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", fail));
    });
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, this.milliseconds);
  }

  /** Abort what still uses the signal, and stop the timer. */
  close(): void {
    clearTimeout(this.#timer);
    this.closing.removeEventListener("abort", this.#end);
    this.#end();
  }
}
