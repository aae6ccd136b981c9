"""Decide who may see which parts of a match. Disclosure is decided only here (contract, "A view").

A match is disclosed when it is over. But an aborted match never is, and a match of a league is withheld until its
deal is closed. Once disclosed, the audit view, the whole log, decks, salts and seed are open to everyone who may
see the match. Until then a match shows and exports as if still running: a seat sees its own view, the public sees what
is public.
"""

from hashlib import sha256

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.text.errors import ServiceError
from matches.models import InvitationLink, Match, Seat
from players.models import Player
from rules.engine import Viewer

AUDIT_LIVE = "matches.audit_live"
ABORTED = "aborted"
"""The end reason of a match whose hidden information is never disclosed."""


HIDE_MATCH = "matches.hide_match"
FOR_EVERYBODY = (Match.Visibility.PUBLIC, Match.Visibility.UNLISTED)
"""The id of an unlisted match is its key: 74 of its bits come from the system's randomness."""
OPEN_TO_ALL = Q(visibility__in=FOR_EVERYBODY, is_hidden=False)
"""Matches that anyone who knows the id can read. To list or count matches, use `LISTED`.

All others look missing to anyone outside them without a permission.
"""
LISTED = Q(visibility=Match.Visibility.PUBLIC, is_hidden=False)
"""Matches that everyone may find: in lists, searches, statistics and on players' pages."""


def visible_to(player: Player | None) -> Q:
    """Matches that the player may read if they know the id: those open to all, and those they are part of."""
    return OPEN_TO_ALL if player is None else OPEN_TO_ALL | _has_part(player)


def listed_for(player: Player | None) -> Q:
    """Matches shown to the player without naming them: those that everyone may find, and those they are part of."""
    return LISTED if player is None else LISTED | _has_part(player)


def _has_part(player: Player) -> Q:
    return Q(created_by=player) | Q(Exists(seats_of(player)))


def opened_by_link(code: str) -> Q:
    """The lobby of an invitation link, private or not. No match if it has started or is hidden."""
    led_to = InvitationLink.objects.filter(digest=link_digest(code)).values("match_id")
    return Q(pk__in=led_to, status=Match.Status.LOBBY, is_hidden=False)


def link_digest(code: str) -> str:
    """The digest that identifies a link. A code is as long as a key, so a fast hash is enough."""
    return sha256(code.encode()).hexdigest()


def may_share(match: Match, player: Player) -> bool:
    """Whether the player may make, read and revoke the match's invitation link, because they opened the match."""
    return match.created_by_id == player.pk


def visible_to_staff(player: Player) -> Q:
    """Matches that staff find by id: auditors find all, moderators also the hidden ones."""
    if player.has_perm(AUDIT_LIVE):
        return Q()
    if player.has_perm(HIDE_MATCH):
        return Q(visibility__in=FOR_EVERYBODY)
    return Q(pk__in=[])


def seats_of(player: Player) -> QuerySet[Seat]:
    """The player's seats in the match of the outer query."""
    return Seat.objects.filter(match=OuterRef("pk"), player=player)


def is_open_to_all(match: Match) -> bool:
    """Whether anyone who knows its id can read the match."""
    return match.visibility in FOR_EVERYBODY and not match.is_hidden


def is_listed(match: Match) -> bool:
    """Whether everyone may find the match."""
    return match.visibility == Match.Visibility.PUBLIC and not match.is_hidden


def is_disclosed(match: Match) -> bool:
    """Whether everything of the match is open: decks, seed, salts, the whole log, every view.

    A closed lobby has nothing to disclose. Only this function decides whether a match is disclosed later than at its
    end.
    """
    is_over = match.status == Match.Status.OVER and match.version >= 0
    return is_over and match.end_reason != ABORTED and not match.withheld


def shows_audit_reads(match: Match) -> bool:
    """Whether audit reads of the match before its disclosure are shown: once it is over, even if aborted."""
    return match.status == Match.Status.OVER


def seat_of(match: Match, player: Player | None) -> int | None:
    if player is None:
        return None
    return next((seat.index for seat in match.seats.all() if seat.player_id == player.pk), None)


def viewer_for(match: Match, player: Player | None, as_: str | None) -> Viewer:
    """The view this player may use: their own and the public's, and every seat's and audit once the match is disclosed.

    `as_` is `seat`, `public`, `audit` or a seat number; None is `seat`, or `public` without a seat.
    Raises ServiceError.
    """
    own = seat_of(match, player)
    if as_ is None:
        return "public" if own is None else own
    if as_ == "public":
        return "public"
    if as_ == "seat":
        if own is None:
            raise ServiceError("not_your_seat")
        return own
    if as_ == "audit":
        if is_disclosed(match) or _may_audit(match, player, own):
            return "audit"
        raise why_not_open(match)
    wanted = int(as_)
    if wanted >= len(match.seats.all()):
        raise ServiceError("not_found")
    if wanted != own and not is_disclosed(match):
        raise why_not_open(match)
    return wanted


def log_viewer_for(match: Match, player: Player | None, as_: str | None) -> Viewer:
    """The view for reading the log: as `viewer_for`, but audit by default once the match is disclosed."""
    return "audit" if as_ is None and is_disclosed(match) else viewer_for(match, player, as_)


def why_not_open(match: Match) -> ServiceError:
    """The error for a request that needs a disclosed match when this one is not."""
    if match.status != Match.Status.OVER:
        return ServiceError("match_not_over")
    return ServiceError("not_disclosed" if match.end_reason == ABORTED else "deal_not_closed")


def _may_audit(match: Match, player: Player | None, own: int | None) -> bool:
    """Whether the player may audit an undisclosed match: they need the permission, and must be outside the match."""
    if player is None or not player.has_perm(AUDIT_LIVE):
        return False
    if own is not None:
        raise ServiceError("not_allowed")
    return True
