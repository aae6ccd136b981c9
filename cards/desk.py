"""Card sets and drafts in an archive of the desk (common/desk).

A revision is recognised by its number and digest. Published revisions never change, so different ones stay. A draft is
recognised by its ruleset and the moment of its creation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

from django.utils import timezone
from msgspec import Meta, Struct

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.card_json import is_too_large, plain_faults
from cards.sets.selectors import newest_revision, revision_before
from cards.sets.services import AS_SHIPPED
from cards.sets.validation import check_set, fault_of, too_large
from common.desk.parts import (
    Account,
    Digest,
    Fault,
    Importing,
    Line,
    Moment,
    Part,
    Refused,
    Ruleset,
    desk_text,
    name_of,
    register_part,
    repeated,
    ruleset_fault,
)
from common.limits import MOST_FAULTS
from rules.engine import Names, canonical
from rules.registry import UnknownRuleset, bound_ruleset, set_digest, slugs

Json = Any
Note = Annotated[str, Meta(max_length=400)]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
SETS, DRAFTS = "card sets", "drafts"
_REVISION: Names = {"ja": "ルールセットの改訂", "en": "revision of the ruleset"}
_DRAFT: Names = {"ja": "下書き", "en": "draft"}


class RevisionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A published card set. `published_at` is null for the set that ships with the service."""

    ruleset: Ruleset
    revision: Number
    digest: Digest
    card_set: dict[str, Json]
    note: Note
    is_playtest: bool
    published_by: Account
    published_at: Moment | None


class Base(Struct, frozen=True, forbid_unknown_fields=True):
    """The revision that a draft is based on."""

    revision: Number
    digest: Digest


class DraftRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A draft. `copy` numbers drafts of one ruleset that were made at the same moment, from 0."""

    ruleset: Ruleset
    created_at: Moment
    copy: Annotated[int, Meta(ge=0, le=10_000)]
    base: Base
    body: dict[str, Json]
    note: Note
    author: Account
    updated_at: Moment


# Card sets


def _revisions() -> Iterator[RevisionRow]:
    for ruleset in slugs():
        found = CardSetRevision.objects.filter(ruleset=ruleset).order_by("revision")
        for one in found.select_related("published_by").iterator(chunk_size=10):
            is_shipped = one.note == AS_SHIPPED and one.published_by_id is None and one.revision == 1
            yield RevisionRow(
                ruleset=ruleset,
                revision=one.revision,
                digest=one.digest,
                card_set=one.card_set,
                note=one.note,
                is_playtest=one.is_playtest,
                published_by=name_of(one.published_by),
                published_at=None if is_shipped else one.published_at,
            )


def _revision_faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    for line in lines:
        row = line.row
        yield from ruleset_fault(line, row.ruleset)
        yield from repeated(seen, (row.ruleset, row.revision), line, "/revision", _REVISION)
        yield from _set_faults(line, "/card_set", row.card_set)
        if (digest := set_digest(row.card_set)) != row.digest:
            yield Fault(line.number, "/digest", desk_text("desk_set_digest", digest=digest))
        if (reason := _unreadable(row.ruleset, row.card_set)) is not None:
            yield Fault(line.number, "/card_set", reason)


def _set_faults(line: Line, at: str, card_set: dict[str, Json]) -> Iterator[Fault]:
    for problem in plain_faults(card_set):
        yield Fault(line.number, at + problem["at"], fault_of("", problem).texts)


def _unreadable(ruleset: str, card_set: dict[str, Json]) -> Names | None:
    """Why the rules can't read a published set; None if they can."""
    try:
        bound_ruleset(ruleset, None, card_set)
    except UnknownRuleset:
        return None
    except Exception as error:  # Whatever the error in the ruleset, the fault is the set's.
        said = f"{type(error).__name__} {str(error)[:200]}"
        return desk_text("desk_set_unreadable", ruleset=ruleset, error=said)
    return None


def _store_revisions(lines: Iterable[Line], importing: Importing) -> None:
    left, made, report = set[str](), set[str](), importing.report
    for line in lines:
        row = line.row
        number = _number_for(row, replaces=importing.replaces, is_after_different=row.ruleset in left)
        if number is None:
            report.there[SETS] += 1
        elif number == 0:
            left.add(row.ruleset)
            report.leave(SETS, f"{row.ruleset} {row.revision}", desk_text("desk_set_differs"))
        else:
            _publish(row, number, importing)
            made.add(row.ruleset)
            report.made[SETS] += 1
    for ruleset in sorted(made):
        _refuse_faulty_newest(ruleset)


def _number_for(row: RevisionRow, *, replaces: bool, is_after_different: bool) -> int | None:
    """The number under which to store a revision; None if it is here, 0 to leave it alone."""
    here = CardSetRevision.objects.filter(ruleset=row.ruleset)
    same = here.filter(digest=row.digest, is_playtest=row.is_playtest)
    if same.filter(revision=row.revision).exists():
        return None
    newest = max(here.values_list("revision", flat=True), default=0)
    if row.revision > newest and not is_after_different:
        return int(row.revision)
    if same.exists():
        return None
    return newest + 1 if replaces else 0


