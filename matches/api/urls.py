"""Where the resources of players and matches are."""

from django.urls import path

from matches.api.actions import ActionsView, ResignView
from matches.api.analysis import AnalysisView
from matches.api.auto_passes import AutoPassesView
from matches.api.bots import BotsView
from matches.api.events import EventsView
from matches.api.legal_actions import LegalActionsView
from matches.api.lobby import AbortView, JoinView, LeaveView
from matches.api.matches import MatchesView, MatchView
from matches.api.players import MeView, PlayersView, TokensView, TokenView
from matches.api.search import SearchView
from matches.api.stream import StreamView
from matches.api.views import ViewView

urlpatterns = [
    path("matches/<uuid:match_id>/actions", ActionsView.as_view(), name="api-actions"),
    path("matches", MatchesView.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>", MatchView.as_view(), name="api-match"),
    path("matches/<uuid:match_id>/join", JoinView.as_view(), name="api-join"),
    path("matches/<uuid:match_id>/leave", LeaveView.as_view(), name="api-leave"),
    path("matches/<uuid:match_id>/abort", AbortView.as_view(), name="api-abort"),
    path("matches/<uuid:match_id>/view", ViewView.as_view(), name="api-view"),
    path("matches/<uuid:match_id>/legal-actions", LegalActionsView.as_view(), name="api-legal-actions"),
    path("matches/<uuid:match_id>/events", EventsView.as_view(), name="api-events"),
    path("matches/<uuid:match_id>/stream", StreamView.as_view(), name="api-stream"),
    path("matches/<uuid:match_id>/resign", ResignView.as_view(), name="api-resign"),
    path("matches/<uuid:match_id>/auto-passes", AutoPassesView.as_view(), name="api-auto-passes"),
    path("matches/<uuid:match_id>/analysis", AnalysisView.as_view(), name="api-analysis"),
    path("bots", BotsView.as_view(), name="api-bots"),
    path("players", PlayersView.as_view(), name="api-players"),
    path("tokens", TokensView.as_view(), name="api-tokens"),
    path("tokens/<slug:token_id>", TokenView.as_view(), name="api-token"),
    path("me", MeView.as_view(), name="api-me"),
    path("search/matches", SearchView.as_view(), name="api-search-matches"),
]
