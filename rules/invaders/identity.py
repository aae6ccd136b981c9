"""Canonical card ids, so that equal tables have equal bytes however they came about."""

from typing import Any, TypeVar, cast

from msgspec import structs

from .state import NOTHING, InvadersTable, Rule, Speaker, State

S = TypeVar("S", bound=Speaker)


def relabelled(table: InvadersTable) -> InvadersTable:
    """The same table with cards numbered by their places. References to cards that are gone become empty."""
    world = table.clone(table.chance)
    world.derived = None  # It has the old ids.
    new = _ids_by_place(world.state)
    for frame in world.frames:
        cast(Rule, frame).relabel(new)
    _relabel_state(world.state, new)
    return world


def _ids_by_place(state: State) -> dict[int, int]:
    cards: list[Any] = [card for card in state.board if card is not None]
    cards += state.destroyed + state.resolving + state.seats[0].grave + state.seats[1].grave
    return {card.id: number for number, card in enumerate(cards, 1)}


def _relabel_state(state: State, new: dict[int, int]) -> None:
    for card in state.board:
        if card is not None:
            card.id = new[card.id]
    state.destroyed = [structs.replace(card, id=new[card.id]) for card in state.destroyed]
    state.resolving = [structs.replace(card, id=new[card.id]) for card in state.resolving]
    for seat in state.seats:
        seat.grave = [structs.replace(card, id=new[card.id]) for card in seat.grave]
    state.waiting = [respoken(source, new) for source in state.waiting]
    if state.battle is not None:
        state.battle.attacker = new.get(state.battle.attacker, NOTHING)
        state.battle.target = new.get(state.battle.target, NOTHING)
    state.last_id = len(new)


def respoken(source: S, new: dict[int, int]) -> S:
    return structs.replace(source, this=new.get(source.this, NOTHING), event=new.get(source.event, NOTHING))
