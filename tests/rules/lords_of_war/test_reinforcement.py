"""9 Reinforcement."""

from typing import Any

import pytest

from rules.engine import Drew, Pass, act
from rules.lords_of_war.actions import ChooseCard, Draw, Recall
from rules.lords_of_war.effects import Deployed, Recalled, ReinforcementPassed, TurnStarted
from tests.rules.lords_of_war.positions import DRAW, RULES, answers, battle, deploy, field, kinds, of_type, recalls

FULL = ["palisade"] * 6
INTERMEDIATE = {"intermediate_rules": True}


def after_pass(units: Any, **more: Any) -> Any:
    """Seat 0 had nothing to deploy; the reinforcement follows."""
    table = battle(units, **more)
    act(table, table.state.active_seat, Pass())
    return table


def test_the_list_is_draw_then_recalls_by_row_then_column() -> None:
    """9.5, 11.1"""
    units = {(4, 2): ("palisade", 0), (5, 1): ("palisade", 0), (0, 2): ("palisade", 0), (6, 5): ("palisade", 1)}
    table = after_pass(units)

    assert answers(table) == [Draw(), Recall((5, 1)), Recall((0, 2)), Recall((4, 2))]
    assert act(table, 0, DRAW) == [Drew(0, 1, ("zombie-shambler",)), TurnStarted(1, 10, False)]
    assert kinds(table) == [(1, "deploy")]


def test_a_recalled_unit_goes_to_the_hand() -> None:
    """9.1, 9.2"""
    table = after_pass({(4, 2): ("palisade", 0), (6, 5): ("orc-butcher", 1)})

    effects = act(table, 0, Recall((4, 2)))

    assert effects == [Recalled(0, "palisade", (4, 2), 0), TurnStarted(1, 10, False)]
    assert (table.state.hands[0], field(table)) == (["palisade"], {(6, 5): "orc-butcher"})
    assert kinds(table) == [(1, "deploy")]


def test_drawing_happens_by_itself_when_it_is_all_there_is() -> None:
    """9.5"""
    table = battle({(6, 5): ("orc-butcher", 1)})

    assert act(table, 0, Pass())[1:] == [Drew(0, 1, ("zombie-shambler",)), TurnStarted(1, 10, False)]


def test_with_an_empty_deck_recalling_may_be_declined() -> None:
    """9.5, 9.7 R17"""
    table = after_pass({(4, 2): ("palisade", 0), (6, 5): ("orc-butcher", 1)}, decks={0: []})
    assert answers(table) == [Recall((4, 2)), Pass()]

    assert act(table, 0, Pass()) == [ReinforcementPassed(0), TurnStarted(1, 10, False)]


def test_with_an_empty_deck_and_nothing_to_recall_the_phase_is_skipped() -> None:
    """9.5"""
    table = battle({(6, 5): ("orc-butcher", 1)}, decks={0: []})

    assert act(table, 0, Pass())[1:] == [TurnStarted(1, 10, False)]
    assert kinds(table) == [(1, "deploy")]


def test_one_card_is_taken_however_short_the_hand() -> None:
    """9.1 R15"""
    table = battle({(6, 5): ("orc-butcher", 1)}, hands={0: ["palisade"]}, decks={0: ["orc-butcher", "palisade"]})
    table.state.hands[0].clear()

    act(table, 0, Pass())

    assert (table.state.hands[0], table.state.decks[0]) == (["orc-butcher"], ["palisade"])


def test_a_full_hand_skips_the_phase() -> None:
    """9.1"""
    enemies = {(0, 5): ("orc-butcher", 1), (0, 4): ("orc-butcher", 0), (1, 4): ("orc-butcher", 0)}
    units = {**enemies, (1, 5): ("orc-butcher", 0)}
    table = battle(units, hands={0: ["dwarf-slugger-n"] * 6})

    effects = act(table, 0, Pass())

    assert of_type(effects, TurnStarted) == [TurnStarted(1, 10, False)]
    assert of_type(effects, Drew) == []


