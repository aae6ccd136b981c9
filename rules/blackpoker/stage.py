"""4.1, 6 The stage: a zone of requests, last in, first out. Also the request that is being raised."""

from rules.engine import Seat

from .effects import KeysDiscarded, Raised, Staged
from .state import GameTable, Request


def new_request(table: GameTable, seat: Seat, action: str, keys: tuple[str, ...], by: str) -> Request:
    """11.4 Request ids are numbered over the whole match. Requests raised by rule count too."""
    state = table.state
    request = Request(state.next_request, action, seat, keys)
    state.next_request += 1
    table.tell(Raised(request.id, action, seat, keys, by))
    return request


def put_on_stage(table: GameTable, request: Request) -> None:
    table.state.stage.append(request)
    table.tell(Staged(request.id))


def raising(table: GameTable) -> Request:
    """The request whose costs, target or immediate effect are still open."""
    request = table.state.raising
    assert request is not None
    return request


def being_resolved(table: GameTable) -> Request:
    """7.1 The request whose effect is being carried out: the immediate one, or the top of the stage."""
    state = table.state
    return state.stage[-1] if state.raising is None else state.raising


def discard_keys(table: GameTable, request: Request) -> None:
    """7.1 (d) Key cards that the effect has not moved go to the raiser's graveyard, sorted."""
    if not request.keys:
        return
    table.state.sides[request.seat].graveyard += request.keys
    table.tell(KeysDiscarded(request.id, request.seat, request.keys))
    request.keys = ()


def take_keys(request: Request) -> tuple[str, ...]:
    """The effect moves the key cards itself."""
    keys, request.keys = request.keys, ()
    return keys


def key_number(table: GameTable, request: Request, suit: str | None = None) -> int:
    """The number of the key card, or of the key card of the given suit."""
    cards = table.cards
    (key,) = [card for card in request.keys if suit is None or cards.suit[card] == suit]
    return cards.number[key]
