"""Every house bot plays every ruleset and option set, legally and repeatably. Every ruleset has an evaluation."""

from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

import pytest

from matches.bots.arena import play
from matches.bots.bot import Budget, Observation
from matches.bots.pairings import pairings
from matches.bots.roster import HouseBot, house_bot
from matches.bots.seated import SeatedBot
from rules.engine import Evaluation, QuickChance, apply, legal_actions, seats_to_act
from rules.registry import game_definition, shipped_ruleset, slugs
from tests.rules import laws
from tests.rules.setups import Setup, all_setups

EVERY_OPTION_SET = [(slug, name) for slug in slugs() for name in shipped_ruleset(slug).option_sets]


@pytest.mark.parametrize("slug", slugs())
def test_every_ruleset_has_an_evaluation(slug: str) -> None:
    assert isinstance(game_definition(slug).evaluation, Evaluation)


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_the_evaluation_judges_between_lost_and_won_and_replies_legally(setup: Setup) -> None:
    evaluation = setup.rules.definition.evaluation
    for number, table in enumerate(laws.random_game(setup, 5)):
        if number % 7 or table.outcome is not None:
            continue
        before = table.rules.encode(table)
        world = table.clone(QuickChance(number))

        worths = [evaluation.value(world, seat) for seat in range(table.rules.seats(table.options))]
        replies = {seat: evaluation.reply(world, seat, legal_actions(world, seat)) for seat in seats_to_act(world)}

        assert all(-1 <= worth <= 1 for worth in worths)
        assert all(reply in legal_actions(table, seat) for seat, reply in replies.items())
        assert isinstance(evaluation.is_quiet(world), bool)
        assert table.rules.encode(world) == table.rules.encode(table) == before


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_a_reply_without_a_list_is_the_reply_among_all_legal_actions(setup: Setup) -> None:
    evaluation = setup.rules.definition.evaluation
    for number, table in enumerate(laws.random_game(setup, 6)):
        for seat in seats_to_act(table):
            one, other = (table.clone(QuickChance(number)) for _ in range(2))
            assert evaluation.reply_now(one, seat) == evaluation.reply(other, seat, legal_actions(other, seat))


BUILT = [setup for setup in all_setups() if any(deck["cards"] for deck in setup.decks)]


@pytest.mark.parametrize("setup", BUILT, ids=str)
def test_the_order_of_the_cards_in_a_deck_changes_no_decision(setup: Setup) -> None:
    """PostgreSQL stores the shorter keys first, and a log sorts them."""
    table = setup.start(7)
    orders = (sorted, partial(sorted, key=len), partial(sorted, reverse=True))
    decks = [
        [{"cards": {slug: deck["cards"][slug] for slug in by(deck["cards"])}} for deck in setup.decks] for by in orders
    ]
    bots = [
        [
            SeatedBot(house_bot("greedy"), setup.rules, table.options, seat, deck, int)
            for seat, deck in enumerate(of_seats)
        ]
        for of_seats in decks
    ]
    chance, mover, action = QuickChance(7), None, None
    for seq in range(120):
        for bot in chain(*bots):
            bot.see(mover, action, table.effects)
        if table.outcome is not None:
            break
        mover = seats_to_act(table)[0]
        choices = legal_actions(table, mover)
        if seq % 9 == 0:
            first, *others = [of_seats[mover].choose(table, seq) for of_seats in bots]
            assert others == [first] * len(others)
        action = choices[chance.below(len(choices))]
        apply(table, mover, action)


class Sampler:
    """A bot that plays at random. Every few decisions it also asks the thinking bots, each twice."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, observation: Observation) -> Any:
        self.asked += 1
        if self.asked % 9 == 0 and len(observation.legal_actions) > 1:
            for name in ("greedy", "ismcts"):
                first, second = (house_bot(name).make().choose(self._again(observation)) for _ in range(2))
                assert first in observation.legal_actions
                assert second == first
        return observation.legal_actions[observation.chance.below(len(observation.legal_actions))]

    def _again(self, observation: Observation) -> Observation:
        return replace(observation, budget=Budget(iterations=5), chance=QuickChance(self.asked))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "option_set"), EVERY_OPTION_SET)
def test_thinking_bots_choose_legally_and_repeatably(slug: str, option_set: str) -> None:
    rules = shipped_ruleset(slug)
    meeting = pairings(rules, option_set)[-1]
    seats = rules.seats(rules.read_options(meeting.options))
    sampler = HouseBot("sampler", 1, {}, Sampler, Budget(iterations=1))

    outcome = play(rules, meeting.options, meeting.decks, [sampler] * seats, 3)

    assert outcome.reason in rules.words["reasons"]


@pytest.mark.parametrize("slug", slugs())
def test_greedy_beats_random(slug: str) -> None:
    """The arena measures by how much. Here it must not lose."""
    rules = shipped_ruleset(slug)
    won = 0
    for seed in range(4):
        name = list(rules.option_sets)[seed % len(rules.option_sets)]
        meeting = pairings(rules, name)[0]
        won += _wins(rules, meeting.options, meeting.decks, seed)

    assert won >= 3


def _wins(rules: Any, options: Any, decks: Any, seed: int) -> bool:
    read = rules.read_options(options)
    teams = [rules.team(read, seat) for seat in range(rules.seats(read))]
    ours = sorted(set(teams))[seed % 2]
    bots = [house_bot("greedy" if team == ours else "random") for team in teams]
    outcome = play(rules, options, decks, bots, seed)
    return any(teams[winner] == ours for winner in outcome.winners)
