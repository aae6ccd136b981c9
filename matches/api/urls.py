"""Paths of the API of players and matches."""

from django.urls import path

from matches.api.actions import ActionsView, AutoPassesView, ResignView
from matches.api.bot_accounts import BotAccountsView, BotAccountView, BotsView, OnlineBotsView
from matches.api.challenges import AcceptView, ChallengesView, ChallengeView, DeclineView, RematchView
from matches.api.draw import AcceptDrawView, DeclineDrawView, DrawOfferView
from matches.api.events import EventsView
from matches.api.invitation_links import ByCodeView, InvitationLinkView, JoinByCodeView
from matches.api.legal_actions import LegalActionsView
from matches.api.lobby import AbortView, JoinView, LeaveView
from matches.api.matches import ContinuationsView, MatchesView, MatchView
from matches.api.notes import NotesView, NoteView
from matches.api.pairing import PairingRequestsView, PairingRequestView
from matches.api.phrases import PhraseSettingsView, PhrasesView
from matches.api.players import (
    DeletionView,
    MeView,
    PasswordView,
    PauseView,
    PersonalTokensView,
    PlayersView,
    SignOutView,
    TokensView,
    TokenView,
)
from matches.api.profiles import BlocksView, BlockView, LeaderboardView, ProfileView, ResultsView
from matches.api.search import SearchView, StatisticsView
from matches.api.streams.account_stream import AccountStreamView
from matches.api.streams.match_stream import StreamView
from matches.api.views import AnalysisView, PresenceView, ScorecardView, ViewView
from matches.api.webhooks.views import (
    DeliveriesView,
    RedeliverView,
    RotateSecretView,
    TestWebhookView,
    WebhooksView,
    WebhookView,
)

urlpatterns = [
    path("matches/<uuid:match_id>/actions", ActionsView.as_view(), name="api-actions"),
    path("matches", MatchesView.as_view(), name="api-matches"),
    path("matches/<uuid:match_id>", MatchView.as_view(), name="api-match"),
    path("matches/by-code", ByCodeView.as_view(), name="api-by-code"),
    path("matches/by-code/join", JoinByCodeView.as_view(), name="api-join-by-code"),
    path("matches/<uuid:match_id>/invitation-link", InvitationLinkView.as_view(), name="api-invitation-link"),
    path("matches/<uuid:match_id>/join", JoinView.as_view(), name="api-join"),
    path("matches/<uuid:match_id>/leave", LeaveView.as_view(), name="api-leave"),
    path("matches/<uuid:match_id>/abort", AbortView.as_view(), name="api-abort"),
    path("matches/<uuid:match_id>/view", ViewView.as_view(), name="api-view"),
    path("matches/<uuid:match_id>/presence", PresenceView.as_view(), name="api-presence"),
    path("matches/<uuid:match_id>/legal-actions", LegalActionsView.as_view(), name="api-legal-actions"),
    path("matches/<uuid:match_id>/events", EventsView.as_view(), name="api-events"),
    path("matches/<uuid:match_id>/stream", StreamView.as_view(), name="api-stream"),
    path("matches/<uuid:match_id>/resign", ResignView.as_view(), name="api-resign"),
    path("matches/<uuid:match_id>/draw-offer", DrawOfferView.as_view(), name="api-draw-offer"),
    path("matches/<uuid:match_id>/draw-offer/accept", AcceptDrawView.as_view(), name="api-accept-draw"),
    path("matches/<uuid:match_id>/draw-offer/decline", DeclineDrawView.as_view(), name="api-decline-draw"),
    path("matches/<uuid:match_id>/phrases", PhrasesView.as_view(), name="api-phrases"),
    path("matches/<uuid:match_id>/auto-passes", AutoPassesView.as_view(), name="api-auto-passes"),
    path("matches/<uuid:match_id>/notes", NotesView.as_view(), name="api-notes"),
    path("matches/<uuid:match_id>/notes/<int:seq>", NoteView.as_view(), name="api-note"),
    path("matches/<uuid:match_id>/analysis", AnalysisView.as_view(), name="api-analysis"),
    path("matches/<uuid:match_id>/scorecard", ScorecardView.as_view(), name="api-scorecard"),
    path("matches/<uuid:match_id>/continuations", ContinuationsView.as_view(), name="api-continuations"),
    path("stream", AccountStreamView.as_view(), name="api-account-stream"),
    path("bots", BotsView.as_view(), name="api-bots"),
    path("bots/online", OnlineBotsView.as_view(), name="api-online-bots"),
    path("bot-accounts", BotAccountsView.as_view(), name="api-bot-accounts"),
    path("bot-accounts/<uuid:player_id>", BotAccountView.as_view(), name="api-bot-account"),
    path("players/<uuid:player_id>", ProfileView.as_view(), name="api-profile"),
    path("players/<uuid:player_id>/results", ResultsView.as_view(), name="api-results"),
    path("leaderboards/<slug:ruleset>", LeaderboardView.as_view(), name="api-leaderboard"),
    path("matches/<uuid:match_id>/rematch", RematchView.as_view(), name="api-rematch"),
    path("challenges", ChallengesView.as_view(), name="api-challenges"),
    path("challenges/<uuid:challenge_id>", ChallengeView.as_view(), name="api-challenge"),
    path("challenges/<uuid:challenge_id>/accept", AcceptView.as_view(), name="api-accept"),
    path("challenges/<uuid:challenge_id>/decline", DeclineView.as_view(), name="api-decline"),
    path("pairing-requests", PairingRequestsView.as_view(), name="api-pairing-requests"),
    path("pairing-requests/<uuid:request_id>", PairingRequestView.as_view(), name="api-pairing-request"),
    path("players", PlayersView.as_view(), name="api-players"),
    path("tokens", TokensView.as_view(), name="api-tokens"),
    path("tokens/<slug:token_id>", TokenView.as_view(), name="api-token"),
    path("me/tokens", PersonalTokensView.as_view(), name="api-personal-tokens"),
    path("me/password", PasswordView.as_view(), name="api-password"),
    path("me/sign-out", SignOutView.as_view(), name="api-sign-out"),
    path("me/deletion", DeletionView.as_view(), name="api-deletion"),
    path("me/blocks", BlocksView.as_view(), name="api-blocks"),
    path("me/blocks/<uuid:player_id>", BlockView.as_view(), name="api-block"),
    path("me/phrases", PhraseSettingsView.as_view(), name="api-phrase-settings"),
    path("me/pause", PauseView.as_view(), name="api-pause"),
    path("me/webhooks", WebhooksView.as_view(), name="api-webhooks"),
    path("me/webhooks/<uuid:webhook_id>", WebhookView.as_view(), name="api-webhook"),
    path("me/webhooks/<uuid:webhook_id>/rotate-secret", RotateSecretView.as_view(), name="api-rotate-webhook-secret"),
    path("me/webhooks/<uuid:webhook_id>/test", TestWebhookView.as_view(), name="api-test-webhook"),
    path("me/webhooks/<uuid:webhook_id>/deliveries", DeliveriesView.as_view(), name="api-webhook-deliveries"),
    path(
        "me/webhooks/<uuid:webhook_id>/deliveries/<uuid:delivery_id>/redeliver",
        RedeliverView.as_view(),
        name="api-redeliver",
    ),
    path("me", MeView.as_view(), name="api-me"),
    path("search/matches", SearchView.as_view(), name="api-search-matches"),
    path("search/statistics", StatisticsView.as_view(), name="api-statistics"),
]
