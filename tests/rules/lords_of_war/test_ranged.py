"""8.1 to 8.3 Fire."""

import pytest

from rules.engine import Drew, act
from rules.lords_of_war.actions import ChooseCard, Deploy, Fire, HoldFire
from rules.lords_of_war.effects import Deployed, Eliminated, Fired, HeldFire, TurnStarted
from rules.lords_of_war.prompts import FirePrompt
from tests.rules.lords_of_war.positions import DRAW, RULES, answers, battle, deploy, field, kinds, of_type


def test_units_are_asked_by_row_then_column() -> None:
    """8.2 R11"""
    units = {
        (5, 1): ("dwarf-sharpshooter", 0),
        (1, 1): ("orc-catapult", 0),
        (6, 0): ("orc-catapult", 0),
        (2, 3): ("palisade", 1),
        (5, 3): ("palisade", 1),
    }
    table = battle(units, hands={0: ["orc-butcher"]})

    deploy(table, "orc-butcher", (4, 2))

    assert [tuple(square) for square in RULES.game(table, "public").pending_fire] == [(6, 0), (1, 1), (5, 1)]
    assert kinds(table) == [(0, "fire")]


def test_targets_are_listed_by_row_then_column_then_hold_fire() -> None:
    """8.2, 11.1"""
    enemies = dict.fromkeys([(4, 2), (2, 2), (4, 1)], ("dwarf-slugger-e", 1))
    units = {(3, 0): ("orc-catapult", 0), **enemies}
    table = battle(units, hands={0: ["orc-butcher"]})

    deploy(table, "orc-butcher", (3, 1))

    assert table.frames[-1].prompt(table, 0) == FirePrompt(0, (3, 0), ((4, 1), (2, 2), (4, 2)))
    assert answers(table) == [
        Fire((3, 0), (4, 1)),
        Fire((3, 0), (2, 2)),
        Fire((3, 0), (4, 2)),
        HoldFire((3, 0)),
    ]


def test_fire_may_be_held() -> None:
    """8.1 R10"""
    table = battle({(2, 1): ("goblin-shanker-ne", 0), (3, 3): ("dwarf-slugger-n", 1)}, hands={0: ["orc-catapult"]})
    deploy(table, "orc-catapult", (2, 0))

    effects = act(table, 0, HoldFire((2, 0)))

    assert effects == [HeldFire(0, (2, 0))]
    assert RULES.game(table, "public").shots == ()
    assert field(table) == {(2, 0): "orc-catapult", (2, 1): "goblin-shanker-ne", (3, 3): "dwarf-slugger-n"}
    assert kinds(table) == [(0, "reinforce")]


def test_units_of_the_other_team_do_not_fire() -> None:
    """8.1 R10"""
    units = {(3, 5): ("orc-catapult", 1), (3, 3): ("palisade", 0)}
    table = battle(units, hands={0: ["orc-butcher"]})

    effects = deploy(table, "orc-butcher", (3, 4))

    assert of_type(effects, Fired) == []
    assert kinds(table) == [(0, "reinforce")]


def test_a_unit_without_a_target_is_not_asked() -> None:
    """8.1: the palisade stands one row beyond the grid."""
    near = battle({(3, 0): ("orc-catapult", 0), (3, 3): ("palisade", 1)}, hands={0: ["orc-butcher"]})
    far = battle({(3, 0): ("orc-catapult", 0), (3, 4): ("palisade", 1)}, hands={0: ["orc-butcher"]})

    deploy(near, "orc-butcher", (2, 2))
    deploy(far, "orc-butcher", (2, 3))

    assert kinds(near) == [(0, "fire")]
    assert kinds(far) == [(0, "reinforce")]


