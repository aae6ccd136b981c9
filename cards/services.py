"""Publishing card sets."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from cards.catalog import CardSet, set_digest, shipped_set
from cards.engine import canonical
from cards.models import CardSetRevision
from cards.rulesets.registry import bound_ruleset, slugs


@transaction.atomic
def publish_card_set(
    *, ruleset: str, card_set: CardSet, note: str = "", published_by: AbstractBaseUser | None = None
) -> CardSetRevision:
    """A new immutable revision. Raises if the ruleset cannot read the set."""
    bound_ruleset(ruleset, None, card_set)
    newest = CardSetRevision.objects.select_for_update().filter(ruleset=ruleset).order_by("-revision").first()
    return CardSetRevision.objects.create(
        ruleset=ruleset,
        revision=newest.revision + 1 if newest else 1,
        digest=set_digest(card_set),
        body=canonical(card_set),
        note=note,
        published_by=published_by,
    )


def publish_shipped_sets(**kwargs: Any) -> list[CardSetRevision]:
    """Revision 1 of every ruleset that has none yet; run after each migration, so a match can always be started."""
    known = set(CardSetRevision.objects.values_list("ruleset", flat=True))
    return [
        publish_card_set(ruleset=slug, card_set=shipped_set(slug), note="As shipped")
        for slug in slugs()
        if slug not in known
    ]