def _publish(row: RevisionRow, number: int, importing: Importing) -> None:
    revision = CardSetRevision(
        ruleset=row.ruleset,
        revision=number,
        digest=row.digest,
        body=canonical(row.card_set),
        note=row.note,
        published_by=importing.author(row.published_by),
        published_at=row.published_at or timezone.now(),
        is_playtest=row.is_playtest,
    )
    revision.save_base(raw=True, force_insert=True)  # Raw, so the date is the archive's.


def _refuse_faulty_newest(ruleset: str) -> None:
    """New matches will use this set, so it must be as good as a published draft."""
    newest = newest_revision(ruleset)
    before = revision_before(newest)
    last = newest if before is None else before
    faults = check_set(bound_ruleset(ruleset, None, last.card_set), newest.card_set)
    if faults:
        lines = (
            desk_text("desk_in_set", card=fault.card or "–", at=fault.at, fault=fault.texts)
            for fault in faults[:MOST_FAULTS]
        )
        raise Refused(desk_text("desk_newest_set", file="card-sets.jsonl", ruleset=ruleset), *lines)


# Drafts


def _drafts() -> Iterator[DraftRow]:
    for ruleset in slugs():
        found = CardSetDraft.objects.filter(ruleset=ruleset).order_by("created_at", "pk")
        copies = Counter[datetime]()
        for one in found.select_related("author", "base").iterator(chunk_size=10):
            yield DraftRow(
                ruleset=ruleset,
                created_at=one.created_at,
                copy=copies[one.created_at],
                base=Base(one.base.revision, one.base.digest),
                body=one.body,
                note=one.note,
                author=name_of(one.author),
                updated_at=one.updated_at,
            )
            copies[one.created_at] += 1


def _draft_faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    for line in lines:
        row = line.row
        yield from ruleset_fault(line, row.ruleset)
        yield from repeated(seen, (row.ruleset, row.created_at, row.copy), line, "/created_at", _DRAFT)
        yield from _misshapen_draft(line)


def _misshapen_draft(line: Line) -> Iterator[Fault]:
    """A draft may have faults that its pages show, but its cards must be there to be shown."""
    cards = line.row.body.get("cards")
    if not isinstance(cards, list):
        yield Fault(line.number, "/body/cards", desk_text("desk_draft_cards"))
        return
    for place, card in enumerate(cards):
        if not isinstance(card, dict) or not isinstance(card.get("slug"), str):
            yield Fault(line.number, f"/body/cards/{place}", desk_text("desk_draft_card"))
        elif is_too_large(card):
            yield Fault(line.number, f"/body/cards/{place}", fault_of("", too_large()).texts)


def _store_drafts(lines: Iterable[Line], importing: Importing) -> None:
    for line in lines:
        _store_draft(line.row, importing)


def _store_draft(row: DraftRow, importing: Importing) -> None:
    report, name = importing.report, f"{row.ruleset}, {row.created_at:%Y-%m-%d %H:%M:%S}"
    base = _base_of(row)
    if base is None:
        report.leave(DRAFTS, name, desk_text("desk_base_missing", revision=row.base.revision))
        return
    here = draft_here(row.ruleset, row.created_at, row.copy)
    if here is None:
        draft = CardSetDraft(
            ruleset=row.ruleset,
            base=base,
            body=row.body,
            note=row.note,
            author=importing.owner(row.author),
            created_at=row.created_at,
            updated_at=row.updated_at,
        )
        draft.save_base(raw=True, force_insert=True)  # Raw, so the dates are the archive's.
        report.made[DRAFTS] += 1
    elif (set_digest(here.body), here.note) == (set_digest(row.body), row.note):
        report.there[DRAFTS] += 1
    elif importing.replaces:
        here.body, here.note, here.base = row.body, row.note, base
        here.save()
        report.update(DRAFTS, name)
    else:
        report.leave(DRAFTS, name, desk_text("desk_draft_differs"))


def draft_here(ruleset: str, created_at: datetime, copy: int) -> CardSetDraft | None:
    """The draft that a row of an archive means, locked; None if it is not here."""
    found = CardSetDraft.objects.select_for_update().filter(ruleset=ruleset, created_at=created_at).order_by("pk")
    return next(iter(found[copy : copy + 1]), None)


def _base_of(row: DraftRow) -> CardSetRevision | None:
    found = CardSetRevision.objects.filter(ruleset=row.ruleset, digest=row.base.digest).defer("body")
    return found.filter(revision=row.base.revision).first() or found.order_by("is_playtest", "-revision").first()


def register_parts() -> None:
    register_part(
        Part(
            name="card-sets",
            order=10,
            shape=RevisionRow,
            rows=_revisions,
            accounts=lambda row: [row.published_by],
            faults=_revision_faults,
            store=_store_revisions,
        )
    )
    register_part(
        Part(
            name="drafts",
            order=20,
            shape=DraftRow,
            rows=_drafts,
            accounts=lambda row: [row.author],
            faults=_draft_faults,
            store=_store_drafts,
        )
    )
