"""What actions and prompts refer to on the table, and what effects changed there (8, 9, 11)."""

from typing import Any

from rules.engine import Action, Effect, MatchEnded, Pass, Picked, Seat, Shuffled, TurnStarted, View
from rules.engine.board import (
    Place,
    Points,
    Touch,
    Touches,
    no_place,
    nothing_touched,
)

from . import actions, effects
from .guile import REDEPLOY

# What an action refers to (8, 9)


def _play(action: actions.Play, seat: Seat, view: View) -> tuple[Place, ...]:
    named: list[Place] = [f"hand:{seat}:{action.card}"]
    if isinstance(action.flag, int):
        named.append(f"flag:{action.flag}")
    if isinstance(action.from_flag, int):
        named.append(_moved_card(action, seat, view))
    if isinstance(action.to_flag, int):
        named.append(f"flag:{action.to_flag}")
    return tuple(named)


def _moved_card(action: actions.Play, seat: Seat, view: View) -> Place:
    """9.7 Redeployment moves one of the seat's own cards. The other guile cards move the opponent's."""
    owner = seat if action.card == REDEPLOY else 1 - seat
    return f"flag:{action.from_flag}:{owner}:{action.from_index}"


POINTS: dict[type[Action], Points] = {
    actions.Play: _play,
    Pass: no_place,
    actions.Claim: lambda action, seat, view: (f"flag:{action.flag}",),
    actions.EndClaims: no_place,
    actions.Draw: lambda action, seat, view: (f"deck:{action.deck}",),
    actions.ScoutDraw: lambda action, seat, view: (f"deck:{action.deck}",),
    actions.ScoutReturn: lambda action, seat, view: (f"hand:{seat}:{action.card}",),
}


# What an effect changed (11.1)


def _played(effect: effects.CardPlayed, view: View) -> tuple[Touch, ...]:
    if effect.flag is None:
        return (Touch("moved", f"guile:{effect.seat}:{effect.card}"),)
    return (Touch("moved", _where(effect.card, f"flag:{effect.flag}", view)),)


def _where(card: str, flag: Place, view: View) -> Place:
    """The element of a card at a flag, or the flag itself if the card is not there (weather, or moved since)."""
    sides = view.game.flags[int(flag.partition(":")[2])].sides
    for seat, zone in enumerate(sides):
        if card in (zone.cards or ()):
            return f"{flag}:{seat}:{zone.cards.index(card)}"
    return flag


TOUCHES: dict[type[Effect], Touches] = {
    Picked: nothing_touched,
    effects.RoundStarted: nothing_touched,
    Shuffled: lambda effect, view: (Touch("turned", f"deck:{effect.zone.removesuffix('_deck')}"),),
    effects.Dealt: lambda effect, view: (Touch("drawn", f"hand:{effect.seat}"),),
    TurnStarted: nothing_touched,
    effects.Passed: nothing_touched,
    effects.CardPlayed: _played,
    effects.CardMoved: lambda effect, view: (
        Touch("gone", f"flag:{effect.from_flag}:{effect.from_seat}"),
        Touch("moved", _where(effect.card, f"flag:{effect.to_flag}", view)),
    ),
    effects.CardRemoved: lambda effect, view: (
        Touch("gone", f"flag:{effect.from_flag}:{effect.from_seat}"),
        Touch("gone", f"removed:{effect.card}"),
    ),
    effects.FormationBroken: lambda effect, view: (Touch("hit", f"flag:{effect.flag}:{effect.seat}"),),
    effects.FormationCompleted: lambda effect, view: (Touch("named", f"flag:{effect.flag}:{effect.seat}"),),
    effects.Drew: lambda effect, view: (
        Touch("drawn", f"hand:{effect.seat}"),
        Touch("gone", f"deck:{effect.deck}"),
    ),
    effects.Returned: lambda effect, view: (Touch("moved", f"deck:{effect.deck}"),),
    effects.FlagClaimed: lambda effect, view: (Touch("claimed", f"flag:{effect.flag}"),),
    effects.ClaimsEnded: nothing_touched,
    effects.RoundEnded: lambda effect, view: tuple(Touch("named", f"points:{seat}") for seat in (0, 1)),
    MatchEnded: nothing_touched,
}


def prompt_place(prompt: Any) -> Place:
    """The part of the table where the prompt is answered: the hand, the flags or the decks."""
    return {"claim": "flags", "draw": "deck:troop", "scout_draw": "deck:troop"}.get(
        type(prompt).__struct_config__.tag, f"hand:{prompt.seat}"
    )
