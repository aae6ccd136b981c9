// Plays a match against a house bot with openapi-fetch and the types that openapi-typescript makes of the document.
//
// Arguments: the address of the service, the game, and the starter deck to play, if the game has decks.
import createClient from "openapi-fetch";
import type { components, paths } from "./match";

type Schemas = components["schemas"];
const [base = "", game = "", deck] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: base });

function must<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const account = { username: "otter", password: "a quiet rook 7" };
must(await client.POST("/api/v1/players", { body: account }));
const { token } = must(await client.POST("/api/v1/tokens", { body: account }));
client.use({ onRequest: ({ request }) => void request.headers.set("Authorization", `Bearer ${token}`) });

const brought = deck ? { deck } : {};
const seats: Schemas["MatchInput"]["seats"] = [
  { kind: "me", ready: true, ...brought },
  { kind: "bot", bot: "random", ...brought },
];
const { id } = must(await client.POST("/api/v1/matches", { body: { ruleset: game as "invictus", seats } }));
const path = { match_id: id };

async function read(after: number) {
  const query = { after, as: "seat", wait: 20 } as const;
  return must(await client.GET("/api/v1/matches/{match_id}/events", { params: { path, query } })).now;
}

let now = await read(-1);
let moves = 0;
while (now.status !== "over") {
  const version = now.version ?? -1;
  const choices = now.legal_actions ?? [];
  const choice = choices[moves % choices.length];
  if (choice === undefined) {
    now = await read(version);
    continue;
  }
  const params = { path, query: { wait: 20 }, header: { "Idempotency-Key": `move ${moves}` } };
  const body = { version, action: choice.action };
  now = must(await client.POST("/api/v1/matches/{match_id}/actions", { params, body })).now;
  moves += 1;
}
console.log(`${moves} moves, ${JSON.stringify(now.outcome)}`);
