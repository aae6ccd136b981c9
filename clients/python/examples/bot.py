"""A bot that plays random actions against anyone who invites it: `python bot.py URL NAME PASSWORD`."""

import random
import sys

from match_client import Client, Turn, schema


def choose(turn: Turn) -> schema.Action:
    return random.choice(turn.legal_actions)


if __name__ == "__main__":
    base, username, password = sys.argv[1:]
    with Client(base) as me:
        me.run_bot(choose, username=username, password=password)
