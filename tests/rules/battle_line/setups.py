"""The option sets that laws and playthroughs run over."""

from collections import Counter
from typing import Any

from rules.engine import Table
from tests.rules.setups import Setup, starter

NO_DECKS: list[dict[str, Any]] = [{"cards": {}}, {"cards": {}}]

SETUPS = [
    Setup("battle_line", "full", {}, NO_DECKS),
    Setup("battle_line", "basic", {"tactics": False}, [starter("battle_line", "shared-troops")] * 2),
    Setup("battle_line", "advanced", {"claim_timing": "start_of_turn"}, [starter("battle_line", "shared-full")] * 2),
    Setup("battle_line", "three-rounds", {"rounds": 3}, NO_DECKS),
    Setup(
        "battle_line",
        "basic-advanced-two-rounds",
        {"tactics": False, "claim_timing": "start_of_turn", "rounds": 2},
        NO_DECKS,
    ),
]

PRIVATE_FIELDS = {"dealt.cards", "drew.cards", "returned.card", "shuffled.order", "scout_return.card"}


def all_cards(table: Table[Any, Any]) -> Counter[str]:
    """11.7 Every card by slug, wherever it lies."""
    state = table.state
    zones = [*state.hands, state.troop_deck, state.tactics_deck, *state.guile, state.removed]
    zones += [side for flag in state.flags for side in flag.sides]
    weather = [name for flag in state.flags for name in ("fog", "mud") if getattr(flag, name)]
    return Counter([*(card for zone in zones for card in zone), *weather])
