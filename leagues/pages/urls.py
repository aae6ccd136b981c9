"""URLs of the league pages."""

from django.urls import path

from leagues.pages import entrants, plots, rates, views

urlpatterns = [
    path("", views.leagues, name="leagues"),
    path("<slug:league>/", views.league_page, name="league"),
    path("<slug:league>/rates/", rates.league_rates_page, name="league-rates"),
    path("<slug:league>/<int:season>/", views.season_page, name="league-season"),
    path("<slug:league>/<int:season>/figures/", entrants.season_figures, name="league-figures"),
    path("<slug:league>/<int:season>/entrants/<int:entrant>/", entrants.entrant_page, name="league-entrant"),
    path("<slug:league>/<int:season>/plots/<slug:plot>.svg", plots.season_plot, name="league-plot"),
]
