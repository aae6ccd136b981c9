"""Comparisons of a match's status have the value in the statement, unless it is no status."""

from typing import Any

import pytest

from matches.models import Match, Seat

STATUS = Match.Status


@pytest.mark.parametrize(
    ("found", "condition"),
    [
        (Match.objects.filter(status=STATUS.PLAYING), "\"status\" = 'playing'"),
        (Match.objects.exclude(status="over"), 'NOT ("matches_match"."status" = \'over\')'),
        (Match.objects.filter(status__in=[STATUS.LOBBY, STATUS.PLAYING]), "\"status\" IN ('lobby', 'playing')"),
        (Seat.objects.filter(match__status=STATUS.OVER), "\"status\" = 'over'"),
    ],
)
def test_a_status_is_in_the_text_of_the_statement(found: Any, condition: str) -> None:
    statement, values = found.query.sql_with_params()

    assert condition in statement and values == ()


@pytest.mark.parametrize("lookup", [{"status": "'; DROP"}, {"status__in": ["over", "'; DROP"]}])
def test_any_other_text_stays_a_parameter(lookup: dict[str, Any]) -> None:
    statement, values = Match.objects.filter(**lookup).query.sql_with_params()

    assert "DROP" not in statement and "'; DROP" in values


def test_a_subquery_stays_as_it_is() -> None:
    over = Match.objects.filter(ruleset="raid", status=STATUS.OVER)

    statement, values = Match.objects.filter(status__in=over.values("status")).query.sql_with_params()

    assert "= 'over'" in statement and values == ("raid",)
