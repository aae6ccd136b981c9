"""Who may look back at what: one place for pages, API and search."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from cards.engine import Viewer
from matches.models import Match
from matches.players.models import Player
from matches.refusals import Refusal

Asker = Player | AnonymousUser | None


def may_see(match: Match, asker: Asker) -> bool:
    """Whether the asker may know of the match at all."""
    if match.visibility == Match.Visibility.PUBLIC:
        return True
    return _is_someone(asker) and (match.created_by_id == asker.pk or bool(own_seats(match, asker)))


def visible(asker: Asker, prefix: str = "") -> Q:
    """The same as a condition on rows; `prefix` leads to the match."""
    condition = Q(**{f"{prefix}visibility": Match.Visibility.PUBLIC})
    if not _is_someone(asker):
        return condition
    return condition | Q(**{f"{prefix}created_by": asker.pk}) | Q(**{f"{prefix}seats__player": asker.pk})


def _is_someone(asker: Any) -> bool:
    return asker is not None and asker.is_authenticated


def own_seats(match: Match, asker: Asker) -> list[int]:
    if not _is_someone(asker):
        return []
    return list(match.seats.filter(player_id=asker.pk).values_list("index", flat=True))  # type: ignore[union-attr]


def is_open(match: Match) -> bool:
    """Whether the whole log, the decks and the seed are open to all who may see the match."""
    return match.status == Match.Status.OVER


def default_viewer(match: Match, asker: Asker) -> Viewer:
    """The asker's own seat; the public's view for everybody else."""
    return next(iter(own_seats(match, asker)), "public")


def read_viewer(text: str) -> Viewer:
    """`seat-1`, `public` or `audit`. Raises Refusal `malformed_request`."""
    if text in ("public", "audit"):
        return text  # type: ignore[return-value]
    number = text.removeprefix("seat-")
    if text.startswith("seat-") and number.isascii() and number.isdigit() and len(number) < 4:
        return int(number)
    raise Refusal("malformed_request", "`as` must be public, audit, or seat- with a number, as in seat-0")


def check_viewer(match: Match, asker: Asker, viewer: Viewer, seats: int) -> None:
    """Raises Refusal `not_found` (no such seat), `not_your_seat` or `match_not_over`."""
    if isinstance(viewer, int) and viewer >= seats:
        raise Refusal("not_found")
    if is_open(match) or viewer == "public":
        return
    if viewer == "audit":
        raise Refusal("match_not_over")
    if viewer not in own_seats(match, asker):
        raise Refusal("not_your_seat")
