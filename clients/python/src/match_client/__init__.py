"""A client of the match service: synchronous and asynchronous, typed, one request a move."""

from match_client import schema
from match_client._async import AsyncChoose, AsyncClient, AsyncStream, AsyncTurn
from match_client._messages import AccountMessage, MatchMessage, Told
from match_client._refused import ConnectionLost, Refused
from match_client._sync import Choose, Client, MatchRef, NewSeat, Stream, Turn

__all__ = [
    "AccountMessage",
    "AsyncChoose",
    "AsyncClient",
    "AsyncStream",
    "AsyncTurn",
    "Choose",
    "Client",
    "ConnectionLost",
    "MatchMessage",
    "MatchRef",
    "NewSeat",
    "Refused",
    "Stream",
    "Told",
    "Turn",
    "schema",
]
