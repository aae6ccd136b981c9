"""Tables drawn for tests: what lies at the flags, in the hands and on the decks, and whose phase it is."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from rules.battle_line.actions import Play
from rules.battle_line.battlefield import take_stock
from rules.battle_line.prompts import PlayPrompt
from rules.battle_line.setup import Rounds, clear_table, new_state
from rules.battle_line.state import Flag, State
from rules.battle_line.turn import PHASES
from rules.battle_line.view import PHASE_NAMES
from rules.engine import Action, Effect, QuickChance, ScriptedChance, SeededChance, Table, act, legal_actions, prompts
from rules.registry import shipped_ruleset

RULES = shipped_ruleset("battle_line")
CARDS = RULES.cards
NO_DECKS: list[dict[str, Any]] = [{"cards": {}}, {"cards": {}}]
REST = "rest"


def drawn(
    flags: Mapping[int, tuple[str, str]] | None = None,
    hands: tuple[str, str] = ("", ""),
    *,
    seat: int = 0,
    phase: str = "play",
    options: Mapping[str, Any] | None = None,
    first: Mapping[int, int] | None = None,
    owners: Mapping[int, int] | None = None,
    weather: Mapping[int, str] | None = None,
    removed: str = "",
    troop_deck: str = REST,
    tactics_deck: str = REST,
    tactics_played: tuple[int, int] = (0, 0),
    leader_played: tuple[bool, bool] = (False, False),
    played: str | None = None,
    idle_turns: int = 0,
) -> Table[Any, Any]:
    """A table in the middle of a round.

    A side is written as `"red-8 alexander"`, index 0 first. A deck that is not given has all cards that are nowhere
    else, in the order of the rules file. If only one side is complete, it was first.
    """
    read = RULES.read_options(options or {})
    state = new_state(CARDS, read, ())
    clear_table(state, CARDS)
    state.round, state.turn, state.active_seat, state.first_seat = 1, 20, seat, 0
    for where, names in (weather or {}).items():
        state.flags[where] = Flag(4 if "mud" in names else 3, fog="fog" in names, mud="mud" in names)
    for where, (one, two) in (flags or {}).items():
        flag = replace(state.flags[where], sides=(tuple(one.split()), tuple(two.split())))
        complete = [s for s in (0, 1) if len(flag.sides[s]) == flag.size]
        first_complete = (first or {}).get(where, complete[0] if len(complete) == 1 else None)
        state.flags[where] = replace(flag, first_complete=first_complete)
    for where, owner in (owners or {}).items():
        state.flags[where] = replace(state.flags[where], owner=owner)
    state.hands = [sorted(hand.split()) for hand in hands]
    state.removed = removed.split()
    state.tactics_played, state.leader_played = list(tactics_played), list(leader_played)
    state.played, state.idle_turns = played, idle_turns

    elsewhere = {*removed.split(), *(card for hand in hands for card in hand.split())}
    elsewhere |= {card for sides in (flags or {}).values() for side in sides for card in side.split()}
    elsewhere |= {name for names in (weather or {}).values() for name in names.split()}
    tactics = CARDS.tactics if read.tactics else ()
    state.troop_deck = [card for card in CARDS.troops if card not in elsewhere]
    state.tactics_deck = [card for card in tactics if card not in elsewhere]
    if troop_deck != REST:
        state.troop_deck = troop_deck.split()
    if tactics_deck != REST:
        state.tactics_deck = tactics_deck.split()
    take_stock(state, CARDS)

    phases = PHASES[read.claim_timing][seat]
    names = [PHASE_NAMES[type(frame)] for frame in phases]
    table: Table[Any, Any] = Table(RULES, read, state, QuickChance(0))
    table.begin(*phases[names.index(phase) :], Rounds())
    return table


def do(table: Table[Any, Any], *actions: Action) -> list[Effect]:
    """The asked seat takes these actions, one after another; the effects of all of them."""
    effects: list[Effect] = []
    for action in actions:
        effects += act(table, table.state.active_seat, action)
        assert_in_step(table)
    return effects


def legal(table: Table[Any, Any]) -> list[Action]:
    """What the active seat may do."""
    return legal_actions(table, table.state.active_seat)


def plays_of(table: Table[Any, Any], card: str) -> list[Action]:
    """What the active seat may do with one card of its hand."""
    return [action for action in legal(table) if isinstance(action, Play) and action.card == card]


def assert_asked_to_play(table: Table[Any, Any], seat: int) -> None:
    assert prompts(table) == [PlayPrompt(seat)]


def assert_in_step(table: Table[Any, Any]) -> None:
    """What the state keeps beside the battlefield is what follows from it."""
    again: State = table.state.clone()
    take_stock(again, CARDS)
    assert again == table.state


def started(
    options: Mapping[str, Any] | None = None, script: list[Any] | None = None, seed: int = 0
) -> Table[Any, Any]:
    """A new match."""
    chance = SeededChance(seed.to_bytes(32, "big")) if script is None else ScriptedChance(script)
    return RULES.start(options or {}, NO_DECKS, chance)