def test_what_was_deployed_this_turn_stays() -> None:
    """9.2 (b)"""
    table = battle({(4, 2): ("palisade", 0), (6, 5): ("orc-butcher", 1)}, hands={0: ["palisade"]})

    deploy(table, "palisade", (4, 1))

    assert recalls(table) == [(4, 2)]


def test_what_an_enemy_engages_stays() -> None:
    """9.2 (a)"""
    table = after_pass({(3, 3): ("dwarf-slugger-n", 1), (3, 2): ("palisade", 0), (2, 2): ("palisade", 0)})

    assert recalls(table) == [(2, 2)]


def test_what_eliminated_something_this_turn_stays_for_this_turn() -> None:
    """9.2 (c) R25: in the next turn it may leave."""
    units = {
        (4, 3): ("blood-golem", 1),
        (3, 2): ("elven-chariot-e", 0),
        (0, 0): ("palisade", 0),
        (6, 5): ("palisade", 1),
    }
    table = battle(units, hands={0: ["dwarf-slugger-n"]})
    later = battle({square: unit for square, unit in units.items() if square != (4, 3)})

    deploy(table, "dwarf-slugger-n", (4, 2))
    act(later, 0, Pass())

    assert (4, 3) not in field(table)
    assert (recalls(table), recalls(later)) == ([(0, 0)], [(0, 0), (3, 2)])
    assert kinds(table) == kinds(later) == [(0, "reinforce")]


def test_all_is_looked_at_after_the_elimination_phase() -> None:
    """9.2: the beastslayer is engaged by a unit that falls."""
    units = {(3, 3): ("zombie-gnasher-n", 1), (3, 1): ("palisade", 0), (2, 2): ("dwarf-beastslayer-s", 0)}
    held = battle(units, hands={0: ["palisade"]})
    freed = battle({**units, (6, 5): ("palisade", 1)}, hands={0: ["orc-butcher"]})

    deploy(held, "palisade", (3, 0))
    deploy(freed, "orc-butcher", (3, 2))

    assert ((3, 3) in field(held), (3, 3) in field(freed)) == (True, False)
    assert (recalls(held), recalls(freed)) == ([(3, 1)], [(3, 1), (2, 2)])


def test_cavalry_is_held_by_spears_alone() -> None:
    """9.3 R16, R27"""
    by_infantry = {(3, 3): ("dwarf-slugger-n", 1), (3, 2): ("elven-chariot-e", 0)}
    by_spear = {(3, 3): ("palisade", 1), (3, 2): ("elven-chariot-e", 0)}
    beside_spear = {(3, 3): ("goblin-spikeman-e", 1), (3, 2): ("elven-chariot-e", 0)}

    assert recalls(after_pass(by_infantry, options=INTERMEDIATE)) == [(3, 2)]
    assert kinds(after_pass(by_infantry)) == [(1, "deploy")]
    assert kinds(after_pass(by_spear, options=INTERMEDIATE)) == [(1, "deploy")]
    assert recalls(after_pass(beside_spear, options=INTERMEDIATE)) == [(3, 2)]


def test_cavalry_may_leave_after_a_kill_but_not_in_the_turn_it_came() -> None:
    """9.3 R16"""
    units = {(4, 3): ("blood-golem", 1), (3, 2): ("elven-chariot-e", 0), (6, 5): ("palisade", 1)}
    table = battle(units, hands={0: ["orc-warhog-w"]}, options=INTERMEDIATE)
    core = battle(units, hands={0: ["orc-warhog-w"]})

    deploy(table, "orc-warhog-w", (5, 2))
    deploy(core, "orc-warhog-w", (5, 2))

    assert field(table) == {(3, 2): "elven-chariot-e", (5, 2): "orc-warhog-w", (6, 5): "palisade"}
    assert recalls(table) == [(3, 2)]
    assert kinds(core) == [(1, "deploy")]


@pytest.mark.parametrize(
    ("armies", "lent"),
    [
        (["orcs", "elves", "orcs", "elves"], [(0, 0), (2, 0)]),
        (["orcs", "elves", "dwarves", "elves"], [(0, 0)]),
        (["mercenary", "elves", "mercenary", "elves"], [(0, 0)]),
    ],
)
def test_a_teammates_unit_may_be_recalled_if_both_command_one_army(armies: list[str], lent: list[Any]) -> None:
    """9.4 R26: the teammate's general can never be recalled."""
    units = {
        (0, 0): ("gonke-longtooth", 0),
        (2, 0): ("orc-butcher", 2),
        (4, 0): ("gonke-longtooth", 2),
        (9, 9): ("palisade", 1),
    }

    table = after_pass(units, options={"mode": "team_4"}, armies=armies)

    assert recalls(table) == lent


