"""Entries of stacks as sentences."""

import re
from collections.abc import Iterator

import pytest

from matches.pages.drawing import draw_board
from matches.pages.drawing.speech import Speech
from rules.engine import view
from rules.engine.board import Entry, Fact, Foretold, Stack
from rules.registry import shipped_ruleset
from tests.rules.battle_line.positions import drawn
from tests.rules.invaders.setups import SETUPS
from tests.rules.laws import random_game
from tests.rules.setups import Setup

PLAYERS = ("ann", "ben")


def waiting_in(setup: Setup, seed: int) -> Iterator[Entry]:
    for table in random_game(setup, seed):
        for part in setup.rules.definition.board.board(view(table, 0, 0), 0).parts:
            if part.label == "waiting" and isinstance(part.layout, Stack):
                yield from part.layout.entries


def test_waiting_effects_name_their_card_place_and_cause() -> None:
    said = {Speech(setup.rules, "en", PLAYERS).entry(entry) for setup in SETUPS[:2] for entry in waiting_in(setup, 1)}

    assert "2: Lighthouse Watch at emergency, ability 1. Triggered by Veteran Guard at B1." in said
    assert "1: Citizen Guard at B3, ability 1. Triggered by Open Debate." in said


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_sentence_of_a_waiting_effect_shows_names_of_the_api(language: str) -> None:
    setup = SETUPS[0]
    speech = Speech(setup.rules, language, PLAYERS)

    said = {speech.entry(entry) for seed in range(4) for entry in waiting_in(setup, seed)}

    assert len(said) > 10
    assert [text for text in said if re.search(r"\d:[A-Z]|_|…|[{}\[\]]", text)] == []


def test_a_foretold_strike_says_what_it_is_measured_by() -> None:
    strike = Foretold("hits", "orc-warrior", "C3", 2, 3, "defence", "falls")

    said = {language: Speech(shipped_ruleset("lords_of_war"), language).foretold([strike]) for language in ("en", "ja")}

    assert "2 against defence 3" in said["en"] and "防御力3に対して2" in said["ja"]


def test_what_an_action_of_blackpoker_still_costs_is_said_in_words() -> None:
    owed = Fact("unpaid", ("B", "L", "D"))

    said = Speech(shipped_ruleset("blackpoker"), "en").value(owed)

    assert re.sub(r"<[^>]*>", "", said) == "drive a bulwark, take 1 damage, discard a card"


def test_the_weather_at_a_flag_opens_its_card() -> None:
    table = drawn(weather={2: "fog", 4: "mud"}, hands=("blue-1", "red-2"))

    board = draw_board(Speech(shipped_ruleset("battle_line"), "en"), view(table, 0, 0), 0)

    lanes = board.split('<li class="lane">')[1:]
    cards = [re.findall(r'class="badge[^>]* data-card="([^"]*)"', lane) for lane in lanes]
    assert cards == [[], [], ["fog"], [], ["mud"], [], [], [], []]
