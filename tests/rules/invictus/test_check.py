"""RULES.md 4.8: faults of a card."""

from typing import Any

import pytest

from rules.registry import shipped_ruleset

RULES = shipped_ruleset("invictus")
WIZARD = next(card for card in RULES.card_set["cards"] if card["slug"] == "wizard")


def test_shipped_cards_are_well_written() -> None:
    assert [problem for card in RULES.card_set["cards"] for problem in RULES.check_card(card)] == []


@pytest.mark.parametrize(
    "changed",
    [{"attack": 0}, {"attack": "X"}, {"health": {"active": 1, "rested": 1}}, {"range": [[-4, 4]]}, {"supports": []}],
)
def test_figures_at_the_limit_are_allowed(changed: dict[str, Any]) -> None:
    assert RULES.check_card({**WIZARD, **changed}) == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"attack": -1}, {"at": "/attack", "code": "number_too_small", "least": 0}),
        ({"attack": "Y"}, {"at": "/attack", "code": "unknown_enum_value", "value": "Y"}),
        ({"health": {"active": 0, "rested": 1}}, {"at": "/health/active", "code": "number_too_small", "least": 1}),
        ({"health": {"active": 1, "rested": 0}}, {"at": "/health/rested", "code": "number_too_small", "least": 1}),
        ({"range": [[0, 1], [0, 5]]}, {"at": "/range/1/1", "code": "number_too_large", "most": 4}),
        ({"range": [[-5, 1]]}, {"at": "/range/0/0", "code": "number_too_small", "least": -4}),
        ({"kind": "king"}, {"at": "/kind", "code": "no_such_word", "word": "king", "words": ("soldier", "leader")}),
        ({"copies_in_set": 0}, {"at": "/copies_in_set", "code": "number_too_small", "least": 1}),
    ],
)
def test_first_thing_that_cannot_be_read_is_named_with_its_place(
    changed: dict[str, Any], problem: dict[str, Any]
) -> None:
    assert RULES.check_card({**WIZARD, **changed}) == [problem]


def test_every_support_that_the_set_does_not_have_is_named() -> None:
    assert RULES.check_card({**WIZARD, "supports": ["sleep", "wizard", "storm"]}) == [
        {"code": "unknown_support", "at": "/supports/0", "support": "sleep"},
        {"code": "unknown_support", "at": "/supports/2", "support": "storm"},
    ]
