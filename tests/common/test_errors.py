"""Every fault of a request has a code, parameters, and a sentence in both languages."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from django.conf import settings
from django.test import RequestFactory
from msgspec import Meta, Struct

from common.http.reading import read_json, read_query
from common.text.errors import Detail, ServiceError, error_codes
from common.text.templates import KINDS, templates
from rules.engine.value_faults import value_fault
from rules.registry import shipped_ruleset, slugs
from tests.layers.rooms import GAMES, ROOMS


class Sent(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=2, max_length=3, pattern="^[a-z]*$")]
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    kind: Literal["a", "b"] = "a"
    cards: Annotated[list[int], Meta(min_length=1, max_length=2)] = msgspec.field(default_factory=lambda: [1])
    copies: Annotated[dict[str, int], Meta(max_length=1)] = {}


TABLES = (
    "CODES",
    "SENTENCES",
    "PROBLEMS",
    "CARD_FAULTS",
    "VALUE_FAULTS",
    "RULES_ERRORS",
    "FINDINGS",
    "IMPORT_REFUSALS",
    "DESK_FAULTS",
    "EVENTS",
    "ENDS",
)


def places_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def strings_in_the_code() -> set[str]:
    """All string constants of the service, except keys of the tables that declare codes and sentences."""
    found: set[str] = set()
    for app in ROOMS:
        for path in sorted((Path(settings.BASE_DIR) / app).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            keys = {
                id(key)
                for table in ast.walk(tree)
                if isinstance(table, ast.AnnAssign)
                and getattr(table.target, "id", "") in TABLES
                and isinstance(table.value, ast.Dict)
                for key in table.value.keys
            }
            found.update(
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys
            )
    return found


CALLS: dict[str, tuple[int, str]] = {
    **dict.fromkeys(("Detail", "malformed", "_detail"), (0, "details")),
    **dict.fromkeys(("NotAsked", "IllegalAction", "BadScript"), (0, "rules_errors")),
    "NotJson": (0, "card_faults"),
    "card_fault": (1, "card_faults"),
    **dict.fromkeys(("Finding", "RootFinding"), (2, "findings")),
    **dict.fromkeys(("_finding", "Unreadable"), (1, "findings")),
    "BadLine": (0, "findings"),
    "_refused": (0, "import_refusals"),
    "desk_text": (0, "desk_faults"),
}
"""Function called with a code -> the argument's position, and the kind of code."""


def calls_in(folder: Path) -> Iterator[tuple[str, str, list[ast.expr]]]:
    """(place, function, arguments) of every call outside rulesets, which have their own words."""
    for path in folder.rglob("*.py"):
        if any(path.is_relative_to(game) for game in GAMES):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield str(path), getattr(node.func, "id", getattr(node.func, "attr", "")), node.args


def test_every_code_that_is_raised_is_declared_with_its_texts() -> None:
    raised = [
        (path, kind, argument.value)
        for app in ROOMS
        for path, name, arguments in calls_in(Path(settings.BASE_DIR) / app)
        if (name != "_refused" or path.endswith("imports.py")) and name in CALLS
        for place, kind in [CALLS[name]]
        for argument in arguments[place : place + 1]
        if isinstance(argument, ast.Constant)
    ]

    assert {kind for _path, kind, _code in raised} == {kind for _place, kind in CALLS.values()}
    assert [(path, code) for path, kind, code in raised if code not in templates(kind)] == []


def test_every_error_that_is_raised_is_declared_with_its_texts() -> None:
    raised = [
        (path, arguments[0].value)
        for app in ROOMS
        for path, name, arguments in calls_in(Path(settings.BASE_DIR) / app)
        if name == "ServiceError" and arguments and isinstance(arguments[0], ast.Constant)
    ]

    assert len(raised) > 50
    assert [(path, code) for path, code in raised if code not in error_codes()] == []


def test_every_finding_that_is_handed_on_as_field_code_and_params_is_declared() -> None:
    handed_on = [
        node.elts[1].value
        for path in (Path(settings.BASE_DIR) / "replay").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Tuple) and len(node.elts) == 3
        if isinstance(node.elts[1], ast.Constant) and isinstance(node.elts[2], ast.Dict)
    ]

    assert len(handed_on) > 10
    assert [code for code in handed_on if code not in templates("findings")] == []


def test_every_declared_code_and_sentence_is_used() -> None:
    used = strings_in_the_code()

    declared = [*error_codes(), *(code for kind in KINDS for code in templates(kind))]
    assert [code for code in declared if code not in used] == []


def test_every_text_is_there_in_both_languages_and_says_the_same() -> None:
    for texts in (texts for kind in KINDS for texts in templates(kind).values()):
        assert list(texts) == ["ja", "en"] and all(texts.values())
        assert places_of(texts["ja"]) == places_of(texts["en"]), texts
        assert not texts["ja"].isascii() or re.fullmatch(r"{\w+}", texts["ja"]), texts
    for code, entry in error_codes().items():
        assert list(entry.meaning) == list(entry.advice) == ["ja", "en"], code


