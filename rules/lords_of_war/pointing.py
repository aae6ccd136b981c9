"""What actions and prompts refer to on the table, and what effects changed there (11, 12)."""

from typing import Any

from rules.engine import Action, Drew, Effect, MatchEnded, Pass, Prompt, Rolled, Seat, Shuffled, View
from rules.engine.board import (
    Link,
    Links,
    Place,
    Points,
    Squares,
    Touch,
    Touches,
    no_place,
    nothing_touched,
)

from . import actions, effects, prompts
from .squares import Square


def place_of(square: Square) -> Place:
    return f"square:{square[0]},{square[1]}"


# What an action refers to (11)


def _card_in_hand(card: str, seat: Seat, view: View) -> Place:
    """7.7 A general in the reserve is deployed by its team."""
    team = view.game.seats[seat].team
    in_reserve = card in (view.game.teams[team].reserve.cards or ())
    return f"reserve:{team}:{card}" if in_reserve else f"hand:{seat}:{card}"


POINTS: dict[type[Action], Points] = {
    actions.ChooseCard: lambda action, seat, view: (_card_in_hand(action.card, seat, view),),
    actions.Deploy: lambda action, seat, view: (_card_in_hand(action.card, seat, view), place_of(action.square)),
    actions.Fire: lambda action, seat, view: (place_of(action.square), place_of(action.target)),
    actions.HoldFire: lambda action, seat, view: (place_of(action.square),),
    actions.BerserkMove: lambda action, seat, view: (place_of(action.square), place_of(action.to)),
    actions.Draw: lambda action, seat, view: (f"deck:{view.game.seats[seat].deck_seat}",),
    actions.Recall: lambda action, seat, view: (place_of(action.square),),
    Pass: no_place,
}


# What an effect changed (12)


def _set_aside(effect: effects.GeneralSetAside, view: View) -> tuple[Touch, ...]:
    place = f"reserve:{view.game.seats[effect.seat].team}" if effect.zone == "reserve" else f"hand:{effect.seat}"
    return (Touch("moved", place),)


def _fallen(effect: effects.Eliminated, view: View) -> tuple[Touch, ...]:
    """8.5 A fallen unit is with the other team."""
    team = 1 - view.game.seats[effect.seat].team
    attackers = tuple(Touch("named", place_of(square)) for square in effect.attackers)
    return (Touch("hit", place_of(effect.square)), Touch("moved", f"trophies:{team}"), *attackers)


def _drawn(effect: Any, view: View) -> tuple[Touch, ...]:
    return (
        Touch("drawn", f"hand:{effect.seat}"),
        Touch("gone", f"deck:{view.game.seats[effect.seat].deck_seat}"),
    )


TOUCHES: dict[type[Effect], Touches] = {
    Rolled: nothing_touched,
    effects.GeneralSetAside: _set_aside,
    Shuffled: lambda effect, view: (Touch("turned", f"deck:{effect.seat}"),),
    Drew: _drawn,
    effects.TurnStarted: nothing_touched,
    effects.Deployed: lambda effect, view: (Touch("moved", place_of(effect.square)),),
    effects.CardChosen: lambda effect, view: (Touch("named", f"hand:{effect.seat}:{effect.card}"),),
    effects.HandShown: lambda effect, view: (Touch("revealed", f"hand:{effect.seat}"),),
    effects.DeploymentPassed: nothing_touched,
    effects.Fired: lambda effect, view: (
        Touch("named", place_of(effect.square)),
        Touch("hit", place_of(effect.target)),
    ),
    effects.HeldFire: lambda effect, view: (Touch("named", place_of(effect.square)),),
    effects.Eliminated: _fallen,
    effects.BerserkerMoved: lambda effect, view: (
        Touch("gone", place_of(effect.from_)),
        Touch("moved", place_of(effect.to)),
    ),
    effects.ExtraTurnEarned: nothing_touched,
    effects.Recalled: lambda effect, view: (
        Touch("gone", place_of(effect.square)),
        Touch("drawn", f"hand:{effect.seat}"),
    ),
    effects.ReinforcementPassed: nothing_touched,
    MatchEnded: nothing_touched,
}

# What an effect connects (8, 9)


def _attacks(effect: effects.Eliminated, view: View) -> tuple[Link, ...]:
    return tuple(Link("attack", place_of(square), place_of(effect.square)) for square in effect.attackers)


LINKS: dict[type[Effect], Links] = {
    effects.Fired: lambda effect, view: (Link("shot", place_of(effect.square), place_of(effect.target)),),
    effects.Eliminated: _attacks,
}


# Which squares are named, so that sentences can name their units


def _named_squares(*names: str) -> Squares:
    return lambda message, seat: {name: (place_of(getattr(message, name)),) for name in names}


SQUARES: dict[type[Action] | type[Prompt], Squares] = {
    actions.Fire: _named_squares("square", "target"),
    actions.HoldFire: _named_squares("square"),
    actions.BerserkMove: _named_squares("square", "to"),
    actions.Recall: _named_squares("square"),
    prompts.FirePrompt: _named_squares("square"),
    prompts.BerserkMovePrompt: _named_squares("square"),
}


def prompt_place(prompt: Any) -> Place:
    """The part of the table where the prompt is answered: the field, or the hand when a card is chosen."""
    square = getattr(prompt, "square", None)
    if square is not None:
        return place_of(square)
    return f"hand:{prompt.seat}"
