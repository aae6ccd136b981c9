"""8.9 to 8.12 Berserkers, and the checks that their moves bring about."""

from rules.engine import Drew, act
from rules.lords_of_war.actions import BerserkMove, Fire
from rules.lords_of_war.effects import (
    BerserkerMoved,
    Deployed,
    Eliminated,
    ExtraTurnEarned,
    Fired,
    TurnStarted,
)
from rules.lords_of_war.prompts import BerserkMovePrompt
from rules.lords_of_war.view import PendingMove
from tests.rules.lords_of_war.positions import RULES, answers, battle, deploy, field, kinds, of_type

INTERMEDIATE = {"intermediate_rules": True}


def test_without_intermediate_rules_a_berserker_stays() -> None:
    """8.12"""
    table = battle({(3, 3): ("zombie-shambler", 1)}, hands={0: ["orc-deathbringer-n"]})

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert of_type(effects, BerserkerMoved) == []
    assert field(table) == {(3, 2): "orc-deathbringer-n"}
    assert kinds(table) == [(1, "deploy")]


def test_other_classes_stay() -> None:
    """8.9"""
    table = battle({(3, 3): ("zombie-shambler", 1)}, hands={0: ["orc-butcher"]}, options=INTERMEDIATE)

    deploy(table, "orc-butcher", (3, 2))

    assert field(table) == {(3, 2): "orc-butcher"}
    assert kinds(table) == [(1, "deploy")]


def test_an_engaged_berserker_stays() -> None:
    """8.9: by a unit that is left; the neighbouring case points the other way."""
    held = {(3, 3): ("zombie-shambler", 1), (4, 2): ("goblin-spikeman-e", 1)}
    free = {(3, 3): ("zombie-shambler", 1), (4, 2): ("goblin-spikeman-w", 1)}
    tables = [battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE) for units in (held, free)]

    for table in tables:
        effects = deploy(table, "orc-deathbringer-n", (3, 2))
        assert [effect.square for effect in of_type(effects, Eliminated)] == [(3, 3)]
        assert kinds(table) == [(1, "deploy")]

    assert field(tables[0]) == {(3, 2): "orc-deathbringer-n", (4, 2): "goblin-spikeman-e"}
    assert field(tables[1]) == {(4, 2): "goblin-spikeman-w", (3, 3): "orc-deathbringer-n"}


def test_an_engager_that_falls_holds_nobody() -> None:
    """8.9 R12: judged after the dead are gone."""
    units = {(3, 3): ("zombie-shambler", 1)}
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert of_type(effects, BerserkerMoved) == [BerserkerMoved(0, "orc-deathbringer-n", (3, 2), (3, 3))]


def test_shots_count_in_the_first_check_alone() -> None:
    """8.11 R28: 4 by fire, then 3 by the berserker's arrow; together they would be more than 5."""
    units = {
        (3, 1): ("orc-catapult", 0),
        (2, 3): ("zombie-shambler", 1),
        (3, 4): ("skeleton-spearman-ne", 1),
    }
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)
    deploy(table, "orc-deathbringer-n", (2, 2))

    effects = act(table, 0, Fire((3, 1), (3, 4)))

    assert effects == [
        Fired(0, (3, 1), (3, 4), 4),
        Eliminated(1, "zombie-shambler", (2, 3), 5, 3, ((2, 2),)),
        BerserkerMoved(0, "orc-deathbringer-n", (2, 2), (2, 3)),
    ]
    assert field(table) == {(3, 1): "orc-catapult", (2, 3): "orc-deathbringer-n", (3, 4): "skeleton-spearman-ne"}
    assert kinds(table) == [(0, "reinforce")]


def test_a_berserker_does_not_follow_up_what_only_a_shot_struck() -> None:
    """8.9: it needs an arrow at the fallen unit."""
    units = {(3, 1): ("orc-catapult", 0), (3, 3): ("dwarf-slugger-e", 1), (4, 5): ("palisade", 1)}
    table = battle(units, hands={0: ["dwarf-dowager-n"]}, options=INTERMEDIATE)
    deploy(table, "dwarf-dowager-n", (4, 4))

    effects = act(table, 0, Fire((3, 1), (3, 3)))

    assert effects == [
        Fired(0, (3, 1), (3, 3), 4),
        Eliminated(1, "dwarf-slugger-e", (3, 3), 4, 3, ((3, 1),)),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert kinds(table) == [(1, "deploy")]


def test_with_several_squares_the_owner_chooses() -> None:
    """8.9, 8.10 R13"""
    units = {(2, 3): ("zombie-gnasher-s", 1), (4, 3): ("zombie-gnasher-s", 1)}
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert effects == [
        Deployed(0, "orc-deathbringer-n", (3, 2), "engage", "hand"),
        Eliminated(1, "zombie-gnasher-s", (2, 3), 3, 1, ((3, 2),)),
        Eliminated(1, "zombie-gnasher-s", (4, 3), 3, 1, ((3, 2),)),
    ]
    assert table.frames[-1].prompt(table, 0) == BerserkMovePrompt(0, (3, 2), ((2, 3), (4, 3)))
    assert answers(table) == [BerserkMove((3, 2), (2, 3)), BerserkMove((3, 2), (4, 3))]
    public = RULES.game(table, "public")
    assert (public.phase, public.pending_moves) == ("berserk", (PendingMove((3, 2), ((2, 3), (4, 3))),))

    moved = act(table, 0, BerserkMove((3, 2), (4, 3)))

    assert moved[0] == BerserkerMoved(0, "orc-deathbringer-n", (3, 2), (4, 3))
    assert RULES.game(table, "public").pending_moves == ()
    assert kinds(table) == [(1, "deploy")]


def test_a_berserker_keeps_its_marks_when_it_moves() -> None:
    """8.11"""
    units = {(3, 3): ("zombie-shambler", 1), (6, 0): ("palisade", 0)}
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)

    deploy(table, "orc-deathbringer-n", (3, 2))

    moved = next(unit for unit in RULES.game(table, "public").units if unit.card == "orc-deathbringer-n")
    assert (moved.square, moved.deployed_this_turn, moved.eliminated_this_turn) == ((3, 3), True, True)
    assert kinds(table) == [(0, "reinforce")]


