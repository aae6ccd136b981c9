"""The kinds of notices. Each is a Struct; an app adds its own with `register` when it is loaded."""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, ClassVar, Union

from msgspec import Meta, Struct

from common.formats import Id, Moment, SeatNumber
from rules.engine import Names, Outcome


class NoticeKind(Struct, frozen=True, tag_field="type"):
    """The base of all kinds. A kind's tag is the `type` that clients read."""

    label: ClassVar[Names]
    """What happened, for players who choose the notices that their webhooks get."""


Opened = Callable[[int], Iterable[NoticeKind]]
"""The notices still open for an account, for a client whose missed notices are no longer stored."""


class CalledToSeat(NoticeKind, frozen=True, tag="called"):
    """You are called or invited to a seat: join, or leave. If you are called, you lose the seat at `answer_by`."""

    label: ClassVar[Names] = {"ja": "席に呼ばれた、または招待された", "en": "You are called or invited to a seat"}
    match: Id
    seat: SeatNumber
    ruleset: str
    by: Annotated[str | None, Meta(description="Account that caused it; null if there is none, or if it was deleted.")]
    """The name of the player who opened the match; null if the service did."""
    answer_by: Annotated[
        Moment | None, Meta(description="Deadline for called players to join; null if no one is called.")
    ]
    """Null for an invitation, which lasts as long as the lobby."""


class CallMissed(NoticeKind, frozen=True, tag="call_missed"):
    """You did not answer a call in time and lost the seat. After three in a row, your calls are paused for a while."""

    label: ClassVar[Names] = {"ja": "呼び出しに応じず、席を失った", "en": "You missed a call and lost the seat"}
    match: Id
    seat: SeatNumber
    paused_until: Annotated[
        Moment | None, Meta(description="Until then, the account is not called to seats; null if not paused.")
    ]


class Paired(NoticeKind, frozen=True, tag="paired"):
    """Your pairing request was matched with others. The call to the match comes with it."""

    label: ClassVar[Names] = {"ja": "マッチングが成立した", "en": "Your pairing request was matched"}
    request: Id
    match: Id


class Challenged(NoticeKind, frozen=True, tag="challenged"):
    """Another player challenges you: accept or decline."""

    label: ClassVar[Names] = {"ja": "挑戦が届いた", "en": "A player challenges you"}
    challenge: Id
    ruleset: str
    by: str


class ChallengeAnswered(NoticeKind, frozen=True, tag="challenge_answered"):
    """A challenge was accepted, declined or withdrawn by the other player. If accepted, the call comes with it."""

    label: ClassVar[Names] = {"ja": "挑戦への返答や取り下げ", "en": "A challenge was answered or withdrawn"}
    challenge: Id
    status: str
    reason: Annotated[str | None, Meta(description="Why it was declined.")]
    match: Id | None


class SeatTaken(NoticeKind, frozen=True, tag="seat_taken"):
    """A player joined a lobby that you are part of and that still waits for others."""

    label: ClassVar[Names] = {"ja": "あなたのいるロビーに参加者が来た", "en": "A player joined your lobby"}
    match: Id
    seat: SeatNumber
    player: str


class SeatLeft(NoticeKind, frozen=True, tag="seat_left"):
    """A player left their seat before the start. The seat is open to everyone, or the match is closed."""

    label: ClassVar[Names] = {"ja": "開始前に参加者が席を離れた", "en": "A player left before the start"}
    match: Id
    seat: SeatNumber
    player: str


class MatchStarted(NoticeKind, frozen=True, tag="match_started"):
    """A match that you play in has started."""

    label: ClassVar[Names] = {"ja": "対戦が始まった", "en": "A match of yours has started"}
    match: Id
    seat: SeatNumber
    ruleset: str


class MatchEnded(NoticeKind, frozen=True, tag="match_ended"):
    """A match that you play in is over, or a lobby that you are part of was closed."""

    label: ClassVar[Names] = {"ja": "対戦が終わった、またはロビーが閉じた", "en": "A match or a lobby of yours is over"}
    match: Id
    outcome: Outcome


class AbortOffered(NoticeKind, frozen=True, tag="abort_offered"):
    """Another seat consents to ending the match without a winner. It ends when all seats consent."""

    label: ClassVar[Names] = {"ja": "対戦の中止を提案された", "en": "Another seat wants to abort the match"}
    match: Id
    seat: SeatNumber


class DrawOffered(NoticeKind, frozen=True, tag="draw_offered"):
    """Another seat offers a draw: accept or decline it, or act, which ends the offer."""

    label: ClassVar[Names] = {"ja": "引き分けを提案された", "en": "Another seat offers a draw"}
    match: Id
    seat: SeatNumber


class DrawDeclined(NoticeKind, frozen=True, tag="draw_declined"):
    """A seat declined the draw that you offered or agreed to."""

    label: ClassVar[Names] = {"ja": "引き分けの提案が断られた", "en": "Your draw offer was declined"}
    match: Id
    seat: SeatNumber


class PhraseSaid(NoticeKind, frozen=True, tag="phrase"):
    """Another seat sent one of the phrases, by its code."""

    label: ClassVar[Names] = {"ja": "定型文が届いた", "en": "Another seat sent a phrase"}
    match: Id
    seat: SeatNumber
    phrase: str


class WebhookDisabled(NoticeKind, frozen=True, tag="webhook_disabled"):
    """One of your webhooks gets no more messages. Repair the receiver, then test the webhook to enable it again."""

    label: ClassVar[Names] = {"ja": "Webhookが停止された", "en": "One of your webhooks was disabled"}
    webhook: Id
    url: str
    reason: Annotated[str, Meta(extra_json_schema={"enum": ["failing", "gone"]})]
    texts: Annotated[Names, Meta(description="The reason in both languages.")]


class Notices:
    """The registered kinds, and the functions that list open notices."""

    kinds: ClassVar[list[type[NoticeKind]]] = []
    opened: ClassVar[list[Opened]] = []


def register(*kinds: type[NoticeKind], opened: Opened | None = None) -> None:
    """Register kinds of notices. Registering them again changes nothing."""
    Notices.kinds += [kind for kind in kinds if kind not in Notices.kinds]
    if opened is not None and opened not in Notices.opened:
        Notices.opened.append(opened)


def open_notices(account_id: int) -> list[NoticeKind]:
    """All notices that are open for an account now."""
    return [notice for opened in Notices.opened for notice in opened(account_id)]


def shape() -> Any:
    """The union of all registered kinds, as a type."""
    return Union[tuple(Notices.kinds)]  # noqa: UP007 -- of a list that is known when it is asked for
