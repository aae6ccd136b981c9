"""12.4 The scorecard: damage and war by hand, and what must agree with the last table."""

import random
from collections import Counter
from typing import Any

import pytest

from rules.engine import Table, Told, act, legal_actions, seats_to_act
from rules.invaders.scorecard import YearTally, score_tables, tally
from tests.rules import laws
from tests.rules.invaders.endings import ENDINGS
from tests.rules.invaders.positions import do, draw_table
from tests.rules.invaders.setups import SETUPS
from tests.rules.setups import Line, Setup, seeded

Game = tuple[Table[Any, Any], list[Told]]


def random_log(setup: Setup, seed: int) -> Game:
    rng, mover = random.Random(seed), None
    table = setup.start(seed)
    log: list[Told] = []
    while True:
        log.append(Told(mover, tuple(table.effects)))
        if table.outcome is not None:
            return table, log
        mover = rng.choice(list(seats_to_act(table)))
        laws.act(table, mover, rng.choice(legal_actions(table, mover)))


def line_log(line: Line) -> Game:
    table = line.rules.start(line.options, line.decks, seeded(line.seed, SETUPS[0]))
    log = [Told(None, tuple(table.effects))]
    while table.outcome is None:
        seat = next(iter(seats_to_act(table)))
        log.append(Told(seat, tuple(act(table, seat, line.choose(table, legal_actions(table, seat))))))
    return table, log


@pytest.mark.parametrize("reason", sorted(ENDINGS))
def test_every_way_to_end_is_told_with_its_rule(reason: str) -> None:
    ending = ENDINGS[reason]
    if isinstance(ending, Line):
        table, log = line_log(ending)
    else:
        table, log = random_log(next(setup for setup in SETUPS if setup.name == ending[0]), ending[1])

    card = tally(table, log)

    rule = "12.3" if reason in ("year_limit", "endless_loop") else "12.1"
    assert (card.decided.by, card.decided.rule) == (reason, rule)
    fallen = [seat for seat in card.seats if seat.health <= 0]
    assert all(seat.last_damage in seat.damage for seat in fallen)
    assert bool(fallen) or reason != "leader_defeated"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_health_is_what_began_less_damage_plus_healing(setup: Setup, seed: int) -> None:
    table, log = random_log(setup, seed)

    card = tally(table, log)

    for number, seat in enumerate(card.seats):
        assert seat.health == 20 - sum(seat.damage.values()) + seat.healed == table.state.seats[number].health
        assert seat.self_harm <= sum(seat.damage.values())
    assert card.years[-1].health == [seat.health for seat in card.seats]
    assert len(card.years) == table.outcome.scores["turns"]
    told = Counter(type(effect).__name__ for one in log for effect in one.effects)
    assert sum(sum(seat.cast.values()) for seat in card.seats) == told["Cast"]
    assert sum(sum(seat.destroyed.values()) for seat in card.seats) == told["Destroyed"]
    assert sum(seat.blocks for seat in card.seats) == told["Blocked"]
    assert sum(seat.battles_won for seat in card.seats) <= told["Compared"]


def test_a_war_is_counted_for_who_fought_it() -> None:
    """8.6, 8.8 Line infantry attacks the leader; a militia blocks and is beaten."""
    table = draw_table({"0:B2": "line-infantry", "1:A3": "town-militia"}, step="war")
    log: list[Told] = []
    for seat, action in (
        (0, {"type": "attack", "unit": "0:B2"}),
        (0, {"type": "target", "target": "1:L"}),
        (1, {"type": "block", "unit": "1:A3"}),
    ):
        do(table, seat, **action)
        log.append(Told(seat, tuple(table.effects)))
    table.rules.concede(table, [1], "resignation")

    card = tally(table, log)

    assert (card.seats[0].attacks, card.seats[0].battles_won) == (1, 1)
    assert (card.seats[1].blocks, card.seats[1].battles_won, card.seats[1].destroyed) == (1, 0, {"battle": 1})
    assert card.years == []


def test_the_years_are_told_with_the_health_at_their_end() -> None:
    table, log = random_log(SETUPS[0], 0)

    years = tally(table, log).years

    assert years[0] == YearTally(1, years[0].seat, [20, 20])
    assert [year.seat for year in years[:4]] == [years[0].seat, 1 - years[0].seat] * 2


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    log = [Told(None, tuple(table.effects))]
    table.rules.concede(table, [0], reason)

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (reason, "")
    assert [seat.health for seat in card.seats] == [20, 20]
    assert score_tables(card)
