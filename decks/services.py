"""Keeping decks. A deck is saved as it is sent; what is wrong with it is told when it is read, not refused."""

from dataclasses import replace
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from cards.rulesets.registry import newest_version
from decks.models import Deck, DeckLine
from decks.plans import DeckPlan, plan_of

MOST_NAME = 110
"""So much of a name stays when something is put behind it."""


@transaction.atomic
def create_deck(*, owner: AbstractBaseUser | None, ruleset: str, plan: DeckPlan, deck_id: UUID | None = None) -> Deck:
    """A new deck, under an id of its own if it comes with one. Raises UnknownRuleset."""
    newest_version(ruleset)
    deck = Deck(owner=owner, ruleset=ruleset)
    deck.id = deck_id or deck.id
    _write(deck, plan)
    return deck


@transaction.atomic
def update_deck(*, deck: Deck, plan: DeckPlan) -> Deck:
    """The deck as it is planned now; of which ruleset it is never changes."""
    _write(deck, plan)
    return deck


@transaction.atomic
def duplicate_deck(*, deck: Deck, owner: AbstractBaseUser) -> Deck:
    """The same deck again, private and under another name, for somebody to change."""
    plan = replace(
        plan_of(deck),
        name_en=f"{deck.name_en[:MOST_NAME]} (copy)",
        name_ja=f"{deck.name_ja[:MOST_NAME]}（写し）" if deck.name_ja else "",
        visibility=Deck.Visibility.PRIVATE,
    )
    return create_deck(owner=owner, ruleset=deck.ruleset, plan=plan)


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
