"""Compares and merges the two changes when a player saves a deck that someone else saved in the meantime."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from cards.sets.differences import ABSENT, Change, changes, written
from cards.sets.selectors import newest_rules
from common.text.language import in_language
from common.text.naming import card_names
from decks.models import Deck, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.versions import changed, merged, since
from rules.engine.json_pointers import keys_of

FIELD = "deck_version"


def seen_version(request: HttpRequest) -> list[int] | None:
    """The deck's version when its page was opened, in a list; None if the request doesn't say."""
    sent = request.POST.get(FIELD, "")
    return [int(sent)] if sent.isascii() and sent.isdigit() and len(sent) < 10 else None


@dataclass(frozen=True)
class Outdated:
    """`saved` is what others saved in the meantime, `mine` what this player changed, both worded for the page."""

    saved: list[tuple[DeckVersion, list[str]]]
    mine: list[str]
    clashes: list[str]
    """Places that both changed differently, each with the saved value and this player's."""
    plans: list[DeckPlan]
    """Both changes merged, once with this player's values for the clashes and once with the saved values."""
    was_owner: int | None
    """The owner when the page was opened."""


def outdated(deck: Deck, seen: int, mine: DeckPlan) -> Outdated:
    """Compare what was saved since version `seen` with the plan of a player who started from that version."""
    base_version = DeckVersion.objects.filter(deck_id=deck.pk, number=seen).first()
    theirs = plan_of(deck)
    base = DeckPlan(**base_version.plan) if base_version else theirs
    choices = [merged(base, mine, theirs, prefer_mine=prefer) for prefer in (True, False)]
    return Outdated(
        saved=[(version, worded(deck.ruleset, changed(version, before))) for version, before in since(deck.pk, seen)],
        mine=worded(deck.ruleset, list(changes(_flat(base), _flat(mine)))),
        clashes=_worded_clashes(deck.ruleset, choices[0].clashes),
        plans=[choice.plan for choice in choices],
        was_owner=base_version.owner_id if base_version else deck.owner_id,
    )


def _flat(plan: DeckPlan) -> dict[str, Any]:
    return {**vars(plan), "cards": dict(plan.cards), "options": dict(plan.options)}


def worded(ruleset: str, found: list[Change]) -> list[str]:
    """Changes with the names of fields and cards in the language of the page."""
    places = worded_places(ruleset, [change.at for change in found])
    return [str(change).replace(change.at, place, 1) for change, place in zip(found, places, strict=True)]


def _worded_clashes(ruleset: str, found: list[Change]) -> list[str]:
    texts = {
        change.at: (
            ABSENT if change.is_new else written(change.before),
            ABSENT if change.is_gone else written(change.after),
        )
        for change in found
    }
    places = worded_places(ruleset, list(texts))
    return [
        _("%(place)s: saved %(theirs)s, yours %(mine)s") % {"place": place, "theirs": theirs, "mine": mine}
        for place, (theirs, mine) in zip(places, texts.values(), strict=True)
    ]


def worded_places(ruleset: str, places: list[str]) -> list[str]:
    names = card_names(newest_rules(ruleset))
    labels = {"owner": _("owner"), "options": _("options"), "cards": _("cards")}
    labels |= {field.name: str(field.verbose_name) for field in Deck._meta.fields}
    return [_place(keys_of(place), names, labels) for place in places]


_PLACE = re.compile(r"(?:^|(?<=; ))/(?:cards|name_en|name_ja|note|options|owner|visibility)[^ ;“”]*(?= )")
"""The beginning of each change in a line of the history."""


def worded_entry(ruleset: str, text: str) -> str:
    """A line of the history with names of fields and cards in place of JSON pointers."""
    places = list(dict.fromkeys(_PLACE.findall(text)))
    names = dict(zip(places, worded_places(ruleset, places), strict=True))
    return _PLACE.sub(lambda found: names[found[0]], text)


def _place(parts: list[str], names: Mapping[str, Any], labels: Mapping[str, str]) -> str:
    if parts[0] == "cards" and len(parts) > 1:
        return in_language(names.get(parts[1], {}), parts[1])
    return " / ".join([labels.get(parts[0], parts[0]), *parts[1:]])
