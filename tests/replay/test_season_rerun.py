"""Seasons replayed from their files: what repeats, what differs, and what can't be determined."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from cards.sets.services import publish_card_set
from leagues.models import Season
from matches.bots.seated import seed_from_key
from replay.seasons import rerun
from replay.seasons.audit import read_season
from replay.seasons.exports import export_season
from replay.seasons.rerun import places_of, play_again, with_other_code
from rules.engine import canonical
from tests import toy
from tests.leagues.accounts import CLOCK, bot_account, entry_of, play_season
from tests.leagues.conftest import RANDOM, operator, play_out, published, season

__all__ = ["operator", "published", "season"]
pytestmark = pytest.mark.django_db
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


def test_the_order_in_which_a_database_stores_a_deck_changes_nothing(
    season: Start, run: Callable[[list[bytes]], str]
) -> None:
    """PostgreSQL stores the shorter keys first, SQLite stores them as sent, and the season's file sorts them."""
    names = ["raider-3", "raider-2", "raider-1", "a-raider-from-afar", "a-raider-from-further-afar"]
    cards = [{"slug": slug, "strength": 1 + place % 3} for place, slug in enumerate(names)]
    deck = {"cards": dict.fromkeys(names, 2)}
    publish_card_set(ruleset="raid", card_set={**toy.CARD_SET, "cards": cards, "starter_decks": []}, note="more")
    greedy = [{"name": "gus", "bot": "greedy"}, {"name": "iza", "bot": "greedy"}]

    played = play_out(season(entrants=greedy, seat_decks=[[deck, deck]], deals=10))

    stored = Season.objects.get().seat_decks[0][0]["cards"]
    assert list(stored) != sorted(stored)
    assert "20 matches were repeated" in run(exported(played))


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


def test_bots_whose_code_has_changed_since_are_named(season: Start) -> None:
    document, _ = read_season(exported(play_out(season(entrants=[*RANDOM[:1], *SEARCHING]))))
    first, *others = document.entrants

    assert with_other_code(document) == []
    for digest, named in (("ab" * 32, ["bot:random/3"]), ("", [])):
        changed = [msgspec.structs.replace(first, digest=digest), *others]
        assert with_other_code(msgspec.structs.replace(document, entrants=changed)) == named


def test_a_house_bot_that_meets_an_account_decides_again_as_it_did(
    season: Start, run: Callable[[list[bytes]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    robo, bolt = bot_account("robo"), bot_account("bolt")
    entrants = [entry_of(robo), {"name": "gus", "bot": "greedy"}, entry_of(bolt)]
    played = play_season(season(entrants=entrants, clock=CLOCK), robo, bolt)
    lines = exported(played)

    said = run(lines)

    assert "4 matches were repeated" in said and "2 matches were not played again: only accounts play" in said
    document, logs = read_season(lines)
    monkeypatch.setattr(rerun, "seed_from_key", lambda key, seat, seq: seed_from_key(key, seat, seq + 1))
    reports = [play_again(document, log, *places_of(document)[log.match]) for log in logs]
    assert {finding.code for report in reports if report for finding in report.findings} == {"season_decided"}


def test_what_cannot_be_told_is_said(season: Start, run: Callable[[list[bytes]], str]) -> None:
    for version in (1, 2):
        bots = [{**one, "version": version} for one in RANDOM[:2]]
        older = exported(play_out(season(league=f"older-{version}", entrants=bots)))
        assert "2 matches were not played again" in run(older)
    newer = exported(play_out(season(league="other", entrants=RANDOM[:2])))
    assert "2 matches were not played again" in run(renamed(newer, seed=None))


def test_a_file_that_is_no_season_is_refused(run: Callable[[list[bytes]], str]) -> None:
    with pytest.raises(CommandError, match="cannot be read as a season"):
        run([b"{}\n"])
