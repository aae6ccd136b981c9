"""Statistics of a season, compared with the outcomes of its matches one by one."""

import csv
import io
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Season
from leagues.selectors.figures import season_statistics
from leagues.selectors.results import season_report
from leagues.selectors.seasons import counted_fixtures, season_plan
from matches.models import Match
from matches.search.deck_ids import deck_id
from matches.search.terms import sweep_search_terms
from tests import toy
from tests.leagues.conftest import RANDOM, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
API = "/api/v1/leagues/nightly/seasons/1/statistics"
DECKS = [{"cards": deck["cards"]} for deck in toy.CARD_SET["starter_decks"]]
WITH_DECKS = [{**RANDOM[number], "deck": DECKS[number % 2]} for number in range(3)]


@pytest.fixture
def played(season: Start) -> Season:
    found = play_out(season(entrants=WITH_DECKS, deals=2, decks="of_entrant", seat_decks=[]))
    sweep_search_terms()
    return found


def test_a_season_is_the_sum_of_its_matches(played: Season) -> None:
    found = season_statistics(played)
    matches = [fixture.match for fixture in counted_fixtures(played.pk).select_related("match")]

    assert found.matches == found.counted == len(matches) == 12
    assert {count.reason: count.matches for count in found.reasons} == Counter(m.end_reason for m in matches)
    decided = {(count.reason, count.decided_by): count.matches for count in found.decisions}
    assert decided == Counter((m.end_reason, m.scorecard.body["decided"]["by"]) for m in matches)
    assert sum(seat.matches for seat in found.seats) == 24
    for seat in (0, 1):
        wins = sum(figure.wins for figure in found.seats if figure.seat == seat)
        assert wins == sum(match.outcome["winners"] == [seat] for match in matches)
    assert {deck.deck for deck in found.decks} == {deck_id(deck) for deck in DECKS}
    assert {found.deck_names[deck.deck] for deck in found.decks} == {"even", "steep"}


def test_an_entrants_figures_are_those_of_his_side(played: Season) -> None:
    for entrant in season_plan(played.pk).entrants:
        assert entrant.deck is not None
        found = season_statistics(played, entrant)
        row = next(row for row in season_report(played).standings if row.entrant == entrant.name)

        assert found.matches == found.counted == row.played == 8
        [deck] = found.decks
        assert (deck.deck, deck.wins, deck.draws) == (deck_id(entrant.deck), row.wins, row.draws)
        assert (sum(s.wins for s in found.seats), sum(s.matches for s in found.seats)) == (row.wins, row.played)
        [pair] = found.deck_pairs
        assert pair.deck == deck.deck != pair.opponent


def test_only_closed_deals_and_matches_that_have_been_read_count(season: Start) -> None:
    running = season(deals=3)
    unread = season_statistics(running)
    play_out(running)
    before = season_statistics(running)
    sweep_search_terms()
    after = season_statistics(running)

    assert (unread.matches, unread.counted) == (0, 0)
    assert (before.matches, before.counted) == (0, 6)
    assert (after.matches, after.counted) == (6, 6)


def test_aborted_matches_of_a_season_do_not_count(played: Season) -> None:
    match = counted_fixtures(played.pk)[0].match
    Match.objects.filter(pk=match.pk).update(end_reason="aborted")
    match.seat_records.all().delete()

    assert season_statistics(played).matches == 11


def test_a_season_that_is_over_and_read_is_not_counted_again(played: Season) -> None:
    first = season_statistics(played)
    with CaptureQueriesContext(connection) as caught:
        again = season_statistics(played)

    assert again == first and len(caught) == 0


def test_it_is_read_over_http_by_whoever_may_see_the_season(played: Season) -> None:
    found = Client().get(API).json()
    lines = list(csv.DictReader(io.StringIO(Client().get(f"{API}?format=csv&table=cards").content.decode())))

    assert (found["matches"], found["counted"]) == (12, 12)
    assert len(lines) == len(found["cards"]) and {line["use"] for line in lines} == {"in_deck", "seen", "played"}
    assert Client().get(f"{API}?entrant=ada").json()["matches"] == 8
    assert [Client().get(f"{API}?{bad}").status_code for bad in ("entrant=nobody", "entrant=", "table=x")] == [
        404,
        400,
        400,
    ]
    played.league.visibility = "private"
    played.league.save()
    assert Client().get(API).status_code == 404


def test_it_asks_as_often_for_many_matches_as_for_few(season: Start) -> None:
    asked = []
    for deals in (1, 3):
        running = play_out(season(league=f"of-{deals}", deals=deals))
        sweep_search_terms()
        season_plan(running.pk)
        with CaptureQueriesContext(connection) as caught:
            season_statistics(running)
        asked.append(len(caught))

    assert asked[0] == asked[1] <= 4
