"""What actions and prompts refer to on the table, and what effects changed there (13, 14)."""

from typing import Any

from rules.engine import Action, Drew, Effect, MatchEnded, Pass, Picked, Prompt, Seat, Shuffled, TurnStarted, View
from rules.engine.board import (
    Link,
    Links,
    Offers,
    Place,
    Points,
    Squares,
    Touch,
    Touches,
    no_place,
    nothing_touched,
)

from . import actions, effects
from .alliance import side_of
from .view import Game


def cell_place(side: int, name: str) -> Place:
    return f"cell:{side}:{name}"


# What an action refers to (14.3)


def _own_cell(seat: Seat, cell: str) -> Place:
    return cell_place(side_of(seat), cell)


def _enemy_cell(seat: Seat, cell: str) -> Place:
    return cell_place(1 - side_of(seat), cell)


def _from_hand(action: Any, seat: Seat, view: View) -> tuple[Place, ...]:
    return (f"hand:{seat}:{action.card}",)


def _march(action: actions.March, seat: Seat, view: View) -> tuple[Place, ...]:
    zone = f"hand:{seat}" if action.from_ == "hand" else f"queue:{side_of(seat)}"
    return (f"{zone}:{action.card}", _own_cell(seat, action.cell))


def _divert(action: actions.Divert, seat: Seat, view: View) -> tuple[Place, ...]:
    """10.3 The kingdom of the facing seat, or the queue of its side."""
    zone = f"kingdom:{view.game.seats[seat].facing}" if action.from_ == "kingdom" else f"queue:{1 - side_of(seat)}"
    return (f"{zone}:{action.card}", _enemy_cell(seat, action.cell))


def _resolve(action: actions.Resolve, seat: Seat, view: View) -> tuple[Place, ...]:
    """8.4 It depends on the support: an enemy cell, two own cells, a card, or a card and an own cell."""
    if isinstance(action.cells, tuple):
        return tuple(_own_cell(seat, cell) for cell in action.cells)
    if not isinstance(action.card, str):
        return (_enemy_cell(seat, str(action.cell)),)
    if isinstance(action.cell, str):
        return (f"graveyard:{side_of(seat)}", _own_cell(seat, action.cell))
    return (_place_of_card(action.card, seat, view),)


def _place_of_card(card: str, seat: Seat, view: View) -> Place:
    """8.4 The hand that a spy has revealed, the attacker's graveyard (8.6) or the user's kingdom (8.7)."""
    game: Game = view.game
    if any(isinstance(getattr(prompt, "hand", None), tuple) for prompt in view.prompts):
        return f"shown:{card}"
    side = 1 - side_of(seat)
    is_block = game.attack is not None and seat == game.reaction
    if is_block and card in (game.sides[side].graveyard.cards or ()):
        return f"graveyard:{side}"
    return f"kingdom:{seat}:{card}"


POINTS: dict[type[Action], Points] = {
    actions.ChooseLeader: lambda action, seat, view: (f"offer:{seat}:{action.card}",),
    actions.ChooseHand: lambda action, seat, view: tuple(f"deck:{seat}" for _ in action.cards[:1]),
    actions.ChooseOrder: no_place,
    actions.Deploy: lambda action, seat, view: (f"hand:{seat}:{action.card}", _own_cell(seat, action.cell)),
    actions.Enqueue: _from_hand,
    actions.Settle: _from_hand,
    actions.Attack: lambda action, seat, view: (_own_cell(seat, action.from_), _enemy_cell(seat, action.to)),
    actions.March: _march,
    actions.UseSupport: _from_hand,
    actions.EndTurn: no_place,
    actions.Resolve: _resolve,
    actions.Divert: _divert,
    Pass: no_place,
}

OFFERS: dict[type[Action], Offers] = {
    actions.ChooseHand: lambda action, seat: (f"deck:{seat}", action.cards),
}


# What an effect changed (13)


def _zone_place(zone: str, seat: Seat | None, side: int, card: str) -> Place:
    """Hands and kingdoms belong to seats, queues and graveyards to sides."""
    if zone == "graveyard":
        return f"graveyard:{side}"
    return f"queue:{side}:{card}" if zone == "queue" else f"{zone}:{seat}:{card}"


def _at_cell(kind: Any) -> Any:
    return lambda effect, view: (Touch(kind, cell_place(effect.side, effect.cell)),)


def _of_seat(kind: Any, zone: str) -> Any:
    return lambda effect, view: (Touch(kind, f"{zone}:{effect.seat}"),)


def _support_of(kind: Any) -> Any:
    """8.1 The card of a support lies in its user's queue."""
    return lambda effect, view: (Touch(kind, f"queue:{side_of(effect.seat)}"),)


def _shuffled(effect: Shuffled, view: View) -> tuple[Touch, ...]:
    """5.1 The box of leaders belongs to no seat and has no place on the table."""
    return () if effect.seat is None else (Touch("turned", f"{effect.zone}:{effect.seat}"),)


