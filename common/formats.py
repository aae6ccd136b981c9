"""Field types shared by many messages, described once for the OpenAPI document. In this code moments and ids are
strings; generated clients convert them."""

from typing import Annotated, Any

from msgspec import Meta

END = r"$(?!\n)"
"""The end of a text. In Python, unlike elsewhere, `$` alone also matches before a final line feed."""

DATE_TIME = Meta(extra_json_schema={"format": "date-time"})
Moment = Annotated[str, DATE_TIME]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
Digest = Annotated[str, Meta(description="SHA-256 of the canonical JSON, in hexadecimal digits.")]
DeckDigest = Annotated[
    str,
    Meta(description="SHA-256 of the canonical list of cards. Searches take it as `deck`, and equal lists share it."),
]
SeatNumber = Annotated[int, Meta(description="Number of a seat, from 0.")]
NextPage = Annotated[str | None, Meta(description="Path of the next page; null on the last page.")]
OwnerName = Annotated[str | None, Meta(description="Account name of the owner; null if the account was deleted.")]

Slug = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[-a-zA-Z0-9_]+" + END)]
COPIES = "Number of copies by card slug."
Cards = Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=1000)]], Meta(max_length=500, description=COPIES)]
CardsShown = Annotated[dict[str, int], Meta(description=COPIES)]
Word = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Options = Annotated[
    dict[Word, None | bool | Number | Word | Annotated[list[bool | Number | Word], Meta(max_length=20)]],
    Meta(max_length=50, description="Options by name; a missing one takes its default."),
]
"""Options as sent, valid or not. They are limited to the depth and length that a ruleset's options can have."""
_OPTION_VALUES = {
    "anyOf": [
        *({"type": name} for name in ("boolean", "integer", "string", "null")),
        *({"type": "array", "items": {"type": name}} for name in ("integer", "string")),
    ]
}
OptionsShown = Annotated[dict[str, Any], Meta(extra_json_schema={"additionalProperties": _OPTION_VALUES})]
"""Options as answered. Anything answered can be sent back. Generated clients cannot read lists of mixed items."""
