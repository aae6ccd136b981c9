"""Draws tables for tests, and reads them back.

A board is drawn as both players see it from the seat of side 0, file 0 on the left:

    the back row of side 1
    the front row of side 1
    the front row of side 0
    the back row of side 0

`.` is an empty cell, `priest` an active card, `priest-` a rested one, `priest:1` one with damage 1.
"""

from collections.abc import Sequence
from typing import Any

from rules.engine import Action, Effect, Prompt, QuickChance, Ruleset, Seat, Table, act, legal_actions, prompts
from rules.invictus.alliance import side_of
from rules.invictus.state import InvictusTable, Unit, new_state
from rules.invictus.turn import MainPhase, Turns
from rules.registry import bound_ruleset, shipped_ruleset

EMPTY_BOARD = """
    . . .
    . . .
    . . .
    . . .
"""
LEADERS = ("king-1", "pharaoh-1", "shogun-1", "king-2")
ROWS = ((1, "b"), (1, "f"), (0, "f"), (0, "b"))


def position(
    board: str = EMPTY_BOARD,
    hands: Sequence[str] = (),
    queues: Sequence[str] = (),
    graveyards: Sequence[str] = (),
    kingdoms: Sequence[str] = (),
    decks: Sequence[str] = (),
    *,
    active: Seat = 0,
    turn: int | None = None,
    order: tuple[Seat, ...] | None = None,
    options: dict[str, Any] | None = None,
    rules: Ruleset | None = None,
) -> InvictusTable:
    """The main phase of the active seat. Cards in a zone are parted by spaces; decks have five archers unless told."""
    rules = rules or shipped_ruleset("invictus")
    read = rules.read_options(options or {})
    seats = rules.seats(read)
    state = new_state(rules.cards, read, ())
    state.order = order or tuple(range(seats))
    state.first_side = side_of(state.order[0])
    state.facing = tuple(state.order[state.order.index(seat) ^ 1] for seat in range(seats))
    place = state.order.index(active)
    state.turn = place + 1 if turn is None else turn
    state.phase, state.active, state.reaction = "main", active, state.order[(place + 1) % seats]

    for seat, realm in enumerate(state.realms):
        realm.leader = LEADERS[seat]
        realm.hand, realm.kingdom = sorted(_zone(hands, seat)), sorted(_zone(kingdoms, seat))
        realm.deck = _zone(decks, seat) if decks else ["archer"] * 5
    for number, side in enumerate(state.sides):
        side.queue, side.graveyard = _zone(queues, number), sorted(_zone(graveyards, number))
    for (number, row), line in zip(ROWS, board.split("\n")[1:-1], strict=True):
        first = 0 if row == "f" else 3
        state.sides[number].cells[first : first + 3] = [_unit(word) for word in line.split()]
    return Table(rules, read, state, QuickChance(1), [Turns(), MainPhase(active)])


def _zone(zones: Sequence[str], number: int) -> list[str]:
    return zones[number].split() if number < len(zones) else []


def _unit(word: str) -> Unit | None:
    if word == ".":
        return None
    card, _, damage = word.partition(":")
    return Unit(card.removesuffix("-"), not card.endswith("-"), int(damage or 0))


def drawn(table: InvictusTable) -> str:
    """The board as `position` reads it, one blank between cells."""
    rows = []
    for number, row in ROWS:
        first = 0 if row == "f" else 3
        rows.append(" ".join(_word(unit) for unit in table.state.sides[number].cells[first : first + 3]))
    return "\n".join(rows)


def _word(unit: Unit | None) -> str:
    if unit is None:
        return "."
    return f"{unit.card}{'' if unit.active else '-'}{f':{unit.damage}' if unit.damage else ''}"


def board(drawing: str) -> str:
    """A drawing as `drawn` writes it."""
    return "\n".join(" ".join(line.split()) for line in drawing.split("\n")[1:-1])


def play(table: InvictusTable, *answers: tuple[Seat, Action]) -> list[Effect]:
    """Each answer in turn, checked; the effects of the last."""
    effects: list[Effect] = []
    for seat, action in answers:
        effects = act(table, seat, action)
    return effects


def asked_now(table: InvictusTable) -> list[Prompt]:
    return prompts(table)


def legal(table: InvictusTable, kind: type[Action], seat: Seat | None = None) -> list[Any]:
    """The legal actions of one kind, of the seat that is asked."""
    asked_seat = prompts(table)[0].seat if seat is None else seat
    return [action for action in legal_actions(table, asked_seat) if isinstance(action, kind)]


def with_figures(**figures: dict[str, Any]) -> Ruleset:
    """The ruleset bound to a card set in which these cards have other figures."""
    shipped = shipped_ruleset("invictus").card_set
    cards = [{**card, **figures.get(card["slug"], {})} for card in shipped["cards"]]
    return bound_ruleset("invictus", None, {**shipped, "cards": cards})


def with_effect(support: str, effect: dict[str, Any]) -> Ruleset:
    """The ruleset bound to a card set in which a support does something else."""
    shipped = shipped_ruleset("invictus").card_set
    supports = {**shipped["supports"], support: {**shipped["supports"][support], "effect": effect}}
    return bound_ruleset("invictus", None, {**shipped, "supports": supports})
