"""Properties of all house bots, shown with the toy game: legal, repeatable, in budget, and without hidden knowledge."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from matches.bots.bot import Budget, Observation
from matches.bots.roster import HOUSE_BOTS, HouseBot, UnknownBot, house_bot
from matches.bots.seated import SeatedBot
from rules.engine import (
    Chance,
    Frame,
    GameState,
    QuickChance,
    Ruleset,
    SeededChance,
    Table,
    act,
    legal_actions,
    match_key,
    seats_to_act,
)
from tests import toy

NAMES = [bot.name for bot in HOUSE_BOTS]
FEW = Budget(iterations=30)
DECKS = [{"cards": dict(deck["cards"])} for deck in toy.CARD_SET["starter_decks"]]

pytestmark = pytest.mark.usefixtures("raid")


class Spy:
    """A bot that answers at random and records its observations."""

    def __init__(self) -> None:
        self.observations: list[Observation] = []

    def choose(self, observation: Observation) -> Any:
        self.observations.append(observation)
        return observation.legal_actions[observation.chance.below(len(observation.legal_actions))]


def start(rules: Ruleset, seed: int, seats: int = 2) -> toy.RaidTable:
    decks = [DECKS[seat % 2] for seat in range(seats)]
    return rules.start({"seats": seats}, decks, SeededChance(match_key(bytes([seed] * 32), [""] * seats)))


def observations(rules: Ruleset, seed: int, seats: int = 2) -> Iterator[tuple[Observation, toy.RaidTable]]:
    """The observations of the seats to move in a random match, each with the true table."""
    spy = Spy()
    table = start(rules, seed, seats)
    house = HouseBot("spy", 1, {}, lambda: spy, FEW)
    seated = [SeatedBot(house, rules, table.options, seat, DECKS[seat % 2], seat) for seat in range(seats)]
    while table.outcome is None:
        mover = seats_to_act(table)[0]
        action = seated[mover].choose(table, 0)
        yield spy.observations[-1], table
        effects = act(table, mover, action)
        for bot in seated:
            bot.see(mover, action, effects)


def everything(observation: Observation, table: toy.RaidTable) -> tuple[object, ...]:
    """The match and everything that the seat observes, as comparable values."""
    return (
        table.rules.encode(table), repr(observation.view), repr(observation.memory), list(observation.legal_actions),
    )  # fmt: skip


def again(observation: Observation, seed: int, budget: Budget = FEW) -> Observation:
    """The same observation with its own chance and budget."""
    return Observation(
        observation.rules,
        observation.view,
        observation.seat,
        observation.legal_actions,
        observation.memory,
        budget,
        QuickChance(seed),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_choice_is_legal_and_repeatable(raid: Ruleset, name: str, seats: int) -> None:
    for number, (observation, table) in enumerate(observations(raid, 1, seats)):
        first = house_bot(name).make().choose(again(observation, number))
        second = house_bot(name).make().choose(again(observation, number))

        assert first in legal_actions(table, observation.seat)
        assert second == first


@pytest.mark.parametrize("name", NAMES)
def test_thinking_changes_nothing_that_it_was_given(raid: Ruleset, name: str) -> None:
    for number, (observation, table) in enumerate(observations(raid, 2)):
        before = everything(observation, table)

        house_bot(name).make().choose(again(observation, number))

        assert everything(observation, table) == before


def test_an_observation_holds_nothing_of_the_match(raid: Ruleset) -> None:
    """The match's table, state, frames, chance and key cannot be reached from an observation."""
    for observation, table in observations(raid, 3):
        assert isinstance(table.chance, SeededChance)
        forbidden = {id(thing) for thing in (table, table.state, table.chance, table.frames, *table.frames)}
        forbidden |= {id(cards) for zone in (table.state.hands, table.state.decks) for cards in zone}

        reached = list(reachable(observation))

        assert not forbidden & {id(thing) for thing in reached}
        assert not [thing for thing in reached if isinstance(thing, (Table, GameState, SeededChance))]
        assert not [thing for thing in reached if isinstance(thing, Frame) and not isinstance(thing, toy.Raid)]
        assert table.chance.key not in [thing for thing in reached if isinstance(thing, bytes)]


def test_walking_from_a_table_does_reach_what_an_observation_must_not(raid: Ruleset) -> None:
    table = start(raid, 3)
    assert isinstance(table.chance, SeededChance)

    reached = list(reachable(table))

    assert table.chance.key in [thing for thing in reached if isinstance(thing, bytes)]
    assert id(table.state.decks[1]) in {id(thing) for thing in reached}


