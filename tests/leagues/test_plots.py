"""The plots of a season: the same bytes for the same data, accessible, limited, and only for permitted readers."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from leagues import report
from leagues.estimate import LEAST, duel_deals_left, estimated_end
from leagues.limits import MOST_COURSE_PLACES
from leagues.models import Deal, League, Season
from leagues.plots import drawings
from leagues.plots.svg import _MOST_TICKS, DARK, LIGHT, SVG, THEMES, Scale, Words
from leagues.points_course import places, points_course
from leagues.ratings.sequential_test import stops
from leagues.record import bounds_of
from leagues.selectors.plots import season_end
from leagues.selectors.seasons import season_plan
from leagues.standings import Result
from matches.search.terms import sweep_search_terms
from tests.leagues.conftest import RANDOM, play_out
from tests.leagues.test_statistics import WITH_DECKS

Start = Callable[..., Season]
WORDS = Words("強さ", "<参加者>ごとに一行", "レーティング", "勝ち点")
PLOTS = "/leagues/nightly/1/plots/"
MOST_BYTES = 400_000
Draw = Callable[[int, Any], bytes]


def names(count: int) -> list[str]:
    return [f"entrant-{number:03}" for number in range(count)]


def ratings(count: int, theme: Any) -> bytes:
    return drawings.draw_ratings([drawings.Rated(name, 100, 50, 900) for name in names(count)], WORDS, theme)


def points(count: int, theme: Any) -> bytes:
    lines = [drawings.PointsLine(name, [0, number, 2 * number]) for number, name in enumerate(names(count))]
    return drawings.draw_points([0, 1, 2] if count else [0], lines if count else [], WORDS, theme)


def test_curve(count: int, theme: Any) -> bytes:
    return drawings.draw_test([place - 50 for place in range(count)], (-2.9, 2.9), WORDS, theme)


def decks(count: int, theme: Any) -> bytes:
    shares = {(one, other): 500 for one in names(count) for other in names(count) if one != other}
    return drawings.draw_decks(names(count), shares, WORDS, theme)


DRAWN = {"ratings": ratings, "points": points, "test": test_curve, "decks": decks}
test_curve.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_plot_is_the_same_bytes_each_time_says_what_it_is_and_styles_nothing_inline(draw: Draw, theme: Any) -> None:
    drawn = draw(5, theme)
    root = Xml.fromstring(drawn)

    assert drawn == draw(5, theme)
    assert [root[0].tag, root[0].text, root[1].text] == [f"{{{SVG}}}title", WORDS.title, WORDS.description]
    allowed = {f"{{{SVG}}}{name}" for name in ("svg", "title", "desc", "path", "text", "circle", "rect")}
    assert {element.tag for element in root.iter()} <= allowed
    assert not any(name == "style" or name.startswith("on") for element in root.iter() for name in element.attrib)
    texts = {element.text for element in root.iter(f"{{{SVG}}}text")}
    assert texts & {WORDS.x, *names(5)}


@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
@pytest.mark.parametrize("count", [0, 1, 2, 200])
def test_nothing_and_very_much_are_drawn_within_bounds(draw: Draw, count: int) -> None:
    assert 300 < len(draw(count, LIGHT)) < MOST_BYTES


def test_names_in_any_script_stand_in_the_picture_as_they_are() -> None:
    mine = ["欲張り", "random", "_under", "$x$", "é", "<b>"]
    rated = drawings.draw_ratings([drawings.Rated(name, 0, 0, 0) for name in mine], WORDS, LIGHT)
    lines = drawings.draw_points([0, 1], [drawings.PointsLine(name, [0, 1]) for name in mine], WORDS, LIGHT)
    met = drawings.draw_decks(mine, {(mine[0], mine[1]): 500}, WORDS, LIGHT)

    for drawn in (rated, lines, met):
        assert {element.text for element in Xml.fromstring(drawn).iter(f"{{{SVG}}}text")} >= set(mine)


@pytest.mark.parametrize("size", drawings.WIDTHS)
def test_a_picture_is_as_wide_as_asked_for_unless_its_names_need_more(size: str) -> None:
    wanted = drawings.WIDTHS[size]

    def width(name: str) -> float:
        drawn = drawings.draw_ratings([drawings.Rated(name, 0, -9, 9)], WORDS, LIGHT, wanted)
        return float(Xml.fromstring(drawn).attrib["width"].removesuffix("pt"))

    assert width("ada") == wanted
    assert width("a" * 60) == max(wanted, 16 + 60 * 6.2 + drawings.LEAST_DRAWN)


def test_a_long_test_is_thinned_out() -> None:
    assert len(test_curve(50_000, DARK)) < MOST_BYTES


@given(st.floats(-1e6, 1e6), st.floats(1, 1e6))
def test_ticks_are_few_round_and_within_the_scale(low: float, extent: float) -> None:
    scale = Scale(low, low + extent, 0, 100)
    ticks = scale.ticks()

    assert len(ticks) <= _MOST_TICKS + 1 and all(low <= tick <= low + extent for tick in ticks)
    apart = {later - earlier for earlier, later in pairwise(ticks)}
    assert len(apart) <= 1 and all(str(step).rstrip("0") in ("1", "2", "5") for step in apart)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_lines_and_words_stand_out_from_the_paper(theme: Any) -> None:
    """WCAG 2.2 requires a contrast of 4.5 to 1 for text, which uses the colours of the lines too."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for colour in (theme.ink, theme.quiet, *theme.colours):
        lighter, darker = sorted((luminance(colour), luminance(theme.paper)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, colour


# The data


def results_of(seed: int) -> tuple[int, list[Result]]:
    rng = random.Random(seed)
    entrants, found = rng.randint(2, 6), []
    for deal in range(rng.choice([0, 1, 3, 30, 900])):
        first, second = rng.sample(range(entrants), 2)
        found += [Result(0, first, second, 3 * deal, rng.randrange(3)) for _ in range(rng.randint(1, 2))]
    return entrants, found


@given(st.integers(0, 1 << 32).map(results_of))
def test_points_are_the_sums_after_each_deal(drawn: tuple[int, list[Result]]) -> None:
    entrants, results = drawn
    course = points_course(names(entrants), results)

    numbers = sorted({result.deal for result in results})
    assert course.deals[0] == 0 and course.deals[-1] == len(numbers) and len(course.deals) <= MOST_COURSE_PLACES + 1
    for moment in {0, len(course.deals) // 2, len(course.deals) - 1}:
        counted = set(numbers[: course.deals[moment]])
        for number, line in enumerate(course.lines):
            expected = sum(
                result.points if result.first == number else 2 - result.points
                for result in results
                if result.deal in counted and number in (result.first, result.second)
            )
            assert line.points[moment] == expected


@given(st.integers(0, 5_000))
def test_the_last_deal_is_always_told(number: int) -> None:
    found = places(number)

    assert found == sorted(set(found)) and len(found) == min(number, MOST_COURSE_PLACES)
    assert found[-1:] == ([number] if number else [])


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def closings(count: int, apart: float, ago: float = 0) -> list[datetime]:
    return [NOW - timedelta(seconds=ago + apart * (count - 1 - place)) for place in range(count)]


def test_the_end_is_as_far_as_the_deals_that_are_left_at_the_pace_of_late() -> None:
    end = estimated_end(30, closings(10, 20), NOW)

    assert end is not None and timedelta(seconds=570) <= end - NOW <= timedelta(seconds=600)


@pytest.mark.parametrize(
    ("left", "closed"),
    [
        (None, closings(10, 20)),
        (0, closings(10, 20)),
        (30, closings(LEAST - 1, 20)),
        (30, closings(10, 20, ago=600)),
    ],
)
def test_no_end_is_told_where_it_is_not_known(left: int | None, closed: list[datetime]) -> None:
    assert estimated_end(left, closed, NOW) is None


STOPS = (-2.0, 3.0)
DUEL = {"type": "duel", "elo0": 0, "elo1": 200, "most_deals": 400}


@pytest.mark.parametrize(
    ("ratio", "played", "expected"),
    [
        (1000, 10, 20),  # A tenth per deal, so thirty until the upper bound.
        (-500, 10, 30),
        (1000, 9, None),
        (0, 10, 390),
        (10, 100, 300),
        (-1, 399, 1),
        (2999, 20, 1),
    ],
)
def test_a_duel_ends_where_its_ratio_is_going_or_after_its_last_deal(
    ratio: int, played: int, expected: int | None
) -> None:
    ratios = [*[0] * (played - 1), ratio]

    assert duel_deals_left(ratios, STOPS, 400) == expected


@pytest.mark.django_db
def test_the_end_of_a_duel_is_told(season: Start) -> None:
    duel = season(entrants=[RANDOM[0], {"name": "gus", "bot": "greedy"}], format=DUEL)
    for number, deal in enumerate(Deal.objects.filter(season=duel).order_by("-number"), 1):
        Deal.objects.filter(pk=deal.pk).update(status="closed", closed_at=NOW - timedelta(seconds=10 * number))
    test = report.TestReport(None, 10, [*[0] * 9, 500])

    told = season_end(duel, left=390, rounds=1, test=test, now=NOW)
    early = season_end(duel, left=390, rounds=1, test=report.TestReport(None, 9, [0] * 9), now=NOW)

    left = duel_deals_left(test.llr_per_mille, stops(bounds_of(season_plan(duel.pk).manifest.format)), 400)
    assert told is not None and left is not None and told == NOW + 10 * timedelta(seconds=left)
    assert early is None


# The drawings


@pytest.fixture
def played(season: Start) -> Season:
    found = play_out(season(entrants=WITH_DECKS, decks="of_entrant", seat_decks=[]))
    sweep_search_terms()
    return found


def get(plot: str, client: Client | None = None, **headers: str) -> Any:
    return (client or Client()).get(f"{PLOTS}{plot}", headers=headers)


@pytest.mark.django_db
def test_a_picture_that_the_reader_has_is_not_sent_again(played: Season) -> None:
    for plot in ("ratings", "points", "decks"):
        first, again = get(f"{plot}.svg"), get(f"{plot}.svg")

        assert (first.status_code, first["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
        assert first.content == again.content
        kept = get(f"{plot}.svg", **{"If-None-Match": first["ETag"]})
        assert (kept.status_code, kept.content) == (304, b"")
        others = [get(f"{plot}.svg?theme=dark"), get(f"{plot}.svg", **{"Accept-Language": "ja"})]
        others.append(get(f"{plot}.svg?size=narrow"))
        assert len({first["ETag"], *(other["ETag"] for other in others)}) == 4


@pytest.mark.django_db
def test_a_duel_has_the_curve_of_its_test(season: Start) -> None:
    play_out(season(entrants=RANDOM[:2], format={"type": "duel", "most_deals": 6}))

    assert get("test.svg").status_code == 200
    assert f'src="{PLOTS}test.svg' in Client().get("/leagues/nightly/1/").content.decode()


@pytest.mark.django_db
def test_a_picture_is_for_whoever_may_see_the_season(played: Season, operator: Any) -> None:
    League.objects.update(visibility="private")
    owner = Client()
    owner.force_login(operator)

    assert (get("ratings.svg").status_code, get("ratings.svg", owner).status_code) == (404, 200)
    assert "private" in get("ratings.svg", owner)["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("plot", ["nothing.svg", "test.svg", "ratings.svg?theme=x", "ratings.png"])
def test_there_is_no_other_picture(played: Season, plot: str) -> None:
    assert get(plot).status_code == 404


@pytest.mark.django_db
def test_a_season_without_results_has_no_pictures(season: Start) -> None:
    season()

    assert get("ratings.svg").status_code == 404
    assert ".svg?theme" not in Client().get("/leagues/nightly/1/").content.decode()


@pytest.mark.django_db
def test_the_points_over_time_are_data_too(played: Season) -> None:
    course = Client().get("/api/v1/leagues/nightly/seasons/1/points").json()
    lines = Client().get("/api/v1/leagues/nightly/seasons/1/points?format=csv").content.decode().splitlines()

    assert course["deals"] == [0, 1, 2, 3]
    assert sum(line["points"][-1] for line in course["lines"]) == 2 * 6
    assert lines[0] == "entrant,deal,points" and len(lines) == 1 + 3 * 4
