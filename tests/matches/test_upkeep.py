"""The sweep finds what nobody works on, whatever else is broken."""

from collections.abc import Callable

import pytest

from matches import store
from matches.models import Event, Match
from matches.upkeep import sweep

pytestmark = pytest.mark.django_db

CLOCK = {"type": "per_decision", "seconds": 60}


def test_a_match_that_cannot_be_folded_keeps_no_other_clock_from_running_out(
    duel: Callable[..., Match], caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = duel(clock=CLOCK), duel(clock=CLOCK)
    with store.archiving():
        Event.objects.filter(match=broken).update(body=b'{"warrior": not json')
    past = {"remaining": {}, "deadlines": {"0": 1000, "1": 2000}}
    Match.objects.update(snapshot=b"", times=past, deadline_at="2020-01-01T00:00:00Z")

    found = sweep()

    assert found["clocks"] == 1
    assert Match.objects.get(pk=other.pk).end_reason == "timeout"
    assert f"the clock of match {broken.pk} cannot run out: " in caplog.text
    assert "warrior" not in caplog.text
