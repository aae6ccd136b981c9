/** Tests when a request is sent again, against fake answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, ConnectionLost, Refused, type Action } from "match-client";

const MATCH = "0192d7a1-0000-7000-8000-000000000000";
const PLAYING = { version: 3, status: "playing", to_act: [], disclosed: false };
const OVER = { ...PLAYING, status: "over", outcome: { winners: [0], reason: "goal", scores: {} } };
const PASS = { type: "pass" } as Action;

type Answer = Response | Error;

/** A client whose service gives these answers in turn, with its requests and how long it slept. */
function against(...answers: Answer[]) {
  const asked: Request[] = [];
  const slept: number[] = [];
  const left = answers.values();
  const client = new Client("http://service", {
    token: "token",
    tries: 8,
    fetch: (url, init) => {
      asked.push(new Request(url, init));
      const answer = left.next().value;
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error("none left"));
    },
    sleep: (milliseconds) => Promise.resolve(void slept.push(milliseconds)),
  });
  return { client, asked, slept, keys: () => asked.map((request) => request.headers.get("Idempotency-Key")) };
}

const broken = () => new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
const refusedConnection = () => new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, code, detail: "no" }), { status, headers });
const json = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers });

test("a request is sent again with the same key", async () => {
  const { client, slept, keys } = against(broken(), refusal(502, "bad"), refusal(503, "not_ready"), json({ done: true }));

  assert.deepEqual(await client.post("/api/v1/matches", {}), { done: true });

  assert.equal(keys().length, 4);
  assert.equal(new Set(keys()).size, 1);
  assert.ok(keys()[0]);
  assert.ok(slept.length === 3 && slept.every((milliseconds) => milliseconds > 0));
});

test("without a key nothing is repeated that may have happened", async () => {
  for (const answer of [broken(), refusal(502, "bad"), refusal(500, "broken")]) {
    const { client, asked } = against(answer);
    await assert.rejects(client.signIn("ann", "a quiet rook 7"));
    assert.equal(asked.length, 1);
  }
});

test("without a key what was never carried out is repeated", async () => {
  for (const answer of [refusedConnection(), refusal(429, "too_fast", { "Retry-After": "2" })]) {
    const { client, keys } = against(answer, json({ token: "new" }));
    await client.signIn("ann", "a quiet rook 7");
    assert.equal(client.token, "new");
    assert.deepEqual(keys(), [null, null]);
  }
});

test("Retry-After is honoured, in seconds and as a date", async () => {
  for (const given of ["7", new Date(Date.now() + 9000).toUTCString()]) {
    const { client, slept } = against(refusal(429, "too_fast", { "Retry-After": given }), json({}));
    await client.get("/api/v1/bots");
    assert.ok((slept[0] ?? 0) >= 7000);
  }
});

test("waits grow with jitter and end", async () => {
  const { client, asked, slept } = against(...Array.from({ length: 8 }, broken));

  await assert.rejects(client.get("/api/v1/bots"), ConnectionLost);

  assert.equal(asked.length, 8);
  for (const [number, milliseconds] of slept.entries()) {
    const longest = Math.min(30_000, 250 * 2 ** (number + 1));
    assert.ok(milliseconds >= longest / 2 && milliseconds <= longest);
  }
});

test("a refusal is told at once with its document", async () => {
  const { client, asked } = against(refusal(422, "illegal_action"));

  await assert.rejects(client.post("/api/v1/matches", {}), (error: unknown) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual([error.status, error.code, error.problem.detail], [422, "illegal_action", "no"]);
    return true;
  });
  assert.equal(asked.length, 1);
});

test("a refusal names every fault in the language of the answer", async () => {
  const problem = {
    code: "bad_setup",
    detail: "だめ",
    errors: [{ pointer: "/seats/1/kind", detail: "知らない" }],
    problems: [{ code: "deck_missing", texts: { ja: "デッキがない", en: "no deck" } }, { code: "newer" }],
  };
  const headers = { "Content-Language": "ja" };
  const { client } = against(new Response(JSON.stringify(problem), { status: 422, headers }));

  const message = "bad_setup: だめ\n- /seats/1/kind 知らない\n- デッキがない\n- newer";
  await assert.rejects(client.post("/api/v1/matches", {}), { message });
});

