"""13 What a viewer may see."""

import json
from typing import Any

import pytest

from rules.engine import Table, Viewer, act, canonical, redact, state_hash, view
from rules.lords_of_war.actions import ChooseCard, Draw, Fire
from rules.lords_of_war.effects import GeneralSetAside
from rules.lords_of_war.elimination import Check
from rules.lords_of_war.generals import FallenGenerals
from rules.lords_of_war.ranged import Fire as FireQuestion
from rules.lords_of_war.reinforcement import Reinforcement
from rules.lords_of_war.squares import place_of
from rules.lords_of_war.state import Shot
from rules.lords_of_war.turn import Battle
from tests.rules.lords_of_war.positions import RULES, battle, deploy, kinds

EXAMPLE = """
{
 "ruleset": "lords_of_war",
 "options": {"mode": "duel", "battlefield": "mat", "army_rule": "core", "intermediate_rules": false, "kill_goal": 20,
   "commander_goal": 4, "first_seat": "random"},
 "version": 27,
 "turn": 12,
 "prompts": [{"seat": 0, "kind": "fire", "square": [3, 3], "targets": [[2, 0]]}],
 "outcome": null,
 "game": {
  "phase": "fire", "active_seat": 0, "chosen_card": null, "extra_turn": false, "next_extra_seat": null,
  "reinforcement_barred": false, "turn_order": [1, 0], "turn_position": 1,
  "battlefield": {"kind": "mat", "columns": 7, "rows": 6}, "goals": {"kills": 20, "commanders": 4},
  "quiet_turns": 2, "quiet_limit": 60, "elimination_this_turn": false, "fallen_generals": [],
  "units": [
   {"square": [2, 0], "card": "plague-launcher", "seat": 1, "team": 1, "facing": "up",
    "deployed_this_turn": false, "eliminated_this_turn": false},
   {"square": [2, 3], "card": "templar-longbow", "seat": 0, "team": 0, "facing": "down",
    "deployed_this_turn": true, "eliminated_this_turn": false},
   {"square": [3, 3], "card": "templar-trebuchet", "seat": 0, "team": 0, "facing": "down",
    "deployed_this_turn": false, "eliminated_this_turn": false},
   {"square": [4, 3], "card": "zadok-the-confessor", "seat": 0, "team": 0, "facing": "down",
    "deployed_this_turn": false, "eliminated_this_turn": false}
  ],
  "shots": [{"square": [2, 3], "target": [2, 0], "strength": 3}], "pending_fire": [[3, 3]], "pending_moves": [],
  "seats": [
   {"seat": 0, "team": 0, "facing": "down", "army": "templars", "starting_square": [4, 3], "hand_limit": 6,
    "deck_seat": 0, "hand": {"count": 5, "cards": ["father-nicodemus", "templar-jackal-n", "templar-longbow",
    "templar-zealot-ne", "templar-zealot-se"]}, "deck": {"count": 27, "cards": null}},
   {"seat": 1, "team": 1, "facing": "up", "army": "undead", "starting_square": [2, 2], "hand_limit": 6,
    "deck_seat": 1, "hand": {"count": 6, "cards": null}, "deck": {"count": 27, "cards": null}}
  ],
  "teams": [
   {"team": 0, "seats": [0], "kills": 2, "commander_kills": 1,
    "trophies": {"count": 2, "cards": ["ceithrel-nightwalker", "blood-golem"]}, "reserve": {"count": 0, "cards": []}},
   {"team": 1, "seats": [1], "kills": 1, "commander_kills": 0,
    "trophies": {"count": 1, "cards": ["templar-zealot-sw"]}, "reserve": {"count": 0, "cards": []}}
  ]
 }
}
"""
HAND = ["templar-zealot-se", "father-nicodemus", "templar-longbow", "templar-zealot-ne", "templar-jackal-n"]


def example() -> Table[Any, Any]:
    """The position of 13.6."""
    table = battle(
        {
            (4, 3): ("zadok-the-confessor", 0),
            (2, 0): ("plague-launcher", 1),
            (3, 3): ("templar-trebuchet", 0),
            (2, 3): ("templar-longbow", 0),
        },
        first=1,
        options={"first_seat": "random"},
        fresh=[(2, 3)],
        hands={0: HAND, 1: ["banshee"] * 6},
        decks={0: ["palisade"] * 27, 1: ["hellhound"] * 27},
        armies=["templars", "undead"],
        turn=12,
        quiet_turns=2,
        shots=[Shot(place_of((2, 3)), place_of((2, 0)), 3)],
        pending_fire=[place_of((3, 3))],
        trophies=[["ceithrel-nightwalker", "blood-golem"], ["templar-zealot-sw"]],
        commander_kills=[1, 0],
    )
    table.frames[:] = [Battle(), Reinforcement(), FallenGenerals(), Check(with_shots=True), FireQuestion()]
    return table


def shown(table: Table[Any, Any], viewer: Viewer, version: int = 27) -> Any:
    return json.loads(canonical(view(table, viewer, version)))


def test_the_example() -> None:
    """13.6, key by key"""
    assert shown(example(), 0) == json.loads(EXAMPLE)


@pytest.mark.parametrize("viewer", [1, "public"])
def test_the_example_for_others(viewer: Any) -> None:
    """13.6, 13.2"""
    expected = json.loads(EXAMPLE)
    expected["game"]["seats"][0]["hand"]["cards"] = None
    if viewer == 1:
        expected["game"]["seats"][1]["hand"]["cards"] = ["banshee"] * 6

    assert shown(example(), viewer) == expected


