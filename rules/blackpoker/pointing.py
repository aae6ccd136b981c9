"""What actions and prompts refer to on the table, and what effects changed there (9)."""

from typing import Any

from rules.engine import Action, Drew, Effect, MatchEnded, Pass, Picked, Seat, Shuffled, TurnStarted, View
from rules.engine.board import (
    Link,
    Links,
    Place,
    Points,
    Touch,
    Touches,
    no_place,
    nothing_touched,
)

from . import actions, effects
from .state import Target


def character_place(character: int) -> Place:
    return f"character:{character}"


def request_place(request: int) -> Place:
    return f"stage:{request}"


def place_of_target(target: Target) -> Place:
    if isinstance(target.character, int):
        return character_place(target.character)
    return request_place(target.request) if isinstance(target.request, int) else f"deck:{target.seat}"


# What an action refers to (9.1)


def _from_hand(action: Any, seat: Seat, view: View) -> tuple[Place, ...]:
    return (f"hand:{seat}:{action.card}",)


def _raise(action: actions.Raise, seat: Seat, view: View) -> tuple[Place, ...]:
    return tuple(f"hand:{seat}:{card}" for card in action.keys)


def _choose_target(action: actions.ChooseTarget, seat: Seat, view: View) -> tuple[Place, ...]:
    if isinstance(action.character, int):
        return (character_place(action.character),)
    return (request_place(action.request),) if isinstance(action.request, int) else ()


def _character_named(action: Any, seat: Seat, view: View) -> tuple[Place, ...]:
    return (character_place(action.character),)


POINTS: dict[type[Action], Points] = {
    actions.Raise: _raise,
    Pass: no_place,
    actions.PayBulwark: _character_named,
    actions.PayDiscard: _from_hand,
    actions.ChooseTarget: _choose_target,
    actions.PlaceBulwark: _from_hand,
    actions.Search: lambda action, seat, view: (f"deck:{seat}",),
    actions.SetState: no_place,
    actions.PlaceOnDeck: lambda action, seat, view: (_place_of_card(action.card, view),),
    actions.Reinforce: lambda action, seat, view: (f"deck:{seat}",),
    actions.ChooseGraveyard: lambda action, seat, view: (f"graveyard:{seat}",),
    actions.ChooseHand: lambda action, seat, view: (f"hand:{1 - seat}:{action.card}",),
    actions.Discard: _from_hand,
    actions.DrawMore: lambda action, seat, view: (f"deck:{seat}",),
    actions.DrawStop: no_place,
    actions.Attacker: _character_named,
    actions.AttackersDone: no_place,
    actions.Block: lambda action, seat, view: (character_place(action.attacker), character_place(action.blocker)),
    actions.BlockersDone: no_place,
}


def _place_of_card(card: str, view: View) -> Place:
    """8.10 The card is part of a soldier."""
    soldiers = (soldier for side in view.game.seats for soldier in side.soldiers)
    return next((character_place(soldier.id) for soldier in soldiers if card in (soldier.cards or ())), "stage")


# What an effect changed (9.3)


def _request_named(effect: Any, view: View) -> tuple[Touch, ...]:
    return (Touch("named", request_place(effect.request)),)


def _request_gone(effect: Any, view: View) -> tuple[Touch, ...]:
    return (Touch("gone", request_place(effect.request)),)


def _turned(effect: Any, view: View) -> tuple[Touch, ...]:
    return tuple(Touch("turned", character_place(character)) for character in effect.characters)


def _milled(effect: Any, view: View) -> tuple[Touch, ...]:
    return (Touch("hit", f"deck:{effect.seat}"), Touch("moved", f"graveyard:{effect.seat}"))


def _placed(effect: Any, view: View) -> tuple[Touch, ...]:
    return (Touch("moved", character_place(effect.character)),)


def _to(zone: str) -> Any:
    """Cards went to a zone of their seat."""
    return lambda effect, view: (Touch("moved", f"{zone}:{effect.seat}"),)


def _keys_to(zone: str) -> Any:
    """The key cards of a request went to a zone of their seat."""
    return lambda effect, view: (
        Touch("gone", request_place(effect.request)),
        Touch("moved", f"{zone}:{effect.seat}"),
    )


def _left(zone: str) -> Any:
    """A character left the field for a zone of its owner."""
    return lambda effect, view: (
        Touch("gone", character_place(effect.character)),
        Touch("moved", f"{zone}:{effect.seat}"),
    )


