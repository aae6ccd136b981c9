"""What accounts are told. Each kind is a Struct; an app adds its own with `register`, when it is loaded."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Union

from msgspec import Meta, Struct

from common.formats import Id, Moment, SeatNumber
from rules.engine import Names, Outcome


class NoticeKind(Struct, frozen=True, tag_field="type"):
    """The base of all kinds; the tag of a kind is the `type` that clients read."""


Opened = Callable[[int], Iterable[NoticeKind]]
"""What is still open for an account, to be told to a client that cannot be told what it has missed."""


class CalledToSeat(NoticeKind, frozen=True, tag="called"):
    """One is invited to a seat of a match: join, or leave. Who is called loses the seat at `answer_by`."""

    match: Id
    seat: SeatNumber
    ruleset: str
    by: Annotated[str | None, Meta(description="Account that caused it; null if there is none, or if it was deleted.")]
    """The name of who has opened the match; null if the service has."""
    answer_by: Annotated[Moment | None, Meta(description="By when called players must join; null if nobody is called.")]
    """Null for an invitation, which waits as long as the lobby does."""


class CallMissed(NoticeKind, frozen=True, tag="call_missed"):
    """One has not answered a call in time and lost the seat; after three in a row one is paused for a while."""

    match: Id
    seat: SeatNumber
    paused_until: Annotated[Moment | None, Meta(description="Called to no seat until then; null if it is not paused.")]


class Paired(NoticeKind, frozen=True, tag="paired"):
    """One's request for a match has met others like it; the call to that match comes with it."""

    request: Id
    match: Id


class Challenged(NoticeKind, frozen=True, tag="challenged"):
    """Somebody asks for a match: accept or decline the challenge."""

    challenge: Id
    ruleset: str
    by: str


class ChallengeAnswered(NoticeKind, frozen=True, tag="challenge_answered"):
    """A challenge was accepted, declined or withdrawn by the other one; accepted, the call comes with it."""

    challenge: Id
    status: str
    reason: Annotated[str | None, Meta(description="Why it was declined.")]
    match: Id | None


class SeatTaken(NoticeKind, frozen=True, tag="seat_taken"):
    """Somebody has joined a match in which one has a part, and which waits for others still."""

    match: Id
    seat: SeatNumber
    player: str


class SeatLeft(NoticeKind, frozen=True, tag="seat_left"):
    """Somebody has given a seat back before the match has started; it is open to everybody, or the match is closed."""

    match: Id
    seat: SeatNumber
    player: str


class MatchStarted(NoticeKind, frozen=True, tag="match_started"):
    """A match has started in which one sits."""

    match: Id
    seat: SeatNumber
    ruleset: str


class MatchEnded(NoticeKind, frozen=True, tag="match_ended"):
    """A match is over in which one sits, or a lobby was closed in which one has a part."""

    match: Id
    outcome: Outcome


class AbortOffered(NoticeKind, frozen=True, tag="abort_offered"):
    """Another seat consents to ending the match without a winner; when all do, it ends."""

    match: Id
    seat: SeatNumber


class DrawOffered(NoticeKind, frozen=True, tag="draw_offered"):
    """Another seat offers a draw: accept or decline it, or act, which ends the offer."""

    match: Id
    seat: SeatNumber


class DrawDeclined(NoticeKind, frozen=True, tag="draw_declined"):
    """A seat has declined the draw that one had offered or agreed to."""

    match: Id
    seat: SeatNumber


class PhraseSaid(NoticeKind, frozen=True, tag="phrase"):
    """Another seat of a match has said one of the phrases that there are, by its code."""

    match: Id
    seat: SeatNumber
    phrase: str


class WebhookDisabled(NoticeKind, frozen=True, tag="webhook_disabled"):
    """One of your webhooks gets no more messages. Repair the receiver, then test the webhook to enable it again."""

    webhook: Id
    url: str
    reason: Annotated[str, Meta(extra_json_schema={"enum": ["failing", "gone"]})]
    texts: Annotated[Names, Meta(description="The reason in both languages.")]


class Notices:
    """The registered kinds, and the functions that list open notices."""

    kinds: ClassVar[list[type[NoticeKind]]] = []
    opened: ClassVar[list[Opened]] = []


def register(*kinds: type[NoticeKind], opened: Opened | None = None) -> None:
    """Said again, it changes nothing."""
    Notices.kinds += [kind for kind in kinds if kind not in Notices.kinds]
    if opened is not None and opened not in Notices.opened:
        Notices.opened.append(opened)


def open_notices(account_id: int) -> list[NoticeKind]:
    """What is open for an account now, of all kinds."""
    return [notice for opened in Notices.opened for notice in opened(account_id)]


def shape() -> Any:
    """Any kind of notice, as a type."""
    return Union[tuple(Notices.kinds)]  # noqa: UP007 -- of a list that is known when it is asked for
