"""3.7 Which units strike which. Only this module matches arrows with units."""

from collections.abc import Iterable, Mapping

from .cards import Card
from .squares import Place
from .state import Unit

Strike = tuple[Place, Place, int]
"""An arrow or a shot at an enemy unit: attacker, target, strength."""


def strikes(units: Mapping[Place, Unit], cards: Mapping[str, Card], team: int | None = None) -> list[Strike]:
    """3.7 Every arrow of every unit (or of one team's units) that points at an enemy unit."""
    at = units.get
    found = []
    for place, unit in units.items():
        own = unit.team
        if team is not None and own != team:
            continue
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


def engaged(blows: Iterable[Strike]) -> set[Place]:
    """3.7 The units that an enemy's arrow points at."""
    return {target for _, target, _ in blows}
