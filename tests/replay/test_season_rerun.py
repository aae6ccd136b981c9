"""Seasons replayed from their files: what repeats, what differs, and what can't be determined."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from leagues.models import Season
from replay.seasons.audit import read_season
from replay.seasons.exports import export_season
from replay.seasons.rerun import places_of, play_again
from rules.engine import canonical
from tests.leagues.conftest import RANDOM, operator, play_out, published, season

__all__ = ["operator", "published", "season"]
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
Start = Callable[..., Season]
SEARCHING = [{"name": "gus", "bot": "greedy"}, {"name": "iza", "bot": "ismcts-5"}]


@pytest.fixture
def run(tmp_path: Path) -> Callable[[list[bytes]], str]:
    def run(lines: list[bytes]) -> str:
        file, said = tmp_path / "season.jsonl", io.StringIO()
        file.write_bytes(b"".join(lines))
        call_command("rerun_season", str(file), stdout=said, stderr=said)
        return said.getvalue()

    return run


def exported(season: Season) -> list[bytes]:
    return b"".join(export_season(season, None)).splitlines(keepends=True)


def renamed(lines: list[bytes], **entries: Any) -> list[bytes]:
    return [canonical({**msgspec.json.decode(lines[0]), **entries}) + b"\n", *lines[1:]]


def test_every_match_comes_out_again(season: Start, run: Callable[[list[bytes]], str]) -> None:
    lines = exported(play_out(season(entrants=[*RANDOM[:2], *SEARCHING], deals=2)))

    assert "24 matches were repeated" in run(lines) and "not played again" not in run(lines)


def test_a_decision_of_another_seed_is_named(season: Start, run: Callable[[list[bytes]], str]) -> None:
    """The match is sound by itself, but its bots are not those of this season."""
    document, logs = read_season(exported(play_out(season(entrants=RANDOM[:2], deals=2))))
    log = next(iter(logs))
    deal, seating = places_of(document)[log.match]

    as_it_was = play_again(document, log, deal, seating)
    other = play_again(msgspec.structs.replace(document, season="nightly/7"), log, deal, seating)

    assert as_it_was is not None and as_it_was.is_sound
    assert other is not None and [finding.code for finding in other.findings] == ["season_decided"]
    lines = renamed(exported(Season.objects.get()), season="nightly/7")
    with pytest.raises(CommandError, match="4 matches of season nightly/7 were played differently"):
        run(lines)


def test_what_cannot_be_told_is_said(season: Start, run: Callable[[list[bytes]], str]) -> None:
    older = exported(play_out(season(entrants=[{**one, "version": 1} for one in RANDOM[:2]])))

    assert "2 matches were not played again" in run(older)
    newer = exported(play_out(season(league="other", entrants=RANDOM[:2])))
    assert "2 matches were not played again" in run(renamed(newer, seed=None))


def test_a_file_that_is_no_season_is_refused(run: Callable[[list[bytes]], str]) -> None:
    with pytest.raises(CommandError, match="cannot be read as a season"):
        run([b"{}\n"])
