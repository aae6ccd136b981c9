"""Writes decks. A deck with faults is saved too; the faults are shown whenever it is read.

Every save is a version (versions.py). `expected` are versions that the caller has seen. If the deck is at none of them,
ServiceError `deck_changed` is raised. With None nothing is checked.
"""

from collections.abc import Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from common.text.errors import ServiceError
from decks.limits import MOST_COPIED_NAME
from decks.models import Deck, DeckLine, DeckVersion
from decks.plans import DeckPlan, change_message, plan_of, with_replaced
from decks.verdicts import judge
from decks.versions import record, record_first, refuse_outdated
from rules.registry import newest_version

Kind = DeckVersion.Kind


@transaction.atomic
def create_deck(
    *,
    owner: AbstractBaseUser | None,
    ruleset: str,
    plan: DeckPlan,
    deck_id: UUID | None = None,
    author: AbstractBaseUser | None = None,
) -> Deck:
    """Create a deck, with `deck_id` as its id if given. Raises UnknownRuleset."""
    newest_version(ruleset)
    deck = Deck(owner=owner, ruleset=ruleset)
    deck.id = deck_id or deck.id
    deck.version = _last_number(deck.id) + 1
    _write(deck, plan)
    record([(deck, plan)], kind=Kind.CREATED, author=author or owner)
    return deck


@transaction.atomic
def update_deck(
    *,
    deck: Deck,
    plan: DeckPlan,
    author: AbstractBaseUser | None = None,
    expected: Iterable[int] | None = None,
    kind: str = Kind.CHANGED,
) -> Deck:
    """Save the deck with this plan. Its ruleset never changes. A save without changes makes no version.

    Raises ServiceError `not_found` if the deck has been deleted.
    """
    stored = _locked(deck.pk)
    refuse_outdated(stored, expected)
    deck.version = stored.version
    if not change_message(plan_of(stored), plan, (str(stored.owner_id), str(deck.owner_id))):
        return deck
    record_first([stored])
    deck.version += 1
    _write(deck, plan)
    record([(deck, plan)], kind=kind, author=author)
    return deck


@transaction.atomic
def patch_deck(
    *, deck_id: UUID, fields: Mapping[str, Any], author: AbstractBaseUser | None, expected: Iterable[int] | None = None
) -> Deck:
    """Change only these fields of the stored deck; the others stay as they are now."""
    stored = _locked(deck_id)
    return update_deck(deck=stored, plan=replace(plan_of(stored), **fields), author=author, expected=expected)


@transaction.atomic
def replace_card(
    *, versions: Mapping[UUID, int], card: str, by: str, author: AbstractBaseUser | None
) -> list[tuple[Deck, DeckPlan]]:
    """Replace all copies of a card in many decks, in all or in none. Each changed deck gets a new version.

    `versions` is deck id -> the version that the author has seen. Returns the changed decks with their earlier plans.
    """
    changed = []
    for deck_id, seen in sorted(versions.items()):
        stored = _locked(deck_id)
        before = plan_of(stored)
        saved = update_deck(deck=stored, plan=with_replaced(before, card, by), author=author, expected=[seen])
        if saved.version != seen:
            changed.append((saved, before))
    return changed


@dataclass(frozen=True)
class HandedOver:
    deck: Deck
    """The deck after the change."""
    former: Deck
    """The deck before the change. Only its own columns are loaded."""


