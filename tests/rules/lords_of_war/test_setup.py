"""2 Seats and teams, 3 squares, 5 setup and challenge."""

from typing import Any

import pytest

from rules.engine import (
    Drew,
    QuickChance,
    Rolled,
    ScriptedChance,
    Shuffled,
    Table,
    act,
    legal_actions,
    prompts,
    seats_to_act,
)
from rules.lords_of_war import teams
from rules.lords_of_war.actions import Deploy
from rules.lords_of_war.effects import Deployed, GeneralSetAside, TurnStarted
from rules.lords_of_war.prompts import ChallengePrompt
from rules.lords_of_war.squares import AROUND, MAT, STEPS, place_of, square_of, turned
from tests.rules.lords_of_war.positions import RULES, kinds, of_type
from tests.rules.lords_of_war.setups import decks


def listed(deck: dict[str, Any], general: str) -> list[str]:
    return [slug for slug in sorted(deck["cards"]) for _ in range(deck["cards"][slug]) if slug != general]


def started(options: dict[str, Any], *slugs: str) -> Table[Any, Any]:
    return RULES.start(options, decks(*slugs), QuickChance(5))


def starting_squares(table: Table[Any, Any]) -> list[Any]:
    return [seat.starting_square for seat in RULES.game(table, "public").seats]


# 2


@pytest.mark.parametrize(
    ("mode", "first", "order"),
    [
        ("duel", 0, [0, 1]),
        ("duel", 1, [1, 0]),
        ("team_4", 0, [0, 1, 2, 3]),
        ("team_4", 1, [1, 2, 3, 0]),
        ("team_6", 1, [1, 2, 3, 4, 5, 0]),
        ("three_player", 0, [0, 1, 0, 2]),
    ],
)
def test_turns_alternate_between_the_teams(mode: str, first: int, order: list[int]) -> None:
    """2.4, 2.5 R1"""
    options = RULES.read_options({"mode": mode})

    cycle = teams.turn_cycle(options, first)

    assert cycle == order
    for seat, following in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        assert RULES.team(options, seat) != RULES.team(options, following)


def test_teams_by_parity_but_one_against_two_in_three_player() -> None:
    """2.2"""
    by_mode = {
        mode: [RULES.team(RULES.read_options({"mode": mode}), seat) for seat in range(seats)]
        for mode, seats in (("duel", 2), ("three_player", 3), ("team_4", 4), ("team_6", 6))
    }

    assert by_mode == {
        "duel": [0, 1],
        "three_player": [0, 1, 1],
        "team_4": [0, 1, 0, 1],
        "team_6": [0, 1, 0, 1, 0, 1],
    }
    assert [RULES.has_teams(RULES.read_options({"mode": mode})) for mode in by_mode] == [False, True, True, True]
    assert [RULES.seats(RULES.read_options({"mode": mode})) for mode in by_mode] == [2, 3, 4, 6]


@pytest.mark.parametrize(("first", "facings"), [(0, ["up", "down", "up", "down"]), (1, ["down", "up", "down", "up"])])
def test_the_team_of_player_1_faces_up(first: int, facings: list[str]) -> None:
    """2.6 R2"""
    table = started({"mode": "team_4", "first_seat": first}, "orcs-core", "elves-core", "orcs-core", "undead-core")

    assert [seat.facing for seat in RULES.game(table, "public").seats] == facings


# 3


def test_places_sort_by_row_then_column_and_read_back() -> None:
    """3.1"""
    squares = [(0, -2), (-3, 0), (0, 0), (6, 0), (-40, 1), (0, 1), (2, 7)]

    assert sorted(squares, key=lambda square: (square[1], square[0])) == squares
    assert sorted(map(place_of, squares)) == list(map(place_of, squares))
    assert [square_of(place_of(square)) for square in squares] == squares
    assert {square_of(place) for place in MAT} == {(column, row) for column in range(7) for row in range(6)}


def test_a_card_facing_down_is_turned_by_180_degrees() -> None:
    """3.2, 3.3"""
    at = place_of((3, 3))

    assert square_of(at + turned(STEPS["n"], "up")) == (3, 4)
    assert square_of(at + turned(STEPS["n"], "down")) == (3, 2)
    assert square_of(at + turned(STEPS["ne"], "down")) == (2, 2)
    assert square_of(at + turned(STEPS["w"], "down")) == (4, 3)
    assert {square_of(at + step) for step in AROUND} == {(c, r) for c in (2, 3, 4) for r in (2, 3, 4)} - {(3, 3)}


# 5


def test_the_start_of_a_duel() -> None:
    """2.4, 5.1, 5.2, 12.2: the first card of the shuffled list is the top."""
    orcs, elves = decks("orcs-core", "elves-core")
    one, two = listed(orcs, "gonke-longtooth"), listed(elves, "erendrial-aegis")[::-1]
    chance = ScriptedChance([2, one, two])

    table = RULES.start({}, [orcs, elves], chance)

    assert table.effects == [
        Rolled(2, 2),
        GeneralSetAside(0, "hand", "gonke-longtooth"),
        Shuffled(0, "deck", tuple(one)),
        Drew(0, 5, tuple(one[:5])),
        GeneralSetAside(1, "hand", "erendrial-aegis"),
        Shuffled(1, "deck", tuple(two)),
        Drew(1, 5, tuple(two[:5])),
    ]
    chance.finish()
    assert table.state.decks == [one[5:], two[5:]]
    assert table.options.first_seat == "random"
    assert (table.state.turn, table.state.turn_order) == (0, [1, 0])
    assert prompts(table) == [ChallengePrompt(1, (2, 2))]
    assert legal_actions(table, 1) == [Deploy(card, (2, 2)) for card in sorted({*two[:5], "erendrial-aegis"})]


