"""The place at which a body can't be read, down to the key."""

from typing import Annotated, Any, Literal

import pytest
from django.test import RequestFactory
from msgspec import Meta, Struct

from common.http.reading import Cursor, Limit, read_json, read_query, read_thoroughly
from common.text.errors import ServiceError

COPIES = {"type": "integer", "minimum": 1}
SLUG = {"pattern": "^[-a-z0-9]+$"}


class Deck(Struct, forbid_unknown_fields=True):
    cards: dict[Annotated[str, Meta(pattern=SLUG["pattern"])], Annotated[int, Meta(ge=1)]]


class Anything(Struct):
    name: str = ""


class Sent(Struct, forbid_unknown_fields=True):
    decks: list[Deck]


@pytest.mark.parametrize(
    ("cards", "key", "accepted"),
    [
        ('{"red-1": 1, "red-2": 0}', "red-2", COPIES),
        ('{"red-1": 1, "red-2": "x", "red-3": 0}', "red-2", COPIES),
        ('{"7": []}', "7", COPIES),
        ('{"red-1": 1, "Red/2~": 1}', "Red~12~0", SLUG),
    ],
)
def test_a_faulty_key_of_a_free_object_is_named(cards: str, key: str, accepted: Any) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(f'{{"decks": [{{"cards": {{}}}}, {{"cards": {cards}}}]}}'.encode(), Sent)

    assert refused.value.details[0].place == {"pointer": f"/decks/1/cards/{key}"}
    assert refused.value.details[0].accepted == accepted


@pytest.mark.parametrize(
    "other", ['"decks": 5', '"decks": []', '"decks": [[]]', '"decks": [{"cards": [1]}]', '"decks": {}']
)
def test_what_is_in_a_body_twice_is_refused_like_anything_else(other: str) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(f'{{"decks": [{{"cards": {{"red-1": 0}}}}], {other}}}'.encode(), Sent)

    assert refused.value.details[0].place == {"pointer": "/decks/0/cards"}


def test_of_a_long_body_only_the_object_is_named() -> None:
    cards = ", ".join(f'"card-{i}": {i}' for i in range(4000))

    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_json(f'{{"decks": [{{"cards": {{{cards}}}}}]}}'.encode(), Sent)

    assert refused.value.details[0].place == {"pointer": "/decks/0/cards"}


class Round(Struct, forbid_unknown_fields=True, tag_field="type", tag="round"):
    seats: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=3)]


class Duel(Struct, forbid_unknown_fields=True, tag_field="type", tag="duel"):
    most: Annotated[int, Meta(ge=1)] = 9


class Plan(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=3)]
    format: Round | Duel
    deck: Deck | str | None = None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('{"name": "long", "format": {"type": "duel", "most": 0}}', ["/name", "/format/most"]),
        ('{"name": "a", "format": {"type": "round", "seats": [0, -1, "x"]}}', ["/format/seats/1", "/format/seats/2"]),
        ('{"name": "a", "format": {"type": "round", "seats": [0, 0, 0, 0]}}', ["/format/seats"]),
        ('{"colour": 1, "format": {"most": 0}, "deck": 1}', ["/colour", "/name", "/format/type", "/deck"]),
        ('{"name": 1, "format": {"type": "chess", "most": 0}}', ["/name", "/format/type"]),
        ('{"name": 1, "format": {"type": "duel"}, "deck": {"cards": {"A": 1, "b": 1, "c": 0}}}',
         ["/name", "/deck/cards/A", "/deck/cards/c"]),
        ('[{"name": 1}]', [""]),
    ],
)  # fmt: skip
def test_all_that_differs_from_a_shape_is_told_at_once(body: str, expected: list[str]) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_thoroughly(body.encode(), Plan)

    assert [detail.place["pointer"] for detail in refused.value.details] == expected
    with pytest.raises(ServiceError) as first:
        read_json(body.encode(), Plan)
    assert first.value.details[0] in refused.value.details


def test_of_very_many_faults_and_of_a_long_body_not_all_are_looked_for() -> None:
    def faults(seats: int) -> int:
        with pytest.raises(ServiceError, match="malformed_request") as refused:
            read_thoroughly(
                f'{{"name": "long", "format": {{"type": "round", "seats": {[-1] * seats}}}}}'.encode(), Plan
            )
        return len(refused.value.details)

    assert [faults(1), faults(100), faults(20_000)] == [2, 20, 1]


@pytest.mark.parametrize("body", ["{", '{"name": "\\ud800"}', '{"name": 1e999}', "[" * 5000])
def test_what_is_no_json_is_refused_as_ever(body: str) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_thoroughly(body.encode(), Plan)

    assert len(refused.value.details) == 1


class Query(Struct, forbid_unknown_fields=True):
    number: Limit | None = None
    word: Literal["red", "blue"] | None = None
    is_mine: bool | None = None
    text: str | None = None
    cursor: Cursor | None = None


@pytest.mark.parametrize("name", ["number", "word", "is_mine"])
@pytest.mark.parametrize("value", ["null", "NULL", ""])
def test_a_parameter_that_is_none_of_its_values_is_refused_and_not_left_out(name: str, value: str) -> None:
    with pytest.raises(ServiceError, match="malformed_request") as refused:
        read_query(RequestFactory().get("/", {name: value}), Query)

    assert refused.value.details[0].place == {"parameter": name}
    assert {"type": "null"} not in refused.value.details[0].accepted.get("anyOf", [])


def test_an_empty_cursor_is_none_that_was_given_out() -> None:
    with pytest.raises(ServiceError, match="malformed_request"):
        read_query(RequestFactory().get("/?cursor="), Query)


def test_the_word_null_is_a_text_like_any_other() -> None:
    assert read_query(RequestFactory().get("/?text=null"), Query) == Query(text="null")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b'{"x":"\xed\xa0\x80"}', "surrogate_in_string"),
        (b'{"name":"\xff"}', "not_utf8"),
        (b'"\xc3', "not_utf8"),
        (b'{"\xed":1}', "not_utf8"),
        (b'[{"x":"\xed"}]', "not_utf8"),
    ],
)
@pytest.mark.parametrize("read", [read_json, read_thoroughly])
def test_bytes_that_are_no_utf_8_are_refused_wherever_they_stand(read: Any, raw: bytes, code: str) -> None:
    with pytest.raises(ServiceError) as refused:
        read(raw, Anything)

    assert [detail.code for detail in refused.value.details] == [code]
