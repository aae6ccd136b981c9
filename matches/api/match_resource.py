"""The match resource that clients read, its parts, and how it is built from database rows."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

import msgspec
from django.urls import reverse
from msgspec import UNSET, Meta, Struct, UnsetType

from cards.sets.selectors import rules_of
from common.formats import Digest, Id, Moment, OptionsShown, OwnerName, SeatNumber
from common.timestamps import milliseconds, moment_of, rfc3339
from matches import models
from matches.clocks import Times, as_shown, read_clock, stopped
from matches.log.database_clock import as_moment
from matches.log.seed_encryption import unseal
from matches.selectors.access import is_disclosed, seat_of, shows_audit_reads
from matches.selectors.bot_accounts import bot_account_of
from matches.selectors.idle import closes_at
from matches.selectors.lists import readable
from players import models as players
from rules.engine import Outcome

Status = Annotated[str, Meta(extra_json_schema={"enum": models.Match.Status.values})]
WHO_READS = (
    "Who may read it: everyone (`public`), anyone with its id or address (`unlisted`), or its participants "
    "(`private`). Lists and searches show an unlisted match only to its participants."
)
Visibility = Annotated[str, Meta(description=WHO_READS, extra_json_schema={"enum": models.Match.Visibility.values})]
ChosenVisibility = Annotated[Literal["public", "unlisted", "private"], Meta(description=WHO_READS)]
MatchVersion = Annotated[int, Meta(description="`seq` of the newest event included.")]
SeatKind = Annotated[str, Meta(extra_json_schema={"enum": models.Seat.Kind.values})]
Damaged = Annotated[
    list[Id] | UnsetType,
    Meta(description="Ids of matches that this page leaves out, because their records are damaged. Absent if none is."),
]
T = TypeVar("T")


class DeclaredBot(Struct, frozen=True):
    """Marks an account as a program. `owner` is responsible for it."""

    version: Annotated[str, Meta(description="Version declared by the owner.")]
    owner: OwnerName


class Player(Struct, frozen=True):
    """`id` identifies the player in logs."""

    id: Id
    name: str
    bot: Annotated[DeclaredBot | None, Meta(description="Declaration of a bot account; null for people.")]


class Seat(Struct, frozen=True):
    """A seat at the table. `deck` and `entropy` are null if you may not see them."""

    seat: SeatNumber
    kind: SeatKind
    team: int
    player: Annotated[Player | None, Meta(description="Account in this seat; null if there is none.")]
    bot: Annotated[str | None, Meta(description="Name and version of the house bot here; null if there is none.")]
    is_ready: Annotated[bool, Meta(description="Whether the player has joined.")]
    is_to_act: bool
    deck: Annotated[dict[str, Any] | None, Meta(description="Null if you may not see it.")]
    entropy: Annotated[str | None, Meta(description="Randomness that the player adds to the seed.")]


class Clock(Struct, frozen=True):
    """One seat's clock: the time left (Fischer), and the deadline of the current decision."""

    seat: SeatNumber
    remaining_ms: Annotated[int | None, Meta(description="Milliseconds left; null if the clock has no budget.")]
    deadline: Annotated[Moment | None, Meta(description="When the decision is due; null if no clock is running.")]


class SeatToAct(Struct, frozen=True):
    """A seat that must decide now, and the time its clock had left when you read this."""

    seat: SeatNumber
    remaining_ms: Annotated[int | None, Meta(description="Milliseconds left to decide; null without a clock.")]


class AuditRead(Struct, frozen=True):
    """A staff member read hidden parts of the running match, up to event `seq`, and gave this reason."""

    reader: Annotated[str, Meta(description="Account name.")]
    at: Moment
    seq: int
    what: Annotated[str, Meta(description="What they read.")]
    reason: str


class CardSet(Struct, frozen=True):
    """The cards of a match."""

    revision: int
    digest: Digest
    is_playtest: Annotated[bool, Meta(description="Whether the cards are an unpublished draft on trial.")]


