"""The account page, and the pages for a new password and for signing out everywhere."""

from django import forms
from django.contrib.auth import authenticate, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.text.errors import ServiceError
from common.text.refusals import add_refusal
from players.models import Player
from players.pages.sign_in import account_answer, account_page
from players.services import change_password, sign_out_everywhere


class OwnPasswordForm(forms.Form):
    """Asks for the password again, to prevent others from taking over the account at an unattended browser."""

    password = forms.CharField(
        label=_("current password"),
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._request = request

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        username = self._request.user.get_username()
        if authenticate(self._request, username=username, password=password) is None:
            raise forms.ValidationError(gettext("Wrong password."))
        return password


class PasswordForm(OwnPasswordForm):
    new_password = forms.CharField(
        label=_("new password"),
        min_length=10,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters, and not a common password."),
    )


@account_page
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The account page: name, language and bot accounts, with links to the other pages of the account."""
    player: Player = request.user  # type: ignore[assignment]
    bots = player.bot_accounts.filter(player__is_active=True).select_related("player").order_by("declared_at", "pk")
    return account_answer(request, "account", _("Account"), bots=bots)


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def password_page(request: HttpRequest) -> HttpResponse:
    """Set a new password. This signs out all other browsers and programs."""
    player: Player = request.user  # type: ignore[assignment]
    if player.is_guest:
        return redirect("account-sign-up")
    form = PasswordForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            change_password(player=player, password=form.cleaned_data["new_password"], field="new_password")
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            update_session_auth_hash(request, player)
            return account_answer(request, "password", _("Password"), form=PasswordForm(request), is_done=True)
    return account_answer(request, "password", _("Password"), status=400 if form.errors else 200, form=form)


@account_page
@require_POST
def sign_out_everywhere_page(request: HttpRequest) -> HttpResponse:
    """Sign out all browsers, including this one, and all programs. Not for guests, who would lose their account."""
    player: Player = request.user  # type: ignore[assignment]
    if not player.is_guest:
        sign_out_everywhere(player=player)
        logout(request)
    return redirect("account")
