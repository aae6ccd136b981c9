"""Chooses which accounts get what an archive of a desk has: none, one, or those of a map from old to new names."""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model

from common.desk.parts import Refused
from common.limits import MOST_NAMES_LISTED, MOST_OWNER_MAP_BYTES

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


def read_choice(choice: str) -> Callable[[Collection[str]], Owners]:
    """A choice of the command line, as a function from all names in an archive. Both raise Refused.

    `choice` is `nobody`, the name of an account, or `map=` and the path of a CSV file with the columns old and new. An
    account that gets everything is nowhere named as the author of what others wrote.
    """
    if choice == NOBODY:
        return lambda names: Owners({}, {})
    if choice.startswith(MAP):
        wanted = _read_map(Path(choice.removeprefix(MAP)))
        return lambda names: _mapped(names, wanted)
    found = _accounts([choice])
    return lambda names: Owners(dict.fromkeys(names, found[choice]), {})


def _mapped(names: Collection[str], wanted: Mapping[str, str]) -> Owners:
    if missing := sorted(set(names) - set(wanted)):
        raise Refused(
            f"The map lacks these names of the archive: {_listed(missing)}. "
            "Add a line for each; leave the new name empty for nobody."
        )
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
        raise Refused(f"There is no active account named: {_listed(missing)}. Sign them up first.")
    return accounts


def _is_guest(account: Any) -> bool:
    return bool(getattr(account, "is_guest", False))


def _read_map(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        content = file.read(MOST_OWNER_MAP_BYTES + 1)
    if len(content) > MOST_OWNER_MAP_BYTES:
        raise Refused(f"{path} has more than {MOST_OWNER_MAP_BYTES:,} bytes.")
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path} is no CSV file in UTF-8: {error}.") from error
    rows = [[cell.strip() for cell in row] for row in rows if row]
    if not rows or rows[0] != COLUMNS:
        raise Refused(f"{path}, line 1: The columns must be {','.join(COLUMNS)}.")
    wanted: dict[str, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(COLUMNS) or not row[0]:
            raise Refused(f"{path}, line {number}: Write an old name, a comma, and a new name or nothing.")
        if row[0] in wanted:
            raise Refused(f"{path}, line {number}: {row[0]} has an earlier line. Each old name may occur once.")
        wanted[row[0]] = row[1]
    return wanted


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_NAMES_LISTED
    return ", ".join(names[:MOST_NAMES_LISTED]) + (f" and {more} more" if more > 0 else "")
