"""6 Formations."""

import pytest

from rules.battle_line.formations import formation, name_and_sum
from rules.battle_line.reachable_formations import side_value, stand_ins
from rules.engine import Ruleset
from tests.rules.battle_line.positions import CARDS, RULES


def worth(side: str, *, fog: bool = False) -> tuple[str, int]:
    return name_and_sum(side_value(CARDS, tuple(side.split()), fog))


def meant(side: str, *, fog: bool = False) -> dict[str, str]:
    cards = tuple(side.split())
    return stand_ins(CARDS, cards, side_value(CARDS, cards, fog))


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("red-1 red-2 red-3", ("wedge", 6)),
        ("red-10 red-8 red-9", ("wedge", 27)),
        ("red-7 blue-7 green-7", ("phalanx", 21)),
        ("red-1 red-2 red-4", ("battalion", 7)),
        ("red-10 red-1 red-2", ("battalion", 13)),
        ("red-5 blue-4 red-6", ("skirmisher", 15)),
        ("red-10 blue-1 red-2", ("host", 13)),
        ("red-5 blue-5 red-6", ("host", 16)),
        ("red-1 red-2 red-3 red-4", ("wedge", 10)),
        ("red-7 blue-7 green-7 orange-7", ("phalanx", 28)),
        ("red-1 red-2 red-3 red-5", ("battalion", 11)),
        ("red-7 blue-8 green-9 orange-10", ("skirmisher", 34)),
        ("red-1 red-2 red-3 blue-5", ("host", 11)),
        ("red-7 blue-7 green-7 red-8", ("host", 29)),
    ],
)
def test_a_formation_is_named_by_its_colours_and_numbers(side: str, expected: tuple[str, int]) -> None:
    """6.1, 6.2 The order of placing does not matter, and 10 and 1 are no neighbours."""
    assert worth(side) == expected


def test_rank_goes_before_sum_and_sum_decides_within_a_rank() -> None:
    """6.3"""
    sides = [
        "red-10 blue-10 red-9",
        "red-1 blue-2 red-3",
        "red-1 red-2 red-4",
        "red-1 red-2 red-5",
        "red-1 blue-1 green-1",
        "red-1 red-2 red-3",
        "blue-2 blue-3 blue-4",
    ]
    values = [formation([CARDS.troops[card] for card in side.split()]) for side in sides]

    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_under_fog_every_side_is_a_host() -> None:
    """6.3, R10"""
    assert worth("red-1 red-2 red-3", fog=True) == ("host", 6)
    assert worth("alexander red-2 red-3", fog=True) == ("host", 15)
    assert worth("shield-bearers companion-cavalry red-3 red-4", fog=True) == ("host", 18)


@pytest.mark.parametrize(
    ("side", "expected", "stand_in"),
    [
        ("red-8 red-9 alexander", ("wedge", 27), {"alexander": "red-10"}),
        ("darius red-8 red-10", ("wedge", 27), {"darius": "red-9"}),
        ("red-9 blue-9 darius", ("phalanx", 27), {"darius": "red-9"}),
        ("red-3 red-7 alexander", ("battalion", 20), {"alexander": "red-10"}),
        ("red-9 blue-10 alexander", ("skirmisher", 27), {"alexander": "red-8"}),
        ("red-10 blue-7 alexander", ("host", 27), {"alexander": "red-10"}),
        ("red-9 red-10 companion-cavalry", ("wedge", 27), {"companion-cavalry": "red-8"}),
        ("red-9 blue-10 companion-cavalry", ("skirmisher", 27), {"companion-cavalry": "red-8"}),
        ("green-8 blue-8 companion-cavalry", ("phalanx", 24), {"companion-cavalry": "red-8"}),
        ("green-2 green-4 companion-cavalry", ("battalion", 14), {"companion-cavalry": "green-8"}),
        ("green-2 blue-4 companion-cavalry", ("host", 14), {"companion-cavalry": "red-8"}),
        ("red-1 red-2 shield-bearers", ("wedge", 6), {"shield-bearers": "red-3"}),
        ("green-2 green-3 shield-bearers", ("wedge", 6), {"shield-bearers": "green-1"}),
        ("green-3 blue-3 shield-bearers", ("phalanx", 9), {"shield-bearers": "red-3"}),
        ("blue-9 blue-5 shield-bearers", ("battalion", 17), {"shield-bearers": "blue-3"}),
    ],
)
def test_a_morale_card_counts_at_its_best(side: str, expected: tuple[str, int], stand_in: dict[str, str]) -> None:
    """6.4, 6.5, R6"""
    assert worth(side) == expected
    assert meant(side) == stand_in


def test_the_troop_stood_for_may_lie_in_the_same_formation() -> None:
    """6.4, R7 A third card of number 10 that is red twice."""
    assert worth("red-10 blue-10 alexander") == ("phalanx", 30)
    assert meant("red-10 blue-10 alexander") == {"alexander": "red-10"}


def test_morale_cards_work_together() -> None:
    """6.4"""
    assert worth("companion-cavalry alexander red-10") == ("wedge", 27)
    assert meant("companion-cavalry alexander red-10") == {"companion-cavalry": "red-8", "alexander": "red-9"}
    assert worth("shield-bearers companion-cavalry alexander") == ("battalion", 21)


def test_of_equal_choices_the_first_in_lexicographic_order_is_recorded() -> None:
    """6.5 Morale cards as they lie, colours in colour order, then numbers ascending."""
    assert meant("shield-bearers alexander green-1 blue-2", fog=True) == {
        "shield-bearers": "red-3", "alexander": "red-10"
    }  # fmt: skip
    assert meant("companion-cavalry green-6 darius") == {"companion-cavalry": "green-8", "darius": "green-7"}
    assert meant("shield-bearers green-4 blue-1 darius") == {"shield-bearers": "red-2", "darius": "red-3"}
    assert meant("darius green-4 blue-1 shield-bearers") == {"darius": "red-2", "shield-bearers": "red-3"}


@pytest.mark.parametrize(
    ("side", "expected", "stands_for"),
    [
        ("red-5 red-6 alexander", ("wedge", 15), "red-4"),
        ("green-5 green-6 alexander", ("skirmisher", 15), "red-4"),
        ("blue-8 blue-9 alexander", ("battalion", 21), "blue-4"),
        ("green-8 green-9 alexander", ("host", 21), "red-4"),
    ],
)
def test_a_morale_card_shows_the_colours_and_numbers_of_its_card_alone(
    side: str, expected: tuple[str, int], stands_for: str
) -> None:
    """6.4 Here a leader stands for a red or blue 2, 3 or 4."""
    wild = {"wild": {"colors": ["red", "blue"], "numbers": [2, 3, 4]}}
    cards = [{**card, **(wild if card["slug"] == "alexander" else {})} for card in RULES.card_set["cards"]]
    changed = Ruleset(RULES.definition, {**RULES.card_set, "cards": cards}).cards

    value = side_value(changed, tuple(side.split()), False)

    assert name_and_sum(value) == expected
    assert stand_ins(changed, tuple(side.split()), value) == {"alexander": stands_for}


def test_without_morale_cards_nothing_is_recorded() -> None:
    """6.5"""
    assert meant("red-1 red-2 red-3") == {}
