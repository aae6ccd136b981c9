"""Tables rebuilt from the logs alone are the same bytes, and a false result in a row is found."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leagues.models import Season
from leagues.services.rebuilding import rebuild_season
from matches.models import Match
from tests.leagues.conftest import RANDOM, forget, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Start = Callable[..., Season]


def said(*leagues: str) -> str:
    told = StringIO()
    call_command("rebuild_leagues", *leagues, stdout=told)
    return told.getvalue()


@pytest.mark.parametrize(
    "format_", [{"type": "round_robin"}, {"type": "ladder", "rounds": 3}, {"type": "swiss", "rounds": 2}]
)
def test_the_same_bytes_come_of_the_logs(season: Start, format_: object) -> None:
    played = play_out(season(entrants=RANDOM, format=format_, deals=2))

    rebuilt = rebuild_season(played)

    assert rebuilt.is_same and b'"standings"' in rebuilt.rebuilt
    assert said("nightly") == f"nightly/1: {rebuilt.digest} same\n"
    with pytest.raises(CommandError, match="no league another"):
        said("another", "nightly")


def test_a_row_that_says_another_result_than_its_log_is_found(season: Start) -> None:
    played = play_out(season(deals=3))
    match = Match.objects.filter(fixture__deal__season=played).first()
    assert match is not None
    wrong = [1 - seat for seat in match.outcome["winners"]] or [0]
    Match.objects.filter(pk=match.pk).update(outcome={**match.outcome, "winners": wrong})
    forget()

    with pytest.raises(CommandError, match="1 seasons"):
        said()
