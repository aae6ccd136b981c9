"""A game for each way to end: a setup and the seed of a random game, or a line of play."""

from typing import Any

from rules.engine import Table
from rules.invaders.main_step import MainStep
from tests.rules.invaders.positions import card, rules_with
from tests.rules.setups import Line

Ending = tuple[str, int] | Line


def endless_loop() -> Line:
    """12.3 No shipped card can loop; one that answers every damage with damage can."""
    echo = card("echo", "situation", cost=0, abilities=[
        {"kind": "triggered", "trigger": {"on": "self_harmed", "whose": "own"},
         "effects": [{"and": [HURT, {"op": "heal", "to": "own", "amount": 1}]}]},
        {"kind": "activated", "tap": False, "effects": [HURT]},
    ])  # fmt: skip
    fillers = [card(f"filler-{i}") for i in range(13)]
    deck = {"cards": {"echo": 1, **{f"filler-{i}": 3 for i in range(13)}}}
    return Line(rules_with(echo, *fillers), {"first_player": "seat_0"}, [deck, deck], 1, _towards_the_loop)


HURT = {"op": "damage", "to": "own", "amount": 1}


def _towards_the_loop(table: Table[Any, Any], choices: list[Any]) -> Any:
    """Cast and activate the card that loops; nothing else."""
    if isinstance(table.frames[-1], MainStep):
        wanted = [choice for choice in choices if getattr(choice, "card", "") == "echo" or hasattr(choice, "ability")]
        return (wanted or choices)[0 if wanted else -1]
    return choices[-1]


ENDINGS: dict[str, Ending] = {
    "leader_defeated": ("japan-usa-janken", 0),
    "year_limit": ("turkey-stateless-short", 1),
    "effect_loss": ("turkey-stateless-short", 4),
    "effect_win": ("turkey-stateless-short", 10),
    "endless_loop": endless_loop(),
}
