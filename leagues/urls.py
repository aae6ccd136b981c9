"""The addresses of leagues: in the API, and of pages."""

from django.urls import path

from leagues.api.comparisons import ComparisonsView, ComparisonView
from leagues.api.faults import FaultsView, PatternsView
from leagues.api.league_lists import ManifestChangesView, RunsView, SeasonsView
from leagues.api.leagues import EntriesView, LeaguesView, LeagueView
from leagues.api.rates import RatesView
from leagues.api.season_statistics import SeasonPointsView, SeasonStatisticsView, SeasonTestView
from leagues.api.seasons import AmendmentsView, CrosstableView, EntrantsView, FixturesView, SeasonView, StandingsView
from leagues.pages import comparisons, entrants, plots, rates, views

api_patterns = [
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

page_patterns = [
    path("", views.leagues, name="leagues"),
    path("<slug:league>/", views.league_page, name="league"),
    path("<slug:league>/rates/", rates.league_rates_page, name="league-rates"),
    path("<slug:league>/<int:season>/", views.season_page, name="league-season"),
    path("<slug:league>/<int:season>/figures/", entrants.season_figures, name="league-figures"),
    path("<slug:league>/<int:season>/entrants/<int:entrant>/", entrants.entrant_page, name="league-entrant"),
    path("<slug:league>/<int:season>/plots/<slug:plot>.svg", plots.season_plot, name="league-plot"),
]

account_patterns = [
    path("comparisons/", comparisons.comparisons, name="comparisons"),
    path("comparisons/new/<slug:ruleset>/", comparisons.new_comparison, name="comparison-new"),
    path("comparisons/<slug:league>/", comparisons.comparison, name="comparison"),
    path("comparisons/<slug:league>/stop", comparisons.stop, name="comparison-stop"),
]
