"""Which starter deck goes with a seat of a lobby, for who names none."""

from collections.abc import Sequence

from matches.models import Match, Seat
from matches.services.seat_plans import brings_deck
from rules.engine import Ruleset


def fitting_starter(rules: Ruleset, match: Match, seats: Sequence[Seat], own: int) -> str | None:
    """The first starter deck that may sit there beside those that are brought already; None where none is brought.

    Where none fits, the first: joining refuses it and says why.
    """
    if not brings_deck(rules, match.options, own) or not rules.starter_decks:
        return None
    options = rules.read_options(match.options)
    for starter in rules.starter_decks:
        deck = {"cards": dict(starter.cards)}
        decks = [deck if seat.index == own else seat.deck for seat in seats]
        all_there = all(brought is not None for brought in decks)
        if not (rules.check_setup(match.options, decks) if all_there else rules.check_deck(options, deck, own)):
            return starter.slug
    return rules.starter_decks[0].slug
