"""11.11.5, 11.11.6 What is remembered is true, all through random games; and what it is."""

import random
from collections import Counter
from typing import cast

import pytest

from rules.blackpoker.effects import (
    BulwarkPlaced,
    Damaged,
    Discarded,
    Flipped,
    HandRevealed,
    KeysDiscarded,
    Made,
    Milled,
    ReturnedToDeck,
    ReturnedToHand,
    Reversed,
    Searched,
    Summoned,
)
from rules.blackpoker.knowledge.memory import SideMemory
from rules.blackpoker.options import Options
from rules.blackpoker.state import GameTable, Side
from rules.engine import Drew, Effect, SeenEvent, Shuffled, act, legal_actions, redact, seats_to_act, view
from rules.registry import shipped_ruleset
from tests.rules.blackpoker.positions import card
from tests.rules.blackpoker.setups import SETUPS
from tests.rules.setups import Setup


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
    assert Counter(lost.card for lost in known.possible_locations) <= elsewhere
    for lost in known.possible_locations:
        later = [walls[wall] for wall in known.laid if wall >= lost.since]
        assert lost.card in side.hand + later
    assert sum(n for card, n in unknown_graveyard.items() if card not in generation) >= known.passed_over
    left = elsewhere - Counter(lost.card for lost in known.possible_locations)
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
            shown_action = None if action is None else redact(action, seat, mover)
            rules.update_memory(
                memory, SeenEvent(mover, shown_action, tuple(redact(effect, seat) for effect in table.effects))
            )
            rules.observe_choices(memory, view(table, seat, 0), legal_actions(table, seat))
            check(memory.sides[1 - seat], table.state.sides[1 - seat], table.cards.generation)
            if memory.set_aside is not None:
                assert sorted(memory.set_aside) == sorted(table.state.sides[seat].set_aside)
            learnt += len(memory.sides[1 - seat].graveyard)
        (mover,) = seats_to_act(table)
        action = rng.choice(legal_actions(table, mover))
        act(table, mover, action)

    assert learnt


RULES = shipped_ruleset("blackpoker")


def after(*effects: Effect) -> SideMemory:
    """What seat 0 knows of seat 1 when it was shown no more than these effects."""
    memory = RULES.new_memory(Options("std"), 0, {"cards": {}})
    RULES.update_memory(memory, SeenEvent(1, None, tuple(redact(effect, 0) for effect in effects)))
    return cast(SideMemory, memory.sides[1])


NINE, KING, TWO = card("♠9"), card("♥K"), card("♣2")
ON_DECK = (Summoned(1, 1, "soldier", NINE, "key"), ReturnedToDeck(1, 1, (NINE,)))


@pytest.mark.parametrize(
    "effect",
    [Flipped(1, NINE), KeysDiscarded(4, 1, (NINE,)), Discarded(1, NINE, "limit")],
    ids=lambda effect: type(effect).__name__,
)
def test_11_11_5_what_comes_to_the_graveyard_openly_is_known_there(effect: Effect) -> None:
    assert after(effect).graveyard == [NINE]


def test_11_11_5_the_last_card_of_damage_has_been_seen_on_top() -> None:
    assert after(Damaged(1, 2, 2, (NINE, TWO), TWO, "throw")).graveyard == [TWO]


def test_11_11_5_a_searched_card_is_known_in_the_hand() -> None:
    assert after(Searched(1, KING)).hand == [KING]


def test_11_11_5_what_lies_on_the_deck_is_known_where_it_goes_from_there() -> None:
    assert after(*ON_DECK).deck_top == [NINE]
    assert after(*ON_DECK, Drew(1, 1, (NINE,))).hand == [NINE]
    assert after(*ON_DECK, Damaged(1, 2, 2, (NINE, TWO), TWO, "throw")).graveyard == [NINE, TWO]
    assert after(*ON_DECK, BulwarkPlaced(1, 2, NINE, True, "deck")).bulwarks == {2: NINE}


def test_11_11_5_a_shuffle_hides_what_lay_on_the_deck() -> None:
    known = after(*ON_DECK, Shuffled(1, "deck", (TWO, NINE)), Drew(1, 1, (TWO,)))

    assert (known.deck_top, known.hand) == ([], [])


def test_11_11_5_a_known_bulwark_is_known_in_the_hand() -> None:
    reversed_ = Reversed(1, 1, (Made(2, "bulwark"),), (NINE,))

    known = after(ON_DECK[0], reversed_, ReturnedToHand(1, 2, "bulwark", (NINE,)))

    assert (known.hand, known.bulwarks) == ([NINE], {})


def test_11_11_6_a_shown_hand_tells_what_generation_change_has_found() -> None:
    found = Milled(1, 0, (), None, True, KING)

    assert after(found).found == 1
    known = after(found, HandRevealed(1, 0, (TWO, KING)))
    assert (known.hand, known.found) == ([TWO, KING], 0)
