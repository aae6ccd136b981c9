"""Bot accounts in leagues are called to both matches of a deal, and lose them only by the clock."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from common.text.errors import ServiceError
from leagues.models import Amendment, Deal, Fixture, Heartbeat, League, Outage, Season, Void
from leagues.selectors.results import season_report
from leagues.services import heartbeat
from leagues.services.amendments import look_at_withdrawal, withdraw_entrant
from leagues.services.calling import call_accounts
from leagues.services.leagues import pause_league, resume_league
from leagues.services.playing import play_deals
from leagues.services.rebuilding import rebuild_season
from matches.log import stored_match
from matches.log.database_clock import ClockReading, read_database_clock
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.notifications.inbox import notices_after
from matches.selectors.access import is_disclosed
from matches.services.act import take_action
from matches.services.calls import end_late_calls
from matches.services.ending import abort_match, expire_clock, offer_draw, resign
from matches.services.lobby import join_match, leave_match
from players.models import BotAccount, Player
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import export_season
from replay.stored_logs import audit_stored
from rules.engine import canonical, legal_actions
from tests.faults.checks import encoded
from tests.leagues.accounts import (
    CLOCK,
    answer_calls,
    bot_account,
    called,
    called_matches,
    entry_of,
    play_match,
    play_season,
)
from tests.leagues.conftest import RANDOM, claim_deal, play_out
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]


@pytest.fixture
def robo(db: None) -> Player:
    return bot_account("robo")


@pytest.fixture
def bolt(db: None) -> Player:
    return bot_account("bolt")


@pytest.fixture
def duel(season: Start, robo: Player, bolt: Player) -> Callable[..., Season]:
    """A season of two bot accounts."""

    def start(**more: Any) -> Season:
        return season(**{"entrants": [entry_of(robo), entry_of(bolt)], "clock": CLOCK, **more})

    return start


def test_two_accounts_play_a_season_to_its_end(duel: Start, robo: Player, bolt: Player) -> None:
    played = play_season(duel(deals=2), robo, bolt)

    report = season_report(played)
    matches = list(Match.objects.filter(fixture__deal__season=played).order_by("created_at"))
    assert (played.status, report.fixtures, len(matches)) == (Season.Status.OVER, 4, 4)
    assert len({match.seed_commitment for match in matches}) == 4, "they could remember the first match"
    assert all(is_disclosed(match) for match in matches)
    assert [finding for match in matches for finding in audit_stored(match.pk).findings] == []
    for deal in played.deals.all():
        seats = [
            list(fixture.match.seats.order_by("index").values_list("player", "entropy"))
            for fixture in deal.fixtures.order_by("seating")
        ]
        assert seats[0] == seats[1][::-1]
        assert {entropy for _, entropy in seats[0]} == {"of robo", "of bolt"}
    assert audit_season(*read_season(b"".join(export_season(played, None)).splitlines(keepends=True))) == []


def test_accounts_and_house_bots_play_in_one_league(season: Start, robo: Player) -> None:
    running = season(entrants=[entry_of(robo), *RANDOM[:2]], clock=CLOCK, format={"type": "round_robin", "cycles": 2})
    while running.status == Season.Status.RUNNING:
        play_out(running)
        play_season(running, robo)

    report = season_report(running)
    assert {row.played for row in report.standings} == {8}
    assert audit_season(*read_season(b"".join(export_season(running, None)).splitlines(keepends=True))) == []


def test_workers_leave_the_deals_of_accounts_alone(duel: Start) -> None:
    duel(deals=3)

    assert claim_deal() is None


def test_the_call_comes_on_the_stream_of_the_account(duel: Start, robo: Player) -> None:
    duel()
    call_accounts()

    told = [notice.body for notice in notices_after(robo.pk, 0, 10)]
    assert sum(b'"called"' in body for body in told) == 2


def test_nobody_is_called_to_more_than_he_plays_at_once(season: Start, bolt: Player) -> None:
    single = bot_account("single", at_once=1)
    running = season(entrants=[entry_of(single), entry_of(bolt)], clock=CLOCK, deals=5)

    call_accounts()
    call_accounts()
    assert len(called_matches(running)) == 1

    answer_calls(single, bolt)
    play_match(called_matches(running)[0])
    call_accounts()
    assert Fixture.objects.filter(deal__season=running).count() == 2
    assert play_season(running, single, bolt).status == Season.Status.OVER


def test_nothing_of_the_first_match_is_disclosed_before_the_second_is_over(
    duel: Start, robo: Player, bolt: Player
) -> None:
    running = duel()
    call_accounts()
    answer_calls(robo, bolt)
    first, second = called_matches(running)
    play_match(first)
    call_accounts()
    assert (first.status, is_disclosed(first)) == ("over", False)

    play_match(second)
    call_accounts()
    assert all(is_disclosed(Match.objects.get(pk=match.pk)) for match in (first, second))


# Absent accounts


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Moves the clock of matches, while the service keeps sending heartbeats."""
    ahead = timedelta()

    def read() -> ClockReading:
        reading = read_database_clock()
        return ClockReading(reading.moment + ahead, reading.read_at)

    def move(by: timedelta) -> None:
        nonlocal ahead
        ahead += by

    services = (
        "matches.services.calls",
        "matches.services.calls",
        "matches.services.lobby",
        "matches.services.starting",
    )
    for module in (*services, "leagues.services.heartbeat"):
        monkeypatch.setattr(f"{module}.read_database_clock", read)
    monkeypatch.setattr(stored_match.StoredMatch, "now", lambda self: self.clock_reading.now() + ahead)
    return move


