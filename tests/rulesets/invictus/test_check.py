"""RULES.md 4.8: what is wrong with a card that somebody wrote."""

from typing import Any

import pytest

from cards.rulesets.registry import shipped_ruleset

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
    ("changed", "at"),
    [
        ({"attack": -1}, "/attack"),
        ({"attack": "Y"}, "/attack"),
        ({"health": {"active": 0, "rested": 1}}, "/health/active"),
        ({"health": {"active": 1, "rested": 0}}, "/health/rested"),
        ({"range": [[0, 1], [0, 5]]}, "/range/1/1"),
        ({"range": [[-5, 1]]}, "/range/0/0"),
        ({"kind": "king"}, "/kind"),
        ({"copies_in_set": 0}, "/copies_in_set"),
    ],
)
def test_first_thing_that_cannot_be_read_is_named_with_its_place(changed: dict[str, Any], at: str) -> None:
    (problem,) = RULES.check_card({**WIZARD, **changed})

    assert (problem["code"], problem["at"]) == ("bad_card", at)
    assert problem["detail"][-1].isalnum() or problem["detail"][-1] in "`'"


def test_every_support_that_the_set_does_not_have_is_named() -> None:
    assert RULES.check_card({**WIZARD, "supports": ["sleep", "wizard", "storm"]}) == [
        {"code": "bad_card", "at": "/supports/0", "detail": "there is no support `sleep`"},
        {"code": "bad_card", "at": "/supports/2", "detail": "there is no support `storm`"},
    ]
