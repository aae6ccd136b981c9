"""Draws tables for tests: the units on the squares, the hands, and the seat with the turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine import Chance, Effect, QuickChance, Ruleset, Table, act, legal_actions, prompts, seats_to_act
from rules.lords_of_war import teams
from rules.lords_of_war.actions import Deploy, Draw, Recall
from rules.lords_of_war.deployment import ChooseCard, Deployment
from rules.lords_of_war.elimination import Elimination
from rules.lords_of_war.reinforcement import Reinforcement
from rules.lords_of_war.squares import Square, place_of
from rules.lords_of_war.state import State, Unit
from rules.lords_of_war.turn import Battle
from rules.registry import shipped_ruleset

RULES = shipped_ruleset("lords_of_war")
CARDS = RULES.cards.by_slug

Units = Mapping[Square, tuple[str, int]]
"""Square -> card and owner."""


def battle(
    units: Units,
    *,
    hands: Mapping[int, Sequence[str]] | None = None,
    decks: Mapping[int, Sequence[str]] | None = None,
    active: int = 0,
    first: int = 0,
    options: Mapping[str, Any] | None = None,
    armies: Sequence[str] | None = None,
    fresh: Sequence[Square] = (),
    chance: Chance | None = None,
    rules: Ruleset = RULES,
    **state: Any,
) -> Table[Any, Any]:
    """A turn that has just begun: player 1 is seat 0 (`first`), who faces up; decks hold three shamblers unless given.

    `fresh` are the squares of units that count as deployed in this turn.
    """
    read = RULES.read_options({"first_seat": first, **(options or {})})
    seats = range(teams.SEATS[read.mode])
    cycle = teams.turn_cycle(read, first)
    table = Table(
        rules,
        read,
        State(
            **{
                "turn": 9,
                "hands": [list((hands or {}).get(seat, ())) for seat in seats],
                "decks": [_deck(read, decks or {}, seat) for seat in seats],
                "armies": list(armies or ["mercenary"] * len(seats)),
                "reserve": [],
                "units": {},
                "trophies": [[], []],
                "commander_kills": [0, 0],
                "turn_order": cycle,
                "turn_position": cycle.index(active),
                "active_seat": active,
                **state,
            }
        ),
        chance or QuickChance(0),
    )
    for square, (card, seat) in units.items():
        team = teams.team_of(read, seat)
        facing = teams.facing_of(read, first, team)
        table.state.units[place_of(square)] = Unit(card, seat, team, facing, square in fresh)
    deployment = Deployment() if read.battlefield == "mat" else ChooseCard()
    table.begin(deployment, Elimination(), Reinforcement(), Battle())
    return table


def _deck(options: Any, decks: Mapping[int, Sequence[str]], seat: int) -> list[str]:
    return list(decks.get(seat, ["zombie-shambler"] * 3)) if teams.deck_seat(options, seat) == seat else []


def deploy(table: Table[Any, Any], card: str, square: Square) -> list[Effect]:
    """The active seat deploys."""
    return act(table, table.state.active_seat, Deploy(card, square))


def squares_of(table: Table[Any, Any], card: str) -> list[Square]:
    """Where the asked seat may deploy the card, in the order of the list."""
    seat = seats_to_act(table)[0]
    return [a.square for a in legal_actions(table, seat) if isinstance(a, Deploy) and a.card == card]


def recalls(table: Table[Any, Any]) -> list[Square]:
    """What the asked seat may recall, in the order of the list."""
    return [action.square for action in legal_actions(table, seats_to_act(table)[0]) if isinstance(action, Recall)]


def answers(table: Table[Any, Any]) -> list[Any]:
    """All that the asked seat may answer."""
    return legal_actions(table, seats_to_act(table)[0])


def field(table: Table[Any, Any]) -> dict[Square, str]:
    """Square -> card, by row, then column."""
    return {unit.square: unit.card for unit in RULES.game(table, "public").units}


def kinds(table: Table[Any, Any]) -> list[tuple[int, str]]:
    """Each seat with a prompt, and its prompt."""
    return [(prompt.seat, prompt.__struct_config__.tag) for prompt in prompts(table)]


def of_type(effects: Sequence[Effect], kind: type) -> list[Any]:
    """The effects of one type."""
    return [effect for effect in effects if isinstance(effect, kind)]


DRAW = Draw()
