"""Matches that both sides have agreed to rate: which may be, and who sits where, which is drawn."""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from common.text.errors import ServiceError
from matches.models import Match, Seat
from matches.selectors.bot_accounts import bot_account_of
from players.models import Player
from rules.engine import Problem, Ruleset, SeededChance

MOST_DRAWS = 20
"""So often it is drawn who sits where, until the decks may sit so."""
_OCCUPANT = ("kind", "player", "public_id", "deck", "entropy", "is_ready")
"""The columns of a seat that belong to who sits there."""


def rated_problems(
    rules: Ruleset,
    *,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    visibility: str,
    seats: Iterable[tuple[str, Player | None]],
) -> list[Problem]:
    """What keeps a match from being rated, all at once. `seats`: the kind of each, and who is to sit there."""
    seats = list(seats)
    problems: list[Problem] = []
    if clock is None:
        problems.append({"code": "rated_needs_clock"})
    if visibility != Match.Visibility.PUBLIC:
        problems.append({"code": "rated_is_public"})
    if option_set_of(rules, options) is None:
        problems.append({"code": "rated_needs_option_set", "accepted": list(rules.option_sets)})
    problems += [
        {"code": "rated_without_house_bots", "seat": seat}
        for seat, (kind, _player) in enumerate(seats)
        if kind == Seat.Kind.BOT
    ]
    problems += [
        {"code": "rated_without_guests", "seat": seat}
        for seat, (_kind, player) in enumerate(seats)
        if player is not None and player.is_guest
    ]
    owners = [owner_of(player) for _, player in seats if player is not None]
    if len(set(owners)) < len(owners):
        problems.append({"code": "rated_one_owner"})
    return problems


def option_set_of(rules: Ruleset, options: Mapping[str, Any]) -> str | None:
    """The name under which these options are known."""
    chosen = rules.read_options(options)
    return next((name for name, known in rules.option_sets.items() if rules.read_options(known) == chosen), None)


def owner_of(player: Player) -> int | None:
    """Who answers for an account: a person for himself, for a bot account its owner."""
    account = bot_account_of(player)
    return player.pk if account is None or account.owner_id is None else account.owner_id


def check_joins_rated(match: Match, seats: Iterable[Seat], player: Player) -> None:
    """Raises ServiceError `rated_one_owner` where an account of the same owner sits already; `guest_not_allowed`."""
    if match.is_rated and player.is_guest:
        raise ServiceError("guest_not_allowed")
    others = [seat.player for seat in seats if seat.player is not None and seat.player_id != player.pk]
    if match.is_rated and owner_of(player) in [owner_of(other) for other in others]:
        raise ServiceError("rated_one_owner")


def draw_seats(match: Match, rules: Ruleset, server_seed: bytes, seats: Sequence[Seat]) -> None:
    """Exchange who sits where, by chance that was committed to before anybody sat down. Nothing is written.

    Where decks may not sit in every seat it is drawn again; if they never may, all stay where they are.
    """
    chance = SeededChance(hmac.digest(server_seed, b"seats", "sha256"))
    occupants = [{name: getattr(seat, name) for name in _OCCUPANT} for seat in seats]
    for _ in range(MOST_DRAWS):
        drawn = [occupants[int(number)] for number in chance.shuffle(str(place) for place in range(len(seats)))]
        if not rules.check_setup(match.options, [occupant["deck"] for occupant in drawn]):
            _seat_all(seats, drawn)
            return


def _seat_all(seats: Sequence[Seat], occupants: Sequence[Mapping[str, Any]]) -> None:
    for seat, occupant in zip(seats, occupants, strict=True):
        for name, value in occupant.items():
            setattr(seat, name, value)


def write_seats(seats: Sequence[Seat]) -> None:
    Seat.objects.bulk_update(seats, _OCCUPANT)
