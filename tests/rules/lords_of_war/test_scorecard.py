"""10.4 The scorecard: kills, losses and goals by hand, and what must agree with the last table."""

import random
from collections import Counter
from typing import Any

import pytest

from rules.engine import LoggedEvent, Pass, Table, Tiebreak, legal_actions, seats_to_act
from rules.engine import act as engine_act
from rules.lords_of_war.actions import Deploy
from rules.lords_of_war.effects import Deployed, Eliminated, Recalled
from rules.lords_of_war.scorecard import Scorecard, score_tables, tally
from tests.rules import laws
from tests.rules.lords_of_war.positions import battle
from tests.rules.lords_of_war.setups import SETUPS
from tests.rules.setups import Setup


def random_log(setup: Setup, seed: int) -> tuple[Table[Any, Any], list[LoggedEvent]]:
    rng, mover = random.Random(seed), None
    table = setup.start(seed)
    log: list[LoggedEvent] = []
    while True:
        log.append(LoggedEvent(mover, tuple(table.effects)))
        if table.outcome is not None:
            return table, log
        mover = rng.choice(list(seats_to_act(table)))
        laws.act(table, mover, rng.choice(legal_actions(table, mover)))


def killed(victim: str = "dwarf-slugger-e", **state: Any) -> Scorecard:
    """Seat 0 brings down one unit of seat 1, with a ravager that stands there and a slugger that comes."""
    table = battle({(3, 3): (victim, 1), (2, 2): ("orc-ravager-ne", 0)}, hands={0: ["dwarf-slugger-n"]}, **state)
    there = LoggedEvent(
        None, (Deployed(1, victim, (3, 3), "support", "hand"), Deployed(0, "orc-ravager-ne", (2, 2), "support", "hand"))
    )
    effects = engine_act(table, 0, Deploy("dwarf-slugger-n", (3, 2)))
    return tally(table, [there, LoggedEvent(0, tuple(effects))])


def test_the_kill_goal_is_told_with_what_it_counted() -> None:
    card = killed(trophies=[["palisade"] * 19, ["palisade"] * 3])

    assert (card.decided.by, card.decided.rule, card.decided.tiebreaks) == ("kill_goal", "10.1", ())
    assert (card.kill_goal, [team.kills for team in card.teams]) == (20, [20, 3])
    assert card.teams[0].kills_by_unit == {"dwarf-slugger-e": 1, "palisade": 19}
    assert (card.seats[0].deployed, card.seats[0].kills) == (2, 1)
    assert (card.seats[1].lost, card.seats[1].lost_by) == ({"dwarf-slugger-e": 1}, {"strike": 1})


def test_the_commander_goal_counts_generals_too() -> None:
    card = killed("asul-the-bygone-king", commander_kills=[3, 0], trophies=[["palisade"] * 3, []])

    assert (card.decided.by, card.commander_goal, card.teams[0].commander_kills) == ("commander_goal", 4, 4)
    assert card.teams[0].kills_by_rank["general"] == 1


@pytest.mark.parametrize(
    ("trophies", "commanders", "by", "tiebreaks"),
    [
        ((2, 1), (0, 1), "stalemate_kills", [(2, 1)]),
        ((1, 1), (0, 1), "stalemate_commander_kills", [(1, 1), (0, 1)]),
        ((1, 1), (1, 1), "stalemate", [(1, 1), (1, 1)]),
    ],
)
def test_a_stalemate_names_its_tiebreaks_up_to_the_one_that_decided(
    trophies: tuple[int, int], commanders: tuple[int, int], by: str, tiebreaks: list[tuple[int, int]]
) -> None:
    """10.2 The sixtieth quiet turn of a duel ends it."""
    table = battle(
        {(3, 3): ("palisade", 1), (6, 5): ("palisade", 0)},
        quiet_turns=59,
        trophies=[["palisade"] * trophies[0], ["palisade"] * trophies[1]],
        commander_kills=list(commanders),
        decks={0: [], 1: []},
        hands={0: [], 1: []},
    )
    log = []
    while table.outcome is None:
        seat = next(iter(seats_to_act(table)))
        action = next(choice for choice in legal_actions(table, seat) if isinstance(choice, Pass))
        log.append(LoggedEvent(seat, tuple(engine_act(table, seat, action))))

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (by, "10.2")
    names = ("kills", "commander_kills")
    assert card.decided.tiebreaks == tuple(Tiebreak(*one) for one in zip(names, tiebreaks, strict=False))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_what_was_told_agrees_with_the_table(setup: Setup, seed: int) -> None:
    """8.6 What a team has lost are the trophies of the other; what was deployed stands, fell, or was recalled."""
    table, log = random_log(setup, seed)

    card = tally(table, log)

    state = table.state
    for team, tallied in enumerate(card.teams):
        members = [seat for other in card.teams if other is not tallied for seat in other.seats]
        lost = sum((Counter(card.seats[seat].lost) for seat in members), Counter[str]())
        assert lost == Counter(state.trophies[team]) == Counter(tallied.kills_by_unit)
        assert sum(tallied.kills_by_rank.values()) == tallied.kills
    told = [effect for one in log for effect in one.effects]
    assert sum(seat.deployed for seat in card.seats) == sum(isinstance(effect, Deployed) for effect in told)
    gone = sum(isinstance(effect, Eliminated | Recalled) for effect in told)
    assert sum(seat.deployed for seat in card.seats) - gone == len(state.units)
    for seat in card.seats:
        assert sum(seat.lost.values()) == sum(seat.lost_by.values())
    assert sum(seat.kills for seat in card.seats) >= sum(team.kills for team in card.teams)


def test_every_way_to_fall_is_met_in_play() -> None:
    met = Counter[str]()
    for setup in SETUPS:
        for seed in range(3):
            met += sum((Counter(seat.lost_by) for seat in tally(*random_log(setup, seed)).seats), Counter[str]())

    assert set(met) == {"strike", "missile", "strike_and_missile", "berserk"}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    log = [LoggedEvent(None, tuple(table.effects))]
    table.rules.concede(table, [0], reason)

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (reason, "")
    assert len(card.seats) == table.rules.seats(table.options)
    assert score_tables(card)
