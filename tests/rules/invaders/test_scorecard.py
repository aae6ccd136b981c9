"""12.7 The scorecard: endings and figures by hand, and what must agree with the last table."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rules.engine import Decision, LoggedEvent, QuickChance, Table, act, legal_actions, seats_to_act
from rules.invaders.effects import Commanded, Destroyed, Entered, Exiled, PutInGrave, Returned, TurnStarted
from rules.invaders.places import ALL_SQUARES, PLACES
from rules.invaders.scorecard import Declaration, Scorecard, WarTally, YearTally, score_tables, tally
from rules.invaders.state import FULL_HEALTH
from tests.rules import laws
from tests.rules.invaders.positions import Json, asked_for, card, do, draw_table
from tests.rules.invaders.setups import SETUPS
from tests.rules.invaders.test_random_cards import rules_of
from tests.rules.setups import Setup

LINE = "line-infantry"  # Military 2, cost 2.
GUARD = "town-militia"  # Military 1, guard.
WIN, LOSE = {"op": "win"}, {"op": "lose"}
NO_DAMAGE = {"battle": 0, "enemy_effect": 0, "self_harm": 0, "deck_out": 0, "revolt": 0}
END_MAIN, END_WAR, PASS = {"type": "end_main"}, {"type": "end_war"}, {"type": "pass"}
SQUARES = {PLACES[place] for place in ALL_SQUARES}


def tallied(table: Table[Any, Any], *moves: tuple[int, Json]) -> Scorecard:
    """The scorecard of exactly these moves. Resignation ends a game that is still running after them."""
    log = []
    for seat, move in moves:
        do(table, seat, **move)
        log.append(LoggedEvent(seat, tuple(table.effects)))
    if table.outcome is None:
        table.rules.concede(table, [0], "resignation")
    laws.check_scorecard(table, log)
    return tally(table, log)


def harm(to: str, amount: int) -> Json:
    return {"op": "damage", "to": to, "amount": amount}


def cast(*effects: Json, cards: Sequence[Json] = (), board: Any = None, **words: Any) -> Scorecard:
    """Seat 0 casts an event with these effects."""
    spell = card("spell", "event", cost=0, abilities=[{"kind": "event", "effects": list(effects)}])
    table = draw_table(board, cards=[spell, *cards], hands=(("spell",), ()), **words)
    return tallied(table, (0, {"type": "cast", "card": "spell"}))


def attack(target: str) -> list[tuple[int, Json]]:
    return [(0, {"type": "attack", "unit": "0:B1"}), (0, {"type": "target", "target": target})]


def random_log(table: Table[Any, Any], seed: int) -> list[LoggedEvent]:
    """Plays random actions to the end."""
    rng, mover = random.Random(seed), None
    log: list[LoggedEvent] = []
    while True:
        log.append(LoggedEvent(mover, tuple(table.effects)))
        if table.outcome is not None:
            return log
        mover = rng.choice(list(seats_to_act(table)))
        act(table, mover, rng.choice(legal_actions(table, mover)))


# What decided


def test_an_attack_takes_the_last_health() -> None:
    card = tallied(draw_table({"0:B1": LINE}, step="war", health=(20, 2)), *attack("1:L"))

    assert card.decided == Decision("defeated_by_battle", "12.1")
    assert [seat.damage["battle"] for seat in card.seats] == [0, 2]
    assert [seat.health for seat in card.seats] == [20, 0]


@pytest.mark.parametrize(
    ("to", "by", "damage"),
    [
        ("enemy", "defeated_by_enemy_effect", [NO_DAMAGE, {**NO_DAMAGE, "enemy_effect": 7}]),
        ("own", "defeated_by_self_harm", [{**NO_DAMAGE, "self_harm": 7}, NO_DAMAGE]),
        ("each", "both_lose", [{**NO_DAMAGE, "self_harm": 7}, {**NO_DAMAGE, "enemy_effect": 7}]),
    ],
)
def test_an_effect_takes_the_last_health(to: str, by: str, damage: list[Json]) -> None:
    """9.9; 14.9 If both leaders are at 0, the turn player loses."""
    card = cast(harm(to, 7), health=(5, 5))

    assert card.decided == Decision(by, "12.1")
    assert [seat.damage for seat in card.seats] == damage


def test_the_last_damage_decides_and_not_an_earlier_one() -> None:
    """By an attack 2 of 3, then 1 by deck-out at the start of the next year."""
    table = draw_table({"0:B1": LINE}, step="war", money=0, health=(20, 3), decks=((LINE,), ()))

    card = tallied(table, *attack("1:L"), (0, END_WAR))

    assert card.decided == Decision("defeated_by_deck_out", "12.1")
    assert card.seats[1].damage == {**NO_DAMAGE, "battle": 2, "deck_out": 1}


def test_a_revolt_takes_the_last_health() -> None:
    """6.5c"""
    table = draw_table(step="war", money=3, health=(1, 20), chance=[4])

    card = tallied(table, (0, END_WAR), (0, {"type": "save", "amount": 3}))

    assert card.decided == Decision("defeated_by_revolt", "12.1")
    assert card.seats[0].damage == {**NO_DAMAGE, "revolt": 1}


@pytest.mark.parametrize(
    ("effect", "by", "results"),
    [
        (WIN, "effect_win", ["win"]),
        (LOSE, "effect_loss", ["lose"]),
        ({"and": [LOSE, WIN]}, "win_over_loss", ["lose", "win"]),
        ({"and": [harm("own", 30), WIN]}, "win_over_loss", ["win"]),
        ({"and": [LOSE, harm("enemy", 30)]}, "both_lose", ["lose"]),
    ],
)
def test_a_card_decides(effect: Json, by: str, results: list[str]) -> None:
    """12.1, with the card that did it."""
    decided = cast(effect)

    assert decided.decided == Decision(by, "12.1")
    assert decided.declarations == [Declaration(0, "spell", result) for result in results]  # type: ignore[arg-type]


def test_a_loser_at_0_health_whom_an_effect_strikes_too_is_defeated_by_damage() -> None:
    """12.3"""
    assert cast({"and": [harm("own", 30), LOSE]}).decided == Decision("defeated_by_self_harm", "12.1")


def test_both_win_at_once() -> None:
    """12.1, 10.10 The enemy's replacement is carried out before the check."""
    oracle = card("oracle", abilities=[
        {"kind": "replacement", "event": "leader_damage", "whose": "own", "optional": False, "effect": WIN},
    ])  # fmt: skip

    decided = cast({"and": [WIN, harm("enemy", 1)]}, cards=[oracle], board={"1:A1": "oracle"})

    assert decided.decided == Decision("both_win", "12.1")
    assert decided.declarations == [Declaration(0, "spell", "win"), Declaration(1, "oracle", "win")]
    assert decided.seats[1].damage == NO_DAMAGE
    assert score_tables(decided)[0].rows == [("spell", "win", None), ("oracle", None, "win")]


