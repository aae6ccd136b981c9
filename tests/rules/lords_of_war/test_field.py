"""The table beside the units (field.py) against the rules for any units (engagement.py, mat.py)."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from rules.engine import QuickChance, apply, legal_actions, seats_to_act
from rules.lords_of_war.engagement import strikers_of, strikes
from rules.lords_of_war.field import Field, field_of
from tests.rules.lords_of_war.positions import CARDS
from tests.rules.lords_of_war.setups import SETUPS
from tests.rules.setups import Setup

ACTIONS = 250


def facts(field: Field) -> list[Any]:
    """A copy of all that the field tells."""
    return deepcopy([field.aimed, field.places, field.squares, field.ranged, field.riders, field.marked, field.doomed])


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_field_that_follows_a_battle_is_like_a_new_one(setup: Setup) -> None:
    luck = Random(1)
    table = setup.start(1)
    for _ in range(ACTIONS):
        if table.outcome is not None:
            break
        before = facts(field_of(table))
        copy = table.clone(QuickChance(0))
        seat = seats_to_act(table)[0]
        action = luck.choice(legal_actions(table, seat))

        apply(table, seat, action)

        assert facts(field_of(table)) == facts(Field(table.state.units, CARDS))
        assert facts(field_of(copy)) == before
        apply(copy, seat, action)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_field_tells_what_every_arrow_strikes(setup: Setup) -> None:
    """3.7, 8.4"""
    luck = Random(2)
    table = setup.start(2)
    for _ in range(ACTIONS):
        if table.outcome is not None:
            break
        units, field = table.state.units, field_of(table)
        struck: dict[int, int] = {}
        strikers: dict[int, set[int]] = {}
        for attacker, target, strength in strikes(units, CARDS):
            struck[target] = struck.get(target, 0) + strength
            strikers.setdefault(target, set()).add(attacker)

        aimed = {place: field.aimed[1 - unit.team].get(place, 0) for place, unit in units.items()}
        assert {place: damage for place, damage in aimed.items() if damage} == struck
        assert field.doomed == {place for place in struck if struck[place] > CARDS[units[place].card].defence}
        assert {place: set(strikers_of(units, CARDS, place)) for place in struck} == strikers

        seat = seats_to_act(table)[0]
        apply(table, seat, luck.choice(legal_actions(table, seat)))
