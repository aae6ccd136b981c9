"""The parts of `python -m tests.faults.machines` that count and compare."""

from collections import Counter

import pytest

from tests.faults.machines.checks import differences, stream_faults
from tests.faults.machines.figures import Stretch, longest_pause, share
from tests.faults.machines.players import Accepted, Ledger


def ledger(*answers: tuple[str, str, int]) -> Ledger:
    return Ledger(accepted=[Accepted(match, key, seq, 0.0, 0.1, None) for match, key, seq in answers])


def test_equal_answers_and_log_have_no_differences() -> None:
    found = differences(ledger(("m", "a", 1), ("m", "b", 2)), [("m", 2, "b"), ("m", 1, "a")])

    assert found == {"lost": [], "doubled": [], "unknown": []}


@pytest.mark.parametrize(
    ("logged", "kind"),
    [
        ([("m", 1, "a")], "lost"),
        ([("m", 1, "a"), ("m", 3, "b")], "lost"),
        ([("m", 1, "a"), ("m", 2, "b"), ("m", 3, "b")], "doubled"),
        ([("m", 1, "a"), ("m", 2, "b"), ("m", 3, "c")], "unknown"),
        ([("m", 1, "a"), ("m", 2, "b"), ("other", 1, "a")], "unknown"),
    ],
    ids=["absent", "elsewhere", "twice", "never answered", "in another match"],
)
def test_a_difference_is_named(logged: list[tuple[str, int, str]], kind: str) -> None:
    found = differences(ledger(("m", "a", 1), ("m", "b", 2)), logged)

    assert [name for name, wrong in found.items() if wrong] == [kind]


@pytest.mark.parametrize(
    ("seqs", "is_whole"), [([], True), ([0, 1, 2], True), ([0, 2], False), ([0, 1, 1], False), ([1, 2], False)]
)
def test_a_stream_is_whole_if_it_has_every_event_once(seqs: list[int], is_whole: bool) -> None:
    assert (stream_faults({"m": seqs}) == []) == is_whole


def test_the_longest_pause_may_be_at_either_end_or_between() -> None:
    assert longest_pause([], 0, 7) == 7
    assert longest_pause([1, 2], 0, 7) == 5
    assert longest_pause([6, 4], 0, 7) == 4
    assert longest_pause([1, 5], 0, 7) == 4


def test_a_share_of_values() -> None:
    assert [share([3, 1, 2], part) for part in (0, 0.5, 0.99)] == [1, 2, 3]
    assert share([], 0.5) == 0


def test_figures_are_by_second_and_by_move_or_deal() -> None:
    answers = ledger(*(("m", str(seq), seq) for seq in range(20)))
    stretch = Stretch("some", 0.0, 10.0, 5, Counter(web=0.1, background=0.5), answers)

    assert (stretch.moves_a_second, stretch.deals_a_second) == (2.0, 0.5)
    assert (stretch.ms_a_move("web"), stretch.ms_a_deal("background")) == (5.0, 100.0)
    assert stretch.longest_pause == 9.9