def test_the_year_limit() -> None:
    """6.5d The tenth year of the second seat ends."""
    table = draw_table(step="war", turn=20, money=0, options={"year_limit": 10}, health=(3, 12))

    card = tallied(table, (1, END_WAR))

    assert card.decided == Decision("year_limit", "6.5")
    assert card.years == [YearTally(20, 1, 10, (3, 12), 0)]


def test_an_endless_loop() -> None:
    """10.6 The spell harms by 1; each of the next 299 effects harms by 1 and heals 1, and the 301st is not resolved."""
    echo = card("echo", "situation", abilities=[
        {"kind": "triggered", "trigger": {"on": "self_harmed", "whose": "own"},
         "effects": [{"and": [harm("own", 1), {"op": "heal", "to": "own", "amount": 1}]}]},
    ])  # fmt: skip

    decided = cast(harm("own", 1), cards=[echo], board={"0:S1": "echo"})

    assert decided.decided == Decision("endless_loop", "10.6")
    seat = decided.seats[0]
    assert (seat.damage["self_harm"], seat.healed, seat.health) == (300, 299, 19)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("reason", ["resignation", "timeout", "agreement", "aborted"])
def test_a_match_that_was_ended_at_once_has_a_scorecard_too(setup: Setup, reason: str) -> None:
    table = setup.start(1)
    table.rules.concede(table, [0], reason)

    card = tally(table, [])

    assert card.decided == Decision(reason)
    assert (card.years, card.declarations) == ([], [])
    assert [(seat.health, seat.damage, seat.wars) for seat in card.seats] == [(20, NO_DAMAGE, 0)] * 2
    assert [shown.name for shown in score_tables(card)] == ["damage", "cast", "units_destroyed", "war"]


# What was counted


def test_a_blocked_attack_on_the_leader() -> None:
    """8.6 It counts as one on the leader. 2 against 1 destroys the blocker."""
    table = draw_table({"0:B1": LINE, "1:A3": GUARD}, step="war")

    card = tallied(table, *attack("1:L"), (1, {"type": "block", "unit": "1:A3"}))

    assert card.seats[0].wars == 1
    assert card.seats[0].war == WarTally(attacks=1, at_leader=1, blocked=1)
    assert card.seats[1].war == WarTally()
    assert card.seats[1].units_destroyed == {GUARD: 1}
    assert card.seats[1].destroyed_by == {"battle": 1, "effect": 0, "undeclared_war": 0}


