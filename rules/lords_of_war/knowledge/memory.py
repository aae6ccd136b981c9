"""13.7 What a seat can remember: the cards it has seen, where they are, and what a pass revealed."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, cast

from msgspec import UNSET, Struct

from rules.engine import Deck, Drew, Effect, Ruleset, Seat, SeenEvent

from .. import teams
from ..cards import GENERAL, Cards
from ..effects import (
    BerserkerMoved,
    CardChosen,
    Deployed,
    DeploymentPassed,
    Eliminated,
    GeneralSetAside,
    HandShown,
    Recalled,
)
from ..options import Options
from ..squares import MAT, Place, around, place_of


class Memory(Struct):
    """What a seat learnt from the events that it saw. Lists are by seat."""

    options: Options
    deck: dict[str, int]
    """The list of its own deck."""
    known: list[list[str]]
    """Cards certainly in a hand: all cards of the seat's own, and cards that others recalled, showed or chose."""
    hidden_generals: list[bool]
    """Whether the general set aside at the start is still in that hand, unseen (13.7.3)."""
    seen: list[list[str]]
    """The cards seen of each deck, by the seat whose deck it was."""
    counts: list[int]
    """The number of cards in each hand."""
    no_support: list[int]
    """The number of unknown cards in a hand that are certainly not support units (13.7.4)."""
    field: dict[Place, int]
    """The units on the field: place -> team."""


def new_memory(options: Options, seat: Seat, deck: Deck) -> Memory:
    seats = teams.SEATS[options.mode]
    return Memory(
        options=options,
        deck=dict(deck["cards"]),
        known=[[] for _ in range(seats)],
        hidden_generals=[False] * seats,
        seen=[[] for _ in range(seats)],
        counts=[0] * seats,
        no_support=[0] * seats,
        field={},
    )


def update_memory(rules: Ruleset, memory: Memory, event: SeenEvent) -> None:
    for effect in event.effects:
        if (fold := _FOLDS.get(type(effect))) is not None:
            fold(rules.cards, memory, effect)


def _general_set_aside(cards: Cards, memory: Memory, effect: GeneralSetAside) -> None:
    if effect.zone == "hand":
        memory.counts[effect.seat] += 1
        memory.hidden_generals[effect.seat] = True
        if cast(object, effect.card) is not UNSET:
            _reveal(cards, memory, effect.seat, [effect.card])


def _drew(cards: Cards, memory: Memory, effect: Drew) -> None:
    memory.counts[effect.seat] += effect.count
    if cast(object, effect.cards) is not UNSET:
        memory.seen[teams.deck_seat(memory.options, effect.seat)].extend(effect.cards)
        memory.known[effect.seat].extend(effect.cards)


def _card_chosen(cards: Cards, memory: Memory, effect: CardChosen) -> None:
    if not _lies_in_reserve(cards, memory, effect.seat, effect.card):
        _reveal(cards, memory, effect.seat, [effect.card])


def _deployed(cards: Cards, memory: Memory, effect: Deployed) -> None:
    memory.field[place_of(effect.square)] = teams.team_of(memory.options, effect.seat)
    if effect.from_ == "hand":
        _reveal(cards, memory, effect.seat, [effect.card])
        memory.known[effect.seat].remove(effect.card)
        memory.counts[effect.seat] -= 1


def _deployment_passed(cards: Cards, memory: Memory, effect: DeploymentPassed) -> None:
    """13.7.4 A support unit could have been deployed if a square beside a friend was empty."""
    team = teams.team_of(memory.options, effect.seat)
    beside = around(place for place, of in memory.field.items() if of == team)
    if memory.options.battlefield == "mat":
        beside &= MAT
    if beside - memory.field.keys():
        memory.no_support[effect.seat] = _unknown(memory, effect.seat)


def _hand_shown(cards: Cards, memory: Memory, effect: HandShown) -> None:
    _reveal(cards, memory, effect.seat, effect.cards)
    memory.no_support[effect.seat] = 0


def _recalled(cards: Cards, memory: Memory, effect: Recalled) -> None:
    del memory.field[place_of(effect.square)]
    memory.known[effect.seat].append(effect.card)
    memory.counts[effect.seat] += 1


def _eliminated(cards: Cards, memory: Memory, effect: Eliminated) -> None:
    del memory.field[place_of(effect.square)]


def _berserker_moved(cards: Cards, memory: Memory, effect: BerserkerMoved) -> None:
    memory.field[place_of(effect.to)] = memory.field.pop(place_of(effect.from_))


_FOLDS: dict[type[Effect], Callable[[Cards, Memory, Any], None]] = {
    GeneralSetAside: _general_set_aside,
    Drew: _drew,
    CardChosen: _card_chosen,
    Deployed: _deployed,
    DeploymentPassed: _deployment_passed,
    HandShown: _hand_shown,
    Recalled: _recalled,
    Eliminated: _eliminated,
    BerserkerMoved: _berserker_moved,
}


def _reveal(cards: Cards, memory: Memory, seat: Seat, slugs: Iterable[str]) -> None:
    """Record cards as being in the hand. Of identical cards, a known one counts as the visible one."""
    for slug in (Counter(slugs) - Counter(memory.known[seat])).elements():
        memory.known[seat].append(slug)
        memory.seen[teams.deck_seat(memory.options, seat)].append(slug)
        if cards.by_slug[slug].rank == GENERAL:
            memory.hidden_generals[seat] = False
        elif not cards.by_slug[slug].support and memory.no_support[seat]:
            memory.no_support[seat] -= 1


def _lies_in_reserve(cards: Cards, memory: Memory, seat: Seat, slug: str) -> bool:
    """9.6 In three_player, a general that was not recalled to a hand is deployed from the reserve."""
    shares = memory.options.mode == "three_player" and teams.team_of(memory.options, seat) == 1
    return shares and cards.by_slug[slug].rank == GENERAL and slug not in memory.known[seat]


def _unknown(memory: Memory, seat: Seat) -> int:
    return memory.counts[seat] - len(memory.known[seat]) - memory.hidden_generals[seat]
