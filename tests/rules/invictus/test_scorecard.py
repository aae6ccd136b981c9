"""9.4 The scorecard: the tally of a log by hand, what decided, and what must agree with the last table."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rules.engine import Action, LoggedEvent, Seat, Table, Tiebreak, legal_actions, seats_to_act
from rules.invictus.actions import Attack, EndTurn
from rules.invictus.battlefield import health
from rules.invictus.effects import Deployed, Queued
from rules.invictus.scorecard import ColorTally, Scorecard, score_tables, tally
from rules.registry import shipped_ruleset
from tests.rules import laws
from tests.rules.invictus.positions import play, position
from tests.rules.invictus.setups import SETUPS
from tests.rules.setups import Setup

BOARD = """
    . . .
    . guardian anubis
    . wizard .
    . . .
"""


def tallied(table: Table[Any, Any], *moves: tuple[Seat, Action]) -> Scorecard:
    """The scorecard of these moves."""
    log = [LoggedEvent(move[0], tuple(play(table, move))) for move in moves]
    return tally(table, log)


def armistice(kingdoms: Sequence[str], graveyards: Sequence[str]) -> Scorecard:
    """B's turn has ended, and A's deck is empty."""
    table = position(BOARD, kingdoms=kingdoms, graveyards=graveyards, decks=["", "archer"], active=1)
    return tallied(table, (1, EndTurn()))


def random_log(setup: Setup, seed: int) -> tuple[Table[Any, Any], list[LoggedEvent]]:
    """A random game to its end, with its whole log."""
    rng, mover = random.Random(seed), None
    table = setup.start(seed)
    log: list[LoggedEvent] = []
    while True:
        log.append(LoggedEvent(mover, tuple(table.effects)))
        if table.outcome is not None:
            return table, log
        mover = rng.choice(list(seats_to_act(table)))
        laws.act(table, mover, rng.choice(legal_actions(table, mover)))


@pytest.mark.parametrize(
    ("kingdoms", "graveyards", "by", "values"),
    [
        (["warrior archer", "guardian guardian guardian"], ["archer archer", ""], "kingdom_points", [(2, 1)]),
        (["warrior", "guardian guardian"], ["", "archer"], "kingdom_cards", [(1, 1), (1, 2)]),
        (["warrior", "guardian"], ["archer archer", "archer"], "graveyard_cards", [(1, 1), (1, 1), (2, 1)]),
        (["warrior", "guardian"], ["archer", "priest"], "draw", [(1, 1), (1, 1), (1, 1)]),
    ],
)
def test_an_armistice_names_its_tiebreaks_up_to_the_one_that_decided(
    kingdoms: list[str], graveyards: list[str], by: str, values: list[tuple[int, int]]
) -> None:
    decided = armistice(kingdoms, graveyards).decided

    names = ("kingdom_points", "kingdom_cards", "graveyard_cards")
    wins = ("more", "more", "fewer")
    assert (decided.by, decided.rule) == (by, "9.4")
    assert decided.tiebreaks == tuple(
        Tiebreak(*tiebreak)
        for tiebreak in zip(names, values, wins, strict=False)  # type: ignore[arg-type]
    )


def test_kingdoms_are_compared_colour_by_colour() -> None:
    """9.2 Seat 0 leads in one colour, both have one card of another, seat 1 leads in the third."""
    cards = shipped_ruleset("invictus").cards
    by_color: dict[str, list[str]] = {}
    for name in sorted(cards.soldiers):
        by_color.setdefault(cards.color[name], []).append(name)
    first, second, third = sorted(by_color)[:3]
    one, two, three = by_color[first][0], by_color[second][0], by_color[third][0]

    card = armistice([f"{one} {one} {two}", f"{one} {two} {three}"], ["", ""])

    assert card.colors == [
        ColorTally(first, (0, 1), (2, 1), 0),
        ColorTally(second, (0, 1), (1, 1), None),
        ColorTally(third, (0, 1), (0, 1), 1),
    ]
    assert [(seat.kingdom_points, seat.kingdom) for seat in card.seats] == [(1, 3), (1, 3)]


def test_a_captured_leader_decides_and_is_counted() -> None:
    """9.1, 7.3 The wizard's power is exactly the health of the leader ahead."""
    table = position(
        """
        . . .
        . king-1 .
        . wizard .
        . . .
        """,
        decks=["archer", "archer"],
    )
    leader, wizard = table.state.sides[1].cells[1], table.cards.cards["wizard"]
    assert leader is not None and isinstance(wizard.attack, int)
    table.state.boost = health(table, leader) - wizard.attack

    card = tallied(table, (0, Attack("f1", "f1")))

    assert (card.decided.by, card.decided.rule, card.decided.tiebreaks) == ("leader", "9.1", ())
    assert card.seats[0].captured == {"king-1": 1}
    assert card.seats[0].attacks == 1
    assert (card.sides[1].captured, card.sides[1].graveyard) == ({"king-1": 1}, 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_what_was_told_agrees_with_what_lies_there(setup: Setup, seed: int) -> None:
    """A graveyard has what was destroyed, and captured leaders, less what came back; a kingdom what came and stayed."""
    table, log = random_log(setup, seed)

    card = tally(table, log)

    told = [effect for one in log for effect in one.effects]
    leaders = table.cards.leaders
    for number, side in enumerate(card.sides):
        back = sum(
            isinstance(effect, Deployed | Queued) and effect.side == number and effect.from_ == "graveyard"
            for effect in told
        )
        lost = sum(side.destroyed.values()) + sum(side.captured[card] for card in side.captured if card in leaders)
        assert side.graveyard == lost - back
    assert sum(sum(side.captured.values()) for side in card.sides) == sum(
        sum(seat.captured.values()) for seat in card.seats
    )
    assert [sum(color.point == seat for color in card.colors) for seat in range(len(card.seats))] == [
        seat.kingdom_points for seat in card.seats
    ]
    assert all(seat.leader is not None for seat in card.seats) or table.outcome.reason != "armistice"


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    log = [LoggedEvent(None, tuple(table.effects))]
    table.rules.concede(table, [0], reason)

    card = tally(table, log)

    assert (card.decided.by, card.decided.rule) == (reason, "")
    assert {seat.attacks for seat in card.seats} == {0}
    assert score_tables(card)
