"""What actions and prompts refer to on the table, and what effects changed there (7, 8, 10, 13)."""

from typing import Any

from rules.engine import Action, Drew, Effect, MatchEnded, Pass, Picked, Prompt, Shuffled, View
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
from .places import LEADERS, PLACES
from .view import Game

# What an action refers to (7, 8, 10, 11)


def place_of(named: str) -> Place:
    """13.8 A place on the board, or a card of another zone: `0:grave:3`, `hand:2`."""
    if named in PLACES or named in LEADERS:
        return named
    first, _, rest = named.partition(":")
    return f"{rest.partition(':')[0]}:{first}" if first.isdecimal() else first


def _cast(action: actions.Cast, seat: int, view: View) -> tuple[Place, ...]:
    at = (action.place,) if isinstance(action.place, str) else ()
    return (f"hand:{seat}:{action.card}", *at)


def _command(action: actions.TakeCommand, seat: int, view: View) -> tuple[Place, ...]:
    return (action.unit,) if isinstance(action.unit, str) else (f"hand:{seat}:{action.card}",)


def _choose(action: actions.Choose, seat: int, view: View) -> tuple[Place, ...]:
    if isinstance(action.target, str):
        return (place_of(action.target),)
    if isinstance(action.place, str):
        return (place_of(action.place),)
    if not isinstance(action.zone, str):
        return ()
    owner = action.seat if isinstance(action.seat, int) else seat
    if action.zone == "grave":
        return (f"grave:{owner}",)
    return (f"hand:{owner}:{action.card}",) if action.zone == "hand" else (f"{action.zone}:{action.card}",)


def _unit(action: Any, seat: int, view: View) -> tuple[Place, ...]:
    return (action.unit,)


POINTS: dict[type[Action], Points] = {
    actions.Janken: no_place,
    actions.ChooseFirst: no_place,
    actions.Mulligan: lambda action, seat, view: tuple(f"hand:{seat}:{card}" for card in action.cards),
    actions.Cast: _cast,
    actions.SetEmergency: lambda action, seat, view: (f"hand:{seat}:{action.card}", f"{seat}:E"),
    actions.DiscardEmergency: lambda action, seat, view: (f"{seat}:E",),
    actions.Labour: _unit,
    actions.TakeCommand: _command,
    actions.Activate: lambda action, seat, view: (place_of(action.place),),
    actions.EndMain: no_place,
    actions.Attack: _unit,
    actions.EndWar: no_place,
    actions.Target: lambda action, seat, view: (action.target,),
    actions.Block: _unit,
    actions.Invade: _unit,
    actions.Resolve: lambda action, seat, view: (f"waiting:{action.index}",),
    actions.Accept: no_place,
    actions.Choose: _choose,
    actions.Done: no_place,
    actions.Save: lambda action, seat, view: (f"money:{seat}",),
    Pass: no_place,
}


# What an effect changed (13.2)

ZONES = {
    "deck_top": "deck", "deck_bottom": "deck", "deck_shuffle": "deck", "deck": "deck", "hand": "hand",
    "grave": "grave", "removed": "removed",
}  # fmt: skip


def _zone(kind: Any, named: str, seat: int) -> tuple[Touch, ...]:
    """The origin or destination of a card: a place on the board or a zone of its seat; nowhere while in transit."""
    if named in ZONES:
        return (Touch(kind, f"{ZONES[named]}:{seat}"),)
    return (Touch(kind, named),) if named in PLACES else ()


def _at(kind: Any, field: str = "place") -> Any:
    return lambda effect, view: (Touch(kind, place_of(getattr(effect, field))),)


def _of(kind: Any, zone: str) -> Any:
    return lambda effect, view: (Touch(kind, f"{zone}:{effect.seat}"),)


def _moved_to(zone: str) -> Any:
    """A card of the seat moved from one place to another."""
    return lambda effect, view: (
        *_zone("gone", effect.from_, effect.seat),
        Touch("moved", f"{zone}:{effect.seat}"),
    )


def _stepped(effect: Any, view: View) -> tuple[Touch, ...]:
    return (Touch("gone", effect.from_), Touch("moved", effect.to))


def _speaking(effect: Any, view: View) -> tuple[Touch, ...]:
    """10.4 The card whose effect it is, as long as it lies on the board, is being used, or is in its grave."""
    game: Game = view.game
    emergency = game.seats[effect.seat].emergency
    here = [place for place, card in game.board.items() if card is not None and _is_of(card, effect)]
    here += [f"{effect.seat}:E"] if emergency is not None and emergency.card == effect.card else []
    here += [f"resolving:{index}" for index, used in enumerate(game.resolving) if _is_of(used, effect)]
    here += [f"grave:{effect.seat}"] if effect.card in (game.seats[effect.seat].grave.cards or ()) else []
    return tuple(Touch("named", place) for place in here[:1])


def _is_of(card: Any, effect: Any) -> bool:
    return bool((card.seat, card.card) == (effect.seat, effect.card))


def _leader(seat: int) -> Place:
    return LEADERS[seat]


