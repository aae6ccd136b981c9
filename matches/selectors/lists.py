"""Match lists, and the rows that a player may find."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError
from django.db.models import BooleanField, Exists, F, Func, OuterRef, Prefetch, QuerySet
from django.db.models.fields.json import KeyTransform

from common.replica import list_database
from common.text.errors import ServiceError
from common.timestamps import microseconds, moment_at
from matches.log.database_clock import DatabaseNow
from matches.models import Match, Seat
from matches.selectors.access import listed_for, opened_by_link, seats_of, visible_to, visible_to_staff
from players.models import Player

logger = logging.getLogger(__name__)
T = TypeVar("T")

_LEAN = ("snapshot", "card_set__body")


def listed_matches(player: Player | None) -> QuerySet[Match]:
    """Matches that everyone may find, and those the player is part of."""
    return _whole(Match.objects.filter(listed_for(player)))


def find_match(match_id: UUID, player: Player | None) -> Match:
    """One match. Raises ServiceError `not_found`, also for a match the player may not see.

    Auditors find private and hidden matches too, if they ask; moderators find the hidden ones.
    """
    match = _whole(Match.objects.filter(visible_to(player), pk=match_id)).first()
    if match is None and player is not None:
        match = _whole(Match.objects.filter(visible_to_staff(player), pk=match_id)).first()
    if match is None:
        raise ServiceError("not_found")
    return match


def readable_ids(matches: QuerySet[Match], player: Player | None) -> set[UUID]:
    """The ids of the matches that `find_match` finds for the player."""
    found = set(matches.filter(visible_to(player)).values_list("pk", flat=True))
    if player is not None:
        found |= set(matches.filter(visible_to_staff(player)).values_list("pk", flat=True))
    return found


def find_match_by_code(code: str) -> Match:
    """The lobby of an invitation link. Raises ServiceError `not_found`."""
    match = _whole(Match.objects.filter(opened_by_link(code))).first()
    if match is None:
        raise ServiceError("not_found")
    return match


def version_of(match_id: UUID, player: Player | None) -> tuple[int, str, int]:
    """Version, status and draw offers of a match, in one query. Raises ServiceError `not_found`."""
    found = (
        Match.objects.filter(visible_to(player), pk=match_id).values_list("version", "status", "draw_offers").first()
    )
    if found is None:
        raise ServiceError("not_found")
    return found


def match_by_id(match_id: UUID) -> Match:
    """A match that the player was just part of, even if they can no longer see it."""
    return _whole(Match.objects.filter(pk=match_id)).get()


def _whole(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Add all that the match resource shows, in a fixed number of queries."""
    return (
        matches.defer(*_LEAN)
        .annotate(read_at=DatabaseNow())
        .select_related("card_set", "created_by", "scorecard")
        .prefetch_related(Prefetch("seats__player", Player.objects.select_related("bot_account__owner")), "audit_reads")
    )


def _own_matches(player: Player) -> QuerySet[Any]:
    """Ids of the matches that the player opened or plays in. Two indexed reads, however many matches there are."""
    opened = Match.objects.order_by().filter(created_by=player).values("pk")
    return opened.union(Seat.objects.order_by().filter(player=player).values("match"))


