"""The structs that the API of leagues returns, and the functions that make them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta, Struct

from common.formats import Digest, Id, Moment, NextPage, OptionsShown, OwnerName
from common.timestamps import rfc3339
from leagues import models
from leagues.formats import rounds_of
from leagues.manifest import LeagueNames, Manifest, Slug, Visibility
from leagues.record import FIXTURES, planned_deals
from leagues.selectors.access import disclosed_seed
from leagues.selectors.changes import described_changes
from leagues.selectors.endings import Ending, season_endings
from leagues.selectors.results import service_voids
from leagues.selectors.seasons import State, amended, season_plan, state_of
from leagues.services.sharing import shares_of
from leagues.sides import Sides, points_of_first
from leagues.timetable import upcoming
from matches.api.match_resource import Outcome, match_url
from matches.models import Match
from matches.search.deck_ids import deck_id, starter_slugs
from matches.selectors.access import is_disclosed
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
    counts the versions of its manifest from 1; it is the `ETag`.
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


class Amendment(Struct, frozen=True):
    """A change of a running season. The service adds `broken`; operators make all others.

    `rounds` is the number of rounds made by then.
    """

    kind: Literal["extend", "withdraw", "close", "broken"]
    entrant: str | None
    length: Annotated[int | None, Meta(description="New total of rounds, cycles or deals; null if unchanged.")]
    rounds: int
    reason: str
    by: Annotated[
        str | None, Meta(description=("Account of the operator; null if there was none, or if it was deleted."))
    ]
    at: Moment


class AmendmentList(Struct, frozen=True):
    results: list[Amendment]


class PinnedSet(Struct, frozen=True):
    revision: int
    digest: Digest


class Season(Struct, frozen=True):
    """A season and its progress. `seed` is shown once it is over; `seed_commitment` is its SHA-256.

    `seed` stays null if it would reveal matches that you may not read, or that were aborted. `rounds_planned` is null
    if it depends on the play. `deals` counts the open, closed and dropped deals of the rounds made so far.
    `deals_planned` is the number of deals if nothing is amended; for a running duel it is the maximum.
    `service_voids` are attempts that did not count, but by no entrant's fault: the service failed, or an operator ended
    a match. Voids of entrants are in the table.
    """

    league: Slug
    number: int
    status: Literal["running", "over"]
    manifest: Manifest
    digest: Digest
    ruleset: str
    ruleset_version: int
    card_set: PinnedSet
    options: OptionsShown
    seat_decks: Annotated[
        list[list[dict[str, Any]]], Meta(description=("Decks of the seats, one list per deal in turn."))
    ]
    seed_commitment: Annotated[str, Meta(description="SHA-256 of the server's seed, published before the start.")]
    seed: Annotated[str | None, Meta(description="The seed of all draws; null until it is disclosed.")]
    rounds: int
    rounds_planned: Annotated[int | None, Meta(description="Null if the number of rounds depends on the play.")]
    deals: dict[Literal["open", "closed", "dropped"], int]
    deals_planned: Annotated[int, Meta(description="Deals to close if nothing is amended; in a duel, the maximum.")]
    share_per_mille: Annotated[
        int | None,
        Meta(description=("Thousandths of the workers' time that it gets now; null if workers play none of it.")),
    ]
    fixtures: int
    service_voids: Annotated[int, Meta(description="Attempts that do not count, by no entrant's fault.")]
    amendments: list[Amendment]
    started_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null until the season is over.")]
    url: str


class Entrant(Struct, frozen=True):
    """A house bot at one version, or a bot account (`account` is its id) in the version it had declared.

    `iterations` is null for a bot that does not search. `deck` is the entrant's own, if entrants bring decks.
    `deck_name` is the slug if it is a starter deck.
    """

    number: int
    name: str
    bot: Annotated[str | None, Meta(description="House bot; null for an account.")]
    bot_version: Annotated[int | None, Meta(description="Version of the house bot; null for a bot account.")]
    iterations: Annotated[int | None, Meta(description="How much the bot searches; null if it does not.")]
    account: Annotated[Id | None, Meta(description="Id of the bot account; null for a house bot.")]
    account_version: Annotated[str | None, Meta(description="Declared when the season started; null for a house bot.")]
    deck: dict[str, Any] | None
    deck_name: Annotated[str | None, Meta(description="Slug of the starter deck; null for any other deck, or none.")]
    deck_digest: Annotated[str, Meta(description="SHA-256 of the deck.")]


class EntrantList(Struct, frozen=True):
    results: list[Entrant]


class Fixture(Struct, frozen=True):
    """One playing of a deal. `counts` is true if its deal is closed at this attempt.

    `first` and `second` are the pairing's, the same in both seatings. In seating 0 `first` has the first side, that of
    seat 0. In seating 1 `second` has it. `outcome` names its winners by seats, and `winner` the entrant. `winner` is
    null after a draw, and for a match that is not over or was aborted.
    """

    round: int
    deal: Annotated[int, Meta(description="Number of the deal within its season, from 0.")]
    deal_id: Id
    attempt: Annotated[int, Meta(description="Which attempt at the deal it is, from 1.")]
    seating: Annotated[
        int, Meta(ge=0, lt=FIXTURES, description=("Who has the first side: 0 for `first`, 1 for `second`."))
    ]
    first: str
    second: str
    match: Id
    match_url: str
    status: str
    outcome: Outcome | None
    counts: Annotated[bool, Meta(description="Whether it counts in the table.")]
    winner: Annotated[str | None, Meta(description="Winning entrant; null until it is over, and after a draw.")]
    reason: Annotated[str | None, Meta(description="How it ended, such as `resignation`; null until then.")]
    decided_by: Annotated[
        str | None, Meta(description="`decided.by` of its scorecard; null until it is scored and disclosed.")
    ]


class FixtureList(Struct, frozen=True):
    results: list[Fixture]
    next: NextPage


MOST_LISTED = 20
RUNS_AHEAD = 5


def _moment(value: Any) -> str | None:
    return None if value is None else rfc3339(value)


def league_url(slug: str) -> str:
    return reverse("api-league", args=[slug])


def season_url(slug: str, number: int) -> str:
    return reverse("api-season", args=[slug, number])


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
        next_run_at=_moment(league.next_run_at),
        url=league_url(league.slug),
    )


def league_resource(league: models.League) -> League:
    seasons = league.seasons.order_by("-number")[:MOST_LISTED]
    runs = league.runs.select_related("season").order_by("-scheduled_for")[:MOST_LISTED]
    return League(
        league=league.slug,
        names=LeagueNames(ja=league.name_ja, en=league.name_en),
        manifest=msgspec.convert(league.manifest, Manifest),
        revision=league.revision,
        visibility=league.visibility,
        is_paused=league.is_paused,
        pause_note=league.pause_note,
        is_closed=league.closed_at is not None,
        closed_at=_moment(league.closed_at),
        close_note=league.close_note,
        next_run_at=_moment(league.next_run_at),
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
        ended_at=_moment(season.ended_at),
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


def season_resource(season: models.Season, player: Player | None, state: State | None = None) -> Season:
    """The resource of a season. Pass `state`, its counts, if you have it already."""
    slug, seed = season.league.slug, disclosed_seed(season, player)
    manifest = msgspec.convert(season.manifest, Manifest)
    state = state or state_of(season.pk)
    changes, entrants = amended(season.pk), len(manifest.entrants)
    deals = season.deals.aggregate(**{name: Count("pk", filter=Q(status=name)) for name in models.Deal.Status.values})
    return Season(
        league=slug,
        number=season.number,
        status=season.status,
        manifest=manifest,
        digest=season.digest,
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set=PinnedSet(season.card_set.revision, season.card_set.digest),
        options=season.options,
        seat_decks=season.seat_decks,
        seed_commitment=season.seed_commitment,
        seed=None if seed is None else seed.hex(),
        rounds=state.rounds,
        rounds_planned=rounds_of(changes.format_at(manifest.format, state.rounds), entrants),
        deals=deals,
        deals_planned=planned_deals(
            manifest.format,
            changes,
            deals,
            entrants=entrants,
            each=manifest.deals,
            rounds=state.rounds,
            is_over=season.status == models.Season.Status.OVER,
        ),
        share_per_mille=shares_of(season.pk)[1] or None,
        fixtures=state.fixtures,
        service_voids=service_voids(season.pk) if state.voids else 0,
        amendments=amendments_of(season),
        started_at=rfc3339(season.started_at),
        ended_at=_moment(season.ended_at),
        url=season_url(slug, season.number),
    )


def amendments_of(season: models.Season) -> list[Amendment]:
    return [_amendment(row) for row in season.amendments.select_related("entrant")]


def _amendment(row: models.Amendment) -> Amendment:
    entrant = row.entrant.name if row.entrant else None
    return Amendment(row.kind, entrant, row.length, row.rounds, row.reason, row.by_name or None, rfc3339(row.at))


def entrants_of(season: models.Season) -> EntrantList:
    plan = season_plan(season.pk)
    names = starter_slugs(plan.rules)
    return EntrantList(
        [
            Entrant(
                number=row.number,
                name=row.name,
                bot=row.bot or None,
                bot_version=row.bot_version,
                iterations=row.iterations,
                account=row.account or None,
                account_version=row.account_version or None,
                deck=row.deck,
                deck_name=None if row.deck is None else names.get(deck_id(row.deck)),
                deck_digest=row.deck_digest,
            )
            for row in plan.entrants
        ]
    )


def fixture_resources(season: models.Season, rows: Iterable[models.Fixture]) -> list[Fixture]:
    """Resources of fixtures; the rows must have deal, round, pairing and match loaded."""
    plan = season_plan(season.pk)
    names = {entrant.pk: entrant.name for entrant in plan.entrants}
    return [_fixture(row, names, plan.sides) for row in rows]


def _decided_by(match: Match) -> str | None:
    scorecard = match.scorecard.body if hasattr(match, "scorecard") else {}
    return str(scorecard["decided"]["by"]) if "decided" in scorecard else None


def _fixture(row: models.Fixture, names: dict[int, str], sides: Sides) -> Fixture:
    deal, pairing, match = row.deal, row.deal.pairing, row.match
    outcome = None if match.outcome is None else msgspec.convert(match.outcome, Outcome)
    points = None if outcome is None else points_of_first(sides, row.seating, outcome.winners)
    winner = {2: names[pairing.first_id], 0: names[pairing.second_id]}.get(points)  # type: ignore[arg-type]
    return Fixture(
        round=deal.round.number,
        deal=deal.number,
        deal_id=str(deal.pk),
        attempt=row.attempt,
        seating=row.seating,
        first=names[pairing.first_id],
        second=names[pairing.second_id],
        match=str(match.pk),
        match_url=match_url(match.pk),
        status=match.status,
        outcome=outcome,
        counts=deal.status == models.Deal.Status.CLOSED and deal.attempt == row.attempt,
        winner=winner,
        reason=None if outcome is None else outcome.reason,
        decided_by=_decided_by(match) if is_disclosed(match) else None,
    )
