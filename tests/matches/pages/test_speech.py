"""Entries of stacks as sentences."""

import re
from collections.abc import Iterator

import pytest

from matches.pages.drawing.speech import Speech
from rules.engine import view
from rules.engine.board import Entry, Stack
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
