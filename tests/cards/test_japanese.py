"""What cannot be read in a request is said in Japanese too."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from django.test import RequestFactory
from msgspec import Meta, Struct

from cards.http.errors import Malformed
from cards.http.reading import read_json, read_query
from cards.text.request_faults import JAPANESE, in_japanese
from config.problems import NO_ADDRESS, NOT_HTTP
from matches.api.stream import NO_PLACE


class Sent(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=2, max_length=3, pattern="^[a-z]*$")]
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    kind: Literal["a", "b"] = "a"
    cards: Annotated[list[int], Meta(min_length=1, max_length=2)] = msgspec.field(default_factory=lambda: [1])
    copies: Annotated[dict[str, int], Meta(max_length=1)] = {}


@pytest.mark.parametrize("text", JAPANESE)
def test_both_sentences_tell_the_same_things(text: str) -> None:
    things = [f"thing{i}" for i in range(text.count("{}"))]

    told = in_japanese(text.format(*things))

    assert not told.isascii() and all(thing in told for thing in things)


def test_an_unknown_sentence_stands_as_it_is() -> None:
    assert in_japanese("something else") == "something else"


@pytest.mark.parametrize("sentence", [NO_ADDRESS, NOT_HTTP, NO_PLACE])
def test_what_the_service_says_of_addresses_is_said_in_japanese(sentence: str) -> None:
    assert not in_japanese(sentence).isascii()


@pytest.mark.parametrize(
    "more",
    [
        *("", '"name": 1', '"name": "a"', '"name": "abcd"', '"name": "AB"', '"name": "ab", "count": 0'),
        *('"name": "ab", "count": 6', '"name": "ab", "count": 1e999', '"name": "ab", "kind": "c"'),
        *('"name": "ab", "cards": []', '"name": "ab", "cards": [1, 2, 3]', '"name": "ab", "copies": {"a": 1, "b": 2}'),
        *('"name": "ab", "colour": 1', '"name": "\\u0000"', '"name": '),
    ],
)
def test_every_body_that_cannot_be_read_is_told_in_japanese(more: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_json(f"{{{more}}}".encode(), Sent)

    assert not in_japanese(refused.value.detail).isascii()


@pytest.mark.parametrize("raw", [b'{"name": "\xff\xff"}', b"[" * 100_000])
def test_bytes_that_are_no_text_are_told_in_japanese(raw: bytes) -> None:
    with pytest.raises(Malformed) as refused:
        read_json(raw, Any)

    assert not in_japanese(refused.value.detail).isascii()


@pytest.mark.parametrize("query", ["colour=red", "name=ab&name=ab", "name=%00", "name=ab&count=x"])
def test_every_parameter_that_cannot_be_read_is_told_in_japanese(query: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_query(RequestFactory().get(f"/?{query}"), Sent)

    assert not in_japanese(refused.value.detail).isascii()
