"""11.4 Conditions and values, 11.11 filters: what a card asks about the table.

A `Reader` answers. It reads units in one of two ways (11.8). `PRINTED` uses the values printed on the card, for static
abilities. `modifiers.CURRENT` uses the current values, for everything else.
"""

import operator
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from ..cards import Definition
from ..field import field_card, place_of
from ..places import COLUMN, NOWHERE, WIDTH, ZONE_PLACES, ZONES
from ..state import FieldCard, InvadersTable, Speaker
from . import vocabulary as v

MOST = 1_000_000
"""R38 The bound of all values."""
TOTAL_WAR = 10
FRONT_UNITS = 2


class Reader:
    """Reads conditions, values and filters. Units have their printed values."""

    # How a unit is read

    def military(self, table: InvadersTable, place: int, card: FieldCard) -> int:
        return table.cards.by_slug[card.card].military

    def has_keyword(self, table: InvadersTable, place: int, card: FieldCard, keyword: str) -> bool:
        return keyword in table.cards.by_slug[card.card].keyword_names

    # What a card asks

    def holds(self, table: InvadersTable, condition: v.Condition, speaker: Speaker) -> bool:
        """11.4 Whether the condition is met."""
        return _CONDITIONS[type(condition)](self, table, condition, speaker)

    def value(self, table: InvadersTable, given: v.Value, speaker: Speaker) -> int:
        """11.4 The number that a value stands for."""
        if isinstance(given, int):
            return bounded(given)
        if isinstance(given, v.NamedValue):
            return bounded(_VALUES[given.value](self, table, speaker))
        if isinstance(given, v.AddValue):
            return bounded(sum(self.value(table, part, speaker) for part in given.add))
        return _count(self, table, given.count, speaker)

    def matches_on_field(
        self, table: InvadersTable, given: v.Filter, speaker: Speaker, place: int, card: FieldCard
    ) -> bool:
        """11.11 Whether a card on the field fits. No filter fits a face-down emergency, even for its owner [R35]."""
        return card.face_up and _matches(given, Seen(self, table, speaker, card.card, card.id, place, card))

    def matches_slug(
        self, table: InvadersTable, given: v.Filter, speaker: Speaker, slug: str, identity: int = 0
    ) -> bool:
        """11.11 Whether a card anywhere else fits."""
        return _matches(given, Seen(self, table, speaker, slug, identity))


PRINTED = Reader()


# 11.4


def _compare(reader: Reader, table: InvadersTable, condition: v.Compare, speaker: Speaker) -> bool:
    left, sign, right = condition.compare
    return _COMPARISONS[sign](reader.value(table, left, speaker), reader.value(table, right, speaker))


def _in_state(reader: Reader, table: InvadersTable, condition: v.InState | v.InStateOf, speaker: Speaker) -> bool:
    """9.9 Whether the seat or unit is in the state."""
    seat = table.state.seats[speaker.seat]
    match condition.state:
        case "total_war":
            return seat.health <= TOTAL_WAR
        case "own_turn":
            return table.state.turn_player == speaker.seat
        case "civil_war":
            return seat.self_harm_count >= condition.x
        case "chain":
            return seat.casts_this_turn >= condition.x
        case "front":
            return _front(reader, table, speaker)


def _front(reader: Reader, table: InvadersTable, speaker: Speaker) -> bool:
    """9.9 At least two other units of the seat have the keyword."""
    board = table.state.board
    fronts = 0
    for place in ZONE_PLACES["units"]:
        card = board[place]
        if card is not None and card.seat == speaker.seat and card.id != speaker.this:
            fronts += reader.has_keyword(table, place, card, "front")
    return fronts >= FRONT_UNITS


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, ">=": operator.ge, ">": operator.gt,
}  # fmt: skip
_CONDITIONS: dict[type, Callable[[Reader, InvadersTable, Any, Speaker], bool]] = {
    v.AllOf: lambda reader, table, condition, speaker: all(
        reader.holds(table, part, speaker) for part in condition.all
    ),
    v.AnyOf: lambda reader, table, condition, speaker: any(
        reader.holds(table, part, speaker) for part in condition.any
    ),
    v.Not: lambda reader, table, condition, speaker: not reader.holds(table, condition.not_, speaker),
    v.Compare: _compare,
    v.InState: _in_state,
    v.InStateOf: _in_state,
}


def bounded(number: int) -> int:
    """R38 The number, limited to the bounds of values."""
    return max(-MOST, min(MOST, number))


def _count(reader: Reader, table: InvadersTable, count: v.CountOf, speaker: Speaker) -> int:
    seats = table.state.seats
    sides = [seat for seat in (0, 1) if count.side == "any" or (count.side == "own") == (seat == speaker.seat)]
    if count.zone == "hand":
        return sum(len(seats[seat].hand) for seat in sides)
    if count.zone == "grave":
        found = (card for seat in sides for card in seats[seat].grave)
        if count.filter is UNSET:
            return sum(1 for _ in found)
        return sum(reader.matches_slug(table, count.filter, speaker, card.card, card.id) for card in found)
    total = 0
    for place in ZONE_PLACES[count.zone]:
        card = table.state.board[place]
        if card is not None and card.seat in sides:
            total += count.filter is UNSET or reader.matches_on_field(table, count.filter, speaker, place, card)
    return total


def _self_military(reader: Reader, table: InvadersTable, speaker: Speaker) -> int:
    place = place_of(table, speaker.this)
    if place is None or ZONES[place] != "units":
        return 0
    card = table.state.board[place]
    assert card is not None
    return reader.military(table, place, card)


