"""3.7 Who strikes whom: the one place where arrows meet units."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cards.rulesets.lords_of_war.board import Place
from cards.rulesets.lords_of_war.cards import Card
from cards.rulesets.lords_of_war.state import Unit


class Strike(NamedTuple):
    """An arrow or a shot at an enemy unit."""

    attacker: Place
    target: Place
    strength: int


def strikes(units: Mapping[Place, Unit], cards: Mapping[str, Card]) -> list[Strike]:
    """3.7 Every arrow of every unit that points at an enemy unit."""
    found = []
    for place, unit in units.items():
        for step, strength in cards[unit.card].arrows[unit.facing]:
            target = units.get(place + step)
            if target is not None and target.team != unit.team:
                found.append(Strike(place, place + step, strength))
    return found


def engaged(blows: Iterable[Strike]) -> set[Place]:
    """3.7 The units that an enemy's arrow points at."""
    return {blow.target for blow in blows}
