"""A whole bot in twenty lines: signs up, opens a match against a house bot, and plays it at random to its end."""

import random
import sys

from client import Client, Json


def choose(view: Json, legal_actions: list[Json]) -> Json:
    return random.choice(legal_actions)


def main(base: str, ruleset: str, deck: str) -> None:
    me = Client.sign_up(base, f"bot-{random.randrange(10**9)}", f"password of {random.random()}")
    brought = deck or None
    match = me.open_match(ruleset, [me.seat(brought), me.bot("greedy", brought)])
    over = me.play(match, choose)
    won = over["my_seat"] in over["outcome"]["winners"]
    print("won" if won else "did not win", "by", over["outcome"]["reason"], over["outcome"]["scores"])


if __name__ == "__main__":
    main(*sys.argv[1:4])
