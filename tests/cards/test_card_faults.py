"""Every fault of a card has a code, and a text in both languages."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils.translation import override

from cards.editor.forms import CardJsonForm
from cards.sets import card_json
from cards.sets.card_json import NotJson, plain_faults, read_json
from cards.sets.differences import by_slug
from common.text.card_faults import CARD_FAULTS, card_fault_texts
from rules import registry
from rules.engine import value_faults
from rules.engine.value_faults import VALUE_FAULTS, value_fault
from rules.registry import shipped_ruleset, slugs

CARDS = {"invictus": "warrior", "lords_of_war": "templar-longbow", "invaders": "works-director"}
WRONG: list[Any] = [None, True, -1, "nonsense", [], [[]], ["nonsense"], {}, {"kind": 1}, {"ja": "x"}]


def is_said_in_both(texts: dict[str, str]) -> bool:
    return not texts["ja"].isascii() and texts["en"].isascii() and texts["en"][0] != "{"


def trees(slug: str) -> list[ast.AST]:
    """The syntax trees of a ruleset's code, without its words."""
    folder = Path(registry.__file__).parent / slug
    return [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py") if path.name != "words.py"]


def strings_in(nodes: Iterable[ast.AST]) -> set[str]:
    inner = (part for node in nodes for part in ast.walk(node))
    return {part.value for part in inner if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def codes_in(slug: str) -> set[str]:
    """The codes of all calls `card_fault(at, code, …)`, including both branches of conditional codes."""
    calls = (node for tree in trees(slug) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return strings_in(call.args[1] for call in calls if getattr(call.func, "id", "") == "card_fault")


@pytest.mark.parametrize("slug", slugs())
def test_every_fault_that_a_ruleset_finds_has_a_text_and_every_text_a_fault(slug: str) -> None:
    own = set(shipped_ruleset(slug).words.get("card_faults", {}))

    assert codes_in(slug) - own - set(VALUE_FAULTS) == set()
    assert own - strings_in(trees(slug)) == set()


def problems_of(value: Any, check: Any) -> list[Any]:
    """The faults that a ruleset finds when each part of a card in turn is left out or replaced by nonsense."""
    found: list[Any] = []

    def spoil(part: Any, put: Any) -> None:
        for wrong in WRONG:
            found.extend(check(put(wrong)))
        if isinstance(part, dict):
            for key, inner in part.items():
                found.extend(check(put({k: v for k, v in part.items() if k != key})))
                spoil(inner, lambda new, part=part, key=key, put=put: put({**part, key: new}))
        elif isinstance(part, list):
            for i, inner in enumerate(part):
                spoil(inner, lambda new, part=part, i=i, put=put: put([*part[:i], new, *part[i + 1 :]]))

    for key in value:
        spoil(value[key], lambda new, key=key: {**value, key: new})
        found.extend(check({k: v for k, v in value.items() if k != key}))
    return found


@pytest.mark.parametrize("ruleset", CARDS)
def test_every_mistake_that_nonsense_makes_is_said_in_both_languages(ruleset: str) -> None:
    rules = shipped_ruleset(ruleset)
    card = by_slug(rules.card_set)[CARDS[ruleset]]
    assert rules.check_card(card) == []

    found = problems_of(card, rules.check_card)

    assert len({problem["code"] for problem in found}) > 4
    assert [problem for problem in found if not is_said_in_both(card_fault_texts(problem, rules))] == []
    assert "unreadable" not in {problem["code"] for problem in found}


def test_words_of_json_stay_as_the_author_must_write_them() -> None:
    rules = shipped_ruleset("invaders")

    told = card_fault_texts({"code": "one_of", "at": "/side", "words": ("own", "enemy")}, rules)

    assert told == {"ja": "次のいずれかを使ってください：own, enemy", "en": "It must be one of these: own, enemy"}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "value_expected", 1),
        ("{", "key_expected", 1),
        ("[\n1 2]", "comma_expected", 2),
        ('{"a"}', "colon_expected", 1),
        ('{"a":}', "value_expected", 1),
        ('["x]', "string_not_closed", 1),
        ('"\\q"', "bad_escape", 1),
        ('"\\uZZZZ"', "bad_escape", 1),
        ('"\n"', "control_character", 1),
        ("1.5", "number_no_integer", None),
        ("NaN", "number_no_integer", None),
        ('{"a":1,"a":2}', "key_repeated", None),
        ("[" + "9" * 100_000 + "]", "number_not_exact", None),
        ("1 2", "extra_data", 1),
        ("[" * 100_000, "nested_too_deeply", None),
        ("[" * 100 + "]" * 100, "nested_too_deeply", None),
    ],
)
def test_what_is_no_json_has_a_code_and_a_line_and_is_said_in_both_languages(
    text: str, code: str, line: int | None
) -> None:
    with pytest.raises(NotJson) as refused:
        read_json(text)

    assert (refused.value.code, refused.value.line) == (code, line)
    assert code in CARD_FAULTS
    assert is_said_in_both(refused.value.texts)
    assert refused.value.texts["en"].startswith("Line ") == (line is not None)


@pytest.mark.parametrize("text", ["[1,]", '{"a": 1,}'])
def test_a_comma_behind_the_last_entry_is_refused(text: str) -> None:
    """The code depends on the version of Python."""
    with pytest.raises(NotJson) as refused:
        read_json(text)

    assert refused.value.code in ("trailing_comma", "value_expected", "key_expected")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (1.5, "only_integers"),
        (2**60, "number_not_exact"),
        ("\0", "nul_in_string"),
        ("\ud800", "surrogate_in_string"),
        ({"é": 1}, "key_not_ascii"),
    ],
)
def test_what_cannot_be_kept_has_a_code(value: Any, code: str) -> None:
    assert [(problem["at"], problem["code"]) for problem in plain_faults([value])] == [("/0", code)]


def test_an_error_of_the_library_is_a_code_with_its_place() -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({"a/b": {"c": "x"}}, dict[str, dict[str, int]])

    fault = value_fault(refused.value)

    assert (fault.code, fault.params, fault.is_entry) == (
        "wrong_type",
        {"expected": "integer", "found": "string"},
        True,
    )


def test_every_code_that_a_message_of_a_library_becomes_has_a_text() -> None:
    assert {code for code, _pattern in value_faults._MESSAGES} | {"unreadable"} == set(VALUE_FAULTS)
    assert {code for _start, code in card_json._MESSAGES} - set(CARD_FAULTS) == set()


@pytest.mark.parametrize(("sent", "said"), [("5", "Write a card as an object: {…}."), ("{}", "A card needs a slug.")])
def test_what_is_no_card_at_all_is_said_by_the_form(sent: str, said: str) -> None:
    form = CardJsonForm({"card": sent})

    with override("en"):
        assert form.errors["card"] == [said]


def test_shared_faults_are_said_of_cards_as_of_requests() -> None:
    assert {code: CARD_FAULTS[code] for code in VALUE_FAULTS} == VALUE_FAULTS
