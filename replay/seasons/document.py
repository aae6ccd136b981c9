"""A season as one line of JSON, next to the exports of its matches: enough to compute it again. Pure."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from leagues.report import Method, Report

FORMAT: Literal["season/2"] = "season/2"


class EntrantEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A house bot at one version; or a bot account by its public id, in the version that it had declared.

    `digest` is that of the house bot's code, or the one that the account had declared. It is empty if there was none,
    and in older files.
    """

    name: str
    bot: str
    bot_version: int | None
    deck: dict[str, Any] | None
    account: str = ""
    account_version: str = ""
    digest: str = ""

    @property
    def name_in_log(self) -> str:
        return self.account or f"bot:{self.bot}/{self.bot_version}"


class DealEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A deal of the pairing (`first`, `second`) of a round. `matches` are listed by seating; empty if it was cancelled.

    A walkover has an empty text in place of a match. The entrant that was withdrawn first lost it.

    `controls` has the house bots' points for each match, if luck is measured; empty if a match has none.
    `decided_by` is `decided.by` of their scorecards, empty for a match that is left out; files of `season/1` have none.
    """

    number: int
    round: int
    first: int
    second: int
    attempt: int
    matches: Annotated[list[str], Meta(max_length=2)]
    decided_by: Annotated[list[str], Meta(max_length=2)] = []
    controls: Annotated[list[int], Meta(max_length=2)] = []


class AmendmentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["extend", "withdraw", "close", "broken"]
    entrant: int | None
    length: int | None
    rounds: int


class VoidEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`kind` is `illegal` or `crashed`; empty if no entrant was at fault, and in older files."""

    deal: int
    attempt: int
    entrant: int | None
    kind: Literal["", "illegal", "crashed"] = ""


class FaultEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a bot account did one thing wrong in a match: `illegal` actions, or a call left `refused`."""

    deal: int
    attempt: int
    seating: Annotated[int, Meta(ge=0, le=1)]
    entrant: int
    kind: Literal["illegal", "refused"]
    count: Annotated[int, Meta(ge=1)]


class SeasonDocument(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A season as exported. Entrants are numbered from 0. `rounds` has the pairings; a second entrant of null is a bye.

    `seed` is null if it would reveal matches that the reader may not read. `left_out` is the number of matches in the
    deals that the reader may not read, and so are not exported; absent if 0. `intervals` is the method of the report's
    intervals. `scorecard_version` is the version of the tallies from which the deals have `decided_by`. Files of
    `season/1` have neither: their intervals are resampled. `luck` is the house bot behind the `controls` of the deals;
    absent if luck is not measured.
    """

    format: Literal["season/1", "season/2"]
    season: str
    manifest: dict[str, Any]
    digest: str
    ruleset: str
    ruleset_version: int
    card_set_digest: str
    options: dict[str, Any]
    seat_decks: list[list[dict[str, Any]]]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None
    seed_commitment: str
    entrants: list[EntrantEntry]
    amendments: list[AmendmentEntry]
    voids: list[VoidEntry]
    rounds: list[list[tuple[int, int | None]]]
    deals: list[DealEntry]
    report: Report
    left_out: Annotated[int, Meta(ge=0)] = 0
    intervals: Method | None = None
    scorecard_version: int | None = None
    faults: list[FaultEntry] = []
    luck: str | None = None