class Continues(Struct, frozen=True):
    """The event of another match that a practice match continues from."""

    match: Id
    seq: int
    hash: str


class Match(Struct, frozen=True):
    """A match as you may see it.

    `server_seed`, `scorecard` and other players' decks are null until the match is `disclosed`. A match is disclosed
    when it is over, or in a league when its deal is closed. An aborted match is never disclosed.
    The seats of an imported match are of the kind `imported` and have no accounts. Names in its log prove nothing: the
    importer could write any name there.
    A match with `continues` is practice and counts nowhere.
    A player who has not joined by `answer_by` loses their `called` seat.
    Both matches of a league deal have the same `deal`.
    """

    id: Id
    ruleset: str
    ruleset_version: int
    card_set: CardSet
    options: OptionsShown
    visibility: Visibility
    rated: bool
    status: Status
    version: Annotated[int | None, Meta(description="`seq` of the newest event included; null before the start.")]
    created_by: Annotated[str | None, Meta(description="Account name; null if the account was deleted.")]
    is_imported: Annotated[bool, Meta(description="Whether it was played elsewhere and imported.")]
    is_hidden: Annotated[bool, Meta(description="Whether an operator has hidden it from everyone who takes no part.")]
    created_at: Moment
    updated_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null until the match is over.")]
    answer_by: Annotated[Moment | None, Meta(description="Deadline for called players to join; null without one.")]
    closes_at: Annotated[Moment | None, Meta(description="When it closes if nothing happens; null if it never does.")]
    seed_commitment: Annotated[str, Meta(description="SHA-256 of the server's seed, published before the start.")]
    seats: Annotated[list[Seat], Meta(description="In seating order.")]
    my_seat: Annotated[int | None, Meta(description="Your seat; null if you have none.")]
    to_act: list[SeatToAct]
    clock: Annotated[dict[str, Any] | None, Meta(description="Time control; null for an untimed match.")]
    clocks: Annotated[list[Clock], Meta(description="One entry for each seat with a clock.")]
    deadline: Annotated[Moment | None, Meta(description="The earliest deadline; null if no clock is running.")]
    outcome: Annotated[Outcome | None, Meta(description="How the match ended; null until then.")]
    disclosed: Annotated[bool, Meta(description="Whether hidden information is visible to all readers.")]
    abort_consents: Annotated[list[int], Meta(description="Seats that agreed to abort the match.")]
    draw_offers: Annotated[list[int], Meta(description="Seats with an open draw offer.")]
    scorecard: Annotated[dict[str, Any] | None, Meta(description="Statistics; null until disclosed and counted.")]
    server_seed: Annotated[str | None, Meta(description="Seed of all random events; null until disclosed.")]
    audit_reads: Annotated[
        list[AuditRead] | None,
        Meta(description="Staff who read hidden parts; null until it is over."),
    ]
    deal: Annotated[Id | None, Meta(description="Id of the league deal; null until disclosed, and outside leagues.")]
    continues: Annotated[Continues | None, Meta(description="Where practice started from; null for other matches.")]
    url: str


def match_list(page: Sequence[models.Match], player: players.Player | None) -> tuple[list[Match], Damaged]:
    """Resources of a page of matches, and the ids of those that cannot be read."""
    return readable_list((match.pk, partial(match_resource, match, player)) for match in page)


def readable_list(rows: Iterable[tuple[UUID, Callable[[], T]]]) -> tuple[list[T], Damaged]:
    """The shown rows of a page, and the ids of the matches that cannot be read, which are logged."""
    shown, damaged = readable(rows)
    return shown, [str(match_id) for match_id in damaged] or UNSET


def match_url(match_id: UUID) -> str:
    return reverse("api-match", args=[match_id])


