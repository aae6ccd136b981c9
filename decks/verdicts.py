"""Stores whether each deck is legal, so that lists can filter by it without checking every deck.

A verdict counts while its deck, the card set and the rules are those that it was reached with. A save checks its deck
itself. After a new revision or new rules, workers check the other decks; until then their verdicts don't count.
"""

import logging
import time
from collections.abc import Mapping
from contextlib import suppress

from django.db import transaction
from django.db.models import F, Q

from cards.models import CardSetRevision
from cards.sets.selectors import newest_revision, rules_of
from common.sending import send_task
from decks.faults import is_legal
from decks.models import Deck
from decks.selectors import cards_of
from rules.registry import UnknownRuleset, newest_version, slugs

JUDGE = "decks.judge_decks"
STINT = 2.0
"""Seconds that a task works before it queues itself again, so other tasks in the queue get their turn."""
PIECE = 50
"""Decks checked between two writes. They are locked meanwhile, and a save of one of them waits."""
Current = Mapping[str, str]
"""Ruleset -> the version of its rules and the revision of its card set, with which decks are checked today."""
log = logging.getLogger(__name__)


def current() -> Current:
    """What decks are checked with today. Rulesets without a card set are left out."""
    found = {}
    for ruleset in slugs():
        with suppress(UnknownRuleset):
            found[ruleset] = _key(newest_revision(ruleset))
    return found


def judged(today: Current) -> Q:
    """Decks whose verdict counts."""
    same = Q(pk__in=[])
    for ruleset, key in today.items():
        same |= Q(ruleset=ruleset, judged_with=key)
    return same & Q(judged_version=F("version"))


def verdict(deck: Deck, today: Current) -> bool | None:
    """Whether the deck is legal; None if its verdict doesn't count."""
    counts = deck.judged_version == deck.version and deck.judged_with == today.get(deck.ruleset)
    return deck.legal if counts else None


def judge(deck: Deck, cards: Mapping[str, int]) -> None:
    """Set the verdict of a deck with these cards. The caller saves the deck."""
    revision = newest_revision(deck.ruleset)
    deck.judged_version, deck.judged_with = deck.version, _key(revision)
    deck.legal = is_legal(rules_of(deck.ruleset, newest_version(deck.ruleset), revision.pk), deck.options, cards)


def judge_decks(seconds: float = STINT) -> bool:
    """Check decks whose verdict doesn't count, for some seconds. Returns whether there are more."""
    until = time.monotonic() + seconds
    while _judge_piece():
        if time.monotonic() > until:
            return True
    return False


def wake() -> None:
    """Queue more work. If the message is lost, the next sweep does it."""
    send_task(JUDGE)


@transaction.atomic
def _judge_piece() -> int:
    """Check some decks, and return how many. A deck that is being saved is skipped, since the save checks it."""
    today = current()
    unjudged = Deck.objects.filter(ruleset__in=today).exclude(judged(today)).order_by("pk")
    decks = list(unjudged.select_for_update(skip_locked=True)[:PIECE])
    cards = cards_of(decks)
    for deck in decks:
        _judge_or_set_aside(deck, cards[deck.pk])
    return Deck.objects.bulk_update(decks, ["legal", "judged_version", "judged_with"])


def _judge_or_set_aside(deck: Deck, cards: Mapping[str, int]) -> None:
    """One deck that the rules fail on must not keep all others from being checked."""
    try:
        judge(deck, cards)
    except Exception:
        log.exception("deck %s could not be checked", deck.pk)
        deck.legal = None


def _key(revision: CardSetRevision) -> str:
    return f"{newest_version(revision.ruleset)}.{revision.revision}"
