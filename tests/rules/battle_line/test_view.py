"""11.4 - 11.7 The view: every key and every secret."""

import json
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules.battle_line.actions import Play, ScoutDraw, ScoutReturn
from rules.battle_line.battlefield import take_stock
from rules.battle_line.effects import Drew
from rules.battle_line.state import ClaimRecord, RoundResult
from rules.engine import QuickChance, Ruleset, Table, apply, canonical, legal_actions, redact, seats_to_act, view
from tests.rules.battle_line.positions import CARDS, RULES, do, drawn, started
from tests.rules.battle_line.setups import SETUPS
from tests.rules.laws import random_game
from tests.rules.setups import Setup

EXAMPLE = """
{"ruleset": "battle_line",
 "options": {"tactics": true, "claim_timing": "end_of_turn", "rounds": 1},
 "turn": 12,
 "prompts": [{"seat": 1, "kind": "play"}],
 "outcome": null,
 "game": {
  "round": 1,
  "turn": 12,
  "first_seat": 0,
  "active_seat": 1,
  "phase": "play",
  "played": null,
  "scout": null,
  "idle_turns": 0,
  "flags": [
   {"flag": 0, "owner": 0, "size": 3, "fog": false, "mud": false, "first_complete": 0,
    "claim": {"by": "proof", "formation": "wedge", "sum": 27, "as": {"alexander": "red-10"}},
    "sides": [{"count": 3, "cards": ["red-8", "alexander", "red-9"]}, {"count": 1, "cards": ["blue-3"]}]},
   {"flag": 1, "owner": null, "size": 4, "fog": false, "mud": true, "first_complete": null, "claim": null,
    "sides": [{"count": 0, "cards": []}, {"count": 2, "cards": ["green-7", "green-8"]}]},
   {"flag": 2, "owner": null, "size": 3, "fog": false, "mud": false, "first_complete": null, "claim": null,
    "sides": [{"count": 2, "cards": ["purple-1", "yellow-2"]}, {"count": 0, "cards": []}]}
  ],
  "hands": [{"count": 7, "cards": ["blue-10", "blue-2", "fog", "purple-6", "red-1", "yellow-4", "yellow-9"]},
            {"count": 7, "cards": null}],
  "troop_deck": {"count": 39, "cards": null},
  "tactics_deck": {"count": 6, "cards": null},
  "guile": [{"count": 0, "cards": []}, {"count": 1, "cards": ["deserter"]}],
  "removed": {"count": 1, "cards": ["orange-5"]},
  "tactics_played": [1, 2],
  "leader_played": [true, false],
  "points": [0, 0],
  "rounds_won": [0, 0],
  "results": []
 }}
"""


def example() -> Table:
    """The position of 11.4: seat 1 has played Mud and Deserter."""
    table = drawn(
        {
            0: ("red-8 alexander red-9", "blue-3"),
            1: ("", "green-7 green-8"),
            2: ("purple-1 yellow-2", ""),
        },
        ("blue-10 blue-2 fog purple-6 red-1 yellow-4 yellow-9", "red-2 red-3 red-4 red-5 red-6 red-7 darius"),
        seat=1,
        weather={1: "mud"},
        owners={0: 0},
        removed="orange-5",
        tactics_played=(1, 2),
        leader_played=(True, False),
    )
    table.state.turn = 12
    table.state.guile[1] = ["deserter"]
    table.state.tactics_deck.remove("deserter")
    claim = ClaimRecord("proof", "wedge", 27, {"alexander": "red-10"})
    table.state.flags[0] = replace(table.state.flags[0], claim=claim)
    table.state.troop_deck = table.state.troop_deck[:39]
    return table


def seen(table: Table, viewer: Any) -> dict[str, Any]:
    """A view as JSON, without `version`."""
    document: dict[str, Any] = json.loads(msgspec.json.encode(view(table, viewer, 0)))
    del document["version"]
    return document


