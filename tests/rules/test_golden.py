"""Playthroughs and counts are as recorded, for every ruleset and setup; and the recorder notices a change."""

from pathlib import Path
from typing import Any

import pytest

from rules.engine import Pass, Ruleset
from rules.registry import slugs
from tests import toy
from tests.rules import golden
from tests.rules.setups import Setup, all_setups

DECK = {"cards": {"raider-1": 2, "raider-3": 2, "raider-6": 2}}
RAID = Setup("raid", "two", {}, [DECK, DECK])


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_rules_do_what_they_did(setup: Setup) -> None:
    """Laws 9 and 10. On purpose? Then `python -m tests.rules.golden record <ruleset>`, and say so in the commit."""
    assert golden.faults(setup) == []


@pytest.mark.parametrize("ruleset", slugs())
def test_nothing_is_recorded_that_is_not_played(ruleset: str) -> None:
    setups = [setup for setup in all_setups() if setup.ruleset == ruleset]
    files = {path.name for path in (golden.TESTS / "playthroughs" / ruleset).iterdir()}
    counted = {line.split(" after ")[0] for line in golden.stored(golden.path_of_perft(ruleset)).splitlines()}

    assert files == {f"{setup.name}.txt" for setup in setups}
    assert counted == {setup.name for setup in setups}


# The recorder itself, on the toy


@pytest.fixture
def _elsewhere(raid: Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "TESTS", tmp_path)


@pytest.mark.usefixtures("_elsewhere")
def test_what_was_recorded_is_found_again() -> None:
    golden.record("raid", [RAID])

    text = golden.stored(golden.path_of_playthrough(RAID))
    assert golden.faults(RAID) == []
    assert text.startswith("raid:two, seed 20\n\nstart\n    {")
    assert '"type":"match_ended"' in text and len(text) < golden.LONGEST_TEXT + 10_000
    assert golden.recorded_perft(RAID)[0].startswith("two after 0: 4 8 ")


@pytest.mark.usefixtures("_elsewhere")
def test_nothing_recorded_is_a_fault() -> None:
    assert [fault.split(":")[0] for fault in golden.faults(RAID)] == ["two.txt", "raid.perft"]


@pytest.mark.usefixtures("_elsewhere")
def test_a_changed_rule_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    golden.record("raid", [RAID])

    def weak_blocks_too(window: toy.BlockWindow, table: toy.RaidTable, seat: int) -> list[Any]:
        return [Pass(), *(toy.Block(card) for card in sorted(set(table.state.hands[seat])))]

    monkeypatch.setattr(toy.BlockWindow, "choices", weak_blocks_too)

    assert [fault.split(":")[0] for fault in golden.faults(RAID)] == ["two.txt", "raid.perft"]


@pytest.mark.usefixtures("_elsewhere")
def test_what_is_left_out_of_a_long_game_is_still_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "LONGEST_TEXT", 6_000)
    golden.record("raid", [RAID])
    text = golden.stored(golden.path_of_playthrough(RAID))
    assert " actions more, in short: " in text and '"type":"match_ended"' in text

    describe = golden._describe
    monkeypatch.setattr(
        golden, "_describe", lambda number, *rest: [*describe(number, *rest), *["more"] * (number == 20)]
    )

    assert any("in short" in fault for fault in golden.faults(RAID))


@pytest.mark.usefixtures("_elsewhere")
def test_counts_are_those_of_a_plain_walk() -> None:
    table = RAID.start(1)

    # Four answers to the mulligan, in either order: 2 + 2, then 2 for each of these four.
    assert [golden.perft(table, depth) for depth in (1, 2)] == [4, 8]


def test_a_difference_names_the_first_line() -> None:
    assert golden.difference("a\nb\nc", "a\nb\nc") == ""
    assert golden.difference("a\nb", "a\nx") == "line 2 was\nb\nand is now\nx"
    assert golden.difference("a", "a\nb") == "line 2 was\n(nothing)\nand is now\nb"
