"""Deck against deck: the pairings, and the table of results."""

import pytest

from matches.bots.matchups import Meeting, main, meetings, table
from rules.registry import shipped_ruleset


def test_each_two_decks_meet_either_way_round() -> None:
    rules = shipped_ruleset("lords_of_war")

    planned = meetings(rules, "duel", games=3)

    pairs = [meeting.decks for meeting in planned]
    assert {pairs.count(pair) for pair in pairs} == {3}
    assert {(b, a) for a, b in pairs} == set(pairs) and len(set(pairs)) == 36
    assert {meeting.seed for meeting in planned} == {0, 1, 2}


@pytest.mark.parametrize(("ruleset", "option_set"), [("battle_line", "tactics"), ("lords_of_war", "team-4")])
def test_without_two_decks_there_is_no_table(ruleset: str, option_set: str) -> None:
    with pytest.raises(ValueError, match="not one deck against another"):
        meetings(shipped_ruleset(ruleset), option_set, games=1)
    with pytest.raises(SystemExit):
        main([ruleset, "--option-set", option_set])


def test_the_table_counts_a_draw_as_half_and_puts_the_strongest_first() -> None:
    orcs, elves = "orcs-core", "elves-core"
    played = [
        (Meeting((orcs, elves), 0), -1),
        (Meeting((elves, orcs), 0), 0),
        (Meeting((orcs, orcs), 0), 1),
    ]

    lines = table(shipped_ruleset("lords_of_war"), played).splitlines()

    assert lines[0].startswith("| | Elves core army | Orcs core army |")
    assert lines[2].startswith("| Elves core army |  | 75% | 75% (")
    assert lines[3].startswith("| Orcs core army | 25% |  | 25% (")
    assert lines[-1].startswith("Seat 0, over all 3 matches: 1 wins, 1 draws, 1 losses")


def test_a_table_is_printed_by_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["blackpoker", "--bot", "random", "--games", "1"])

    assert "Seat 0, over all" in capsys.readouterr().out
