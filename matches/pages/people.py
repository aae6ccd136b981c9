"""Who sits where, as pages say it: a player, or a bot by its name."""

from collections.abc import Sequence

from common.text.language import in_language
from matches.bots.roster import HOUSE_BOTS
from matches.models import Match, Seat

SIGNS = "●▲■◆✚★"
"""The signs of seats, where a sentence has room for letters alone."""


def players_of(match: Match) -> tuple[str, ...]:
    """By seat. Who has no name any more is told by the sign of the seat."""
    return tuple(holder(seat) for seat in match.seats.all())


def named_by_sign(players: Sequence[str]) -> list[str]:
    """Who sits where, as sentences call them: by sign and name."""
    return [f"{SIGNS[seat]} {name}" for seat, name in enumerate(players)]


def holder(seat: Seat) -> str:
    bot = seat.bot or seat.public_id.removeprefix("bot:").partition("/")[0]
    names = next((house.names for house in HOUSE_BOTS if house.name == bot), None)
    return str(seat.player or in_language(names) or seat.bot or seat.public_id[:8] or "…")
