"""10.2 The scorecard: life and what took it by hand, and what must agree with the last table."""

import random
from collections import Counter
from typing import Any

import pytest

from rules.blackpoker.scorecard import score_tables, tally
from rules.engine import LoggedEvent, Table, legal_actions, seats_to_act
from tests.rules import laws
from tests.rules.blackpoker.endings import ENDINGS
from tests.rules.blackpoker.positions import side
from tests.rules.blackpoker.setups import SETUPS
from tests.rules.blackpoker.test_magic import cast
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


@pytest.mark.sampled(6)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_life_is_what_began_less_what_was_taken_plus_what_came_back(setup: Setup, seed: int) -> None:
    """R2 to 10.2 Every card of a deck is accounted for; `random40` sets some aside before."""
    table, log = random_log(setup, seed)

    card = tally(table, log)

    for number, seat in enumerate(card.seats):
        began = sum(setup.decks[number]["cards"].values()) - len(table.state.sides[number].set_aside)
        assert seat.life == began - sum(seat.life_lost.values()) + seat.life_regained
        assert seat.life == table.outcome.scores["life"][number]
        assert (seat.last_card_taken_by is None) == (seat.life > 0)
        assert seat.last_card_taken_by is None or seat.last_card_taken_by in seat.life_lost
    told = Counter(type(effect).__name__ for one in log for effect in one.effects)
    assert sum(sum(seat.summoned.values()) for seat in card.seats) == told["Summoned"]
    assert sum(sum(seat.destroyed.values()) for seat in card.seats) == told["Destroyed"]
    assert sum(seat.attacks for seat in card.seats) == told["AttackerNamed"]


def test_every_source_is_met_in_play() -> None:
    met: set[str] = set()
    for setup in SETUPS:
        for seed in range(4):
            met |= {source for seat in tally(*random_log(setup, seed)).seats for source in seat.life_lost}

    assert {"damage_judgment", "cost", "draw", "set_up", "generation_change", "search", "throw"} <= met


@pytest.mark.parametrize("reason", sorted(ENDINGS))
def test_who_ran_out_and_how_the_last_card_went(reason: str) -> None:
    name, seed = ENDINGS[reason]
    table, log = random_log(next(setup for setup in SETUPS if setup.name == name), seed)

    card = tally(table, log)

    out = [number for number, seat in enumerate(card.seats) if seat.life == 0]
    assert (card.decided.by, card.decided.rule) == (reason, "10.1")
    assert len(out) == (1 if reason == "deck_out" else 2)
    assert all(card.seats[number].last_card_taken_by for number in out)
    assert any(table.name == "life" for table in score_tables(card))


def test_a_throw_takes_as_many_cards_as_its_key_says() -> None:
    """7.5, 8.9 ♠5: the five cards that are left of the other deck."""
    table, effects = cast("throw", "♠5 ♣2", side(), side("♠2", deck="♥2 ♣3 ♥3 ♣4 ♥4"))

    card = tally(table, [LoggedEvent(0, tuple(effects))])

    assert card.seats[1].life_lost == {"throw": 5}
    assert (card.seats[1].last_card_taken_by, card.seats[1].life) == ("throw", 0)
    assert (card.decided.by, table.outcome.winners) == ("deck_out", (0,))


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    log = [LoggedEvent(None, tuple(table.effects))]
    table.rules.concede(table, [0], reason)

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (reason, "")
    assert all(seat.life_lost["draw"] >= 7 for seat in card.seats)
    assert score_tables(card)
