"""Reading card sets, and binding rules to them."""

from functools import lru_cache

from cards.engine import Ruleset
from cards.models import CardSetRevision
from cards.rulesets.registry import UnknownRuleset, bound_ruleset, newest_version


def newest_revision(ruleset: str) -> CardSetRevision:
    """The revision that new matches are started with. Raises UnknownRuleset."""
    newest_version(ruleset)
    revision = CardSetRevision.objects.filter(ruleset=ruleset).order_by("-revision").first()
    if revision is None:
        raise UnknownRuleset(f"no card set of {ruleset!r} is published")
    return revision


@lru_cache(maxsize=64)
def rules_of(ruleset: str, version: int, card_set_id: int) -> Ruleset:
    """The ruleset at a version, bound to one revision; kept in memory, as neither ever changes."""
    return bound_ruleset(ruleset, version, CardSetRevision.objects.get(pk=card_set_id).card_set)
