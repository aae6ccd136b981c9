"""Counting what is left of a deck."""

from rules.engine import left_of


def test_what_has_been_seen_is_no_longer_left() -> None:
    deck = {"knight": 2, "archer": 1, "priest": 1}

    assert left_of(deck, ["archer", "knight"]) == ["knight", "priest"]
    assert deck == {"knight": 2, "archer": 1, "priest": 1}


def test_more_than_there_were_and_strangers_take_nothing_else_away() -> None:
    assert left_of({"knight": 1, "archer": 1}, ["knight", "knight", "dragon"]) == ["archer"]
