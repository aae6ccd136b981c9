"""Every game the service can play: (slug, version) -> its package, and the card set that ships with it.

A new ruleset adds one line here.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any, cast

from rules.engine import CardSet, GameDefinition, Ruleset, digest
from rules.engine.declared_readers import check_readers
from rules.engine.decoding import make_structs_ready

_RULESETS: dict[tuple[str, int], str] = {
    ("battle_line", 1): "battle_line",
    ("blackpoker", 1): "blackpoker",
    ("invaders", 1): "invaders",
    ("invictus", 1): "invictus",
    ("lords_of_war", 1): "lords_of_war",
}
"""New matches start with the newest version of a slug. Older versions stay for stored matches."""


class UnknownRuleset(LookupError):
    """No such ruleset, or no such version of it."""


def slugs() -> list[str]:
    """All rulesets, sorted."""
    return sorted({slug for slug, _ in _RULESETS})


def newest_version(slug: str) -> int:
    versions = [version for name, version in _RULESETS if name == slug]
    if not versions:
        raise UnknownRuleset(f"there is no ruleset {slug!r}; there are {', '.join(slugs())}")
    return max(versions)


def game_definition(slug: str, version: int | None = None) -> GameDefinition:
    """The definition of a game; without a version, the newest. Raises UnknownRuleset, UndeclaredReaders."""
    version = newest_version(slug) if version is None else version
    if (slug, version) not in _RULESETS:
        raise UnknownRuleset(f"there is no version {version} of ruleset {slug!r}")
    package = import_module(f"rules.{_RULESETS[slug, version]}")
    _make_ready(package.__name__)
    _refuse_undeclared(package.__name__)
    return cast(GameDefinition, package.RULESET)


def folder_of(slug: str, version: int) -> Path:
    """The folder of a ruleset's package, with its RULES.md. Raises UnknownRuleset."""
    if (slug, version) not in _RULESETS:
        raise UnknownRuleset(f"there is no version {version} of ruleset {slug!r}")
    return Path(str(resources.files(f"rules.{_RULESETS[slug, version]}")))


@cache
def _make_ready(package: str) -> None:
    """Prepare a game's Structs, once after its import: several threads may ask for it first."""
    make_structs_ready()


@cache
def _refuse_undeclared(package: str) -> None:
    """Check a game's declarations of readers once per process. Raises UndeclaredReaders."""
    check_readers(import_module(package).RULESET)


@cache
def shipped_set(ruleset: str) -> CardSet:
    """The set that ships in the ruleset's package: revision 1 of its cards."""
    text = resources.files(f"rules.{ruleset}").joinpath("cards.json").read_text(encoding="utf-8")
    return cast(CardSet, json.loads(text))


def set_digest(card_set: CardSet) -> str:
    """SHA-256 of the canonical set, which event 0 pins."""
    return digest(card_set)


@cache
def shipped_ruleset(slug: str, version: int | None = None) -> Ruleset:
    """The ruleset bound to the card set that ships with it."""
    definition = game_definition(slug, version)  # First: an unregistered ruleset has no card set to read.
    return Ruleset(definition, shipped_set(slug))


def bound_ruleset(slug: str, version: int | None, card_set: Mapping[str, Any]) -> Ruleset:
    """The ruleset bound to one card set."""
    return Ruleset(game_definition(slug, version), card_set)
