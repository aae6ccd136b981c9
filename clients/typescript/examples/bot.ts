/** A bot that plays random actions against anyone who invites it: `node bot.mjs URL NAME PASSWORD`. */

import { Client } from "match-client";

const [base = "http://127.0.0.1:8000", username = "randolf", password = ""] = process.argv.slice(2);
await new Client(base).runBot(
  ({ legalActions }) => legalActions.reduce((chosen, next, place) => (Math.random() * (place + 1) < 1 ? next : chosen)),
  { username, password },
);