def problems_in(folder: str) -> set[str]:
    """The codes of all objects `{"code": "…", …}` in a ruleset."""
    return {
        value.value
        for path in (Path(settings.BASE_DIR) / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "code" and isinstance(value, ast.Constant)
    }


def code_of(folder: str) -> str:
    """The source of a ruleset without its words."""
    paths = (Path(settings.BASE_DIR) / folder).rglob("*.py")
    return "".join(path.read_text(encoding="utf-8") for path in paths if path.name != "words.py")


@pytest.mark.parametrize("slug", slugs())
def test_every_problem_of_a_setup_that_a_ruleset_finds_has_a_text_and_every_text_a_problem(slug: str) -> None:
    own = set(shipped_ruleset(slug).words["problems"])
    found = problems_in(f"rules/{slug}") | problems_in("rules/engine")
    written = code_of(f"rules/{slug}") + code_of("rules/engine")

    assert found - own == set()
    assert {code for code in own if f'"{code}"' not in written} == set()


def test_every_problem_that_the_service_finds_has_a_text() -> None:
    found = problems_in("matches/services")

    assert len(found) > 4
    assert found - set(templates("problems")) == set()


def is_said_in_both(detail: Detail) -> bool:
    return not detail.texts["ja"].isascii() and detail.texts["en"].isascii() and detail.code != "unreadable"


@pytest.mark.parametrize(
    ("more", "code", "params"),
    [
        ("", "missing_field", {"field": "name"}),
        ('"name": 1', "wrong_type", {"expected": "string", "found": "integer"}),
        ('"name": "a"', "string_too_short", {"least": 2}),
        ('"name": "abcd"', "string_too_long", {"most": 3}),
        ('"name": "AB"', "pattern_mismatch", {"pattern": "^[a-z]*$"}),
        ('"name": "ab", "count": 0', "number_too_small", {"least": 1}),
        ('"name": "ab", "count": 6', "number_too_large", {"most": 5}),
        ('"name": "ab", "count": 1e999', "number_out_of_range", {}),
        ('"name": "ab", "kind": "c"', "unknown_enum_value", {"value": "c"}),
        ('"name": "ab", "cards": []', "array_too_short", {"least": 1}),
        ('"name": "ab", "cards": [1, 2, 3]', "array_too_long", {"most": 2}),
        ('"name": "ab", "copies": {"a": 1, "b": 2}', "object_too_large", {"most": 1}),
        ('"name": "ab", "colour": 1', "unknown_field", {"field": "colour"}),
        ('"name": "\\u0000"', "nul_in_string", {}),
        ('"name": "\0"', "nul_in_string", {}),
        ('"name": "\\ud83d"', "surrogate_in_string", {}),
        ('"name": "\\ude00\\ud83d"', "surrogate_in_string", {}),
        ('"name": ', "not_json", {"reason": "JSON is malformed: invalid character (byte 9)"}),
    ],
)
def test_every_body_that_cannot_be_read_has_a_code_and_is_told_in_both_languages(
    more: str, code: str, params: dict[str, Any]
) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(f"{{{more}}}".encode(), Sent)

    (detail,) = refused.value.details
    assert (detail.code, detail.params) == (code, params)
    assert is_said_in_both(detail)


def test_a_message_that_nobody_knows_is_passed_on_as_it_is() -> None:
    fault = value_fault(msgspec.ValidationError("Something new"))

    assert (
        Detail(fault.code, fault.params).texts
        == fault.texts
        == {"ja": "読み取れません（Something new）。", "en": "Something new."}
    )


@pytest.mark.parametrize("raw", [b'{"name": "\xff\xff"}', b"[" * 100_000])
def test_bytes_that_are_no_text_are_told_in_both_languages(raw: bytes) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(raw, Any)

    assert is_said_in_both(refused.value.details[0])


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("colour=red", "unknown_parameter"),
        ("name=ab&name=ab", "repeated_parameter"),
        ("name=%00", "nul_in_parameter"),
        ("name=ab&count=x", "wrong_type"),
    ],
)
def test_every_parameter_that_cannot_be_read_has_a_code_and_is_told_in_both_languages(query: str, code: str) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_query(RequestFactory().get(f"/?{query}"), Sent)

    (detail,) = refused.value.details
    assert detail.code == code
    assert is_said_in_both(detail)


def test_the_page_of_errors_names_every_code_that_clients_may_meet() -> None:
    page = (Path(settings.BASE_DIR) / "docs" / "errors.md").read_text(encoding="utf-8")

    codes = [
        *error_codes(),
        *templates("details"),
        *templates("problems"),
        *templates("findings"),
        *templates("import_refusals"),
    ]
    assert [code for code in codes if f"| `{code}` |" not in page] == []
