"""The field explained: 3.7 and 8.4 for every unit, now and after a considered action."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Pass, act, legal_actions, seats_to_act
from rules.lords_of_war.actions import BerserkMove, ChooseCard, Deploy, Fire, Recall
from rules.lords_of_war.analysis import Attack, UnitForecast, analysis
from rules.lords_of_war.effects import Eliminated
from tests.levels import examples
from tests.rules.laws import random_game
from tests.rules.lords_of_war.positions import RULES, battle, deploy, kinds
from tests.rules.lords_of_war.setups import SETUPS


def test_the_field_as_it_is() -> None:
    """16.2, before the deployment."""
    table = battle({(3, 3): ("dwarf-marauder-ne", 1), (3, 2): ("goblin-shanker-ne", 0)})

    explained = analysis(table)

    assert explained.considered is None
    assert explained.now == (
        UnitForecast(
            (3, 2),
            "goblin-shanker-ne",
            0,
            0,
            1,
            3,
            False,
            True,
            (Attack((3, 3), "dwarf-marauder-ne", 1, 1, False),),
        ),
        UnitForecast(
            (3, 3),
            "dwarf-marauder-ne",
            1,
            1,
            4,
            4,
            False,
            True,
            (Attack((3, 2), "goblin-shanker-ne", 0, 4, False),),
        ),
    )


def test_what_a_considered_deployment_would_bring() -> None:
    """16.3; the table is left as it is."""
    table = battle({(3, 3): ("dwarf-marauder-ne", 1), (3, 2): ("goblin-shanker-ne", 0)}, hands={0: ["orc-ravager-ne"]})
    raw = RULES.encode(table)

    explained = analysis(table, 0, Deploy("orc-ravager-ne", (2, 2)))

    assert RULES.encode(table) == raw
    assert explained.considered is not None
    assert [(unit.square, unit.attack, unit.defence, unit.falls) for unit in explained.considered] == [
        ((2, 2), 2, 3, False),
        ((3, 2), 1, 3, False),
        ((3, 3), 9, 4, True),
    ]
    assert explained.considered[2].attacks == (
        Attack((2, 2), "orc-ravager-ne", 0, 5, False),
        Attack((3, 2), "goblin-shanker-ne", 0, 4, False),
    )
    assert kinds(table) == [(0, "deploy")]


def test_shots_that_were_fired_and_one_that_is_considered() -> None:
    """8.3, 12.5: of one unit the arrow comes before the shot."""
    units = {(3, 2): ("goblin-bow-pest", 0), (3, 0): ("dwarf-sharpshooter", 0), (3, 3): ("dwarf-slugger-e", 1)}
    table = battle(units, hands={0: ["palisade"]})
    deploy(table, "palisade", (2, 1))
    act(table, 0, Fire((3, 0), (3, 3)))

    explained = analysis(table, 0, Fire((3, 2), (3, 3)))

    sharpshooter = Attack((3, 0), "dwarf-sharpshooter", 0, 5, True)
    arrow, shot = (Attack((3, 2), "goblin-bow-pest", 0, 2, ranged) for ranged in (False, True))
    assert explained.now[-1].attacks == (sharpshooter, arrow)
    assert explained.considered is not None
    assert explained.considered[-1].attacks == (sharpshooter, arrow, shot)
    assert (explained.considered[-1].attack, explained.considered[-1].engaged) == (9, True)


def test_a_shot_alone_engages_nobody() -> None:
    """3.7"""
    units = {(3, 0): ("dwarf-sharpshooter", 0), (3, 3): ("palisade", 1)}
    table = battle(units, hands={0: ["palisade"]})
    deploy(table, "palisade", (2, 0))

    explained = analysis(table, 0, Fire((3, 0), (3, 3)))

    assert explained.considered is not None
    assert (explained.considered[-1].attack, explained.considered[-1].engaged) == (5, False)


def test_without_an_edge_a_deployment_is_considered_before_its_card_is_shown() -> None:
    """7.8, 7.4: any card that may be chosen, on any of its squares, by the seat that is asked."""
    units = {(0, 0): ("orc-butcher", 1)}
    hand = ["dwarf-slugger-n", "templar-jackal-s"]
    table = battle(units, hands={0: hand}, options={"battlefield": "unbounded"})
    slugger = Deploy("dwarf-slugger-n", (0, -1))

    assert RULES.may_consider(table, 0, slugger)
    assert RULES.may_consider(table, 0, ChooseCard("dwarf-slugger-n"))
    refused = [
        Deploy("dwarf-slugger-n", (1, -1)),
        Deploy("dwarf-slugger-n", (1 << 20, -2)),  # kept in one number, both squares look alike
        Deploy("templar-jackal-s", (0, -1)),  # its arrows point back; it is not forced while a card engages
        Deploy("palisade", (0, -1)),
    ]
    assert not any(RULES.may_consider(table, 0, action) for action in refused)
    assert not RULES.may_consider(table, 1, slugger)

    act(table, 0, ChooseCard("dwarf-slugger-n"))
    assert RULES.may_consider(table, 0, slugger)
    RULES.concede(table, [1], "resignation")
    assert not RULES.may_consider(table, 0, slugger)


def test_a_considered_recall_takes_the_units_attack_away() -> None:
    """9.2: the pest strikes the slugger for 2; the slugger's arrow points the other way."""
    units = {(3, 2): ("goblin-bow-pest", 0), (3, 3): ("dwarf-slugger-e", 1)}
    table = battle(units)
    act(table, 0, Pass())

    explained = analysis(table, 0, Recall((3, 2)))

    assert explained.considered is not None
    assert [(unit.square, unit.attack) for unit in explained.now] == [((3, 2), 0), ((3, 3), 2)]
    assert [(unit.square, unit.attack) for unit in explained.considered] == [((3, 3), 0)]