def test_two_berserkers_want_one_square_and_the_first_gets_it() -> None:
    """8.10 R13: by row, then column; the other stays."""
    units = {(3, 3): ("leatherback", 1), (2, 2): ("dwarf-berserker-ne", 0)}
    table = battle(units, hands={0: ["dwarf-dowager-e"]}, options=INTERMEDIATE)

    effects = deploy(table, "dwarf-dowager-e", (2, 3))

    assert effects[1:3] == [
        Eliminated(1, "leatherback", (3, 3), 9, 4, ((2, 2), (2, 3))),
        BerserkerMoved(0, "dwarf-berserker-ne", (2, 2), (3, 3)),
    ]
    assert field(table) == {(2, 3): "dwarf-dowager-e", (3, 3): "dwarf-berserker-ne"}
    assert kinds(table) == [(1, "deploy")]


def test_berserkers_of_the_other_team_follow_up_after_those_of_the_active_one() -> None:
    """8.9, 8.10 R12"""
    units = {
        (5, 0): ("dwarf-dowager-e", 1),
        (4, 0): ("orc-deathbringer-n", 0),
        (1, 5): ("zombie-shambler", 1),
    }
    table = battle(units, hands={0: ["dwarf-dowager-w"], 1: ["palisade"]}, options=INTERMEDIATE)

    effects = deploy(table, "dwarf-dowager-w", (2, 5))

    assert [effect.square for effect in of_type(effects, Eliminated)][:2] == [(4, 0), (1, 5)]
    assert of_type(effects, BerserkerMoved) == [
        BerserkerMoved(0, "dwarf-dowager-w", (2, 5), (1, 5)),
        BerserkerMoved(1, "dwarf-dowager-e", (5, 0), (4, 0)),
    ]
    assert kinds(table) == [(1, "deploy")]


def test_the_owner_of_the_other_team_is_asked_in_the_turn_of_the_active_one() -> None:
    """8.10"""
    units = {(4, 4): ("orc-deathbringer-n", 1), (3, 3): ("zombie-gnasher-s", 0), (5, 2): ("palisade", 1)}
    table = battle(units, hands={0: ["zombie-gnasher-s"], 1: ["palisade"]}, options=INTERMEDIATE)

    effects = deploy(table, "zombie-gnasher-s", (5, 3))

    assert [effect.square for effect in of_type(effects, Eliminated)] == [(3, 3), (5, 3)]
    assert kinds(table) == [(1, "berserk_move")]
    act(table, 1, BerserkMove((4, 4), (5, 3)))
    assert field(table) == {(5, 2): "palisade", (5, 3): "orc-deathbringer-n"}
    assert kinds(table) == [(1, "deploy")]


def test_generals_of_different_checks_count_together() -> None:
    """8.13 R28: a general of each team, each in a check of its own, earn no extra turn; one alone does."""
    units = {
        (3, 3): ("asul-the-bygone-king", 1),
        (4, 2): ("orc-ravager-nw", 0),
        (5, 0): ("zombie-shambler", 0),
        (6, 0): ("dwarf-dowager-e", 1),
        (4, 0): ("father-nicodemus", 0),
    }
    alone = battle(units, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)
    both = battle({**units, (3, 0): ("dwarf-dowager-w", 1)}, hands={0: ["orc-deathbringer-n"]}, options=INTERMEDIATE)

    one = deploy(alone, "orc-deathbringer-n", (3, 2))
    two = deploy(both, "orc-deathbringer-n", (3, 2))

    first = [
        Eliminated(0, "zombie-shambler", (5, 0), 5, 3, ((6, 0),)),
        Eliminated(1, "asul-the-bygone-king", (3, 3), 10, 7, ((3, 2), (4, 2))),
        BerserkerMoved(0, "orc-deathbringer-n", (3, 2), (3, 3)),
        BerserkerMoved(1, "dwarf-dowager-e", (6, 0), (5, 0)),
    ]
    assert one[1:6] == [*first, ExtraTurnEarned(0)]
    assert two[1:] == [
        *first,
        Eliminated(0, "father-nicodemus", (4, 0), 10, 8, ((3, 0), (5, 0))),
        BerserkerMoved(1, "dwarf-dowager-w", (3, 0), (4, 0)),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert kinds(both) == [(1, "deploy")]


def test_the_win_check_comes_before_the_moves() -> None:
    """8.8, 10.1, 13.4"""
    units = {(2, 3): ("zombie-gnasher-s", 1), (4, 3): ("zombie-gnasher-s", 1)}
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options={**INTERMEDIATE, "kill_goal": 2})

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert of_type(effects, BerserkerMoved) == []
    assert table.outcome is not None and table.outcome.reason == "kill_goal"
    public = RULES.game(table, "public")
    assert (public.phase, public.pending_moves, kinds(table)) == ("over", (), [])
    assert of_type(effects, ExtraTurnEarned) == []
