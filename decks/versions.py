"""Stores and compares the versions of a deck, and merges two changes that were made at the same time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Exists, OuterRef, QuerySet

from cards.sets.differences import Change, alike, changes
from common.text.errors import ServiceError
from common.timestamps import rfc3339
from decks.limits import MOST_VERSIONS, MOST_VERSIONS_REFUSED
from decks.models import Deck, DeckVersion
from decks.plans import DeckPlan, plan_of


def versions_of(deck_id: UUID) -> QuerySet[DeckVersion]:
    """The versions of a deck, newest first. A deck older than versioning gets its first version when it is changed."""
    return DeckVersion.objects.filter(deck_id=deck_id).select_related("author", "owner").order_by("-number")


def own_versions(deck_id: UUID, user_id: int) -> QuerySet[DeckVersion]:
    """The versions of a deck, if the user owns it or owned it when it was deleted; otherwise none."""
    newest = versions_of(deck_id).first()
    return versions_of(deck_id) if newest is not None and newest.owner_id == user_id else DeckVersion.objects.none()


def deleted_decks() -> QuerySet[DeckVersion]:
    """The last version of each deleted deck, latest first."""
    later = DeckVersion.objects.filter(deck_id=OuterRef("deck_id"), number__gt=OuterRef("number"))
    gone = DeckVersion.objects.filter(kind=DeckVersion.Kind.DELETED).exclude(Exists(later))
    return gone.select_related("author", "owner").order_by("-made_at")


def record(saved: Sequence[tuple[Deck, DeckPlan]], *, kind: str, author: AbstractBaseUser | None) -> None:
    """Store a version of each saved deck under the deck's number, and delete versions beyond MOST_VERSIONS."""
    DeckVersion.objects.bulk_create(_version(deck, plan, kind=kind, author=author) for deck, plan in saved)
    for deck, _plan in saved:
        if deck.version > MOST_VERSIONS:
            DeckVersion.objects.filter(deck_id=deck.pk, number__lte=deck.version - MOST_VERSIONS).delete()


def record_first(decks: Sequence[Deck]) -> None:
    """Store the current version of each deck that lacks it: decks older than versioning, and starter decks."""
    stored = set(DeckVersion.objects.filter(deck_id__in=[deck.pk for deck in decks]).values_list("deck_id", "number"))
    DeckVersion.objects.bulk_create(
        _version(deck, plan_of(deck), kind=DeckVersion.Kind.CREATED, author=None, made_at=deck.updated_at)
        for deck in decks
        if (deck.pk, deck.version) not in stored
    )


def _version(deck: Deck, plan: DeckPlan, **more: Any) -> DeckVersion:
    return DeckVersion(
        deck_id=deck.pk,
        number=deck.version,
        ruleset=deck.ruleset,
        owner_id=deck.owner_id,
        plan=asdict(plan),
        **more,
    )


def refuse_outdated(deck: Deck, expected: Iterable[int] | None) -> None:
    """Raise ServiceError `deck_changed` if the deck is at none of these versions. With None nothing is checked."""
    if expected is None:
        return
    known = set(expected)
    if deck.version not in known:
        summaries = [
            change_summary(version, before)
            for version, before in since(deck.pk, max(known, default=0), MOST_VERSIONS_REFUSED)
        ]
        raise ServiceError("deck_changed", version=deck.version, changes=summaries)


def since(deck_id: UUID, number: int, most: int = MOST_VERSIONS) -> list[tuple[DeckVersion, DeckVersion | None]]:
    """The versions after `number`, newest first, at most `most`, each with its predecessor."""
    found = list(versions_of(deck_id).filter(number__gte=number)[: most + 1])
    return [pair for pair in in_pairs(found) if pair[0].number > number][:most]


def in_pairs(versions: list[DeckVersion]) -> Iterator[tuple[DeckVersion, DeckVersion | None]]:
    """Each version, newest first, with its predecessor."""
    yield from zip(versions, [*versions[1:], None], strict=False)


def changed(version: DeckVersion, before: DeckVersion | None) -> list[Change]:
    """What a version changed, place by place. Without a predecessor, everything counts as new."""
    return list(changes({"cards": {}, "options": {}} if before is None else _content(before), _content(version)))


def _content(version: DeckVersion) -> dict[str, Any]:
    owner = version.owner.get_username() if version.owner else ""
    return {**version.plan, "owner": owner}


def change_summary(version: DeckVersion, before: DeckVersion | None) -> dict[str, Any]:
    """A version with its changes, as the API and the refusal `deck_changed` show it."""
    return {
        "version": version.number,
        "kind": version.kind,
        "by": version.author.get_username() if version.author else None,
        "at": rfc3339(version.made_at),
        "changes": [
            {"at": change.at, "before": change.before, "after": change.after} for change in changed(version, before)
        ],
    }


@dataclass(frozen=True)
class Merged:
    """Two merged changes of a deck. `clashes` are the places that both changed differently, from theirs to mine."""

    plan: DeckPlan
    clashes: list[Change]


def merged(base: DeckPlan, mine: DeckPlan, theirs: DeckPlan, *, prefer_mine: bool) -> Merged:
    """Merge two changes since `base`; each card and each option is a separate place."""
    one, two, three = (_places(plan) for plan in (base, mine, theirs))
    result, clashes = dict(three), list[Change]()
    for place in dict.fromkeys([*one, *two]):
        if _same(place, one, two) or _same(place, two, three):
            continue
        if not _same(place, one, three):
            at = "/".join(("", *place))
            clashes.append(Change(at, three.get(place), two.get(place), place not in three, place not in two))
            if not prefer_mine:
                continue
        if place in two:
            result[place] = two[place]
        else:
            result.pop(place, None)
    return Merged(_plan(result), clashes)


Places = dict[tuple[str, ...], Any]


def _places(plan: DeckPlan) -> Places:
    places: Places = {}
    for name, value in asdict(plan).items():
        parts = {(name, key): part for key, part in value.items()} if isinstance(value, Mapping) else {(name,): value}
        places.update(parts)
    return places


def _same(place: tuple[str, ...], one: Places, other: Places) -> bool:
    if place not in one or place not in other:
        return (place in one) == (place in other)
    return alike({"": one[place]}, {"": other[place]})


def _plan(places: Places) -> DeckPlan:
    fields: dict[str, Any] = {"cards": {}, "options": {}}
    for place, value in places.items():
        if len(place) == 1:
            fields[place[0]] = value
        else:
            fields[place[0]][place[1]] = value
    return DeckPlan(**fields)