def test_a_lent_unit_belongs_to_whoever_deploys_it() -> None:
    """9.4"""
    units = {(2, 0): ("palisade", 2), (9, 9): ("palisade", 1)}
    table = after_pass(units, options={"mode": "team_4"}, armies=["orcs", "elves", "orcs", "elves"])

    assert act(table, 0, Recall((2, 0)))[0] == Recalled(0, "palisade", (2, 0), 2)

    assert table.state.hands[0] == ["palisade"]
    assert kinds(table) == [(1, "choose_card")]


def test_players_of_the_team_of_three_recall_each_others_units_the_general_included() -> None:
    """9.4, 9.6 R4, R18"""
    units = {(0, 5): ("gonke-longtooth", 1), (2, 5): ("orc-butcher", 1), (4, 5): ("orc-butcher", 2)}
    table = after_pass({**units, (3, 0): ("palisade", 0)}, active=2, options={"mode": "three_player"}, turn_position=3)
    assert recalls(table) == [(0, 5), (2, 5), (4, 5)]

    assert act(table, 2, Recall((0, 5)))[0] == Recalled(2, "gonke-longtooth", (0, 5), 1)

    assert (table.state.hands[2], table.state.reserve) == (["gonke-longtooth"], [])
    assert kinds(table) == [(0, "deploy")]


def test_seat_2_of_three_draws_from_the_deck_of_seat_1() -> None:
    """4.5, 13.3"""
    table = battle(
        {(3, 0): ("palisade", 0)},
        active=2,
        options={"mode": "three_player"},
        decks={1: ["orc-butcher", "palisade"]},
        turn_position=3,
    )

    assert act(table, 2, Pass())[1] == Drew(2, 1, ("orc-butcher",))

    assert table.state.decks == [["zombie-shambler"] * 3, ["palisade"], []]


def test_the_general_from_the_reserve_bars_the_reinforcement() -> None:
    """9.6 R18, R29: even with a short hand, and even though a unit might be recalled."""
    units = {(0, 5): ("orc-butcher", 1), (3, 0): ("palisade", 0)}
    for hand in (["palisade"] * 3, ["palisade"] * 2):
        table = battle(
            units,
            hands={1: hand},
            active=1,
            options={"mode": "three_player"},
            reserve=["gonke-longtooth"],
            decks={1: []},
        )

        effects = deploy(table, "gonke-longtooth", (3, 1))

        assert effects == [
            Deployed(1, "gonke-longtooth", (3, 1), "engage", "reserve"),
            TurnStarted(0, 10, False),
        ]
        assert not RULES.game(table, "public").reinforcement_barred
        assert kinds(table) == [(0, "deploy")]


def test_a_general_recalled_to_the_hand_is_replaced_as_usual() -> None:
    """9.6 R18"""
    table = battle(
        {(3, 0): ("palisade", 0)}, hands={1: ["gonke-longtooth"]}, active=1, options={"mode": "three_player"}
    )

    effects = deploy(table, "gonke-longtooth", (3, 1))

    assert effects == [
        Deployed(1, "gonke-longtooth", (3, 1), "engage", "hand"),
        Drew(1, 1, ("zombie-shambler",)),
        TurnStarted(0, 10, False),
    ]


def test_without_an_edge_a_unit_is_recalled_from_anywhere() -> None:
    """14.1"""
    units = {(-9, -9): ("palisade", 0), (0, 0): ("orc-butcher", 1)}
    table = battle(units, hands={0: ["dwarf-slugger-n"]}, options={"battlefield": "unbounded"})

    act(table, 0, ChooseCard("dwarf-slugger-n"))
    deploy(table, "dwarf-slugger-n", (0, -1))

    assert recalls(table) == [(-9, -9)]
