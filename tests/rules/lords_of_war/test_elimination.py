"""3.7 Engagement, 8.4 to 8.8 the check, 8.13 and 8.14 extra turns."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Drew, act
from rules.lords_of_war.actions import ChooseCard
from rules.lords_of_war.effects import Eliminated, ExtraTurnEarned, TurnStarted
from rules.lords_of_war.elimination import struck_down
from rules.lords_of_war.engagement import strikes
from rules.lords_of_war.squares import square_of
from tests.levels import examples
from tests.rules.lords_of_war.positions import CARDS, DRAW, RULES, battle, deploy, field, kinds, of_type

MAT = [(column, row) for row in range(6) for column in range(7)]


def marks(table: Any) -> list[tuple[int, int]]:
    """Squares of the units that have eliminated something in this turn."""
    return [unit.square for unit in RULES.game(table, "public").units if unit.eliminated_this_turn]


def by_name(units: dict[tuple[int, int], tuple[str, int]]) -> set[tuple[Any, ...]]:
    table = battle(units)
    return {
        (square_of(attacker), square_of(target), strength)
        for attacker, target, strength in strikes(table.state.units, CARDS)
    }


def test_who_strikes_whom() -> None:
    """3.7: only arrows at enemies count. Arrows that leave the field hit no unit."""
    units = {
        (3, 3): ("dwarf-marauder-ne", 1),
        (3, 2): ("goblin-shanker-ne", 0),
        (2, 2): ("orc-ravager-ne", 0),
        (0, 5): ("orc-butcher", 0),
    }

    assert by_name(units) == {
        ((3, 3), (3, 2), 1),
        ((3, 3), (2, 2), 2),
        ((3, 2), (3, 3), 4),
        ((2, 2), (3, 3), 5),
    }


def test_target_grids_engage_nobody() -> None:
    """3.7"""
    assert by_name({(3, 0): ("dwarf-sharpshooter", 0), (3, 2): ("palisade", 1)}) == set()


def test_damage_equal_to_the_defence_has_no_effect_and_is_not_kept() -> None:
    """8.4"""
    table = battle({(3, 3): ("dwarf-slugger-e", 1)}, hands={0: ["dwarf-slugger-n"], 1: ["palisade"]})

    effects = deploy(table, "dwarf-slugger-n", (3, 2))

    assert of_type(effects, Eliminated) == []
    assert field(table) == {(3, 2): "dwarf-slugger-n", (3, 3): "dwarf-slugger-e"}
    deploy(table, "palisade", (4, 3))
    assert of_type(table.effects, Eliminated) == []


def test_all_fall_together_and_may_strike_each_other_down() -> None:
    """8.4, 8.5, 8.6: by row, then column; attackers that fall are named and not marked."""
    table = battle(
        {(3, 3): ("templar-sanctifier-n", 1), (2, 3): ("orc-deathbringer-n", 1), (4, 1): ("palisade", 0)},
        hands={0: ["zombie-gnasher-n"]},
    )

    effects = deploy(table, "zombie-gnasher-n", (3, 2))

    assert effects[1:4] == [
        Eliminated(0, "zombie-gnasher-n", (3, 2), 8, 1, ((2, 3), (3, 3))),
        Eliminated(1, "orc-deathbringer-n", (2, 3), 3, 2, ((3, 2),)),
        Eliminated(1, "templar-sanctifier-n", (3, 3), 4, 1, ((3, 2),)),
    ]
    assert table.state.trophies == [["orc-deathbringer-n", "templar-sanctifier-n"], ["zombie-gnasher-n"]]
    assert marks(table) == []
    assert kinds(table) == [(0, "reinforce")]


def test_every_survivor_with_a_part_is_marked_even_if_the_rest_was_enough() -> None:
    """8.7 R22"""
    table = battle(
        {(3, 3): ("zombie-gnasher-n", 1), (2, 3): ("zombie-halberd", 0), (5, 0): ("palisade", 0)},
        hands={0: ["dwarf-slugger-n"]},
    )

    effects = deploy(table, "dwarf-slugger-n", (3, 2))

    assert effects[1:] == [
        Eliminated(0, "dwarf-slugger-n", (3, 2), 4, 3, ((3, 3),)),
        Eliminated(1, "zombie-gnasher-n", (3, 3), 4, 1, ((3, 2), (2, 3))),
    ]
    assert marks(table) == [(2, 3)]
    act(table, 0, DRAW)
    assert marks(table) == []
    assert kinds(table) == [(1, "deploy")]


def test_commanders_and_generals_count_for_both_goals() -> None:
    """8.6, 3.6"""
    table = battle(
        {(3, 3): ("vanir-alfheim", 1), (3, 2): ("orc-butcher", 0), (5, 3): ("dwarf-slugger-e", 1)},
        hands={0: ["orc-ravager-ne"]},
    )

    deploy(table, "orc-ravager-ne", (2, 2))

    public = RULES.game(table, "public")
    assert [(team.kills, team.commander_kills) for team in public.teams] == [(1, 1), (0, 0)]


def test_teammates_never_strike_one_another() -> None:
    """8.5, 14.5"""
    units = {(3, 3): ("dwarf-slugger-n", 2), (3, 4): ("zombie-gnasher-s", 0), (9, 9): ("palisade", 1)}
    table = battle(units, options={"mode": "team_4"})

    assert strikes(table.state.units, CARDS) == []


# 8.13 Extra turns


def test_the_active_seat_earns_an_extra_turn_for_an_enemy_general() -> None:
    """8.13, 8.14 R14"""
    table = battle(
        {(3, 3): ("asul-the-bygone-king", 1), (2, 2): ("orc-ravager-ne", 0)},
        hands={0: ["dwarf-slugger-n", "palisade"], 1: ["palisade"]},
    )

    effects = deploy(table, "dwarf-slugger-n", (3, 2))

    assert effects[1:] == [
        Eliminated(1, "asul-the-bygone-king", (3, 3), 8, 7, ((2, 2), (3, 2))),
        ExtraTurnEarned(0),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(0, 10, True),
    ]
    public = RULES.game(table, "public")
    assert (public.extra_turn, public.next_extra_seat, public.turn_position) == (True, None, 0)
    assert kinds(table) == [(0, "deploy")]

    deploy(table, "palisade", (3, 1))
    assert act(table, 0, DRAW)[-1] == TurnStarted(1, 11, False)
    public = RULES.game(table, "public")
    assert (public.extra_turn, public.turn_position) == (False, 1)
    assert kinds(table) == [(1, "deploy")]


def test_an_extra_turn_may_earn_its_own_seat_another() -> None:
    """8.13, 8.14: the active seat, wherever the order stands."""
    table = battle(
        {(3, 3): ("asul-the-bygone-king", 1), (2, 2): ("orc-ravager-ne", 0)},
        hands={0: ["dwarf-slugger-n", "palisade"], 1: ["palisade"]},
        turn_position=1,
        extra_turn=True,
    )

    effects = deploy(table, "dwarf-slugger-n", (3, 2))

    assert of_type(effects, ExtraTurnEarned) == [ExtraTurnEarned(0)]
    assert effects[-1] == TurnStarted(0, 10, True)
    assert table.state.turn_position == 1


def test_the_extra_turn_is_shown_while_the_turn_that_earned_it_lasts() -> None:
    """13.1, 8.13"""
    table = battle(
        {(3, 3): ("asul-the-bygone-king", 1), (2, 2): ("orc-ravager-ne", 0), (6, 0): ("palisade", 0)},
        hands={0: ["dwarf-slugger-n"]},
    )

    deploy(table, "dwarf-slugger-n", (3, 2))

    public = RULES.game(table, "public")
    assert (public.phase, public.next_extra_seat, public.extra_turn) == ("reinforce", 0, False)
    assert [(fallen.team, fallen.by) for fallen in public.fallen_generals] == [(1, (0,))]
    assert kinds(table) == [(0, "reinforce")]


def test_a_general_lost_by_suicide_earns_the_other_side_an_extra_turn() -> None:
    """8.13 R14: then its normal turn follows."""
    table = battle(
        {(2, 3): ("zombie-gnasher-n", 1), (3, 3): ("zombie-gnasher-n", 1), (4, 3): ("zombie-gnasher-n", 1)},
        hands={0: ["gonke-longtooth"], 1: ["palisade"] * 6},
    )
    effects = deploy(table, "gonke-longtooth", (3, 2))

    gnashers = ((2, 3), (3, 3), (4, 3))
    assert of_type(effects, Eliminated)[0] == Eliminated(0, "gonke-longtooth", (3, 2), 10, 6, gnashers)
    assert of_type(effects, ExtraTurnEarned) == [ExtraTurnEarned(1)]
    assert of_type(effects, TurnStarted) == [TurnStarted(1, 10, True)]
    assert RULES.game(table, "public").turn_position == 0
    assert kinds(table) == [(1, "deploy")]


@pytest.mark.parametrize(
    ("position", "active", "owners", "expected"),
    [
        (0, 0, (3, 5), 3),
        (0, 0, (5, 5), 5),
        (2, 2, (1, 5), 5),
        (4, 4, (1, 3), 1),
        (2, 0, (1, 3), 3),  # in an extra turn of seat 0: the place in the order is still that of seat 2
        (1, 2, (1, 3), 3),  # in an extra turn of seat 2 after the turn of seat 1, which comes last
    ],
)
def test_of_several_killers_the_next_in_turn_order_gets_the_extra_turn(
    position: int, active: int, owners: tuple[int, int], expected: int
) -> None:
    """8.13 R14: going round the cycle from the turn position."""
    table = battle(
        {(2, 3): ("dwarf-dowager-w", owners[0]), (4, 3): ("dwarf-dowager-e", owners[1])},
        hands={active: ["erendrial-aegis"]},
        active=active,
        options={"mode": "team_6"},
        turn_position=position,
    )

    act(table, active, ChooseCard("erendrial-aegis"))
    effects = deploy(table, "erendrial-aegis", (3, 3))

    assert effects[1:3] == [
        Eliminated(active, "erendrial-aegis", (3, 3), 10, 6, ((2, 3), (4, 3))),
        ExtraTurnEarned(expected),
    ]
    assert effects[-1] == TurnStarted(expected, 10, True)
    assert table.state.turn_position == position
    assert kinds(table) == [(expected, "choose_card")]


def test_if_both_teams_lose_a_general_nothing_happens() -> None:
    """8.13"""
    table = battle(
        {
            (3, 3): ("asul-the-bygone-king", 1),
            (2, 2): ("dwarf-dowager-w", 1),
            (2, 3): ("zombie-gnasher-n", 1),
            (4, 2): ("orc-ravager-nw", 0),
        },
        hands={0: ["gonke-longtooth"]},
    )

    effects = deploy(table, "gonke-longtooth", (3, 2))

    assert [effect.card for effect in of_type(effects, Eliminated)] == [
        "gonke-longtooth",
        "zombie-gnasher-n",
        "asul-the-bygone-king",
    ]
    assert of_type(effects, ExtraTurnEarned) == []
    assert of_type(effects, TurnStarted) == [TurnStarted(1, 10, False)]
    assert kinds(table) == [(1, "deploy")]


@examples(60)
@given(st.data())
def test_the_check_is_what_the_rules_say_unit_by_unit(data: st.DataObject) -> None:
    """8.4: against a plain sum over all pairs of units."""
    slugs = sorted(CARDS)
    squares = data.draw(st.lists(st.sampled_from(MAT), max_size=16, unique=True))
    units = {s: (data.draw(st.sampled_from(slugs)), data.draw(st.integers(0, 1))) for s in squares}
    table = battle(units)
    ways = {"n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "w": (-1, 0)}
    ways["nw"] = (-1, 1)
    raw = {card["slug"]: card for card in RULES.card_set["cards"]}

    expected = {}
    for target, (slug, seat) in units.items():
        damage = 0
        for attacker, (other, owner) in units.items():
            sign = 1 if owner == 0 else -1
            for way, strength in raw[other]["arrows"].items():
                column, row = ways[way]
                hit = (attacker[0] + sign * column, attacker[1] + sign * row)
                damage += strength if hit == target and owner != seat else 0
        if damage > raw[slug]["defence"]:
            expected[target] = damage

    fallen = struck_down(table, ())

    assert {square_of(place): damage for place, damage in fallen.items()} == expected
    assert list(fallen) == sorted(fallen)
