"""8. The action list. cards.json has each action's timing, speed, cost, key cards and target; this module has its rule.

A new action needs a row there, a line here, the function that the line names, and a test.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from . import battle, deployment, magic, quick_magic, turn
from .definition import Definition, Rule, define

RULES: dict[str, Rule] = {
    # Deployment
    "set_bulwark": Rule(deployment.set_bulwark, needs=deployment.has_hand_card),
    "summon_soldier": Rule(deployment.summon_key),
    "summon_hero": Rule(deployment.summon_key),
    "summon_ace": Rule(deployment.summon_key),
    "summon_magician": Rule(deployment.summon_key),
    "equip": Rule(deployment.equip),
    "recall": Rule(deployment.recall),
    # The turn
    "end": Rule(turn.end, then="charge"),
    "charge": Rule(turn.charge_all, then="draw"),
    "draw": Rule(turn.draw_step),
    # Battle
    "attack": Rule(battle.attack, then="block"),
    "block": Rule(battle.block, then="damage_judgment"),
    "damage_judgment": Rule(battle.judge_damage),
    # Quick magic
    "up": Rule(quick_magic.up),
    "down": Rule(quick_magic.down),
    "twist": Rule(quick_magic.twist),
    "counter": Rule(quick_magic.counter),
    "search": Rule(quick_magic.search, needs=quick_magic.has_deck_card),
    # Magic
    "destroy_bulwark": Rule(magic.destroy_bulwark),
    "throw": Rule(magic.throw),
    "death_lance": Rule(magic.death_lance),
    "reinforce": Rule(magic.reinforce),
    "reanimate": Rule(magic.reanimate),
    "hand_destruction": Rule(magic.destroy_hand),
    "reverse": Rule(magic.reverse),
}


def read_actions(rows: Sequence[Mapping[str, Any]]) -> dict[str, Definition]:
    """The actions of a card set. Generation Change is not a request, so it has no entry in `RULES` (triggers.py)."""
    return {row["id"]: define(row, RULES[row["id"]]) for row in rows if row["id"] in RULES}
