"""Where the pages of an account are."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from players.pages.account import account, password_page, sign_out_everywhere_page
from players.pages.mail import confirm_address_page, league_mail_page, mail_page, turn_mail_page
from players.pages.password import ForgottenPage, NewPasswordPage, ResetSentPage
from players.pages.sign_in import SignInPage
from players.pages.sign_up import sign_up_page
from players.pages.tokens import revoke_token_page, tokens_page

urlpatterns = [
    path("", account, name="account"),
    path("password/", password_page, name="account-password"),
    path("sign-out-everywhere/", sign_out_everywhere_page, name="account-sign-out-everywhere"),
    path("sign-up/", sign_up_page, name="account-sign-up"),
    path("sign-in/", SignInPage.as_view(), name="account-sign-in"),
    path("sign-out/", LogoutView.as_view(next_page="account-sign-in"), name="account-sign-out"),
    path("forgotten/", ForgottenPage.as_view(), name="account-forgotten"),
    path("forgotten/sent/", ResetSentPage.as_view(), name="account-reset-sent"),
    path("new-password/<slug:uidb64>/<slug:token>/", NewPasswordPage.as_view(), name="account-new-password"),
    path("mail/", mail_page, name="account-mail"),
    path("mail/turns/", turn_mail_page, name="account-turn-mail"),
    path("mail/leagues/", league_mail_page, name="account-league-mail"),
    path("mail/confirm/", confirm_address_page, name="account-confirm-address"),
    path("tokens/", tokens_page, name="account-tokens"),
    path("tokens/<slug:token_id>/revoke/", revoke_token_page, name="account-revoke-token"),
]