TOUCHES: dict[type[Effect], Touches] = {
    Shuffled: lambda effect, view: (Touch("turned", f"{effect.zone}:{effect.seat}"),),
    Picked: nothing_touched,
    effects.Rolled: nothing_touched,
    Drew: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"), Touch("gone", f"deck:{effect.seat}")),
    MatchEnded: nothing_touched,
    effects.Chose: nothing_touched,
    effects.JankenShown: nothing_touched,
    effects.FirstPlayerDecided: nothing_touched,
    effects.Mulliganed: lambda effect, view: (
        Touch("drawn", f"hand:{effect.seat}"),
        Touch("turned", f"deck:{effect.seat}"),
    ),
    effects.TurnStarted: nothing_touched,
    effects.DeckOut: lambda effect, view: (Touch("hit", _leader(effect.seat)), Touch("named", f"deck:{effect.seat}")),
    effects.Refilled: _of("drawn", "money"),
    effects.PhaseChanged: nothing_touched,
    effects.Untapped: _at("turned"),
    effects.Tapped: _at("turned"),
    effects.Paid: lambda effect, view: (
        *([Touch("gone", f"money:{effect.seat}")] if effect.money else []),
        *([Touch("gone", f"savings:{effect.seat}")] if effect.savings else []),
    ),
    effects.Cast: lambda effect, view: (
        (Touch("named", f"hand:{effect.seat}"),) if effect.place is None else (Touch("moved", effect.place),)
    ),
    effects.Entered: _at("moved"),
    effects.SituationPlaced: _at("moved"),
    effects.EventPlayed: _speaking,
    effects.EmergencySet: lambda effect, view: (Touch("moved", f"{effect.seat}:E"),),
    effects.EmergencyRevealed: lambda effect, view: (Touch("revealed", f"{effect.seat}:E"),),
    effects.Laboured: lambda effect, view: (Touch("turned", effect.place), Touch("drawn", f"savings:{effect.seat}")),
    effects.Commanded: lambda effect, view: (
        *_zone("gone", effect.from_, effect.seat),
        Touch("moved", f"{effect.seat}:HQ"),
    ),
    effects.Activated: _at("named"),
    effects.AttackDeclared: _at("named", "unit"),
    effects.Targeted: lambda effect, view: (Touch("named", effect.unit), Touch("named", effect.target)),
    effects.AttackAborted: _at("named", "unit"),
    effects.Blocked: lambda effect, view: (Touch("named", effect.unit), Touch("named", effect.attacker)),
    effects.Compared: lambda effect, view: (Touch("named", effect.attacker), Touch("named", effect.defender)),
    effects.Invaded: _stepped,
    effects.BattleEnded: nothing_touched,
    effects.Damaged: lambda effect, view: (Touch("hit", _leader(effect.seat)),),
    effects.Healed: lambda effect, view: (Touch("drawn", _leader(effect.seat)),),
    effects.Destroyed: _at("hit"),
    effects.PutInGrave: _moved_to("grave"),
    effects.Exiled: _moved_to("removed"),
    effects.Returned: lambda effect, view: (
        *_zone("gone", effect.from_, effect.seat),
        *_zone("moved", effect.to, effect.seat),
    ),
    effects.Chipped: _at("turned"),
    effects.CountdownPlaced: _at("turned"),
    effects.Given: _at("turned"),
    effects.MoneyChanged: _of("turned", "money"),
    effects.SavingsGained: _of("drawn", "savings"),
    effects.Moved: _stepped,
    effects.Opened: lambda effect, view: (Touch("revealed", f"deck:{effect.seat}"),),
    effects.Looked: lambda effect, view: (Touch("named", f"deck:{effect.seat}"),),
    effects.Took: lambda effect, view: _zone("moved", effect.to, effect.seat),
    effects.RestPlaced: lambda effect, view: _zone("moved", effect.to, effect.seat),
    effects.SavingsRemoved: _of("gone", "savings"),
    effects.Saved: _of("drawn", "savings"),
    effects.Revolted: nothing_touched,
    effects.EffectStarted: _speaking,
    effects.Replaced: _speaking,
    effects.RolledBack: _speaking,
    effects.Declared: _speaking,
}

# What an effect connects (11)


LINKS: dict[type[Effect], Links] = {
    effects.Targeted: lambda effect, view: (Link("attack", effect.unit, effect.target),),
    effects.Blocked: lambda effect, view: (Link("block", effect.unit, effect.attacker),),
    effects.Compared: lambda effect, view: (Link("attack", effect.attacker, effect.defender),),
}


# Which squares are named, so that sentences can name their units


def _named_squares(*names: str) -> Squares:
    return lambda message, seat: {
        name: (place_of(place),) for name in names if isinstance(place := getattr(message, name), str)
    }


SQUARES: dict[type[Action] | type[Prompt], Squares] = {
    **dict.fromkeys(
        (actions.Labour, actions.TakeCommand, actions.Attack, actions.Block, actions.Invade, prompts.TargetPrompt),
        _named_squares("unit"),
    ),
    actions.Activate: _named_squares("place"),
    actions.Target: _named_squares("target"),
    actions.Choose: _named_squares("target"),
    actions.Resolve: lambda action, seat: {"index": (f"waiting:{action.index}",)},
    prompts.BlockPrompt: _named_squares("attacker", "target"),
}


def prompt_place(prompt: Any) -> Place:
    """The part of the table where the prompt is answered: the hand, the board, the waiting effects or the money."""
    fixed = {
        "mulligan": f"hand:{prompt.seat}",
        "main": f"hand:{prompt.seat}",
        "order": "waiting",
        "saving": f"money:{prompt.seat}",
    }
    return fixed.get(str(type(prompt).__struct_config__.tag), "board")