def test_the_view_of_the_example_is_the_example() -> None:
    """11.4 The example shows three of the nine flags; the others are empty."""
    shown = seen(example(), 0)

    empty = [
        {"flag": flag, "owner": None, "size": 3, "fog": False, "mud": False, "first_complete": None, "claim": None,
         "sides": [{"count": 0, "cards": []}, {"count": 0, "cards": []}]}
        for flag in range(3, 9)
    ]  # fmt: skip
    expected = json.loads(EXAMPLE)
    expected["game"]["flags"] += empty
    expected["game"]["tactics_deck"]["count"] = 5  # The ten but alexander, mud, deserter, fog and darius.
    assert shown == expected


def test_each_viewer_sees_what_he_may() -> None:
    """11.6 Seat k hand k, the public none, audit everything; all else is alike."""
    table = example()
    views = {viewer: seen(table, viewer)["game"] for viewer in (0, 1, "public", "audit")}
    hands = {viewer: [hand["cards"] for hand in shown.pop("hands")] for viewer, shown in views.items()}
    decks = {
        viewer: [shown.pop(deck)["cards"] for deck in ("troop_deck", "tactics_deck")] for viewer, shown in views.items()
    }

    state = table.state
    assert state.troop_deck and state.tactics_deck and state.hands[0] and state.hands[1]  # There is something to leak.
    assert hands == {
        0: [state.hands[0], None],
        1: [None, state.hands[1]],
        "public": [None, None],
        "audit": state.hands,
    }
    assert decks == {
        0: [None] * 2,
        1: [None] * 2,
        "public": [None] * 2,
        "audit": [state.troop_deck, state.tactics_deck],
    }
    assert views[0] == views[1] == views["public"] == views["audit"]


def test_the_steps_of_a_scout_are_seen() -> None:
    """11.5 `phase`, `played` and `scout`."""
    table = drawn({}, ("scout blue-1", "blue-9"), troop_deck="red-1 red-2 red-3", tactics_deck="fog mud deserter")

    draws = (ScoutDraw("troop"), ScoutDraw("troop"), ScoutDraw("tactics"))
    steps = []
    for action in (Play("scout"), *draws, ScoutReturn("fog"), ScoutReturn("red-1")):
        do(table, action)
        game = seen(table, "public")["game"]
        steps.append((game["phase"], game["played"], game["scout"]))

    assert steps == [
        ("scout_draw", "scout", {"drawn": 0, "returned": 0}),
        ("scout_draw", "scout", {"drawn": 1, "returned": 0}),
        ("scout_draw", "scout", {"drawn": 2, "returned": 0}),
        ("scout_return", "scout", {"drawn": 3, "returned": 0}),
        ("scout_return", "scout", {"drawn": 3, "returned": 1}),
        ("play", None, None),
    ]


@pytest.mark.parametrize(
    ("phase", "played"), [("play", None), ("claim", "red-10"), ("claim", "pass"), ("draw", "red-10")]
)
def test_the_phase_is_the_kind_of_the_prompt(phase: str, played: str | None) -> None:
    """11.5"""
    table = drawn({4: ("red-8 red-9 red-10", "")}, ("blue-1", ""), phase=phase, played=played)

    shown = seen(table, 1)

    assert (shown["game"]["phase"], shown["game"]["played"]) == (phase, played)
    assert [prompt["kind"] for prompt in shown["prompts"]] == [phase]


def test_finished_rounds_are_listed() -> None:
    """11.5 `results`"""
    table = drawn({}, options={"rounds": 2, "tactics": False})
    table.state.results = [RoundResult(1, 1, 0, "envelopment", (5, 3), (5, 3))]

    assert seen(table, "public")["game"]["results"] == [
        {"round": 1, "first_seat": 1, "winner": 0, "reason": "envelopment", "flags": [5, 3], "points": [5, 3]}
    ]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_after_the_end_seats_see_the_last_round_as_it_was(setup: Setup) -> None:
    """11.6"""
    *_, table = random_game(setup, 3)

    shown = seen(table, 0)

    assert shown["prompts"] == []
    assert (shown["game"]["phase"], shown["game"]["active_seat"], shown["game"]["scout"]) == ("over", None, None)
    assert shown["game"]["hands"][1]["cards"] is None
    assert shown["outcome"]["scores"]["points"] == shown["game"]["points"]
    assert shown["turn"] == shown["game"]["turn"] == table.state.turn


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_kept_beside_the_battlefield_follows_from_it(setup: Setup) -> None:
    """5 At every prompt of a random game."""
    for seed in (11, 12):
        for table in random_game(setup, seed):
            again = table.state.clone()
            take_stock(again, CARDS)
            assert again == table.state