def test_an_attack_on_a_unit_and_an_invasion() -> None:
    """14.8"""
    table = draw_table({"0:B1": LINE, "0:A3": LINE, "1:B2": (GUARD, {"tapped": True})}, step="war")

    card = tallied(table, *attack("1:B2"), (0, {"type": "invade", "unit": "0:A3"}))

    assert card.seats[0].war == WarTally(attacks=1, at_units=1, invasions=1)


def test_an_attack_that_was_called_off() -> None:
    """14.11 It has no target."""
    flares = card("flares", "event", abilities=[
        {"kind": "emergency", "trigger": {"on": "attack_declared", "whose": "enemy"},
         "effects": [{"op": "give", "select": {"pick": "leader", "side": "own"},
                      "modifier": {"rule": "cannot", "what": "be_attacked"}, "duration": "this_turn"}]},
    ])  # fmt: skip
    table = draw_table({"0:B1": LINE, "1:E": "flares"}, cards=[flares], step="war")

    decided = tallied(table, (0, {"type": "attack", "unit": "0:B1"}))

    assert decided.seats[0].war == WarTally(attacks=1, aborted=1)
    assert decided.seats[0].wars == 1


def test_an_undeclared_war_costs_the_unit() -> None:
    """9.5"""
    table = draw_table({"0:B1": ("night-scouts", {"sick": True})}, step="war", money=0)

    card = tallied(table, *attack("1:L"), (0, END_WAR))

    assert card.seats[0].destroyed_by == {"battle": 0, "effect": 0, "undeclared_war": 1}
    assert card.seats[0].units_destroyed == {"night-scouts": 1}


def test_cards_cast_and_what_was_paid_for_them() -> None:
    """7.1 Two units for 2 each, a situation for 0 and an event for 1, out of 4 money and 1 savings.

    11.9 The event lets a third unit enter that is not cast; then it destroys all units and the situation.
    """
    raid = card("raid", "event", cost=1, abilities=[
        {"kind": "event", "effects": [{"then": [
            {"op": "play", "select": {"pick": "choose", "zone": "grave", "side": "own"}, "as_cast": False},
            {"op": "destroy", "select": {"pick": "all", "zone": "units", "side": "any"}},
            {"op": "destroy", "select": {"pick": "all", "zone": "situations", "side": "any"}},
        ]}]},
    ])  # fmt: skip
    bank = card("bank", "situation", cost=0)
    table = draw_table(
        cards=[raid, bank], hands=((LINE, LINE, "raid", "bank"), ()), graves=((GUARD,), ()), money=4
    )  # fmt: skip
    table.state.seats[0].savings = 1

    decided = tallied(
        table,
        (0, {"type": "cast", "card": LINE, "place": "0:B1"}),
        (0, {"type": "cast", "card": LINE, "place": "0:B2"}),
        (0, {"type": "cast", "card": "bank", "place": "0:S1"}),
        (0, {"type": "cast", "card": "raid"}),
        (0, {"type": "choose", "zone": "grave", "seat": 0, "card": GUARD}),
        (0, {"type": "choose", "place": "0:A1"}),
    )

    seat = decided.seats[0]
    assert (seat.cast, seat.units_cast) == ({"unit": 2, "situation": 1, "event": 1}, {LINE: 2})
    assert (seat.paid, seat.units_entered) == (5, 3)
    assert seat.units_destroyed == {LINE: 2, GUARD: 1}
    assert seat.destroyed_by == {"battle": 0, "effect": 3, "undeclared_war": 0}
    assert (decided.seats[1].cast, decided.seats[1].paid) == ({"unit": 0, "situation": 0, "event": 0}, 0)


def test_health_year_by_year_from_the_middle_of_one() -> None:
    """The log begins in turn 5, as in a match that continues another. Only years that changed the health have a row."""
    table = draw_table({"0:B1": LINE}, step="war", turn=5, money=0, health=(20, 15), decks=((LINE,) * 5,) * 2)
    moves = [*attack("1:L"), (0, END_WAR), (1, END_MAIN), (1, END_WAR), (1, PASS)]
    moves += [(0, END_MAIN), (0, END_WAR), (0, PASS), (1, END_MAIN), (1, END_WAR), (1, PASS)]
    moves += [(0, END_MAIN), *attack("1:L")]

    card = tallied(table, *moves)

    assert asked_for(table) == []
    assert card.years == [
        YearTally(5, 0, 3, (20, 13), 1),
        YearTally(6, 1, 3, (20, 13), 0),
        YearTally(7, 0, 4, (20, 13), 0),
        YearTally(8, 1, 4, (20, 13), 0),
        YearTally(9, 0, 5, (20, 11), 1),
    ]
    assert (card.seats[0].wars, card.seats[0].war) == (2, WarTally(attacks=2, at_leader=2))
    by_name = {shown.name: shown.rows for shown in score_tables(card)}
    assert by_name["health_by_year"] == [(3, 20, 13), (5, 20, 11)]
    assert by_name["damage"][0] == ("battle", 0, 4)
    assert by_name["war"][:3] == [("wars", 2, 0), ("attacks", 2, 0), ("at_leader", 2, 0)]


