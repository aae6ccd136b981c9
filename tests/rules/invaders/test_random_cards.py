"""Random card sets that the schema allows: no crash, no hang, and the laws hold."""

import random
from typing import Any

import pytest

from rules.engine import (
    QuickChance,
    Ruleset,
    SeededChance,
    SeenEvent,
    act,
    legal_actions,
    match_key,
    redact,
    seats_to_act,
    state_hash,
)
from rules.registry import bound_ruleset, shipped_set
from tests.rules import laws, secrecy
from tests.rules.invaders.random_cards import random_set
from tests.rules.invaders.setups import all_cards

MOST_ACTIONS = 1500
SEEDS = range(6)
HARD_TO_FOLLOW = (70, 110, 146, 149, 208, 461, 496, 650, 684, 866, 1011)


def rules_of(seed: int) -> tuple[Ruleset, list[Any]]:
    """A set of random cards, and two decks of them."""
    written = random_set(seed)
    decks = [{"cards": deck["cards"]} for deck in written["starter_decks"]]
    return bound_ruleset("invaders", None, {**shipped_set("invaders"), **written}), decks


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_set_is_played_by_the_laws(seed: int) -> None:
    rules, decks = rules_of(seed)
    rng = random.Random(seed)
    table = rules.start({"year_limit": 20}, decks, SeededChance(match_key(bytes([seed]) * 32, ["", ""])))
    cards = all_cards(table)
    memories = {seat: rules.new_memory(table.options, seat, decks[seat]) for seat in (0, 1)}
    action, mover, hashes = None, None, {}

    for _ in range(MOST_ACTIONS):
        for seat, memory in memories.items():
            shown = tuple(redact(effect, seat) for effect in table.effects)
            rules.update_memory(memory, SeenEvent(mover, action and redact(action, seat, mover), shown))
            assert memory.worlds
        if rng.random() < 0.1:
            laws.check_legal_list(table)
            laws.check_conserved(table, cards)
            laws.check_effects_redacted(table)
            laws.check_snapshot(table)
            laws.check_clone_apart(table, rng)
            secrecy.check_cards_are_typed(table)
            secrecy.check_view_keeps_to_its_declarations(table)
            secrecy.check_redeal(table, rng)
            laws.check_determinize(table, memories, rng.randrange(1 << 30))
            raw = rules.encode(table)
            assert hashes.setdefault(state_hash(table), raw) == raw
        if table.outcome is not None:
            break
        mover = rng.choice(list(seats_to_act(table)))
        action = rng.choice(legal_actions(table, mover))
        act(table, mover, action)
    assert hashes


@pytest.mark.parametrize("seed", HARD_TO_FOLLOW)
def test_no_seat_loses_sight_of_a_match_of_random_cards(seed: int) -> None:
    """Law 12: these matches were lost when a hidden card was found or played."""
    rules, decks = rules_of(seed)
    rng = random.Random(seed)
    table = rules.start({"year_limit": 20}, decks, SeededChance(match_key(seed.to_bytes(32), ["", ""])))
    memories = {seat: rules.new_memory(table.options, seat, decks[seat]) for seat in (0, 1)}
    action, mover = None, None

    while True:
        for seat, memory in memories.items():
            shown = tuple(redact(effect, seat) for effect in table.effects)
            rules.update_memory(memory, SeenEvent(mover, action and redact(action, seat, mover), shown))
            assert memory.worlds
        if any(len(memory.worlds) > 1 for memory in memories.values()):
            laws.check_determinize(table, memories, seed)
        if table.outcome is not None:
            return
        mover = rng.choice(list(seats_to_act(table)))
        action = rng.choice(legal_actions(table, mover))
        act(table, mover, action)


def test_many_quick_games_end() -> None:
    for seed in range(6, 18):
        rules, decks = rules_of(seed)
        rng, table = random.Random(seed), rules.start({"year_limit": 10}, decks, QuickChance(seed))
        while table.outcome is None:
            mover = rng.choice(list(seats_to_act(table)))
            act(table, mover, rng.choice(legal_actions(table, mover)))
        assert table.outcome.reason in rules.words["reasons"]