def test_the_console_names_of_every_effect_are_those_of_the_rules_file() -> None:
    """11.1 Field by field, over random games."""
    fields = {
        "picked": {"what", "n", "result"},
        "round_started": {"round", "first_seat"},
        "shuffled": {"seat", "zone", "order"},
        "dealt": {"seat", "count", "cards"},
        "turn_started": {"seat", "turn"},
        "passed": {"seat"},
        "card_played": {"seat", "card", "flag"},
        "card_moved": {"card", "from_seat", "from_flag", "to_seat", "to_flag"},
        "card_removed": {"card", "from_seat", "from_flag"},
        "formation_broken": {"seat", "flag"},
        "formation_completed": {"seat", "flag"},
        "drew": {"seat", "deck", "count", "cards"},
        "returned": {"seat", "deck", "card"},
        "flag_claimed": {"seat", "flag", "by", "formation", "sum", "as"},
        "claims_ended": {"seat"},
        "round_ended": {"round", "winner", "reason", "flags", "points"},
        "match_ended": {"winners", "reason", "scores"},
    }
    met: dict[str, set[str]] = {}
    for seed in range(12):
        for table in random_game(SETUPS[0], seed):
            for effect in table.effects:
                document = json.loads(canonical(effect))
                name = document.pop("type")
                assert met.setdefault(name, set(document)) == set(document)

    assert met == fields


def test_private_fields_are_absent_for_others() -> None:
    """11.2"""
    table = started({}, seed=5)
    shown = [json.loads(canonical(redact(effect, 0))) for effect in table.effects]

    shuffles = [effect for effect in shown if effect["type"] == "shuffled"]
    dealt = {effect["seat"]: set(effect) for effect in shown if effect["type"] == "dealt"}
    assert [set(effect) for effect in shuffles] == [{"type", "seat", "zone"}] * 2
    assert dealt == {0: {"type", "seat", "count", "cards"}, 1: {"type", "seat", "count"}}


def test_which_card_is_drawn_is_a_secret_of_the_seat() -> None:
    """11.1, 11.2 From which deck it comes is not."""
    effect = Drew(0, "tactics", 1, ("fog",))

    shown = {viewer: json.loads(canonical(redact(effect, viewer))) for viewer in (0, 1, "public", "audit")}

    full = {"type": "drew", "seat": 0, "deck": "tactics", "count": 1, "cards": ["fog"]}
    short = {"type": "drew", "seat": 0, "deck": "tactics", "count": 1}
    assert shown == {0: full, 1: short, "public": short, "audit": full}


def test_other_cards_for_the_same_rules() -> None:
    """No figure of a card stands in the code: random games with other numbers, wild cards, sizes and steps."""
    changed = {
        "red-10": {"number": 4},
        "blue-1": {"number": 14},
        "alexander": {"wild": {"colors": ["red", "blue"], "numbers": [2, 3, 4]}},
        "mud": {"flag_effect": {"size": 5}},
        "scout": {"effect": {"op": "scout", "draw": 2, "return": 1, "skip_draw": True}},
    }
    cards = [{**card, **changed.get(card["slug"], {})} for card in RULES.card_set["cards"]]
    rules = Ruleset(RULES.definition, {**RULES.card_set, "cards": cards})
    rng = random.Random(3)
    scouted = 0
    for seed in range(15):
        table = rules.start({}, [{"cards": {}}] * 2, QuickChance(seed))
        while table.outcome is None:
            (seat,) = seats_to_act(table)
            action = rng.choice(legal_actions(table, seat))
            scouted += action == Play("scout")
            apply(table, seat, action)
    assert scouted
