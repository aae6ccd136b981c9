"""The structs of leagues that the API returns, and the functions that make them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct

from common.formats import Id, Moment, NextPage, OwnerName
from common.timestamps import rfc3339
from leagues import models
from leagues.manifest import LeagueNames, Manifest, Slug, Visibility
from leagues.season_resources import moment_or_none, season_url
from leagues.selectors.changes import described_changes
from leagues.selectors.endings import Ending, season_endings
from leagues.timetable import upcoming
from matches.selectors.presence import presence_for
from players.models import Player
from players.presence import UNKNOWN, Presence


class ScheduledRun(Struct, frozen=True):
    """A scheduled time that has come: it `started` a season, was skipped (`overlap`), or `refused` for `problems`."""

    scheduled_for: Moment
    result: Literal["started", "overlap", "refused"]
    season: Annotated[int | None, Meta(description="Number of the season; null if none was started.")]
    problems: Annotated[list[dict[str, Any]], Meta(description="What is wrong, each with its `code`.")]


class SeasonLine(Struct, frozen=True):
    """A season in a list. `winners` have the first rank of its table; null while it runs, and for a duel.

    A duel has the `verdict` of its test instead; null if it was closed before the test decided. CSV joins winners with
    `/`. Both may be null for some seconds after the end, until they are computed.
    """

    number: int
    status: Literal["running", "over"]
    started_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null until the season is over.")]
    url: str
    winners: Annotated[list[str] | None, Meta(description="Entrants of the first rank; null until the season is over.")]
    verdict: Annotated[
        Literal["h1", "h0", "undecided"] | None,
        Meta(description="Verdict of a finished duel's test; else null."),
    ]


class SeasonList(Struct, frozen=True):
    results: list[SeasonLine]
    next: NextPage


class ScheduledRunList(Struct, frozen=True):
    results: list[ScheduledRun]
    next: NextPage


class LeagueLine(Struct, frozen=True):
    """A league in a list."""

    league: Slug
    names: LeagueNames
    ruleset: str
    visibility: Visibility
    is_paused: Annotated[
        bool, Meta(description=("Whether the league is paused: no season starts and no deal is played."))
    ]
    is_closed: Annotated[bool, Meta(description="Whether no more seasons start.")]
    next_run_at: Annotated[Moment | None, Meta(description="When the next season is due; null if none is scheduled.")]
    url: str


class LeagueList(Struct, frozen=True):
    results: list[LeagueLine]
    next: NextPage


class League(Struct, frozen=True):
    """A league with its newest seasons and runs; separate lists have all of them.

    `pause_note` is the reason for a pause, `close_note` for closing. A closed league starts no season, but a running
    one is played to its end. `next_runs` are the next times of its schedule; the first is `next_run_at`. `revision`
    counts the versions of its manifest from 1; the `ETag` begins with it.
    """

    league: Slug
    names: LeagueNames
    manifest: Manifest
    revision: Annotated[int, Meta(description="Number of changes to its manifest, plus one.")]
    visibility: Visibility
    is_paused: Annotated[
        bool, Meta(description=("Whether the league is paused: no season starts and no deal is played."))
    ]
    pause_note: str
    is_closed: Annotated[bool, Meta(description="Whether no more seasons start.")]
    closed_at: Annotated[Moment | None, Meta(description="Null if the league is open.")]
    close_note: str
    next_run_at: Annotated[Moment | None, Meta(description="When the next season is due; null if none is scheduled.")]
    next_runs: Annotated[list[Moment], Meta(description="The next times of its schedule, at most five.")]
    created_by: Annotated[str | None, Meta(description="Account that created the league; null if it was deleted.")]
    created_at: Moment
    seasons: Annotated[list[SeasonLine], Meta(description="The latest seasons.")]
    runs: Annotated[list[ScheduledRun], Meta(description="The latest times of its schedule.")]
    url: str


class ManifestPlace(Struct, frozen=True):
    """A changed place of a manifest, as a JSON Pointer, with its old and new value; null if there is none."""

    at: Annotated[str, Meta(description="JSON Pointer to the place.")]
    before: Any
    after: Any


class ManifestChange(Struct, frozen=True):
    """A change of a league's manifest, which made `revision`.

    `by` is null if it was made on the command line. `left_out` lists entered bot accounts that can't play under it.
    """

    revision: Annotated[int, Meta(description="The revision that the change made.")]
    by: Annotated[str | None, Meta(description="Name of the operator; null if done on the command line.")]
    at: Moment
    left_out: Annotated[list[str], Meta(description="Entered bot accounts that can't play under the new manifest.")]
    changes: list[ManifestPlace]


class ManifestChangeList(Struct, frozen=True):
    results: list[ManifestChange]
    next: NextPage


class LeagueEntry(Struct, frozen=True):
    """A bot account that has entered an open league.

    It plays in every season that starts from now on, if it fits the manifest then.
    """

    account: Id
    name: str
    version: Annotated[str, Meta(description="Version that the bot account declares now.")]
    owner: OwnerName
    joined_at: Moment
    is_connected: Annotated[bool, Meta(description="Whether it was here in the last 45 seconds.")]
    last_seen: Annotated[Moment | None, Meta(description="When it was last here; null if that is not known.")]


class LeagueEntryList(Struct, frozen=True):
    results: list[LeagueEntry]


_MOST_LISTED = 20
RUNS_AHEAD = 5


def league_url(slug: str) -> str:
    return reverse("api-league", args=[slug])


def upcoming_runs(league: models.League) -> list[datetime]:
    schedule = msgspec.convert(league.manifest, Manifest).schedule
    return upcoming(schedule, league.next_run_at, timezone.now(), RUNS_AHEAD)


def league_line(league: models.League) -> LeagueLine:
    return LeagueLine(
        league=league.slug,
        names=LeagueNames(ja=league.name_ja, en=league.name_en),
        ruleset=league.manifest["ruleset"],
        visibility=league.visibility,
        is_paused=league.is_paused,
        is_closed=league.closed_at is not None,
        next_run_at=moment_or_none(league.next_run_at),
        url=league_url(league.slug),
    )


def league_resource(league: models.League) -> League:
    seasons = league.seasons.order_by("-number")[:_MOST_LISTED]
    runs = league.runs.select_related("season").order_by("-scheduled_for")[:_MOST_LISTED]
    return League(
        league=league.slug,
        names=LeagueNames(ja=league.name_ja, en=league.name_en),
        manifest=msgspec.convert(league.manifest, Manifest),
        revision=league.revision,
        visibility=league.visibility,
        is_paused=league.is_paused,
        pause_note=league.pause_note,
        is_closed=league.closed_at is not None,
        closed_at=moment_or_none(league.closed_at),
        close_note=league.close_note,
        next_run_at=moment_or_none(league.next_run_at),
        next_runs=[rfc3339(moment) for moment in upcoming_runs(league)],
        created_by=league.created_by.get_username() if league.created_by else None,
        created_at=rfc3339(league.created_at),
        seasons=season_lines(league, seasons),
        runs=[scheduled_run(run) for run in runs],
        url=league_url(league.slug),
    )


def season_lines(league: models.League, seasons: Iterable[models.Season]) -> list[SeasonLine]:
    shown = list(seasons)
    endings = season_endings(shown)
    return [_season_line(league, season, endings.get(season.pk)) for season in shown]


def _season_line(league: models.League, season: models.Season, ending: Ending | None) -> SeasonLine:
    return SeasonLine(
        number=season.number,
        status=season.status,
        started_at=rfc3339(season.started_at),
        ended_at=moment_or_none(season.ended_at),
        url=season_url(league.slug, season.number),
        winners=None if ending is None or ending.duel else [winner.name for winner in ending.winners],
        verdict=ending.duel.verdict if ending and ending.duel else None,
    )


def scheduled_run(run: models.Run) -> ScheduledRun:
    number = run.season.number if run.season else None
    return ScheduledRun(rfc3339(run.scheduled_for), run.result, number, run.problems)


def manifest_changes(league: models.League, rows: Sequence[models.ManifestChange]) -> list[ManifestChange]:
    """Resources of consecutive changes, the newest first."""
    return msgspec.convert(described_changes(league, rows), list[ManifestChange])


def entry_resource(row: models.Entry, presence: Presence) -> LeagueEntry:
    account = row.player.bot_account
    return LeagueEntry(
        account=str(row.player.public_id),
        name=row.player.get_username(),
        version=account.version,
        owner=account.owner.get_username() if account.owner else None,
        joined_at=rfc3339(row.joined_at),
        is_connected=presence.is_connected,
        last_seen=None if presence.last_seen is None else rfc3339(presence.last_seen),
    )


def entries_of(league: models.League, reader: Player | None) -> LeagueEntryList:
    rows = list(league.entries.select_related("player__bot_account__owner").order_by("id"))
    shown = presence_for(reader, [row.player_id for row in rows])
    return LeagueEntryList([entry_resource(row, shown.get(row.player_id, UNKNOWN)) for row in rows])
