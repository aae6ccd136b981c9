"""What bots are compared on: the option sets of each ruleset, and the starter decks allowed together in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.engine import Deck, Ruleset

MOST_PAIRINGS = 400
"""If there are more combinations of starter decks than this, each deck only meets those listed next to it."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One start of a comparison: the options, and a deck for each seat."""

    option_set: str
    options: Mapping[str, Any]
    decks: tuple[Deck, ...]


def pairings(rules: Ruleset, name: str) -> list[Pairing]:
    """All pairings of starter decks, or the empty deck, allowed in one option set. Raises ValueError if there
    are none.
    """
    options = rules.option_sets[name]
    found = decks_that_may_meet(rules, options)
    if not found:
        raise ValueError(f"no starter decks of {rules.slug} may meet under the option set {name!r}")
    return [Pairing(name, options, decks) for decks in found]


def decks_that_may_meet(rules: Ruleset, options: Mapping[str, Any]) -> list[tuple[Deck, ...]]:
    """Starter decks, one per seat, allowed together with these options; the empty deck if cards are shared."""
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
