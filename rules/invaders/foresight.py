"""From a view alone: costs and the means to pay them, the comparison of an attack, the origin of a strength or effect.

The cost of a hand card may depend on abilities of cards in play (11.8). Then there is no text.
"""

from collections.abc import Iterator, Mapping

from rules.engine import Action, Seat, View
from rules.engine.board import Fact, Foretells, Foretold, Place

from . import actions
from .cards import Cards
from .view import CardView, Game


def reckon(cards: Cards, view: View) -> Mapping[Place, tuple[Fact, ...]]:
    """Place -> a unit's printed military and the additions by effects of other cards, if the total differs from it."""
    game: Game = view.game
    return {
        place: tuple(_origin(cards, card))
        for place, card in game.board.items()
        if card is not None and card.military is not None
    }


def _origin(cards: Cards, card: CardView) -> Iterator[Fact]:
    """11.8 Military is the printed value plus chips and modifiers."""
    definition = cards.by_slug[card.card]
    for name, now, chips in (
        ("military", card.military, card.military_chips),
        ("labour", card.labour, card.labour_chips),
    ):
        printed = getattr(definition, name)
        if now is not None and now != printed:
            yield Fact(f"printed_{name}", printed)
            if others := now - printed - chips:
                yield Fact(f"{name}_from_effects", f"{others:+}")


def _cast(cards: Cards, view: View, seat: Seat, action: actions.Cast) -> tuple[Foretold, ...]:
    """7.1 Money pays first, then savings."""
    game: Game = view.game
    cost = cards.by_slug[action.card].cost
    if cost is None or any(_changes_costs(cards, card, seat) for card in game.board.values()):
        return ()
    return (Foretold("cost", amount=cost, goal=game.seats[seat].money + game.seats[seat].savings),)


def _target(cards: Cards, view: View, seat: Seat, action: actions.Target) -> tuple[Foretold, ...]:
    """8.8 Compares the current military of both units. A leader takes it as damage."""
    game: Game = view.game
    attacker = None if game.battle is None or game.battle.attacker is None else game.board[game.battle.attacker]
    target, name = game.board.get(action.target), action.target.partition(":")[2]
    if attacker is None or attacker.military is None:
        return ()
    if target is None:
        return (Foretold("damage", at=name, amount=attacker.military),)
    return (Foretold("military", target.card, name, attacker.military, target.military, "military"),)


def _resolve(cards: Cards, view: View, seat: Seat, action: actions.Resolve) -> tuple[Foretold, ...]:
    """10.3 The card and the ability that wait, since copies of a card look alike, and so do abilities of one card."""
    game: Game = view.game
    waiting = game.waiting[action.index]
    at = waiting.self.partition(":")[2] if waiting.self in game.board else ""
    if isinstance(waiting.ability, int):
        return (Foretold("ability", at=at, amount=waiting.ability + 1),)
    return (Foretold("countdown" if waiting.ability == "countdown" else "ability", at=at),)


def _changes_costs(cards: Cards, card: CardView | None, seat: Seat) -> bool:
    if card is None or card.seat != seat:
        return False
    auras = cards.by_slug[card.card].auras.values()
    return any(aura.applies_to.zone == "hand" for live in auras for _, aura in live)


FORETOLD: dict[type[Action], Foretells] = {
    actions.Cast: _cast,
    actions.Target: _target,
    actions.Resolve: _resolve,
}
