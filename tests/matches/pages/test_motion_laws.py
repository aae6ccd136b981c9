"""The motions of all games obey their law (motion_laws.py)."""

from dataclasses import replace

import pytest

from rules.battle_line.effects import Drew
from rules.blackpoker.actions import PlaceOnDeck
from rules.engine import Pass, Ruleset, SeededChance, match_key
from rules.engine.board import nothing_moved
from rules.registry import bound_ruleset, shipped_ruleset, shipped_set
from tests import toy
from tests.levels import Level
from tests.matches.pages import motion_laws as laws
from tests.rules.blackpoker.positions import at, call, card, duel, side, soldier
from tests.rules.invaders.random_cards import random_set
from tests.rules.setups import Setup, all_setups, seeded

SEEDS = range(30, 32) if Level.has_all() else range(30, 31)
MOST = 2000 if Level.has_all() else 60
RANDOM_SETS = range(12)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_the_board_before_plus_the_motions_is_the_board_after(setup: Setup) -> None:
    for seed in SEEDS:
        for event in laws.events(setup.start(seed), seed, MOST):
            laws.check_motions(setup.rules, event)
            laws.check_turned_cards_are_marked(setup.rules, event)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", RANDOM_SETS)
def test_cards_of_any_text_move_as_their_effects_say(seed: int) -> None:
    """Random cards of Invaders move cards between any two zones, which the shipped cards seldom do."""
    written = random_set(seed)
    rules = bound_ruleset("invaders", None, {**shipped_set("invaders"), **written})
    decks = [{"cards": deck["cards"]} for deck in written["starter_decks"]]
    table = rules.start({"year_limit": 20}, decks, SeededChance(match_key(bytes([seed]) * 32, ["", ""])))

    for event in laws.events(table, seed, min(MOST, 500)):
        laws.check_motions(rules, event)
        laws.check_turned_cards_are_marked(rules, event)


def test_a_soldier_that_the_lance_strikes_moves_onto_its_deck() -> None:
    """The effect that random play of BlackPoker does not reach."""
    table = duel(side("♦4 ♠3"), side("♠2", soldiers=[soldier("♠5 ♠7")]))
    moves = [(0, call("death_lance", "♦4 ♠3")), (0, at(1)), (1, Pass()), (0, PlaceOnDeck(card("♠7")))]

    for seat, action in moves:
        laws.check_motions(table.rules, laws.acted(table, seat, action))


def test_a_sixth_ruleset_moves_by_the_same_law(raid: Ruleset) -> None:
    deck = {"cards": toy.CARD_SET["starter_decks"][0]["cards"]}
    sixth = Setup("raid", "toy", {"seats": 4}, [deck] * 4)

    for event in laws.events(raid.start(sixth.options, sixth.decks, seeded(20, sixth)), 20, MOST):
        laws.check_motions(raid, event)


def test_a_motion_that_is_missing_breaks_the_law() -> None:
    """The checker sees that the deck has one card less and the hand one card more."""
    setup = next(setup for setup in all_setups() if setup.ruleset == "battle_line")
    board = shipped_ruleset("battle_line").definition.board
    played = laws.events(setup.start(20), 20, MOST)
    event = next(event for event in played if any(isinstance(effect, Drew) for effect in event.effects))
    laws.check_motions(setup.rules, event)

    lacking = replace(board, motions={**board.motions, Drew: nothing_moved})

    faults = ["deck:tactics: 10 + 0 - 0 is not 9", f"hand:{event.seat}: 6 + 0 - 0 is not 7"]
    assert sorted(laws.faults_of(lacking, event, "public")) == faults
