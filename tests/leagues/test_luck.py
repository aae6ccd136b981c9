"""Shares adjusted for luck: house bots replay the deals of accounts, and their result is the control variate."""

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.text.errors import ServiceError
from leagues.luck import PLAYS, adjusted
from leagues.models import Control, Fixture, Season
from leagues.selectors.results import season_report
from leagues.services.calling import call_accounts
from leagues.services.luck import play_controls
from leagues.services.rebuilding import rebuild_season
from leagues.standings import Result
from matches.services.ending import resign
from players.models import Player
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import export_season
from rules.engine import canonical
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of, play_season
from tests.leagues.conftest import RANDOM
from tests.matches.conftest import DECK

Start = Callable[..., Season]


def results_of(deals: list[tuple[int, int, int, int]]) -> tuple[list[Result], dict[tuple[int, int], int]]:
    """Results and controls of the deals of entrants 0 and 1, from (points, control) of both matches of each deal."""
    results = [Result(0, 0, 1, deal, points, "play") for deal, row in enumerate(deals) for points in row[:2]]
    controls = {(deal, seating): row[2 + seating] for deal, row in enumerate(deals) for seating in (0, 1)}
    return results, controls


def test_an_entrant_whose_points_are_its_luck_alone_is_as_good_as_the_other() -> None:
    lucky, unlucky = (2, 2, 4, 4), (0, 0, 0, 0)

    one, other = adjusted(2, *results_of([lucky] * 6 + [unlucky] * 2))

    assert one is not None and other is not None
    assert (one.share_per_mille, other.share_per_mille) == (500, 500)
    assert (one.width_per_mille, other.width_per_mille) == (0, 0)


def test_luck_that_has_nothing_to_do_with_points_changes_nothing() -> None:
    deals = [(2, 2, 4, 4), (2, 2, 0, 0), (0, 0, 4, 4), (0, 0, 0, 0)]

    one, _ = adjusted(2, *results_of(deals))

    assert one is not None and one.share_per_mille == 500 and one.width_per_mille > 1000, "a slope has cost a freedom"


def test_a_deal_without_both_controls_is_left_out() -> None:
    results, controls = results_of([(2, 2, 4, 4), (0, 0, 0, 0), (2, 0, 4, 0), (2, 2, 4, 2)])
    del controls[3, 1]

    assert adjusted(2, results, controls) == adjusted(2, results[:6], controls)


def test_one_deal_tells_nothing() -> None:
    assert adjusted(2, *results_of([(2, 2, 4, 4)])) == [None, None]


points = st.integers(0, 2)
control = st.integers(0, 2 * PLAYS)


@given(st.lists(st.tuples(points, points, control, control), max_size=12))
def test_what_one_gains_by_adjustment_the_other_loses(deals: list[tuple[int, int, int, int]]) -> None:
    one, other = adjusted(2, *results_of(deals))

    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert abs(one.share_per_mille + other.share_per_mille - 1000) <= 1
        assert one.width_per_mille == other.width_per_mille


def test_adjusted_shares_are_right_on_average_and_vary_less() -> None:
    chance = random.Random(1)
    raw, without_luck = [], []
    for _ in range(300):
        deals = []
        for _ in range(20):
            row = []
            for _ in (0, 1):
                luck = chance.gauss(0, 1)
                row.append((2 if luck + chance.gauss(0, 0.5) > 0 else 0, 4 if luck + chance.gauss(0, 0.3) > 0 else 0))
            deals.append((row[0][0], row[1][0], row[0][1], row[1][1]))
        one, _ = adjusted(2, *results_of(deals))
        assert one is not None
        raw.append(sum(deal[0] + deal[1] for deal in deals) / 80)
        without_luck.append(one.share_per_mille / 1000)

    def spread(values: list[float]) -> float:
        return sum((value - 0.5) ** 2 for value in values) / len(values)

    assert abs(sum(without_luck) / 300 - 0.5) < 0.01
    assert spread(without_luck) < 0.7 * spread(raw)


@pytest.mark.django_db
def test_a_season_of_accounts_is_adjusted_and_its_file_follows(season: Start) -> None:
    robo, bolt = bot_account("robo"), bot_account("bolt")
    entrants = [entry_of(robo), entry_of(bolt)]
    running = season(entrants=entrants, clock=CLOCK, deals=6, luck_adjusted=True)
    while call_accounts() or called_matches(running):
        answer_calls(robo, bolt)
        for match in called_matches(running):
            loser = robo if match.fixture.deal.number % 2 else bolt
            resign(match_id=match.pk, player_id=loser.pk)
    running.refresh_from_db()
    before = season_report(running).standings

    played = play_controls()

    assert (played, play_controls(), Control.objects.count()) == (12, 0, 12)
    after = season_report(running).standings
    assert [row.adjusted_share_per_mille for row in before] == [None, None]
    assert sum(row.adjusted_share_per_mille or 0 for row in after) in (999, 1000, 1001)
    assert [(row.rank, row.points) for row in after] == [(row.rank, row.points) for row in before]
    assert rebuild_season(running).is_same

    head, *rest = b"".join(export_season(running, None)).splitlines(keepends=True)
    assert audit_season(*read_season([head, *rest])) == []
    document = msgspec.json.decode(head)
    changed = document["deals"][0]["controls"][0]
    document["deals"][0]["controls"][0] = (changed + 1) % (2 * PLAYS + 1)
    altered = [canonical(document) + b"\n", *rest]
    assert "season_other" in {finding.code for finding in audit_season(*read_season(altered))}


@pytest.mark.django_db
def test_nothing_is_played_again_before_the_deal_is_disclosed_or_without_the_option(season: Start) -> None:
    robo, bolt = bot_account("robo"), bot_account("bolt")
    play_season(season(entrants=[entry_of(robo), entry_of(bolt)], clock=CLOCK), robo, bolt)

    assert (Fixture.objects.count(), play_controls()) == (2, 0)


@pytest.mark.django_db
def test_decks_of_entrants_are_no_luck(season: Start, operator: Player) -> None:
    own = [{**one, "deck": DECK} for one in RANDOM[:2]]

    with pytest.raises(ServiceError) as refused:
        season(entrants=own, decks="of_entrant", seat_decks=[], luck_adjusted=True)

    assert [detail.code for detail in refused.value.details] == ["league_luck_decks"]
