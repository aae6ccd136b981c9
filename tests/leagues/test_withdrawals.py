"""The preview of a withdrawal matches its effects."""

from collections.abc import Callable
from typing import Any

import pytest

from leagues.models import Season
from leagues.services.amendments import Withdrawal, look_at_withdrawal, withdraw_entrant
from leagues.services.playing import play_deals
from players.models import Player
from tests.leagues.conftest import RANDOM, play_out

pytestmark = pytest.mark.django_db
DUEL = {"type": "duel"}
GAUNTLET = {"type": "gauntlet", "cycles": 2}


@pytest.mark.parametrize(
    ("more", "number", "expected"),
    [
        ({"entrants": RANDOM[:2], "deals": 3}, 1, Withdrawal(3, 0, 1, ends_season=True, is_at_once=True)),
        ({"entrants": RANDOM, "deals": 3}, 1, Withdrawal(3, 0, 3, ends_season=False, is_at_once=False)),
        ({"entrants": RANDOM[:3], "format": GAUNTLET}, 0, Withdrawal(1, 0, 2, ends_season=True, is_at_once=True)),
        ({"entrants": RANDOM[:3], "format": GAUNTLET}, 2, Withdrawal(0, 0, 2, ends_season=False, is_at_once=False)),
        ({"entrants": RANDOM[:2], "format": DUEL}, 0, Withdrawal(8, 0, 1, ends_season=True, is_at_once=True)),
    ],
)
def test_what_would_come_of_a_withdrawal_is_what_comes_of_it(
    season: Callable[..., Season], operator: Player, more: dict[str, Any], number: int, expected: Withdrawal
) -> None:
    running = season(**more)

    assert look_at_withdrawal(season=running, number=number) == expected
    assert running.amendments.count() == 0

    withdraw_entrant(season=running, name=RANDOM[number]["name"], by=operator, reason="broken")
    running.refresh_from_db()
    assert (running.status == Season.Status.OVER) == expected.ends_season


def test_a_season_of_which_only_rests_would_be_left_ends(season: Callable[..., Season]) -> None:
    """Two of three entrants have met. Without the third, no remaining round has anything to play."""
    running = season(entrants=RANDOM[:3])
    met = set(running.rounds.get().pairings.filter(second__isnull=False).values_list("first__number", "second__number"))
    play_deals()
    (third,) = {0, 1, 2} - set(next(iter(met)))

    assert look_at_withdrawal(season=running, number=third).ends_season


def test_the_last_deals_of_others_end_a_season_without_a_withdrawal(season: Callable[..., Season]) -> None:
    running = season(entrants=RANDOM, format={"type": "swiss", "rounds": 1})

    assert look_at_withdrawal(season=running, number=0) == Withdrawal(1, 0, 3, ends_season=False, is_at_once=False)
    play_out(running)
