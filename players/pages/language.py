"""Choosing the language of pages. It is stored in the browser and, for signed-in players, in the account."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as set_cookie_and_go_back

from players.models import Player
from players.services import set_language

LANGUAGES = frozenset(dict(settings.LANGUAGES))


@require_POST
def language_page(request: HttpRequest) -> HttpResponseBase:
    """Set the language. If it is empty, each browser's preference counts again. An unknown language is ignored."""
    wanted = request.POST.get("language")
    if wanted and wanted not in LANGUAGES:
        wanted = None
    if wanted is not None and isinstance(request.user, Player):
        set_language(player=request.user, language=wanted)
    response: HttpResponseBase = set_cookie_and_go_back(request)
    if wanted == "":
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite=settings.LANGUAGE_COOKIE_SAMESITE)
    return response


def keep_language(request: HttpRequest, player: Player) -> None:
    """Copy the language chosen in the browser to a new account."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in LANGUAGES:
        set_language(player=player, language=chosen)