def reachable(start: Any) -> Iterator[Any]:
    """Every object that can be reached from this one, except code and classes."""
    seen: set[int] = set()
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType)):
            continue
        seen.add(id(thing))
        yield thing
        waiting.extend(gc.get_referents(thing))


def test_a_seats_secrets_are_its_own(raid: Ruleset) -> None:
    observation, table = next(iter(observations(raid, 4)))

    hands = [seat.hand.cards for seat in observation.view.game.seats]

    assert observation.seat == 0
    assert hands == [tuple(sorted(table.state.hands[0])), None]
    assert observation.memory == toy.RaidMemory(DECKS[0]["cards"])


# Budgets


class FakeClock:
    """A clock that advances by a millisecond each time it is read."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 1000


@pytest.mark.parametrize("milliseconds", [1, 5, 20, 200])
@pytest.mark.parametrize("name", NAMES)
def test_a_budget_in_milliseconds_is_kept(raid: Ruleset, name: str, milliseconds: int) -> None:
    for number, (observation, table) in enumerate(observations(raid, 5)):
        clock = FakeClock()
        budget = Budget(milliseconds=milliseconds, clock=clock)

        action = house_bot(name).make().choose(again(observation, number, budget))

        assert action in legal_actions(table, observation.seat)
        assert clock.looks <= milliseconds + 3


def test_a_search_uses_the_time_it_is_given(raid: Ruleset) -> None:
    observation = next(observation for observation, _ in observations(raid, 5) if len(observation.legal_actions) > 1)
    clock = FakeClock()

    house_bot("ismcts").make().choose(again(observation, 1, Budget(milliseconds=300, clock=clock)))

    assert clock.looks > 200


def test_whichever_ends_first_ends_a_budget() -> None:
    iterations = Budget(iterations=3).start()
    both = Budget(iterations=3, milliseconds=2, clock=FakeClock()).start()

    assert [iterations.spend() for _ in range(5)] == [True, True, True, False, False]
    assert [both.spend() for _ in range(5)] == [True, False, False, False, False]
    assert (iterations.iterations, both.iterations) == (3, 1)


def test_a_budget_must_end() -> None:
    with pytest.raises(ValueError, match="needs iterations"):
        Budget()
    with pytest.raises(ValueError, match="needs a clock"):
        Budget(milliseconds=5)


# The roster


def test_the_roster_has_names_in_both_languages_and_budgets_that_repeat() -> None:
    assert NAMES[:7] == ["learning", "easy", "medium", "strong", "hard", "random", "greedy"]
    assert "ismcts" in NAMES
    assert len(set(NAMES)) == len(NAMES)
    for bot in HOUSE_BOTS:
        assert set(bot.names) == {"ja", "en"} and all(bot.names.values())
        assert bot.version >= 1
        assert bot.budget.iterations is not None and bot.budget.milliseconds is None
        assert house_bot(bot.name) is bot


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="no bot 'deep-thought'; there are learning, easy, "):
        house_bot("deep-thought").make()


def test_bots_load_nothing_of_the_service() -> None:
    program = """
import sys, matches.bots.arena
print([name for name in sys.modules if name.split(".")[0] in {"django", "celery", "redis", "psycopg", "decks", "config"}
       or name.startswith("matches.") and not name.startswith("matches.bots")])
"""

    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip() == "[]"


def test_chance_of_a_bot_is_not_the_chance_of_the_match(raid: Ruleset) -> None:
    for observation, table in observations(raid, 6):
        chance: Chance = observation.chance
        assert isinstance(chance, QuickChance)
        assert observation.determinize().chance is chance is not table.chance


def test_a_blind_bot_needs_no_chance_for_its_only_choice(raid: Ruleset) -> None:
    seeded: list[int] = []

    def seed(version: int) -> int:
        seeded.append(version)
        return version

    table = start(raid, 1)
    bot = SeatedBot(house_bot("random"), raid, table.options, 0, DECKS[0], seed)
    one, other = legal_actions(table, 0)[:2]
    look = lambda: pytest.fail("it is blind")  # noqa: E731

    only = bot.decide(5, [other], look)
    chosen = bot.decide(6, [one, other], look)

    assert only == other and chosen in (one, other)
    assert seeded == [6]
