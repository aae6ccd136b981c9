"""All units on the field, and the facts about them that every turn asks for. Units come and go only through here.

engagement.py and mat.py have the rules. This table beside them changes only where a unit comes or goes. A test compares
the two. It is derived from `state.units`, so it is not encoded, and built when first asked for.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from . import mat
from .cards import CAVALRY, Card
from .squares import Place
from .state import LordsTable, State, Unit

Aimed = dict[Place, int]
"""Square -> the strength of all arrows that point at it. Only squares with such an arrow."""


class Field:
    """Lists and pairs are by team."""

    __slots__ = ("aimed", "by_slug", "doomed", "marked", "places", "ranged", "riders", "squares", "units")

    def __init__(self, units: dict[Place, Unit], by_slug: Mapping[str, Card]) -> None:
        self.units, self.by_slug = units, by_slug
        self.aimed: tuple[Aimed, Aimed] = ({}, {})
        """3.7 What the team's arrows point at, whether or not a unit is there."""
        self.places: tuple[set[Place], set[Place]] = (set(), set())
        self.squares: list[mat.Squares] = [0, 0]
        """The places on the mat."""
        self.ranged: tuple[set[Place], set[Place]] = (set(), set())
        self.riders: tuple[set[Place], set[Place]] = (set(), set())
        """9.3 The cavalry."""
        self.marked: set[Place] = set()
        """6.2 The units that were deployed or eliminated another in this turn."""
        self.doomed: set[Place] = set()
        """8.4 The units whose damage from arrows is greater than their defence."""
        for place, unit in units.items():
            self._add(place, unit)

    def clone(self, state: State) -> "Field":
        """The same for a copy of the state."""
        copy = Field.__new__(Field)
        copy.units, copy.by_slug = state.units, self.by_slug
        copy.aimed = (self.aimed[0].copy(), self.aimed[1].copy())
        copy.places = (self.places[0].copy(), self.places[1].copy())
        copy.squares = self.squares[:]
        copy.ranged = (self.ranged[0].copy(), self.ranged[1].copy())
        copy.riders = (self.riders[0].copy(), self.riders[1].copy())
        copy.marked = self.marked.copy()
        copy.doomed = self.doomed.copy()
        return copy

    def put(self, place: Place, unit: Unit) -> None:
        """A unit comes to an empty square."""
        self.units[place] = unit
        self._add(place, unit)

    def take(self, place: Place) -> Unit:
        """A unit leaves its square."""
        unit = self.units.pop(place)
        team, card = unit.team, self.by_slug[unit.card]
        self.places[team].remove(place)
        self.squares[team] &= ~mat.BITS.get(place, 0)
        self.ranged[team].discard(place)
        self.riders[team].discard(place)
        self.marked.discard(place)
        self.doomed.discard(place)

        aimed, doomed = self.aimed[team], self.doomed
        for step, strength in card.arrows[unit.facing]:
            square = place + step
            left = aimed[square] - strength
            if left:
                aimed[square] = left
            else:
                del aimed[square]
            if square in doomed:
                target = self.units[square]
                if target.team != team and left <= self.by_slug[target.card].defence:
                    doomed.remove(square)
        return unit

    def mark(self, place: Place) -> None:
        """8.7 A unit took part in an elimination."""
        self.units[place] = replace(self.units[place], eliminated_this_turn=True)
        self.marked.add(place)

    def remove_marks(self) -> None:
        """6.2 A turn begins: what units did in the last one is forgotten."""
        units = self.units
        for place in self.marked:
            unit = units[place]
            units[place] = Unit(unit.card, unit.seat, unit.team, unit.facing)
        self.marked.clear()

    def _add(self, place: Place, unit: Unit) -> None:
        by_slug = self.by_slug
        team, card = unit.team, by_slug[unit.card]
        self.places[team].add(place)
        self.squares[team] |= mat.BITS.get(place, 0)
        if card.shot:
            self.ranged[team].add(place)
        if card.class_ == CAVALRY:
            self.riders[team].add(place)
        if unit.deployed_this_turn or unit.eliminated_this_turn:
            self.marked.add(place)
        if self.aimed[1 - team].get(place, 0) > card.defence:
            self.doomed.add(place)

        aimed, units = self.aimed[team], self.units
        for step, strength in card.arrows[unit.facing]:
            square = place + step
            aimed[square] = total = aimed.get(square, 0) + strength
            target = units.get(square)
            if target is not None and target.team != team and total > by_slug[target.card].defence:
                self.doomed.add(square)


def field_of(table: LordsTable) -> Field:
    """The field of the table. A rule that replaces the dict of units has to forget it."""
    return table.derived or _new_field(table)


def _new_field(table: LordsTable) -> Field:
    field = table.derived = Field(table.state.units, table.cards.by_slug)
    return field
