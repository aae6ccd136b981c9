"""1 Options: their values, defaults and faults."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules import engine
from rules.engine import Problem, option_types

Mode = Literal["duel", "three_player", "team_4", "team_6"]

TEAM_BATTLES = ("team_4", "team_6")
GOALS: dict[Mode, tuple[tuple[int, int], tuple[int, int]]] = {  # mode -> (kills, highest), (commanders, highest)
    "duel": ((20, 36), (4, 6)),
    "three_player": ((20, 36), (4, 6)),
    "team_4": ((30, 72), (7, 12)),
    "team_6": ((50, 108), (9, 18)),
}


class Options(Struct, frozen=True):
    """1.1 The options of a match. An absent option has its default, which depends on the mode."""

    mode: Mode
    battlefield: Literal["mat", "unbounded"]
    army_rule: Literal["core", "custom", "mercenary"]
    intermediate_rules: bool
    kill_goal: int
    commander_goal: int
    first_seat: Literal["random", 0, 1]


def defaults(mode: Mode) -> dict[str, Any]:
    """1.1 The defaults, which depend on the mode."""
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


def fill_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """1.1 Complete faultless options with their defaults."""
    return {**defaults(options.get("mode", "duel")), **options}


def types_in(mode: Mode) -> dict[str, Any]:
    """1.1 The values of each option, which depend only on the mode (1.2)."""
    (_, most_kills), (_, most_commanders) = GOALS[mode]
    types: dict[str, Any] = {
        **option_types(Options),
        "kill_goal": Annotated[int, Meta(ge=1, le=most_kills)],
        "commander_goal": Annotated[int, Meta(ge=1, le=most_commanders)],
    }
    if mode in TEAM_BATTLES:
        types["battlefield"] = Literal["unbounded"]
    if mode == "three_player":
        types["first_seat"] = Literal[0]
    return types


def check_options(options: Mapping[str, Any]) -> list[Problem]:
    """1.2 All faults of the options, in order. After a bad mode no other value is checked."""
    mode = options.get("mode", "duel")
    if engine.check_options({"mode": mode}, Options):
        known = set(Options.__struct_fields__) - {"mode"}
        return engine.check_options({name: value for name, value in options.items() if name not in known}, Options)
    return engine.check_options(options, types_in(mode))


OPTION_SETS: dict[str, dict[str, Any]] = {
    "duel": {},
    "intermediate": {"intermediate_rules": True},
    "unbounded": {"battlefield": "unbounded"},
    "mercenary": {"army_rule": "mercenary"},
    "three-player": {"mode": "three_player"},
    "team-4": {"mode": "team_4"},
    "team-6": {"mode": "team_6"},
}
"""Name -> options: the kinds of match in which bots are compared."""

OPTION_RULES = {
    "mode": "2.1",
    "battlefield": "3.1",
    "army_rule": "4.2",
    "intermediate_rules": "8.12",
    "kill_goal": "10.1",
    "commander_goal": "10.1",
    "first_seat": "2.4",
}
"""Option -> the number of the rule that describes its effect."""