def _self_countdown(reader: Reader, table: InvadersTable, speaker: Speaker) -> int:
    card = field_card(table, speaker.this)
    return 0 if card is None else card.countdown


_VALUES: dict[str, Callable[[Reader, InvadersTable, Speaker], int]] = {
    "own_health": lambda reader, table, me: table.state.seats[me.seat].health,
    "enemy_health": lambda reader, table, me: table.state.seats[1 - me.seat].health,
    "own_hand": lambda reader, table, me: len(table.state.seats[me.seat].hand),
    "enemy_hand": lambda reader, table, me: len(table.state.seats[1 - me.seat].hand),
    "own_grave": lambda reader, table, me: len(table.state.seats[me.seat].grave),
    "enemy_grave": lambda reader, table, me: len(table.state.seats[1 - me.seat].grave),
    "own_deck": lambda reader, table, me: len(table.state.seats[me.seat].deck),
    "enemy_deck": lambda reader, table, me: len(table.state.seats[1 - me.seat].deck),
    "own_money": lambda reader, table, me: table.state.seats[me.seat].money,
    "enemy_money": lambda reader, table, me: table.state.seats[1 - me.seat].money,
    "own_savings": lambda reader, table, me: table.state.seats[me.seat].savings,
    "casts_this_turn": lambda reader, table, me: table.state.seats[me.seat].casts_this_turn,
    "self_harm_count": lambda reader, table, me: table.state.seats[me.seat].self_harm_count,
    "year": lambda reader, table, me: table.state.year,
    "event_amount": lambda reader, table, me: me.amount,
    "self_military": _self_military,
    "self_countdown": _self_countdown,
}


# 11.11 A filter sees the definition of a card and, on the field, its place and the card there.


class Seen:
    """A card as a filter sees it."""

    __slots__ = ("card", "definition", "id", "place", "reader", "speaker", "table")

    def __init__(
        self,
        reader: Reader,
        table: InvadersTable,
        speaker: Speaker,
        slug: str,
        identity: int,
        place: int = NOWHERE,
        card: FieldCard | None = None,
    ) -> None:
        self.reader, self.table, self.speaker, self.id = reader, table, speaker, identity
        self.definition: Definition = table.cards.by_slug[slug]
        self.place, self.card = place, card

    @property
    def is_unit(self) -> bool:
        """4.5 A unit is a card in a unit zone."""
        return self.place != NOWHERE and ZONES[self.place] == "units"

    def military(self) -> int | None:
        """A value of unit cards: on the board as the reader reads it, elsewhere as printed."""
        if self.definition.kind != "unit":
            return None
        if not self.is_unit or self.card is None:
            return self.definition.military
        return self.reader.military(self.table, self.place, self.card)

    def has(self, keyword: str) -> bool:
        if self.card is None:
            return keyword in self.definition.keyword_names
        return self.reader.has_keyword(self.table, self.place, self.card, keyword)

    def shares_column(self) -> bool:
        mine = place_of(self.table, self.speaker.this)
        if mine is None or not self.is_unit or ZONES[mine] != "units":
            return False
        return COLUMN[mine] == COLUMN[self.place]

    def territory(self) -> str | None:
        if not self.is_unit or self.card is None:
            return None
        return "own" if self.place // WIDTH == self.card.seat else "enemy"


def _at_least(number: int | None, least: int) -> bool:
    return number is not None and number >= least


def _at_most(number: int | None, most: int) -> bool:
    return number is not None and number <= most


_TESTS: dict[str, Callable[[Seen, Any], bool]] = {
    "kind": lambda seen, kind: seen.definition.kind == kind,
    "subkind": lambda seen, subkind: seen.definition.subkind == subkind,
    "nation": lambda seen, nation: seen.definition.nation == nation,
    "type": lambda seen, name: name in seen.definition.types,
    "slug": lambda seen, slug: seen.definition.slug == slug,
    "cost_min": lambda seen, least: _at_least(seen.definition.cost, least),
    "cost_max": lambda seen, most: _at_most(seen.definition.cost, most),
    "military_min": lambda seen, least: _at_least(seen.military(), least),
    "military_max": lambda seen, most: _at_most(seen.military(), most),
    "tapped": lambda seen, tapped: (seen.card is not None and seen.card.tapped) == tapped,
    "keyword": lambda seen, keyword: seen.has(keyword),
    "other": lambda seen, other: (not seen.id or seen.id != seen.speaker.this) == other,
    "same_column": lambda seen, same: seen.shares_column() == same,
    "territory": lambda seen, territory: seen.territory() == territory,
    "emergency": lambda seen, emergency: bool(seen.definition.emergencies) == emergency,
}
_GIVEN: dict[v.Filter, tuple[tuple[Callable[[Seen, Any], bool], Any], ...]] = {}


def _tests(given: v.Filter) -> tuple[tuple[Callable[[Seen, Any], bool], Any], ...]:
    """The keys of a filter, cheapest tests first. Each filter is analysed once."""
    found = _GIVEN.get(given)
    if found is None:
        words = ((key, getattr(given, key)) for key in _TESTS)
        found = _GIVEN[given] = tuple((_TESTS[key], word) for key, word in words if word is not UNSET)
    return found


def _matches(given: v.Filter, seen: Seen) -> bool:
    for test, word in _tests(given):  # noqa: SIM110 -- a generator is slower here
        if not test(seen, word):
            return False
    return True
