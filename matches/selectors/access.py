"""Who may see what of a match: the one place that decides disclosure (contract, "A view").

A match is disclosed when it is over, except that an aborted match never is, and that a match of a mirrored deal is
withheld until the deal is closed. Of a disclosed match the audit view, the
whole log, decks, salts and seed are open to everybody who may see the match. Every other match shows and exports as one
that still lives: a seat sees its own, the public what is public.
"""

from hashlib import sha256

from django.db.models import Exists, OuterRef, Q, QuerySet

from common.text.errors import ServiceError
from matches.models import InvitationLink, Match, Seat
from players.models import Player
from rules.engine import Viewer

AUDIT_LIVE = "matches.audit_live"
ABORTED = "aborted"
"""The end reason of a match that never opens what was hidden in it."""


HIDE_MATCH = "matches.hide_match"
FOR_EVERYBODY = (Match.Visibility.PUBLIC, Match.Visibility.UNLISTED)
"""Of an unlisted match the id is the key: 74 of its bits are drawn from the system's randomness."""
OPEN_TO_ALL = Q(visibility__in=FOR_EVERYBODY, is_hidden=False)
"""Matches that everybody reads who knows the id, and no more than that: what lists or counts matches asks `LISTED`.

All others are absent for whoever has no part in them and no permission."""
LISTED = Q(visibility=Match.Visibility.PUBLIC, is_hidden=False)
"""Matches that everybody may find: in lists, searches, figures and on the pages of players."""


def visible_to(player: Player | None) -> Q:
    """Matches that the player may read if he knows the id: those open to all, and those that he has a part in."""
    return OPEN_TO_ALL if player is None else OPEN_TO_ALL | _has_part(player)


def listed_for(player: Player | None) -> Q:
    """Matches that the player is shown without naming them: those that everybody finds, and those he has a part in."""
    return LISTED if player is None else LISTED | _has_part(player)


def _has_part(player: Player) -> Q:
    return Q(created_by=player) | Q(Exists(seats_of(player)))


def opened_by_link(code: str) -> Q:
    """The lobby that an invitation link leads to, private or not; of a match that has started or is hidden, none."""
    led_to = InvitationLink.objects.filter(digest=link_digest(code)).values("match_id")
    return Q(pk__in=led_to, status=Match.Status.LOBBY, is_hidden=False)


def link_digest(code: str) -> str:
    """By which a link is found. A code is as long as a key, so that its digest need not be slow."""
    return sha256(code.encode()).hexdigest()


def may_share(match: Match, player: Player) -> bool:
    """Whether somebody makes, reads and revokes the invitation link of a match: who has opened it."""
    return match.created_by_id == player.pk


def visible_to_staff(player: Player) -> Q:
    """Matches that a member of staff finds by their ids: auditors all of them, moderators the hidden ones too."""
    if player.has_perm(AUDIT_LIVE):
        return Q()
    if player.has_perm(HIDE_MATCH):
        return Q(visibility__in=FOR_EVERYBODY)
    return Q(pk__in=[])


def seats_of(player: Player) -> QuerySet[Seat]:
    """The player's seats in the match of the outer query."""
    return Seat.objects.filter(match=OuterRef("pk"), player=player)


def is_open_to_all(match: Match) -> bool:
    """Whether everybody who knows its id reads the match."""
    return match.visibility in FOR_EVERYBODY and not match.is_hidden


def is_listed(match: Match) -> bool:
    """Whether everybody may find it."""
    return match.visibility == Match.Visibility.PUBLIC and not match.is_hidden


def is_disclosed(match: Match) -> bool:
    """Whether everything of the match is open: decks, seed, salts, the whole log, every view.

    A lobby that was closed has nothing to show. Whether a match is disclosed later than at its own end is decided here
    too, and nowhere else.
    """
    is_over = match.status == Match.Status.OVER and match.version >= 0
    return is_over and match.end_reason != ABORTED and not match.withheld


def shows_audit_reads(match: Match) -> bool:
    """Whether it is told who has seen everything of the match before it was disclosed: once it is over, aborted too."""
    return match.status == Match.Status.OVER


def seat_of(match: Match, player: Player | None) -> int | None:
    if player is None:
        return None
    return next((seat.index for seat in match.seats.all() if seat.player_id == player.pk), None)


def viewer_for(match: Match, player: Player | None, as_: str | None) -> Viewer:
    """Whose eyes somebody may look through: his own and the public's; every seat's and audit once all is disclosed.

    `as_` is `seat`, `public`, `audit` or the number of a seat; None is `seat`, or `public` without one.
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
    """Whose eyes somebody reads the log through: as `viewer_for`, but by default audit once all is disclosed."""
    return "audit" if as_ is None and is_disclosed(match) else viewer_for(match, player, as_)


def why_not_open(match: Match) -> ServiceError:
    """What is said where something needs a match that is disclosed, and it is not."""
    if match.status != Match.Status.OVER:
        return ServiceError("match_not_over")
    return ServiceError("not_disclosed" if match.end_reason == ABORTED else "deal_not_closed")


def _may_audit(match: Match, player: Player | None, own: int | None) -> bool:
    """An auditor of a match that is not disclosed has the permission, and no part in it."""
    if player is None or not player.has_perm(AUDIT_LIVE):
        return False
    if own is not None:
        raise ServiceError("not_allowed")
    return True
