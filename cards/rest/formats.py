"""Strings of a known form. They are strings to us; generated clients make dates, ids and enumerations of them."""

from typing import Annotated

from msgspec import Meta

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
