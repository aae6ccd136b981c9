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
    strike = Foretold("hits", "orc-warrior", "C3", 2, 3, "defence", lacks=2)

    said = {language: Speech(shipped_ruleset("lords_of_war"), language).foretold([strike]) for language in ("en", "ja")}

    assert said["en"].endswith(": 2 against defence 3, needs 2 more")
    assert said["ja"].endswith("、防御力3に対して2、あと2必要")


def test_a_foretold_effect_without_a_card_says_its_number_and_place() -> None:
    ability = Foretold("ability", at="A3", amount=1)

    said = {language: Speech(shipped_ruleset("invaders"), language).foretold([ability]) for language in ("en", "ja")}

    assert said == {"en": "ability 1 (A3)", "ja": "能力1（A3）"}


@pytest.mark.parametrize(
    ("facts", "english", "japanese"),
    [
        (
            [Fact("raising"), Fact("unpaid", ("B", "L"))],
            "Throw (request 4). Being raised. Still to pay: drive a bulwark, take 1 damage.",
            "「投擲」（要求4）。起こしている途中。残りのコスト：防壁をドライブ、1ダメージを受ける。",
        ),
        (
            [Fact("raising"), Fact("resolving")],
            "Throw (request 4). Resolving now.",
            "「投擲」（要求4）。解決中。",
        ),
        ([Fact("opponent")], "Throw (request 4), target: the opponent.", "「投擲」（要求4）、対象は相手。"),
        (
            [Fact("target", {"character": 2})],
            "Throw (request 4), target: character 2.",
            "「投擲」（要求4）、対象はキャラクター2。",
        ),
    ],
)
def test_a_request_of_blackpoker_says_its_state_in_a_sentence_and_what_it_does(
    facts: list[Fact], english: str, japanese: str
) -> None:
    request = Entry(
        "request:4", (), (Fact("request", 4), Fact("action", "throw"), *facts), 0, sentence="request", action="throw"
    )

    said = {language: Speech(shipped_ruleset("blackpoker"), language, PLAYERS) for language in ("en", "ja")}

    assert (said["en"].entry(request), said["ja"].entry(request)) == (english, japanese)
    assert said["en"].does(request) == "Damage to the opponent equal to the spade's number."


def test_the_weather_at_a_flag_opens_its_card() -> None:
    table = drawn(weather={2: "fog", 4: "mud"}, hands=("blue-1", "red-2"))

    board = draw_board(Speech(shipped_ruleset("battle_line"), "en"), view(table, 0, 0), 0)

    lanes = board.split('<li class="lane">')[1:]
    cards = [re.findall(r'class="badge[^>]* data-card="([^"]*)"', lane) for lane in lanes]
    assert cards == [[], [], ["fog"], [], ["mud"], [], [], [], []]
