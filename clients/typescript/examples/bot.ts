/** A bot that plays whoever invites it, any number of matches at once, at random: `node bot.js URL NAME PASSWORD`. */

import { Client } from "match-client";

const [base = "http://127.0.0.1:8000", name = "randolf", password = ""] = process.argv.slice(2);
const me = new Client(base);
await me.signInOrUp(name, password);

for await (const message of me.stream()) {
  if (message.event === "turn") {
    const { match, now } = message.data;
    const actions = now.legal_actions ?? [];
    const chosen = actions[Math.floor(Math.random() * actions.length)];
    if (chosen) await me.act(match, now.version ?? 0, chosen.action, 0);
  } else if ((message.event === "notice" || message.event === "pending") && message.data.notice.type === "called") {
    const match = await me.match(message.data.notice.match);
    const own = match.seats[match.my_seat ?? 0];
    if (match.status === "lobby") await me.join(match, own?.deck ? {} : { deck: await me.starterDeck(match) });
  }
}
