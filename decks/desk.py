"""Decks with tags and versions in an archive of the desk (common/desk).

A deck is recognised by its id, a starter deck by its ruleset and slug. If one of two desks has only continued the
history of the other, the longer history is the newer. Tags are added, never removed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, Literal
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Meta, Struct
from msgspec.structs import asdict

from common.desk.parts import (
    Account,
    Fault,
    Importing,
    Line,
    Moment,
    Part,
    Report,
    Ruleset,
    name_of,
    register_part,
    repeated,
    ruleset_fault,
)
from common.formats import END, Cards
from decks.limits import MOST_NOTE_CHARACTERS, MOST_VERSIONS
from decks.models import Deck, DeckLine, DeckTag, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.services import create_deck, update_deck

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


def _rows() -> Iterator[DeckRow | VersionRow]:
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
        content=_content(plan_of(deck)),
        tags=sorted(tag.name for tag in deck.tags.all()),
        created_at=None if is_starter else deck.created_at,
        updated_at=None if is_starter else deck.updated_at,
    )


def _version_row(version: DeckVersion) -> VersionRow:
    return VersionRow(
        number=version.number,
        kind=version.kind,
        content=_content(DeckPlan(**version.plan)),
        owner=name_of(version.owner),
        author=name_of(version.author),
        made_at=version.made_at,
    )


def _content(plan: DeckPlan) -> Content:
    return Content(
        name_en=plan.name_en,
        cards=dict(plan.cards),
        options=dict(plan.options),
        name_ja=plan.name_ja,
        visibility=plan.visibility,
        note=plan.note,
    )


# Checking


def _faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    last, count = 0, 0
    deck: DeckRow | None = None
    for line in lines:
        row = line.row
        if isinstance(row, DeckRow):
            yield from _deck_faults(line, seen)
            deck, last, count = row, 0, 0
            continue
        count += 1
        if deck is None:
            yield Fault(line.number, "/type", "The first line must be a deck.")
        elif not last < row.number <= deck.version:
            accepted = f"{last + 1} to {deck.version}"
            yield Fault(line.number, "/number", f"Versions follow their deck in order. {accepted} is accepted.")
        elif count > MOST_VERSIONS:
            yield Fault(line.number, "", f"A deck has at most {MOST_VERSIONS} versions.")
        elif row.number == deck.version and deck.content is not None and row.content != deck.content:
            yield Fault(line.number, "/content", "The newest version must have the content of the deck.")
        last = row.number


def _deck_faults(line: Line, seen: dict[Any, int]) -> Iterator[Fault]:
    row = line.row
    yield from ruleset_fault(line, row.ruleset)
    is_starter = row.slug is not None
    if is_starter == (row.deck is not None):
        yield Fault(line.number, "/deck", "It must have either an id in `deck`, or a `slug`.")
    dates = (row.created_at, row.updated_at)
    if (None in dates) != (is_starter or row.content is None) or dates.count(None) == 1:
        yield Fault(line.number, "/created_at", "Decks have both dates. Starter decks and deleted decks have none.")
    if is_starter and row.content is None:
        yield Fault(line.number, "/content", "A starter deck can't be deleted.")
    if len(set(row.tags)) < len(row.tags):
        yield Fault(line.number, "/tags", "A tag occurs twice. Each may occur once.")
    yield from repeated(seen, (row.ruleset, row.slug) if is_starter else row.deck, line, "/deck", "deck")


# Reading


@dataclass
class _Sent:
    """A deck of the archive with its versions."""

    row: DeckRow
    versions: dict[int, VersionRow] = field(default_factory=dict)

    @property
    def name(self) -> str:
        content = self.row.content or next(reversed(self.versions.values())).content
        return f"{self.row.ruleset}, {content.name_en}, {self.row.slug or self.row.deck}"

    def content_at(self, number: int) -> Content | None:
        """The content of a version; None if the archive lacks it."""
        if number == self.row.version and self.row.content is not None:
            return self.row.content
        return self.versions[number].content if number in self.versions else None


def _sent(lines: Iterable[Line]) -> Iterator[_Sent]:
    current: _Sent | None = None
    for line in lines:
        if isinstance(line.row, DeckRow):
            if current is not None:
                yield current
            current = _Sent(line.row)
        elif current is not None:
            current.versions[line.row.number] = line.row
    if current is not None:
        yield current


def _store(lines: Iterable[Line], importing: Importing) -> None:
    for sent in _sent(lines):
        deck = _here(sent.row).select_related("owner").prefetch_related("lines").first()
        if deck is None:
            _store_absent(sent, importing)
        else:
            _store_present(sent, deck, importing)


def _here(row: DeckRow) -> QuerySet[Deck]:
    if row.slug is not None:
        return Deck.objects.filter(ruleset=row.ruleset, slug=row.slug)
    return Deck.objects.filter(pk=row.deck)


def _store_absent(sent: _Sent, importing: Importing) -> None:
    """Make a deck that is not here, unless it was deleted here."""
    row, report = sent.row, importing.report
    was_here = row.deck is not None and DeckVersion.objects.filter(deck_id=row.deck).exists()
    if row.deck is not None and row.content is None:
        _add_versions(sent, row.deck, importing)
        (report.there if was_here else report.made)[DECKS] += 1
    elif not was_here and row.content is not None:
        _make(sent, row.content, importing)
    elif importing.replaces and row.content is not None:
        plan, owner = _plan(row.content), importing.owner(row.owner)
        deck = create_deck(owner=owner, ruleset=row.ruleset, plan=plan, deck_id=row.deck)
        _add_tags(sent, deck, report)
        report.made[DECKS] += 1
    else:
        report.leave(DECKS, sent.name, "The deck was deleted here. --replace makes it again.")


def _make(sent: _Sent, content: Content, importing: Importing) -> None:
    row = sent.row
    deck = Deck(
        owner=importing.owner(row.owner),
        ruleset=row.ruleset,
        slug=row.slug or "",
        version=row.version,
        created_at=row.created_at or timezone.now(),
        updated_at=row.updated_at or timezone.now(),
    )
    deck.pk = row.deck or deck.pk
    _fill(deck, content)
    deck.save_base(raw=True, force_insert=True)  # Raw, so the dates are the archive's.
    _write_lines(deck, content)
    _add_versions(sent, deck.pk, importing)
    _add_tags(sent, deck, importing.report)
    importing.report.made[DECKS] += 1


def _store_present(sent: _Sent, deck: Deck, importing: Importing) -> None:
    row, report, here = sent.row, importing.report, plan_of(deck)
    if row.ruleset != deck.ruleset:
        report.leave(DECKS, sent.name, f"Here its ruleset is {deck.ruleset}, which can't change.")
        return
    if row.content is None:
        report.leave(DECKS, sent.name, "The archive has it as deleted. It stays here.")
        return
    if _is_ahead(sent, deck, here):
        _move_on(sent, deck, row.content, importing)
        report.update(DECKS, sent.name)
    elif _content(here) == row.content or _is_behind(row, deck):
        report.there[DECKS] += 1
        report.there[VERSIONS] += len(sent.versions)
    elif importing.replaces:
        update_deck(deck=deck, plan=_plan(row.content), author=importing.author(row.owner))
        report.update(DECKS, sent.name)
    else:
        report.leave(DECKS, sent.name, "It has other content here. --replace saves the archive's as a new version.")
    _add_tags(sent, deck, report)


def _is_ahead(sent: _Sent, deck: Deck, here: DeckPlan) -> bool:
    """Whether the archive only continues the history of the deck that is here."""
    return sent.row.version > deck.version and sent.content_at(deck.version) == _content(here)


def _is_behind(row: DeckRow, deck: Deck) -> bool:
    """Whether the deck that is here only continues the history of the archive's."""
    if row.version >= deck.version:
        return False
    stored = DeckVersion.objects.filter(deck_id=deck.pk, number=row.version).first()
    return stored is not None and _content(DeckPlan(**stored.plan)) == row.content


