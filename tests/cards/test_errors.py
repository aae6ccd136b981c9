"""What cannot be read in a request has a code, its parameters, and a sentence in both languages."""

import ast
import string
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from django.conf import settings
from django.test import RequestFactory
from msgspec import Meta, Struct

from cards.http.reading import read_json, read_query
from cards.http.schema_faults import read_message
from cards.text.errors import Detail, ServiceError, error_codes, sentences

APPS = ("cards", "decks", "matches", "replay", "config")


class Sent(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=2, max_length=3, pattern="^[a-z]*$")]
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    kind: Literal["a", "b"] = "a"
    cards: Annotated[list[int], Meta(min_length=1, max_length=2)] = msgspec.field(default_factory=lambda: [1])
    copies: Annotated[dict[str, int], Meta(max_length=1)] = {}


def places_of(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def strings_in_the_code() -> set[str]:
    """Every string constant of the service but the keys of the tables in which codes and sentences are declared."""
    found: set[str] = set()
    for app in APPS:
        for path in sorted((Path(settings.BASE_DIR) / app).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            keys = {
                id(key)
                for table in ast.walk(tree)
                if isinstance(table, ast.AnnAssign)
                and getattr(table.target, "id", "") in ("CODES", "SENTENCES")
                and isinstance(table.value, ast.Dict)
                for key in table.value.keys
            }
            found.update(
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in keys
            )
    return found


CALLS = {"ServiceError": error_codes, "Detail": sentences, "malformed": sentences, "_detail": sentences}


def test_every_code_that_is_raised_is_declared_with_its_texts() -> None:
    raised = [
        (path, CALLS[node.func.id], node.args[0].value)
        for app in APPS
        for path in (Path(settings.BASE_DIR) / app).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in CALLS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]

    assert len(raised) > 80
    assert [(str(path), code) for path, declared, code in raised if code not in declared()] == []


def test_every_declared_code_and_sentence_is_used() -> None:
    used = strings_in_the_code()

    assert [code for code in (*error_codes(), *sentences()) if code not in used] == []


def test_every_text_is_there_in_both_languages_and_says_the_same() -> None:
    for code, texts in sentences().items():
        assert list(texts) == ["ja", "en"], code
        assert places_of(texts["ja"]) == places_of(texts["en"]), code
    for code, entry in error_codes().items():
        assert list(entry.meaning) == list(entry.advice) == ["ja", "en"], code


def is_said_in_both(detail: Detail) -> bool:
    return not detail.texts["ja"].isascii() and detail.texts["en"].isascii() and detail.code != "unreadable"


@pytest.mark.parametrize(
    ("more", "code", "params"),
    [
        ("", "missing_field", {"field": "name"}),
        ('"name": 1', "wrong_type", {"expected": "str", "found": "int"}),
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
    code, params = read_message("Something new")

    assert Detail(code, params).texts == {"ja": "読み取れません（Something new）。", "en": "Something new."}


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


def test_the_guide_for_clients_names_every_code_that_an_entry_of_errors_may_have() -> None:
    guide = (Path(settings.BASE_DIR) / "docs" / "clients.md").read_text(encoding="utf-8")

    assert [code for code in sentences() if f"`{code}`" not in guide] == []