def test_a_considered_move_of_a_berserker_shows_the_next_check() -> None:
    """8.10, 8.11: of two squares one leads it to the next gnasher."""
    units = dict.fromkeys(((2, 3), (4, 3), (4, 4)), ("zombie-gnasher-s", 1))
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options={"intermediate_rules": True})
    deploy(table, "orc-deathbringer-n", (3, 2))

    near, far = (analysis(table, 0, BerserkMove((3, 2), to)).considered for to in ((2, 3), (4, 3)))

    assert near is not None
    assert far is not None
    assert [(unit.square, unit.attack, unit.falls) for unit in near] == [((2, 3), 0, False), ((4, 4), 0, False)]
    assert [(unit.square, unit.attack, unit.falls) for unit in far] == [((4, 3), 0, False), ((4, 4), 5, True)]


def test_shots_of_the_first_check_have_been_when_a_berserker_moves() -> None:
    """8.11"""
    units = dict.fromkeys(((2, 3), (4, 3)), ("zombie-gnasher-s", 1))
    units |= {(5, 0): ("dwarf-sharpshooter", 0), (5, 3): ("palisade", 1)}
    table = battle(units, hands={0: ["orc-deathbringer-n"]}, options={"intermediate_rules": True})
    deploy(table, "orc-deathbringer-n", (3, 2))

    act(table, 0, Fire((5, 0), (5, 3)))

    assert kinds(table) == [(0, "berserk_move")]
    assert [(unit.card, unit.attack) for unit in analysis(table).now][-1] == ("palisade", 0)


@examples(15)
@given(st.sampled_from(SETUPS[:6]), st.integers(0, 20), st.data())
def test_what_is_said_to_fall_falls(setup: object, seed: int, data: st.DataObject) -> None:
    """8.4: without shots, the first check after a deployment eliminates exactly the predicted units."""
    stop = data.draw(st.integers(1, 80))
    for number, table in enumerate(random_game(setup, seed)):  # type: ignore[arg-type]
        if table.outcome is not None or (number >= stop and kinds(table)[0][1] == "deploy"):
            break
    if table.outcome is not None:
        return
    seat = seats_to_act(table)[0]
    action = data.draw(st.sampled_from(legal_actions(table, seat)))
    if not isinstance(action, Deploy):
        return

    explained = analysis(table, seat, action)
    effects = act(table, seat, action)

    assert explained.considered is not None
    falling = [(unit.square, unit.attack) for unit in explained.considered if unit.falls]
    if table.outcome is None and table.state.pending_fire:
        return
    fallen = [(effect.square, effect.damage) for effect in effects if isinstance(effect, Eliminated)]
    assert fallen[: len(falling)] == falling
    assert bool(fallen) == bool(falling)
