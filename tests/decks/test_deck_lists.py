"""Reading and writing lists of cards as text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.deck_lists import ReadList, Unread, read_list, write_list
from decks.limits import MOST_COPIES, MOST_LINES
from rules.registry import shipped_ruleset, slugs

INVADERS = shipped_ruleset("invaders")
FORMS = (
    *(
        "3 {}",
        "3x {}",
        "3X{}",
        "3 × {}",
        "３ｘ {}",
        "{} x3",
        "{} ×3",
        "{}*3",
        "{}, 3",
        "{};3",
        "{}\t3",
        '"{}",3',
        "3,{}",
    ),
    *("3枚 {}", "{} 3枚", "{}：3", "- 3 {}", "{} (3)", "3 {} (INV) 12"),
)
CARD = next(card for card in INVADERS.card_set["cards"] if card["slug"] == "territorial-governor")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [CARD["slug"], *CARD["names"].values(), "TERRITORIAL  GOVERNOR"])
def test_a_line_in_any_usual_form_is_read(form: str, name: str) -> None:
    assert read_list(INVADERS, form.format(name)) == ReadList({CARD["slug"]: 3}, [])


def test_every_starter_deck_comes_back_in_both_languages_whatever_its_cards_are_called() -> None:
    for slug in slugs():
        rules = shipped_ruleset(slug)
        for deck in rules.starter_decks:
            for language in ("ja", "en"):
                assert read_list(rules, write_list(rules, deck.cards, language)) == ReadList(dict(deck.cards), [])


def test_remarks_heads_and_empty_lines_say_nothing() -> None:
    text = "# my deck\n\ncard,copies\nline-infantry,2\n// more\nカード;枚数\n\ufeff\n戦列歩兵\n"

    assert read_list(INVADERS, text) == ReadList({"line-infantry": 3}, [])


def test_what_a_program_keeps_is_read_as_well() -> None:
    cards = {"line-infantry": 2, "town-militia": 1}

    assert read_list(INVADERS, json.dumps({"cards": cards})).cards == cards
    assert read_list(INVADERS, json.dumps(cards)).cards == cards
    assert len(read_list(INVADERS, '{"cards": [1]}').unread) == 1


def test_a_line_that_names_no_card_is_told_with_the_cards_that_are_called_alike() -> None:
    found = read_list(INVADERS, "2 Line Infantry\n3 Teritorial Govenor\n0 town-militia")

    assert found.cards == {"line-infantry": 2}
    assert [(line.line, line.text, line.copies, line.nearest[0]) for line in found.unread] == [
        (2, "3 Teritorial Govenor", 3, "territorial-governor"),
        (3, "0 town-militia", 1, "town-militia"),
    ]


def test_more_copies_than_any_deck_has_are_not_added_up() -> None:
    most = f"{MOST_COPIES} town-militia"

    assert read_list(INVADERS, most) == ReadList({"town-militia": MOST_COPIES}, [])
    assert read_list(INVADERS, f"{most}\n1 town-militia").unread == [Unread(2, "1 town-militia")]


def test_a_card_that_the_set_has_no_more_stays_in_a_deck_that_has_it() -> None:
    assert read_list(INVADERS, "2 long-gone", frozenset({"long-gone"})).cards == {"long-gone": 2}
    assert read_list(INVADERS, "2 long-gone").cards == {}


@given(st.text(max_size=300) | st.text(st.sampled_from("39xX*,;\t (){}\"'枚\n"), max_size=300))
def test_whatever_is_sent_every_line_is_read_or_told(text: str) -> None:
    found = read_list(INVADERS, text)

    assert all(1 <= copies <= MOST_COPIES for copies in found.cards.values())
    assert all(1 <= line.line <= MOST_LINES and 1 <= line.copies <= MOST_COPIES for line in found.unread)
