"""Stores the decks of an archive of the desk. See rows.py for how decks are recognised."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils import timezone
from msgspec.structs import asdict

from common.desk.parts import Importing, Line, Part, Report, desk_text, register_part
from decks.desk.rows import Content, DeckRow, VersionRow, content_of, deck_file_faults, deck_rows
from decks.models import Deck, DeckLine, DeckTag, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.services import create_deck, update_deck

DECKS, VERSIONS, TAGS = "decks", "deck versions", "deck tags"
_DECKS_AT_ONCE, _VERSIONS_AT_ONCE = 100, 1000


@dataclass
class _Sent:
    """A deck of the archive with its versions."""

    row: DeckRow
    versions: dict[int, VersionRow] = field(default_factory=dict)

    @property
    def name(self) -> str:
        content = self.row.content or next(reversed(self.versions.values())).content
        return f"{self.row.ruleset}, {content.name_en}, {self.row.slug or self.row.deck}"

    @property
    def key(self) -> UUID | tuple[str, str]:
        """The id of a deck, or ruleset and slug of a starter deck."""
        return self.row.deck or (self.row.ruleset, self.row.slug or "")

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


def _batches(sent: Iterable[_Sent]) -> Iterator[list[_Sent]]:
    """Some decks at a time, so that an import takes few statements and little memory."""
    batch, versions = list[_Sent](), 0
    for one in sent:
        batch.append(one)
        versions += len(one.versions)
        if len(batch) == _DECKS_AT_ONCE or versions >= _VERSIONS_AT_ONCE:
            yield batch
            batch, versions = [], 0
    yield batch


def _store(lines: Iterable[Line], importing: Importing) -> None:
    for batch in _batches(_sent(lines)):
        here, had_history = _here(batch), _with_history(batch)
        new = []
        for sent in batch:
            deck = here.get(sent.key)
            if deck is not None:
                _store_present(sent, deck, importing)
            elif sent.key in had_history:
                _store_deleted(sent, importing)
            else:
                new.append(sent)
        _make(new, importing)


def _here(batch: Sequence[_Sent]) -> dict[UUID | tuple[str, str], Deck]:
    """The decks of the archive that are here, locked."""
    decks = Deck.objects.select_for_update().prefetch_related("lines", "tags").order_by("pk")
    own = decks.filter(pk__in=[sent.row.deck for sent in batch if sent.row.deck is not None])
    starters = decks.filter(slug__in=[sent.row.slug for sent in batch if sent.row.slug is not None])
    return {deck.pk: deck for deck in own} | {(deck.ruleset, deck.slug): deck for deck in starters}


def _with_history(batch: Sequence[_Sent]) -> set[UUID | tuple[str, str]]:
    """The ids of decks that have versions here, deleted ones too."""
    found = DeckVersion.objects.filter(deck_id__in=[sent.row.deck for sent in batch if sent.row.deck is not None])
    return set(found.order_by().values_list("deck_id", flat=True).distinct())


def _make(new: Sequence[_Sent], importing: Importing) -> None:
    """Make decks that were never here. Decks that the archive lists as deleted get only their versions."""
    made = [(sent, content, _new_deck(sent.row, content, importing)) for sent in new if (content := sent.row.content)]
    dates = [(deck.created_at, deck.updated_at) for _sent, _content, deck in made]
    decks = Deck.objects.bulk_create(deck for _sent, _content, deck in made)
    for deck, (created_at, updated_at) in zip(decks, dates, strict=True):
        deck.created_at, deck.updated_at = created_at, updated_at
    Deck.objects.bulk_update(decks, ["created_at", "updated_at"])  # Saving has set both to now.
    DeckLine.objects.bulk_create(line for _sent, content, deck in made for line in _lines(deck, content))
    DeckTag.objects.bulk_create(DeckTag(deck=deck, name=tag) for sent, _content, deck in made for tag in sent.row.tags)
    ids = {id(sent): deck.pk for sent, _content, deck in made}
    versions = [
        _version(sent, ids.get(id(sent)) or sent.row.deck, version, importing)
        for sent in new
        for version in sent.versions.values()
    ]
    DeckVersion.objects.bulk_create(versions)
    importing.report.made[DECKS] += len(new)
    importing.report.made[TAGS] += sum(len(sent.row.tags) for sent in new)
    importing.report.made[VERSIONS] += len(versions)


def _new_deck(row: DeckRow, content: Content, importing: Importing) -> Deck:
    now = timezone.now()
    deck = Deck(
        owner=importing.owner(row.owner),
        ruleset=row.ruleset,
        slug=row.slug or "",
        version=row.version,
        created_at=row.created_at or now,
        updated_at=row.updated_at or now,
    )
    deck.pk = row.deck or deck.pk
    _fill(deck, content)
    return deck


def _store_deleted(sent: _Sent, importing: Importing) -> None:
    """A deck that was deleted here."""
    row, report = sent.row, importing.report
    if row.deck is None or row.content is None:
        _add_versions(sent, row.deck, importing)
        report.there[DECKS] += 1
    elif importing.replaces:
        deck = create_deck(
            owner=importing.owner(row.owner), ruleset=row.ruleset, plan=_plan(row.content), deck_id=row.deck
        )
        _add_tags(sent, deck, report)
        report.made[DECKS] += 1
    else:
        report.leave(DECKS, sent.name, desk_text("desk_deck_deleted_here"))


def _store_present(sent: _Sent, deck: Deck, importing: Importing) -> None:
    row, report, here = sent.row, importing.report, plan_of(deck)
    if row.ruleset != deck.ruleset:
        report.leave(DECKS, sent.name, desk_text("desk_deck_of_other_ruleset", ruleset=deck.ruleset))
        return
    if row.content is None:
        report.leave(DECKS, sent.name, desk_text("desk_deck_deleted_there"))
        return
    if _is_ahead(sent, deck, here):
        _move_on(sent, deck, row.content, importing)
        report.update(DECKS, sent.name)
    elif content_of(here) == row.content or _is_behind(row, deck):
        report.there[DECKS] += 1
        report.there[VERSIONS] += len(sent.versions)
    elif importing.replaces:
        update_deck(deck=deck, plan=_plan(row.content), author=importing.author(row.owner))
        report.update(DECKS, sent.name)
    else:
        report.leave(DECKS, sent.name, desk_text("desk_deck_differs"))
    _add_tags(sent, deck, report)


def _is_ahead(sent: _Sent, deck: Deck, here: DeckPlan) -> bool:
    """Whether the archive only continues the history of the deck that is here."""
    return sent.row.version > deck.version and sent.content_at(deck.version) == content_of(here)


def _is_behind(row: DeckRow, deck: Deck) -> bool:
    """Whether the deck that is here only continues the history of the archive's."""
    if row.version >= deck.version:
        return False
    stored = DeckVersion.objects.filter(deck_id=deck.pk, number=row.version).first()
    return stored is not None and content_of(DeckPlan(**stored.plan)) == row.content