test("an answer that is no problem document is a refusal too", async () => {
  const odd = new Response(JSON.stringify({ errors: "none", problems: [1] }), { status: 404 });
  const { client } = against(new Response("<html>", { status: 404 }), odd);

  await assert.rejects(client.get("/elsewhere"), { message: "http_404: <html>" });
  await assert.rejects(client.get("/elsewhere"), { message: "http_404: no reason was given" });
});

test("signing in makes the account where there is none", async () => {
  const { client, asked } = against(refusal(401, "wrong_credentials"), json({}), json({ token: "new" }));

  await client.signInOrUp("ann", "a quiet rook 7");

  assert.deepEqual(asked.map((request) => request.url.split("/").pop()), ["tokens", "players", "tokens"]);
  assert.equal(client.token, "new");
});

test("an action waits on with its key until the next turn", async () => {
  const noRoom = json({ now: PLAYING, events: [] }, { "Retry-After": "2" });
  const due = { ...PLAYING, legal_actions: [{ action: PASS }] };
  const { client, slept, keys } = against(noRoom, json({ now: due, events: [{ seq: 4 }] }));

  const told = await client.act(MATCH, 3, PASS);

  assert.deepEqual(told.events, [{ seq: 4 }]);
  assert.equal(new Set(keys()).size, 1);
  assert.deepEqual(slept, [2000]);
});

test("an action that came too late brings what has happened", async () => {
  const problem = { status: 409, code: "stale_version", now: OVER, events: [{ seq: 4 }] };
  const { client } = against(new Response(JSON.stringify(problem), { status: 409 }));

  assert.deepEqual(await client.act(MATCH, 3, PASS), { now: OVER, events: [{ seq: 4 }] });
});

const event = (seq: number) => ({ event: "message", id: seq, data: { seq } });

function lines(messages: object[], end: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response {
  let told = false;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (told) return end(controller);
    told = true;
    const text = messages.map((message) => `\n${JSON.stringify(message)}\n`).join("");
    controller.enqueue(new TextEncoder().encode(text));
  };
  return new Response(new ReadableStream({ pull }));
}

for (const [name, end] of Object.entries({
  closed: (controller: ReadableStreamDefaultController<Uint8Array>) => controller.close(),
  broken: (controller: ReadableStreamDefaultController<Uint8Array>) => controller.error(broken()),
  "closed within a line": (controller: ReadableStreamDefaultController<Uint8Array>) => {
    controller.enqueue(new TextEncoder().encode('{"event": "mess'));
    controller.close();
  },
})) {
  test(`a stream that is ${name} goes on after the last id`, async () => {
    const { client, asked, slept } = against(
      lines([{ event: "now", data: PLAYING }, event(0), event(1)], end),
      refusedConnection(),
      refusal(429, "too_fast", { "Retry-After": "10" }),
      lines([event(2), { event: "now", data: OVER }], end),
    );

    const told = [];
    for await (const message of client.matchStream(MATCH)) told.push(message.id);

    assert.deepEqual(told, [undefined, 0, 1, 2, undefined]);
    assert.deepEqual(asked.map((request) => request.headers.get("Last-Event-ID")), [null, "1", "1", "1"]);
    assert.ok((slept[2] ?? 0) >= 10_000);
  });
}

test("leaving a stream closes its connection", async () => {
  const { client, asked } = against(lines([event(0)], () => undefined));
  const stream = client.matchStream(MATCH);

  for await (const message of stream) if (message.id === 0) break;

  assert.equal(stream.lastId, 0);
  assert.ok(asked[0]?.signal.aborted);
});

test("a stream that has nothing more to tell ends", async () => {
  const { client } = against(new Response(null, { status: 204 }));

  for await (const message of client.matchStream(MATCH, 9)) assert.fail(JSON.stringify(message));
});

/** A platform that never says that its connections have died, whatever `signal` says. */
const deaf = () => new Client("http://service", { tries: 1, fetch: () => new Promise(() => {}) });

test("a request that is never answered fails after a minute", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const failed = assert.rejects(deaf().signIn("ann", "a quiet rook 7"), ConnectionLost);
  t.mock.timers.tick(60_000);
  await failed;
});

test("a stream that stays silent fails, and closing the client ends it at once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const read = async (client: Client) => { for await (const _ of client.stream()); };
  const failed = assert.rejects(read(deaf()), ConnectionLost);
  t.mock.timers.tick(35_000);
  await failed;
  const client = deaf();
  const ended = read(client);
  client.close();
  await ended;
});
