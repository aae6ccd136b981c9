"""3.7 Which units strike which. Only this module matches arrows with units."""

from collections.abc import Mapping

from .cards import Card
from .squares import AROUND, Place
from .state import Unit

Strike = tuple[Place, Place, int]
"""An arrow or a shot at an enemy unit: attacker, target, strength."""


def strikes(units: Mapping[Place, Unit], cards: Mapping[str, Card]) -> list[Strike]:
    """3.7 Every arrow of every unit that points at an enemy unit."""
    at = units.get
    found = []
    for place, unit in units.items():
        own = unit.team
        for step, strength in cards[unit.card].arrows[unit.facing]:
            target = at(place + step)
            if target is not None and target.team != own:
                found.append((place, place + step, strength))
    return found


def aimed_at(units: Mapping[Place, Unit], cards: Mapping[str, Card], team: int) -> set[Place]:
    """3.7 The squares that an arrow of the team's units points at, whether or not an enemy is there."""
    return {
        place + step
        for place, unit in units.items()
        if unit.team == team
        for step in cards[unit.card].steps[unit.facing]
    }


def strikers_of(units: Mapping[Place, Unit], cards: Mapping[str, Card], place: Place) -> list[Place]:
    """3.7 The units with an arrow that points at the enemy unit on this square, by row, then column."""
    team = units[place].team
    found = []
    for step in AROUND:
        unit = units.get(place + step)
        if unit is not None and unit.team != team and -step in cards[unit.card].steps[unit.facing]:
            found.append(place + step)
    return found
