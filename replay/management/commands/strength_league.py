"""`manage.py strength_league FOLDER`: play the house bots in leagues; write tables and season files."""

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError

from common.text.errors import ServiceError
from leagues.manifest import Manifest
from leagues.models import Entrant, Season
from leagues.pages.tables import SHORT_DIGEST
from leagues.report import Report, TableRow
from leagues.selectors.results import season_report
from leagues.selectors.seasons import season_plan
from leagues.services.leagues import plan_league
from leagues.services.playing import play_deals
from leagues.services.resolving import resolve
from leagues.services.seasons import start_season
from matches.bots.roster import SEARCHING
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import archive_season
from rules.registry import slugs

PATIENCE_SECONDS = 1.0
USUAL_BOTS = ("greedy", "random", SEARCHING)
HEAD = ("rank", "bot", "version", "digest", "points", "of", "rating", "95 %", "over the next")


class Command(BaseCommand):
    help = (
        "Play house bots against each other, with one league for each game. Write each table (table.md) "
        "and season file, which `verify_season` and `rerun_season` check. The same seed, bots and number of deals give "
        "the same matches again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--rulesets", nargs="+", default=slugs(), metavar="RULESET")
        parser.add_argument("--deals", type=int, default=100, help="deals for each pairing, with two matches each")
        parser.add_argument(
            "--bots",
            nargs="+",
            default=USUAL_BOTS,
            metavar="BOT",
            help="house bots, such as hard, or ismcts-30 with 30 iterations. The rating of the first one is 0. "
            f"Default: {' '.join(USUAL_BOTS)}",
        )
        parser.add_argument("--seed", help="a text that decides all matches; drawn by default")
        parser.add_argument("--league", default="strength", help="start of the leagues' names; the game's name follows")

    def handle(
        self,
        *args: Any,
        folder: Path,
        rulesets: Sequence[str],
        deals: int,
        bots: Sequence[str],
        league: str,
        seed: str | None,
        **options: Any,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        tables = []
        for ruleset in rulesets:
            season = self._season(ruleset, deals, bots, league, seed)
            play_to_the_end(season)
            file = folder / f"{ruleset}.jsonl"
            with file.open("wb") as out:
                out.writelines(archive_season(season))
            with file.open("rb") as written:
                if audit_season(*read_season(written)):
                    raise CommandError(f"{file} was written, but does not verify")
            report = season_report(season)
            tables.append(f"### {season_plan(season.pk).rules.names['en']}\n\n{table_of(season, report)}\n")
            self.stdout.write(f"{season}: {report.fixtures} matches are in {file}, and verify.")
        (folder / "table.md").write_text("\n".join(tables), encoding="utf-8")

    def _season(self, ruleset: str, deals: int, bots: Sequence[str], league: str, seed: str | None) -> Season:
        slug = f"{league}-{ruleset}".replace("_", "-")
        content = {
            "league": slug,
            "names": {"ja": f"強さ {slug}", "en": f"Strength {slug}"},
            "ruleset": ruleset,
            "entrants": [{"name": bot, "bot": bot} for bot in bots],
            "format": {"type": "round_robin"},
            "deals": deals,
        }
        try:
            return _start(msgspec.convert(content, Manifest), None if seed is None else season_seed(seed, ruleset))
        except msgspec.ValidationError as error:
            raise CommandError(str(error)) from error
        except ServiceError as error:
            texts = [error.texts["en"], *(detail.texts["en"] for detail in error.details)]
            raise CommandError("\n".join(texts)) from error


def season_seed(seed: str, ruleset: str) -> bytes:
    return hashlib.sha256(f"{seed}/{ruleset}".encode()).digest()


def _start(manifest: Manifest, seed: bytes | None) -> Season:
    """Start a league's only season. Raises ServiceError `league_exists` or `bad_manifest`."""
    league = plan_league(manifest=manifest, created_by=None)
    now = read_database_clock().moment
    resolved = resolve(manifest, owner=None, now=now)
    league.next_run_at = None
    try:
        with writing():
            league.save(force_insert=True)
            return start_season(league, resolved, now, seed)
    except IntegrityError as error:
        raise ServiceError("league_exists") from error


def play_to_the_end(season: Season) -> None:
    """Play a season in this process, alongside any workers. Raises CommandError if its league is paused."""
    while season.status == Season.Status.RUNNING:
        if not play_deals():
            time.sleep(PATIENCE_SECONDS)  # Other workers play the rest, or the lease of a killed worker must expire.
        season.refresh_from_db()
        season.league.refresh_from_db()
        if season.league.is_paused:
            raise CommandError(f"{season} is paused: {season.league.pause_note}")


def table_of(season: Season, report: Report) -> str:
    """The final table in Markdown."""
    entrants = {entrant.name: entrant for entrant in season_plan(season.pk).entrants}
    rows = [_cells(entrants[row.entrant], row) for row in report.standings]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [HEAD, ("---",) * len(HEAD), *rows])


def _cells(entrant: Entrant, row: TableRow) -> tuple[str, ...]:
    low, high = (("…" if end is None else f"{end:+}") for end in row.interval)
    interval = "" if row.interval == (None, None) else f"{low} to {high}"
    over_next = "" if row.over_next_per_mille is None else f"{row.over_next_per_mille / 10:.1f} %"
    rating = "" if row.elo is None else f"{row.elo:+}"
    bot = (entrant.bot, str(entrant.bot_version), f"`{entrant.digest[:SHORT_DIGEST]}`")
    return str(row.rank), *bot, str(row.points), str(2 * row.played), rating, interval, over_next
