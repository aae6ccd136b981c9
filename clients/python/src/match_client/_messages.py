"""The messages of streams, and what the service tells a player of one match."""

from dataclasses import dataclass
from typing import Literal, NotRequired, TypedDict

from match_client import schema


class EventMessage(TypedDict):
    """An event of the match; `id` is its seq."""

    event: Literal["message"]
    id: int
    data: schema.Event


class NowMessage(TypedDict):
    """How the match stands."""

    event: Literal["now"]
    data: schema.Now


class NoticeMessage(TypedDict):
    """Something has happened to the account; `id` is the number of the notice."""

    event: Literal["notice"]
    id: int
    data: schema.NumberedNotice


class PendingMessage(TypedDict):
    """Something that is still open."""

    event: Literal["pending"]
    data: schema.PendingNotice


class TurnMessage(TypedDict):
    """A match waits for the account."""

    event: Literal["turn"]
    data: schema.Turn


class PositionMessage(TypedDict):
    """All that was open has been told, or notices after the last id are not kept any more."""

    event: Literal["caught_up", "reset"]
    id: NotRequired[int]
    data: schema.NoticePosition


MatchMessage = EventMessage | NowMessage
AccountMessage = NoticeMessage | PendingMessage | TurnMessage | PositionMessage


@dataclass(frozen=True)
class Told:
    """How a match stands, and the events that led there."""

    now: schema.Now
    events: list[schema.Event]

    @property
    def is_over(self) -> bool:
        return self.now["status"] == "over"

    @property
    def is_due(self) -> bool:
        """Whether there is nothing to wait for: it is this player's turn, or the match is over."""
        return self.is_over or bool(self.now.get("legal_actions"))
