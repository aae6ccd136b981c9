"""Shared by the pages: limits for each address, carrying out actions, and keeping pages out of search engines."""

from collections.abc import Callable
from functools import partial, wraps
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext as _

from cards.rulebooks.pages import rules_address
from common.addresses import limit_key
from common.http import limits
from common.http.limits import take
from common.text.errors import ServiceError
from common.text.refusals import refusal_texts, show_refusal
from matches.models import Match
from players.models import Player

View = Callable[..., HttpResponse]


def bounded(view: View, policy: str = "pages") -> View:
    """Decorate a view to answer 429 to an address that exceeds the policy. An unknown address is not limited."""

    @wraps(view)
    def answered(request: HttpRequest, *where: Any, **named: Any) -> HttpResponse:
        return refusal(request, policy) or view(request, *where, **named)

    return answered


def refusal(request: HttpRequest, policy: str) -> HttpResponse | None:
    """Count this request. Returns a 429 response if its address exceeds the policy, otherwise None."""
    address = limit_key(request.META)
    rate = None if address is None else take(policy, f"address:{address}")
    if rate is None or rate.allowed:
        return None
    response = HttpResponse(_("Too many attempts."), status=429, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(ceil(rate.wait))
    return response


summed_up = partial(bounded, policy="exports")
"""`bounded` for pages that sum up thousands of matches. The API has the same policy for its statistics."""


def keep_from_robots(request: HttpRequest, *, is_listed: bool) -> None:
    """Keep the answer to this request out of search engines, unless everyone may find what it shows."""
    if not is_listed:
        request.is_unlisted = True  # type: ignore[attr-defined]  # The middleware Unlisted adds the header.


Where = tuple[Any, ...]
"""The name of a page and the arguments of its address."""


def texts_with_rule(refusal: ServiceError, match: Match) -> list[str]:
    """The texts of a refusal, with a link to the rule if a rule refuses the action."""
    texts = refusal_texts(refusal)
    if (rule := refusal.params.get("rule")) is None:
        return texts
    address = f"{rules_address(match.ruleset, match.ruleset_version)}#{rule}"
    link = format_html('<a href="{}" target="rules">{}</a>', address, _("Rule %(number)s") % {"number": rule})
    return [format_html("{} {}", text, link) for text in texts]


def carry_out(
    request: HttpRequest, done: Where, refused: Where, do: Callable[[Player], object], policy: str = "default"
) -> HttpResponseBase:
    """Carry out an action of the signed-in player, then redirect to `done`. If it is refused, redirect to `refused`."""
    player = request.user
    assert isinstance(player, Player)
    try:
        limits.check_page(request, policy, player.pk)
        do(player)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect(*refused)
    return redirect(*done)
