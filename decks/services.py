"""Keeping decks. A deck is saved as it is sent; what is wrong with it is told when it is read, not refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from cards.rulesets.registry import newest_version
from decks.models import Deck, DeckLine


@dataclass(frozen=True, kw_only=True)
class DeckPlan:
    """All that a player writes down of a deck."""

    name_en: str
    name_ja: str = ""
    cards: Mapping[str, int]
    options: Mapping[str, Any]
    visibility: str = Deck.Visibility.PRIVATE
    note: str = ""


@transaction.atomic
def create_deck(*, owner: AbstractBaseUser, ruleset: str, plan: DeckPlan) -> Deck:
    """A new deck. Raises UnknownRuleset."""
    newest_version(ruleset)
    deck = Deck(owner=owner, ruleset=ruleset)
    _write(deck, plan)
    return deck


@transaction.atomic
def update_deck(*, deck: Deck, plan: DeckPlan) -> Deck:
    """The deck as it is planned now; of which ruleset it is never changes."""
    _write(deck, plan)
    return deck


def delete_deck(*, deck: Deck) -> None:
    """Matches keep what was brought to them; nothing else hangs on a deck."""
    deck.delete()


def _write(deck: Deck, plan: DeckPlan) -> None:
    deck.name_en, deck.name_ja, deck.note = plan.name_en, plan.name_ja, plan.note
    deck.options = dict(plan.options)
    deck.visibility = plan.visibility
    deck.save()
    deck.lines.all().delete()
    DeckLine.objects.bulk_create(
        DeckLine(deck=deck, card=card, copies=copies) for card, copies in sorted(plan.cards.items())
    )
