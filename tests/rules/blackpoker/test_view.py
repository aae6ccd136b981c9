"""11. The view, key by key; 9.3 what is private in effects."""

import json
from importlib import resources

import msgspec
import pytest

from rules.blackpoker.effects import Damaged, Milled
from rules.blackpoker.state import GameTable, Request, Used
from rules.engine import redact, view
from tests.rules.blackpoker.positions import bulwark, call, card, cards, do, drive, duel, side, soldier


def worked_example() -> object:
    """The block of 11.2 in RULES.md."""
    rules = resources.files("rules.blackpoker").joinpath("RULES.md").read_text(encoding="utf-8")
    block = rules.split("11.2 `game` always has all of these keys:")[1].split("(This is seat 0's view")[0]
    return json.loads(block)


def drawn_example() -> GameTable:
    filler = " ".join(["♣2"] * 44)
    mine = side("♣2 ♣A ♥9 ★ ♠10 ♠K", filler[: 40 * 3], "♦8 ♣3 ♥2 ♠4", [soldier("♠5 ♠9", fresh="♠9", bonus=-2)])
    mine.bulwarks = [bulwark("♦Q", driven=True)]
    yours = side("♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8", filler, "♥2 ♥K", bulwarks=[bulwark("♦2")])
    table = duel(mine, yours)
    state = table.state
    mine.bulwarks[0].id, yours.bulwarks[0].id, mine.soldiers[0].id = 1, 2, 3
    state.first_player, state.chance, state.passes, state.used = 1, 1, 1, Used()
    state.stage, state.next_request = [Request(5, "summon_soldier", 0, tuple(cards("♥7")))], 6
    return table


def test_11_2_the_worked_example() -> None:
    game = view(drawn_example(), 0, 0).game

    assert json.loads(msgspec.json.encode(game)) == worked_example()


def test_11_1_the_frame_of_a_view() -> None:
    shown = view(duel(side(), side(), format="lite", frame="random40"), "public", 17)

    assert json.loads(msgspec.json.encode(shown.options)) == {"format": "lite", "frame": "random40"}
    assert (shown.ruleset, shown.version, shown.turn, shown.outcome) == ("blackpoker", 17, 5, None)


@pytest.mark.parametrize(
    ("viewer", "deck", "hand", "graveyard", "set_aside", "wall"),
    [
        (0, None, None, None, None, None),
        ("public", None, None, None, None, None),
        (1, None, ("club-2", "heart-9"), ("club-4", "club-3"), None, ("diamond-2",)),
        ("audit", ("heart-k", "heart-2"), ("club-2", "heart-9"), ("club-4", "club-3"), ("spade-2",), ("diamond-2",)),
    ],
)
def test_11_8_r40_r41_who_sees_what(
    viewer: int | str, deck: object, hand: object, graveyard: object, set_aside: object, wall: object
) -> None:
    """Counts and the top of the graveyard are for everyone."""
    yours = side("♥9 ♣2", "♥K ♥2", "♣4 ♣3", bulwarks=[bulwark("♦2")], set_aside="♠2")

    shown = view(duel(side(), yours), viewer, 0).game.seats[1]

    assert (shown.deck.count, shown.deck.cards) == (2, deck)
    assert (shown.hand.count, shown.hand.cards) == (2, hand)
    assert (shown.graveyard.count, shown.graveyard.cards, shown.graveyard.top) == (2, graveyard, "club-3")
    assert (shown.set_aside.count, shown.set_aside.cards) == (1, set_aside)
    assert (shown.bulwarks[0].cards, shown.bulwarks[0].number) == (wall, None)


@pytest.mark.parametrize("viewer", [0, 1, "public", "audit"])
def test_11_8_empty_zones_are_null_too_where_they_may_not_be_seen(viewer: int | str) -> None:
    shown = view(duel(side(), side(deck="♣2")), viewer, 0).game.seats[1]
    is_open = viewer in (1, "audit")

    assert shown.hand.cards == (() if is_open else None)
    assert (shown.graveyard.cards, shown.graveyard.top) == ((() if is_open else None), None)
    assert shown.set_aside.cards == (() if viewer == "audit" else None)


def test_11_5_unpaid_letters_and_the_keys_of_what_is_raised() -> None:
    table = duel(side("♥K", bulwarks=[bulwark("♣9"), bulwark("♣8")]), side("♠2"))
    do(table, 0, call("summon_hero", "♥K"), drive(1))

    game = json.loads(msgspec.json.encode(view(table, 1, 0).game))

    assert game["raising"] == {
        **{"id": 1, "action": "summon_hero", "seat": 0, "keys": ["heart-k"], "target": None},
        "unpaid": "BL",
    }
    assert (game["stage"], game["chance"], game["resolving"]) == ([], 0, None)
    assert game["next_ids"] == {"character": 3, "request": 2}


def test_11_4_a_staged_request_has_no_unpaid() -> None:
    table = duel(side("♠8 ♣2"), side("♠2"))
    do(table, 0, call("throw", "♠8 ♣2"))

    game = json.loads(msgspec.json.encode(view(table, 1, 0).game))

    assert game["stage"] == [
        {"id": 1, "action": "throw", "seat": 0, "keys": ["club-2", "spade-8"], "target": {"seat": 1}}
    ]


@pytest.mark.parametrize(
    "effect",
    [
        Damaged(1, 2, 2, tuple(cards("♣2 ♣3")), card("♣3"), "throw"),
        Milled(1, 2, tuple(cards("♣2 ♣3")), card("♣3"), True, card("♥K")),
    ],
)
def test_r41_cards_of_damage_are_not_shown_but_the_last(effect: Damaged | Milled) -> None:
    shown = json.loads(msgspec.json.encode(redact(effect, 0)))

    assert shown["top"] == "club-3"
    assert "cards" not in shown and "found" not in shown
    assert redact(effect, 1) == redact(effect, "audit") == effect
