// Requests as a client writes them: what the service fills in need not be sent.
import type { components, operations } from "./match";

type Schemas = components["schemas"];

export const opened: Schemas["MatchInput"] = { ruleset: "invictus", seats: [{ kind: "me" }, { kind: "open" }] };
export const signedIn: Schemas["TokenInput"] = { username: "ann", password: "correct horse" };
export const listed: operations["list_matches"]["parameters"]["query"] = {};

export function winners(event: Schemas["Event"]): number[] {
  if (event.type !== "action_taken") return [];
  return event.effects.flatMap((effect) => (effect.type === "match_ended" ? effect.winners : []));
}

// @ts-expect-error There is no such game.
export const wrong: Schemas["MatchInput"] = { ruleset: "chess", seats: [{ kind: "me" }] };

type Of<Game extends keyof Schemas["Games"], Name extends keyof Schemas["Games"][Game]> = Schemas["Games"][Game][Name];

/** Whoever knows the game has its own types, wherever they stand. */
export function attackers(page: Of<"invictus", "EventPage">): string[] {
  return page.events.flatMap((event) =>
    event.type === "action_taken" && event.action.type === "support" ? [event.action.support] : [],
  );
}

// @ts-expect-error Nobody claims a flag in Invictus.
export const foreign: Of<"invictus", "Move"> = { version: 0, action: { type: "claim", flag: 0 } };
