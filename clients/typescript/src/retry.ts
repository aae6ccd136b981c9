/** Decides whether to send a request again, and after how many milliseconds. No I/O: the client does the waiting. */

import { ConnectionLost, Refused, type Problem } from "./errors.js";

const FIRST = 250;
const MOST = 30_000;
/** Statuses of refusals before the service did anything. */
const NOTHING_HAPPENED = [429, 503];
/** Statuses of a proxy that got no answer from the service. */
const MAY_HAVE_HAPPENED = [502, 504];
const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Counts the attempts at one request. Each failure returns how long to wait, or throws if retrying is useless. */
export class Retry {
  #failed = 0;

  /** A request is repeatable if sending it twice has the same effect as sending it once. */
  constructor(
    private readonly isRepeatable: boolean,
    private readonly tries: number,
  ) {}

  /** After a connection that failed or broke off. */
  afterBreak(error: unknown): number {
    this.#failed += 1;
    if (this.#failed >= this.tries || !(this.isRepeatable || wasNeverSent(error))) throw new ConnectionLost(error);
    return this.backoff();
  }

  /** After an answer that is not a success. `body` is its text. */
  afterRefusal(answer: Response, body: string): number {
    this.#failed += 1;
    const mayRepeat =
      NOTHING_HAPPENED.includes(answer.status) || (this.isRepeatable && MAY_HAVE_HAPPENED.includes(answer.status));
    if (this.#failed >= this.tries || !mayRepeat) {
      throw new Refused(answer.status, problemOf(body), answer.headers.get("Content-Language") ?? "en");
    }
    return Math.max(retryAfter(answer), this.backoff());
  }

  succeeded(): void {
    this.#failed = 0;
  }

  /** A delay that doubles with each failure, with jitter, so that clients do not all return at once. */
  backoff(): number {
    return (0.5 + Math.random() / 2) * Math.min(MOST, FIRST * 2 ** this.#failed);
  }
}

/** The milliseconds that `Retry-After` asks for, whether in seconds or as a date; 0 without the header. */
export function retryAfter(answer: Response): number {
  const given = answer.headers.get("Retry-After") ?? "0";
  const milliseconds = Number.isNaN(Number(given)) ? Date.parse(given) - Date.now() : Number(given) * 1000;
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" && NEVER_SENT.includes(cause.code);
}

function problemOf(body: string): Problem {
  try {
    const problem: unknown = JSON.parse(body);
    if (typeof problem === "object" && problem !== null) return problem as Problem;
  } catch {
    // A proxy has answered, not the service.
  }
  return { detail: body.slice(0, 200) };
}
