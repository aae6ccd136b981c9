"""The page on which a reader proves a match in his own browser; the service only hands out the scripts."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from matches.pages.robots import keep_from_robots


@require_safe
def prove(request: HttpRequest) -> HttpResponse:
    """`match` is the id of one that everybody may export, to be fetched by the page."""
    wanted = request.GET.get("match", "")
    try:
        export_url = f"{reverse('api-export', args=[UUID(wanted)])}" if wanted else ""
    except ValueError as error:
        raise Http404 from error
    keep_from_robots(request, is_listed=not wanted)  # Its address has that of the match, which may be in no list.
    return render(request, "replay/prove.html", {"export_url": export_url})
