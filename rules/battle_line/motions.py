"""Which cards an effect moved on the table (8, 9)."""

from rules.engine import Effect, MatchEnded, Picked, Shuffled, TurnStarted, View
from rules.engine.board import AWAY, Motion, Motions, Place, moved, moved_one, nothing_moved

from . import effects


def _played(effect: effects.CardPlayed, before: View, after: View) -> tuple[Motion, ...]:
    return moved_one(effect.card, f"hand:{effect.seat}", _where_played(effect, after))


def _where_played(effect: effects.CardPlayed, after: View) -> Place:
    """5.4 A card of weather lies under its flag: the board shows its mark instead."""
    if effect.flag is None:
        return f"guile:{effect.seat}"
    flag = after.game.flags[effect.flag]
    is_there = effect.card in (flag.sides[effect.seat].cards or ())
    return f"flag:{effect.flag}:{effect.seat}" if is_there else AWAY


MOTIONS: dict[type[Effect], Motions] = {
    Picked: nothing_moved,
    effects.RoundStarted: nothing_moved,
    Shuffled: nothing_moved,
    effects.Dealt: lambda effect, before, after: moved(effect.cards, effect.count, "deck:troop", f"hand:{effect.seat}"),
    TurnStarted: nothing_moved,
    effects.Passed: nothing_moved,
    effects.CardPlayed: _played,
    effects.CardMoved: lambda effect, before, after: moved_one(
        effect.card, f"flag:{effect.from_flag}:{effect.from_seat}", f"flag:{effect.to_flag}:{effect.to_seat}"
    ),
    effects.CardRemoved: lambda effect, before, after: moved_one(
        effect.card, f"flag:{effect.from_flag}:{effect.from_seat}", "removed"
    ),
    effects.FormationBroken: nothing_moved,
    effects.FormationCompleted: nothing_moved,
    effects.Drew: lambda effect, before, after: moved(
        effect.cards, effect.count, f"deck:{effect.deck}", f"hand:{effect.seat}"
    ),
    effects.Returned: lambda effect, before, after: moved_one(
        effect.card, f"hand:{effect.seat}", f"deck:{effect.deck}"
    ),
    effects.FlagClaimed: nothing_moved,
    effects.ClaimsEnded: nothing_moved,
    effects.RoundEnded: nothing_moved,
    MatchEnded: nothing_moved,
}
LAID_ANEW: dict[type[Effect], str] = {
    effects.RoundStarted: "10.5 all cards are collected, and new hands are dealt",
}
