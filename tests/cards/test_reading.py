"""Where a body cannot be read, to the key."""

from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from cards.http.reading import read_json
from cards.text.errors import ServiceError

COPIES = {"type": "integer", "minimum": 1}
SLUG = {"pattern": "^[-a-z0-9]+$"}


class Deck(Struct, forbid_unknown_fields=True):
    cards: dict[Annotated[str, Meta(pattern=SLUG["pattern"])], Annotated[int, Meta(ge=1)]]


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
