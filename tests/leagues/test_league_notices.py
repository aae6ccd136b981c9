"""Notices of a league to its accounts: the call, each deal's result, and the final rank."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from leagues.models import Deal, Fixture, Season
from leagues.selectors.results import season_report
from leagues.services import league_notices, playing, seasons
from leagues.services.amendments import close_season, withdraw_entrant
from leagues.services.calling import call_accounts
from leagues.services.playing import settle_deal, void_attempt
from matches.models import Match
from matches.notifications.inbox import notices_after
from matches.notifications.models import Notice
from matches.notifications.notices import Notices
from matches.selectors.access import is_disclosed
from matches.services.ending import resign
from matches.services.lobby import join_match
from matches.webhooks.filling import fill
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of, play_season
from tests.leagues.conftest import RANDOM, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
OF_LEAGUES = ("league_called", "league_result", "season_over")


@pytest.fixture
def robo(db: None) -> Player:
    return bot_account("robo")


@pytest.fixture
def bolt(db: None) -> Player:
    return bot_account("bolt")


@pytest.fixture
def duel(season: Start, robo: Player, bolt: Player) -> Start:
    """A season of two bot accounts that meet in one deal."""

    def start(**more: Any) -> Season:
        return season(**{"entrants": [entry_of(robo), entry_of(bolt)], "clock": CLOCK, **more})

    return start


def told(player: Player, *types: str) -> list[Any]:
    """The account's notices of these types, by default of all league types."""
    found = [msgspec.json.decode(notice.body) for notice in notices_after(player.pk, 0, 1000)]
    return [notice for notice in found if notice["type"] in (types or OF_LEAGUES)]


def lose(match: Match, player: Player) -> None:
    resign(match_id=match.pk, player_id=player.pk)


def matches_of(running: Season) -> list[str]:
    fixtures = Fixture.objects.filter(deal__season=running).order_by("seating")
    return [str(match) for match in fixtures.values_list("match", flat=True)]


def begin(running: Season, *players: Player) -> list[Match]:
    """Begin both matches of the first deal."""
    call_accounts()
    answer_calls(*players)
    return called_matches(running)


# Notices


