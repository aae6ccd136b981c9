"""RULES.md 15: views. The whole of one is compared in test_transcript.py."""

import json
from typing import Any

import msgspec
import pytest

from rules.engine import Pass, view
from rules.invictus.actions import Attack, EndTurn, Resolve, UseSupport
from rules.invictus.prompts import BlockPrompt, MainPrompt, ResolveSupportPrompt
from rules.invictus.state import InvictusTable
from tests.rules.invictus.positions import asked_now, play, position
from tests.rules.invictus.setups import SETUPS

BOARD = """
    slinger . .
    . guardian-:1 anubis
    wizard . king-1
    . . .
"""


def shown(table: InvictusTable, viewer: Any) -> Any:
    """The `game` of a view as a client reads it."""
    return json.loads(msgspec.json.encode(view(table, viewer, 0).game))


def test_side_shows_all_six_cells_the_queue_in_order_and_the_graveyard_sorted() -> None:
    """15.3"""
    table = position(BOARD, queues=["", "priest medjay priest"], graveyards=["", "wizard archer"])

    assert shown(table, "public")["sides"][1] == {
        "seats": [1],
        "queue_limit": 5,
        "battlefield": {
            "f0": None,
            "f1": {"card": "guardian", "active": False, "damage": 1},
            "f2": {"card": "anubis", "active": True, "damage": 0},
            "b0": {"card": "slinger", "active": True, "damage": 0},
            "b1": None,
            "b2": None,
        },
        "queue": {"count": 3, "cards": ["priest", "medjay", "priest"]},
        "graveyard": {"count": 2, "cards": ["archer", "wizard"]},
    }


def test_side_shows_its_own_queue_limit() -> None:
    """15.1, 11.5"""
    table = position(BOARD, options={"queue_limits": [4, 2]})

    assert [side["queue_limit"] for side in shown(table, "public")["sides"]] == [4, 2]


def test_graveyard_kingdom_and_hand_stay_sorted_as_cards_come() -> None:
    """15.3"""
    table = position(
        BOARD.replace("wizard . king-1", "wizard wizard king-1"),
        hands=["king-2 slinger"],
        graveyards=["", "priest"],
        kingdoms=["warrior"],
    )

    play(table, (0, UseSupport("slinger", "slinger")))

    assert shown(table, 0)["sides"][1]["graveyard"] == {"count": 2, "cards": ["guardian", "priest"]}
    assert asked_now(table) == [MainPrompt(0)]


def test_hidden_zones_are_seen_by_their_seat_and_by_audit() -> None:
    """15.4 `cards` is null whatever the count. No seat sees its own deck."""
    table = position(BOARD, hands=["priest archer", ""], decks=["wizard archer", ""])

    seats = {viewer: shown(table, viewer)["seats"] for viewer in (0, 1, "public", "audit")}

    assert {viewer: seat[0]["hand"] for viewer, seat in seats.items()} == {
        0: {"count": 2, "cards": ["archer", "priest"]},
        1: {"count": 2, "cards": None},
        "public": {"count": 2, "cards": None},
        "audit": {"count": 2, "cards": ["archer", "priest"]},
    }
    assert {viewer: seat[0]["deck"] for viewer, seat in seats.items()} == {
        0: {"count": 2, "cards": None},
        1: {"count": 2, "cards": None},
        "public": {"count": 2, "cards": None},
        "audit": {"count": 2, "cards": ["wizard", "archer"]},
    }
    assert {viewer: seat[1]["hand"]["cards"] for viewer, seat in seats.items()} == {
        0: None,
        1: [],
        "public": None,
        "audit": [],
    }


@pytest.mark.parametrize("viewer", [0, "public", "audit"])
def test_game_has_the_same_keys_for_every_viewer_at_every_moment(viewer: Any) -> None:
    """15.1"""
    keys = set(shown(position(BOARD), viewer))

    for setup in SETUPS:
        assert set(shown(setup.start(1), viewer)) == keys


