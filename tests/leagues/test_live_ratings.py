"""The live rating of a ladder: its values, and that it follows only from the matches."""

from collections.abc import Callable

import pytest

from leagues.models import Season
from leagues.ratings.strengths import live_ratings
from leagues.selectors.results import season_report
from leagues.standings import Result
from players.ratings import UNKNOWN, after_match
from tests.leagues.conftest import RANDOM, play_out


def test_it_is_that_of_each_match_after_the_other() -> None:
    results = [Result(0, 0, 1, 0, 2), Result(0, 0, 1, 0, 1), Result(1, 2, 0, 1, 0)]

    after_win = after_match([[UNKNOWN], [UNKNOWN]], [0, 1])
    after_draw = after_match(after_win, [0, 0])
    (third,), first = after_match([[UNKNOWN], after_draw[0]], [1, 0])

    assert live_ratings(4, results) == [*first, *after_draw[1], third, UNKNOWN]


def test_who_wins_rises_and_who_plays_is_surer() -> None:
    winner, loser, absent = live_ratings(3, [Result(0, 0, 1, deal, 2) for deal in range(10)])

    assert winner.mu > UNKNOWN.mu > loser.mu
    assert winner.sigma < UNKNOWN.sigma == absent.sigma


@pytest.mark.django_db
def test_a_ladder_shows_it_and_other_formats_do_not(season: Callable[..., Season]) -> None:
    ladder = play_out(season(entrants=RANDOM[:3], format={"type": "ladder", "rounds": 4}))
    other = play_out(season(league="other", entrants=RANDOM[:3]))

    assert all(row.live_rating is not None and row.live_deviation for row in season_report(ladder).standings)
    assert {row.live_rating for row in season_report(other).standings} == {None}