def test_an_account_is_told_its_calls_its_results_and_its_place(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    for match in begin(running, robo, bolt):
        lose(match, bolt)
    call_accounts()

    matches = matches_of(running)
    at = {"league": "nightly", "season": 1}
    calls = [{"type": "league_called", **at, "deal": 0, "match": match, "opponent": "bolt"} for match in matches]
    result = {"type": "league_result", **at, "deal": 0, "matches": matches, "opponent": "bolt"}
    assert told(robo) == [
        *calls,
        {**result, "points": 4, "opponent_points": 0},
        {"type": "season_over", **at, "rank": 1, "entrants": 2, "points": 4},
    ]
    assert told(bolt, "league_result", "season_over") == [
        {**result, "opponent": "robo", "points": 0, "opponent_points": 4},
        {"type": "season_over", **at, "rank": 2, "entrants": 2, "points": 0},
    ]


def test_the_call_to_the_seat_comes_before_the_league_match_it_belongs_to(duel: Start, robo: Player) -> None:
    duel()
    call_accounts()

    notices = told(robo, "called", "league_called")
    assert [notice["type"] for notice in notices] == ["called", "league_called"] * 2
    assert [notice["match"] for notice in notices[::2]] == [notice["match"] for notice in notices[1::2]]


@pytest.mark.exhaustive
def test_the_place_is_that_of_the_final_table(season: Start, robo: Player, bolt: Player) -> None:
    third = bot_account("third")
    running = season(entrants=[entry_of(robo), entry_of(bolt), entry_of(third), *RANDOM[:1]], clock=CLOCK)
    while running.status == Season.Status.RUNNING:
        play_out(running)
        play_season(running, robo, bolt, third)

    table = {row.entrant: (row.rank, row.points) for row in season_report(running).standings}
    for player in (robo, bolt, third):
        assert [(over["rank"], over["points"]) for over in told(player, "season_over")] == [table[player.username]]
        results = told(player, "league_result")
        assert sum(result["points"] for result in results) == table[player.username][1]
        assert {result["opponent"] for result in results} == set(table) - {player.username}


def test_a_season_of_house_bots_tells_nobody(season: Start) -> None:
    play_out(season(deals=3))

    assert not Notice.objects.exists()


def test_a_season_that_is_closed_early_tells_the_places_so_far(
    duel: Start, operator: Player, robo: Player, bolt: Player
) -> None:
    running = duel(deals=2)
    first = [match for match in begin(running, robo, bolt) if Fixture.objects.get(match=match).deal.number == 0]
    for match in first:
        lose(match, bolt)
    call_accounts()

    close_season(season=running, by=operator, reason="the venue closes")

    assert [(over["rank"], over["points"]) for over in told(robo, "season_over")] == [(1, 4)]
    assert [(over["rank"], over["points"]) for over in told(bolt, "season_over")] == [(2, 0)]
    assert len(told(robo, "league_result")) == 1, "the deal that was dropped has no result"


def test_a_walkover_counts_and_the_withdrawn_have_no_place(
    duel: Start, operator: Player, robo: Player, bolt: Player
) -> None:
    running = duel()
    call_accounts()
    first, _ = called_matches(running)
    for player in (robo, bolt):
        join_match(match_id=first.pk, player=player)

    withdraw_entrant(season=running, name="bolt", by=operator, reason="its owner asked")
    call_accounts()

    (result,) = told(robo, "league_result")
    assert (result["points"], result["opponent_points"], result["matches"]) == (4, 0, [str(first.pk)])
    assert [over["rank"] for over in told(robo, "season_over")] == [1]
    assert [over["rank"] for over in told(bolt, "season_over")] == [None]


# No notices


def test_nothing_is_told_of_a_deal_before_it_is_closed(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    first, second = begin(running, robo, bolt)
    lose(first, bolt)
    call_accounts()
    first.refresh_from_db()
    assert (first.status, is_disclosed(first)) == ("over", False), "there is a result to tell"
    assert told(robo, "league_result", "season_over") == []

    lose(second, robo)
    call_accounts()
    assert [(result["points"], result["opponent_points"]) for result in told(robo, "league_result")] == [(2, 2)]


def test_a_voided_attempt_has_no_result(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    lose(begin(running, robo, bolt)[0], bolt)
    deal = Deal.objects.select_related("pairing__first", "pairing__second").get(season=running)

    void_attempt(deal, None, "the service failed")
    call_accounts()

    assert told(robo, "league_result", "season_over") == []
    assert len(told(robo, "league_called")) == 4, "both matches of both attempts"


def test_only_those_who_play_are_told_of_a_private_league(
    season: Start, operator: Player, robo: Player, bolt: Player
) -> None:
    others = bot_account("others")
    running = season(entrants=[entry_of(robo), entry_of(bolt)], clock=CLOCK, visibility="private")
    play_season(running, robo, bolt)

    owners = [player.bot_account.owner for player in (robo, bolt)]
    assert all(len(told(player)) == 4 for player in (robo, bolt))
    assert [told(player) for player in (operator, others, *owners)] == [[]] * 4


# Once


def test_each_is_told_once_however_often_workers_come(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    for match in begin(running, robo, bolt):
        lose(match, bolt)
    deal = Deal.objects.select_related("pairing__first", "pairing__second").get(season=running)
    for _ in range(3):
        settle_deal(deal)
        call_accounts()

    assert [notice["type"] for notice in told(robo)] == ["league_called"] * 2 + ["league_result", "season_over"]


@pytest.mark.parametrize(
    ("module", "step"), [(playing, "close_round"), (seasons, "tell_season_over"), (playing, "tell_deal_closed")]
)
def test_a_worker_that_dies_tells_nothing_and_the_next_one_all(
    duel: Start, robo: Player, bolt: Player, monkeypatch: pytest.MonkeyPatch, module: Any, step: str
) -> None:
    class Killed(BaseException):
        pass

    def die(*given: Any) -> None:
        original(*given)
        raise Killed

    running, original = duel(), getattr(module, step)
    for match in begin(running, robo, bolt):
        lose(match, bolt)
    monkeypatch.setattr(module, step, die)
    with pytest.raises(Killed):
        call_accounts()
    assert told(robo, "league_result", "season_over") == []

    monkeypatch.undo()
    call_accounts()
    assert [notice["type"] for notice in told(robo, "league_result", "season_over")] == ["league_result", "season_over"]


def test_a_call_that_is_not_made_is_not_told(duel: Start, robo: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any) -> None:
        raise RuntimeError

    duel()
    with monkeypatch.context() as patched:
        patched.setattr(Fixture.objects, "create", fail)
        call_accounts()
    assert told(robo, "called", "league_called") == []

    call_accounts()
    assert len(told(robo, "league_called")) == 2


# To a deleted account, and to webhooks


def test_an_account_whose_row_is_gone_keeps_no_season_from_its_end(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    for match in begin(running, robo, bolt):
        lose(match, bolt)
    running.entrants.filter(player=bolt).update(player=None)
    call_accounts()

    running.refresh_from_db()
    assert running.status == Season.Status.OVER
    assert (len(told(robo, "season_over")), told(bolt, "league_result", "season_over")) == (1, [])


def test_webhooks_get_them(duel: Start, robo: Player, bolt: Player) -> None:
    hook = Webhook.objects.create(
        account=robo,
        url="https://bot.example/hook",
        types=" league_result  season_over ",
        status=Webhook.Status.ACTIVE,
        nonce=b"0" * 16,
        created_at=timezone.now(),
    )
    running = duel()
    for match in begin(running, robo, bolt):
        lose(match, bolt)
    call_accounts()
    for _ in range(2):
        fill(timezone.now())

    made = WebhookDelivery.objects.filter(webhook=hook).order_by("pk")
    messages = [msgspec.json.decode(bytes(delivery.body)) for delivery in made]
    assert [message["data"] for message in messages] == told(robo, "league_result", "season_over")


def test_the_kinds_are_registered_once() -> None:
    league_notices.register_notices()
    league_notices.register_notices()

    assert [kind for kind in Notices.kinds if kind.__name__ == "SeasonOver"] == [league_notices.SeasonOver]
