"""RULES.md 9: the four ways to end, the armistice's chain of comparisons, and ends by the service."""

import json
from typing import Any

import msgspec
import pytest

from rules.engine import MatchEnded, Outcome, prompts, view
from rules.invictus.actions import Attack, EndTurn, UseSupport
from rules.invictus.effects import Damaged, Destroyed, TurnEnded
from rules.registry import shipped_ruleset
from tests.rules import laws
from tests.rules.invictus.endings import ENDINGS
from tests.rules.invictus.positions import asked_now, play, position
from tests.rules.invictus.setups import SETUPS

BOARD = """
    . . .
    . guardian anubis
    . wizard .
    . . .
"""


def armistice(kingdoms: list[str], graveyards: list[str]) -> Outcome:
    """B's turn has ended, and A's deck is empty."""
    table = position(BOARD, kingdoms=kingdoms, graveyards=graveyards, decks=["", "archer"], active=1)
    play(table, (1, EndTurn()))
    assert table.outcome is not None
    return table.outcome


def test_armistice_comes_when_the_first_seat_would_start_with_an_empty_deck() -> None:
    """9.4, 6.1.1, 13.1 The turn does not take place; `active` stays the last seat, the flags are cleared."""
    table = position(BOARD, kingdoms=["warrior", ""], decks=["", "archer"], active=1)
    table.state.settled = True

    effects = play(table, (1, EndTurn()))

    scores = {"kp": [1, 0], "kingdom": [1, 0], "graveyard": [0, 0]}
    assert effects == [TurnEnded(1, 2), MatchEnded((0,), "armistice", scores)]
    assert table.outcome == Outcome((0,), "armistice", scores)
    assert (table.state.turn, table.state.active, table.state.phase) == (2, 1, "over")
    assert not table.state.settled
    assert prompts(table) == []


def test_first_seat_is_the_first_in_order_not_seat_0() -> None:
    """6.1.1 With seat 1 first, an empty deck of seat 0 ends nothing."""
    table = position(BOARD, decks=["", "archer"], order=(1, 0), active=1)

    play(table, (1, EndTurn()))

    assert table.outcome is None
    assert [prompt.seat for prompt in asked_now(table)] == [0]


def test_armistice_goes_to_more_points_whatever_the_rest() -> None:
    outcome = armistice(["warrior archer", "guardian guardian guardian"], ["archer archer", ""])

    assert (outcome.winners, outcome.scores) == ((0,), {"kp": [2, 1], "kingdom": [2, 3], "graveyard": [2, 0]})


def test_with_equal_points_it_goes_to_more_cards_in_kingdoms() -> None:
    outcome = armistice(["warrior", "guardian guardian"], ["", "archer"])

    assert (outcome.winners, outcome.scores) == ((1,), {"kp": [1, 1], "kingdom": [1, 2], "graveyard": [0, 1]})


def test_with_equal_kingdoms_it_goes_to_the_smaller_graveyard() -> None:
    outcome = armistice(["warrior", "guardian"], ["archer archer", "archer"])

    assert (outcome.winners, outcome.scores) == ((1,), {"kp": [1, 1], "kingdom": [1, 1], "graveyard": [2, 1]})


def test_all_equal_is_a_draw() -> None:
    """9.4, 9.7 The reason is armistice, and the match is a draw."""
    outcome = armistice(["warrior", "guardian"], ["archer", "priest"])

    assert outcome == Outcome((), "armistice", {"kp": [1, 1], "kingdom": [1, 1], "graveyard": [1, 1]})


@pytest.mark.parametrize("reason", sorted(ENDINGS))
def test_every_way_to_end_is_reached_by_random_play(reason: str) -> None:
    name, seed = ENDINGS[reason]
    setup = next(setup for setup in SETUPS if setup.name == name)

    *_, table = laws.random_game(setup, seed)

    assert table.outcome is not None
    assert table.outcome.reason == reason
    assert table.effects[-1] == MatchEnded(table.outcome.winners, reason, table.outcome.scores)


def test_every_reason_of_the_rules_has_an_ending() -> None:
    assert set(ENDINGS) == set(shipped_ruleset("invictus").words["reasons"])


def test_reasons_are_called_as_in_9_7() -> None:
    names = {
        "banishment": {"ja": "追放", "en": "Banishment"},
        "founding": {"ja": "建国", "en": "Founding of the realm"},
        "ruin": {"ja": "滅亡", "en": "Ruin"},
        "armistice": {"ja": "終戦", "en": "Armistice"},
    }
    rules = shipped_ruleset("invictus")

    assert rules.words["reasons"] == rules.card_set["reasons"] == names


def test_after_an_end_by_the_rules_nothing_is_under_way() -> None:
    """15.2 The last attack is over, `flags` and `bonus` keep their last values."""
    table = position("""
        . . .
        . pharaoh-4-:1 anubis
        king-4 . .
        . . .
    """)
    table.state.boost = 1

    play(table, (0, Attack("f0", "f1")))

    game = json.loads(msgspec.json.encode(view(table, "public", 0).game))
    assert game["phase"] == "over"
    assert (game["active"], game["reaction"]) == (0, 1)
    assert (game["attack"], game["support"]) == (None, None)
    assert game["flags"] == {"attacked": True, "marched": False, "settled": False}
    assert game["bonus"] == {"all": 1, "charge": 0, "unbound": False}


def test_after_an_end_by_a_support_it_is_under_way_no_longer() -> None:
    """15.2, 15.5 The slinger's blow kills a leader before the support has been laid aside."""
    table = position(BOARD.replace("guardian", "pharaoh-4-"), hands=["slinger"])

    effects = play(table, (0, UseSupport("slinger", "slinger")))

    assert effects[1:3] == [Damaged(1, "f1", "pharaoh-4", 2, 2), Destroyed(1, "f1", "pharaoh-4")]
    game: Any = view(table, "public", 0).game
    assert (game.phase, game.attack, game.support) == ("over", None, None)
    assert prompts(table) == []


# 9.6 Ends by the service


@pytest.mark.parametrize(
    ("losers", "reason", "winners"),
    [([0], "resignation", (1,)), ([1], "timeout", (0,)), ([0, 1], "timeout", ()), ([], "aborted", ())],
)
def test_service_ends_the_match_with_the_scores_of_the_moment(
    losers: list[int], reason: str, winners: tuple[int, ...]
) -> None:
    """9.6 No prompts any more; `game` stays as it was, an open attack included."""
    table = position(BOARD, hands=["", "guardian"], kingdoms=["warrior"])
    play(table, (0, Attack("f1", "f1")))
    before: Any = view(table, "audit", 0).game

    outcome = table.rules.concede(table, losers, reason)

    assert outcome == Outcome(winners, reason, {"kp": [1, 0], "kingdom": [1, 0], "graveyard": [0, 0]})
    assert view(table, "audit", 0).game == before
    assert before.attack is not None
    assert prompts(table) == []


def test_whole_team_wins_and_loses() -> None:
    """9.6 In the alliance the seats of the other side are the winners; scores are per side."""
    table = next(setup for setup in SETUPS if setup.name == "alliance").start(1)

    assert table.rules.concede(table, [2], "resignation").winners == (1, 3)
    assert table.outcome is not None
    assert table.outcome.scores == {"kp": [0, 0], "kingdom": [0, 0], "graveyard": [0, 0]}
