"""The index beside the board (field.py) against a new index of the same board."""

from random import Random
from typing import Any

import pytest

from rules.engine import QuickChance, Table, apply, legal_actions, seats_to_act
from rules.invaders.field import Field, field_of
from rules.invaders.modifiers import auras_on
from tests.rules.invaders.setups import SETUPS
from tests.rules.setups import Setup

ACTIONS = 250


def facts(field: Field) -> list[Any]:
    """A copy of all that the field tells."""
    reacting = {event: places for event, places in field.reacting.items() if places}
    return [
        field.by_id.copy(), field.by_seat[:], field.free[:], field.able.copy(), reacting, field.speaking,
        field.subjects,
    ]  # fmt: skip


def auras(table: Table[Any, Any]) -> list[Any]:
    """11.8 The static abilities that affect others, by the zone that they reach."""
    return [[*auras_on(table, zone)] for zone in ("units", "situations", "hand", "leader")]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_field_that_follows_a_match_is_like_a_new_one(setup: Setup, seed: int) -> None:
    luck = Random(seed)
    table = setup.start(seed)
    for _ in range(ACTIONS):
        if table.outcome is not None:
            break
        before = facts(field_of(table))
        copy = table.clone(QuickChance(0))
        seat = seats_to_act(table)[0]
        action = luck.choice(legal_actions(table, seat))

        apply(table, seat, action)

        anew = table.clone(QuickChance(0))
        anew.derived = None
        assert facts(field_of(table)) == facts(field_of(anew))
        assert auras(table) == auras(anew)
        assert facts(field_of(copy)) == before
        apply(copy, seat, action)
