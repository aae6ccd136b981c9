"""The starter decks of the shipped card sets, as public decks without an owner."""

from django.db import transaction

from decks.models import Deck, DeckLine
from rules.registry import shipped_ruleset, slugs


@transaction.atomic
def publish_starter_decks() -> int:
    """Create the starter decks that are missing, and return how many. Runs after each migration."""
    known = set(Deck.objects.exclude(slug="").values_list("ruleset", "slug"))
    new = 0
    for ruleset in slugs():
        rules = shipped_ruleset(ruleset)
        for starter in rules.starter_decks if rules.builds_decks else ():
            if (ruleset, starter.slug) in known:
                continue
            deck = Deck.objects.create(
                ruleset=ruleset,
                slug=starter.slug,
                name_en=starter.names["en"],
                name_ja=starter.names["ja"],
                options=starter.options,
                visibility=Deck.Visibility.PUBLIC,
            )
            DeckLine.objects.bulk_create(
                DeckLine(deck=deck, card=card, copies=copies) for card, copies in starter.cards.items()
            )
            new += 1
    return new
