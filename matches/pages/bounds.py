"""How often one place may ask for pages that draw a position, or sum up matches: that costs more than asking for it."""

from collections.abc import Callable
from functools import partial, wraps
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from common.addresses import limit_key
from common.http.limits import take

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
