"""4 Setup."""

from rules.battle_line.effects import Dealt, RoundStarted
from rules.engine import Picked, Ruleset, Shuffled, TurnStarted
from tests.rules.battle_line.positions import CARDS, RULES, assert_asked_to_play, started

TROOPS = list(CARDS.troops)
TACTICS = list(CARDS.tactics)


def test_a_match_starts_with_the_lot_the_decks_and_the_hands() -> None:
    """4.1, 4.6, R1 The other player than the dealer is the first one, and gets the first card."""
    table = started({}, [1, TROOPS, TACTICS])

    first = tuple(sorted(TROOPS[0:14:2]))
    second = tuple(sorted(TROOPS[1:14:2]))
    assert table.effects == [
        Picked("dealer", 2, 1),
        RoundStarted(1, 0),
        Shuffled(None, "troop_deck", tuple(TROOPS)),
        Shuffled(None, "tactics_deck", tuple(TACTICS)),
        Dealt(0, 7, first),
        Dealt(1, 7, second),
        TurnStarted(0, 1),
    ]
    assert table.state.hands == [list(first), list(second)]
    assert table.state.troop_deck == TROOPS[14:]
    assert table.state.tactics_deck == TACTICS
    assert_asked_to_play(table, 0)


def test_if_seat_0_deals_seat_1_starts() -> None:
    """4.1"""
    table = started({}, [0, TROOPS, TACTICS])

    assert table.effects[0] == Picked("dealer", 2, 0)
    assert table.effects[-3:-1] == [
        Dealt(1, 7, tuple(sorted(TROOPS[0:14:2]))),
        Dealt(0, 7, tuple(sorted(TROOPS[1:14:2]))),
    ]
    assert_asked_to_play(table, 1)


def test_without_tactics_the_tactics_deck_is_empty_and_not_shuffled() -> None:
    """4.3, 4.5, 13.1 Chance is asked for the lot and one shuffle only."""
    table = started({"tactics": False}, [1, TROOPS])

    assert [type(effect).__name__ for effect in table.effects] == [
        "Picked", "RoundStarted", "Shuffled", "Dealt", "Dealt", "TurnStarted"
    ]  # fmt: skip
    assert table.chance.results == []
    assert table.state.tactics_deck == []
    assert_asked_to_play(table, 0)


def test_hands_are_sorted_as_plain_strings() -> None:
    """3.5"""
    drawn = ["red-10", "x", "red-2", "x", "red-1", "x", "blue-10", "x", "blue-2", "x", "blue-1", "x", "yellow-9"]
    rest = [card for card in TROOPS if card not in drawn]
    order = [rest.pop() if card == "x" else card for card in drawn] + rest

    table = started({"tactics": False}, [1, order])

    assert table.state.hands[0] == ["blue-1", "blue-10", "blue-2", "red-1", "red-10", "red-2", "yellow-9"]


def test_there_is_nothing_to_claim_before_the_first_card() -> None:
    """4.7, 8.3 In `start_of_turn` the empty claim phase is skipped, too."""
    table = started({"claim_timing": "start_of_turn"}, [1, TROOPS, TACTICS])

    assert_asked_to_play(table, 0)


def test_one_seed_gives_one_match() -> None:
    """4.5"""
    assert started(seed=3).effects == started(seed=3).effects != started(seed=4).effects


def test_figures_are_read_from_the_card_set() -> None:
    card_set = {**RULES.card_set, "constants": {**RULES.card_set["constants"], "flags": 7, "hand_size": 5}}
    rules = Ruleset(RULES.definition, card_set)

    table = rules.start({"tactics": False}, [{"cards": {}}] * 2, started().chance)

    assert len(table.state.flags) == 7
    assert [len(hand) for hand in table.state.hands] == [5, 5]
    assert [len(hand) for hand in started().state.hands] == [7, 7]
