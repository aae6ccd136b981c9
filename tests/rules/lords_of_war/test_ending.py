"""10 How a battle ends."""

from typing import Any

import pytest

from rules.engine import MatchEnded, Outcome, Pass, act, prompts, seats_to_act
from rules.lords_of_war.effects import Eliminated, TurnStarted
from tests.rules.laws import random_game
from tests.rules.lords_of_war.endings import ENDINGS
from tests.rules.lords_of_war.positions import RULES, battle, deploy, kinds, of_type
from tests.rules.lords_of_war.setups import SETUPS


def scores(kills: tuple[int, int], commanders: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    return {"kills": list(kills), "commander_kills": list(commanders)}


def kill(options: dict[str, Any] | None = None, victim: str = "dwarf-slugger-e", **state: Any) -> Any:
    """Seat 0 brings down one unit of seat 1."""
    table = battle(
        {(3, 3): (victim, 1), (2, 2): ("orc-ravager-ne", 0)}, hands={0: ["dwarf-slugger-n"]}, options=options, **state
    )
    deploy(table, "dwarf-slugger-n", (3, 2))
    return table


def test_the_kill_goal() -> None:
    """10.1, 10.3, 10.4, 13.4: the rest of the turn does not happen."""
    table = kill(trophies=[["palisade"] * 19, ["palisade"] * 3])

    outcome = Outcome((0,), "kill_goal", scores((20, 3)))
    assert table.outcome == outcome
    assert [type(effect) for effect in table.effects[1:]] == [Eliminated, MatchEnded]
    assert table.effects[-1] == MatchEnded((0,), "kill_goal", scores((20, 3)))
    public = RULES.game(table, "public")
    assert (public.phase, public.active_seat, public.elimination_this_turn) == ("over", 0, True)
    assert [unit.square for unit in public.units if unit.eliminated_this_turn] == [(2, 2), (3, 2)]
    assert prompts(table) == []


def test_one_short_of_the_kill_goal_goes_on() -> None:
    """10.1"""
    table = kill(trophies=[["palisade"] * 18, []])

    assert table.outcome is None
    assert kinds(table) == [(1, "deploy")]


def test_the_commander_goal() -> None:
    """10.1"""
    table = kill(victim="asul-the-bygone-king", commander_kills=[3, 0], trophies=[["palisade"] * 3, []])

    assert table.outcome == Outcome((0,), "commander_goal", scores((4, 0), (4, 0)))
    assert kinds(table) == []


def test_of_two_goals_reached_at_once_the_commanders_are_the_reason() -> None:
    """10.1"""
    table = kill(victim="asul-the-bygone-king", commander_kills=[3, 0], trophies=[["palisade"] * 19, []])

    assert table.outcome is not None and table.outcome.reason == "commander_goal"


def test_both_teams_in_one_check_draw() -> None:
    """10.1 R19: whatever the goals."""
    units = {(3, 3): ("zombie-gnasher-n", 1)}
    table = battle(units, hands={0: ["zombie-gnasher-n"]}, options={"kill_goal": 1})

    effects = deploy(table, "zombie-gnasher-n", (3, 2))

    assert effects[-1] == MatchEnded((), "mutual_destruction", scores((1, 1)))
    assert kinds(table) == []


def test_changed_goals() -> None:
    """14.2"""
    assert kill({"kill_goal": 1}).outcome == Outcome((0,), "kill_goal", scores((1, 0)))
    assert kill({"kill_goal": 2}).outcome is None
    one = kill({"commander_goal": 1}, victim="asul-the-bygone-king").outcome
    assert one == Outcome((0,), "commander_goal", scores((1, 0), (1, 0)))


def test_all_seats_of_the_winning_team_win() -> None:
    """10.3"""
    table = battle(
        {(3, 3): ("dwarf-slugger-e", 0), (2, 2): ("orc-ravager-ne", 0)},
        hands={2: ["dwarf-dowager-n"]},
        active=2,
        options={"mode": "three_player", "kill_goal": 1},
        turn_position=3,
    )

    deploy(table, "dwarf-dowager-n", (3, 4))

    assert table.outcome == Outcome((1, 2), "kill_goal", scores((0, 1)))


def quiet(turns: int, **state: Any) -> Any:
    """Seat 0 has nothing to deploy or draw, in a turn after this many quiet ones."""
    table = battle({(6, 5): ("orc-butcher", 1)}, decks={0: []}, quiet_turns=turns, **state)
    act(table, 0, Pass())
    return table


def test_a_quiet_turn_is_counted_when_it_ends() -> None:
    """10.2"""
    table = quiet(58)

    assert (table.outcome, table.state.quiet_turns) == (None, 59)
    assert kinds(table) == [(1, "deploy")]


@pytest.mark.parametrize(
    ("trophies", "commanders", "winners"),
    [
        ([["palisade"], []], [0, 0], (0,)),
        ([[], ["palisade"]], [0, 0], (1,)),
        ([["gonke-longtooth"], ["palisade"]], [1, 0], (0,)),
        ([["gonke-longtooth"], ["palisade", "palisade"]], [1, 0], (1,)),
        ([["palisade"], ["palisade"]], [0, 0], ()),
    ],
)
def test_a_stalemate_is_decided_on_kills_then_commanders(
    trophies: list[list[str]], commanders: list[int], winners: tuple[int, ...]
) -> None:
    """10.2 R20: instead of the next turn."""
    table = quiet(59, trophies=trophies, commander_kills=commanders)

    kills = (len(trophies[0]), len(trophies[1]))
    assert table.outcome == Outcome(winners, "stalemate", scores(kills, (commanders[0], commanders[1])))
    assert of_type(table.effects, TurnStarted) == []
    public = RULES.game(table, "public")
    assert (public.quiet_turns, public.quiet_limit, public.phase, public.active_seat) == (60, 60, "over", 0)


def test_an_elimination_ends_the_quiet() -> None:
    """10.2"""
    table = kill(quiet_turns=59)

    assert (table.outcome, table.state.quiet_turns) == (None, 0)


@pytest.mark.parametrize(("mode", "limit"), [("duel", 60), ("three_player", 90), ("team_4", 120), ("team_6", 180)])
def test_the_limit_grows_with_the_seats(mode: str, limit: int) -> None:
    """10.2"""
    table = battle({}, options={"mode": mode})

    assert RULES.game(table, "public").quiet_limit == limit


def test_a_resignation_leaves_the_game_as_it_was() -> None:
    """10.5, 13.4"""
    table = battle({(3, 3): ("palisade", 1)}, hands={0: ["palisade"]}, options={"mode": "three_player"})
    before = RULES.game(table, "audit")

    outcome = RULES.concede(table, [2], "resignation")

    assert outcome == Outcome((0,), "resignation", scores((0, 0)))
    assert RULES.game(table, "audit") == before and before.phase == "deploy"
    assert (prompts(table), seats_to_act(table)) == ([], ())
    assert RULES.concede(table, [0], "timeout").winners == (1, 2)
    assert RULES.concede(table, [], "aborted").winners == ()


@pytest.mark.parametrize("reason", sorted(ENDINGS))
def test_every_reason_is_reached_by_play(reason: str) -> None:
    """10: with the setups and seeds that stored logs are made from."""
    name, seed = ENDINGS[reason]
    setup = next(setup for setup in SETUPS if setup.name == name)

    *_, table = random_game(setup, seed)

    assert table.outcome is not None and table.outcome.reason == reason
    assert set(ENDINGS) == set(RULES.words["reasons"])
