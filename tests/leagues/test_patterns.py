"""Suspicious patterns that only operators see: resigning won matches, and losing only to one partner."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from leagues.models import Season
from leagues.record import Played
from leagues.selectors import patterns
from leagues.selectors.patterns import at_least, same_partners, suspicious_patterns
from leagues.services.calling import call_accounts
from leagues.standings import How, Result
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.services.act import take_action
from matches.services.ending import resign
from players.models import AccessToken, Player
from rules.engine import legal_actions, seats_to_act
from tests.faults.checks import encoded
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of, play_season

Start = Callable[..., Season]


def played(*results: tuple[int, int, int, How]) -> Played:
    """Results from (first, second, points of the first, how), each of its own deal."""
    rows = [Result(0, first, second, deal, points, how) for deal, (first, second, points, how) in enumerate(results)]
    return Played([], rows, 1, len(rows))


AHEAD = 0.1
"""The lead that counts as clear. In short matches of Raid, leads are small."""
NAMES = ["ada", "bob", "cid", "dan"]
BY_PLAY = [(0, other, 2, "play") for other in (1, 2, 3)]


def test_one_who_gives_every_match_to_the_same_partner_is_listed() -> None:
    gifts = [(0, 1, 0, "resignation")] * 8
    elsewhere = [(0, other, 2, "play") for other in (2, 3)] * 8

    (found,) = same_partners(NAMES, played(*gifts, *elsewhere))

    assert (found.entrant, found.opponent, found.given, found.given_in_all) == ("ada", "bob", 8, 8)
    assert (found.met, found.played) == (8, 24)


def test_one_who_loses_on_time_to_everybody_is_not() -> None:
    lost = [(0, other, 0, "time") for other in (1, 2, 3)] * 8

    assert same_partners(NAMES, played(*lost)) == []


def test_in_a_duel_there_is_only_one_partner() -> None:
    assert same_partners(NAMES[:2], played(*[(0, 1, 0, "resignation")] * 50)) == []


def test_matches_lost_by_play_are_nothing_to_look_at() -> None:
    assert same_partners(NAMES, played(*[(0, 1, 0, "play")] * 8, *[(0, 2, 2, "play")] * 16)) == []


@given(st.integers(0, 6), st.integers(0, 6), st.data())
def test_the_chance_is_that_of_drawing_without_putting_back(met: int, others: int, data: st.DataObject) -> None:
    total = met + others
    in_all = data.draw(st.integers(0, total))
    least = data.draw(st.integers(0, in_all))

    draws = [ways for ways in product((0, 1), repeat=total) if sum(ways) == in_all]
    hits = sum(sum(ways[:met]) >= least for ways in draws)

    assert at_least(least, in_all, met, total) == Fraction(hits, len(draws))


@pytest.fixture
def season_of_two(season: Start) -> tuple[Season, Player, Player]:
    robo, bolt = bot_account("robo"), bot_account("bolt")
    return season(entrants=[entry_of(robo), entry_of(bolt)], clock=CLOCK), robo, bolt


def lead(match: Match) -> int:
    """Play until a seat is clearly ahead, and return it. Seat 1 takes the last legal action, so it falls behind."""
    while True:
        position = load_match(match.pk).position
        evaluation = position.table.rules.definition.evaluation
        for seat in (0, 1):
            if evaluation.value(position.table, seat) >= AHEAD:
                return seat
        seat = seats_to_act(position.table)[0]
        player = Seat.objects.get(match=match, index=seat).player
        assert player is not None
        action = encoded(legal_actions(position.table, seat)[-seat])
        take_action(match_id=match.pk, player_id=player.pk, action=action, expected_version=position.seq)


@pytest.mark.django_db
def test_a_resignation_from_a_won_position_is_listed_for_operators_alone(
    season_of_two: tuple[Season, Player, Player], operator: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, robo, bolt = season_of_two
    monkeypatch.setattr(patterns, "WON", AHEAD)
    call_accounts()
    answer_calls(robo, bolt)
    match, mirror = called_matches(running)[0], called_matches(running)[1]
    ahead = lead(match)
    winner, loser = (Seat.objects.get(match=match, index=seat).player for seat in (ahead, 1 - ahead))
    resign(match_id=match.pk, player_id=winner.pk)
    other_ahead = lead(mirror)
    behind = Seat.objects.get(match=mirror, index=1 - other_ahead).player
    resign(match_id=mirror.pk, player_id=behind.pk)
    play_season(running, robo, bolt)

    (found,) = suspicious_patterns(running).resigned

    assert (found.entrant, found.opponent, found.match) == (winner.username, loser.username, str(match.pk))
    address = "/api/v1/leagues/nightly/seasons/1/patterns"
    tokens = {player: AccessToken.objects.create(user=player)[1] for player in (robo, operator)}
    of_robo, of_olga = (Client(headers={"Authorization": f"Bearer {tokens[player]}"}) for player in (robo, operator))
    assert of_robo.get(address).status_code == 403
    assert [row["entrant"] for row in of_olga.get(address).json()["resigned"]] == [winner.username]
    admin = Client()
    admin.force_login(operator)
    page = admin.get(f"/admin/leagues/season/{running.pk}/change/").content.decode()
    assert f"{winner.username} was winning (evaluation " in page
    assert f") but resigned to {loser.username}" in page
