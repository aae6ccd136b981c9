"""What one viewer may see. A ruleset writes the `game` part; the rest is the same for all games."""

from collections.abc import Iterable, Mapping
from itertools import chain, repeat
from typing import Any

from msgspec import Struct

from rules.engine.canonical import digest
from rules.engine.frames import Table, prompts
from rules.engine.messages import CardSlug, Outcome, Prompt, Viewer


class Zone(Struct, frozen=True):
    """Some cards in one place. `cards` is null if the viewer can't see them."""

    # A zone's readers are declared where it is used: `hand: Annotated[Zone, OWNER]`.

    count: int
    cards: tuple[CardSlug, ...] | None


class View(Struct, frozen=True):
    """A match after event `version`, as one viewer sees it."""

    ruleset: str
    options: Any
    version: int
    turn: int
    prompts: list[Prompt]
    outcome: Outcome | None
    game: Any


class Hashed(Struct, frozen=True):
    """What `state_hash` covers: everything that the future depends on."""

    game: Any
    prompts: list[Prompt]
    turn: int


def open_zone(cards: Iterable[str]) -> Zone:
    """A zone that the viewer sees, in the given order."""
    listed = tuple(cards)
    return Zone(len(listed), listed)


def closed_zone(count: int) -> Zone:
    return Zone(count, None)


def hand_zone(cards: Iterable[str], seen: bool) -> Zone:
    """A hand, sorted as plain strings, so its order reveals nothing."""
    ordered = tuple(sorted(cards))
    return Zone(len(ordered), ordered if seen else None)


def left_of(deck: Mapping[str, int], seen: Iterable[str]) -> list[str]:
    """The cards of a deck without those already seen, in deck order. Seen cards that aren't in the deck are ignored.

    A Counter takes twice the time, and every possible world calls this.
    """
    left = dict(deck)
    for card in seen:
        if card in left:
            left[card] -= 1
    return [*chain.from_iterable(map(repeat, left, left.values()))]


def view(table: Table[Any, Any], viewer: Viewer, version: int) -> View:
    rules = table.rules
    return View(
        rules.slug, table.options, version, table.state.turn, prompts(table), table.outcome, rules.game(table, viewer)
    )


def state_hash(table: Table[Any, Any]) -> str:
    """SHA-256 of the canonical game, prompts and turn of the audit view, in hex."""
    return digest(Hashed(table.rules.game(table, "audit"), prompts(table), table.state.turn))
