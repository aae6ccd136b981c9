"""What bots are compared on: option sets of each ruleset, and the starter decks that may meet under them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.engine import Deck, Ruleset

MOST_PAIRINGS = 400
"""If every combination of starter decks would be more, each deck meets those listed next to it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One way to start a comparison: the options, and a deck a seat."""

    option_set: str
    options: Mapping[str, Any]
    decks: tuple[Deck, ...]


def pairings(rules: Ruleset, name: str) -> list[Pairing]:
    """All that may meet under one option set, of the starter decks and the empty deck; never none."""
    options = rules.option_sets[name]
    found = decks_that_may_meet(rules, options)
    if not found:
        raise ValueError(f"no starter decks of {rules.slug} may meet under the option set {name!r}")
    return [Pairing(name, options, decks) for decks in found]


def decks_that_may_meet(rules: Ruleset, options: Mapping[str, Any]) -> list[tuple[Deck, ...]]:
    """Starter decks, one a seat, that may meet under these options; the empty deck where cards are shared."""
    seats = rules.seats(rules.read_options(options))
    decks: list[Deck] = [{"cards": dict(deck.cards)} for deck in rules.starter_decks]
    return _legal(rules, options, seats, decks) or _legal(rules, options, seats, [*decks, {"cards": {}}])


def _legal(rules: Ruleset, options: Mapping[str, Any], seats: int, decks: list[Deck]) -> list[tuple[Deck, ...]]:
    alone = [
        [deck for deck in decks if not rules.check_deck(rules.read_options(options), deck, seat)]
        for seat in range(seats)
    ]
    combinations = 1
    for candidates in alone:
        combinations *= len(candidates)
    if combinations > MOST_PAIRINGS:
        rounds = max(map(len, alone))
        tables = [tuple(own[(start + seat) % len(own)] for seat, own in enumerate(alone)) for start in range(rounds)]
    else:
        tables = list(product(*alone))
    return [table for table in tables if not rules.check_setup(options, table)]
