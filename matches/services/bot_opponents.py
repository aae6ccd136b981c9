"""Who sits where, and with which decks, in a match of one player against house bots."""

from collections.abc import Mapping, Sequence
from typing import Any

from decks.selectors import offered_decks
from matches.services.seat_plans import NO_CARDS, SeatPlan, brings_deck
from players.models import Player
from rules.engine import Ruleset

Deck = Mapping[str, Any] | str


def bot_match_plan(
    rules: Ruleset, *, player: Player, bot: str, deck: str, bot_deck: str, chosen: Mapping[str, Any]
) -> tuple[dict[str, Any], list[SeatPlan]]:
    """Options and seats, the player's first. Where no deck is named, a starter deck that may be played.

    Options that are not chosen are those of the player's deck. Whatever is wrong with it, the opening will refuse.
    """
    offered = {other.name: other for other in offered_decks(rules, player)}
    mine = deck or _fitting(rules, chosen)
    of_deck = offered[mine].options if mine in offered else {}
    options = {**of_deck, **chosen}
    if rules.check_options(options):
        return options, [_own(player, mine)]
    number = rules.seats(rules.read_options(options))
    brings = [brings_deck(rules, options, seat) for seat in range(number)]
    decks = _decks(rules, options, mine, bot_deck, brings)
    return options, [
        _own(player, decks[0]),
        *(SeatPlan(kind="bot", bot=bot, deck=other) for other in decks[1:]),
    ]


def _own(player: Player, deck: Deck) -> SeatPlan:
    return SeatPlan(kind="player", player=player, deck=deck or NO_CARDS, is_ready=True)


def _fitting(rules: Ruleset, chosen: Mapping[str, Any]) -> str:
    """The first starter deck whose options the chosen ones leave alone, and else the first that they allow."""
    starters = rules.starter_decks if rules.builds_decks else []
    for starter in starters:
        options = {**starter.options, **chosen}
        if not rules.check_options(options):
            read, brought = rules.read_options(options), {"cards": dict(starter.cards)}
            if not rules.check_deck(read, brought, 0):
                return starter.slug
    return starters[0].slug if starters else ""


def _decks(rules: Ruleset, options: Mapping[str, Any], mine: str, named: str, brings: Sequence[bool]) -> list[Deck]:
    """The player's deck, and for all others the named one, or the first starter deck that may meet it."""
    starters = [starter.slug for starter in rules.starter_decks] if rules.builds_decks else []
    cards: dict[str, Deck] = {starter.slug: {"cards": dict(starter.cards)} for starter in rules.starter_decks}
    own: Deck = mine if brings[0] else NO_CARDS

    def brought(other: Deck) -> list[Deck]:
        return [own, *(other if brings_one else NO_CARDS for brings_one in brings[1:])]

    if named or mine not in starters:
        return brought(named or next(iter(starters), ""))
    after = starters.index(mine) + 1
    for other in [*starters[after:], *starters[:after]]:
        laid = [cards.get(deck, deck) if isinstance(deck, str) else deck for deck in brought(other)]
        if not rules.check_setup(options, laid):
            return brought(other)
    return brought(mine)
