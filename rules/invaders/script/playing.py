"""11.9 `play` and `move`: put cards and units on squares, one after another."""

from typing import Any

from ..actions import Choose
from ..cards import CHOOSE_PLACE
from ..effects import Cast, EventPlayed
from ..identity import respoken
from ..modifiers import leader_cannot
from ..places import INDEX, PLACES, SLOTS, SQUARES, ZONES
from ..prompts import ChoosePrompt
from ..replacement import DONE, FAILED, tell_beneath
from ..state import Ask, InvadersTable, Source
from ..text import clause_of
from ..triggers import happen, wait_for_event_card
from ..verbs import enter, place_situation, use_event
from . import vocabulary as v
from .objects import Found, Object, find, lift
from .operations import move_unit
from .selectors import relabelled_objects


def free_squares(table: InvadersTable, seat: int) -> list[int]:
    board = table.state.board
    return [place for place in SQUARES[seat] if board[place] is None]


def free_slots(table: InvadersTable, seat: int) -> list[int]:
    board = table.state.board
    return [place for place in SLOTS[seat] if board[place] is None]


def begin_placing(
    table: InvadersTable, source: Source, operation: v.Play | v.Move, things: list[Object], enough: bool
) -> None:
    if things:
        table.begin(Placing(source, operation.number, things, enough))
    else:
        tell_beneath(table, FAILED)


class Placing(Ask):
    """11.9 `left`: the cards still to be placed. `all_done`: whether every card so far was affected."""

    source: Source
    number: int
    left: list[Object]
    all_done: bool

    def clone(self) -> "Placing":
        return Placing(self.source, self.number, self.left[:], self.all_done)

    def relabel(self, new: dict[int, int]) -> None:
        self.source = respoken(self.source, new)
        self.left = relabelled_objects(self.left, new)

    def proceed(self, table: InvadersTable) -> bool:
        while self.left:
            self.left[0] = table.cards.identified(table, self.left[0])
            if self._places(table):
                return True
            self.all_done &= self._use_event(table)
            del self.left[0]
        table.end(self)
        tell_beneath(table, DONE if self.all_done else FAILED)
        return False

    def _places(self, table: InvadersTable) -> list[int]:
        """The places for the current card; empty for an event, or if there is no room."""
        found = find(table, self.left[0])
        if found is None or found.seat != self.source.seat:
            return []
        if self._plays(table) is None:
            on_square = found.zone == "field" and ZONES[found.place] == "units"
            return free_squares(table, found.seat) if on_square else []
        kind = table.cards.by_slug[found.slug].kind
        if kind == "unit":
            return free_squares(table, found.seat)
        return free_slots(table, found.seat) if kind == "situation" else []

    def _plays(self, table: InvadersTable) -> v.Play | None:
        operation = clause_of(table, self.source, self.number)
        return operation if isinstance(operation, v.Play) else None

    def _use_event(self, table: InvadersTable) -> bool:
        """Use the current card if it is an event that can be used. Returns whether it was used."""
        play, found = self._plays(table), find(table, self.left[0])
        if play is None or found is None or not table.cards.by_slug[found.slug].events:
            return False
        if table.cards.by_slug[found.slug].kind != "event":
            return False
        if play.as_cast and leader_cannot(table, found.seat, "cast_event"):
            return False
        play_event(table, found, play.as_cast)
        return True

    def asks(self, table: InvadersTable) -> tuple[int]:
        return (self.source.seat,)

    def choices(self, table: InvadersTable, seat: int) -> list[Choose]:
        return [CHOOSE_PLACE[place] for place in self._places(table)]

    def answer(self, table: InvadersTable, seat: int, action: Any) -> None:
        place, thing, play = INDEX[action.place], self.left.pop(0), self._plays(table)
        if play is None:
            assert isinstance(thing, int)
            move_unit(table, thing, place)
            return
        found = find(table, thing)
        assert found is not None
        play_card(table, found, place, play.as_cast)

    def prompt(self, table: InvadersTable, seat: int) -> ChoosePrompt:
        source, op = self.source, "move" if self._plays(table) is None else "play"
        return ChoosePrompt(seat, source.card, source.ability, source.part, op, 1)


def play_card(table: InvadersTable, found: Found, place: int, as_cast: bool) -> None:
    """Play a unit or situation without paying."""
    lift(table, found)
    put_into_play(table, found.seat, found.slug, place, as_cast)


def put_into_play(table: InvadersTable, seat: int, slug: str, place: int, as_cast: bool) -> None:
    """7.1 The triggers of casting come before those of entering."""
    if as_cast:
        count_cast(table, seat, slug, PLACES[place])
    if ZONES[place] == "units":
        identity = enter(table, seat, slug, place)
    else:
        identity = place_situation(table, seat, slug, place)
    if as_cast:
        happen(table, "cast", seat, identity, slug)
    if ZONES[place] == "units":
        happen(table, "entered", seat, identity, slug)


def play_event(table: InvadersTable, found: Found, as_cast: bool) -> None:
    lift(table, found)
    use(table, found.seat, found.slug, as_cast)


def use(table: InvadersTable, seat: int, slug: str, as_cast: bool) -> None:
    """7.1 An event's own effects wait first, then those that its casting triggers."""
    if as_cast:
        count_cast(table, seat, slug, None)
    identity = use_event(table, seat, slug)
    if not as_cast:
        table.tell(EventPlayed(seat, slug))
    wait_for_event_card(table, seat, identity, slug)
    if as_cast:
        happen(table, "cast", seat, identity, slug)


def count_cast(table: InvadersTable, seat: int, slug: str, place: str | None) -> None:
    table.state.seats[seat].casts_this_turn += 1
    table.tell(Cast(seat, slug, place))
