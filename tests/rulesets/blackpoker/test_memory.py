"""11.11.5, 11.11.6 What is remembered is true, all through random games."""

import random
from collections import Counter

import pytest

from cards.engine import Shown, act, asked, legal_actions, redact, view
from cards.rulesets.blackpoker.memory import SideMemory
from cards.rulesets.blackpoker.state import GameTable, Side
from tests.rulesets.blackpoker.setups import SETUPS
from tests.rulesets.setups import Setup


def check(known: SideMemory, side: Side, generation: frozenset[str]) -> None:
    walls = {wall.id: wall.cards[0] for wall in side.bulwarks}
    unknown_hand = Counter(side.hand) - Counter(known.hand)
    unknown_graveyard = Counter(side.graveyard) - Counter(known.graveyard)
    elsewhere = unknown_hand + Counter(walls[wall] for wall in known.laid)

    assert Counter(known.hand) <= Counter(side.hand)
    assert Counter(known.graveyard) <= Counter(side.graveyard)
    assert side.deck[len(side.deck) - len(known.deck_top) :] == known.deck_top
    assert known.bulwarks.items() <= walls.items()
    assert known.soldiers == {soldier.id: soldier.cards for soldier in side.soldiers}
    assert Counter(astray.card for astray in known.astray) <= elsewhere
    for astray in known.astray:
        later = [walls[wall] for wall in known.laid if wall >= astray.since]
        assert astray.card in side.hand + later
    assert sum(n for card, n in unknown_graveyard.items() if card not in generation) >= known.passed_over
    left = elsewhere - Counter(astray.card for astray in known.astray)
    assert sum(n for card, n in left.items() if card in generation) >= known.found


@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_what_is_remembered_of_the_other_is_true(setup: Setup, seed: int) -> None:
    rng = random.Random(seed)
    table: GameTable = setup.start(seed)
    rules, mover, action = table.rules, None, None
    memories = [rules.new_memory(table.options, seat, setup.decks[seat]) for seat in (0, 1)]
    learnt = 0
    while table.outcome is None:
        for seat, memory in enumerate(memories):
            told = None if action is None else redact(action, seat, mover)
            rules.remember(memory, Shown(mover, told, tuple(redact(effect, seat) for effect in table.effects)))
            rules.notice(memory, view(table, seat, 0), legal_actions(table, seat))
            check(memory.sides[1 - seat], table.state.sides[1 - seat], table.cards.generation)
            if memory.set_aside is not None:
                assert sorted(memory.set_aside) == sorted(table.state.sides[seat].set_aside)
            learnt += len(memory.sides[1 - seat].graveyard)
        (mover,) = asked(table)
        action = rng.choice(legal_actions(table, mover))
        act(table, mover, action)

    assert learnt
