"""Strings of a known form. They are strings to us; generated clients make dates, ids and enumerations of them."""

from typing import Annotated

from msgspec import Meta

DATE_TIME = Meta(extra_json_schema={"format": "date-time"})
Moment = Annotated[str, DATE_TIME]
Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
