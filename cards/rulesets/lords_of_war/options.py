"""1 Options: what may be chosen, what is filled in, and what is wrong with a choice."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from cards.engine import Problem

Mode = Literal["duel", "three_player", "team_4", "team_6"]

MODES: tuple[Mode, ...] = ("duel", "three_player", "team_4", "team_6")
TEAM_BATTLES = ("team_4", "team_6")
NAMES = ("mode", "battlefield", "army_rule", "intermediate_rules", "kill_goal", "commander_goal", "first_seat")
ARMY_RULES = ("core", "custom", "mercenary")
GOALS = {  # mode -> (kills, highest), (commanders, highest)
    "duel": ((20, 36), (4, 6)),
    "three_player": ((20, 36), (4, 6)),
    "team_4": ((30, 72), (7, 12)),
    "team_6": ((50, 108), (9, 18)),
}


class Options(Struct, frozen=True):
    """1.1 The options of a match, all filled in. Who opens one may leave any of them out: the mode fills them in."""

    mode: Mode
    battlefield: Literal["mat", "unbounded"]
    army_rule: Literal["core", "custom", "mercenary"]
    intermediate_rules: bool
    kill_goal: int
    commander_goal: int
    first_seat: Literal["random", 0, 1]


def defaults(mode: str) -> dict[str, Any]:
    """1.1 What is filled in, which depends on the mode."""
    (kills, _), (commanders, _) = GOALS[mode]
    return {
        "mode": mode,
        "battlefield": "unbounded" if mode in TEAM_BATTLES else "mat",
        "army_rule": "core",
        "intermediate_rules": False,
        "kill_goal": kills,
        "commander_goal": commanders,
        "first_seat": 0 if mode == "three_player" else "random",
    }


def allowed(mode: str) -> dict[str, tuple[object, ...]]:
    """1.1 What each option may be, which depends on the mode alone (1.2)."""
    (_, most_kills), (_, most_commanders) = GOALS[mode]
    return {
        "battlefield": ("unbounded",) if mode in TEAM_BATTLES else ("mat", "unbounded"),
        "army_rule": ARMY_RULES,
        "intermediate_rules": (True, False),
        "kill_goal": tuple(range(1, most_kills + 1)),
        "commander_goal": tuple(range(1, most_commanders + 1)),
        "first_seat": (0,) if mode == "three_player" else ("random", 0, 1),
    }


def check(options: Mapping[str, Any]) -> list[Problem]:
    """1.2 All faults of the options, in order."""
    problems: list[Problem] = [
        {"code": "unknown_option", "option": name} for name in sorted(name for name in options if name not in NAMES)
    ]
    mode = options.get("mode", "duel")
    if not _is_one_of(mode, MODES):
        return [*problems, {"code": "bad_option", "option": "mode"}]

    return problems + [
        {"code": "bad_option", "option": name}
        for name, values in allowed(mode).items()
        if name in options and not _is_one_of(options[name], values)
    ]


def _is_one_of(value: object, values: tuple[object, ...]) -> bool:
    """Strictly: `true` is not 1."""
    return any(type(value) is type(other) and value == other for other in values)
