"""A match against house bots once more, the sides exchanged: the same game, options, decks and clock.

People ask each other by challenges.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from cards.sets.selectors import newest_rules
from common.text.errors import ServiceError
from matches.models import Match, Seat
from matches.selectors.access import is_disclosed
from matches.services.idempotency import Answer, once
from matches.services.lobby import open_match
from matches.services.seat_plans import NO_CARDS, SeatPlan, brings_deck
from players.models import Player
from rules.engine import Ruleset


def open_again(*, match: Match, player: Player, key: str) -> Match:
    """The same `key` opens one match. Raises ServiceError: `not_allowed`, and those of `open_match`."""
    if not may_open_again(match, player):
        raise ServiceError("not_allowed")
    answer = once(
        player=player,
        key=key or None,
        request=b"again" + match.pk.bytes,
        do=lambda: Answer(201, open_rematch(match=match, player=player).pk.bytes),
    )
    return Match.objects.get(pk=UUID(bytes=answer.body))


def may_open_again(match: Match, player: Player) -> bool:
    """Whether the player sat there alone with house bots, and their decks are known."""
    others = [seat for seat in match.seats.all() if seat.player_id != player.pk]
    sat = len(others) < len(match.seats.all())
    return (
        sat and match.continues is None and is_disclosed(match) and all(seat.kind == Seat.Kind.BOT for seat in others)
    )


def open_rematch(*, match: Match, player: Player) -> Match:
    """The match, which starts at once, of one who `may_open_again`. Raises ServiceError as `open_match`."""
    return open_match(
        ruleset=match.ruleset,
        options=match.options,
        seats=_exchanged(newest_rules(match.ruleset), match.options, list(match.seats.all()), player),
        created_by=player,
        clock=match.clock,
        visibility=match.visibility,
        idle_days=match.idle_days,
    )


def _exchanged(rules: Ruleset, options: Mapping[str, Any], seats: Sequence[Seat], player: Player) -> list[SeatPlan]:
    """Everybody one seat further, with his deck; where the decks may not sit so, everybody where he sat."""
    further = [*seats[-1:], *seats[:-1]]
    # Options that the newest rules do not know are refused when it is opened.
    may_exchange = not rules.check_options(options) and not _may_not_sit(rules, options, further)
    return [_plan(seat, player) for seat in (further if may_exchange else seats)]


def _may_not_sit(rules: Ruleset, options: Mapping[str, Any], further: Sequence[Seat]) -> bool:
    lacks = any(brings_deck(rules, options, seat) and one.deck in (None, NO_CARDS) for seat, one in enumerate(further))
    decks = [one.deck if brings_deck(rules, options, seat) else NO_CARDS for seat, one in enumerate(further)]
    return lacks or bool(rules.check_setup(options, decks))


def _plan(seat: Seat, player: Player) -> SeatPlan:
    if seat.kind == Seat.Kind.BOT:
        return SeatPlan(kind="bot", bot=seat.bot, deck=seat.deck)
    return SeatPlan(kind="player", player=player, deck=seat.deck, is_ready=True)
