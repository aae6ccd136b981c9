"""A bot that plays whoever invites it, any number of matches at once, at random: `python bot.py URL NAME PASSWORD`."""

import random
import sys

from match_client import Client


def main(base: str, name: str, password: str) -> None:
    with Client(base) as me:
        me.sign_in_or_up(name, password)
        with me.stream() as messages:
            for message in messages:
                if message["event"] == "turn" and (choices := message["data"]["now"].get("legal_actions")):
                    match, version = message["data"]["match"], message["data"]["now"]["version"] or 0
                    me.act(match, version, random.choice(choices)["action"], wait=0)
                if message["event"] != "notice" and message["event"] != "pending":
                    continue
                if (notice := message["data"]["notice"])["type"] == "called":
                    called = me.match(notice["match"])
                    if called["status"] == "lobby" and (own := called["seats"][called["my_seat"] or 0]):
                        me.join(called, None if own["deck"] else me.starter_deck(called))


if __name__ == "__main__":
    main(*sys.argv[1:])
