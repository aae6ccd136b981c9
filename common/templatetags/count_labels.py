"""Counts in words: with a noun in English, with a counter in Japanese."""

from typing import Any

from django import template
from django.utils.translation import ngettext_lazy

register = template.Library()

COUNT_LABELS: dict[str, Any] = {
    "cards.card": ngettext_lazy("%(n)d card", "%(n)d cards", "n"),
    "cards.cardsetrevision": ngettext_lazy("%(n)d revision", "%(n)d revisions", "n"),
    "cards.cardsetdraft": ngettext_lazy("%(n)d draft", "%(n)d drafts", "n"),
    "common.deskarchive": ngettext_lazy("%(n)d archive", "%(n)d archives", "n"),
    "decks.deck": ngettext_lazy("%(n)d deck", "%(n)d decks", "n"),
    "leagues.league": ngettext_lazy("%(n)d league", "%(n)d leagues", "n"),
    "leagues.season": ngettext_lazy("%(n)d season", "%(n)d seasons", "n"),
    "matches.match": ngettext_lazy("%(n)d match", "%(n)d matches", "n"),
    "matches.auditread": ngettext_lazy("%(n)d audit", "%(n)d audits", "n"),
    "matches.botsetting": ngettext_lazy("%(n)d bot", "%(n)d bots", "n"),
    "playtesting.draftreview": ngettext_lazy("%(n)d review", "%(n)d reviews", "n"),
    "players.oauthapp": ngettext_lazy("%(n)d app", "%(n)d apps", "n"),
    "players.player": ngettext_lazy("%(n)d player", "%(n)d players", "n"),
    "players.staffgroup": ngettext_lazy("%(n)d group", "%(n)d groups", "n"),
    "admin.logentry": ngettext_lazy("%(n)d entry", "%(n)d entries", "n"),
    "replay.importedmatch": ngettext_lazy("%(n)d imported match", "%(n)d imported matches", "n"),
}
"""All models with an admin list (a test checks this), and the entries of a history."""


@register.simple_tag
def count_label(n: int, model: str) -> str:
    """`3`, `matches.match` -> "3 matches", "3試合"."""
    return str(COUNT_LABELS[model] % {"n": n})
