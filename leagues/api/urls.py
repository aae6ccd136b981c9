"""Paths of the API of leagues."""

from django.urls import path

from leagues.api.comparisons import ComparisonsView, ComparisonView
from leagues.api.faults import FaultsView, PatternsView
from leagues.api.league_lists import ManifestChangesView, RunsView, SeasonsView
from leagues.api.leagues import EntriesView, LeaguesView, LeagueView
from leagues.api.rates import RatesView
from leagues.api.season_statistics import SeasonPointsView, SeasonStatisticsView, SeasonTestView
from leagues.api.seasons import AmendmentsView, CrosstableView, EntrantsView, FixturesView, SeasonView, StandingsView

urlpatterns = [
    path("leagues", LeaguesView.as_view(), name="api-leagues"),
    path("leagues/<slug:league>", LeagueView.as_view(), name="api-league"),
    path("leagues/<slug:league>/entries", EntriesView.as_view(), name="api-league-entries"),
    path("leagues/<slug:league>/seasons", SeasonsView.as_view(), name="api-seasons"),
    path("leagues/<slug:league>/runs", RunsView.as_view(), name="api-runs"),
    path("leagues/<slug:league>/rates", RatesView.as_view(), name="api-league-rates"),
    path("leagues/<slug:league>/changes", ManifestChangesView.as_view(), name="api-manifest-changes"),
    path("leagues/<slug:league>/seasons/<int:season>", SeasonView.as_view(), name="api-season"),
    path("leagues/<slug:league>/seasons/<int:season>/amendments", AmendmentsView.as_view(), name="api-amendments"),
    path("leagues/<slug:league>/seasons/<int:season>/standings", StandingsView.as_view(), name="api-standings"),
    path("leagues/<slug:league>/seasons/<int:season>/crosstable", CrosstableView.as_view(), name="api-crosstable"),
    path("leagues/<slug:league>/seasons/<int:season>/fixtures", FixturesView.as_view(), name="api-fixtures"),
    path("leagues/<slug:league>/seasons/<int:season>/faults", FaultsView.as_view(), name="api-faults"),
    path("leagues/<slug:league>/seasons/<int:season>/patterns", PatternsView.as_view(), name="api-patterns"),
    path("leagues/<slug:league>/seasons/<int:season>/points", SeasonPointsView.as_view(), name="api-season-points"),
    path("leagues/<slug:league>/seasons/<int:season>/test", SeasonTestView.as_view(), name="api-season-test"),
    path(
        "leagues/<slug:league>/seasons/<int:season>/statistics",
        SeasonStatisticsView.as_view(),
        name="api-season-statistics",
    ),
    path("leagues/<slug:league>/seasons/<int:season>/entrants", EntrantsView.as_view(), name="api-entrants"),
    path("me/comparisons", ComparisonsView.as_view(), name="api-comparisons"),
    path("me/comparisons/<slug:league>", ComparisonView.as_view(), name="api-comparison"),
]
