"""Decks with tags and versions in an archive of the desk (common/desk).

A deck is recognised by its id, a starter deck by its ruleset and slug. If one of two desks has only continued the
history of the other, the longer history is the newer. Tags are added, never removed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta, Struct

from common.desk.parts import (
    Account,
    Fault,
    Line,
    Moment,
    Ruleset,
    desk_text,
    name_of,
    repeated,
    ruleset_fault,
)
from common.formats import END, Cards
from decks.limits import MOST_NOTE_CHARACTERS, MOST_VERSIONS
from decks.models import Deck, DeckVersion
from decks.plans import DeckPlan, plan_of

DECKS, VERSIONS, TAGS = "decks", "deck versions", "deck tags"
Slug = Annotated[str, Meta(max_length=80, pattern="^[a-z0-9]+(-[a-z0-9]+)*" + END)]
Tag = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
_AT_ONCE = 100


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player sets in a deck (`decks.plans.DeckPlan`)."""

    name_en: Annotated[str, Meta(max_length=120)]
    cards: Cards
    options: dict[Annotated[str, Meta(max_length=80)], Any]
    name_ja: Annotated[str, Meta(max_length=120)] = ""
    visibility: Literal["private", "public"] = "private"
    note: Annotated[str, Meta(max_length=MOST_NOTE_CHARACTERS)] = ""


class DeckRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="deck"):
    """A deck. The lines of its versions follow, oldest first.

    `content` is null for a deleted deck, of which only versions are left. A starter deck has a slug, but no id and no
    dates: every installation makes its own.
    """

    deck: UUID | None
    slug: Slug | None
    ruleset: Ruleset
    owner: Account
    version: Number
    content: Content | None
    tags: Annotated[list[Tag], Meta(max_length=1000)]
    created_at: Moment | None
    updated_at: Moment | None


class VersionRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="version"):
    """A version of the deck above."""

    number: Number
    kind: Literal["created", "changed", "restored", "deleted"]
    content: Content
    owner: Account
    author: Account
    made_at: Moment


# Writing


def deck_rows() -> Iterator[DeckRow | VersionRow]:
    starters = Deck.objects.exclude(slug="").values_list("ruleset", "slug", "pk")
    yield from _rows_of(pk for _ruleset, _slug, pk in sorted(starters))
    ids = {*Deck.objects.filter(slug="").values_list("pk", flat=True)}
    with_history = DeckVersion.objects.order_by().values_list("deck_id", flat=True).distinct()
    own = {pk for _ruleset, _slug, pk in starters}
    yield from _rows_of(sorted({*ids, *with_history} - own))


def _rows_of(ids: Iterable[UUID]) -> Iterator[DeckRow | VersionRow]:
    left = iter(ids)
    while some := list(islice(left, _AT_ONCE)):
        decks = Deck.objects.select_related("owner").prefetch_related("lines", "tags").in_bulk(some)
        versions: dict[UUID, list[DeckVersion]] = {pk: [] for pk in some}
        found = DeckVersion.objects.filter(deck_id__in=some).select_related("owner", "author")
        for version in found.order_by("deck_id", "number").iterator(chunk_size=500):
            versions[version.deck_id].append(version)
        for pk in some:
            yield _deck_row(pk, decks.get(pk), versions[pk])
            yield from map(_version_row, versions[pk])


def _deck_row(pk: UUID, deck: Deck | None, versions: Sequence[DeckVersion]) -> DeckRow:
    if deck is None:
        last = versions[-1]
        return DeckRow(pk, None, last.ruleset, name_of(last.owner), last.number, None, [], None, None)
    is_starter = deck.slug != ""
    return DeckRow(
        deck=None if is_starter else pk,
        slug=deck.slug or None,
        ruleset=deck.ruleset,
        owner=name_of(deck.owner),
        version=deck.version,
        content=content_of(plan_of(deck)),
        tags=sorted(tag.name for tag in deck.tags.all()),
        created_at=None if is_starter else deck.created_at,
        updated_at=None if is_starter else deck.updated_at,
    )


def _version_row(version: DeckVersion) -> VersionRow:
    return VersionRow(
        number=version.number,
        kind=version.kind,
        content=content_of(DeckPlan(**version.plan)),
        owner=name_of(version.owner),
        author=name_of(version.author),
        made_at=version.made_at,
    )


def content_of(plan: DeckPlan) -> Content:
    return Content(
        name_en=plan.name_en,
        cards=dict(plan.cards),
        options=dict(plan.options),
        name_ja=plan.name_ja,
        visibility=plan.visibility,
        note=plan.note,
    )


# Checking


def deck_file_faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    at, last, count = 0, 0, 0
    deck: DeckRow | None = None
    for line in lines:
        row = line.row
        if isinstance(row, DeckRow):
            yield from _unexplained(deck, at, last)
            yield from _deck_faults(line, seen)
            deck, at, last, count = row, line.number, 0, 0
            continue
        count += 1
        if deck is None:
            yield Fault(line.number, "/type", desk_text("desk_deck_first"))
        elif not last < row.number <= deck.version:
            yield Fault(line.number, "/number", desk_text("desk_version_order", first=last + 1, last=deck.version))
        elif count > MOST_VERSIONS:
            yield Fault(line.number, "", desk_text("desk_too_many_versions", most=MOST_VERSIONS))
        elif row.number == deck.version and deck.content is not None and row.content != deck.content:
            yield Fault(line.number, "/content", desk_text("desk_newest_version"))
        last = row.number
    yield from _unexplained(deck, at, last)


def _unexplained(deck: DeckRow | None, at: int, last: int) -> Iterator[Fault]:
    """The fault of a deleted deck without its last version, which says what it was."""
    if deck is not None and deck.content is None and last != deck.version:
        yield Fault(at, "/version", desk_text("desk_last_version", version=deck.version, last=last))


def _deck_faults(line: Line, seen: dict[Any, int]) -> Iterator[Fault]:
    row = line.row
    yield from ruleset_fault(line, row.ruleset)
    is_starter = row.slug is not None
    if is_starter == (row.deck is not None):
        yield Fault(line.number, "/deck", desk_text("desk_deck_or_slug"))
    dates = (row.created_at, row.updated_at)
    if (None in dates) != (is_starter or row.content is None) or dates.count(None) == 1:
        yield Fault(line.number, "/created_at", desk_text("desk_deck_dates"))
    if is_starter and row.content is None:
        yield Fault(line.number, "/content", desk_text("desk_starter_deleted"))
    if len(set(row.tags)) < len(row.tags):
        yield Fault(line.number, "/tags", desk_text("desk_tag_twice"))
    key = (row.ruleset, row.slug) if is_starter else row.deck
    yield from repeated(seen, key, line, "/deck", {"ja": "デッキ", "en": "deck"})
