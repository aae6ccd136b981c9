"""The evaluation of BlackPoker: what is good for one seat is bad for the other."""

import pytest

from rules.blackpoker.evaluation import EVALUATION
from rules.blackpoker.state import Side
from tests.rules.blackpoker.positions import FILLER, bulwark, duel, side, soldier
from tests.rules.blackpoker.setups import SETUPS
from tests.rules.laws import random_game
from tests.rules.setups import Setup


def value(mine: Side, yours: Side | None = None) -> float:
    return EVALUATION.value(duel(mine, yours or side("♣9")), 0)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_is_good_for_one_seat_is_as_bad_for_the_other(setup: Setup) -> None:
    for table in random_game(setup, 4):
        mine, theirs = (EVALUATION.value(table, seat) for seat in (0, 1))
        assert mine == -theirs
        assert -1 < mine < 1


@pytest.mark.parametrize(
    "better",
    [
        side("♣9", deck=FILLER + " ♦2"),
        side("♣9 ♠9"),
        side("♣9", soldiers=[soldier("♠2")]),
        side("♣9", bulwarks=[bulwark("♠2")]),
    ],
    ids=["life", "hand", "soldier", "bulwark"],
)
def test_more_of_anything_is_better(better: Side) -> None:
    assert value(better) > value(side("♣9")) == 0


def test_a_strong_soldier_threatens_more_than_a_weak_one_until_it_threatens_all() -> None:
    three, eight, ten, king = (value(side("♣9", soldiers=[soldier(of)])) for of in ("♠3", "♠8", "♠10", "♠K"))

    assert three < eight < ten == king


def test_the_same_soldier_threatens_more_when_less_life_is_left() -> None:
    def gain(life: str) -> float:
        threatened = side("♣9", deck=life)
        return value(side("♣9", deck=life, soldiers=[soldier("♠4")]), threatened)

    assert gain(FILLER) < gain("♣2 ♥2 ♣3 ♥3 ♣4")


def test_an_attack_that_is_still_to_come_counts_for_the_seat_whose_turn_it_is() -> None:
    table = duel(side("♣9"), side("♣9"))
    before = EVALUATION.value(table, 0)

    table.state.used.attack = True

    assert EVALUATION.value(table, 0) < before
    assert EVALUATION.value(table, 1) > -before


def test_an_empty_deck_is_valued_too() -> None:
    """A deck may be empty until the next action has been resolved."""
    assert -1 < value(side("♣9", deck=""), side("♣9", deck="")) < 1
