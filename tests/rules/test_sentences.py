"""A sentence tells every field that is shown: actions and effects of whole games, as every viewer is shown them."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from common.text.message_sentences import PLACE, SEAT, is_empty, place_fields, place_name, seat_fields
from common.text.naming import value_name
from common.text.sentences import message_texts
from rules.engine import Names, Ruleset, Viewer, legal_actions, redact, seats_to_act
from tests.rules.laws import random_game
from tests.rules.setups import Setup, all_setups

LANGUAGES = ("ja", "en")
EVERY = 5
UNLIKELY = 7919
PLAYERS = ("● Ann", "▲ Ben", "■ Cho", "◆ Dan", "✚ Eva", "★ Fil")


def said(setup: Setup) -> Iterator[tuple[str, Any]]:
    """The messages of a random game as each viewer sees them; of lists of choices, every fifth."""
    seats = range(setup.rules.seats(setup.rules.read_options(setup.options)))
    viewers: tuple[Viewer, ...] = (*seats, "public", "audit")
    for number, table in enumerate(random_game(setup, 20)):
        for effect in table.effects:
            yield from (("effects", redact(effect, viewer, None)) for viewer in viewers)
        if number % EVERY == 0:
            for seat in seats_to_act(table):
                yield from (
                    ("actions", redact(action, viewer, seat))
                    for action in legal_actions(table, seat)[::3]
                    for viewer in ("public", seat)
                )


@pytest.mark.parametrize("setup", all_setups(), ids=str)
def test_a_sentence_tells_every_field_that_is_shown(setup: Setup) -> None:
    seen: set[bytes] = set()
    for kind, message in said(setup):
        content = msgspec.to_builtins(message)
        key = msgspec.json.encode(content)
        if key in seen:
            continue
        seen.add(key)
        texts = message_texts(setup.rules, kind, content)
        assert texts is not None
        for name, value in content.items():
            if name != "type":
                check_told(setup.rules, kind, content, name, value, texts)


def check_told(rules: Ruleset, kind: str, content: dict[str, Any], name: str, value: Any, texts: Names) -> None:
    tag = content["type"]
    if any(f"[{name}?]" in text for text in rules.words[kind][tag].values()):
        return  # Left unsaid on purpose.
    if isinstance(value, bool):
        other = message_texts(rules, kind, {**content, name: not value})
        assert other is not None and all(other[language] != texts[language] for language in LANGUAGES), (content, name)
        return
    seats = seat_fields(rules.definition, kind).get(content["type"], frozenset())
    places = place_fields(rules.definition, kind).get(content["type"], frozenset())
    if isinstance(value, int) and name not in seats:
        value = UNLIKELY  # No other number is taken for it.
        texts = message_texts(rules, kind, {**content, name: value}) or {}
    if not is_empty(value):
        for language in LANGUAGES:
            if name in places or (isinstance(value, str) and value[1:2] == ":"):
                seat, _, place = value.partition(":")
                named = place_name(rules, place, language)
                owned = [PLACE[language].format(seat=SEAT[language].format(seat), name=named)]
                template = rules.words[kind][tag][language]
                is_own = seat == str(content.get("seat"))
                short = f"{{{name}!place}}" in template or (is_own and f"{{{name}!at}}" in template)
                told = [named] if short else owned
            elif isinstance(value, dict) and set(value) == {"seat"}:
                told = seats_told(value["seat"], language)
            elif isinstance(value, list | tuple) and re.search(
                rf"{{{name}(!and|!each|:\w)", rules.words[kind][tag]["en"]
            ):
                told = (
                    seats_told(value, language)
                    if name in seats
                    else [value_name(rules, name, part, language) for part in value]
                )
            else:
                told = seats_told(value, language) if name in seats else [value_name(rules, name, value, language)]
            assert all(one.lower() in texts[language].lower() for one in told), (content, name, texts[language])


def seats_told(value: Any, language: str) -> list[str]:
    return [SEAT[language].format(seat) for seat in (value if isinstance(value, list | tuple) else [value])]


@pytest.mark.parametrize("setup", all_setups()[:1], ids=str)
def test_seats_are_called_by_who_sits_there(setup: Setup) -> None:
    for kind, message in said(setup):
        content = msgspec.to_builtins(message)
        named = seat_fields(setup.rules.definition, kind).get(content["type"], frozenset())
        texts = message_texts(setup.rules, kind, content, PLAYERS)
        assert texts is not None
        for name in named & content.keys():
            if isinstance(content[name], int):
                assert all(PLAYERS[content[name]] in text for text in texts.values()), texts
        assert "seat " not in texts["en"].lower()


@pytest.mark.parametrize("setup", all_setups()[:1], ids=str)
def test_what_is_hidden_is_not_told(setup: Setup) -> None:
    table = next(random_game(setup, 20))
    dealt = next(effect for effect in table.effects if type(effect).__name__ == "Dealt")

    shown, hidden = (message_texts(setup.rules, "effects", redact(dealt, eyes)) for eyes in (dealt.seat, "public"))

    assert shown is not None and hidden is not None
    card = value_name(setup.rules, "card", dealt.cards[0], "en")
    assert card in shown["en"] and card not in hidden["en"]


@pytest.mark.parametrize("setup", {setup.ruleset: setup for setup in all_setups()}.values(), ids=str)
def test_the_log_tells_every_action_in_a_sentence_that_names_who_did_it(setup: Setup) -> None:
    done = setup.rules.words["done"]

    assert done.keys() == setup.rules.words["actions"].keys()
    assert all("{actor}" in text or "[actor?]" in text for texts in done.values() for text in texts.values())


@pytest.mark.parametrize("setup", {setup.ruleset: setup for setup in all_setups()}.values(), ids=str)
def test_lines_of_the_log_end_with_a_full_stop(setup: Setup) -> None:
    for kind, message in said(setup):
        content = msgspec.to_builtins(message)
        told = {**content, "actor": 0} if kind == "actions" else content
        texts = message_texts(setup.rules, "done" if kind == "actions" else kind, told)
        assert texts is not None and texts["ja"].endswith("。") and texts["en"].endswith("."), texts
