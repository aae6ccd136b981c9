"""Places in JSON: built, taken apart, and followed to a value."""

from typing import Any

import pytest

from rules.engine.json_pointers import is_within, keys_of, parent_of, put, value_at, within, without

VALUE = {"foo": ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, "~1": 9, "names": {"en": "Dog"}}


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("", VALUE),
        ("/foo", ["bar", "baz"]),
        ("/foo/0", "bar"),
        ("/", 0),
        ("/a~1b", 1),
        ("/m~0n", 8),
        ("/~01", 9),
        ("/names/en", "Dog"),
    ],
)
def test_a_place_is_followed_as_rfc_6901_has_it(at: str, found: Any) -> None:
    assert value_at(VALUE, at) == found
    assert within("", *keys_of(at)) == at


@pytest.mark.parametrize("at", ["/no", "/foo/2", "/foo/-", "/foo/00", "/foo/-1", "/foo/²", "/names/en/0", "/a/b"])
def test_a_place_where_nothing_is_gives_what_was_asked_for(at: str) -> None:
    assert value_at(VALUE, at, "nothing") == "nothing"


def test_a_place_is_in_another_one_by_whole_keys() -> None:
    assert is_within("/names/en", "/names") and is_within("/names", "/names")
    assert not is_within("/names_ja", "/names")
    assert parent_of("/names/en") == "/names" and parent_of("/names") == ""


def test_a_change_leaves_the_original_as_it_was() -> None:
    value = {"names": {"en": "Dog", "ja": "犬"}, "costs": [1, 2, 3]}

    changed = put(put(value, "/costs/1", 5), "/names/en", "Cat")

    assert changed == {"names": {"en": "Cat", "ja": "犬"}, "costs": [1, 5, 3]}
    assert without(without(changed, "/costs/0"), "/names/ja") == {"names": {"en": "Cat"}, "costs": [5, 3]}
    assert value == {"names": {"en": "Dog", "ja": "犬"}, "costs": [1, 2, 3]}
