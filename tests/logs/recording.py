"""Defines the logs that must exist, and how to make each: `<ruleset>/<version>/<reason>.jsonl`."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from replay.audit import Log
from rules.engine import Ruleset
from rules.registry import shipped_ruleset, slugs
from tests.replay.making import make_log
from tests.rules.setups import Line, Setup

FOLDER = Path(__file__).parent
Ending = tuple[str, int] | Line
"""A setup's name and the seed of a random game with this end, or a line of play."""
BY_THE_SERVICE = {
    "resignation": "seat_resigned",
    "timeout": "clock_expired",
    "aborted": "match_aborted",
    "agreement": "draw_agreed",
}
EVENTS = 12
"""Events of a match before the service ends it."""


def current() -> dict[Path, Callable[[], Log]]:
    """Path -> function that records the log, for every log that the newest ruleset versions must have."""
    return {path: make for slug in slugs() for path, make in of_ruleset(slug).items()}


def of_ruleset(slug: str) -> dict[Path, Callable[[], Log]]:
    rules = shipped_ruleset(slug)
    folder = FOLDER / slug / str(rules.version)
    endings: dict[str, Ending] = import_module(f"tests.rules.{slug}.endings").ENDINGS
    setups = {setup.name: setup for setup in import_module(f"tests.rules.{slug}.setups").SETUPS}
    makers = {folder / f"{reason}.jsonl": _maker(setups, ending) for reason, ending in endings.items()}
    setup = next(iter(setups.values()))
    for number, (reason, event) in enumerate(BY_THE_SERVICE.items()):
        makers[folder / f"{reason}.jsonl"] = _cut_short(setup, number, event)
    return makers


def reasons(rules: Ruleset) -> set[str]:
    """All reasons that an outcome under these rules can have."""
    return {*rules.words["reasons"], *BY_THE_SERVICE}


def _maker(setups: dict[str, Setup], ending: Ending) -> Callable[[], Log]:
    if isinstance(ending, Line):
        return lambda: make_log(ending.rules, ending.options, ending.decks, ending.seed, choose=ending.choose)
    setup, seed = setups[ending[0]], ending[1]
    return lambda: make_log(setup.rules, setup.options, setup.decks, seed)


def _cut_short(setup: Setup, seed: int, event: str) -> Callable[[], Log]:
    return lambda: make_log(setup.rules, setup.options, setup.decks, seed, ending=event, most=EVENTS)
