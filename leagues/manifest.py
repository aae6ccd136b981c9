"""The manifest of a league: who plays, what, in which format, and when. Pure."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from common.formats import END, Cards, Options
from leagues.formats import Format
from leagues.limits import MOST_ENTRANTS
from matches.clocks import Clock

Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9]+(-[a-z0-9]+)*" + END)]
_MARKS = "/<>&\"'" r"\x00-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""Not allowed in names: characters of markup and paths, and invisible ones."""
EntrantName = Annotated[str, Meta(min_length=1, max_length=60, pattern=f"^[^ {_MARKS}][^{_MARKS}]*" + END)]
Visibility = Literal["public", "unlisted", "private"]
Moment = Annotated[str, Meta(max_length=40, description="RFC 3339, as `2026-12-01T03:00:00Z`.")]


class DeckSent(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards` maps a card's slug to the number of its copies."""

    cards: Cards


DeckNamed = (
    DeckSent | Annotated[str, Meta(min_length=1, max_length=80, description="Id of a deck, or slug of a starter deck.")]
)


SeatDecks = Annotated[list[DeckNamed | None], Meta(min_length=2, max_length=8)]


class EntrantInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A house bot (`bot`) at one version, or a bot account by its name (`account`).

    `deck` is its own deck, if entrants bring decks.
    """

    name: EntrantName
    bot: Annotated[Annotated[str, Meta(max_length=60)] | None, Meta(description="House bot; null for an account.")] = (
        None
    )
    account: Annotated[
        Annotated[str, Meta(max_length=150)] | None, Meta(description="Bot account; null for a house bot.")
    ] = None
    version: Annotated[int, Meta(ge=1)] | None = None
    deck: DeckNamed | None = None


class LeagueNames(Struct, frozen=True, forbid_unknown_fields=True):
    ja: Annotated[str, Meta(min_length=1, max_length=120)]
    en: Annotated[str, Meta(min_length=1, max_length=120)]


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """The entrant whose rating is fixed, and the rating. Default: the first entrant, at 0."""

    entrant: EntrantName | None = None
    elo: Annotated[int, Meta(ge=-10_000, le=10_000, description="Elo of the anchor; others are relative to it.")] = 0


class Once(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="once"):
    """As soon as the league is created."""


class At(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="at"):
    at: Moment


class Cron(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="cron"):
    """At the times of a cron expression of five fields, in a time zone of the IANA database."""

    cron: Annotated[str, Meta(min_length=9, max_length=100, description="Minute, hour, day, month, day of the week.")]
    time_zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"


Schedule = Once | At | Cron


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Bot accounts may join before a season starts, until it has `most` entrants. Each owner has one entry.

    With `confirmed_address`, the owner needs a confirmed mail address that no other entry's owner has.
    """

    most: Annotated[
        int, Meta(ge=2, le=MOST_ENTRANTS, description=("Maximum number of entrants, including those of the manifest."))
    ] = 32
    confirmed_address: Annotated[
        bool, Meta(description="True if owners of accounts that join need a confirmed mail address.")
    ] = False


class Twinned(Struct, frozen=True, forbid_unknown_fields=True):
    """The house bot that both accounts of a pairing meet. A season's manifest has its version."""

    bot: Annotated[str, Meta(max_length=60, description="House bot that both accounts of a pairing meet.")]
    version: Annotated[
        Annotated[int, Meta(ge=1)] | None, Meta(description="Version of the house bot; null for the current one.")
    ] = None

    @property
    def name_in_log(self) -> str:
        return f"bot:{self.bot}/{self.version}"


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """A league. `deals` is the number per pairing of a round; every deal is played twice, with sides exchanged.

    `decks` says whether decks stay on their seats, so that a deal is the same for both sides, or go with the entrants.
    `seat_decks` are the decks of the seats, one list per deal in turn. Without them, starter decks that may meet are
    used. With `luck_adjusted`, house bots play the deals of accounts again, and the table shows shares without luck.
    With `twinned`, two accounts never meet. Both meet the same house bot instead, with the same cards and side.
    With `entry`, bot accounts may join. Matches with accounts use `clock`; pairings of house bots have no clock.
    """

    league: Slug
    names: LeagueNames
    ruleset: Annotated[str, Meta(max_length=40)]
    entrants: Annotated[list[EntrantInput], Meta(max_length=MOST_ENTRANTS)]
    format: Format
    options: Options = {}
    deals: Annotated[int, Meta(ge=1, le=1_000)] = 1
    decks: Literal["of_seat", "of_entrant"] = "of_seat"
    seat_decks: Annotated[
        list[SeatDecks], Meta(max_length=60, description=("Decks of the seats, one list per deal in turn."))
    ] = []
    anchor: Anchor = Anchor()
    visibility: Visibility = "public"
    schedule: Schedule = Once()
    entry: Annotated[Entry | None, Meta(description="Null if bot accounts can't join.")] = None
    clock: Annotated[Clock | None, Meta(description="Time control; null for untimed matches.")] = None
    luck_adjusted: Annotated[
        bool, Meta(description="True if house bots play the deals of accounts again, to measure luck.")
    ] = False

    twinned: Annotated[Twinned | None, Meta(description="Null if entrants meet each other, and not one house bot.")] = (
        None
    )

    @property
    def has_accounts(self) -> bool:
        return self.entry is not None or any(entrant.account is not None for entrant in self.entrants)


def anchor_of(manifest: Manifest) -> int:
    """The number of the anchor; -1 if no entrant has its name."""
    if manifest.anchor.entrant is None:
        return 0
    names: list[Any] = [entrant.name for entrant in manifest.entrants]
    return names.index(manifest.anchor.entrant) if manifest.anchor.entrant in names else -1