def match_resource(match: models.Match, player: players.Player | None) -> Match:
    """The resource of a match, with everything that this player may see of it."""
    own, disclosed = seat_of(match, player), is_disclosed(match)
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    options = rules.read_options(match.options)
    started, closing = match.version >= 0, closes_at(match)
    return Match(
        id=str(match.pk),
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        card_set=CardSet(match.card_set.revision, match.card_set.digest, match.card_set.is_playtest),
        options=match.options,
        visibility=match.visibility,
        rated=match.is_rated,
        status=match.status,
        version=match.version if started else None,
        created_by=match.created_by.get_username() if match.created_by else None,
        is_imported=match.is_imported,
        is_hidden=match.is_hidden,
        created_at=rfc3339(match.created_at),
        updated_at=rfc3339(match.updated_at),
        ended_at=None if match.ended_at is None else rfc3339(match.ended_at),
        answer_by=None if match.answer_by is None else rfc3339(match.answer_by),
        closes_at=None if closing is None else rfc3339(closing),
        seed_commitment=match.seed_commitment,
        seats=[
            _seat(match, seat, rules.team(options, seat.index), is_own=seat.index == own, all_=disclosed)
            for seat in match.seats.all()
        ],
        my_seat=own,
        to_act=_seats_to_act(match),
        clock=match.clock,
        clocks=_clocks(match),
        deadline=None if match.deadline_at is None else rfc3339(match.deadline_at),
        outcome=None if match.outcome is None else msgspec.convert(match.outcome, Outcome),
        disclosed=disclosed,
        abort_consents=match.consenting_seats,
        draw_offers=match.drawing_seats,
        scorecard=match.scorecard.body if disclosed and hasattr(match, "scorecard") else None,
        server_seed=unseal(bytes(match.sealed_seed), match.id.bytes)[:32].hex() if disclosed else None,
        audit_reads=([_audit_read(read) for read in match.audit_reads.all()] if shows_audit_reads(match) else None),
        deal=str(match.deal) if disclosed and match.deal is not None else None,
        continues=None if match.continues is None else Continues(**match.continues),
        url=match_url(match.pk),
    )


def _seat(match: models.Match, seat: models.Seat, team: int, *, is_own: bool, all_: bool) -> Seat:
    return Seat(
        seat=seat.index,
        kind=seat.kind,
        team=team,
        player=None if seat.player is None else player_resource(seat.player),
        bot=seat.bot or None,
        is_ready=seat.is_ready,
        is_to_act=seat.index in match.to_act,
        deck=seat.deck if is_own or all_ else None,
        entropy=seat.entropy if is_own or match.version >= 0 else None,
    )


def player_resource(player: players.Player) -> Player:
    return Player(str(player.public_id), player.get_username(), declared_bot(player))


def declared_bot(player: players.Player) -> DeclaredBot | None:
    """The mark of a bot account, shown wherever the account is; None for people."""
    account = bot_account_of(player)
    if account is None:
        return None
    return DeclaredBot(account.version, account.owner.get_username() if account.owner else None)


def _clocks(match: models.Match) -> list[Clock]:
    times = msgspec.convert(match.times or {}, Times, str_keys=True)
    running = match.status == models.Match.Status.PLAYING
    if match.ended_at is not None:
        times = stopped(times, milliseconds(match.ended_at))
    return [
        Clock(
            clock["seat"],
            clock["remaining_ms"],
            rfc3339(moment_of(clock["deadline_ms"])) if running and clock["deadline_ms"] is not None else None,
        )
        for clock in as_shown(read_clock(match.clock), times, range(len(match.seats.all())))
    ]


def _seats_to_act(match: models.Match) -> list[SeatToAct]:
    deadlines = msgspec.convert(match.times or {}, Times, str_keys=True).deadlines
    now = milliseconds(as_moment(match.read_at)) if deadlines else 0
    return [SeatToAct(seat, max(0, deadlines[seat] - now) if seat in deadlines else None) for seat in match.to_act]


def _audit_read(read: models.AuditRead) -> AuditRead:
    return AuditRead(read.reader_name, rfc3339(read.read_at), read.seq, read.what, read.reason)