def test_nobody_tosses_for_a_chosen_first_seat() -> None:
    """2.4"""
    table = started({"first_seat": 1}, "orcs-core", "elves-core")

    assert isinstance(table.effects[0], GeneralSetAside)
    assert kinds(table) == [(1, "challenge")]


def test_the_start_of_three_player() -> None:
    """4.5, 5.1, 5.2 R4, R5"""
    orcs, elves, none = decks("orcs-core", "elves-core", "")
    one, two = listed(orcs, "gonke-longtooth"), listed(elves, "erendrial-aegis")

    table = RULES.start({"mode": "three_player"}, [orcs, elves, none], ScriptedChance([one, two]))

    assert table.effects == [
        GeneralSetAside(0, "hand", "gonke-longtooth"),
        Shuffled(0, "deck", tuple(one)),
        Drew(0, 6, tuple(one[:6])),
        GeneralSetAside(1, "reserve", "erendrial-aegis"),
        Shuffled(1, "deck", tuple(two)),
        Drew(1, 3, tuple(two[:3])),
        Drew(2, 3, tuple(two[3:6])),
    ]
    assert table.state.reserve == ["erendrial-aegis"]
    assert table.state.decks == [one[6:], two[6:], []]
    assert starting_squares(table) == [(2, 2), (4, 3), None]
    assert kinds(table) == [(0, "challenge")]


@pytest.mark.parametrize(
    ("first", "squares"),
    [
        (0, [(2, 2), (4, 3), (6, 2), (8, 3), (10, 2), (12, 3)]),
        (1, [(12, 3), (2, 2), (4, 3), (6, 2), (8, 3), (10, 2)]),
    ],
)
def test_starting_squares_go_by_player_number(first: int, squares: list[Any]) -> None:
    """5.4 R6"""
    names = ["orcs-core", "elves-core", "undead-core", "dwarves-core", "templars-core", "lizardmen-core"]

    table = started({"mode": "team_6", "first_seat": first}, *names)

    assert starting_squares(table) == squares
    assert kinds(table) == [(first, "challenge")]


def test_starting_squares_do_not_touch() -> None:
    """R7"""
    for place in teams.STARTING_PLACES:
        assert not {place + step for step in AROUND} & set(teams.STARTING_PLACES)


def test_the_challenge_runs_into_turn_1() -> None:
    """5.3, 5.5, 12.3 R7"""
    table = started({"first_seat": 1}, "orcs-core", "elves-core")
    tops = [deck[0] for deck in table.state.decks]

    first = act(table, 1, Deploy("erendrial-aegis", (2, 2)))
    assert first == [Deployed(1, "erendrial-aegis", (2, 2), "challenge", "hand"), Drew(1, 1, (tops[1],))]
    assert kinds(table) == [(0, "challenge")]
    assert RULES.game(table, "public").units[0].deployed_this_turn
    last = act(table, 0, Deploy("gonke-longtooth", (4, 3)))

    assert last == [
        Deployed(0, "gonke-longtooth", (4, 3), "challenge", "hand"),
        Drew(0, 1, (tops[0],)),
        TurnStarted(1, 1, False),
    ]
    assert [unit.deployed_this_turn for unit in RULES.game(table, "public").units] == [False, False]
    assert kinds(table) == [(1, "deploy")]


def test_a_challenge_with_the_reserve_general_leaves_the_hand_full() -> None:
    """5.3, 9.6"""
    table = started({"mode": "three_player"}, "orcs-core", "elves-core", "")
    act(table, 0, legal_actions(table, 0)[0])
    choices = legal_actions(table, 1)
    assert choices == [Deploy(card, (4, 3)) for card in sorted({*table.state.hands[1], "erendrial-aegis"})]

    effects = act(table, 1, Deploy("erendrial-aegis", (4, 3)))

    assert effects == [Deployed(1, "erendrial-aegis", (4, 3), "challenge", "reserve"), TurnStarted(0, 1, False)]
    assert (table.state.reserve, table.state.reinforcement_barred) == ([], False)
    assert len(table.state.hands[1]) == 3
    assert kinds(table) == [(0, "deploy")]


def test_six_players_challenge_in_their_order() -> None:
    """5.3"""
    names = ["orcs-core", "elves-core", "undead-core", "dwarves-core", "templars-core", "lizardmen-core"]
    table = started({"mode": "team_6", "first_seat": 1}, *names)
    seats = []

    while table.state.turn == 0:
        seats.append(seats_to_act(table)[0])
        effects = act(table, seats[-1], legal_actions(table, seats[-1])[0])

    assert seats == [1, 2, 3, 4, 5, 0]
    assert of_type(effects, TurnStarted) == [TurnStarted(1, 1, False)]
    assert kinds(table) == [(1, "choose_card")]
