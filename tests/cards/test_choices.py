"""The words that a form offers: those of the ruleset's type, of the set's own list, or of its cards."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from cards.editor.choices import words_for
from common.text.infer_fields import CardField, fields_of


class Mark(Struct):
    name: Literal["armor", "guard", "chain"]
    value: int = 0


class Troop(Struct, rename={"class_": "class"}):
    class_: Literal["spear", "axe"]
    marks: Annotated[list[Mark], Meta(max_length=3)]
    sizes: tuple[int, ...] = ()


class Ship(Struct):
    class_: Literal["galley"]


@pytest.mark.parametrize(
    ("at", "met", "words"),
    [
        ("/class", ["axe"], ("spear", "axe")),
        ("/class", ["axe", "sling"], ("spear", "axe", "sling")),
        ("/marks/name", ["guard"], ("armor", "guard", "chain")),
        ("/army", ["orcs"], ("elves", "orcs")),
        ("/army", ["orcs", "trolls"], ("orcs", "trolls")),
        ("/sizes", [10, 9], (9, 10)),
        ("/elsewhere", ["b", "a"], ("a", "b")),
    ],
)
def test_words_come_from_the_type_then_from_the_set_then_from_its_cards(at: str, met: list[Any], words: Any) -> None:
    card_set = {"cards": [], "armies": [{"slug": "elves"}, {"slug": "orcs"}]}

    assert words_for(at, met, card_type=Troop | Ship, card_set=card_set) == words


def kinds(*values: Any) -> list[CardField]:
    """The card fields of a set whose cards differ only in `x`."""
    cards = [{"slug": str(i), "x": value} for i, value in enumerate(values)]
    return fields_of(cards, cards[0])


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ([["b"], ["a", "b"]], CardField("/x", "words", ("a", "b"))),
        ([["a", "a"], ["b"]], CardField("/x", "json")),
        ([[{"name": "a"}], [{"name": "b", "value": 2}]], CardField("/x", "named", ("a", "b"), valued=("b",))),
        ([[{"name": "a"}], [{"name": "a", "value": 2}]], CardField("/x", "json")),
        ([[{"name": "a", "until": 2}], []], CardField("/x", "json")),
        ([[[0, 99]], []], CardField("/x", "json")),
        ([[], []], CardField("/x", "json")),
        ([[True], [False]], CardField("/x", "json")),
    ],
)
def test_lists_are_choices_only_where_nothing_would_be_lost(values: list[Any], field: CardField) -> None:
    assert kinds(*values) == [field]


def test_squares_are_those_around_the_card_with_a_rim() -> None:
    [squares] = kinds([[0, 1]], [])

    assert squares.kind == "squares"
    assert squares.choices == (
        (-1, 2),
        (0, 2),
        (1, 2),
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    )


def test_an_object_that_may_be_null_has_its_fields() -> None:
    assert kinds(None, {"force": 2}) == [CardField("/x/force", "number", optional=True, in_nullable=True)]


def test_an_object_with_alternatives_stays_one_piece() -> None:
    assert kinds({"state": "war"}, {"compare": [1, ">", [2]]}) == [CardField("/x", "json")]