@transaction.atomic
def hand_over_decks(
    *, deck_ids: Collection[UUID], owner: AbstractBaseUser | None, visibility: str, author: AbstractBaseUser | None
) -> list[HandedOver]:
    """Change the owner, the visibility (empty: unchanged) or both of many decks, in all or none.

    Returns the changed decks. Starter decks don't change. It takes a dozen statements for any number of decks.
    """
    found = Deck.objects.select_for_update(of=("self",)).filter(pk__in=deck_ids, slug="").order_by("pk")
    changed = []
    for deck in found.select_related("owner").prefetch_related("lines"):
        former = copy(deck)
        deck.owner, deck.visibility = owner or deck.owner, visibility or deck.visibility
        if (deck.owner_id, deck.visibility) != (former.owner_id, former.visibility):
            changed.append(HandedOver(deck, former))
    record_first([one.former for one in changed])
    for one in changed:
        one.deck.version, one.deck.updated_at = one.deck.version + 1, timezone.now()
        if one.former.judged_version == one.former.version:  # The new version has the same cards and options.
            one.deck.judged_version = one.deck.version
    decks = [one.deck for one in changed]
    Deck.objects.bulk_update(decks, ["owner", "visibility", "version", "judged_version", "updated_at"])
    record([(deck, plan_of(deck)) for deck in decks], kind=Kind.CHANGED, author=author)
    return changed


@transaction.atomic
def restore_version(
    *, version: DeckVersion, author: AbstractBaseUser | None, expected: Iterable[int] | None = None
) -> Deck:
    """Save an earlier version of the deck as its newest. This also restores a deleted deck."""
    # If two requests restore a deleted deck at once, the second waits here and then finds the deck.
    newest = DeckVersion.objects.select_for_update().filter(deck_id=version.deck_id).order_by("-number")[0]
    plan = DeckPlan(**version.plan)
    deck = Deck.objects.filter(pk=version.deck_id).first()
    if deck is not None:
        return update_deck(deck=deck, plan=plan, author=author, expected=expected, kind=Kind.RESTORED)
    deck = Deck(id=version.deck_id, owner_id=newest.owner_id, ruleset=version.ruleset, version=newest.number + 1)
    _write(deck, plan)
    record([(deck, plan)], kind=Kind.RESTORED, author=author)
    return deck


@transaction.atomic
def duplicate_deck(*, deck: Deck, owner: AbstractBaseUser) -> Deck:
    """Copy a deck as a private deck of this owner, under a new name."""
    plan = replace(
        plan_of(deck),
        name_en=f"{deck.name_en[:MOST_COPIED_NAME]} (copy)",
        name_ja=f"{deck.name_ja[:MOST_COPIED_NAME]}（写し）" if deck.name_ja else "",
        visibility=Deck.Visibility.PRIVATE.value,
    )
    return create_deck(owner=owner, ruleset=deck.ruleset, plan=plan)


@transaction.atomic
def delete_deck(*, deck: Deck, author: AbstractBaseUser | None = None, expected: Iterable[int] | None = None) -> None:
    """Delete a deck. Its versions stay, so it can be restored. Matches have their own copies of decks.

    Raises ServiceError `starter_deck`, or `not_found` if the deck has been deleted.
    """
    stored = _locked(deck.pk)
    if stored.slug:
        raise ServiceError("starter_deck")
    refuse_outdated(stored, expected)
    record_first([stored])
    stored.version += 1
    record([(stored, plan_of(stored))], kind=Kind.DELETED, author=author)
    stored.delete()


@transaction.atomic
def forget_decks(owner: AbstractBaseUser) -> None:
    """Delete all decks and versions of a deleted account. Matches have their own copies of decks."""
    Deck.objects.filter(owner=owner).delete()
    DeckVersion.objects.filter(owner=owner).delete()


def _locked(deck_id: UUID) -> Deck:
    deck = Deck.objects.select_for_update().filter(pk=deck_id).first()
    if deck is None:
        raise ServiceError("not_found")
    return deck


def _last_number(deck_id: UUID) -> int:
    last = DeckVersion.objects.filter(deck_id=deck_id).order_by("-number").values_list("number", flat=True).first()
    return last or 0


def _write(deck: Deck, plan: DeckPlan) -> None:
    deck.name_en, deck.name_ja, deck.note = plan.name_en, plan.name_ja, plan.note
    deck.options = dict(plan.options)
    deck.visibility = plan.visibility
    judge(deck, plan.cards)
    deck.save()
    deck.lines.all().delete()
    DeckLine.objects.bulk_create(
        DeckLine(deck=deck, card=card, copies=copies) for card, copies in sorted(plan.cards.items())
    )
