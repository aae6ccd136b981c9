"""7 Deployment."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.engine import Drew, Pass, act, legal_actions, prompts
from rules.lords_of_war.actions import ChooseCard, Deploy
from rules.lords_of_war.deployment import openings
from rules.lords_of_war.effects import CardChosen, Deployed, DeploymentPassed, HandShown, TurnStarted
from rules.lords_of_war.prompts import DeployPrompt
from rules.lords_of_war.squares import place_of, square_of, turned
from tests.levels import examples
from tests.rules.lords_of_war.positions import CARDS, answers, battle, deploy, kinds, of_type, squares_of

MAT = [(column, row) for row in range(6) for column in range(7)]
UNBOUNDED = {"battlefield": "unbounded"}


def around(square: tuple[int, int]) -> list[tuple[int, int]]:
    column, row = square
    return [(column + c, row + r) for r in (-1, 0, 1) for c in (-1, 0, 1) if (c, r) != (0, 0)]


def rule(effects: list[Any]) -> str:
    return str(of_type(effects, Deployed)[0].rule)


def test_on_an_empty_mat_any_card_goes_anywhere() -> None:
    """7.2"""
    table = battle({}, hands={0: ["palisade", "orc-butcher", "palisade"]})

    assert answers(table) == [Deploy(card, square) for card in ("orc-butcher", "palisade") for square in MAT]
    assert rule(deploy(table, "orc-butcher", (6, 5))) == "empty_field"
    assert kinds(table) == [(1, "deploy")]


def test_on_an_empty_unbounded_field_there_is_the_starting_square() -> None:
    """7.2 R8"""
    table = battle({}, hands={1: ["orc-butcher"]}, active=1, options=UNBOUNDED)

    act(table, 1, ChooseCard("orc-butcher"))

    assert answers(table) == [Deploy("orc-butcher", (4, 3))]
    assert rule(deploy(table, "orc-butcher", (4, 3))) == "empty_field"
    assert kinds(table) == [(0, "choose_card")]


def test_seat_2_of_three_opens_an_empty_field_on_its_partners_square() -> None:
    """7.2 R8"""
    options = {"mode": "three_player", **UNBOUNDED}
    table = battle({}, hands={2: ["orc-butcher"]}, active=2, options=options, turn_position=3)

    act(table, 2, ChooseCard("orc-butcher"))

    assert answers(table) == [Deploy("orc-butcher", (4, 3))]


def test_without_enemies_any_card_goes_beside_a_friend() -> None:
    """7.3: off the mat is no square, and a taken square is not empty."""
    table = battle({(0, 0): ("orc-butcher", 0), (1, 1): ("orc-butcher", 0)}, hands={0: ["orc-ravager-ne"]})

    assert squares_of(table, "orc-ravager-ne") == [(1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    assert rule(deploy(table, "orc-ravager-ne", (2, 2))) == "no_enemies"


def test_without_enemies_even_a_support_unit_is_deployed_by_that_rule() -> None:
    """7.3"""
    table = battle({(0, 0): ("orc-butcher", 0)}, hands={0: ["palisade"]})

    assert rule(deploy(table, "palisade", (1, 1))) == "no_enemies"


def test_support_units_also_go_beside_a_friend() -> None:
    """7.4: a pair that satisfies both is `engage`."""
    units = {(3, 3): ("dwarf-slugger-n", 1), (3, 1): ("orc-butcher", 0)}
    table = battle(units, hands={0: ["goblin-bow-pest", "orc-ravager-nw"]})

    engaging = [(2, 2), (3, 2), (4, 2)]
    assert squares_of(table, "goblin-bow-pest") == [(2, 0), (3, 0), (4, 0), (2, 1), (4, 1), *engaging]
    assert squares_of(table, "orc-ravager-nw") == [(2, 2), (3, 2), (4, 2), (2, 3)]
    assert rule(deploy(table.clone(table.chance), "goblin-bow-pest", (2, 2))) == "engage"
    assert rule(deploy(table, "goblin-bow-pest", (2, 1))) == "support"


def test_friendly_includes_teammates() -> None:
    """7.4, 2.3, 14.5"""
    units = {(3, 3): ("dwarf-slugger-n", 1), (3, -7): ("orc-butcher", 2)}
    table = battle(units, hands={0: ["dwarf-sharpshooter"]}, options={"mode": "team_4"})

    act(table, 0, ChooseCard("dwarf-sharpshooter"))

    assert squares_of(table, "dwarf-sharpshooter") == around((3, -7))
    assert rule(deploy(table, "dwarf-sharpshooter", (2, -8))) == "support"


def test_a_card_facing_down_engages_the_other_way() -> None:
    """3.3, 7.4"""
    table = battle({(3, 3): ("orc-butcher", 0)}, hands={1: ["dwarf-slugger-e"]}, active=1)

    assert squares_of(table, "dwarf-slugger-e") == [(4, 3)]


def test_forced_when_no_card_engages_or_supports() -> None:
    """7.5 R23: any card beside an enemy; then the rest of the hand is shown."""
    units = {(0, 5): ("orc-butcher", 1)}
    table = battle(units, hands={0: ["templar-jackal-s", "orc-deathbringer-s"]})

    near = [(0, 4), (1, 4), (1, 5)]
    assert answers(table) == [Deploy(c, s) for c in ("orc-deathbringer-s", "templar-jackal-s") for s in near]
    effects = deploy(table, "orc-deathbringer-s", (1, 4))

    assert effects[:2] == [
        Deployed(0, "orc-deathbringer-s", (1, 4), "forced", "hand"),
        HandShown(0, ("templar-jackal-s",)),
    ]
    assert kinds(table) == [(1, "deploy")]


def test_a_hand_shown_is_sorted_and_may_be_empty() -> None:
    """7.5, 12.1, 12.4"""
    units = {(0, 5): ("orc-butcher", 1)}
    hand = ["templar-jackal-s", "orc-deathbringer-s", "goblin-shanker-se"]

    shown = of_type(deploy(battle(units, hands={0: hand}), "orc-deathbringer-s", (1, 4)), HandShown)
    last = of_type(deploy(battle(units, hands={0: hand[:1]}), "templar-jackal-s", (1, 4)), HandShown)

    assert shown == [HandShown(0, ("goblin-shanker-se", "templar-jackal-s"))]
    assert last == [HandShown(0, ())]


def test_beside_a_friend_only_a_support_unit_is_deployed_by_support() -> None:
    """7.4, 7.5: what has no support is forced there too."""
    units = {(0, 5): ("orc-butcher", 1), (2, 4): ("dwarf-slugger-n", 0)}

    jackal = deploy(battle(units, hands={0: ["templar-jackal-s"]}), "templar-jackal-s", (1, 4))
    catapult = deploy(battle(units, hands={0: ["orc-catapult"]}), "orc-catapult", (1, 4))

    assert (rule(jackal), rule(catapult)) == ("forced", "support")


def test_one_card_that_engages_bars_the_others_from_being_forced() -> None:
    """7.5"""
    units = {(0, 5): ("orc-butcher", 1)}
    table = battle(units, hands={0: ["orc-deathbringer-s", "dwarf-slugger-n"]})

    assert answers(table) == [Deploy("dwarf-slugger-n", (0, 4))]


def test_with_an_empty_hand_there_is_only_the_pass() -> None:
    """7.6 R9: the turn continues with the elimination phase."""
    table = battle({(0, 5): ("orc-butcher", 1)})
    assert answers(table) == [Pass()]

    effects = act(table, 0, Pass())

    assert effects == [DeploymentPassed(0), Drew(0, 1, ("zombie-shambler",)), TurnStarted(1, 10, False)]
    assert kinds(table) == [(1, "deploy")]


def test_with_every_square_beside_an_enemy_taken_there_is_only_the_pass() -> None:
    """7.6 R9"""
    units = {(0, 5): ("palisade", 1), **dict.fromkeys([(0, 4), (1, 4), (1, 5)], ("palisade", 0))}
    table = battle(units, hands={0: ["orc-butcher"], 1: ["orc-butcher"]})
    assert answers(table) == [Pass()]

    table.state.hands[0].append("goblin-bow-pest")

    assert answers(table)[0] == Deploy("goblin-bow-pest", (0, 3))


def test_a_team_player_may_play_the_general_in_reserve() -> None:
    """7.1, 9.6"""
    units = {(3, 3): ("orc-butcher", 0)}
    table = battle(
        units,
        hands={1: ["dwarf-slugger-n"]},
        active=1,
        options={"mode": "three_player"},
        reserve=["erendrial-aegis"],
    )
    assert [a.card for a in answers(table)] == ["dwarf-slugger-n"] + ["erendrial-aegis"] * 5

    effects = deploy(table, "erendrial-aegis", (3, 4))

    assert effects == [
        Deployed(1, "erendrial-aegis", (3, 4), "engage", "reserve"),
        TurnStarted(0, 10, False),
    ]
    assert kinds(table) == [(0, "deploy")]


def test_the_single_player_may_not_play_the_general_in_reserve() -> None:
    """7.1"""
    table = battle({(3, 3): ("orc-butcher", 1)}, options={"mode": "three_player"}, reserve=["erendrial-aegis"])

    assert answers(table) == [Pass()]


def test_the_rest_of_the_hand_that_is_shown_leaves_out_the_reserve() -> None:
    """7.5 R23: the general in reserve lies open anyway."""
    table = battle(
        {(0, 5): ("orc-butcher", 0)},
        hands={1: ["orc-deathbringer-n", "templar-jackal-n"]},
        active=1,
        options={"mode": "three_player"},
        reserve=["gonke-longtooth"],
    )

    effects = deploy(table, "orc-deathbringer-n", (0, 4))

    assert effects[:2] == [
        Deployed(1, "orc-deathbringer-n", (0, 4), "forced", "hand"),
        HandShown(1, ("templar-jackal-n",)),
    ]
    assert kinds(table) == [(0, "deploy")]


def test_without_an_edge_the_card_is_chosen_first() -> None:
    """7.8, 12.4 R24"""
    units = {(-3, 9): ("orc-butcher", 1)}
    table = battle(units, hands={0: ["dwarf-slugger-n", "orc-deathbringer-s", "dwarf-slugger-n"]}, options=UNBOUNDED)
    assert answers(table) == [ChooseCard("dwarf-slugger-n"), ChooseCard("orc-deathbringer-s")]

    chosen = act(table, 0, ChooseCard("orc-deathbringer-s"))
    assert chosen == [CardChosen(0, "orc-deathbringer-s")]
    assert prompts(table) == [DeployPrompt(0, "orc-deathbringer-s")]
    assert answers(table) == [Deploy("orc-deathbringer-s", square) for square in [(-4, 10), (-3, 10), (-2, 10)]]
    effects = deploy(table, "orc-deathbringer-s", (-3, 10))

    assert effects[0] == Deployed(0, "orc-deathbringer-s", (-3, 10), "engage", "hand")
    assert table.state.chosen_card is None
    assert kinds(table) == [(1, "choose_card")]


def test_without_an_edge_only_cards_that_may_be_deployed_are_offered() -> None:
    """7.8, 7.5: when forced, every card and every square beside an enemy."""
    table = battle({(0, 0): ("orc-butcher", 1)}, hands={0: ["dwarf-sharpshooter"]}, options=UNBOUNDED)

    act(table, 0, ChooseCard("dwarf-sharpshooter"))

    assert answers(table) == [Deploy("dwarf-sharpshooter", square) for square in around((0, 0))]
    assert rule(deploy(table, "dwarf-sharpshooter", (1, 1))) == "forced"


def test_without_an_edge_the_pass_is_the_choice_of_no_card() -> None:
    """7.6, 7.8"""
    table = battle({(0, 0): ("orc-butcher", 1)}, options=UNBOUNDED)
    assert answers(table) == [Pass()]

    assert act(table, 0, Pass())[0] == DeploymentPassed(0)
    assert kinds(table) == [(1, "choose_card")]


def test_the_list_is_sorted_by_card_then_row_then_column() -> None:
    """11.1"""
    units = {(3, 3): ("dwarf-slugger-n", 1), (5, 2): ("dwarf-slugger-n", 1), (3, 1): ("orc-butcher", 0)}
    table = battle(units, hands={0: ["orc-butcher", "goblin-bow-pest", "gonke-longtooth"]})

    listed = [(a.card, a.square[1], a.square[0]) for a in answers(table)]

    assert listed == sorted(listed)
    assert len(set(listed)) == len(listed)


@examples(60)
@given(st.data())
def test_the_list_is_what_the_rules_say_square_by_square(data: st.DataObject) -> None:
    """7.2 to 7.7: against a plain search over all cards and squares."""
    slugs = sorted(CARDS)
    squares = data.draw(st.lists(st.sampled_from(MAT), max_size=9, unique=True))
    units = {s: (data.draw(st.sampled_from(slugs)), data.draw(st.integers(0, 1))) for s in squares}
    hand = data.draw(st.lists(st.sampled_from(slugs), min_size=1, max_size=6))
    seat = data.draw(st.integers(0, 1))
    table = battle(units, hands={seat: hand}, active=seat)

    facing = "up" if seat == 0 else "down"
    empty = [square for square in MAT if square not in units]
    friends = {square for square, (_, owner) in units.items() if owner == seat}
    foes = set(units) - friends

    def beside(square: tuple[int, int], some: set[tuple[int, int]]) -> bool:
        return any(near in some for near in around(square))

    def engages(card: str, square: tuple[int, int]) -> bool:
        return any(
            place_of(foe) - place_of(square) == turned(step, facing) for foe in foes for step in CARDS[card].steps["up"]
        )

    cards = sorted(set(hand))
    if not units:
        expected = [(card, square) for card in cards for square in empty]
    elif not foes:
        expected = [(card, square) for card in cards for square in empty if beside(square, friends)]
    else:
        expected = [
            (card, square)
            for card in cards
            for square in empty
            if engages(card, square) or (CARDS[card].support and beside(square, friends))
        ] or [(card, square) for card in cards for square in empty if beside(square, foes)]

    assert legal_actions(table, seat) == ([Deploy(card, square) for card, square in expected] or [Pass()])
    found = openings(table, seat, cards)
    assert [(card, square_of(place)) for card, places in found for place in places] == expected


@examples(60)
@given(st.data())
def test_a_card_may_be_chosen_if_it_has_a_square(data: st.DataObject) -> None:
    """7.8: the cards that are listed without their squares are those that have one."""
    slugs = sorted(CARDS)
    squares = data.draw(st.lists(st.sampled_from(MAT), max_size=20, unique=True))
    units = {s: (data.draw(st.sampled_from(slugs)), data.draw(st.integers(0, 1))) for s in squares}
    hand = data.draw(st.lists(st.sampled_from(slugs), min_size=1, max_size=6))
    table = battle(units, hands={0: hand}, options=UNBOUNDED)

    found = openings(table, 0, sorted(set(hand)))

    assert answers(table) == [ChooseCard(card) for card, _ in found]
