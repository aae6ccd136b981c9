"""Cards in words: every field has a label and a value that readers of either language understand."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from cards.editor.card_sheet import Line, Picture, sheet, value_text
from cards.sets.differences import by_slug, changes
from common.text.labels import card_label_of, label_of
from common.text.naming import card_words
from rules.registry import game_definition, shipped_ruleset, shipped_set, slugs

ENGLISH = re.compile(r"[A-Za-z]{3,}")
NUMBER = re.compile(r"INV-\d+")
JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-龯]")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Set English, since pages of other tests leave their language active."""
    with translation.override("en"):
        yield


def lines_of(ruleset: str, slug: str) -> dict[str, Line]:
    card_set = shipped_set(ruleset)
    names = card_words(game_definition(ruleset), card_set)
    return {line.label: line for line in sheet(card_set, by_slug(card_set)[slug], names)}


def drawn(picture: Picture | None) -> list[str]:
    assert picture is not None
    return [" ".join(cell.text or "." for cell in row) for row in picture]


def texts_of(lines: list[Line] | tuple[Line, ...]) -> Iterator[str]:
    for line in lines:
        yield from (line.label, line.text, *texts_of(line.parts))
        yield from (cell.label for row in line.picture or [] for cell in row)


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_field_of_every_card_is_in_the_readers_words(ruleset: str, language: str) -> None:
    rules, card_set = shipped_ruleset(ruleset), shipped_set(ruleset)
    names = card_words(game_definition(ruleset), card_set)
    odd, read = set(), 0

    with translation.override(language):
        for card in card_set["cards"]:
            noted = {key: value for key, value in card.items() if key != "note"}  # A note is shown as it was written.
            said = rules.describe_card(card)
            for text in texts_of(sheet(card_set, noted, names, said[language] if said else "")):
                read += 1
                if language == "en":
                    odd |= {text} if JAPANESE.search(text) or "_" in text or "{" in text else set()
                else:
                    odd |= {text} if ENGLISH.search(text) and not NUMBER.fullmatch(text) else set()

    assert odd == set()
    assert read > 8 * len(card_set["cards"])


def test_strikes_are_drawn_around_the_card_and_told() -> None:
    arrows = lines_of("lords_of_war", "father-nicodemus")["arrows"]

    assert drawn(arrows.picture) == [". ↑ 5 ↗ 3", ". ■ → 2", ". . ."]
    assert arrows.text == "ahead 5, ahead right 3, right 2"


def test_squares_in_reach_are_drawn_from_the_far_row_to_the_card() -> None:
    reach = lines_of("invictus", "king-1")["range"]

    assert drawn(reach.picture) == ["● ● ●", ". ■ ."]
    assert [cell.label for cell in (reach.picture or [])[0]] == ["ahead 1, left 1", "ahead 1", "ahead 1, right 1"]
    assert reach.text == "3 squares"


def test_a_ranged_attack_has_a_strength_and_squares() -> None:
    archer = next(card["slug"] for card in shipped_set("lords_of_war")["cards"] if card["ranged"])

    parts = lines_of("lords_of_war", archer)["ranged attack"].parts

    assert [part.label for part in parts] == ["strength", "target grid"]
    assert parts[1].picture is not None and lines_of("lords_of_war", "father-nicodemus")["ranged attack"].text == "none"


def test_abilities_are_told_as_the_rules_read_them() -> None:
    card_set, rules = shipped_set("invaders"), shipped_ruleset("invaders")
    card = by_slug(card_set)["territorial-governor"]
    said = rules.describe_card(card)
    assert said is not None

    lines = sheet(card_set, card, card_words(game_definition("invaders"), card_set), said["en"])

    assert [line.text for line in lines if line.label == "abilities"] == [said["en"]]
    assert "command" not in [line.label for line in lines]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([], "none"),
        (None, "none"),
        (True, "yes"),
        ([{"name": "armor", "value": 2}, {"name": "guard"}], "armor 2, guard"),
        ({"ja": "左", "en": "left"}, "left"),
        ([[0, 2], [-1, 0]], "ahead 2 / left 1"),
        ({"active": 2, "rested": 1}, "upright 2, sideways 1"),
    ],
)
def test_a_value_is_told_in_words(value: Any, text: str) -> None:
    assert value_text(value, {}) == text


@pytest.mark.parametrize(
    ("at", "label", "japanese"),
    [
        ("", "", ""),
        ("/health/active", "health › upright", "体力 › アクティブ時"),
        ("/names/en", "name (English)", "名前（英語）"),
        ("/source/unit.ja", "source › unit (Japanese)", "出典 › ユニット（日本語）"),
        ("/en", "English", "英語"),
    ],
)
def test_a_place_is_called_by_its_parts(at: str, label: str, japanese: str) -> None:
    assert label_of(at) == label
    with translation.override("ja"):
        assert label_of(at) == japanese


def test_places_in_lists_of_a_card_are_counted_from_one() -> None:
    assert card_label_of("/abilities/0/kind") == "abilities › no. 1 › kind"
    with translation.override("ja"):
        assert card_label_of("/abilities/1") == "能力 › 2番目"
    assert card_label_of("") == ""


def test_choices_of_several_are_compared_whole() -> None:
    guard, armor = {"name": "guard"}, {"name": "armor", "value": 2}

    found = list(changes({"keywords": [armor], "n": [{"x": 1}]}, {"keywords": [guard, armor], "n": [{"x": 2}]}))

    assert [(change.at, change.after) for change in found] == [("/keywords", [guard, armor]), ("/n/0/x", 2)]
