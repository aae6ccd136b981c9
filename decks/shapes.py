"""How decks are sent to the API."""

from typing import Annotated

from msgspec import Meta, Struct

Slug = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[-a-zA-Z0-9_]+$")]
Cards = Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=1000)]], Meta(max_length=500)]


Word = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Options = Annotated[
    dict[Word, None | bool | Number | Word | Annotated[list[bool | Number | Word], Meta(max_length=20)]],
    Meta(max_length=50),
]
"""Options as they are sent, right or wrong: what a ruleset's options can be made of, and nothing deeper or longer."""


class DeckSent(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards` maps a card's slug to the number of its copies."""

    cards: Cards


DeckNamed = (
    DeckSent | Annotated[str, Meta(min_length=1, max_length=80, description="Id of a deck, or slug of a starter deck.")]
)
