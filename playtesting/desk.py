"""Card tests in an archive of the desk (common/desk).

A test is recognised by its draft and the moment when it was stored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins

from cards.desk import draft_here
from cards.models import CardSetDraft
from common.desk.parts import (
    Account,
    Fault,
    Importing,
    Line,
    Moment,
    Part,
    Ruleset,
    desk_text,
    name_of,
    register_part,
    repeated,
    ruleset_fault,
)
from playtesting.limits import MOST_COMPARED_FIGURES, MOST_EFFECTS, MOST_POSITION_BYTES, MOST_TESTS
from playtesting.models import CardTest
from rules.engine import Names
from rules.registry import slugs

TESTS = "card tests"
_TEST: Names = {"ja": "カードのテスト", "en": "card test"}
Copy = Annotated[int, Meta(ge=0, le=10_000)]


class DraftName(Struct, frozen=True, forbid_unknown_fields=True):
    """The draft of a test, as `cards.desk.DraftRow` identifies it."""

    created_at: Moment
    copy: Copy


class Compared(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a test compares (`CardTest.compared`)."""

    effects: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(max_length=MOST_EFFECTS)] | None = None
    figures: Annotated[dict[str, Any], Meta(max_length=MOST_COMPARED_FIGURES)] | None = None
    is_exact: bool = False


class TestRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A card test. `copy` numbers tests of one draft that were stored at the same moment, from 0."""

    ruleset: Ruleset
    draft: DraftName
    created_at: Moment
    copy: Copy
    name: Annotated[str, Meta(max_length=200)]
    position: Annotated[bytes, Meta(max_length=MOST_POSITION_BYTES)]
    seat: Annotated[int, Meta(ge=0, le=31)]
    action: dict[str, Any]
    expected: Annotated[list[Any], Meta(max_length=MOST_EFFECTS)]
    compared: Compared
    author: Account


def _rows() -> Iterator[TestRow]:
    for ruleset in slugs():
        drafts = CardSetDraft.objects.filter(ruleset=ruleset).order_by("created_at", "pk")
        copies = Counter[datetime]()
        for draft in drafts.only("pk", "created_at"):
            yield from _rows_of(draft, ruleset, copies[draft.created_at])
            copies[draft.created_at] += 1


def _rows_of(draft: CardSetDraft, ruleset: str, draft_copy: int) -> Iterator[TestRow]:
    copies = Counter[datetime]()
    for test in draft.card_tests.select_related("author").order_by("created_at", "pk"):
        yield TestRow(
            ruleset=ruleset,
            draft=DraftName(draft.created_at, draft_copy),
            created_at=test.created_at,
            copy=copies[test.created_at],
            name=test.name,
            position=bytes(test.position),
            seat=test.seat,
            action=test.action,
            expected=test.expected,
            compared=Compared(**test.compared),
            author=name_of(test.author),
        )
        copies[test.created_at] += 1


def _faults(lines: Iterable[Line]) -> Iterator[Fault]:
    seen: dict[Any, int] = {}
    counts = Counter[Any]()
    for line in lines:
        row = line.row
        draft = (row.ruleset, row.draft.created_at, row.draft.copy)
        counts[draft] += 1
        yield from ruleset_fault(line, row.ruleset)
        yield from repeated(seen, (draft, row.created_at, row.copy), line, "/created_at", _TEST)
        if counts[draft] > MOST_TESTS:
            yield Fault(line.number, "/draft", desk_text("desk_too_many_tests", most=MOST_TESTS))
        if any(number >= len(row.expected) for number in row.compared.effects or ()):
            reason = desk_text("desk_no_such_effect", most=len(row.expected))
            yield Fault(line.number, "/compared/effects", reason)


def _store(lines: Iterable[Line], importing: Importing) -> None:
    for line in lines:
        row, report = line.row, importing.report
        draft = draft_here(row.ruleset, row.draft.created_at, row.draft.copy)
        if draft is None:
            report.leave(TESTS, f"{row.ruleset}, {row.name}", desk_text("desk_draft_missing"))
        else:
            _store_test(row, draft, importing)


def _store_test(row: TestRow, draft: CardSetDraft, importing: Importing) -> None:
    report, name = importing.report, f"{row.ruleset}, {row.name}"
    content = {
        "name": row.name,
        "position": row.position,
        "seat": row.seat,
        "action": row.action,
        "expected": row.expected,
        "compared": to_builtins(row.compared),
    }
    found = draft.card_tests.filter(created_at=row.created_at).order_by("pk")[row.copy : row.copy + 1]
    here = next(iter(found), None)
    if here is None:
        if draft.card_tests.count() >= MOST_TESTS:
            report.leave(TESTS, name, desk_text("desk_tests_full", most=MOST_TESTS))
            return
        test = CardTest(draft=draft, author=importing.owner(row.author), created_at=row.created_at, **content)
        test.save_base(raw=True, force_insert=True)  # Raw, so the date is the archive's.
        report.made[TESTS] += 1
    elif _content(here) == {**content, "compared": row.compared}:
        report.there[TESTS] += 1
    elif importing.replaces:
        CardTest.objects.filter(pk=here.pk).update(**content)
        report.update(TESTS, name)
    else:
        report.leave(TESTS, name, desk_text("desk_test_differs"))


def _content(test: CardTest) -> dict[str, Any]:
    return {
        "name": test.name,
        "position": bytes(test.position),
        "seat": test.seat,
        "action": test.action,
        "expected": test.expected,
        "compared": Compared(**test.compared),
    }


def register_parts() -> None:
    register_part(
        Part(
            name="card-tests",
            order=30,
            shape=TestRow,
            rows=_rows,
            accounts=lambda row: [row.author],
            faults=_faults,
            store=_store,
        )
    )
