"""6 Turns, 11 what is asked and answered in them."""

from typing import Any

import msgspec
import pytest

from rules.engine import Action, Pass, act, legal_actions, prompts, seats_to_act, view
from rules.lords_of_war.actions import (
    BerserkMove,
    ChooseCard,
    Deploy,
    Draw,
    Fire,
    HoldFire,
    Recall,
)
from rules.lords_of_war.field import field_of
from rules.lords_of_war.prompts import DeployPrompt
from rules.lords_of_war.squares import place_of
from rules.lords_of_war.state import FallenGeneral, Shot
from tests.rules.lords_of_war.positions import RULES, battle, deploy, kinds


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("three_player", 3), ("team_4", 4), ("team_6", 6)])
def test_the_seats_of_every_mode(mode: str, seats: int) -> None:
    """2.1, 14.5, 14.6"""
    assert RULES.seats(RULES.read_options({"mode": mode})) == seats


@pytest.mark.parametrize(
    ("mode", "order"),
    [
        ("duel", [0, 1, 0, 1, 0, 1, 0]),
        ("three_player", [0, 1, 0, 2, 0, 1, 0]),
        ("team_4", [0, 1, 2, 3, 0, 1, 2]),
        ("team_6", [0, 1, 2, 3, 4, 5, 0]),
    ],
)
def test_turns_follow_the_order_and_start_over(mode: str, order: list[int]) -> None:
    """6.1, 6.2: hands and decks are empty, so a turn is a pass; `turn` counts them."""
    table = battle({(3, 3): ("palisade", 0)}, decks=dict.fromkeys(range(6), ()), options={"mode": mode})
    seen = []

    for turn in range(9, 16):
        assert view(table, "public", 0).turn == turn
        seen += seats_to_act(table)
        act(table, seen[-1], Pass())
        if kinds(table)[0][1] == "reinforce":
            act(table, seats_to_act(table)[0], Pass())

    assert seen == order


def test_a_turn_begins_with_a_clean_slate() -> None:
    """6.2: facts about "this turn" don't last into the next one."""
    table = battle(
        {(3, 3): ("palisade", 0), (0, 0): ("palisade", 1)},
        fresh=[(3, 3), (0, 0)],
        shots=[Shot(place_of((3, 3)), place_of((0, 0)), 1)],
        fallen_generals=[FallenGeneral(0, (1,)), FallenGeneral(1, (0,))],
        elimination_this_turn=True,
        reinforcement_barred=True,
        quiet_turns=7,
    )
    for place in table.state.units:
        field_of(table).mark(place)

    act(table, 0, Pass())

    public = RULES.game(table, "public")
    assert (public.active_seat, public.shots, public.fallen_generals) == (1, (), ())
    assert (public.elimination_this_turn, public.reinforcement_barred, public.quiet_turns) == (False, False, 0)
    assert not any(unit.deployed_this_turn or unit.eliminated_this_turn for unit in public.units)


@pytest.mark.parametrize(
    ("action", "keys"),
    [
        (ChooseCard("palisade"), {"type": "choose_card", "card": "palisade"}),
        (Deploy("palisade", (-1, 2)), {"type": "deploy", "card": "palisade", "square": [-1, 2]}),
        (Fire((1, 2), (1, 4)), {"type": "fire", "square": [1, 2], "target": [1, 4]}),
        (HoldFire((1, 2)), {"type": "hold_fire", "square": [1, 2]}),
        (BerserkMove((1, 2), (1, 3)), {"type": "berserk_move", "square": [1, 2], "to": [1, 3]}),
        (Recall((1, 2)), {"type": "recall", "square": [1, 2]}),
        (Draw(), {"type": "draw"}),
        (Pass(), {"type": "pass"}),
    ],
)
def test_the_keys_of_every_action(action: Action, keys: dict[str, Any]) -> None:
    """11.2"""
    assert msgspec.json.decode(msgspec.json.encode(action)) == keys
    assert RULES.decode_action(msgspec.json.encode(keys)) == action


def test_the_prompt_does_not_tell_that_a_deployment_is_forced() -> None:
    """11.3, 7.5: the jackal is forced, the slugger engages."""
    units = {(0, 5): ("orc-butcher", 1)}
    forced, free = (battle(units, hands={0: [card]}) for card in ("templar-jackal-s", "dwarf-slugger-n"))

    assert prompts(forced) == prompts(free) == [DeployPrompt(0, None)]
    assert legal_actions(forced, 0) != legal_actions(free, 0)


def test_a_view_fills_in_all_options() -> None:
    """13.5, 1.1"""
    table = battle({(0, 5): ("orc-butcher", 1)}, hands={0: ["dwarf-slugger-n"]}, options={"kill_goal": 3})
    assert view(table, "public", 0).outcome is None
    assert msgspec.to_builtins(view(table, 0, 0).options) == {
        "mode": "duel",
        "battlefield": "mat",
        "army_rule": "core",
        "intermediate_rules": False,
        "kill_goal": 3,
        "commander_goal": 4,
        "first_seat": 0,
    }
    deploy(table, "dwarf-slugger-n", (0, 4))
    assert view(table, 1, 0).turn == 10
