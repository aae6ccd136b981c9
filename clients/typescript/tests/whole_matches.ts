/**
 * Two clients play whole matches against each other at random. One answer in LOSES_EVERY is lost on its way back.
 * `node whole_matches.js URL LOSES_EVERY < matches`: a line per match, {ruleset, options, decks}. Prints each result.
 */

import { createInterface } from "node:readline";
import { Client, type Action, type MatchOptions, type Schemas } from "match-client";

interface Wanted {
  ruleset: Schemas["MatchInput"]["ruleset"];
  options: NonNullable<MatchOptions["options"]>;
  decks: Schemas["DeckSent"][];
}

const [base = "", losesEvery = "0"] = process.argv.slice(2);

class Player {
  sent = 0;
  lost = 0;
  decisions: Action[] = [];
  readonly client: Client;

  constructor(readonly name: string) {
    const options = { fetch: (...given: Parameters<typeof fetch>) => this.#count(...given) };
    const hurried = losesEvery === "0" ? {} : { sleep: () => Promise.resolve() };
    this.client = new Client(base, { ...options, ...hurried });
  }

  async #count(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
    this.sent += 1;
    const answer = await fetch(url, init);
    if (losesEvery !== "0" && String(url).includes("/actions") && this.sent % Number(losesEvery) === 0) {
      await answer.text();
      this.lost += 1;
      throw new TypeError("lost on its way");
    }
    return answer;
  }

  play(match: Schemas["Match"]): Promise<Schemas["Now"]> {
    return this.client.play(match, ({ legalActions }) => {
      const action = legalActions[Math.floor(Math.random() * legalActions.length)];
      if (action === undefined) throw new Error("asked without a legal action");
      this.decisions.push(action);
      return action;
    });
  }

  /** The statistics of the finished match. Resets them for the next one. */
  finish(now: Schemas["Now"]): object {
    const statistics = { sent: this.sent, lost: this.lost, decisions: this.decisions, outcome: now.outcome };
    this.sent = this.lost = 0;
    this.decisions = [];
    return statistics;
  }
}

const players = [new Player("cat"), new Player("dan")] as const;
const [cat, dan] = players;
for (const player of players) await player.client.signUp(player.name, "a quiet rook 7");

for await (const line of createInterface({ input: process.stdin })) {
  const { ruleset, options, decks } = JSON.parse(line) as Wanted;
  const [own = null, other = null] = decks;
  const seats: Schemas["MatchInput"]["seats"] = [
    { kind: "me", deck: own, ready: true },
    { kind: "invited", player: dan.name },
  ];
  const match = await cat.client.openMatch(ruleset, seats, { options });
  await dan.client.join(match, { deck: other });
  cat.sent = dan.sent = 0;
  const ends = await Promise.all(players.map((player) => player.play(match)));
  const statistics = players.map((player, seat) => player.finish(ends[seat] as Schemas["Now"]));
  console.log(JSON.stringify({ id: match.id, ruleset, players: statistics }));
}
for (const player of players) player.client.close();
