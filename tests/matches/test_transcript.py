"""A match in words names the rules that it goes by, in every ruleset."""

import re
from pathlib import Path

import pytest

import cards.rulesets
from cards.rulesets.registry import game_definition, slugs
from matches.selectors.transcripts import rule_numbers

FOLDER = Path(cards.rulesets.__file__).parent
RULE = re.compile(r"^(?:- |#+ )?\**(\d+(?:\.\d+)*)\b", re.MULTILINE)


@pytest.mark.parametrize("ruleset", slugs())
def test_every_action_has_the_number_of_its_rule(ruleset: str) -> None:
    """A pass declines what other rules offer; it has none of its own."""
    rules = game_definition(ruleset)
    actions = {str(action.__struct_config__.tag) for action in rules.action_types.__args__}

    assert actions - set(rule_numbers(rules)["actions"]) <= {"pass"}


@pytest.mark.parametrize("ruleset", slugs())
def test_every_number_is_that_of_a_rule(ruleset: str) -> None:
    written = set(RULE.findall((FOLDER / ruleset / "RULES.md").read_text(encoding="utf-8")))
    named = {number for kind in rule_numbers(game_definition(ruleset)).values() for number in kind.values()}

    assert len(written) > 40
    assert named - written == set()


@pytest.mark.parametrize("ruleset", slugs())
def test_most_effects_have_the_number_of_their_rule(ruleset: str) -> None:
    """What several rules bring about has none, nor what all games have."""
    rules = game_definition(ruleset)

    assert len(rule_numbers(rules)["effects"]) > len(rules.effect_types.__args__) / 2
