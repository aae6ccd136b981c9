"""Messages of streams, and the state of a match as a player receives it."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from match_client import schema


class EventMessage(TypedDict):
    """An event of the match; `id` is its seq."""

    event: Literal["message"]
    id: int
    data: schema.Event


class NowMessage(TypedDict):
    """The state of the match."""

    event: Literal["now"]
    data: schema.Now


class NoticeMessage(TypedDict):
    """Something happened to the account; `id` is the number of the notice."""

    event: Literal["notice"]
    id: int
    data: schema.NumberedNotice


class PendingMessage(TypedDict):
    """Something is still open."""

    event: Literal["pending"]
    data: schema.PendingNotice


class TurnMessage(TypedDict):
    """It is the account's turn in a match."""

    event: Literal["turn"]
    data: schema.Turn


class PositionMessage(TypedDict):
    """Everything open has been sent, or notices after the last id are no longer stored."""

    event: Literal["caught_up", "reset"]
    id: NotRequired[int]
    data: schema.NoticePosition


MatchMessage = EventMessage | NowMessage
AccountMessage = NoticeMessage | PendingMessage | TurnMessage | PositionMessage


@dataclass(frozen=True)
class Told:
    """The state of a match, and the events that led to it."""

    now: schema.Now
    events: list[schema.Event]

    @property
    def is_over(self) -> bool:
        return self.now["status"] == "over"

    @property
    def is_due(self) -> bool:
        """Whether waiting is over: it is this player's turn, or the match has ended."""
        return self.is_over or bool(self.now.get("legal_actions"))