MINUTES = timedelta(minutes=2)


def test_who_does_not_answer_loses_by_his_clock(
    duel: Start, robo: Player, bolt: Player, later: Callable[[timedelta], None]
) -> None:
    running = duel()
    call_accounts()
    answer_calls(robo)
    later(MINUTES)
    for match in called_matches(running):
        assert end_late_calls(match.pk)
        match.refresh_from_db()
        assert match.status == "playing"
        assert Seat.objects.get(match=match, player=bolt).entropy == ""

    begun = called_matches(running)
    for match in begun:
        while Match.objects.get(pk=match.pk).to_act != [Seat.objects.get(match=match, player=bolt).index]:
            _one_action(match, robo)
    later(MINUTES)
    assert all(expire_clock(match_id=match.pk) for match in begun)
    call_accounts()

    running.refresh_from_db()
    rows = {row.entrant: row for row in season_report(running).standings}
    assert (running.status, rows["robo"].wins, rows["bolt"].losses) == (Season.Status.OVER, 2, 2)
    assert (rows["robo"].wins_by_no_show, rows["bolt"].losses_by_no_show, rows["robo"].wins_by_time) == (2, 2, 0)
    assert rebuild_season(running).is_same
    assert audit_season(*read_season(b"".join(export_season(running, None)).splitlines(keepends=True))) == []
    assert not Void.objects.exists()
    assert not hasattr(bolt, "call_record") or bolt.call_record.missed == 0


def _one_action(match: Match, player: Player) -> None:
    position = load_match(match.pk).position
    seat = Seat.objects.get(match=match, player=player).index
    action = encoded(legal_actions(position.table, seat)[0])
    take_action(match_id=match.pk, player_id=player.pk, action=action, expected_version=position.seq)


def test_a_clock_that_ran_while_the_service_was_silent_costs_nobody_the_match(
    duel: Start, robo: Player, bolt: Player, later: Callable[[timedelta], None]
) -> None:
    heartbeat.beat(heartbeat.SWEEP)
    running = duel()
    call_accounts()
    answer_calls(robo, bolt)
    later(MINUTES)  # No sweep has run in the meantime.
    match = called_matches(running)[0]
    assert expire_clock(match_id=match.pk)
    heartbeat.beat(heartbeat.SWEEP)

    call_accounts()

    void = Void.objects.get()
    assert (void.entrant, void.deal.attempt) == (None, 2)
    assert Outage.objects.count() == 1
    assert not is_disclosed(Match.objects.get(pk=match.pk))
    assert play_season(running, robo, bolt).status == Season.Status.OVER
    assert season_report(running).fixtures == 2


