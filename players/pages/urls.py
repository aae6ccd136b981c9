"""URLs of account pages, and of signing in to third-party apps."""

from django.urls import path

from players.oauth.endpoints import metadata, revocation_endpoint, token_endpoint
from players.pages.account import account, password_page, sign_out_everywhere_page
from players.pages.apps import apps_page, remove_app_page, revoke_app_page
from players.pages.consent import consent_page
from players.pages.mail import confirm_address_page, league_mail_page, mail_page, review_mail_page, turn_mail_page
from players.pages.password import ForgottenPage, NewPasswordPage, ResetSentPage
from players.pages.sign_in import SignInPage, SignOutPage
from players.pages.sign_up import sign_up_page
from players.pages.tokens import revoke_token_page, tokens_page

account_patterns = [
    path("", account, name="account"),
    path("password/", password_page, name="account-password"),
    path("sign-out-everywhere/", sign_out_everywhere_page, name="account-sign-out-everywhere"),
    path("sign-up/", sign_up_page, name="account-sign-up"),
    path("sign-in/", SignInPage.as_view(), name="account-sign-in"),
    path("sign-out/", SignOutPage.as_view(), name="account-sign-out"),
    path("forgotten/", ForgottenPage.as_view(), name="account-forgotten"),
    path("forgotten/sent/", ResetSentPage.as_view(), name="account-reset-sent"),
    path("new-password/<slug:uidb64>/<slug:token>/", NewPasswordPage.as_view(), name="account-new-password"),
    path("mail/", mail_page, name="account-mail"),
    path("mail/turns/", turn_mail_page, name="account-turn-mail"),
    path("mail/leagues/", league_mail_page, name="account-league-mail"),
    path("mail/reviews/", review_mail_page, name="account-review-mail"),
    path("mail/confirm/", confirm_address_page, name="account-confirm-address"),
    path("tokens/", tokens_page, name="account-tokens"),
    path("tokens/<slug:token_id>/revoke/", revoke_token_page, name="account-revoke-token"),
    path("apps/", apps_page, name="account-apps"),
    path("apps/<slug:client_id>/revoke/", revoke_app_page, name="account-revoke-app"),
    path("apps/<slug:client_id>/delete/", remove_app_page, name="account-remove-app"),
]

oauth_patterns = [
    path("oauth/authorize", consent_page, name="oauth-authorize"),
    path("oauth/token", token_endpoint, name="oauth-token"),
    path("oauth/revoke", revocation_endpoint, name="oauth-revoke"),
    path(".well-known/oauth-authorization-server", metadata, name="oauth-metadata"),
]
