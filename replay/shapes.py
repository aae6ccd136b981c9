"""What clients send about looking back, and the answers that nothing else shapes."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from cards.http.formats import DATE_TIME, Id
from cards.http.reading import Limit
from matches.api.events import MOST_SEQ
from matches.search.finding import Found
from matches.selectors.transcripts import Line

As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|(seat-)?[0-9]{1,2})$",
        description="Through whose eyes: `seat` (one's own), `public`; once the match is over also `audit` or any "
        "seat, as `seat-1`. While it is played `audit` needs the permission `matches.audit_live`, and is recorded.",
    ),
]
Text = Annotated[str, Meta(min_length=1, max_length=150)]
Words = Annotated[str, Meta(min_length=1, max_length=400)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


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


class SearchQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is given must be true of a match."""

    ruleset: Text | None = None
    card: Annotated[Words, Meta(description="Played openly, by slug; several with commas: all of them.")] | None = None
    effect: Annotated[Words, Meta(description="An effect's type; several with commas: all of them.")] | None = None
    reason: Annotated[Text, Meta(description="How it ended, such as `resignation`.")] | None = None
    min_length: Annotated[Count, Meta(description="At least so many events.")] | None = None
    max_length: Annotated[Count, Meta(description="At most so many events.")] | None = None
    player: Annotated[Text, Meta(description="Who sat in it: a user name, an id of the logs, or a bot.")] | None = None
    opponent: Annotated[Text, Meta(description="Who sat in it with me, likewise.")] | None = None
    named: Annotated[Text, Meta(description="Imported matches alone: what their log calls a seat.")] | None = None
    deck: (
        Annotated[Text, Meta(description="A starter deck's slug, or SHA-256 of the canonical list of cards.")] | None
    ) = None
    ended_after: Annotated[datetime, DATE_TIME] | None = None
    ended_before: Annotated[datetime, DATE_TIME] | None = None
    imported: Annotated[bool, Meta(description="Imported matches in place of those that were played here.")] = False
    limit: Limit = 50
    cursor: str | None = None


class FoundList(Struct, frozen=True):
    """Finished matches, newest end first. `next` is where the following page is."""

    results: list[Found]
    next: str | None
