"""`manage.py league FILE`: create or change a league from a manifest; optionally play its season right away."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.http.reading import read_thoroughly
from common.text.errors import ServiceError
from leagues.formats import Swiss
from leagues.manifest import Manifest
from leagues.models import Deal, League, Season
from leagues.record import FIXTURES
from leagues.selectors.results import season_report
from leagues.selectors.seasons import season_plan
from leagues.services.changing import change_manifest
from leagues.services.leagues import create_league
from leagues.services.playing import play_deals
from leagues.standings import WIN
from players.models import Player

PATIENCE_SECONDS = 1.0


class Command(BaseCommand):
    help = (
        "Create a league from a JSON manifest, or change one (docs/operations.md). Workers play its matches. "
        "With --play, this process does too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the manifest")
        parser.add_argument("--owner", default="", help="the account that owns the league and whose decks it can use")
        parser.add_argument("--change", action="store_true", help="change an existing league, from its next season on")
        parser.add_argument("--by", default="", help="with --change: the account to record as the author")
        parser.add_argument("--play", action="store_true", help="play until the season is over, then print the table")

    def handle(self, *args: Any, file: Path, change: bool, owner: str, by: str, play: bool, **options: Any) -> None:
        if change and (owner or play):
            raise CommandError("--change can be combined only with --by: it keeps the owner and starts no season")
        if by and not change:
            raise CommandError("--by needs --change")
        try:
            manifest = read_thoroughly(file.read_bytes(), Manifest)
            if change:
                self._change(manifest, _account(by))
            else:
                self._make(manifest, _account(owner), play=play)
        except OSError as error:
            raise CommandError(str(error)) from error
        except ServiceError as error:
            raise CommandError("\n".join([error.texts["en"], *map(_line, error.details)])) from error

    def _make(self, manifest: Manifest, owner: Player | None, *, play: bool) -> None:
        league = create_league(manifest=manifest, created_by=owner)
        season = league.seasons.first()
        when = "has started" if season else f"runs at {league.next_run_at}"
        self.stdout.write(f"League {league.slug} {when}.")
        if play and season is not None:
            self._play(season)

    def _change(self, manifest: Manifest, by: Player | None) -> None:
        league = League.objects.filter(slug=manifest.league).first()
        if league is None:
            raise CommandError(f"there is no league {manifest.league!r}")
        league = change_manifest(league=league, manifest=manifest, by=by)
        when = f"runs at {league.next_run_at}" if league.closed_at is None else "is closed"
        self.stdout.write(f"League {league.slug} is at revision {league.revision} and {when}.")
        change = league.manifest_changes.filter(revision=league.revision).first()
        if change is not None and change.left_out:
            self.stdout.write(f"It leaves out {', '.join(change.left_out)}, who had entered.")

    def _play(self, season: Season) -> None:
        while season.status == Season.Status.RUNNING and not season.league.is_paused:
            if not play_deals():
                time.sleep(PATIENCE_SECONDS)  # Other workers play the rest, or a killed worker's lease expires.
            season.refresh_from_db()
            season.league.refresh_from_db()
        closed = season.deals.filter(status=Deal.Status.CLOSED).count()
        self.stdout.write(f"{season}: {closed} deals. {season.league.pause_note}".strip())
        report, plan = season_report(season), season_plan(season.pk).manifest
        of_bye = FIXTURES * plan.deals if isinstance(plan.format, Swiss) else 0
        for row in report.standings:
            interval = "" if row.interval == (None, None) else " ({} to {})".format(*map(_end, row.interval))
            rating = "" if row.elo is None else f"{row.elo:+5}{interval}"
            most = WIN * (row.played + of_bye * row.byes)
            counts = f"{row.points:5} points of {most:5}"
            self.stdout.write(f"{row.rank:3}  {row.entrant:20} {counts}  {rating}".rstrip())
        if report.test is not None:
            self.stdout.write(f"Verdict: {report.test.verdict} after {report.test.deals} deals")


def _end(elo: int | None) -> str:
    return "…" if elo is None else f"{elo:+}"


def _account(name: str) -> Player | None:
    player = Player.objects.filter(username=name).first()
    if name and player is None:
        raise CommandError(f"there is no account {name!r}")
    return player


def _line(detail: Any) -> str:
    return f"  {detail.place.get('pointer', '')}: {detail.texts['en']}"