def _attacked(effect: effects.Attacked, view: View) -> tuple[Touch, ...]:
    return (Touch("named", _own_cell(effect.seat, effect.from_)), Touch("named", _enemy_cell(effect.seat, effect.to)))


def _captured(effect: effects.Captured, view: View) -> tuple[Touch, ...]:
    """R8 A leader goes to its own graveyard."""
    in_kingdom = effect.card in (view.game.seats[effect.seat].kingdom.cards or ())
    to = f"kingdom:{effect.seat}:{effect.card}" if in_kingdom else f"graveyard:{effect.side}"
    return (Touch("gone", cell_place(effect.side, effect.cell)), Touch("claimed", to))


TOUCHES: dict[type[Effect], Touches] = {
    Shuffled: _shuffled,
    effects.OfferedLeaders: _of_seat("drawn", "offer"),
    effects.ChoseLeader: nothing_touched,
    effects.ChoseHand: _of_seat("drawn", "hand"),
    effects.RevealedLeader: _of_seat("revealed", "hand"),
    Picked: nothing_touched,
    effects.OrderSet: nothing_touched,
    TurnStarted: nothing_touched,
    Drew: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"), Touch("gone", f"deck:{effect.seat}")),
    effects.Readied: lambda effect, view: tuple(
        Touch("turned", cell_place(effect.side, cell)) for cell in effect.cells
    ),
    effects.Advanced: lambda effect, view: (
        Touch("gone", cell_place(effect.side, effect.from_)),
        Touch("moved", cell_place(effect.side, effect.to)),
    ),
    effects.Withdrew: lambda effect, view: (
        Touch("gone", cell_place(effect.side, effect.cell)),
        Touch("moved", _zone_place(effect.to, effect.seat, effect.side, effect.card)),
    ),
    effects.Deployed: _at_cell("moved"),
    effects.Queued: lambda effect, view: (Touch("moved", f"queue:{effect.side}:{effect.card}"),),
    effects.Settled: lambda effect, view: (Touch("moved", f"kingdom:{effect.seat}:{effect.card}"),),
    effects.Supported: lambda effect, view: (Touch("moved", f"queue:{side_of(effect.seat)}:{effect.card}"),),
    effects.Negated: _support_of("hit"),
    effects.Attacked: _attacked,
    effects.Blocked: _support_of("named"),
    effects.Boosted: nothing_touched,
    effects.Swapped: lambda effect, view: tuple(Touch("moved", cell_place(effect.side, cell)) for cell in effect.cells),
    effects.RevealedHand: _of_seat("revealed", "hand"),
    effects.Recalled: _of_seat("drawn", "hand"),
    effects.Damaged: _at_cell("hit"),
    effects.Destroyed: lambda effect, view: (
        Touch("gone", cell_place(effect.side, effect.cell)),
        Touch("moved", f"graveyard:{effect.side}"),
    ),
    effects.Captured: _captured,
    effects.DiversionStarted: nothing_touched,
    effects.TurnEnded: nothing_touched,
    MatchEnded: nothing_touched,
}

# What an effect connects (7)


LINKS: dict[type[Effect], Links] = {
    effects.Attacked: lambda effect, view: (
        Link("attack", _own_cell(effect.seat, effect.from_), _enemy_cell(effect.seat, effect.to), effect.power),
    ),
}


# Which squares are named, so that sentences can name their cards


def _cells_of_support(action: actions.Resolve, seat: Seat) -> dict[str, tuple[Place, ...]]:
    """8.4 Two own cells, an own cell beside a card, or an enemy cell alone."""
    if isinstance(action.cells, tuple):
        return {"cells": tuple(_own_cell(seat, cell) for cell in action.cells)}
    if not isinstance(action.cell, str):
        return {}
    return {"cell": ((_own_cell if isinstance(action.card, str) else _enemy_cell)(seat, action.cell),)}


SQUARES: dict[type[Action] | type[Prompt], Squares] = {
    actions.Deploy: lambda action, seat: {"cell": (_own_cell(seat, action.cell),)},
    actions.March: lambda action, seat: {"cell": (_own_cell(seat, action.cell),)},
    actions.Attack: lambda action, seat: {
        "from": (_own_cell(seat, action.from_),),
        "to": (_enemy_cell(seat, action.to),),
    },
    actions.Resolve: _cells_of_support,
    actions.Divert: lambda action, seat: {"cell": (_enemy_cell(seat, action.cell),)},
}


def prompt_place(prompt: Any) -> Place:
    """The part of the table where the prompt is answered: offered leaders, deck, battlefield or hand."""
    fixed = {
        "choose_leader": f"offer:{prompt.seat}",
        "choose_hand": f"deck:{prompt.seat}",
        "main": "cell",
        "resolve_support": "cell",
        "diversion": "cell",
    }
    return fixed.get(str(type(prompt).__struct_config__.tag), f"hand:{prompt.seat}")