def test_the_example_for_an_auditor() -> None:
    """13.2: decks from the top."""
    table = example()
    table.state.decks[0][0] = "templar-longsword"

    seats = shown(table, "audit")["game"]["seats"]

    assert seats[0]["deck"] == {"count": 27, "cards": ["templar-longsword"] + ["palisade"] * 26}
    assert seats[0]["hand"] == {"count": 5, "cards": sorted(HAND)}
    assert seats[1]["hand"] == {"count": 6, "cards": ["banshee"] * 6}


def test_the_keys_come_in_the_order_of_the_rules() -> None:
    """13.1"""
    game = json.loads(EXAMPLE)["game"]

    assert list(RULES.definition.game_type.__struct_fields__) == list(game)


def test_seat_2_of_three_has_an_empty_deck_that_all_may_see() -> None:
    """13.3"""
    table = battle({}, options={"mode": "three_player"}, reserve=["gonke-longtooth"], hands={2: ["palisade"]})

    for viewer in (0, 1, 2, "public", "audit"):
        seats = shown(table, viewer)["game"]["seats"]  # type: ignore[arg-type]
        assert (seats[2]["deck"], seats[2]["deck_seat"]) == ({"count": 0, "cards": []}, 1)
        assert (seats[2]["starting_square"], seats[2]["hand_limit"]) == (None, 3)
        assert seats[2]["hand"]["cards"] == (["palisade"] if viewer in (2, "audit") else None)
        teams = shown(table, viewer)["game"]["teams"]  # type: ignore[arg-type]
        assert teams[1]["reserve"] == {"count": 1, "cards": ["gonke-longtooth"]}
        assert (teams[0]["reserve"], teams[1]["seats"]) == ({"count": 0, "cards": []}, [1, 2])


def test_teammates_do_not_see_each_others_hands() -> None:
    """13.2 R21"""
    table = battle({}, options={"mode": "team_4"}, hands={0: ["palisade"], 2: ["banshee"]})

    hands = [seat["hand"]["cards"] for seat in shown(table, 2)["game"]["seats"]]

    assert table.state.hands[0] == ["palisade"]
    assert hands == [None, None, ["banshee"], None]


def test_an_empty_deck_is_closed_too() -> None:
    """13.2"""
    table = battle({}, decks={0: []})

    assert shown(table, 0)["game"]["seats"][0]["deck"] == {"count": 0, "cards": None}
    assert shown(table, "audit")["game"]["seats"][0]["deck"] == {"count": 0, "cards": []}


def test_an_unbounded_field_has_no_size_and_the_chosen_card_is_public() -> None:
    """13.1, 7.8"""
    table = battle({(-4, -5): ("palisade", 1)}, hands={0: ["orc-butcher"]}, options={"battlefield": "unbounded"})
    assert shown(table, "public")["game"]["phase"] == "choose_card"

    act(table, 0, ChooseCard("orc-butcher"))

    game = shown(table, 1)["game"]
    assert game["battlefield"] == {"kind": "unbounded", "columns": None, "rows": None}
    assert (game["phase"], game["chosen_card"]) == ("deploy", "orc-butcher")
    assert game["units"][0]["square"] == [-4, -5]
    assert shown(table, 1)["prompts"] == [{"kind": "deploy", "seat": 0, "card": "orc-butcher"}]


def test_fire_that_was_decided_is_shown_until_the_turn_ends() -> None:
    """13.1"""
    table = example()
    first, second = ({"square": [c, 3], "target": [2, 0], "strength": n} for c, n in ((2, 3), (3, 5)))

    act(table, 0, Fire((3, 3), (2, 0)))
    game = shown(table, "public")["game"]
    assert (game["phase"], game["pending_fire"], game["shots"]) == ("reinforce", [], [first, second])
    assert (game["elimination_this_turn"], game["teams"][0]["kills"]) == (True, 3)
    marked = [unit["square"] for unit in game["units"] if unit["eliminated_this_turn"]]
    assert marked == [[2, 3], [3, 3]]

    act(table, 0, Draw())
    game = shown(table, "public")["game"]
    assert (game["shots"], game["elimination_this_turn"], game["quiet_turns"]) == ([], False, 0)
    assert (game["active_seat"], game["turn_position"], kinds(table)) == (1, 0, [(1, "deploy")])


def test_only_the_owner_is_shown_a_general_in_hand() -> None:
    """12.1: there is something to leak; in reserve it lies open."""
    in_hand, in_reserve = (
        GeneralSetAside(1, "hand", "gonke-longtooth"),
        GeneralSetAside(1, "reserve", "gonke-longtooth"),
    )

    texts = {viewer: canonical(redact(in_hand, viewer)).decode() for viewer in (0, 1, "public", "audit")}

    hidden = '{"seat":1,"type":"general_set_aside","zone":"hand"}'
    whole = canonical(in_hand).decode()
    assert "gonke" in whole
    assert texts == {0: hidden, 1: whole, "public": hidden, "audit": whole}
    assert redact(in_reserve, 0) == redact(in_reserve, "public") == in_reserve


def test_the_hash_covers_what_the_future_depends_on() -> None:
    """11: the order of a deck."""
    one, two = example(), example()
    assert state_hash(one) == state_hash(two)

    two.state.decks[0][-1] = "templar-longsword"

    assert state_hash(one) != state_hash(two)


def test_a_forced_hand_stays_hidden_in_the_views() -> None:
    """7.5"""
    table = battle({(0, 5): ("orc-butcher", 1)}, hands={0: ["templar-jackal-s", "orc-deathbringer-s"]})

    deploy(table, "orc-deathbringer-s", (1, 4))

    assert shown(table, 1)["game"]["seats"][0]["hand"] == {"count": 2, "cards": None}
