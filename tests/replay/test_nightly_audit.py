"""The nightly audit finds the matches that are due without reading all others."""

import pytest

from replay.nightly_audit import due_matches
from tests.sqlite_plans import on_sqlite, plans

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@on_sqlite
def test_each_condition_of_what_is_due_has_an_index() -> None:
    assert plans(due_matches, "WHERE") == [
        ["SEARCH matches_match USING INDEX sqlite_autoindex_matches_match_1 (id>?)"],
        ["SEARCH matches_match USING INDEX match_ended (ended_at>?)"],
        ["SEARCH matches_match USING INDEX match_list_status (status=?)"],
    ]
