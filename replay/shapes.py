"""What clients send about looking back, and the answers that nothing else shapes."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from cards.http.formats import Id
from cards.http.reading import Limit
from matches.api.events import MOST_SEQ
from matches.selectors.transcripts import Line

As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|(seat-)?[0-9]{1,2})$",
        description="Through whose eyes: `seat` (one's own), `public`; once the match is over also `audit` or any "
        "seat, as `seat-1`. While it is played `audit` needs the permission `matches.audit_live`, and is recorded.",
    ),
]


class PastViewQuery(Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=0, le=MOST_SEQ, description="After which event; the newest if left away.")] | None = None
    as_: As | None = field(name="as", default=None)


class TranscriptQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=-1, le=MOST_SEQ, description="Events after this seq; -1 for all.")] = -1
    limit: Limit = 100
    as_: As | None = field(name="as", default=None)


class Transcript(Struct, frozen=True):
    """Events in words. `next` is where the following ones are; null when there are none now."""

    match: Id
    ruleset: str
    ruleset_version: int
    version: int
    lines: list[Line]
    next: str | None


class ExportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    as_: As | None = field(name="as", default=None)


class ImportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    visibility: Literal["public", "private"] = "private"
