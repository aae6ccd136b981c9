"""Reading card sets, and binding rules to them."""

from functools import lru_cache

from cards.models import CardSetRevision
from rules.engine import Ruleset
from rules.registry import UnknownRuleset, bound_ruleset, newest_version

_NEWEST = """
SELECT id, ruleset, revision, digest, note, published_at, published_by_id, is_playtest FROM cards_cardsetrevision
WHERE ruleset = %s AND NOT is_playtest ORDER BY revision DESC LIMIT 1
"""
"""All but the body. By hand: whoever opens a match asks, and to compose the statement costs three times as much."""


def newest_revision(ruleset: str) -> CardSetRevision:
    """The revision that new matches are started with. Raises UnknownRuleset."""
    newest_version(ruleset)
    revision = next(iter(CardSetRevision.objects.raw(_NEWEST, [ruleset])), None)
    if revision is None:
        raise UnknownRuleset(f"no card set of {ruleset!r} is published")
    return revision


@lru_cache(maxsize=64)
def rules_of(ruleset: str, version: int, card_set_id: int) -> Ruleset:
    """The ruleset at a version, bound to one revision; kept in memory, as neither ever changes."""
    return bound_ruleset(ruleset, version, CardSetRevision.objects.get(pk=card_set_id).card_set)


def newest_rules(ruleset: str) -> Ruleset:
    """The newest version of a ruleset with its newest cards: what a new match is started with."""
    revision = newest_revision(ruleset)
    return rules_of(ruleset, newest_version(ruleset), revision.pk)


def revision_numbered(ruleset: str, revision: int | None) -> CardSetRevision | None:
    """A revision by its number, or the newest. Raises UnknownRuleset."""
    if revision is None:
        return newest_revision(ruleset)
    newest_version(ruleset)
    return CardSetRevision.objects.filter(ruleset=ruleset, revision=revision).defer("body").first()


def revision_before(revision: CardSetRevision) -> CardSetRevision | None:
    """The one that was newest when this one was published."""
    earlier = CardSetRevision.objects.filter(
        ruleset=revision.ruleset, revision__lt=revision.revision, is_playtest=False
    )
    return earlier.order_by("-revision").first()
