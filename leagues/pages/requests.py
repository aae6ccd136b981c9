"""Reads requests of league pages, and answers 404 to readers who may not see something."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from common.http.paging import decode_cursor
from common.text.errors import ServiceError
from leagues.models import League, Season
from leagues.selectors.access import find_league, find_season
from matches.pages.requests import keep_from_robots
from matches.pages.views import player_of

View = Callable[..., HttpResponse]


def absent_if_refused(view: View) -> View:
    """Have a page answer 404 if its reader may not see the league, or if the cursor in the address is not ours."""

    @wraps(view)
    def answered(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            return view(request, **where)
        except ServiceError as error:
            raise Http404 from error

    return answered


def shown_league(request: HttpRequest, slug: str) -> League:
    """The league, if the reader may see it. Raises ServiceError `not_found`."""
    found = find_league(slug, player_of(request))
    keep_from_robots(request, is_listed=found.visibility == League.Visibility.PUBLIC)
    return found


def shown_season(request: HttpRequest, slug: str, number: int) -> Season:
    """The season, if the reader may see it. Raises ServiceError `not_found`."""
    found = find_season(slug, number, player_of(request))
    keep_from_robots(request, is_listed=found.league.visibility == League.Visibility.PUBLIC)
    return found


def read_cursor(request: HttpRequest, shape: Any) -> Any:
    """Where the previous page ended; None for the first page. Raises ServiceError."""
    cursor = request.GET.get("cursor")
    return None if cursor is None else decode_cursor(cursor, shape)
