"""What requests of pages share: how often one address may ask, how an action is carried out or refused, and which pages
search engines must not list.
"""

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
from common.text.refusals import show_refusal, told
from matches.models import Match
from players.models import Player

View = Callable[..., HttpResponse]


def bounded(view: View, policy: str = "pages") -> View:
    """Answers 429 to whoever is too fast, by the policy. An unknown address is nobody's, and is not counted."""

    @wraps(view)
    def answered(request: HttpRequest, *where: Any, **named: Any) -> HttpResponse:
        return refusal(request, policy) or view(request, *where, **named)

    return answered


def refusal(request: HttpRequest, policy: str) -> HttpResponse | None:
    """The 429 for who is too fast by the policy, whose bucket has one less then; None for all others."""
    address = limit_key(request.META)
    rate = None if address is None else take(policy, f"address:{address}")
    if rate is None or rate.allowed:
        return None
    response = HttpResponse(_("Too many attempts."), status=429, content_type="text/plain; charset=utf-8")
    response["Retry-After"] = str(ceil(rate.wait))
    return response


summed_up = partial(bounded, policy="exports")
"""For pages that sum up thousands of matches, as the API counts those who ask it for the same."""


def keep_from_robots(request: HttpRequest, *, is_listed: bool) -> None:
    """The answer to this request is for no search engine, unless it shows what everybody may find."""
    if not is_listed:
        request.is_unlisted = True  # type: ignore[attr-defined]  # The middleware Unlisted says so in a header.


Where = tuple[Any, ...]
"""The name of a page, and the arguments of its address."""


def told_with_rule(refusal: ServiceError, match: Match) -> list[str]:
    """The same at a table: where a rule refuses the action, with the way to it."""
    texts = told(refusal)
    if (rule := refusal.params.get("rule")) is None:
        return texts
    address = f"{rules_address(match.ruleset, match.ruleset_version)}#{rule}"
    link = format_html('<a href="{}" target="rules">{}</a>', address, _("Rule %(number)s") % {"number": rule})
    return [format_html("{} {}", text, link) for text in texts]


def carry_out(request: HttpRequest, done: Where, refused: Where, do: Callable[[Player], object]) -> HttpResponseBase:
    """Do what was sent by who is signed in, and lead him on: to another page where it is refused."""
    player = request.user
    assert isinstance(player, Player)
    try:
        limits.check(request, "default", player.pk)
        do(player)
    except ServiceError as refusal:
        show_refusal(request, refusal)
        return redirect(*refused)
    return redirect(*done)
