"""The names of a match's players and bots on pages."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from common.text.language import in_language
from matches.bots.roster import HOUSE_BOTS, LEVELS, house_bot
from matches.models import Match, Seat
from matches.services.seat_plans import enabled_bots

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


def bot_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The enabled house bots for a field to choose from, in groups: (label, [(name, name for the reader)])."""
    levels, others = list[tuple[str, str]](), list[tuple[str, str]]()
    for name in enabled_bots():
        bot = house_bot(name)
        (levels if bot in LEVELS else others).append((name, in_language(bot.names)))
    return [(label, bots) for label, bots in ((_("Levels"), levels), (_("Other bots"), others)) if bots]
