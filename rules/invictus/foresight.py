"""The result of an attack, each card's reach, and the leads by colour, from a view alone (2.4, 7, 9.2)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.engine import Action, Seat, View
from rules.engine.board import Fact, Foretells, Foretold, Place

from .actions import Attack
from .alliance import side_of
from .cards import Cards
from .cells import CELL, CELLS
from .pointing import cell_place
from .state import Unit
from .view import Game


def reckon(cards: Cards, view: View) -> Mapping[Place, tuple[Fact, ...]]:
    return {**dict(_reach(cards, view.game)), **dict(_kingdoms(cards, view.game))}


def _reach(cards: Cards, game: Game) -> Iterator[tuple[Place, tuple[Fact, ...]]]:
    """2.4 The enemy cells in reach of each card on the battlefield, and the damage that it can still take."""
    for side, seen in enumerate(game.sides):
        for name, unit in seen.battlefield.items():
            if unit is not None:
                reached = tuple(CELLS[cell] for cell in cards.reach[unit.card][side][CELL[name]])
                left = _health(cards, unit) - unit.damage
                yield cell_place(side, name), (Fact("reaches", reached), Fact("health", left))


def _kingdoms(cards: Cards, game: Game) -> Iterator[tuple[Place, tuple[Fact, ...]]]:
    """9.2 The colours that give a kingdom its KP, and for each colour the cards in it and in the facing one."""
    held = [Counter(cards.color[card] for card in realm.kingdom.cards or ()) for realm in game.seats]
    for seat, realm in enumerate(game.seats):
        if realm.facing is not None:
            own, faced = held[seat], held[realm.facing]
            colors = sorted({*own, *faced})
            leads = tuple(color for color in colors if own[color] > faced[color])
            counts = [Fact(color, f"{own[color]}–{faced[color]}") for color in colors]
            yield f"kingdom:{seat}", (Fact("leads", leads), Fact("own_and_enemy_cards"), *counts) if counts else ()


def _attack(cards: Cards, view: View, seat: Seat, action: Attack) -> tuple[Foretold, ...]:
    """7.2, 7.3 Damage exactly equal to the health of an undamaged card captures it."""
    game: Game = view.game
    side = side_of(seat)
    attacker, target = game.sides[side].battlefield[action.from_], game.sides[1 - side].battlefield[action.to]
    assert attacker is not None and target is not None
    power, health = _power(cards, game, seat, attacker), _health(cards, target)
    left = health - target.damage
    ends = "destroyed" if power >= left else ""
    if power == health and target.damage == 0:
        ends = "captured"
    return (Foretold("attack", target.card, action.to, power, left, "health", max(0, left - power), ends),)


def _power(cards: Cards, game: Game, seat: Seat, unit: Unit) -> int:
    """7.2 With the current bonuses of the active side."""
    value = cards.cards[unit.card].attack
    base = game.seats[seat].hand.count if value == "X" else value
    charge = game.bonus.charge if unit.card in cards.soldiers else 0
    return base + game.bonus.all + charge


def _health(cards: Cards, unit: Unit) -> int:
    health = cards.cards[unit.card].health
    return health.active if unit.active else health.rested


FORETOLD: dict[type[Action], Foretells] = {Attack: _attack}
