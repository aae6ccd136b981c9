"""Reads decks: those a player may see, their faults, and the deck that a client names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.db.models import Case, Q, QuerySet, When

from cards.sets.changed_cards import changed_cards, name_changed
from decks.faults import deck_problems
from decks.limits import MOST_DECKS_OFFERED
from decks.models import Deck, DeckLine
from players.models import Player
from rules.engine import Names, Ruleset

STORED_CARDS = """
WITH RECURSIVE found(card) AS (
  SELECT MIN(card) FROM decks_deckline
  UNION ALL
  SELECT (SELECT MIN(card) FROM decks_deckline WHERE card > found.card) FROM found WHERE card IS NOT NULL
)
SELECT card FROM found WHERE card IS NOT NULL
"""


class UnknownDeck(LookupError):
    """The name is neither a deck that the player may use nor a starter deck."""


def visible_decks(user_id: int | None) -> QuerySet[Deck]:
    """The player's own decks and public ones, with their cards."""
    visible = Q(visibility=Deck.Visibility.PUBLIC)
    if user_id is not None:
        visible |= Q(owner_id=user_id)
    return Deck.objects.filter(visible).select_related("owner").prefetch_related("lines")


def cards_of(decks: Iterable[Deck]) -> dict[UUID, dict[str, int]]:
    """The cards of each deck. Prefetched, each line of a list of large decks would be made an object."""
    found: dict[UUID, dict[str, int]] = {deck.pk: {} for deck in decks}
    for deck_id, card, copies in DeckLine.objects.filter(deck__in=found).values_list("deck", "card", "copies"):
        found[deck_id][card] = copies
    return found


def stored_cards() -> list[str]:
    """The slugs of all cards in stored decks. Skips through an index from card to card, since each is in many lines."""
    with connection.cursor() as cursor:
        cursor.execute(STORED_CARDS)
        return [card for (card,) in cursor.fetchall()]


def deck_report(rules: Ruleset, options: Mapping[str, Any], cards: Mapping[str, int]) -> dict[str, Any] | None:
    """The ruleset's report on a deck for an editor, as plain JSON; None if there is nothing to report."""
    if rules.check_options(options):
        return None
    report = rules.deck_report(rules.read_options(options), {"cards": dict(cards)})
    return None if report is None else msgspec.to_builtins(report)


@dataclass(frozen=True)
class CheckedDeck:
    """A deck's problems under today's cards, and whether it was legal under an earlier revision.

    The texts of its first problem name the deck's changed cards first.
    """

    deck: Deck
    problems: list[dict[str, Any]]
    was_legal: bool

    @property
    def broke(self) -> bool:
        return self.was_legal and bool(self.problems)


def checked_decks(decks: Iterable[Deck], *, now: Ruleset, before: Ruleset | None) -> list[CheckedDeck]:
    """Check every deck with both card sets. All decks belong to one ruleset, with their cards prefetched."""
    changed = changed_cards(before.card_set, now.card_set) if before else frozenset()
    return [_checked(deck, now, before, changed) for deck in decks]


def _checked(deck: Deck, now: Ruleset, before: Ruleset | None, changed: frozenset[str]) -> CheckedDeck:
    cards = deck.as_sent["cards"]
    problems = deck_problems(now, deck.options, cards)
    was_legal = before is not None and not deck_problems(before, deck.options, cards)
    if was_legal and problems:
        first = problems[0]
        problems = [{**first, "texts": name_changed(now, cards, changed, first["texts"])}, *problems[1:]]
    return CheckedDeck(deck, problems, was_legal)


def deck_named(rules: Ruleset, user_id: int | None, name: str) -> dict[str, dict[str, int]]:
    """The deck that a client names by id or by a starter deck's slug, as a seat sends it. Raises UnknownDeck."""
    try:
        pk = UUID(name)
    except ValueError:
        return _starter(rules, name)
    deck = visible_decks(user_id).filter(pk=pk, ruleset=rules.slug).first()
    if deck is None:
        raise UnknownDeck(name)
    return deck.as_sent


def _starter(rules: Ruleset, slug: str) -> dict[str, dict[str, int]]:
    for starter in rules.starter_decks:
        if starter.slug == slug:
            return {"cards": dict(starter.cards)}
    raise UnknownDeck(slug)


@dataclass(frozen=True)
class Offered:
    """A deck offered for a match: a starter deck by slug, or a stored deck by id."""

    name: str
    names: Names
    options: Mapping[str, Any]
    cards: Mapping[str, int]


def offered_decks(rules: Ruleset, player: Player) -> list[Offered]:
    """The starter decks, then the player's own decks, then other players' public decks, the newest first.

    A player without an account has no decks of their own. At most MOST_DECKS_OFFERED stored decks are offered.
    """
    if not rules.builds_decks:
        return []
    starters = [Offered(deck.slug, deck.names, deck.options, deck.cards) for deck in rules.starter_decks]
    found = visible_decks(player.pk).filter(ruleset=rules.slug, slug="")
    found = found.order_by(Case(When(owner_id=player.pk or 0, then=0), default=1), "-pk")[:MOST_DECKS_OFFERED]
    return starters + [
        Offered(str(deck.pk), {"en": deck.name_en, "ja": deck.name_ja}, deck.options, deck.as_sent["cards"])
        for deck in found
    ]
