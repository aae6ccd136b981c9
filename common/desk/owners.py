"""Chooses which accounts get what an archive of a desk has: none, one, or those of a map from old to new names."""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model

from common.desk.parts import Refused, desk_text
from common.limits import MOST_NAMES_LISTED, MOST_OWNER_MAP_BYTES
from rules.engine import Names

NOBODY = "nobody"
MAP = "map="
COLUMNS = ["old", "new"]


@dataclass(frozen=True)
class Owners:
    """The accounts that owners and authors in an archive become here. A name without an account becomes None."""

    owners: Mapping[str, Any]
    authors: Mapping[str, Any]

    def owner(self, name: str | None) -> Any:
        return None if name is None else self.owners.get(name)

    def author(self, name: str | None) -> Any:
        return None if name is None else self.authors.get(name)

    @property
    def staff(self) -> list[str]:
        """Names of staff who get something, for the operator to read."""
        return sorted({account.get_username() for account in self.owners.values() if account.is_staff})


Choice = Callable[[Collection[str]], Owners]
"""Decides about all names in an archive. Raises Refused if it can't."""


def read_choice(choice: str) -> Choice:
    """A choice of the command line, as a function from all names in an archive. Both raise Refused.

    `choice` is `nobody`, the name of an account, or `map=` and the path of a CSV file with the columns old and new. An
    account that gets everything is nowhere named as the author of what others wrote.
    """
    if choice == NOBODY:
        return nobody
    if choice.startswith(MAP):
        path = Path(choice.removeprefix(MAP))
        with path.open("rb") as file:
            return by_map(file.read(MOST_OWNER_MAP_BYTES + 1), str(path))
    return one_account(choice)


def nobody(names: Collection[str]) -> Owners:
    return Owners({}, {})


def one_account(name: str) -> Choice:
    """Everything that had an owner goes to this account. Raises Refused."""
    found = _accounts([name])
    return lambda names: Owners(dict.fromkeys(names, found[name]), {})


def by_map(content: bytes, file_name: str) -> Choice:
    """Each account gets what its old name had, by a CSV file with the columns old and new. Raises Refused."""
    wanted = _read_map(content, file_name)
    return lambda names: _mapped(names, wanted)


def _mapped(names: Collection[str], wanted: Mapping[str, str]) -> Owners:
    if missing := sorted(set(names) - set(wanted)):
        raise Refused(desk_text("desk_map_lacks", names=_listed(missing)))
    found = _accounts({wanted[name] for name in names} - {""})
    accounts = {name: found[wanted[name]] for name in names if wanted[name]}
    return Owners(accounts, accounts)


def _accounts(names: Iterable[str]) -> dict[str, Any]:
    """The accounts with these names. Raises Refused with all names that can't own anything."""
    wanted = set(names)
    found = get_user_model().objects.filter(username__in=wanted, is_active=True)
    accounts = {
        one.get_username(): one for one in found if getattr(one, "deleted_at", None) is None and not _is_guest(one)
    }
    if missing := sorted(wanted - accounts.keys()):
        raise Refused(desk_text("desk_no_account", names=_listed(missing)))
    return accounts


def _is_guest(account: Any) -> bool:
    return bool(getattr(account, "is_guest", False))


def _read_map(content: bytes, path: str) -> dict[str, str]:
    if len(content) > MOST_OWNER_MAP_BYTES:
        raise Refused(desk_text("desk_map_too_large", path=path, most=MOST_OWNER_MAP_BYTES))
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(desk_text("desk_map_unreadable", path=path, error=error)) from error
    rows = [[cell.strip() for cell in row] for row in rows if row]
    if not rows or rows[0] != COLUMNS:
        raise Refused(desk_text("desk_map_columns", path=path, columns=",".join(COLUMNS)))
    wanted: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(COLUMNS) or not row[0]:
            raise Refused(desk_text("desk_map_line", path=path, line=number))
        if row[0] in wanted:
            raise Refused(desk_text("desk_map_twice", path=path, line=number, name=row[0]))
        wanted[row[0]] = row[1]
    return wanted


def _listed(names: list[str]) -> str | Names:
    more, text = len(names) - MOST_NAMES_LISTED, ", ".join(names[:MOST_NAMES_LISTED])
    return desk_text("desk_and_more", names=text, more=more) if more > 0 else text
