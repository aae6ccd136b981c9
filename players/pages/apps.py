"""The page of third-party apps that the player has allowed or registered."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from players.models import OAuthApp, Player
from players.oauth.apps import allowed_apps, register_app, remove_app, revoke_app
from players.pages.consent import PERMISSIONS
from players.pages.sign_in import account_answer, account_page


class AppForm(forms.Form):
    name = forms.CharField(
        label=_("name"), max_length=40, help_text=_("Players see it when your app asks for permission.")
    )
    redirect_uris = forms.CharField(
        label=_("redirect addresses"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_(
            "One per line: https://… for a website, http://127.0.0.1/… for a program on the player's computer. Such a "
            "program can use any port."
        ),
    )

    def clean_redirect_uris(self) -> list[str]:
        return str(self.cleaned_data["redirect_uris"]).split()


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def apps_page(request: HttpRequest) -> HttpResponse:
    """List the apps that the player has allowed and those they have registered. A POST registers one."""
    player: Player = request.user  # type: ignore[assignment]
    form = AppForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            register_app(owner=player, **form.cleaned_data)
        except ValidationError as fault:
            form.add_error(None, fault)
        else:
            return redirect("account-apps")
    allowed = [{**row, "permissions": [PERMISSIONS[scope] for scope in row["scopes"]]} for row in allowed_apps(player)]
    own = [
        {"app": app, "addresses": app.redirect_uris.split("\n")}
        for app in OAuthApp.objects.filter(owner=player).order_by("name", "pk")
    ]
    status = 400 if form.errors else 200
    return account_answer(request, "apps", _("Apps"), status=status, form=form, allowed=allowed, own=own)


@account_page
@require_POST
def revoke_app_page(request: HttpRequest, client_id: str) -> HttpResponse:
    """Revoke an app's access to the account. Does nothing if it has none."""
    app = OAuthApp.objects.filter(client_id=client_id).first()
    if app is not None:
        revoke_app(player=request.user, app=app)  # type: ignore[arg-type]
    return redirect("account-apps")


@account_page
@require_POST
def remove_app_page(request: HttpRequest, client_id: str) -> HttpResponse:
    """Delete an app of the player's own, with all its tokens."""
    app = OAuthApp.objects.filter(client_id=client_id, owner=request.user).first()
    if app is not None:
        remove_app(app=app)
    return redirect("account-apps")