TOUCHES: dict[type[Effect], Touches] = {
    Shuffled: lambda effect, view: (Touch("turned", f"{effect.zone}:{effect.seat}"),),
    effects.SetAside: _to("set_aside"),
    Drew: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"), Touch("gone", f"deck:{effect.seat}")),
    effects.Preset: lambda effect, view: (
        Touch("moved", character_place(effect.bulwark)),
        Touch("moved", character_place(effect.soldier)),
    ),
    effects.Flipped: lambda effect, view: (
        Touch("gone", f"deck:{effect.seat}"),
        Touch("revealed", f"graveyard:{effect.seat}"),
    ),
    Picked: nothing_touched,
    effects.FirstPlayer: nothing_touched,
    TurnStarted: nothing_touched,
    effects.Raised: _request_named,
    effects.Drove: _turned,
    effects.Charged: _turned,
    effects.Damaged: _milled,
    effects.Discarded: _to("graveyard"),
    effects.Targeted: lambda effect, view: (
        Touch("named", request_place(effect.request)),
        Touch("named", place_of_target(effect.target)),
    ),
    effects.Staged: lambda effect, view: (Touch("moved", request_place(effect.request)),),
    effects.Passed: nothing_touched,
    effects.ResolutionStarted: _request_named,
    effects.Fizzled: _request_gone,
    effects.HadNoEffect: _request_gone,
    effects.Negated: lambda effect, view: (
        Touch("gone", request_place(effect.request)),
        Touch("named", request_place(effect.by)),
    ),
    effects.Resolved: _request_gone,
    effects.KeysDiscarded: _keys_to("graveyard"),
    effects.KeysReturned: _keys_to("hand"),
    effects.BulwarkPlaced: _placed,
    effects.Summoned: _placed,
    effects.Equipped: _placed,
    effects.NumberChanged: lambda effect, view: (Touch("turned", character_place(effect.character)),),
    effects.Revealed: lambda effect, view: (Touch("revealed", character_place(effect.character)),),
    effects.Destroyed: _left("graveyard"),
    effects.ReturnedToHand: _left("hand"),
    effects.ReturnedToDeck: _left("deck"),
    effects.Reversed: lambda effect, view: (
        Touch("gone", character_place(effect.character)),
        *(Touch("turned", character_place(made.id)) for made in effect.into),
    ),
    effects.Searched: lambda effect, view: (
        Touch("gone", f"deck:{effect.seat}"),
        Touch("drawn", f"hand:{effect.seat}"),
    ),
    effects.HandRevealed: lambda effect, view: (Touch("revealed", f"hand:{effect.seat}"),),
    effects.AttackerNamed: lambda effect, view: (Touch("named", character_place(effect.character)),),
    effects.BlockerNamed: lambda effect, view: (
        Touch("named", character_place(effect.attacker)),
        Touch("named", character_place(effect.blocker)),
    ),
    effects.CombatEnded: nothing_touched,
    effects.Triggered: nothing_touched,
    effects.Milled: _milled,
    effects.TurnEnded: nothing_touched,
    MatchEnded: nothing_touched,
}

# What an effect connects (11, 13)


LINKS: dict[type[Effect], Links] = {
    effects.Targeted: lambda effect, view: (
        Link("target", request_place(effect.request), place_of_target(effect.target)),
    ),
    effects.Negated: lambda effect, view: (Link("target", request_place(effect.by), request_place(effect.request)),),
    effects.BlockerNamed: lambda effect, view: (
        Link("block", character_place(effect.blocker), character_place(effect.attacker)),
    ),
}

HAND_PROMPTS = ("main", "respond", "pay_discard", "place_bulwark", "discard_to_limit")
DECK_PROMPTS = ("choose_search", "reinforce", "draw_more")


def prompt_place(prompt: Any) -> Place:
    """The part of the table where the prompt is answered: hand, deck, graveyard, field or stage."""
    kind = type(prompt).__struct_config__.tag
    if kind in HAND_PROMPTS:
        return f"hand:{prompt.seat}"
    if kind in DECK_PROMPTS:
        return f"deck:{prompt.seat}"
    fixed = {
        "choose_hand": f"hand:{1 - prompt.seat}",
        "choose_graveyard": f"graveyard:{prompt.seat}",
        "pay_bulwark": f"bulwarks:{prompt.seat}",
        "declare_attackers": f"soldiers:{prompt.seat}",
        "declare_blockers": f"soldiers:{1 - prompt.seat}",
    }
    return fixed.get(str(kind), "stage")
