/** When a request is sent again, and after how many milliseconds. No I/O: the client asks, and sleeps itself. */
import { ConnectionLost, Refused } from "./errors.js";
const FIRST = 250;
const MOST = 30_000;
/** The service has refused before it did anything. */
const NOTHING_HAPPENED = [429, 503];
/** A proxy has heard no answer. */
const MAY_HAVE_HAPPENED = [502, 504];
const NEVER_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];
/** The attempts at one request. Each failure says how long to wait, or throws if there is no use in trying again. */
export class Retry {
    isRepeatable;
    tries;
    #failed = 0;
    /** A request is repeatable if sending it twice does no more than sending it once. */
    constructor(isRepeatable, tries) {
        this.isRepeatable = isRepeatable;
        this.tries = tries;
    }
    /** The connection could not be made, or broke. */
    afterBreak(error) {
        this.#failed += 1;
        if (this.#failed >= this.tries || !(this.isRepeatable || wasNeverSent(error)))
            throw new ConnectionLost(error);
        return this.backoff();
    }
    /** The answer, whose body has been read, is no success. */
    afterRefusal(answer, body) {
        this.#failed += 1;
        const mayRepeat = NOTHING_HAPPENED.includes(answer.status) || (this.isRepeatable && MAY_HAVE_HAPPENED.includes(answer.status));
        if (this.#failed >= this.tries || !mayRepeat) {
            throw new Refused(answer.status, problemOf(body), answer.headers.get("Content-Language") ?? "en");
        }
        return Math.max(retryAfter(answer), this.backoff());
    }
    succeeded() {
        this.#failed = 0;
    }
    /** Twice as long after each failure, with jitter, so that clients do not come back all at once. */
    backoff() {
        return (0.5 + Math.random() / 2) * Math.min(MOST, FIRST * 2 ** this.#failed);
    }
}
/** The milliseconds that `Retry-After` asks for, in seconds or as a date; 0 where there is none. */
export function retryAfter(answer) {
    const given = answer.headers.get("Retry-After") ?? "0";
    const milliseconds = Number.isNaN(Number(given)) ? Date.parse(given) - Date.now() : Number(given) * 1000;
    return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}
function wasNeverSent(error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return typeof cause?.code === "string" && NEVER_SENT.includes(cause.code);
}
function problemOf(body) {
    try {
        const problem = JSON.parse(body);
        if (typeof problem === "object" && problem !== null)
            return problem;
    }
    catch {
        // A proxy has answered in its own words.
    }
    return { detail: body.slice(0, 200) };
}
