"""Shared by the admin's card pages."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.editor.forms import ruleset_choices
from cards.models import CardSetDraft
from cards.sets.differences import Change
from cards.sets.validation import Fault
from common.text import refusals
from common.text.errors import ServiceError
from common.text.infer_fields import is_names
from common.text.labels import card_label_of
from common.text.language import in_language
from common.text.naming import card_words
from common.text.refusals import marked
from rules.engine import Names
from rules.registry import game_definition

LONGEST_MESSAGE = 2000


class RulesetFilter(admin.SimpleListFilter):
    """Filters by ruleset, under its name."""

    title = gettext_lazy("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return ruleset_choices()

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


def row_or_404(rows: QuerySet, pk: int | str) -> Any:
    """The row with that primary key, which the URL may have in any form. Raises Http404."""
    row = rows.filter(pk=pk).first() if str(pk).isdecimal() and len(str(pk)) < 20 else None
    if row is None:
        raise Http404
    return row


def change_message(changed: list[Change], name: str) -> str:
    """A line for the history with the old and new values."""
    text = f"{name}: " + "; ".join(str(change) for change in changed)
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


def names_of(ruleset: str, card_set: Mapping[str, Any]) -> dict[str, Names]:
    """The display names of a set's cards and of the words in them."""
    cards = {card["slug"]: card["names"] for card in card_set["cards"] if is_names(card.get("names"))}
    return {**card_words(game_definition(ruleset), card_set), **cards}


def show_refusal(request: HttpRequest, refusal: ServiceError, draft: CardSetDraft | None = None) -> None:
    """Show on the next page why a request was refused, with the draft's card names."""
    names = {} if draft is None else names_of(draft.ruleset, draft.body)
    show_faults(request, refusal.params.get("faults", []), names)
    if "faults" not in refusal.params:
        refusals.show_refusal(request, refusal)


def show_faults(request: HttpRequest, faults: list[Fault], names: Mapping[str, Names]) -> None:
    """Show each fault as an error message on the next page, worded as in the list of faults."""
    for fault in faults:
        card = in_language(names.get(fault.card), fault.card) if fault.card else str(_("The set itself"))
        place = card_label_of(fault.at) if fault.card else fault.at
        messages.error(request, marked(f"{card} {place}: {fault.detail}".strip()))
