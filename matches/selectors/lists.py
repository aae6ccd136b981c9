"""Everything that is read for a viewer. What leaves here has passed `view` or `show_event`; nothing filters by hand."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Annotated, Any, TypeVar
from uuid import UUID

import msgspec
from django.db import DatabaseError, InterfaceError
from django.db.models import BooleanField, Exists, F, Func, OuterRef, Q, QuerySet
from msgspec import Meta, Struct

from cards.engine import Names, Outcome, Ruleset, View, Viewer, legal_actions, prompts, view
from cards.http.formats import Id, Moment
from cards.http.paging import microseconds, moment_at
from cards.http.timestamps import milliseconds, moment_of, rfc3339
from cards.sets.selectors import rules_of
from cards.text.sentences import choices_told, told
from matches.clocks import Times, as_shown, read_clock, stopped
from matches.log import store
from matches.log.database_clock import DatabaseNow, reading_of
from matches.log.history import show_event
from matches.log.seed_encryption import unseal
from matches.log.store import peek
from matches.models import AuditRead, Match, Seat
from matches.players.models import Player
from matches.refusals import Refusal
from matches.selectors.access import AUDIT_LIVE, HIDE_MATCH, OPEN_TO_ALL, is_disclosed, seat_of, shows_audit_reads

logger = logging.getLogger(__name__)
T = TypeVar("T")


# Which matches

_LEAN = ("snapshot", "card_set__body")


def visible_matches(player: Player | None) -> QuerySet[Match]:
    """Matches that are open to all, and those one has a part in."""
    visible = OPEN_TO_ALL
    if player is not None:
        visible |= Q(created_by=player) | Q(Exists(_seats_of(player)))
    return _whole(Match.objects.filter(visible))


def find_match(match_id: UUID, player: Player | None) -> Match:
    """Raises Refusal `not_found`, also for what one may not see.

    Auditors find private and hidden matches too, if they ask; moderators find the hidden ones.
    """
    match = visible_matches(player).filter(pk=match_id).first()
    if match is None and player is not None:
        match = _whole(_matches_of_staff(player).filter(pk=match_id)).first()
    if match is None:
        raise Refusal("not_found")
    return match


def _matches_of_staff(player: Player) -> QuerySet[Match]:
    if player.has_perm(AUDIT_LIVE):
        return Match.objects.all()
    if player.has_perm(HIDE_MATCH):
        return Match.objects.filter(visibility=Match.Visibility.PUBLIC)
    return Match.objects.none()


def load_match(match_id: UUID) -> Match:
    """A match that somebody has just had a part in, whether or not he may see it from now on."""
    return _whole(Match.objects.filter(pk=match_id)).get()


def rules_for(match_id: UUID) -> Ruleset:
    return rules_of(*Match.objects.values_list("ruleset", "ruleset_version", "card_set_id").get(pk=match_id))


def _whole(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With all that the resource shows, in a number of queries that does not grow."""
    return (
        matches.defer(*_LEAN)
        .annotate(read_at=DatabaseNow())
        .select_related("card_set", "created_by", "scorecard")
        .prefetch_related("seats__player", "audit_reads")
    )