def test_before_turn_1_nobody_is_active() -> None:
    """15.2 With two players `facing` is known from the start."""
    game = shown(SETUPS[0].start(1), "public")

    assert (game["phase"], game["first_side"], game["order"]) == ("setup", None, None)
    assert (game["active"], game["reaction"]) == (None, None)
    assert [seat["facing"] for seat in game["seats"]] == [1, 0]
    assert game["flags"] == {"attacked": False, "marched": False, "settled": False}
    assert game["bonus"] == {"all": 0, "charge": 0, "unbound": False}


def test_seat_0_can_be_active_and_is_shown_as_such() -> None:
    """15.2 0 is not null."""
    game = shown(position(BOARD), "public")

    assert (game["active"], game["reaction"], game["first_side"]) == (0, 1, 0)


def test_attack_is_shown_until_it_is_over() -> None:
    """15.5"""
    table = position(BOARD, hands=["", "priest"])

    play(table, (0, Attack("f0", "b0")))
    open_ = shown(table, "public")["attack"]
    play(table, (1, Pass()))

    assert open_ == {"from": "f0", "to": "b0", "power": 1}
    assert shown(table, "public")["attack"] is None
    assert asked_now(table) == [MainPrompt(0)]


def test_support_is_shown_from_the_queue_to_its_choice() -> None:
    """15.5"""
    table = position(BOARD, hands=["archer", "priest"])
    seen = []

    play(table, (0, UseSupport("archer", "archer")))
    seen.append(shown(table, 1)["support"])
    play(table, (1, Pass()))
    seen.append(shown(table, 1)["support"])
    play(table, (0, Resolve(cell="f1")))
    seen.append(shown(table, 1)["support"])

    support = {"seat": 0, "card": "archer", "support": "archer"}
    assert seen == [support, support, None]


def test_block_is_shown_beside_the_attack_it_answers() -> None:
    table = position(BOARD, hands=["wizard", "guardian medjay"])

    play(table, (0, Attack("f0", "b0")), (1, UseSupport("medjay", "medjay")))

    game = shown(table, "public")
    assert game["attack"] == {"from": "f0", "to": "b0", "power": 1}
    assert game["support"] == {"seat": 1, "card": "medjay", "support": "medjay"}

    play(table, (0, UseSupport("wizard", "wizard")))

    assert shown(table, "public")["support"] is None
    assert asked_now(table) == [BlockPrompt(1)]


def test_prompt_of_a_spy_shows_the_revealed_hand_to_everybody() -> None:
    """14.1, 14.2"""
    table = position(BOARD, hands=["ninja", "priest anubis"])
    play(table, (0, UseSupport("ninja", "ninja_spy")), (1, Pass()))

    prompts = [json.loads(msgspec.json.encode(view(table, viewer, 0).prompts)) for viewer in (0, 1, "public", "audit")]

    prompt = {"seat": 0, "kind": "resolve_support", "support": "ninja_spy", "hand": ["anubis", "priest"]}
    assert prompts == [[prompt]] * 4


def test_other_prompts_of_supports_have_no_hand() -> None:
    """14.1"""
    table = position(BOARD, hands=["archer"])
    play(table, (0, UseSupport("archer", "archer")))

    assert json.loads(msgspec.json.encode(view(table, 0, 0).prompts)) == [
        {"seat": 0, "kind": "resolve_support", "support": "archer"}
    ]
    assert asked_now(table) == [ResolveSupportPrompt(0, "archer")]


def test_phase_is_end_during_a_forced_settlement_only() -> None:
    """15.2"""
    table = position(BOARD, hands=["archer archer archer archer archer archer"])

    play(table, (0, EndTurn()))

    assert shown(table, "public")["phase"] == "end"


def test_flags_and_bonuses_are_those_of_the_running_turn() -> None:
    """15.6, 2.12"""
    table = position(BOARD, hands=["komuso samurai samurai warrior"])

    for card in ("komuso", "samurai", "samurai", "warrior"):
        play(table, (0, UseSupport(card, card)))
    bonus = shown(table, "public")["bonus"]
    play(table, (0, Attack("f0", "f2")))

    assert bonus == {"all": 1, "charge": 6, "unbound": True}
    assert shown(table, "public")["bonus"] == {"all": 1, "charge": 0, "unbound": False}
    assert shown(table, "public")["flags"] == {"attacked": True, "marched": False, "settled": False}