def _move_on(sent: _Sent, deck: Deck, content: Content, importing: Importing) -> None:
    _add_versions(sent, deck.pk, importing)
    _fill(deck, content)
    deck.version = sent.row.version
    deck.updated_at = sent.row.updated_at or timezone.now()
    deck.save_base(raw=True, force_update=True)
    deck.lines.all().delete()
    DeckLine.objects.bulk_create(_lines(deck, content))


def _fill(deck: Deck, content: Content) -> None:
    deck.name_en, deck.name_ja, deck.note = content.name_en, content.name_ja, content.note
    deck.options, deck.visibility = content.options, content.visibility


def _lines(deck: Deck, content: Content) -> Iterator[DeckLine]:
    for card, copies in sorted(content.cards.items()):
        yield DeckLine(deck=deck, card=card, copies=copies)


def _plan(content: Content) -> DeckPlan:
    return DeckPlan(**asdict(content))


def _add_versions(sent: _Sent, deck_id: UUID | None, importing: Importing) -> None:
    """Store the versions whose numbers are not here."""
    stored = set(DeckVersion.objects.filter(deck_id=deck_id).values_list("number", flat=True))
    missing = [version for number, version in sent.versions.items() if number not in stored]
    DeckVersion.objects.bulk_create(_version(sent, deck_id, version, importing) for version in missing)
    importing.report.made[VERSIONS] += len(missing)
    importing.report.there[VERSIONS] += len(sent.versions) - len(missing)


def _version(sent: _Sent, deck_id: UUID | None, version: VersionRow, importing: Importing) -> DeckVersion:
    return DeckVersion(
        deck_id=deck_id,
        number=version.number,
        kind=version.kind,
        ruleset=sent.row.ruleset,
        owner=importing.owner(version.owner),
        author=importing.author(version.author),
        made_at=version.made_at,
        plan=asdict(version.content),
    )


def _add_tags(sent: _Sent, deck: Deck, report: Report) -> None:
    stored = {tag.name for tag in deck.tags.all()}
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
            rows=deck_rows,
            accounts=lambda row: [row.owner, *([row.author] if isinstance(row, VersionRow) else [])],
            faults=deck_file_faults,
            store=_store,
        )
    )
