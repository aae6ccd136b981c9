"""8. The definition of one action: its row in the card set and its effect in the rules."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules.engine import Seat

from .state import GameTable, Request, State


class Rule(Struct, frozen=True):
    """The part of an action that is code: its effect, its further conditions, and the action that it raises in turn."""

    effect: Callable[[GameTable, Request], None]
    needs: Callable[[State, Seat], bool] | None = None
    then: str | None = None


class Definition(Struct, frozen=True, eq=False):
    """An action: its rule, and its timing, speed, cost, key cards and target from the card set."""

    id: str
    is_quick: bool
    """6.1 Quick actions need only the chance. The others need the player's own turn and an empty stage."""
    is_immediate: bool
    """6.3 It takes effect immediately instead of going on the stage."""
    is_quick_magic: bool
    """8.20 It is free while its raiser has a magician."""
    is_direct: bool
    """False: only other actions raise it."""
    is_once: bool
    cost: str
    """B, L and D, in the order of payment."""
    bulwarks: int
    life: int
    discards: int
    keys: tuple[Mapping[str, Any], ...]
    """The slots, each for one card or a pair."""
    key_count: int
    target: str | None
    formats: tuple[str, ...]
    effect: Callable[[GameTable, Request], None]
    needs: Callable[[State, Seat], bool] | None
    then: str | None


def define(row: Mapping[str, Any], rule: Rule) -> Definition:
    return Definition(
        id=row["id"],
        is_quick=row["timing"] == "quick",
        is_immediate=row["speed"] == "immediate",
        is_quick_magic=row["type"] == "quick_magic",
        is_direct=row["direct"],
        is_once=row["once_per_turn"],
        cost=row["cost"],
        bulwarks=row["cost"].count("B"),
        life=row["cost"].count("L"),
        discards=row["cost"].count("D"),
        keys=tuple(row["keys"]),
        key_count=sum(2 if "pair" in slot else 1 for slot in row["keys"]),
        target=row["target"],
        formats=tuple(row["formats"]),
        effect=rule.effect,
        needs=rule.needs,
        then=rule.then,
    )
