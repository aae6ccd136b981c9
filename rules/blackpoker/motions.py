"""Which cards an effect moved on the table (9.3)."""

from typing import Any

from rules.engine import Drew, Effect, MatchEnded, Picked, Shuffled, TurnStarted, View
from rules.engine.board import Motion, Motions, moved, moved_one, nothing_moved

from . import effects
from .pointing import character_place, request_place

SOURCES = {"hand": "hand", "deck": "deck", "graveyard": "graveyard"}
"""Where a card comes from that enters the field. A key card comes from the stage."""


def _zone_of(named: str, seat: int) -> str:
    return f"{SOURCES[named]}:{seat}" if named in SOURCES else "stage"


def _between(from_: str, to: str) -> Motions:
    """Cards moved from one zone of their seat to another."""
    return lambda effect, before, after: moved(
        effect.cards, effect.count, f"{from_}:{effect.seat}", f"{to}:{effect.seat}"
    )


def _one_between(from_: str, to: str) -> Motions:
    return lambda effect, before, after: moved_one(effect.card, f"{from_}:{effect.seat}", f"{to}:{effect.seat}")


def _preset(effect: effects.Preset, before: View, after: View) -> tuple[Motion, ...]:
    deck = f"deck:{effect.seat}"
    return (
        *moved_one(effect.bulwark_card, deck, character_place(effect.bulwark)),
        *moved_one(effect.soldier_card, deck, character_place(effect.soldier)),
    )


def _milled(effect: Any, count: int) -> tuple[Motion, ...]:
    """7.5 Other players see the top card of the graveyard alone."""
    unseen = [*[None] * (count - 1), effect.top][:count] if count else []
    cards = effect.cards if isinstance(effect.cards, tuple) else unseen
    return moved(cards, count, f"deck:{effect.seat}", f"graveyard:{effect.seat}")


def _changed_generation(effect: effects.Milled, before: View, after: View) -> tuple[Motion, ...]:
    """7.7 The card that was found goes to the hand without being shown."""
    found = moved_one(effect.found, f"deck:{effect.seat}", f"hand:{effect.seat}") if effect.hit else ()
    return (*_milled(effect, effect.count), *found)


def _left(zone: str) -> Motions:
    """A character and its equipment left the field for a zone of its owner."""

    def motions(effect: Any, before: View, after: View) -> tuple[Motion, ...]:
        return moved(effect.cards, 1, character_place(effect.character), f"{zone}:{effect.seat}")

    return motions


def _reversed(effect: effects.Reversed, before: View, after: View) -> tuple[Motion, ...]:
    """8.14 Each card becomes a character of its own."""
    cards = effect.cards if isinstance(effect.cards, tuple) else (None,) * len(effect.into)
    from_ = character_place(effect.character)
    return tuple(Motion(card, from_, character_place(made.id)) for card, made in zip(cards, effect.into, strict=True))


MOTIONS: dict[type[Effect], Motions] = {
    Shuffled: nothing_moved,
    effects.SetAside: _between("deck", "set_aside"),
    Drew: _between("deck", "hand"),
    effects.Preset: _preset,
    effects.Flipped: _one_between("deck", "graveyard"),
    Picked: nothing_moved,
    effects.FirstPlayer: nothing_moved,
    TurnStarted: nothing_moved,
    effects.Raised: lambda effect, before, after: moved(
        effect.keys, len(effect.keys), f"hand:{effect.seat}", request_place(effect.request)
    ),
    effects.Drove: nothing_moved,
    effects.Charged: nothing_moved,
    effects.Damaged: lambda effect, before, after: _milled(effect, effect.moved),
    effects.Discarded: _one_between("hand", "graveyard"),
    effects.Targeted: nothing_moved,
    effects.Staged: nothing_moved,
    effects.Passed: nothing_moved,
    effects.ResolutionStarted: nothing_moved,
    effects.Fizzled: nothing_moved,
    effects.HadNoEffect: nothing_moved,
    effects.Negated: nothing_moved,
    effects.Resolved: nothing_moved,
    effects.KeysDiscarded: lambda effect, before, after: moved(
        effect.cards, len(effect.cards), request_place(effect.request), f"graveyard:{effect.seat}"
    ),
    effects.KeysReturned: lambda effect, before, after: moved(
        effect.cards, len(effect.cards), request_place(effect.request), f"hand:{effect.seat}"
    ),
    effects.BulwarkPlaced: lambda effect, before, after: moved_one(
        effect.card, _zone_of(effect.from_, effect.seat), character_place(effect.character)
    ),
    effects.Summoned: lambda effect, before, after: moved_one(
        effect.card, _zone_of(effect.from_, effect.seat), character_place(effect.character)
    ),
    effects.Equipped: lambda effect, before, after: moved_one(effect.card, "stage", character_place(effect.character)),
    effects.NumberChanged: nothing_moved,
    effects.Revealed: nothing_moved,
    effects.Destroyed: _left("graveyard"),
    effects.ReturnedToHand: _left("hand"),
    effects.ReturnedToDeck: _left("deck"),
    effects.Reversed: _reversed,
    effects.Searched: _one_between("deck", "hand"),
    effects.HandRevealed: nothing_moved,
    effects.AttackerNamed: nothing_moved,
    effects.BlockerNamed: nothing_moved,
    effects.CombatEnded: nothing_moved,
    effects.Triggered: nothing_moved,
    effects.Milled: _changed_generation,
    effects.TurnEnded: nothing_moved,
    MatchEnded: nothing_moved,
}
