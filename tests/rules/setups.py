"""The option sets that laws, playthroughs and perft counts run over; `<ruleset>/setups.py` lists its own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from rules.engine import Chance, Ruleset, SeededChance, Table, match_key
from rules.registry import shipped_ruleset, slugs


@dataclass(frozen=True)
class Setup:
    """One way to start a ruleset. `name` is a file name: kebab-case."""

    ruleset: str
    name: str
    options: dict[str, Any] = field(default_factory=dict)
    decks: list[dict[str, Any]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.ruleset}:{self.name}"

    @property
    def rules(self) -> Ruleset:
        return shipped_ruleset(self.ruleset)

    def start(self, chance: Chance | int) -> Table[Any, Any]:
        """A started table; a number is the seed of a match without entropies."""
        problems = self.rules.check_setup(self.options, self.decks)
        assert problems == [], problems
        return self.rules.start(self.options, self.decks, seeded(chance, self) if isinstance(chance, int) else chance)


@dataclass(frozen=True)
class Line:
    """A game that random play doesn't reach: its cards, its seed, and a function that chooses the actions."""

    rules: Ruleset
    options: dict[str, Any]
    decks: list[dict[str, Any]]
    seed: int
    choose: Callable[[Table[Any, Any], list[Any]], Any]


def seeded(number: int, setup: Setup) -> SeededChance:
    seats = setup.rules.seats(setup.rules.read_options(setup.options))
    return SeededChance(match_key(number.to_bytes(32, "big"), [""] * seats))


def starter(ruleset: str, slug: str) -> dict[str, Any]:
    """A starter deck of the shipped card set, as a seat sends it."""
    decks = {deck.slug: deck for deck in shipped_ruleset(ruleset).starter_decks}
    return {"cards": dict(decks[slug].cards)}


def all_setups() -> list[Setup]:
    return [setup for slug in slugs() for setup in import_module(f"tests.rules.{slug}.setups").SETUPS]