def _seats_of(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(match=OuterRef("pk"), player=player)


def _own_matches(player: Player) -> QuerySet[Any]:
    """Ids of those that the player opened or sits in; two indexed reads, however many others there are."""
    opened = Match.objects.order_by().filter(created_by=player).values("pk")
    return opened.union(Seat.objects.order_by().filter(player=player).values("match"))


class _IsMember(Func):
    """Is a number in a JSON list? Each dialect has its own way of asking."""

    arity = 2
    output_field = BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (numbers, first), (number, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"({numbers} @> to_jsonb(({number})::int))", [*first, *second]

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, list[Any]]:
        (numbers, first), (number, second) = (compiler.compile(part) for part in self.source_expressions)
        return f"EXISTS (SELECT 1 FROM json_each({numbers}) WHERE value = {number})", [*first, *second]


def _asking(matches: QuerySet[Match], player: Player) -> QuerySet[Match]:
    """Matches that wait for this player's decision."""
    asked_seats = _seats_of(player).filter(_IsMember(OuterRef("asked"), F("index")))
    return matches.filter(Exists(asked_seats), status=Match.Status.PLAYING)


def filtered_matches(
    player: Player | None,
    *,
    ruleset: str | None = None,
    status: str | None = None,
    with_player: str | None = None,
    mine: bool = False,
    my_turn: bool = False,
    before: tuple[int, UUID] | None = None,
) -> QuerySet[Match]:
    """Visible matches, newest first, no trials; `before` is the `place_of` the last one that was read."""
    found = visible_matches(player).filter(card_set__is_trial=False).order_by("-created_at", "-id")
    if ruleset is not None:
        found = found.filter(ruleset=ruleset)
    if status is not None:
        found = found.filter(status=status)
    if with_player is not None:
        # One id, looked up first: joined by name, the planner walks all matches for the few of one player.
        named = Player.objects.filter(username=with_player).values("pk")[:1]
        found = found.filter(pk__in=Seat.objects.order_by().filter(player=named).values("match"))
    if mine and player is not None:
        found = found.filter(pk__in=_own_matches(player))
    if my_turn and player is not None:
        found = _asking(found, player)
    if before is not None:
        created_at, pk = moment_at(before[0]), before[1]
        # Said so that an index can begin there, which it cannot at an alternative.
        found = found.filter(created_at__lte=created_at).exclude(created_at=created_at, pk__gte=pk)
    return found


def place_of(match: Match) -> tuple[int, UUID]:
    """Where a match stands in the list."""
    return microseconds(match.created_at), match.pk


# Whether a clock is due


def is_late(match: Match) -> bool:
    """Whether a clock had run out, unenforced, when `find_match` read the match."""
    return match.status == Match.Status.PLAYING and _has_passed(match.deadline_at, match.read_at)


# The match as a resource


Status = Annotated[str, Meta(extra_json_schema={"enum": Match.Status.values})]
Visibility = Annotated[str, Meta(extra_json_schema={"enum": Match.Visibility.values})]
SeatKind = Annotated[str, Meta(extra_json_schema={"enum": Seat.Kind.values})]


class PlayerShown(Struct, frozen=True):
    """`id` names the player in logs."""

    id: Id
    name: str


class SeatShown(Struct, frozen=True):
    """A place at the table. `deck` and `entropy` are null for who may not see them."""

    seat: int
    kind: SeatKind
    team: int
    player: PlayerShown | None
    bot: str | None
    is_ready: bool
    is_asked: bool
    deck: dict[str, Any] | None
    entropy: str | None


class ClockShown(Struct, frozen=True):
    """How one seat's clock stands: what it has left (Fischer), and when its running decision ends."""

    seat: int
    remaining_ms: int | None
    deadline: Moment | None


class AuditReadShown(Struct, frozen=True):
    """Who saw everything of the running match, when, up to which event, what of it, and why he said he had to."""

    reader: str
    at: Moment
    seq: int
    what: str
    reason: str


class CardSetShown(Struct, frozen=True):
    """`is_trial`: the cards are an unpublished draft, and the match is there to try it."""

    revision: int
    digest: str
    is_trial: bool


class MatchShown(Struct, frozen=True):
    """A match as the asker may see it. `version` is the seq of the last event; null before the start.

    `server_seed`, all decks and `scorecard` are null until the match is `disclosed`: when it is over, unless it was
    aborted. `audit_reads` is null until it is over. `abort_consents` are the seats that have consented to an abort.
    `is_imported`: it was played elsewhere, and its seats are of the kind `imported` and nobody's here, whomever its log
    names; whoever imported it could write any name there. `is_hidden`: an operator has hidden it from everybody else.
    """

    id: Id
    ruleset: str
    ruleset_version: int
    card_set: CardSetShown
    options: dict[str, Any]
    visibility: Visibility
    status: Status
    version: int | None
    created_by: str | None
    is_imported: bool
    is_hidden: bool
    created_at: Moment
    updated_at: Moment
    ended_at: Moment | None
    seed_commitment: str
    seats: list[SeatShown]
    my_seat: int | None
    asked: list[int]
    clock: dict[str, Any] | None
    clocks: list[ClockShown]
    deadline: Moment | None
    outcome: Outcome | None
    disclosed: bool
    abort_consents: list[int]
    scorecard: dict[str, Any] | None
    server_seed: str | None
    audit_reads: list[AuditReadShown] | None
    url: str


def matches_shown(page: Sequence[Match], player: Player | None, urls: Sequence[str]) -> list[MatchShown]:
    """The resources of a page of matches; one that cannot be read is left out, and logged."""
    places = zip(page, urls, strict=True)
    return list(those_readable((match.pk, partial(match_shown, match, player, url)) for match, url in places))


def those_readable(rows: Iterable[tuple[UUID, Callable[[], T]]]) -> Iterator[T]:
    """What becomes of each row of a page; a row that nothing becomes of is logged by its match and left out.

    A row can be damaged in as many ways as it has columns. Shown in part it would say what is not true, and one of them
    must not take the page from everybody. Raises errors of the database: without it there is no page.
    """
    for match_id, show in rows:
        try:
            yield show()
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("match %s cannot be shown in a list: %s", match_id, type(error).__name__)


def match_shown(match: Match, player: Player | None, url: str) -> MatchShown:
    """The resource for one asker, with everything that its state allows him to see."""
    own, disclosed = seat_of(match, player), is_disclosed(match)
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    options = rules.read_options(match.options)
    started = match.version >= 0
    return MatchShown(
        id=str(match.pk),
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        card_set=CardSetShown(match.card_set.revision, match.card_set.digest, match.card_set.is_trial),
        options=match.options,
        visibility=match.visibility,
        status=match.status,
        version=match.version if started else None,
        created_by=match.created_by.get_username() if match.created_by else None,
        is_imported=match.is_imported,
        is_hidden=match.is_hidden,
        created_at=rfc3339(match.created_at),
        updated_at=rfc3339(match.updated_at),
        ended_at=None if match.ended_at is None else rfc3339(match.ended_at),
        seed_commitment=match.seed_commitment,
        seats=[
            _seat_shown(match, seat, rules.team(options, seat.index), is_own=seat.index == own, all_=disclosed)
            for seat in match.seats.all()
        ],
        my_seat=own,
        asked=match.asked,
        clock=match.clock,
        clocks=_clocks_shown(match),
        deadline=None if match.deadline_at is None else rfc3339(match.deadline_at),
        outcome=None if match.outcome is None else msgspec.convert(match.outcome, Outcome),
        disclosed=disclosed,
        abort_consents=match.consenting_seats,
        scorecard=match.scorecard.body if disclosed and hasattr(match, "scorecard") else None,
        server_seed=unseal(bytes(match.sealed_seed), match.id.bytes)[:32].hex() if disclosed else None,
        audit_reads=(
            [_audit_read_shown(read) for read in match.audit_reads.all()] if shows_audit_reads(match) else None
        ),
        url=url,
    )


def _seat_shown(match: Match, seat: Seat, team: int, *, is_own: bool, all_: bool) -> SeatShown:
    return SeatShown(
        seat=seat.index,
        kind=seat.kind,
        team=team,
        player=PlayerShown(str(seat.player.public_id), seat.player.get_username()) if seat.player else None,
        bot=seat.bot or None,
        is_ready=seat.is_ready,
        is_asked=seat.index in match.asked,
        deck=seat.deck if is_own or all_ else None,
        entropy=seat.entropy if is_own or match.version >= 0 else None,
    )


def _clocks_shown(match: Match) -> list[ClockShown]:
    times = msgspec.convert(match.times or {}, Times, str_keys=True)
    running = match.status == Match.Status.PLAYING
    if match.ended_at is not None:
        times = stopped(times, milliseconds(match.ended_at))
    return [
        ClockShown(
            clock["seat"],
            clock["remaining_ms"],
            rfc3339(moment_of(clock["deadline_ms"])) if running and clock["deadline_ms"] is not None else None,
        )
        for clock in as_shown(read_clock(match.clock), times, range(len(match.seats.all())))
    ]


def _audit_read_shown(read: AuditRead) -> AuditReadShown:
    return AuditReadShown(read.reader_name, rfc3339(read.read_at), read.seq, read.what, read.reason)


# What is on the table


def match_view(*, match: Match, viewer: Viewer) -> View:
    """The newest position as the viewer may see it. Raises Refusal `match_not_started`."""
    locked = peek(match.pk)
    return view(locked.position.table, viewer, locked.position.seq)


PromptJson = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Prompt"})]


class LegalAction(Struct, frozen=True):
    """A complete action, ready to be sent back, and what it says in words; no two of a list say the same."""

    action: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
    texts: Names | None


class LegalActions(Struct, frozen=True):
    """All that a seat may send now, at `version`. Without a prompt there is nothing."""

    version: int
    seat: int
    prompt: PromptJson | None
    prompt_texts: Names | None
    legal_actions: list[LegalAction]


def legal_actions_of(*, match: Match, seat: int) -> LegalActions:
    """Raises Refusal `match_not_started`."""
    locked = peek(match.pk)
    table, rules = locked.position.table, locked.rules
    prompt = next((prompt for prompt in prompts(table) if prompt.seat == seat), None)
    actions = legal_actions(table, seat)
    choices = [LegalAction(*choice) for choice in zip(actions, choices_told(rules, actions), strict=True)]
    texts = None if prompt is None else told(rules, "prompts", prompt)
    return LegalActions(locked.position.seq, seat, prompt, texts, choices)


# What has happened


class Standing(Struct, frozen=True):
    """The little of a match that a waiting reader asks for again and again."""

    version: int
    status: str
    is_late: bool
    is_hidden: bool


def standing(match_id: UUID) -> Standing:
    """Some columns of one row, and the database's clock. Raises Refusal `not_found`."""
    columns = ("version", "status", "deadline_at", "is_hidden")
    row = Match.objects.filter(pk=match_id).values_list(*columns, DatabaseNow()).first()
    if row is None:
        raise Refusal("not_found")
    version, status, deadline, is_hidden, read_at = row
    is_late = status == Match.Status.PLAYING and _has_passed(deadline, read_at)
    return Standing(version, status, is_late, is_hidden)


def _has_passed(deadline: datetime | None, read_at: datetime) -> bool:
    return deadline is not None and deadline <= reading_of(read_at).moment


def shown_events(match: Match, viewer: Viewer, *, after: int, limit: int) -> list[dict[str, Any]]:
    """Events after a seq, in order, each as the viewer was shown it while the match lived; for audit, whole."""
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    return [show_event(rules, event, viewer) for event in store.events(match.pk, after, limit)]


# For those who run the service


def queue_seconds() -> float:
    """For how long the oldest match whose bot is asked has waited; 0 if none does."""
    oldest = (
        Match.objects.filter(status=Match.Status.PLAYING, bot_asked=True)
        .order_by("updated_at")
        .values_list("updated_at", DatabaseNow())
        .first()
    )
    return 0.0 if oldest is None else max(0.0, (reading_of(oldest[1]).moment - oldest[0]).total_seconds())
