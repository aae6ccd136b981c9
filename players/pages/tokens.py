"""The page of a player's tokens: list, create, revoke."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from common.scopes import SCOPES
from common.text.errors import ServiceError
from common.text.refusals import add_refusal
from players.limits import MOST_TOKEN_DAYS
from players.models import AccessToken
from players.pages.sign_in import account_answer, account_page
from players.tokens import DAYS, make_token, revoke_token, token_id, tokens_of

SCOPE_LABELS = {
    "read": _("read: see what you can see"),
    "play": _("play: open, join and play matches"),
    "decks": _("decks: store, change and delete your decks"),
    "bot": _("bot: set what your bot account accepts"),
    "leagues": _("leagues: run leagues, if you have permission"),
    "webhooks": _("webhooks: manage your webhooks"),
    "audit": _("audit: use your staff permissions"),
}


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("name"), max_length=80, help_text=_("The program that uses it. Only you see this."), strip=True
    )
    scopes = forms.MultipleChoiceField(
        label=_("scopes"),
        choices=[(scope, SCOPE_LABELS[scope]) for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        initial=["read", "play"],
    )
    days = forms.IntegerField(label=_("valid for (days)"), min_value=1, max_value=MOST_TOKEN_DAYS, initial=DAYS)


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: HttpRequest) -> HttpResponse:
    """List the tokens and create one. A new token is shown once, in the answer to the form."""
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            token, secret = make_token(player=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            return _answer(request, TokenForm(), made=token, secret=secret)
    return _answer(request, form, status=400 if form.errors else 200)


@account_page
@require_POST
def revoke_token_page(request: HttpRequest, token_id: str) -> HttpResponse:
    """Revoke a token. Does nothing if it no longer exists."""
    try:
        revoke_token(player=request.user, token_id=token_id)  # type: ignore[arg-type]
    except ServiceError:
        pass
    return redirect("account-tokens")


def _answer(
    request: HttpRequest, form: TokenForm, *, status: int = 200, made: AccessToken | None = None, secret: str = ""
) -> HttpResponse:
    tokens = [{"id": token_id(token), "token": token} for token in tokens_of(request.user)]  # type: ignore[arg-type]
    return account_answer(
        request, "tokens", _("Access tokens"), status=status, form=form, tokens=tokens, made=made, secret=secret
    )
