"""16 The worked examples. Seat 0 faces up, seat 1 down."""

from rules.engine import Drew, act
from rules.lords_of_war.actions import Fire, HoldFire
from rules.lords_of_war.decks import check_deck
from rules.lords_of_war.effects import BerserkerMoved, Deployed, Eliminated, Fired, TurnStarted
from rules.lords_of_war.prompts import FirePrompt
from rules.lords_of_war.squares import place_of, square_of
from tests.rules.lords_of_war.positions import CARDS, DRAW, RULES, answers, battle, deploy, field, kinds, squares_of
from tests.rules.setups import starter


def test_engage_from_where_an_arrow_points_at_an_enemy() -> None:
    """16.1"""
    table = battle({(3, 3): ("dwarf-marauder-ne", 1)}, hands={0: ["orc-ravager-nw"]})

    squares = squares_of(table, "orc-ravager-nw")

    assert squares == [(2, 2), (3, 2), (4, 2), (2, 3)]
    assert (3, 4) not in squares and (4, 3) not in squares
    assert kinds(table) == [(0, "deploy")]


def test_one_against_one() -> None:
    """16.2"""
    table = battle(
        {(3, 3): ("dwarf-marauder-ne", 1), (4, 3): ("dwarf-slugger-n", 1)}, hands={0: ["orc-deathbringer-n"]}
    )

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert effects == [
        Deployed(0, "orc-deathbringer-n", (3, 2), "engage", "hand"),
        Eliminated(1, "dwarf-marauder-ne", (3, 3), 5, 4, ((3, 2),)),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert field(table) == {(3, 2): "orc-deathbringer-n", (4, 3): "dwarf-slugger-n"}
    assert kinds(table) == [(1, "deploy")]


def test_two_against_one() -> None:
    """16.3"""
    table = battle({(3, 3): ("dwarf-marauder-ne", 1), (3, 2): ("goblin-shanker-ne", 0)}, hands={0: ["orc-ravager-ne"]})

    effects = deploy(table, "orc-ravager-ne", (2, 2))

    assert effects[1:2] == [Eliminated(1, "dwarf-marauder-ne", (3, 3), 9, 4, ((2, 2), (3, 2)))]
    assert field(table) == {(2, 2): "orc-ravager-ne", (3, 2): "goblin-shanker-ne"}
    assert kinds(table) == [(1, "deploy")]


def test_fire() -> None:
    """16.4"""
    table = battle({(2, 1): ("goblin-shanker-ne", 0), (3, 3): ("dwarf-slugger-n", 1)}, hands={0: ["orc-catapult"]})

    deployed = deploy(table, "orc-catapult", (2, 0))
    assert deployed == [Deployed(0, "orc-catapult", (2, 0), "support", "hand")]
    assert table.frames[-1].prompt(table, 0) == FirePrompt(0, (2, 0), ((3, 3),))
    assert answers(table) == [Fire((2, 0), (3, 3)), HoldFire((2, 0))]
    effects = act(table, 0, Fire((2, 0), (3, 3)))

    assert effects == [
        Fired(0, (2, 0), (3, 3), 4),
        Eliminated(1, "dwarf-slugger-n", (3, 3), 4, 3, ((2, 0),)),
    ]
    assert kinds(table) == [(0, "reinforce")]
    assert act(table, 0, DRAW)[-1] == TurnStarted(1, 10, False)


def test_fire_and_combat_together() -> None:
    """16.5"""
    table = battle({(2, 2): ("orc-deathbringer-n", 0), (3, 3): ("dwarf-marauder-nw", 1)}, hands={0: ["orc-catapult"]})

    deploy(table, "orc-catapult", (2, 1))
    effects = act(table, 0, Fire((2, 1), (3, 3)))

    assert effects[1] == Eliminated(1, "dwarf-marauder-nw", (3, 3), 7, 4, ((2, 1), (2, 2)))
    assert field(table) == {(2, 1): "orc-catapult", (2, 2): "orc-deathbringer-n"}
    assert kinds(table) == [(1, "deploy")]


def test_grids() -> None:
    """16.6"""
    up = [square_of(place_of((3, 0)) + step) for step in CARDS["orc-catapult"].grid["up"]]
    down = [square_of(place_of((3, 2)) + step) for step in CARDS["dwarf-axethrower-s"].grid["down"]]

    assert up == [(column, row) for row in (1, 2, 3) for column in (2, 3, 4)]
    assert down == [(column, row) for row in (3, 4) for column in (2, 3, 4)]


def test_an_engaged_ranged_unit_may_not_fire() -> None:
    """16.7"""
    table = battle(
        {(3, 0): ("orc-catapult", 0), (4, 1): ("dwarf-slugger-n", 1), (3, 1): ("dwarf-slugger-n", 1)},
        hands={0: ["goblin-shanker-nw"]},
    )

    effects = deploy(table, "goblin-shanker-nw", (5, 0))

    assert not any(isinstance(effect, Fired) for effect in effects)
    assert kinds(table) == [(1, "deploy")]


def test_a_ranged_unit_may_fire_at_the_enemy_that_it_engages_itself() -> None:
    """16.7: the slugger's arrow points past the catapult."""
    table = battle(
        {(3, 1): ("goblin-bow-pest", 0), (3, 2): ("dwarf-slugger-e", 1)},
        hands={0: ["goblin-spikeman-e"]},
    )

    deploy(table, "goblin-spikeman-e", (2, 2))

    assert table.frames[-1].prompt(table, 0) == FirePrompt(0, (3, 1), ((3, 2),))


def test_suicide() -> None:
    """16.8"""
    table = battle({(3, 3): ("dwarf-marauder-ne", 1)}, hands={0: ["templar-sanctifier-n"]})

    effects = deploy(table, "templar-sanctifier-n", (2, 2))

    assert effects == [
        Deployed(0, "templar-sanctifier-n", (2, 2), "engage", "hand"),
        Eliminated(0, "templar-sanctifier-n", (2, 2), 2, 1, ((3, 3),)),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert table.state.trophies == [[], ["templar-sanctifier-n"]]
    assert field(table) == {(3, 3): "dwarf-marauder-ne"}
    assert kinds(table) == [(1, "deploy")]


def test_custom_deck() -> None:
    """16.9"""
    deck = starter("lords_of_war", "orcs-artillery")

    faults = {
        rule: check_deck(RULES.cards, RULES.read_options({"army_rule": rule}), deck, 0)
        for rule in ("core", "custom", "mercenary")
    }

    assert faults == {"core": [{"code": "not_core_army", "seat": 0}], "custom": [], "mercenary": []}


def test_mercenary_deck() -> None:
    """16.10"""
    deck = starter("lords_of_war", "orcs-with-quillshots")

    faults = {
        rule: check_deck(RULES.cards, RULES.read_options({"army_rule": rule}), deck, 1)
        for rule in ("custom", "mercenary")
    }

    mixed = {"code": "mixed_armies", "seat": 1, "armies": ["lizardmen", "orcs"]}
    assert faults == {"custom": [mixed], "mercenary": []}


def test_chained_berserker() -> None:
    """16.11"""
    table = battle(
        {(3, 3): ("zombie-shambler", 1), (3, 4): ("zombie-gnasher-s", 1)},
        hands={0: ["orc-deathbringer-n"]},
        options={"intermediate_rules": True},
    )

    effects = deploy(table, "orc-deathbringer-n", (3, 2))

    assert effects == [
        Deployed(0, "orc-deathbringer-n", (3, 2), "engage", "hand"),
        Eliminated(1, "zombie-shambler", (3, 3), 5, 3, ((3, 2),)),
        BerserkerMoved(0, "orc-deathbringer-n", (3, 2), (3, 3)),
        Eliminated(1, "zombie-gnasher-s", (3, 4), 5, 1, ((3, 3),)),
        BerserkerMoved(0, "orc-deathbringer-n", (3, 3), (3, 4)),
        Drew(0, 1, ("zombie-shambler",)),
        TurnStarted(1, 10, False),
    ]
    assert field(table) == {(3, 4): "orc-deathbringer-n"}
    assert kinds(table) == [(1, "deploy")]
