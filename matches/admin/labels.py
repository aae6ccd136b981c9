"""Labels for the rows of matches: seats, clocks and audit reads."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.db import DatabaseError, InterfaceError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from common.named_rows import row_link
from common.text.language import in_language
from matches.bots.roster import HOUSE_BOTS, HouseBot
from matches.models import Match, Seat
from matches.pages.people import SIGNS

logger = logging.getLogger(__name__)


def readable(cell: Callable[[Any, Match], Any]) -> Callable[[Any, Match], Any]:
    """Decorate a cell to say that its row can't be read, so that one damaged row does not break the page."""

    @wraps(cell)
    def guarded(self: Any, match: Match) -> Any:
        try:
            return cell(self, match)
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("%s of match %s cannot be shown: %s", cell.__name__, match.pk, type(error).__name__)
            return _("can't be read")

    return guarded


def match_link(match: Match) -> str:
    return format_html('<a href="{}">{}</a>', reverse("admin:matches_match_change", args=[match.pk]), match)


def seat_holder(seat: Seat) -> str:
    """The name of the player or bot in a seat. For an imported match, the start of the player's id in its log."""
    if seat.kind == Seat.Kind.IMPORTED:
        return f"{seat.get_kind_display()}: {seat.public_id[:8]}" if seat.public_id else str(seat.get_kind_display())
    bot = _house_bot(seat)
    return str(seat.player or in_language(bot and bot.names) or seat.bot or seat.public_id[:8] or "…")


def seat_holder_link(seat: Seat, name: str = "") -> str:
    """`name`, or else the seat's holder, as a link to the player's page or to the matches of a house bot."""
    name = name or seat_holder(seat)
    if seat.player is not None:
        return row_link(seat.player, name)
    bot = None if seat.kind == Seat.Kind.IMPORTED else _house_bot(seat)
    if bot is None:
        return name
    address = f"{reverse('admin:matches_match_changelist')}?{urlencode({'player': bot.name})}"
    return format_html('<a href="{}">{}</a>', address, name)


def _house_bot(seat: Seat) -> HouseBot | None:
    called = seat.bot or seat.public_id.removeprefix("bot:").partition("/")[0]
    return next((bot for bot in HOUSE_BOTS if bot.name == called), None)


def clock_label(clock: dict[str, Any] | None) -> str:
    """A clock (clocks.py) in words; "–" if there is none."""
    label = {
        "per_decision": _("%(seconds)d seconds per decision"),
        "fischer": _("%(initial_seconds)d seconds, plus %(increment_seconds)d per decision"),
        "correspondence": _("%(days)d days per decision"),
    }
    return str(label[clock["type"]] % clock) if clock else "–"


def audit_read_label(what: str) -> str:
    """AuditRead.what in words. The admin writes `log` and `view of 1`; the API writes `view`, `events` and others."""
    viewer = what.removeprefix("view of ")
    if what in ("view", "past view") or viewer == "audit":
        return str(_("the whole position"))
    if viewer == what:
        return str(_("the log"))
    sign = SIGNS[int(viewer)] if viewer in map(str, range(len(SIGNS))) else viewer
    return str(_("the position, as %(seat)s sees it") % {"seat": sign})