def test_a_worker_that_is_busy_with_leagues_beats_for_the_sweep_that_waits_for_it(
    season: Start, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = read_database_clock().moment
    most = heartbeat.longest_silence()
    heartbeat.beat(heartbeat.SWEEP)
    monkeypatch.setattr(heartbeat, "_beaten_at", {})
    later(most * 0.8)
    play_deals()
    later(most * 0.8)
    heartbeat.beat(heartbeat.SWEEP)
    assert not heartbeat.was_silent(begun, begun + 2 * most)

    later(most * 0.8)
    play_deals()  # The service has already sent a heartbeat by its own clock.
    later(most * 0.8)
    heartbeat.beat(heartbeat.SWEEP)
    assert heartbeat.was_silent(begun, begun + 4 * most)


def test_an_outage_that_is_not_over_counts_too_and_one_before_the_clock_does_not(
    db: None, later: Callable[[timedelta], None]
) -> None:
    begun = read_database_clock().moment
    heartbeat.beat(heartbeat.SWEEP)
    assert not heartbeat.was_silent(begun, begun + timedelta(seconds=1))
    later(MINUTES)
    assert heartbeat.was_silent(begun, begun + MINUTES)
    heartbeat.beat(heartbeat.SWEEP)
    assert heartbeat.was_silent(begun, begun + MINUTES)
    assert not heartbeat.was_silent(begun + MINUTES + timedelta(seconds=5), begun + 2 * MINUTES)
    assert Heartbeat.objects.count() == 1


def test_a_resignation_counts_and_nobody_calls_off_or_leaves(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    call_accounts()
    first = called_matches(running)[0]
    for refused in (
        lambda: leave_match(match_id=first.pk, player=robo),
        lambda: abort_match(match_id=first.pk, player=robo, note=""),
        lambda: join_match(match_id=first.pk, player=robo, deck=DECK),
    ):
        with pytest.raises(ServiceError, match="league_"):
            refused()
    answer_calls(robo, bolt)
    with pytest.raises(ServiceError, match="league_match"):
        abort_match(match_id=first.pk, player=bolt, note="")
    with pytest.raises(ServiceError, match="league_match"):
        offer_draw(match_id=first.pk, player=bolt)

    for match in called_matches(running):
        resign(match_id=match.pk, player_id=bolt.pk)
    call_accounts()

    rows = {row.entrant: row for row in season_report(running).standings}
    assert (rows["robo"].wins, rows["bolt"].losses, Void.objects.count()) == (2, 2, 0)
    assert (rows["robo"].wins_by_resignation, rows["bolt"].losses_by_resignation) == (2, 2)
    assert (rows["robo"].wins_by_no_show, rows["bolt"].losses_by_time) == (0, 0)
    assert rebuild_season(running).is_same
    assert "2 by resignation" in Client().get("/leagues/nightly/1/").content.decode()


def test_a_match_that_an_operator_aborts_is_dealt_anew(duel: Start, robo: Player, bolt: Player) -> None:
    running = duel()
    call_accounts()
    answer_calls(robo, bolt)
    abort_match(match_id=called_matches(running)[0].pk, player=None, note="")
    call_accounts()

    assert Void.objects.get().entrant is None
    assert [match.status for match in Match.objects.filter(fixture__attempt=1)] == ["over", "over"]
    assert play_season(running, robo, bolt).status == Season.Status.OVER


@pytest.mark.parametrize("change", [{"version": "2.0"}, {"digest": "ab" * 32}, None])
def test_an_account_that_is_another_by_now_is_withdrawn(
    duel: Start, robo: Player, bolt: Player, change: dict[str, str] | None
) -> None:
    running = duel()
    if change is None:
        Player.objects.filter(pk=bolt.pk).update(is_active=False)
    else:
        BotAccount.objects.filter(player=bolt).update(**change)

    call_accounts()

    running.refresh_from_db()
    amendment = Amendment.objects.get()
    assert (amendment.kind, amendment.entrant and amendment.entrant.name) == ("withdraw", "bolt")
    assert (running.status, Deal.objects.get().status) == (Season.Status.OVER, Deal.Status.DROPPED)


def test_who_has_lost_a_match_loses_the_deal_if_he_goes_away(season: Start, robo: Player) -> None:
    """Accounts used to escape the loss of a deal by declaring a new version after losing a match."""
    slow = bot_account("slow", at_once=1)
    running = season(entrants=[entry_of(slow), entry_of(robo)], clock=CLOCK)
    call_accounts()
    answer_calls(slow, robo)
    (first,) = called_matches(running)
    resign(match_id=first.pk, player_id=slow.pk)
    BotAccount.objects.filter(player=slow).update(version="2.0")

    call_accounts()

    running.refresh_from_db()
    rows = {row.entrant: row for row in season_report(running).standings}
    assert (running.status, rows["robo"].points, rows["robo"].wins_by_no_show, rows["slow"].rank) == (
        (Season.Status.OVER, 4, 1, 2)
    )
    assert rows["robo"].elo is None or rows["robo"].elo == rows["slow"].elo, "a walkover moves no rating"
    first.refresh_from_db()
    assert is_disclosed(first)
    lines = b"".join(export_season(running, None)).splitlines(keepends=True)
    assert [audit_season(*read_season(lines)), rebuild_season(running).is_same] == [[], True]
    forged = {**msgspec.json.decode(lines[0]), "amendments": []}
    findings = audit_season(*read_season([canonical(forged) + b"\n", *lines[1:]]))
    assert "deals[0].matches" in [finding.field for finding in findings], "nobody was withdrawn"


def test_what_a_withdrawn_account_is_playing_it_resigns(
    duel: Start, robo: Player, bolt: Player, operator: Player
) -> None:
    running = duel()
    call_accounts()
    answer_calls(robo, bolt)
    assert look_at_withdrawal(season=running, number=1).forfeited == 1
    withdraw_entrant(season=running, name="bolt", by=operator, reason="it asked for it")
    running.refresh_from_db()
    assert running.status == Season.Status.RUNNING

    call_accounts()
    call_accounts()

    running.refresh_from_db()
    rows = {row.entrant: row for row in season_report(running).standings}
    assert (running.status, rows["robo"].wins_by_resignation, rows["bolt"].losses) == (Season.Status.OVER, 2, 2)
    assert [finding for match in Match.objects.all() for finding in audit_stored(match.pk).findings] == []


def test_a_call_costs_nobody_a_match_while_the_league_is_paused(
    duel: Start, robo: Player, bolt: Player, later: Callable[[timedelta], None]
) -> None:
    running = duel()
    call_accounts()
    answer_calls(robo)
    pause_league(league=running.league, note="A broken machine.")
    later(MINUTES)
    assert not any(end_late_calls(match.pk) for match in called_matches(running))

    resume_league(league=running.league)

    now = read_database_clock().moment
    assert all(match.answer_by and match.answer_by > now for match in called_matches(running))
    assert play_season(running, robo, bolt).status == Season.Status.OVER


def test_a_paused_league_calls_nobody(duel: Start) -> None:
    running = duel()
    League.objects.filter(pk=running.league_id).update(is_paused=True)

    assert (call_accounts(), called_matches(running)) == (0, [])


def test_a_withdrawn_account_is_called_no_more(
    duel: Start, robo: Player, operator: Player, django_capture_on_commit_callbacks: Any
) -> None:
    running = duel()
    call_accounts()
    assert len(called(robo)) == 2
    with django_capture_on_commit_callbacks(execute=True):
        withdraw_entrant(season=running, name="robo", by=operator, reason="a fault of his")

    assert called(robo) == []
