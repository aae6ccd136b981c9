"""A client of the match service: synchronous and asynchronous, typed, one request per move."""

from match_client import schema
from match_client._addresses import MatchFilter, MatchRef, SearchFilter, StatisticsFilter
from match_client._async import AsyncChoose, AsyncClient, AsyncStream, AsyncTurn
from match_client._messages import AccountMessage, MatchMessage, Told
from match_client._operations_sync import NewSeat
from match_client._refused import ConnectionLost, Refused
from match_client._sync import Choose, Client, Stream, Turn

__all__ = [
    "AccountMessage",
    "AsyncChoose",
    "AsyncClient",
    "AsyncStream",
    "AsyncTurn",
    "Choose",
    "Client",
    "ConnectionLost",
    "MatchFilter",
    "MatchMessage",
    "MatchRef",
    "NewSeat",
    "Refused",
    "SearchFilter",
    "StatisticsFilter",
    "Stream",
    "Told",
    "Turn",
    "schema",
]
