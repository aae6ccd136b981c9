"""The messages posted to a webhook: the account's notices as in its stream, its turns, and challenges."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw, Struct

from common.formats import Id, Moment, SeatNumber
from common.timestamps import rfc3339
from matches.notifications.inbox import StoredNotice
from matches.notifications.notices import Notices
from rules.engine import Names

TURN = "turn"
TURN_LABEL: Names = {"ja": "あなたの番になった", "en": "A match waits for you"}
CHALLENGE = "challenge"
NoticeJson = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Notice"})]


class WebhookTurn(Struct, frozen=True, tag_field="type", tag=TURN):
    """A match waits for you. Read its legal actions with a token; the version may have moved on meanwhile."""

    match: Id
    seat: SeatNumber
    ruleset: str
    version: Annotated[int, Meta(description="Number of the newest event when the match began to wait.")]


class WebhookChallenge(Struct, frozen=True, tag_field="type", tag=CHALLENGE):
    """Proves that the address is yours: answer 200 with `{"challenge": …}`, the same value, as JSON."""

    challenge: str


class WebhookNoticeMessage(Struct, frozen=True, kw_only=True):
    """A notice, as your account's stream has it."""

    type: Annotated[str, Meta(description="The type of `data`.")]
    timestamp: Annotated[Moment, Meta(description="When it happened.")]
    account: Annotated[Id, Meta(description="Your account.")]
    number: Annotated[int, Meta(description="The notice's number, as in the stream of your account.")]
    data: NoticeJson


class WebhookTurnMessage(Struct, frozen=True, kw_only=True):
    """It is your turn in a match."""

    type: Annotated[str, Meta(description="`turn`.")] = TURN
    timestamp: Annotated[Moment, Meta(description="When it was noticed.")]
    account: Annotated[Id, Meta(description="Your account.")]
    data: WebhookTurn


class WebhookChallengeMessage(Struct, frozen=True, kw_only=True):
    """Sent to a new address, and whenever you test it."""

    type: Annotated[str, Meta(description="`challenge`.")] = CHALLENGE
    timestamp: Moment
    account: Annotated[Id, Meta(description="Your account.")]
    data: WebhookChallenge


class _Tagged(Struct):
    type: str


def types() -> list[str]:
    """The types of messages that a webhook can ask for."""
    return list(type_labels())


def type_labels() -> dict[str, Names]:
    """Type -> what it is about, for all types that a webhook can ask for."""
    notices = {kind.__struct_config__.tag: kind.label for kind in Notices.kinds}
    return {TURN: TURN_LABEL, **dict(sorted(notices.items()))}


def type_of(notice: StoredNotice) -> str:
    return msgspec.json.decode(notice.body, type=_Tagged).type


def notice_message(account: Id, notice: StoredNotice) -> bytes:
    message = WebhookNoticeMessage(
        type=type_of(notice),
        timestamp=rfc3339(notice.at),
        account=account,
        number=notice.number,
        data=Raw(notice.body),
    )
    return msgspec.json.encode(message)


def turn_message(account: Id, turn: WebhookTurn, now: datetime) -> bytes:
    return msgspec.json.encode(WebhookTurnMessage(timestamp=rfc3339(now), account=account, data=turn))


def challenge_message(account: Id, value: str, now: datetime) -> bytes:
    data = WebhookChallenge(value)
    return msgspec.json.encode(WebhookChallengeMessage(timestamp=rfc3339(now), account=account, data=data))


class _Challenged(Struct):
    data: WebhookChallenge


class _Echo(Struct):
    challenge: str


def is_echo(body: bytes, answer: bytes) -> bool:
    """Whether an answer is a JSON object that returns the challenge of this message."""
    sent = msgspec.json.decode(body, type=_Challenged).data.challenge
    try:
        return msgspec.json.decode(answer, type=_Echo).challenge == sent
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
