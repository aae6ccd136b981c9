"""What clients send about matches, and the few answers that selectors do not shape."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct, field

from cards.engine import Names
from cards.http.formats import Id
from cards.http.reading import Limit
from decks.shapes import DeckNamed, Options
from matches.clocks import Clock
from matches.selectors.lists import MatchShown, Status

EventJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/Event"})]
MOST_SEQ = 2_000_000_000
Seq = Annotated[int, Meta(ge=-1, le=MOST_SEQ)]
Note = Annotated[str, Meta(max_length=400)]
As = Annotated[
    str,
    Meta(
        pattern="^(seat|public|audit|[0-9]{1,2})$",
        description="Through whose eyes: `seat` (one's own), `public`; once the match is over also `audit` or any "
        "seat's number. While it is played `audit` needs the permission `matches.audit_live`, and is put on record.",
    ),
]


class Me(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="me"):
    """I sit here. With `ready` I need not join any more; I then give no entropy."""

    deck: DeckNamed | None = None
    ready: bool = False


class Invited(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="invited"):
    """The player of that name may sit here."""

    player: Annotated[str, Meta(min_length=1, max_length=150)]


class Open(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="open"):
    """Whoever joins sits here."""


class Bot(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bot"):
    """A house bot sits here; `GET bots` lists them."""

    bot: str
    deck: DeckNamed | None = None


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to open: the seats in seating order, and what differs from the default options."""

    ruleset: str
    seats: Annotated[list[Me | Invited | Open | Bot], Meta(min_length=1, max_length=8)]
    options: Options = {}
    clock: Clock | None = None
    visibility: Literal["public", "private"] = "public"


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """`entropy` goes into all chance of the match, which is committed to already. `seat` picks one of several open."""

    deck: DeckNamed | None = None
    entropy: Annotated[str, Meta(max_length=64, pattern="^[ -~]*$")] = ""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Leaving(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say."""


class Aborting(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class Resigning(Struct, frozen=True, forbid_unknown_fields=True):
    note: Note = ""


class Move(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of the match's ruleset, and the version of the match that it was decided on."""

    version: Annotated[int, Meta(ge=-MOST_SEQ, le=MOST_SEQ)]
    action: Annotated[Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]


class Taken(Struct, frozen=True):
    """The event as one's seat sees it, and the match's version now."""

    event: EventJson
    version: int


class MatchQuery(Struct, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    status: Literal["lobby", "playing", "over"] | None = None
    player: (
        Annotated[str, Meta(max_length=150, description="Matches in which the player of that name sits.")] | None
    ) = None
    mine: Annotated[bool, Meta(description="Only matches that I opened or sit in.")] = False
    my_turn: Annotated[bool, Meta(description="Only matches that wait for me.")] = False
    limit: Limit = 20
    cursor: str | None = None


class MatchList(Struct, frozen=True):
    """Matches, newest first. `next` is where the following page is."""

    results: list[MatchShown]
    next: str | None


class ViewQuery(Struct, frozen=True, forbid_unknown_fields=True):
    as_: As | None = field(name="as", default=None)


class EventQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Events after this seq; -1 for all.")] = -1
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    wait: Annotated[int, Meta(ge=0, le=30, description="Wait so many seconds for an event if there is none yet.")] = 0
    as_: As | None = field(name="as", default=None)


class EventPage(Struct, frozen=True):
    """Events in order. `next` is where the following ones are or will be; null when there will be none."""

    match: Id
    status: Status
    version: int | None
    events: list[EventJson]
    next: str | None


class StreamQuery(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[Seq, Meta(description="Events after this seq, unless the request has a Last-Event-ID.")] = -1
    as_: Annotated[str, Meta(pattern="^(seat|public)$")] | None = field(name="as", default=None)


class BotShown(Struct, frozen=True):
    """A house bot. A version that plays differently has another number; logs name it `bot:<name>/<version>`."""

    name: str
    version: int
    names: Names


class BotList(Struct, frozen=True):
    """From the weakest to the strongest."""

    results: list[BotShown]
