"""The names of a match's players and bots on pages."""

from collections.abc import Sequence

from common.text.language import in_language
from matches.bots.roster import HOUSE_BOTS
from matches.models import Match, Seat

SIGNS = "●▲■◆✚★"
"""The signs of the seats, for places that allow only text."""


def players_of(match: Match) -> tuple[str, ...]:
    """The names by seat."""
    return tuple(holder(seat) for seat in match.seats.all())


def named_by_sign(players: Sequence[str]) -> list[str]:
    """The names by seat as sentences use them, each after the sign of its seat."""
    return [f"{SIGNS[seat]} {name}" for seat, name in enumerate(players)]


def holder(seat: Seat) -> str:
    bot = seat.bot or seat.public_id.removeprefix("bot:").partition("/")[0]
    names = next((house.names for house in HOUSE_BOTS if house.name == bot), None)
    return str(seat.player or in_language(names) or seat.bot or seat.public_id[:8] or "…")