def test_several_units_may_fire_at_one_enemy_and_are_all_its_attackers() -> None:
    """8.3, 12.5: the pest also strikes it, and is listed once."""
    units = {
        (3, 0): ("dwarf-sharpshooter", 0),
        (3, 2): ("goblin-bow-pest", 0),
        (3, 3): ("dwarf-slugger-e", 1),
        (0, 5): ("palisade", 1),
    }
    table = battle(units, hands={0: ["dwarf-slugger-n"]})
    deploy(table, "dwarf-slugger-n", (0, 4))
    assert kinds(table) == [(0, "fire")]

    first = act(table, 0, Fire((3, 0), (3, 3)))
    assert (first, RULES.game(table, "public").pending_fire) == ([Fired(0, (3, 0), (3, 3), 5)], ((3, 2),))
    effects = act(table, 0, Fire((3, 2), (3, 3)))

    assert effects == [
        Fired(0, (3, 2), (3, 3), 2),
        Eliminated(1, "dwarf-slugger-e", (3, 3), 9, 3, ((3, 0), (3, 2))),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert kinds(table) == [(1, "deploy")]


def test_an_arrow_and_a_shot_of_one_unit_count_both_and_name_it_once() -> None:
    """8.3, 12.5"""
    units = {(3, 2): ("goblin-bow-pest", 0), (3, 3): ("dwarf-slugger-e", 1)}
    table = battle(units, hands={0: ["palisade"]})
    deploy(table, "palisade", (2, 1))

    effects = act(table, 0, Fire((3, 2), (3, 3)))

    assert effects[:2] == [
        Fired(0, (3, 2), (3, 3), 2),
        Eliminated(1, "dwarf-slugger-e", (3, 3), 4, 3, ((3, 2),)),
    ]


def test_a_shot_equal_to_the_defence_has_no_effect() -> None:
    """8.4"""
    units = {(3, 0): ("orc-catapult", 0), (3, 3): ("dwarf-marauder-ne", 1)}
    table = battle(units, hands={0: ["palisade"]})
    deploy(table, "palisade", (2, 0))

    effects = act(table, 0, Fire((3, 0), (3, 3)))

    assert effects == [Fired(0, (3, 0), (3, 3), 4)]
    assert kinds(table) == [(0, "reinforce")]


def test_a_teammate_decides_on_the_fire_of_his_own_units() -> None:
    """8.2, 14.5"""
    units = {(3, 0): ("orc-catapult", 2), (3, 3): ("dwarf-slugger-n", 1)}
    table = battle(units, hands={0: ["orc-butcher"]}, options={"mode": "team_4"})
    act(table, 0, ChooseCard("orc-butcher"))

    act(table, 0, Deploy("orc-butcher", (2, 3)))
    assert kinds(table) == [(2, "fire")]
    effects = act(table, 2, Fire((3, 0), (3, 3)))

    assert of_type(effects, Fired) == [Fired(2, (3, 0), (3, 3), 4)]
    assert of_type(effects, Eliminated)[0].attackers == ((3, 0), (2, 3))


def test_a_teammate_may_hold_the_fire_of_his_own_units() -> None:
    """8.2, 12.1: the effect names the owner."""
    units = {(3, 0): ("orc-catapult", 2), (3, 3): ("dwarf-slugger-n", 1)}
    table = battle(units, hands={0: ["orc-butcher"]}, options={"mode": "team_4"})
    act(table, 0, ChooseCard("orc-butcher"))
    act(table, 0, Deploy("orc-butcher", (2, 3)))

    effects = act(table, 2, HoldFire((3, 0)))

    assert effects[0] == HeldFire(2, (3, 0))
    assert of_type(effects, Eliminated) == []


@pytest.mark.parametrize("mode", ["duel", "three_player"])
def test_a_unit_that_was_just_deployed_may_fire(mode: str) -> None:
    """8.1"""
    units = {(2, 1): ("palisade", 0), (3, 3): ("dwarf-slugger-n", 1)}
    table = battle(units, hands={0: ["dwarf-sharpshooter"]}, options={"mode": mode})

    effects = deploy(table, "dwarf-sharpshooter", (3, 0))

    assert effects == [Deployed(0, "dwarf-sharpshooter", (3, 0), "support", "hand")]
    assert kinds(table) == [(0, "fire")]
    assert act(table, 0, Fire((3, 0), (3, 3)))[-1] == Eliminated(1, "dwarf-slugger-n", (3, 3), 5, 3, ((3, 0),))
    assert act(table, 0, DRAW)
