"""A transcript names the rules that apply, in every ruleset."""

import random
import re
from pathlib import Path
from typing import get_args

import pytest

import rules
from cards.rulebooks.reading import rulebook
from common.text.sentences import explained
from matches.selectors.positions import permitting_rules
from matches.selectors.transcripts import rule_numbers
from rules.engine import IllegalAction, SeededChance, act, legal_actions, seats_to_act
from rules.engine.messages import rule_number
from rules.registry import game_definition, shipped_ruleset, slugs
from tests.benchmarks.database import some_setup

FOLDER = Path(rules.__file__).parent
RULE = re.compile(r"^(?:- |#+ )?\**(\d+(?:\.\d+)*)\b", re.MULTILINE)


@pytest.mark.parametrize("ruleset", slugs())
def test_every_action_has_the_number_of_its_rule(ruleset: str) -> None:
    """Except a pass, which only declines what other rules offer."""
    rules = game_definition(ruleset)
    actions = {str(action.__struct_config__.tag) for action in rules.action_types.__args__}

    assert actions - set(rule_numbers(rules)["actions"]) <= {"pass"}


@pytest.mark.parametrize("ruleset", slugs())
def test_every_number_is_that_of_a_rule(ruleset: str) -> None:
    written = set(RULE.findall((FOLDER / ruleset / "RULES.md").read_text(encoding="utf-8")))
    named = {number for kind in rule_numbers(game_definition(ruleset)).values() for number in kind.values()}

    questions = {rule_number(frame) for frame in get_args(game_definition(ruleset).frame_types)} - {None}
    assert questions and questions - written == set()
    assert len(written) > 40
    assert named - written == set()


@pytest.mark.parametrize("ruleset", slugs())
def test_every_legal_action_names_the_rule_that_permits_it(ruleset: str) -> None:
    """A pass names the rule of the prompt."""
    rules = shipped_ruleset(ruleset)
    written = set(RULE.findall((FOLDER / ruleset / "RULES.md").read_text(encoding="utf-8")))
    options, decks = some_setup(rules)
    table = rules.start(options, decks, SeededChance(b"a key of thirty-two bytes and so"))
    luck, permitting = random.Random(0), set()

    for _ in range(200):
        for seat in seats_to_act(table):
            permitting |= set(permitting_rules(table, legal_actions(table, seat)))
        if table.outcome is None:
            seat = seats_to_act(table)[0]
            act(table, seat, luck.choice(legal_actions(table, seat)))

    assert len(permitting) > 2
    assert permitting <= written


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_option_has_the_number_of_its_rule(ruleset: str, language: str) -> None:
    rules = game_definition(ruleset)
    book = rulebook(FOLDER / ruleset, language)

    assert book is not None and set(rules.option_rules) == set(rules.options_type.__struct_fields__)
    assert set(rules.option_rules.values()) <= set(book.numbers)


@pytest.mark.parametrize("ruleset", slugs())
def test_most_effects_have_the_number_of_their_rule(ruleset: str) -> None:
    """Effects of several rules, and those that all games share, have none."""
    rules = game_definition(ruleset)

    assert len(rule_numbers(rules)["effects"]) > len(rules.effect_types.__args__) / 2


@pytest.mark.parametrize("ruleset", slugs())
def test_an_action_that_is_not_legal_any_more_is_refused_by_a_rule_with_a_number(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    written = set(RULE.findall((FOLDER / ruleset / "RULES.md").read_text(encoding="utf-8")))
    options, decks = some_setup(rules)
    table = rules.start(options, decks, SeededChance(b"a key of thirty-two bytes and so"))
    luck, taken, refused = random.Random(0), [], []

    for _ in range(40):
        seat = seats_to_act(table)[0]
        for action in taken:
            if action not in legal_actions(table, seat):
                with pytest.raises(IllegalAction) as error:
                    act(table, seat, action)
                refused.append(error.value.rule)
        taken.append(luck.choice(legal_actions(table, seat)))
        act(table, seat, taken[-1])

    assert len(refused) > 20
    assert set(refused) <= written


@pytest.mark.parametrize("ruleset", slugs())
def test_every_fault_of_a_setup_names_a_rule_that_lists_it(ruleset: str) -> None:
    listed: dict[str, set[str]] = {}
    number = ""
    for line in (FOLDER / ruleset / "RULES.md").read_text(encoding="utf-8").splitlines():
        number = found[1] if (found := RULE.match(line)) else number
        for code in re.findall(r"""[`"](\w+)[`"]""", line):
            listed.setdefault(code, set()).add(number)
    rules = shipped_ruleset(ruleset)

    assert rules.definition.problem_rules.keys() == rules.words["problems"].keys()
    assert {code for code, rule in rules.definition.problem_rules.items() if rule not in listed[code]} == set()
    assert explained(rules, [{"code": "unknown_card", "card": "x"}])[0]["rule"] in listed["unknown_card"]
