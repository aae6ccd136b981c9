"""Which cards an effect moved on the table (4, 7, 11, 13.2)."""

from typing import Any

from rules.engine import Drew, Effect, MatchEnded, Picked, Shuffled, View
from rules.engine.board import AWAY, WHEREVER, Motion, Motions, Place, moved, moved_one, nothing_moved

from . import effects
from .places import PLACES
from .pointing import ZONES

PASSING = ("opened", "looked", "destroyed", "resolving")
"""4.7 Zones in which cards lie only for a moment. They belong to no seat."""


def _place(named: str, seat: int) -> Place:
    """A place on the board, or a zone of the seat."""
    if named in ZONES:
        return f"{ZONES[named]}:{seat}"
    return named if named in (*PLACES, *PASSING) else AWAY


def _between(from_: str, to: str) -> Motions:
    return lambda effect, before, after: moved(
        effect.cards, effect.count, _place(from_, effect.seat), _place(to, effect.seat)
    )


def _to(zone: str) -> Motions:
    """A card went to a zone from the place that the effect names."""
    return lambda effect, before, after: moved_one(
        effect.card, _place(effect.from_, effect.seat), _place(zone, effect.seat)
    )


def _entered(effect: Any, before: View, after: View) -> tuple[Motion, ...]:
    """11.9 A card enters from the hand, a grave, or any other place that an effect names."""
    return moved_one(effect.card, WHEREVER, effect.place)


def _cast(effect: effects.Cast, before: View, after: View) -> tuple[Motion, ...]:
    """7.1 An event is cast to be resolved. A unit or situation then enters, which is an effect of its own."""
    return moved_one(effect.card, WHEREVER, "resolving") if effect.place is None else ()


def _stepped(effect: Any, before: View, after: View) -> tuple[Motion, ...]:
    """A unit moves after everything else of its battle or effect, so the view after has it."""
    unit = after.game.board[effect.to] or before.game.board[effect.from_]
    return moved_one(None if unit is None else unit.card, effect.from_, effect.to)


def _took(effect: effects.Took, before: View, after: View) -> tuple[Motion, ...]:
    """11.10 A card that goes to a square or the grave has an effect of its own there."""
    return moved_one(effect.card, effect.from_, f"hand:{effect.seat}") if effect.to == "hand" else ()


def _rest(effect: effects.RestPlaced, before: View, after: View) -> tuple[Motion, ...]:
    return moved(None, effect.count, WHEREVER, _place(effect.to, effect.seat))


MOTIONS: dict[type[Effect], Motions] = {
    **dict.fromkeys(
        (
            Shuffled, Picked, effects.Rolled, MatchEnded, effects.Chose, effects.JankenShown,
            effects.FirstPlayerDecided, effects.TurnStarted, effects.DeckOut, effects.Refilled, effects.PhaseChanged,
            effects.Untapped, effects.Tapped, effects.Paid, effects.EmergencyRevealed, effects.Laboured,
            effects.Activated, effects.AttackDeclared, effects.Targeted, effects.AttackAborted, effects.Blocked,
            effects.Compared, effects.BattleEnded, effects.Damaged, effects.Healed, effects.Chipped,
            effects.CountdownPlaced, effects.Given, effects.MoneyChanged, effects.SavingsGained,
            effects.SavingsRemoved, effects.Saved, effects.Revolted, effects.EffectStarted, effects.Replaced,
            effects.RolledBack, effects.Declared,
        ),
        nothing_moved,
    ),
    Drew: _between("deck", "hand"),
    effects.Mulliganed: _between("hand", "deck"),
    effects.Cast: _cast,
    effects.Entered: _entered,
    effects.SituationPlaced: _entered,
    effects.EventPlayed: lambda effect, before, after: moved_one(effect.card, WHEREVER, "resolving"),
    effects.EmergencySet: lambda effect, before, after: moved_one(
        effect.card, f"hand:{effect.seat}", f"{effect.seat}:E"
    ),
    effects.Commanded: lambda effect, before, after: moved_one(
        effect.card, _place(effect.from_, effect.seat), f"{effect.seat}:HQ"
    ),
    effects.Invaded: _stepped,
    effects.Moved: _stepped,
    effects.Destroyed: lambda effect, before, after: moved_one(effect.card, effect.place, "destroyed"),
    effects.PutInGrave: _to("grave"),
    effects.Exiled: _to("removed"),
    effects.Returned: lambda effect, before, after: moved_one(
        effect.card, _place(effect.from_, effect.seat), _place(effect.to, effect.seat)
    ),
    effects.Opened: lambda effect, before, after: moved(
        effect.cards, len(effect.cards), f"deck:{effect.seat}", "opened"
    ),
    effects.Looked: lambda effect, before, after: moved(effect.cards, effect.count, f"deck:{effect.seat}", "looked"),
    effects.Took: _took,
    effects.RestPlaced: _rest,
}  # fmt: skip
PICTURED = {"waiting": "10.1 a waiting effect shows its card, which lies elsewhere"}