class IsMember(Func):
    """Whether a JSON list contains a number. Each database has its own syntax."""

    arity = 2
    output_field = BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (numbers, first), (number, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"({numbers} @> to_jsonb(({number})::int))", [*first, *second]

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (numbers, first), (number, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"EXISTS (SELECT 1 FROM json_each({numbers}) WHERE value = {number})", [*first, *second]


def _awaiting(matches: QuerySet[Match], player: Player) -> QuerySet[Match]:
    """Matches that wait for this player's decision."""
    seats = seats_of(player).filter(IsMember(OuterRef("to_act"), F("index")))
    return matches.filter(Exists(seats), status=Match.Status.PLAYING)


def filtered_matches(
    player: Player | None,
    *,
    ruleset: str | None = None,
    status: str | None = None,
    with_player: str | None = None,
    opponent: str | None = None,
    mine: bool = False,
    my_turn: bool = False,
    is_open: bool = False,
    opened_by: str | None = None,
    is_rated: bool | None = None,
    options: Mapping[str, Any] | None = None,
    before: tuple[int, UUID] | None = None,
) -> QuerySet[Match]:
    """Listed matches, newest first, without playtests and practice. `before` is `place_of` the last match read.

    Lists about the player are read from the primary, so that players find what they have just done. For others, see
    common/replica.py.
    """
    found = (
        listed_matches(player)
        .filter(card_set__is_playtest=False, continues__isnull=True)
        .order_by("-created_at", "-id")
    )
    if ruleset is not None:
        found = found.filter(ruleset=ruleset)
    if status is not None:
        found = found.filter(status=status)
    if with_player is not None:
        found = found.filter(pk__in=_played_by(with_player))
    if opponent is not None and player is not None:
        own = Seat.objects.order_by().filter(player=player).values("match")
        others = Seat.objects.order_by().exclude(player=player)
        found = found.filter(pk__in=own).filter(pk__in=_played_by(opponent, others))
    if mine and player is not None:
        found = found.filter(pk__in=_own_matches(player))
    if my_turn and player is not None:
        found = _awaiting(found, player)
    if is_open:
        open_seats = Seat.objects.filter(match=OuterRef("pk"), kind=Seat.Kind.OPEN)
        found = found.filter(Exists(open_seats), status=Match.Status.LOBBY)
    if is_rated is not None:
        found = found.filter(is_rated=is_rated)
    if opened_by is not None:
        found = found.filter(created_by__in=Player.objects.filter(username=opened_by).values("pk")[:1])
    for name, value in (options or {}).items():
        # A plain Django lookup would read `gt` in the name as a comparison.
        found = found.alias(option=KeyTransform(name, "options")).filter(option=value)
    if before is not None:
        created_at, pk = moment_at(before[0]), before[1]
        # Written so that an index can start there, which it cannot with an OR.
        found = found.filter(created_at__lte=created_at).exclude(created_at=created_at, pk__gte=pk)
    is_named = player is not None and player.get_username() in (with_player, opened_by)
    is_own = mine or my_turn or opponent is not None or is_named
    return found.using(DEFAULT_DB_ALIAS if is_own else list_database())


def _played_by(name: str, seats: QuerySet[Seat] | None = None) -> QuerySet[Seat, dict[str, Any]]:
    """The matches in which the player of this name has one of these seats, or any."""
    # Look up the one id first: with a join by name, the planner scans all matches for those of one player.
    named = Player.objects.filter(username=name).values("pk")[:1]
    return (Seat.objects.order_by() if seats is None else seats).filter(player=named).values("match")


def place_of(match: Match) -> tuple[int, UUID]:
    """The position of a match in the list."""
    return microseconds(match.created_at), match.pk


def readable(rows: Iterable[tuple[UUID, Callable[[], T]]]) -> tuple[list[T], list[UUID]]:
    """The rows of a page as shown, and the ids of the matches that cannot be shown."""
    damaged: list[UUID] = []
    return list(those_readable(rows, damaged)), damaged


def those_readable(rows: Iterable[tuple[UUID, Callable[[], T]]], damaged: list[UUID] | None = None) -> Iterator[T]:
    """Show each row of a page. A row that cannot be shown is logged, left out, and its match id appended to `damaged`.

    Any column of a row can be damaged. Shown in part, the row would be wrong; raised, one bad row would break the page
    for everyone. Raises database errors: without the database there is no page.
    """
    for match_id, show in rows:
        try:
            yield show()
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("match %s cannot be shown in a list: %s", match_id, type(error).__name__)
            if damaged is not None:
                damaged.append(match_id)
