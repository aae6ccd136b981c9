"""The parts of a desk: what apps write into an archive of the whole desk, and how they read it back.

Each app registers its parts in `AppConfig.ready`. A part is one file of JSON lines in the archive. Its rows have the
same order on every installation, so equal desks give equal bytes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from common.desk.errors import WHOLE_LINE
from common.limits import MOST_FAULTS
from common.text.templates import templates
from rules.engine import Names
from rules.engine.messages import fill
from rules.registry import slugs

Account = Annotated[str, Meta(min_length=1, max_length=150)] | None
"""The name of an account; None if there is none, or it was deleted."""
Moment = Annotated[datetime, Meta(tz=True)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Ruleset = Annotated[str, Meta(min_length=1, max_length=40)]


class Line(NamedTuple):
    """A row and its line number in the part's file, from 1."""

    number: int
    row: Any


class Fault(NamedTuple):
    """What is wrong with a line, and what would be accepted. `at` is a JSON pointer into the row."""

    line: int
    at: str
    texts: Names


def desk_text(code: str, **params: Any) -> Names:
    """A sentence about an archive, in both languages. Apps declare theirs as `desk_faults`."""
    return fill(templates("desk_faults")[code], params)


class Refused(Exception):
    """An archive or a choice that can't be imported. Nothing has changed. `faults` are sentences."""

    def __init__(self, *faults: Names) -> None:
        super().__init__("\n".join(fault["en"] for fault in faults))
        self.faults = faults


@dataclass
class Report:
    """What an import did with the rows of each part."""

    made: Counter[str] = field(default_factory=Counter)
    updated: list[tuple[str, str]] = field(default_factory=list)
    """Rows that changed something here, as (kind, name)."""
    there: Counter[str] = field(default_factory=Counter)
    different: list[tuple[str, str, Names]] = field(default_factory=list)
    """Rows that were left alone, as (kind, name, reason)."""
    notes: list[Names] = field(default_factory=list)
    """What the operator should do after the import."""

    def update(self, kind: str, name: str) -> None:
        self.updated.append((kind, name))

    def leave(self, kind: str, name: str, reason: Names) -> None:
        self.different.append((kind, name, reason))


@dataclass(frozen=True)
class Importing:
    """The choices of an import, and its report.

    `owner` and `author` find the account for a name in the archive; None for nobody. They differ if all decks go to one
    account: it didn't write what others wrote.
    """

    owner: Callable[[str | None], Any]
    author: Callable[[str | None], Any]
    replaces: bool
    """Whether the archive's content replaces different content."""
    report: Report


@dataclass(frozen=True)
class Part:
    """A file of the archive. `rows` writes it; `faults` checks what `shape` can't say; `store` reads it back.

    `accounts` are all names of accounts in a row. `store` runs inside the transaction of the import.
    """

    name: str
    order: int
    """Parts with a higher order may refer to rows of parts with a lower one."""
    shape: Any
    """The type of a row."""
    rows: Callable[[], Iterator[Any]]
    accounts: Callable[[Any], Iterable[str | None]]
    faults: Callable[[Iterable[Line]], Iterator[Fault]]
    store: Callable[[Iterable[Line], Importing], None]

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"


_parts: dict[str, Part] = {}


def register_part(part: Part) -> None:
    """Register a part. Raises ValueError if another part has its name."""
    if _parts.setdefault(part.name, part) is not part:
        raise ValueError(f"the part {part.name} is registered twice")


def parts() -> list[Part]:
    """All parts, in the order in which they are imported."""
    return sorted(_parts.values(), key=lambda part: part.order)


def name_of(account: Any) -> str | None:
    """The name of an account for the archive; None for a deleted account."""
    return None if account is None or account.deleted_at is not None else account.get_username()


def ruleset_fault(line: Line, ruleset: str) -> Iterator[Fault]:
    if ruleset not in slugs():
        known = ", ".join(slugs())
        yield Fault(line.number, "/ruleset", desk_text("desk_no_ruleset", ruleset=ruleset, known=known))


def repeated(seen: dict[Any, int], key: Any, line: Line, at: str, what: Names) -> Iterator[Fault]:
    """A fault if an earlier line has the same key. Remembers this line."""
    first = seen.setdefault(key, line.number)
    if first != line.number:
        yield Fault(line.number, at, desk_text("desk_repeated", first=first, what=what))


def refuse(file: str, faults: Iterable[Fault]) -> None:
    """Raise Refused with the first faults of a file, if there are any."""
    found = []
    for fault in faults:
        if len(found) == MOST_FAULTS:
            found.append(desk_text("desk_more_faults", file=file))
            break
        at = fault.at or WHOLE_LINE
        found.append(desk_text("desk_line", file=file, line=fault.line, at=at, fault=fault.texts))
    if found:
        raise Refused(*found)


Json = Any
HIGHEST = 2**53
"""Integers from here on aren't portable (RFC 8785)."""
DEEPEST = 64


def plain_fault(value: Json, depth: int = 0) -> Names | None:
    """Why a JSON value can't be stored; None if it can."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        if depth == DEEPEST:
            return desk_text("desk_too_deep", most=DEEPEST)
        return next((fault for part in value if (fault := plain_fault(part, depth + 1))), None)
    if isinstance(value, float):
        return desk_text("desk_decimals")
    if isinstance(value, int) and abs(value) >= HIGHEST:
        return desk_text("desk_number_too_large")
    return None
