"""Publishes card sets and edits their drafts. Published sets never change."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.card_json import is_too_large
from cards.sets.differences import Change, alike, by_slug, changes, moved_on
from cards.sets.selectors import newest_revision, newest_rules, rules_of
from cards.sets.validation import SLUG_LENGTH, Fault, check_set, fault_of, too_large
from common.text.errors import ServiceError
from rules.engine import CardSet, canonical, card_fault, digest
from rules.registry import bound_ruleset, newest_version, set_digest, shipped_set, slugs

Json = Any

AS_SHIPPED = "初期セット · As shipped"

Listener = Callable[[CardSetDraft, CardSetRevision], None]
_listeners: list[Listener] = []


def when_draft_is_published(listener: Listener) -> None:
    """Register a listener for every published draft, with its revision. Registering it again changes nothing.

    It is called in the transaction that publishes the draft.
    """
    if listener not in _listeners:
        _listeners.append(listener)


@transaction.atomic
def publish_card_set(
    *,
    ruleset: str,
    card_set: CardSet,
    note: str = "",
    published_by: AbstractBaseUser | None = None,
    is_playtest: bool = False,
) -> CardSetRevision:
    """Store a new immutable revision. Raises if the ruleset cannot read the set."""
    bound_ruleset(ruleset, None, card_set)
    _publish_one_by_one(ruleset)
    newest = CardSetRevision.objects.filter(ruleset=ruleset).aggregate(number=Max("revision"))["number"]
    return CardSetRevision.objects.create(
        ruleset=ruleset,
        revision=(newest or 0) + 1,
        digest=set_digest(card_set),
        body=canonical(card_set),
        note=note,
        published_by=published_by,
        is_playtest=is_playtest,
    )


def _publish_one_by_one(ruleset: str) -> None:
    """Lock a ruleset's sets until the transaction ends, so that others wait to publish."""
    first = CardSetRevision.objects.select_for_update().filter(ruleset=ruleset).order_by("revision")
    first.values_list("pk").first()


def publish_shipped_sets(**kwargs: Any) -> list[CardSetRevision]:
    """Publish revision 1 of every ruleset without one; run after each migration, so matches can always be started."""
    known = set(CardSetRevision.objects.filter(is_playtest=False).values_list("ruleset", flat=True))
    return [
        publish_card_set(ruleset=slug, card_set=shipped_set(slug), note=AS_SHIPPED)
        for slug in slugs()
        if slug not in known
    ]


@transaction.atomic
def publish_again(*, revision: CardSetRevision, note: str, published_by: AbstractBaseUser) -> CardSetRevision:
    """Publish an older revision again as a new one.

    Raises ServiceError `nothing_new`, `faulty_card_set`.
    """
    if revision.digest == newest_revision(revision.ruleset).digest:
        raise ServiceError("nothing_new")
    if faults := check_set(newest_rules(revision.ruleset), revision.card_set):
        raise ServiceError("faulty_card_set", faults=faults)
    return publish_card_set(ruleset=revision.ruleset, card_set=revision.card_set, note=note, published_by=published_by)


# Drafts


def create_draft(*, ruleset: str, note: str = "", author: AbstractBaseUser) -> CardSetDraft:
    """Create a draft as a copy of the newest published set. Raises UnknownRuleset."""
    base = newest_revision(ruleset)
    return CardSetDraft.objects.create(ruleset=ruleset, base=base, body=base.card_set, note=note, author=author)


def save_card(
    *, draft: CardSetDraft, card: Mapping[str, Json], instead_of: str | None, seen: str | None = None
) -> list[Change]:
    """Save a card in a draft, faulty or not: instead of the card with the slug `instead_of`, or as a new one.

    `seen` is the digest of the card that the author looked at. Returns the changes. Raises ServiceError: `outdated` if
    that card has changed or is gone, `faulty_card_set` if another card has the slug or this one is too large for any
    draft.
    """
    if is_too_large(card):
        raise ServiceError("faulty_card_set", faults=[fault_of(card["slug"][:SLUG_LENGTH], too_large())])

    def write(body: dict[str, Json]) -> list[Change]:
        cards, places = body["cards"], {other["slug"]: i for i, other in enumerate(body["cards"])}
        if card["slug"] != instead_of and card["slug"] in places:
            raise ServiceError("faulty_card_set", faults=[taken(card["slug"])])
        if instead_of is None:
            cards.append(dict(card))
            return list(changes({}, card))
        if instead_of not in places or (seen is not None and digest(cards[places[instead_of]]) != seen):
            raise ServiceError("outdated")
        before = cards[places[instead_of]]
        cards[places[instead_of]] = dict(card)
        return list(changes(before, card))

    return _changed(draft, write)


