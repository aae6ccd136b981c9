"""`manage.py contest`: the arena with everything stored."""

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from matches.bots import arena
from matches.models import Match
from matches.workers import match_bots
from tests.faults.checks import assert_log_is_whole


@pytest.fixture(autouse=True)
def _no_meetings_of_others(published: None) -> Iterator[None]:
    arena._meetings.cache_clear()
    yield
    arena._meetings.cache_clear()


def contest(*arguments: Any) -> list[str]:
    out = io.StringIO()
    call_command("contest", "raid", "greedy", "random", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize("flush", [1.0, 0.0], ids=["at once", "in steps"])
def test_every_match_of_a_contest_is_stored(monkeypatch: pytest.MonkeyPatch, flush: float) -> None:
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", flush)

    *said, total, two, four = contest("--games", "6")

    matches = {str(match.pk): match for match in Match.objects.all()}
    assert [line.split()[0] for line in said] == sorted(matches)
    for match in matches.values():
        assert match.status == Match.Status.OVER and match.is_scored
        assert_log_is_whole(match)
    assert "of 6:" in total and "of 4:" in two and "of 2:" in four


def test_teams_are_exchanged() -> None:
    contest("--games", "2", "--option-set", "two")

    bots = [[seat.bot for seat in match.seats.all()] for match in Match.objects.order_by("id")]
    assert bots == [["greedy", "random"], ["random", "greedy"]]


def test_an_unknown_option_set_is_named_with_those_that_there_are() -> None:
    with pytest.raises(CommandError, match="there is no option set 'three'; there are two, four"):
        contest("--option-set", "three")
    assert not Match.objects.exists()
