"""Filters of the list of matches."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cards.admin.common import RulesetFilter
from common.text.language import in_language
from common.text.templates import templates
from matches.bots.roster import HOUSE_BOTS
from matches.models import Match, Seat
from rules.registry import game_definition, slugs


class PlayerFilter(admin.SimpleListFilter):
    """Matches of one player or bot. The name is typed, because a list of all players would be too long."""

    title = _("player or bot")
    parameter_name = "player"
    template = "admin/matches/match/text_filter.html"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("", "")]

    def choices(self, changelist: Any) -> Any:
        rest = [(name, value) for name, value in changelist.params.items() if name != self.parameter_name]
        rest = [(name, value[-1] if isinstance(value, list) else value) for name, value in rest]
        yield {"value": self.value() or "", "rest": rest, "name": self.parameter_name}

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        if not (wanted := self.value()):
            return queryset
        bots = [bot.name for bot in HOUSE_BOTS if wanted in (bot.name, *bot.names.values())]
        seats = Seat.objects.filter(Q(player__username=wanted) | Q(bot__in=bots))
        return queryset.filter(pk__in=seats.values("match"))


class EndReasonFilter(admin.SimpleListFilter):
    """Matches with one end reason. If a ruleset is chosen, the reasons of other rulesets are not offered."""

    title = _("end reason")
    parameter_name = "end_reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = request.GET.get(RulesetFilter.parameter_name)
        rulesets = [slug for slug in slugs() if chosen in (slug, None)]
        reasons = dict(templates("ends"))
        for slug in rulesets:
            reasons.update(game_definition(slug).words.get("reasons", {}))
        return sorted(((reason, in_language(names)) for reason, names in reasons.items()), key=lambda item: item[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Match]) -> QuerySet[Match]:
        return queryset.filter(end_reason=self.value()) if self.value() else queryset
