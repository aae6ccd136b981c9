"""A template tag that finds the league of a match."""

from typing import Any

from django import template
from django.template import RequestContext

from common.text.errors import ServiceError
from leagues.models import Fixture
from leagues.pages.lines import names_of
from leagues.selectors.access import find_league
from matches.models import Match
from matches.pages.views import player_of

register = template.Library()


@register.inclusion_tag("leagues/of_match.html", takes_context=True)
def league_of_match(context: RequestContext, match: Match) -> dict[str, Any]:
    """The league, season and entrants of a match; empty if it has none that the reader may see."""
    pairing = "deal__pairing"
    fixtures = Fixture.objects.select_related("deal__season__league", f"{pairing}__first", f"{pairing}__second")
    fixture = fixtures.defer("deal__season__seat_decks").filter(match=match.pk).first()
    if fixture is None:
        return {}
    season, pair = fixture.deal.season, [fixture.deal.pairing.first, fixture.deal.pairing.second]
    try:
        find_league(season.league.slug, player_of(context["request"]))
    except ServiceError:
        return {}
    sides = pair if fixture.seating == 0 else pair[::-1]
    return {"season": season, "name": names_of(season.league), "sides": sides}
