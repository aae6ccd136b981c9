"""Publishing card sets, and the drafts that become one. What is published never changes."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from cards.engine import canonical, digest
from cards.models import CardSetDraft, CardSetRevision
from cards.rulesets.registry import bound_ruleset, newest_version, slugs
from cards.rulesets.shipped import CardSet, set_digest, shipped_set
from cards.sets.differences import Change, alike, by_slug, changes, moved_on
from cards.sets.selectors import newest_revision, newest_rules, rules_of
from cards.sets.validation import Fault, check_set

Json = Any

AS_SHIPPED = "初期セット · As shipped"


class NotPublished(Exception):
    """A card set that is not going to be published, with every fault that there is."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.card} {fault.at}: {fault.detail}" for fault in faults))
        self.faults = list(faults)


class NothingNew(Exception):
    """The set is what is published already."""


class Outdated(Exception):
    """Somebody else was faster: the card, the draft or the published set is not what was looked at."""


@transaction.atomic
def publish_card_set(
    *,
    ruleset: str,
    card_set: CardSet,
    note: str = "",
    published_by: AbstractBaseUser | None = None,
    is_trial: bool = False,
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
        is_trial=is_trial,
    )


def publish_shipped_sets(**kwargs: Any) -> list[CardSetRevision]:
    """Revision 1 of every ruleset that has none yet; run after each migration, so a match can always be started."""
    known = set(CardSetRevision.objects.filter(is_trial=False).values_list("ruleset", flat=True))
    return [
        publish_card_set(ruleset=slug, card_set=shipped_set(slug), note=AS_SHIPPED)
        for slug in slugs()
        if slug not in known
    ]


@transaction.atomic
def publish_again(*, revision: CardSetRevision, note: str, published_by: AbstractBaseUser) -> CardSetRevision:
    """The way back: an older revision once more, as a new one. Raises NothingNew, NotPublished."""
    if revision.digest == newest_revision(revision.ruleset).digest:
        raise NothingNew
    if faults := check_set(newest_rules(revision.ruleset), revision.card_set):
        raise NotPublished(faults)
    return publish_card_set(ruleset=revision.ruleset, card_set=revision.card_set, note=note, published_by=published_by)


# Drafts


def create_draft(*, ruleset: str, note: str = "", author: AbstractBaseUser) -> CardSetDraft:
    """A draft that is as yet the newest published set. Raises UnknownRuleset."""
    base = newest_revision(ruleset)
    return CardSetDraft.objects.create(ruleset=ruleset, base=base, body=base.card_set, note=note, author=author)


def save_card(
    *, draft: CardSetDraft, card: Mapping[str, Json], instead_of: str | None, seen: str | None = None
) -> list[Change]:
    """Write one card into a draft, faulty or not: in place of the one with the slug `instead_of`, or as a new one.

    `seen` is the digest of the card that the author looked at. Returns what has changed. Raises Outdated if that card
    is no longer there or no longer so, NotPublished if another card has the slug.
    """

    def write(body: dict[str, Json]) -> list[Change]:
        cards, places = body["cards"], {other["slug"]: i for i, other in enumerate(body["cards"])}
        if card["slug"] != instead_of and card["slug"] in places:
            raise NotPublished([taken(card["slug"])])
        if instead_of is None:
            cards.append(dict(card))
            return list(changes({}, card))
        if instead_of not in places or (seen is not None and digest(cards[places[instead_of]]) != seen):
            raise Outdated
        before = cards[places[instead_of]]
        cards[places[instead_of]] = dict(card)
        return list(changes(before, card))

    return _changed(draft, write)


def taken(slug: str) -> Fault:
    return Fault(slug, "/slug", _("another card of the draft has this slug"))


def remove_card(*, draft: CardSetDraft, slug: str) -> None:
    """Take a card out of a draft. Raises Outdated if it is not there."""

    def write(body: dict[str, Json]) -> None:
        if slug not in by_slug(body):
            raise Outdated
        body["cards"] = [card for card in body["cards"] if card["slug"] != slug]

    _changed(draft, write)


def save_part(*, draft: CardSetDraft, key: str, value: Json, seen: str | None = None) -> list[Change]:
    """Write something of the set that is not a card: starter decks, names of editions … Raises Outdated."""

    def write(body: dict[str, Json]) -> list[Change]:
        if key not in body or key == "cards" or (seen is not None and digest(body[key]) != seen):
            raise Outdated
        before, body[key] = body[key], value
        return list(changes({key: before}, {key: value}))

    return _changed(draft, write)


@transaction.atomic
def _changed(draft: CardSetDraft, write: Callable[[dict[str, Json]], Any]) -> Any:
    """Change a draft's set while nobody else does; nothing is saved if nothing changes."""
    locked = CardSetDraft.objects.select_for_update().get(pk=draft.pk)
    body = deepcopy(locked.body)
    result = write(body)
    if not alike(locked.body, body):
        locked.body = body
        locked.save(update_fields=["body", "updated_at"])
    draft.body, draft.updated_at = locked.body, locked.updated_at
    return result


@transaction.atomic
def bring_up_to_date(*, draft: CardSetDraft) -> list[str]:
    """Do the draft's changes to the newest published set instead. Returns where both had changed: the draft's stay."""
    locked = CardSetDraft.objects.select_for_update().select_related("base").get(pk=draft.pk)
    newest = newest_revision(locked.ruleset)
    locked.body, clashes = moved_on(locked.base.card_set, locked.body, newest.card_set)
    locked.base = newest
    locked.save()
    draft.refresh_from_db()
    return clashes


def draft_faults(draft: CardSetDraft) -> list[Fault]:
    """All that keeps a draft from being published."""
    return check_set(rules_of(draft.ruleset, newest_version(draft.ruleset), draft.base_id), draft.body)


@transaction.atomic
def publish_draft(*, draft: CardSetDraft, note: str, published_by: AbstractBaseUser, seen: str) -> CardSetRevision:
    """Publish a draft, which is then gone. `seen` is the digest of the set that was looked at.

    Raises Outdated if the draft has changed since, or a newer revision was published than the one it was made from;
    NothingNew; NotPublished with every fault.
    """
    locked = CardSetDraft.objects.select_for_update().select_related("base").get(pk=draft.pk)
    newest = newest_revision(locked.ruleset)
    if set_digest(locked.body) != seen or locked.base_id != newest.pk:
        raise Outdated
    if seen == newest.digest:
        raise NothingNew
    if faults := draft_faults(locked):
        raise NotPublished(faults)
    published = publish_card_set(ruleset=locked.ruleset, card_set=locked.body, note=note, published_by=published_by)
    locked.delete()
    return published


def publish_trial(*, draft: CardSetDraft, published_by: AbstractBaseUser) -> CardSetRevision:
    """A revision for trying a draft: matches may be started with it by name, none is by itself. Raises NotPublished.

    The same set is tried with the same revision. It is a trial even where the set is what is published.
    """
    if faults := draft_faults(draft):
        raise NotPublished(faults)
    trials = CardSetRevision.objects.filter(ruleset=draft.ruleset, is_trial=True)
    return trials.filter(digest=set_digest(draft.body)).first() or publish_card_set(
        ruleset=draft.ruleset, card_set=draft.body, note=draft.note, published_by=published_by, is_trial=True
    )
