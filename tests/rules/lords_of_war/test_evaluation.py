"""The evaluation that bots have of the field: the units that have fallen, and those that may fall next."""

import pytest

from rules.engine import legal_actions, seats_to_act
from rules.lords_of_war.actions import ChooseCard, Deploy, Draw, Fire, HoldFire
from rules.lords_of_war.evaluation import EVALUATION
from tests.rules.laws import random_game
from tests.rules.lords_of_war.positions import battle, deploy, kinds
from tests.rules.lords_of_war.setups import SETUPS
from tests.rules.setups import Setup

FAR = {(0, 0): ("palisade", 0), (6, 5): ("palisade", 1)}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_replies_are_legal_and_values_lie_between_loss_and_win(setup: Setup) -> None:
    for table in random_game(setup, 11):
        for seat in seats_to_act(table):
            choices = legal_actions(table, seat)
            assert EVALUATION.reply(table, seat, choices) in choices
            assert -1 <= EVALUATION.value(table, seat) <= 1


def test_what_is_good_for_one_team_is_bad_for_the_other() -> None:
    table = battle(FAR, trophies=[["palisade"] * 3, []])

    assert EVALUATION.value(table, 0) == -EVALUATION.value(table, 1) > 0


def test_a_commander_weighs_more_than_a_conscript() -> None:
    one = battle(FAR, trophies=[["palisade"], []])
    commander = battle(FAR, trophies=[["cerberus"], []], commander_kills=[1, 0])

    assert EVALUATION.value(commander, 0) > EVALUATION.value(one, 0)


def test_a_unit_in_the_enemys_fire_is_worth_less() -> None:
    """8.1: the catapult's grid ends three rows ahead; only in reach does it threaten the general."""
    near = battle({(3, 3): ("gonke-longtooth", 0), (3, 5): ("orc-catapult", 1), **FAR}, active=1)
    far = battle({(3, 1): ("gonke-longtooth", 0), (3, 5): ("orc-catapult", 1), **FAR}, active=1)
    weak = battle({(3, 3): ("dwarf-slugger-e", 0), (3, 5): ("orc-catapult", 1), **FAR}, active=1)
    safe = battle({(3, 1): ("dwarf-slugger-e", 0), (3, 5): ("orc-catapult", 1), **FAR}, active=1)

    assert EVALUATION.value(near, 0) < EVALUATION.value(far, 0)
    assert EVALUATION.value(weak, 0) < EVALUATION.value(safe, 0)


def test_a_unit_that_the_next_card_may_bring_down_is_worth_less() -> None:
    """8.4: a hand that can add 5 from the front against one that cannot reach."""
    strong = battle({(3, 3): ("dwarf-slugger-e", 0), **FAR}, active=1, hands={1: ["dwarf-dowager-n"]})
    none = battle({(3, 3): ("dwarf-slugger-e", 0), **FAR}, active=1, hands={1: ["palisade"]})

    assert EVALUATION.value(strong, 0) < EVALUATION.value(none, 0)


def test_the_quick_answer_brings_down_what_it_can_and_does_not_fall_itself() -> None:
    """7.4, 8.4: from below the slugger would strike back."""
    table = battle({(3, 3): ("dwarf-slugger-n", 1)}, hands={0: ["orc-ravager-nw", "goblin-spikeman-e"]})

    assert EVALUATION.reply(table, 0, legal_actions(table, 0)) == Deploy("orc-ravager-nw", (4, 2))


def test_the_quick_choice_of_a_card_is_the_one_with_the_best_square() -> None:
    """7.8"""
    table = battle(
        {(3, 3): ("dwarf-slugger-n", 1)},
        hands={0: ["orc-ravager-nw", "goblin-spikeman-e"]},
        options={"battlefield": "unbounded"},
    )

    assert EVALUATION.reply(table, 0, legal_actions(table, 0)) == ChooseCard("orc-ravager-nw")


def test_the_quick_shot_is_not_wasted_on_what_falls_anyhow() -> None:
    """8.4: one slugger is already struck for 4, the other is not."""
    units = {
        (3, 0): ("orc-catapult", 0),
        (2, 2): ("dwarf-slugger-e", 1),
        (4, 3): ("dwarf-slugger-w", 1),
        (0, 0): ("palisade", 0),
    }
    table = battle(units, hands={0: ["orc-butcher"]})
    deploy(table, "orc-butcher", (2, 1))
    assert kinds(table) == [(0, "fire")]

    choices = legal_actions(table, 0)

    assert choices == [Fire((3, 0), (2, 2)), Fire((3, 0), (4, 3)), HoldFire((3, 0))]
    assert EVALUATION.reply(table, 0, choices) == Fire((3, 0), (4, 3))


def test_only_between_turns_it_is_quiet() -> None:
    units = {(3, 0): ("orc-catapult", 0), (3, 3): ("palisade", 1), (0, 0): ("palisade", 0)}
    table = battle(units, hands={0: ["palisade"]})
    assert EVALUATION.is_quiet(table)

    deploy(table, "palisade", (4, 0))
    assert (kinds(table), EVALUATION.is_quiet(table)) == ([(0, "fire")], False)

    half_made = battle(units, hands={0: ["palisade"]}, options={"battlefield": "unbounded"})
    half_made.state.chosen_card = "palisade"
    assert not EVALUATION.is_quiet(half_made)


def test_the_quick_reinforcement_is_a_draw() -> None:
    table = battle({**FAR, (4, 2): ("palisade", 0)}, hands={0: ["palisade"]})
    deploy(table, "palisade", (4, 1))

    assert kinds(table) == [(0, "reinforce")]
    assert EVALUATION.reply(table, 0, legal_actions(table, 0)) == Draw()
