"""Reads card sets, and binds rules to them."""

from functools import lru_cache

from cards.models import CardSetRevision
from rules.engine import Ruleset
from rules.registry import UnknownRuleset, bound_ruleset, newest_version

_NEWEST = """
SELECT id, ruleset, revision, digest, note, published_at, published_by_id, is_playtest FROM cards_cardsetrevision
WHERE ruleset = %s AND NOT is_playtest ORDER BY revision DESC LIMIT 1
"""
"""Every column but the body, in raw SQL: each opening of a match needs it, and the ORM takes three times as long."""


def newest_revision(ruleset: str) -> CardSetRevision:
    """The revision used for new matches. Raises UnknownRuleset."""
    newest_version(ruleset)
    revision = next(iter(CardSetRevision.objects.raw(_NEWEST, [ruleset])), None)
    if revision is None:
        raise UnknownRuleset(f"no card set of {ruleset!r} is published")
    return revision


@lru_cache(maxsize=64)
def rules_of(ruleset: str, version: int, card_set_id: int) -> Ruleset:
    """The ruleset at a version, bound to one revision. Cached in memory, as neither ever changes."""
    return bound_ruleset(ruleset, version, CardSetRevision.objects.get(pk=card_set_id).card_set)


def words_of(ruleset: str, version: int, card_set_id: int) -> Ruleset:
    """The rules whose words tell a log: those of its version, or the newest of the game if that version is gone.

    Raises UnknownRuleset if the game is gone.
    """
    try:
        return rules_of(ruleset, version, card_set_id)
    except UnknownRuleset:
        return rules_of(ruleset, newest_version(ruleset), card_set_id)


def newest_rules(ruleset: str) -> Ruleset:
    """The newest version of a ruleset with its newest cards, as new matches use them."""
    revision = newest_revision(ruleset)
    return rules_of(ruleset, newest_version(ruleset), revision.pk)


def revision_numbered(ruleset: str, revision: int | None) -> CardSetRevision | None:
    """The revision with this number, or the newest if it is None. Raises UnknownRuleset."""
    if revision is None:
        return newest_revision(ruleset)
    newest_version(ruleset)
    return CardSetRevision.objects.filter(ruleset=ruleset, revision=revision).defer("body").first()


def revision_before(revision: CardSetRevision) -> CardSetRevision | None:
    """The revision that was the newest when this one was published."""
    earlier = CardSetRevision.objects.filter(
        ruleset=revision.ruleset, revision__lt=revision.revision, is_playtest=False
    )
    return earlier.order_by("-revision").first()