def taken(slug: str) -> Fault:
    return fault_of(slug, card_fault("/slug", "slug_taken"))


def remove_card(*, draft: CardSetDraft, slug: str) -> None:
    """Remove a card from a draft. Raises ServiceError `outdated` if it is not there."""

    def write(body: dict[str, Json]) -> None:
        if slug not in by_slug(body):
            raise ServiceError("outdated")
        body["cards"] = [card for card in body["cards"] if card["slug"] != slug]

    _changed(draft, write)


def save_part(*, draft: CardSetDraft, key: str, value: Json, seen: str | None = None) -> list[Change]:
    """Save a part of the set that isn't a card: starter decks, names of editions …

    Raises ServiceError `outdated`.
    """

    def write(body: dict[str, Json]) -> list[Change]:
        if key not in body or key == "cards" or (seen is not None and digest(body[key]) != seen):
            raise ServiceError("outdated")
        before, body[key] = body[key], value
        return list(changes({key: before}, {key: value}))

    return _changed(draft, write)


@transaction.atomic
def _changed(draft: CardSetDraft, write: Callable[[dict[str, Json]], Any]) -> Any:
    """Change a draft's set under a lock; nothing is saved if nothing changes."""
    locked = _locked(draft)
    body = deepcopy(locked.body)
    result = write(body)
    if not alike(locked.body, body):
        locked.body = body
        locked.save(update_fields=["body", "updated_at"])
    draft.body, draft.updated_at = locked.body, locked.updated_at
    return result


def _locked(draft: CardSetDraft) -> CardSetDraft:
    """The stored draft, locked. Raises ServiceError `outdated` if it was published or discarded in the meantime."""
    found = CardSetDraft.objects.select_for_update().filter(pk=draft.pk).first()
    if found is None:
        raise ServiceError("outdated")
    return found


@transaction.atomic
def bring_up_to_date(*, draft: CardSetDraft) -> list[str]:
    """Apply the draft's changes to the newest published set. Returns the places that both changed: the draft's win.

    Raises ServiceError `outdated` if the draft is gone.
    """
    locked = _locked(draft)
    newest = newest_revision(locked.ruleset)
    locked.body, clashes = moved_on(locked.base.card_set, locked.body, newest.card_set)
    locked.base = newest
    locked.save()
    draft.refresh_from_db()
    return clashes


def draft_faults(draft: CardSetDraft) -> list[Fault]:
    """Everything that prevents publishing a draft."""
    return check_set(rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id), draft.body)


@transaction.atomic
def publish_draft(*, draft: CardSetDraft, note: str, published_by: AbstractBaseUser, seen: str) -> CardSetRevision:
    """Publish a draft and delete it. `seen` is the digest of the set that the author looked at.

    Raises ServiceError: `outdated` if the draft has changed since, is gone, or a newer revision was published than the
    one it was made from; `nothing_new`; `faulty_card_set` with every fault.
    """
    locked = _locked(draft)
    _publish_one_by_one(draft.ruleset)
    newest = newest_revision(draft.ruleset)
    if set_digest(locked.body) != seen or locked.base_id != newest.pk:
        raise ServiceError("outdated")
    if seen == newest.digest:
        raise ServiceError("nothing_new")
    if faults := draft_faults(locked):
        raise ServiceError("faulty_card_set", faults=faults)
    published = publish_card_set(ruleset=locked.ruleset, card_set=locked.body, note=note, published_by=published_by)
    for listener in _listeners:
        listener(locked, published)
    locked.delete()
    return published


def publish_playtest(*, draft: CardSetDraft, published_by: AbstractBaseUser) -> CardSetRevision:
    """Publish a revision for trying a draft. Only matches that name it use it.

    Raises ServiceError `faulty_card_set`.

    The same set always gets the same revision. It is a playtest even if the set equals the published one.
    """
    if faults := draft_faults(draft):
        raise ServiceError("faulty_card_set", faults=faults)
    playtests = CardSetRevision.objects.filter(ruleset=draft.ruleset, is_playtest=True)
    return playtests.filter(digest=set_digest(draft.body)).first() or publish_card_set(
        ruleset=draft.ruleset, card_set=draft.body, note=draft.note, published_by=published_by, is_playtest=True
    )
