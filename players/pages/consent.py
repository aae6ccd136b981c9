"""The consent page, on which the player lets an app use their account, or refuses.

Anyone can register an app, so its addresses are not trusted: the player leaves for it only by pressing a button.
"""

from typing import Any
from urllib.parse import urlencode

from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from oauthlib.common import add_params_to_uri
from oauthlib.oauth2 import AccessDeniedError, FatalClientError, InvalidRequestFatalError, OAuth2Error

from common.http import limits
from common.scopes import APP_SCOPES
from players.models import OAuthApp, Player
from players.oauth.endpoints import issuer_of
from players.oauth.redirects import is_on_this_computer, policy_source
from players.oauth.server import INSIDE, make_code, server
from players.pages.sign_in import account_answer, account_page
from players.tokens import has_password_still

PERMISSIONS: dict[str, Promise | str] = {
    "read": _("See what you can see: your matches and hands, your private decks, your notes and notices"),
    "play": _("Play as you: open, join and leave matches, and act in them, even in rated ones"),
    "decks": _("Store, change and delete your decks"),
    "bot": _("Declare your bot accounts, and change what they accept"),
    "leagues": _("Run leagues, if you have permission"),
    "audit": _("Use your staff permissions, such as reading hidden information"),
}
TITLE = _("Allow an app")


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def consent_page(request: HttpRequest) -> HttpResponse:
    """Show the app's request and take the answer. The URL has the request (RFC 6749 4.1.1); it is checked each time."""
    player: Player = request.user  # type: ignore[assignment]
    try:
        uri = _address(request)
        scopes, asked = server.validate_authorization_request(uri)
    except FatalClientError as error:
        return _refused(request, str(error.description))
    except OAuth2Error as error:
        return _refused(request, str(error.description or error.error), back=_error_address(request, error))
    app, redirect_uri = asked["request"].client, asked["redirect_uri"]
    if player.is_guest:
        return _refused(request, "", guest=True, status=403)
    if request.method == "POST" and "allow" in request.POST:
        return _allowed(request, player, uri, scopes)
    if request.method == "POST":
        return _redirect(_error_address(request, AccessDeniedError(request=asked["request"])))
    response = account_answer(
        request,
        "consent",
        TITLE,
        app=app,
        permissions=[PERMISSIONS[scope] for scope in APP_SCOPES if scope in scopes],
        goes_to=None if is_on_this_computer(redirect_uri) else redirect_uri.split("/")[2].partition("?")[0],
    )
    response._csp_update = {"form-action": [policy_source(redirect_uri)]}  # type: ignore[attr-defined]
    return response


def _allowed(request: HttpRequest, player: Player, uri: str, scopes: list[str]) -> HttpResponse:
    limits.check_page(request, "sign_in", player.pk)
    with transaction.atomic():
        if not has_password_still(player):
            return HttpResponseRedirect(request.get_full_path())
        try:
            return _redirect(make_code(uri=uri, player=player, scopes=scopes, issuer=issuer_of(request)))
        except OAuthApp.DoesNotExist:
            return _refused(request, "Invalid client_id parameter value.")


def _address(request: HttpRequest) -> str:
    """The app's request as a URL, without empty parameters. Raises OAuth2Error if a parameter was sent twice."""
    found = list(request.GET.lists())
    if any(len(values) > 1 for _, values in found):
        raise InvalidRequestFatalError("A parameter was sent more than once.")
    return f"{INSIDE}?{urlencode([(name, values[0]) for name, values in found if values[0]])}"


def _error_address(request: HttpRequest, error: OAuth2Error) -> str:
    """The redirect URL that reports an error to the app."""
    return str(add_params_to_uri(error.redirect_uri, [*error.twotuples, ("iss", issuer_of(request))]))


def _redirect(address: str) -> HttpResponse:
    """Redirect with 303, so that browsers don't send the form again."""
    response = HttpResponseRedirect(address)
    response.status_code = 303
    return response


def _refused(request: HttpRequest, why: str, *, back: str = "", guest: bool = False, status: int = 400) -> HttpResponse:
    more: dict[str, Any] = {"why": why, "back": back, "guest": guest}
    return account_answer(request, "consent_refused", TITLE, status=status, **more)
