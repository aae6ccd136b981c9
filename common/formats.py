"""Strings of a known form. They are strings to us; generated clients make dates, ids and enumerations of them."""

from typing import Annotated

from msgspec import Meta

END = r"$(?!\n)"
"""The end of a text: by itself `$` lets a line feed follow in Python, and nowhere else."""

DATE_TIME = Meta(extra_json_schema={"format": "date-time"})
Moment = Annotated[str, DATE_TIME]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]

Slug = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[-a-zA-Z0-9_]+" + END)]
Cards = Annotated[dict[Slug, Annotated[int, Meta(ge=1, le=1000)]], Meta(max_length=500)]
Word = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Options = Annotated[
    dict[Word, None | bool | Number | Word | Annotated[list[bool | Number | Word], Meta(max_length=20)]],
    Meta(max_length=50),
]
"""Options as they are sent, right or wrong: what a ruleset's options can be made of, and nothing deeper or longer."""
OptionsShown = dict[str, None | bool | int | str | list[bool | int | str]]
"""The same as they are told, so that what was told can be sent."""
