"""Which matches are disclosed, and as which viewer someone may see a match."""

import random
from collections.abc import Callable

import pytest

from common.text.errors import ServiceError
from matches.models import Match
from matches.selectors.access import is_disclosed, log_viewer_for, shows_audit_reads, viewer_for
from matches.services.ending import abort_match
from players.models import Player
from tests.matches.conftest import move, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def matches(duel: Callable[..., Match]) -> dict[str, Match]:
    """State -> a match in this state."""
    aborted = duel()
    move(aborted, random.Random(0))
    abort_match(match_id=aborted.pk, player=None, note="")
    aborted.refresh_from_db()
    closed = Match(status=Match.Status.OVER, end_reason="aborted")
    return {"lobby": Match(), "closed lobby": closed, "live": duel(), "over": play_out(duel()), "aborted": aborted}


def test_a_match_is_disclosed_when_it_is_over_unless_it_was_aborted(matches: dict[str, Match]) -> None:
    assert [name for name, match in matches.items() if is_disclosed(match)] == ["over"]


def test_audit_reads_are_told_of_every_match_that_is_over(matches: dict[str, Match]) -> None:
    assert [name for name, match in matches.items() if shows_audit_reads(match)] == ["closed lobby", "over", "aborted"]


def test_the_log_is_read_whole_by_default_once_it_is_disclosed_and_as_it_was_shown_before(
    matches: dict[str, Match], ann: Player
) -> None:
    viewers = {name: log_viewer_for(matches[name], ann, None) for name in ("live", "over", "aborted")}

    assert viewers == {"live": 0, "over": "audit", "aborted": 0}
    assert log_viewer_for(matches["over"], ann, "seat") == 0
    assert log_viewer_for(matches["over"], None, "public") == "public"


@pytest.mark.parametrize(("name", "code"), [("live", "match_not_over"), ("aborted", "not_disclosed")])
@pytest.mark.parametrize("as_", ["audit", "1"])
def test_a_match_that_is_not_disclosed_says_why(
    matches: dict[str, Match], ann: Player, name: str, code: str, as_: str
) -> None:
    with pytest.raises(ServiceError, match=code):
        viewer_for(matches[name], ann, as_)