def _move_on(sent: _Sent, deck: Deck, content: Content, importing: Importing) -> None:
    _add_versions(sent, deck.pk, importing)
    _fill(deck, content)
    deck.version = sent.row.version
    deck.updated_at = sent.row.updated_at or timezone.now()
    deck.save_base(raw=True, force_update=True)
    deck.lines.all().delete()
    _write_lines(deck, content)


def _fill(deck: Deck, content: Content) -> None:
    deck.name_en, deck.name_ja, deck.note = content.name_en, content.name_ja, content.note
    deck.options, deck.visibility = content.options, content.visibility


def _write_lines(deck: Deck, content: Content) -> None:
    lines = (DeckLine(deck=deck, card=card, copies=copies) for card, copies in sorted(content.cards.items()))
    DeckLine.objects.bulk_create(lines)


def _plan(content: Content) -> DeckPlan:
    return DeckPlan(**asdict(content))


def _add_versions(sent: _Sent, deck_id: UUID, importing: Importing) -> None:
    """Store the versions whose numbers are not here."""
    stored = set(DeckVersion.objects.filter(deck_id=deck_id).values_list("number", flat=True))
    missing = [version for number, version in sent.versions.items() if number not in stored]
    DeckVersion.objects.bulk_create(
        DeckVersion(
            deck_id=deck_id,
            number=version.number,
            kind=version.kind,
            ruleset=sent.row.ruleset,
            owner=importing.owner(version.owner),
            author=importing.author(version.author),
            made_at=version.made_at,
            plan=asdict(version.content),
        )
        for version in missing
    )
    importing.report.made[VERSIONS] += len(missing)
    importing.report.there[VERSIONS] += len(sent.versions) - len(missing)


def _add_tags(sent: _Sent, deck: Deck, report: Report) -> None:
    stored = set(deck.tags.values_list("name", flat=True))
    missing = [tag for tag in sent.row.tags if tag not in stored]
    DeckTag.objects.bulk_create(DeckTag(deck=deck, name=tag) for tag in missing)
    report.made[TAGS] += len(missing)
    report.there[TAGS] += len(sent.row.tags) - len(missing)


def register_parts() -> None:
    register_part(
        Part(
            name=DECKS,
            order=40,
            shape=DeckRow | VersionRow,
            rows=_rows,
            accounts=lambda row: [row.owner, *([row.author] if isinstance(row, VersionRow) else [])],
            faults=_faults,
            store=_store,
        )
    )
