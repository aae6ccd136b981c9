"""Which cards an effect moved on the table (12)."""

from typing import Any

from rules.engine import Drew, Effect, MatchEnded, Rolled, Shuffled, View
from rules.engine.board import Motion, Motions, Place, moved, moved_one, nothing_moved

from . import effects
from .pointing import place_of


def _reserve(seat: int, view: View) -> Place:
    return f"reserve:{view.game.seats[seat].team}"


def _set_aside(effect: effects.GeneralSetAside, before: View, after: View) -> tuple[Motion, ...]:
    to = _reserve(effect.seat, after) if effect.zone == "reserve" else f"hand:{effect.seat}"
    return moved_one(effect.card, f"deck:{effect.seat}", to)


def _drawn(effect: Any, before: View, after: View) -> tuple[Motion, ...]:
    return moved(effect.cards, effect.count, f"deck:{after.game.seats[effect.seat].deck_seat}", f"hand:{effect.seat}")


def _deployed(effect: effects.Deployed, before: View, after: View) -> tuple[Motion, ...]:
    from_ = _reserve(effect.seat, after) if effect.from_ == "reserve" else f"hand:{effect.seat}"
    return moved_one(effect.card, from_, place_of(effect.square))


def _fallen(effect: effects.Eliminated, before: View, after: View) -> tuple[Motion, ...]:
    """8.6 A fallen unit is a trophy of the other team."""
    team = 1 - after.game.seats[effect.seat].team
    return moved_one(effect.card, place_of(effect.square), f"trophies:{team}")


MOTIONS: dict[type[Effect], Motions] = {
    Rolled: nothing_moved,
    effects.GeneralSetAside: _set_aside,
    Shuffled: nothing_moved,
    Drew: _drawn,
    effects.TurnStarted: nothing_moved,
    effects.Deployed: _deployed,
    effects.CardChosen: nothing_moved,
    effects.HandShown: nothing_moved,
    effects.DeploymentPassed: nothing_moved,
    effects.Fired: nothing_moved,
    effects.HeldFire: nothing_moved,
    effects.Eliminated: _fallen,
    effects.BerserkerMoved: lambda effect, before, after: moved_one(
        effect.card, place_of(effect.from_), place_of(effect.to)
    ),
    effects.ExtraTurnEarned: nothing_moved,
    effects.Recalled: lambda effect, before, after: moved_one(
        effect.card, place_of(effect.square), f"hand:{effect.seat}"
    ),
    effects.ReinforcementPassed: nothing_moved,
    MatchEnded: nothing_moved,
}
