"""Why something was not done, in the reader's language."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext as _

from cards.rulebooks.pages import rules_address
from common.http import limits
from common.text.errors import ServiceError
from common.text.refusals import show_refusal, told
from matches.models import Match
from players.models import Player

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
