"""The results that readers see: intervals, byes, progress, winners, and matches that don't count yet."""

import io
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from msgspec import structs

from leagues.api import seasons
from leagues.models import Deal, League, Season
from leagues.pages.plots import Source, ratings_plot
from leagues.pages.tables import interval_text, standings_lines
from leagues.plots import drawings
from leagues.plots.svg import LIGHT, Words
from leagues.points_course import points_course
from leagues.selectors.plots import season_points
from leagues.selectors.results import season_report
from leagues.standings import Bye, Result
from matches.models import Match
from tests.leagues.conftest import RANDOM, manifest, play_out
from tests.leagues.test_pages import page
from tests.leagues.test_tables import SEASON, read_all, rows

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
PAGE = "/leagues/nightly/1/"


def cells(row: int, language: str = "en") -> dict[str, str]:
    """Column header -> cell of a row of the table on the page."""
    table = page(PAGE, language=language).partition('<h2 id="table">')[2].partition("</table>")[0]
    texts = [
        [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[dh][ >].*?</t[dh]>", line)]
        for line in table.split("<tr>")[1:]
    ]
    return dict(zip(texts[0], texts[row], strict=True))


# Intervals


def test_one_deal_tells_little_and_the_rating_that_is_set_has_no_interval(season: Start) -> None:
    played = play_out(season())
    anchor, other = sorted(season_report(played).standings, key=lambda row: row.entrant)

    assert anchor.elo == anchor.elo_low == anchor.elo_high == 0
    assert other.elo_low is None or other.elo_high is None or other.elo_high - other.elo_low > 500
    shown = {cells(row)["Entrant"]: cells(row)["Interval"] for row in (1, 2)}
    assert shown["ada"] == "–" and shown["bob"] == interval_text(other.elo_low, other.elo_high)
    told = {row["entrant"]: (row["elo_low"], row["elo_high"]) for row in rows(f"{SEASON}/standings?format=csv")}
    ends = tuple("" if end is None else str(end) for end in (other.elo_low, other.elo_high))
    assert told == {"ada": ("", ""), "bob": ends}
    drawn = {name: (elo, low, high) for name, elo, low, high in ratings_plot(Source(played)).data}
    assert drawn == {"ada": (0, None, None), "bob": (other.elo, other.elo_low, other.elo_high)}
    assert page(f"{PAGE}entrants/0/").count(" … ") == 0


def test_how_likely_the_first_is_better_than_the_next_is_told(season: Start) -> None:
    first, last = season_report(play_out(season())).standings

    assert first.over_next_per_mille is not None and last.over_next_per_mille is None
    percent = f"{first.over_next_per_mille // 10}.{first.over_next_per_mille % 10} %"
    assert [cells(row)["Stronger than next"] for row in (1, 2)] == [percent, "–"]
    assert f"<dd>{percent}</dd>" in page(f"{PAGE}entrants/{['ada', 'bob'].index(first.entrant)}/")


def test_an_interval_that_has_a_width_is_told(season: Start) -> None:
    played = play_out(season())
    report = season_report(played)
    wide = structs.replace(report.standings[0], elo=5, elo_low=-10, elo_high=20)

    [line] = standings_lines(played, structs.replace(report, standings=[wide]))

    assert wide.interval == (-10, 20) and line.cells()["interval"] == "-10 … +20"


def test_a_rating_outside_its_interval_is_not_shown(season: Start) -> None:
    played = play_out(season())
    report = season_report(played)
    outside = structs.replace(report.standings[0], elo=875, elo_low=947, elo_high=None)

    [line] = standings_lines(played, structs.replace(report, standings=[outside]))

    assert line.cells()["rating"] is None and line.cells()["interval"] == "at least +947"
    assert structs.replace(outside, elo=947).elo_inside == 947
    assert structs.replace(outside, elo_low=None, elo_high=870).elo_inside is None


def test_a_rating_without_an_interval_is_a_point_without_a_bar() -> None:
    words = Words("t", "d", "x", "y")

    def drawn(low: int | None, high: int | None, elo: int | None = 100) -> bytes:
        return drawings.draw_ratings([drawings.Rated("ada", elo, low, high)], words, LIGHT)

    bars = [drawn(*ends).count(LIGHT.quiet.encode()) for ends in ((50, 150), (50, None), (None, 150), (None, None))]

    assert bars[0] > bars[3] and bars[1] > bars[3] and bars[2] > bars[3]
    assert b"<circle" in drawn(50, None) and b"<circle" not in drawn(947, None, elo=None)


def play_by_hand(folder: Path, **more: object) -> str:
    file, said = folder / "league.json", io.StringIO()
    file.write_bytes(msgspec.json.encode(manifest(**more)))
    call_command("league", str(file), play=True, stdout=said)
    return said.getvalue()


def test_a_season_played_by_hand_prints_ratings_with_their_intervals(published: None, tmp_path: Path) -> None:
    said = play_by_hand(tmp_path)
    lines = {words[1]: line for line in said.splitlines() if len(words := line.split()) > 1}

    assert lines["ada"].endswith(" +0") and " to " in lines["bob"]


# Byes


def test_byes_of_a_swiss_stand_in_the_table_and_are_worth_what_it_says(season: Start) -> None:
    played = play_out(season(entrants=RANDOM[:3], format={"type": "swiss", "rounds": 3}, deals=2))
    report = season_report(played)

    assert [cells(row)["Byes"] for row in (1, 2, 3)] == [str(row.byes) for row in report.standings] == ["1"] * 3
    assert "A bye is worth 8 points" in page(PAGE) and "不戦" in page(PAGE, language="ja")
    last = {line.entrant: line.points[-1] for line in season_points(played).lines}
    assert last == {row.entrant: row.points for row in report.standings}


def test_without_byes_there_is_no_column_of_them(season: Start) -> None:
    play_out(season())

    assert "Byes" not in cells(1) and "bye" not in page(PAGE)


def test_a_bye_counts_from_the_first_deal_of_its_round_on_and_in_the_end_anyhow() -> None:
    results = [Result(0, 0, 1, 0, 2), Result(1, 0, 2, 1, 1), Result(1, 0, 2, 2, 1)]

    course = points_course("abc", results, [Bye(0, 2, 2), Bye(1, 1, 2), Bye(2, 0, 2)])

    assert [line.points for line in course.lines] == [[0, 2, 3, 8], [0, 0, 4, 4], [0, 4, 5, 6]]


def test_points_played_by_hand_are_of_those_that_byes_give_too(published: None, tmp_path: Path) -> None:
    said = play_by_hand(tmp_path, entrants=RANDOM[:3], format={"type": "swiss", "rounds": 3})

    assert [int(most) for most in re.findall(r"points of +(\d+)", said)] == [12] * 3


# Matches that do not count yet, and pauses


def test_a_match_counts_when_its_deal_is_over_and_never_if_that_was_dealt_anew(season: Start) -> None:
    deal = play_out(season()).deals.get()

    def told(language: str = "en", **changed: object) -> list[str]:
        Deal.objects.filter(pk=deal.pk).update(**changed)
        shown = unescape(page(PAGE, language=language).partition('id="matches"')[2])
        return re.findall(r'<span class="small">[(（]([^<]*)[)）]</span>', shown)

    assert told() == []
    assert told(status="open", closed_at=None) == ["counts once the deal is over"] * 2
    assert told("ja") == ["ディールが終わると集計します"] * 2
    assert told(attempt=deal.attempt + 1) == ["doesn't count"] * 2


def test_a_paused_league_is_said_to_be_paused_on_its_season_and_does_not_run_now(season: Start) -> None:
    season()
    before = page(PAGE), page("/leagues/").partition("All leagues")[0]
    League.objects.update(is_paused=True, pause_note="no <bot>")
    after = page(PAGE), page("/leagues/").partition("All leagues")[0]

    assert "paused" not in before[0] and "/leagues/nightly/" in before[1]
    assert "This league is paused." in after[0] and "no &lt;bot&gt;" in after[0] and "/leagues/nightly/" not in after[1]
    assert "/leagues/nightly/" in page("/leagues/") and "リーグは一時停止中" in page(PAGE, language="ja")


# The matches of a season over the API


def test_the_csv_of_the_matches_is_whole_and_names_the_winners(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    played = play_out(season(entrants=RANDOM[:3], deals=3))
    monkeypatch.setattr(seasons, "CSV_BATCH", 4)

    lines = rows(f"{SEASON}/fixtures?format=csv&limit=2")
    found = read_all(f"{SEASON}/fixtures?limit=5")

    assert len(lines) == len(found) == 18
    assert [line["match"] for line in lines] == [row["match"] for row in found]
    assert [line["winner"] for line in lines] == [row["winner"] or "" for row in found]
    wins = {row.entrant: row.wins for row in season_report(played).standings}
    assert {name: sum(row["winner"] == name for row in found) for name in wins} == wins
    for row in found:
        sides = [row["first"], row["second"]] if row["seating"] == 0 else [row["second"], row["first"]]
        winners = row["outcome"]["winners"]
        assert row["winner"] == (sides[winners[0]] if len(winners) == 1 else None)


def test_nobody_has_won_a_match_that_is_not_over(season: Start) -> None:
    match = play_out(season()).deals.get().fixtures.get(seating=0).match
    Match.objects.filter(pk=match.pk).update(outcome=None, status="aborted")

    assert read_all(f"{SEASON}/fixtures")[0]["winner"] is None
    assert rows(f"{SEASON}/fixtures?format=csv")[0]["winner"] == ""