# What must agree


def check_agrees(table: Table[Any, Any], log: Sequence[LoggedEvent], card: Scorecard) -> None:
    state = table.state
    told = [effect for one in log for effect in one.effects]
    assert [seat.health for seat in card.seats] == [own.health for own in state.seats]
    for tallied, own in zip(card.seats, state.seats, strict=True):
        assert FULL_HEALTH - sum(tallied.damage.values()) + tallied.healed == own.health
        assert sum(tallied.units_cast.values()) == tallied.cast["unit"]
        assert sum(tallied.units_destroyed.values()) == sum(tallied.destroyed_by.values())
        assert tallied.units_entered >= tallied.cast["unit"]
        assert tallied.war.attacks >= tallied.war.at_leader + tallied.war.at_units + tallied.war.aborted
    started = [effect for effect in told if isinstance(effect, TurnStarted)]
    assert [(year.turn, year.seat, year.year) for year in card.years] == [
        (effect.turn, effect.seat, effect.year) for effect in started
    ]
    assert [year.health for year in card.years][-1:] == [tuple(own.health for own in state.seats)][: len(started)]
    for seat, tallied in enumerate(card.seats):
        attacks = [year.attacks for year in card.years if year.seat == seat]
        assert (sum(attacks), sum(number > 0 for number in attacks)) == (tallied.war.attacks, tallied.wars)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_what_was_told_agrees_with_the_table(setup: Setup, seed: int) -> None:
    """Units on the board are those that entered and did not leave it."""
    table = setup.start(seed)
    log = random_log(table, seed)

    card = tally(table, log)

    check_agrees(table, log, card)
    left = [
        effect.seat
        for one in log
        for effect in one.effects
        if isinstance(effect, PutInGrave | Exiled | Returned | Commanded) and effect.from_ in SQUARES
    ]
    standing = [table.state.board[place].seat for place in ALL_SQUARES if table.state.board[place] is not None]
    for seat, tallied in enumerate(card.seats):
        destroyed = sum(tallied.units_destroyed.values())
        assert tallied.units_entered - destroyed - left.count(seat) == standing.count(seat)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(20, 36))
def test_what_was_told_agrees_with_the_table_whatever_the_cards(seed: int) -> None:
    rules, decks = rules_of(seed)
    table = rules.start({"year_limit": 20}, decks, QuickChance(seed))
    log = random_log(table, seed)

    card = tally(table, log)

    check_agrees(table, log, card)
    assert card.decided.by in rules.words["decided"]


def test_the_health_of_every_year_is_that_of_the_table_as_the_next_one_starts() -> None:
    """Health changes between two years at no time but in one of them."""
    setup, rng, mover = SETUPS[2], random.Random(3), None
    table = setup.start(3)
    log: list[LoggedEvent] = []
    seen: list[tuple[int, ...]] = []
    while table.outcome is None:
        log.append(LoggedEvent(mover, tuple(table.effects)))
        before = tuple(own.health for own in table.state.seats)
        mover = rng.choice(list(seats_to_act(table)))
        turn = table.state.turn
        act(table, mover, rng.choice(legal_actions(table, mover)))
        if turn and table.state.turn > turn and not any(hasattr(effect, "health") for effect in table.effects):
            seen.append((turn, *before))
    log.append(LoggedEvent(mover, tuple(table.effects)))

    years = tally(table, log).years

    assert len(seen) > 5
    assert {one[0]: one[1:] for one in seen}.items() <= {year.turn: year.health for year in years}.items()


def test_every_random_game_has_something_to_count() -> None:
    """What the laws above compare is there: units enter and are destroyed, and wars are waged."""
    table = SETUPS[0].start(5)
    log = random_log(table, 5)
    kinds = {type(effect) for one in log for effect in one.effects}

    card = tally(table, log)

    assert kinds >= {Entered, Destroyed, TurnStarted}
    assert sum(seat.wars for seat in card.seats) > 3 and max(seat.units_entered for seat in card.seats) > 5
