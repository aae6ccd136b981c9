"""Where the cards of the field are, and which of them an event or a question may concern.

`state.board` has the cards by place. This index beside it has their places, so that the rules need not look at all
twenty again and again. Cards come, go and move only through here. A test compares the two. It is derived from the
board, so it is not encoded, and built when first asked for.
"""

from collections.abc import Iterable
from typing import Any, cast

from .cards import ABLE, Able, Cards
from .places import CASTING_PLACES, SEATS, WIDTH, ZONES
from .state import FieldCard, InvadersTable, State

Places = tuple[int, ...]
"""Places in order."""


class Field:
    __slots__ = ("able", "auras", "board", "by_id", "by_seat", "cards", "free", "reacting", "speaking", "subjects")

    def __init__(self, board: list[FieldCard | None], cards: Cards) -> None:
        self.board, self.cards = board, cards
        self.by_id: dict[int, int] = {}
        """The place of each card by its id."""
        self.by_seat: list[Places] = [(), ()]
        """The places of each seat's cards."""
        self.free: list[Places] = [CASTING_PLACES[seat] for seat in SEATS]
        """7.1 The empty squares and slots of each seat's side."""
        self.able: dict[Able, Places] = dict.fromkeys(ABLE, ())
        """7.4 to 7.6, 9.7 What only some cards may do -> the places of these cards."""
        self.reacting: dict[str, Places] = {}
        """10.2, 10.10 Event -> the cards with an ability that it may trigger, or that may replace it, whosever event it
        is. An event's own card may have others."""
        self.speaking: Places = ()
        """11.8 The cards with static abilities that affect others and are live."""
        self.subjects: frozenset[str] = frozenset()
        """What those abilities are about."""
        self.auras: dict[int, dict[str, Any]] = {}
        """Turn player -> zone -> those abilities, collected when first asked for (modifiers.py)."""
        for place, card in enumerate(board):
            if card is not None:
                self._add(place, card)

    def clone(self, state: State) -> "Field":
        """The same for a copy of the state."""
        copy = Field.__new__(Field)
        copy.board, copy.cards = state.board, self.cards
        copy.by_id, copy.by_seat = self.by_id.copy(), self.by_seat[:]
        copy.free = self.free[:]
        copy.able, copy.reacting = self.able.copy(), self.reacting.copy()
        copy.speaking, copy.subjects, copy.auras = self.speaking, self.subjects, self.auras
        return copy

    def put(self, place: int, card: FieldCard) -> None:
        """A card comes to an empty place."""
        self.board[place] = card
        self._add(place, card)

    def take(self, place: int) -> FieldCard:
        """A card leaves its place."""
        card = self.board[place]
        assert card is not None
        self.board[place] = None
        definition = self.cards.by_slug[card.card]
        del self.by_id[card.id]
        self.by_seat[card.seat] = _without(self.by_seat[card.seat], place)
        side = place // WIDTH
        if place in CASTING_PLACES[side]:
            self.free[side] = _with(self.free[side], place)
        for what in definition.able:
            self.able[what] = _without(self.able[what], place)
        for event in definition.reacts_to:
            self.reacting[event] = _without(self.reacting[event], place)
        if place in self.speaking:
            self._speak(_without(self.speaking, place))
        return card

    def _add(self, place: int, card: FieldCard) -> None:
        definition = self.cards.by_slug[card.card]
        self.by_id[card.id] = place
        self.by_seat[card.seat] = _with(self.by_seat[card.seat], place)
        side = place // WIDTH
        if place in CASTING_PLACES[side]:
            self.free[side] = _without(self.free[side], place)
        for what in definition.able:
            self.able[what] = _with(self.able[what], place)
        for event in definition.reacts_to:
            self.reacting[event] = _with(self.reacting.get(event, ()), place)
        if definition.auras[ZONES[place]]:
            self._speak(_with(self.speaking, place))

    def _speak(self, speaking: Places) -> None:
        by_slug, board = self.cards.by_slug, cast(list[FieldCard], self.board)
        self.speaking = speaking
        spoken = [by_slug[board[place].card].aura_subjects[ZONES[place]] for place in speaking]
        self.subjects = frozenset().union(*spoken)
        self.auras = {}


def _with(places: Places, place: int) -> Places:
    if not places or places[-1] < place:
        return (*places, place)
    return tuple(sorted((*places, place)))


def _without(places: Places, place: int) -> Places:
    at = places.index(place)
    return places[:at] + places[at + 1 :]


def field_of(table: InvadersTable) -> Field:
    """The field of the table. A rule that replaces the state has to forget it."""
    return table.derived or _new_field(table)


def _new_field(table: InvadersTable) -> Field:
    field = table.derived = Field(table.state.board, table.cards)
    return field


def cards_of(table: InvadersTable, seat: int) -> list[tuple[int, FieldCard]]:
    """The cards of a seat on the field with their places, in order of place."""
    board: list[Any] = table.state.board
    return [(place, board[place]) for place in field_of(table).by_seat[seat]]


def untapped_units(table: InvadersTable, seat: int) -> list[tuple[int, FieldCard]]:
    """The units of a seat that may attack, block or invade, with their places, in order of place."""
    board: list[Any] = table.state.board
    return [
        (place, board[place])
        for place in field_of(table).by_seat[seat]
        if ZONES[place] == "units" and not board[place].tapped
    ]


def in_trigger_order(table: InvadersTable, places: Iterable[int]) -> list[tuple[int, FieldCard]]:
    """10.2 The cards at these places: the turn player's in order of place, then the other seat's."""
    board: list[Any] = table.state.board
    cards = [(place, board[place]) for place in places]
    if len(cards) > 1:
        mine = table.state.turn_player
        cards.sort(key=lambda entry: entry[1].seat != mine)
    return cards


def place_of(table: InvadersTable, identity: int) -> int | None:
    """The card's place on the field, or None if it is not there."""
    return field_of(table).by_id.get(identity)


def field_card(table: InvadersTable, identity: int) -> FieldCard | None:
    place = field_of(table).by_id.get(identity)
    return None if place is None else table.state.board[place]
