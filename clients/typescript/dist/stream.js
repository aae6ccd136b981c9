/** Streams of messages that reconnect by themselves. */
import { Deadline } from "./deadline.js";
import { ConnectionLost, Refused } from "./errors.js";
import { Retry } from "./retry.js";
/** Milliseconds of silence after which a connection counts as broken. The service sends something every ten seconds. */
const SILENCE = 35_000;
/** The messages of a stream. Leaving the loop closes the connection. `lastId` is where to resume later. */
export class MessageStream {
    client;
    path;
    lastId;
    isLast;
    constructor(client, path, lastId, isLast) {
        this.client = client;
        this.path = path;
        this.lastId = lastId;
        this.isLast = isLast;
    }
    async *[Symbol.asyncIterator]() {
        const retry = new Retry(true, this.client.tries);
        while (!this.client.isClosed) {
            const silence = new Deadline(SILENCE, this.client.closing);
            let wait;
            try {
                const answer = await silence.within(this.client.open(this.path, this.headers(), silence.signal));
                if (answer.status === 204)
                    return;
                if (answer.ok) {
                    for await (const line of linesOf(answer, silence)) {
                        const message = JSON.parse(line);
                        this.lastId = message.id ?? this.lastId;
                        retry.succeeded();
                        yield message;
                        if (this.isLast(message))
                            return;
                    }
                    wait = retry.backoff();
                }
                else {
                    wait = retry.afterRefusal(answer, await silence.within(answer.text()));
                }
            }
            catch (error) {
                if (error instanceof Refused || error instanceof ConnectionLost)
                    throw error;
                if (this.client.isClosed)
                    return;
                wait = retry.afterBreak(error);
            }
            finally {
                silence.close();
            }
            await this.client.sleep(wait);
        }
    }
    headers() {
        const accept = { Accept: "application/x-ndjson" };
        return this.lastId === undefined ? accept : { ...accept, "Last-Event-ID": String(this.lastId) };
    }
}
/** The complete, non-empty lines. An incomplete line at the end of the connection is dropped. */
async function* linesOf(answer, silence) {
    if (answer.body === null)
        return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let begun = "";
    for (;;) {
        const { done, value } = await silence.within(reader.read());
        if (done)
            return;
        silence.restart();
        const lines = (begun + value).split("\n");
        begun = lines.pop() ?? "";
        yield* lines.filter((line) => line.trim() !== "");
    }
}
