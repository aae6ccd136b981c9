"""Each deal is played once and counts once, whatever stops or duplicates a worker. A fault is never a result."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from common.text.errors import ServiceError
from leagues.models import Amendment, Deal, Fixture, League, Season, Void
from leagues.seeds import deal_seed
from leagues.selectors.results import season_report
from leagues.selectors.seasons import played as played_of
from leagues.selectors.seasons import season_plan
from leagues.services import playing
from leagues.services.leagues import sweep
from leagues.services.playing import ATTEMPTS, claim_deals, play_deal, play_deals
from leagues.services.rebuilding import rebuild_season
from matches.bots import roster
from matches.bots.simple import RandomBot
from matches.log import sql
from matches.models import Match, Seat
from matches.search.terms import sweep_search_terms
from matches.selectors.access import is_disclosed, viewer_for
from matches.services.ending import abort_match
from matches.workers import bot_runner, match_bots
from replay.stored_logs import audit_stored
from rules.engine import seed_commitment
from tests.leagues.conftest import RANDOM, claim_deal, play_out

pytestmark = pytest.mark.django_db

FAR = 1e9
Start = Callable[..., Season]


def matches_of(season: Season) -> list[Match]:
    return list(
        Match.objects.filter(fixture__deal__season=season).order_by(
            "fixture__deal__number", "fixture__attempt", "fixture__seating"
        )
    )


def claimed() -> Deal:
    deal = claim_deal()
    assert deal is not None
    return deal


def lease_has_run_out(deal: Deal) -> None:
    Deal.objects.filter(pk=deal.pk).update(lease_until=None)


def test_a_season_ends_by_itself_and_every_deal_is_played_once_in_both_seatings(season: Start) -> None:
    running = play_out(season(entrants=RANDOM, format={"type": "round_robin", "cycles": 2}, deals=2))

    fixtures = Fixture.objects.filter(deal__season=running)
    assert running.status == Season.Status.OVER
    assert [len(round_.pairings.all()) for round_ in running.rounds.all()] == [2] * 6
    assert sorted(fixtures.values_list("deal__number", "attempt", "seating")) == [
        (deal, 1, seating) for deal in range(24) for seating in (0, 1)
    ]
    assert season_report(running).fixtures == 48
    assert {row.played for row in season_report(running).standings} == {24}


def test_the_matches_of_a_deal_have_one_seed_and_exchange_the_sides(season: Start) -> None:
    running = play_out(season(entrants=[{"name": "ada", "bot": "random"}, {"name": "gus", "bot": "greedy"}]))

    one, other = matches_of(running)
    plan, deal = season_plan(running.pk), Deal.objects.get(season=running)
    pairing = deal.pairing
    seed = deal_seed(plan.seed, "nightly/1", pairing.first.name, pairing.second.name, 0, 1)
    assert one.seed_commitment == other.seed_commitment == seed_commitment(seed)
    bots = [
        list(Seat.objects.filter(match=match).order_by("index").values_list("bot", flat=True)) for match in (one, other)
    ]
    assert bots == [[pairing.first.bot, pairing.second.bot], [pairing.second.bot, pairing.first.bot]]
    assert (one.deal, other.deal) == (deal.pk, deal.pk)
    assert all(audit_stored(match.pk).is_sound for match in (one, other))


def test_the_seed_of_a_season_is_committed_to_and_sealed(season: Start) -> None:
    running = season()

    seed = season_plan(running.pk).seed
    assert seed_commitment(seed) == running.seed_commitment
    assert seed not in bytes(running.sealed_seed)


# Two workers, or a worker that stops


def test_a_deal_that_is_claimed_is_nobody_elses_until_the_lease_runs_out(season: Start) -> None:
    season()
    deal = claimed()

    assert claim_deal() is None
    lease_has_run_out(deal)
    assert claimed().pk == deal.pk


def test_a_deal_that_two_have_played_counts_once(season: Start) -> None:
    running = season()
    deal = claimed()

    play_deal(deal, time.monotonic() + FAR)
    play_deal(Deal.objects.select_related("pairing__first", "pairing__second").get(pk=deal.pk), time.monotonic() + FAR)
    again = deal  # The deal as it was claimed: open, at its first attempt.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(playing, "_matches_of", lambda deal: [])
        play_deal(again, time.monotonic() + FAR)

    running.refresh_from_db()
    assert Fixture.objects.filter(deal=deal).count() == Match.objects.count() == 2
    assert (running.status, season_report(running).fixtures) == (Season.Status.OVER, 2)


def test_deals_that_are_played_together_are_written_together(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = season(entrants=RANDOM, deals=3)
    stored: list[int] = []
    store = playing._store
    monkeypatch.setattr(playing, "_store", lambda played: (stored.append(len(played)), store(played)))

    play_out(running)

    assert running.status == Season.Status.OVER and sum(stored) == 18
    assert stored[0] == 1 and max(stored) > 1
    assert report_is_exact(running)


def report_is_exact(running: Season) -> bool:
    return rebuild_season(running).is_same and season_report(running).fixtures == Match.objects.count()


def test_of_several_deals_half_is_left_to_others(season: Start) -> None:
    season(deals=9)

    assert [len(claim_deals(32)) for _ in range(6)] == [4, 2, 1, 1, 1, 0]


def test_a_deal_that_cannot_be_written_is_void_and_those_beside_it_count(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season(deals=6)
    write = playing.write_bot_matches

    def refuse_one(matches: Any) -> None:
        if any(match.row.deal == broken for match in matches):
            raise ValueError("too long")
        write(matches)

    broken = Deal.objects.get(season=running, number=1).pk
    monkeypatch.setattr(playing, "write_bot_matches", refuse_one)
    playing._play_together(claim_deals(6))

    assert list(Void.objects.values_list("deal", "entrant")) == [(broken, None)]
    statuses = Deal.objects.order_by("number").values_list("status", "attempt")
    assert list(statuses) == [("closed", 1), ("open", 2), ("closed", 1), *[("open", 1)] * 3]


def test_deals_for_which_no_time_is_left_are_left_to_others(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = season(deals=8)
    monkeypatch.setattr(playing, "TOGETHER_SECONDS", 0.0)
    deals = claim_deals(8)

    playing._play_together(deals)

    assert len(deals) == 4
    assert Deal.objects.filter(season=running, status=Deal.Status.CLOSED).count() == 1
    assert len(claim_deals(14)) == 3


def test_a_worker_that_is_killed_before_it_writes_leaves_nothing(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season()

    def killed(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "close_round", killed)
    deal = claimed()
    with pytest.raises(KeyboardInterrupt), transaction.atomic():
        play_deal(deal, time.monotonic() + FAR)
    assert (Match.objects.count(), Fixture.objects.count()) == (0, 0)

    monkeypatch.undo()
    lease_has_run_out(deal)
    assert play_out(running).status == Season.Status.OVER
    assert season_report(running).fixtures == 2


def test_the_sweep_wakes_workers_for_deals_that_nobody_plays(season: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    running = season(deals=3)
    sent: list[str] = []
    monkeypatch.setattr("leagues.services.waking.send_task", lambda task, **options: sent.append(task))

    assert sweep()["woken"] == len(sent) == 3
    claimed()
    sent.clear()
    assert sweep()["woken"] == len(sent) == 2
    Deal.objects.update(lease_until=None)
    play_out(running)
    assert sweep()["woken"] == 0


# Deals that kill their worker


def test_a_deal_whose_worker_died_is_claimed_alone(season: Start) -> None:
    season(deals=6)
    together = claim_deals(6)
    assert len(together) == 3
    Deal.objects.update(lease_until=None)

    claims = [[deal.number for deal in claim_deals(6)] for _ in range(6)]
    assert sorted(number for claim in claims for number in claim) == list(range(6))
    assert [claim for claim in claims if {0, 1, 2} & set(claim) and len(claim) > 1] == []


def test_an_attempt_that_workers_died_of_is_void_and_the_deal_is_dealt_anew(season: Start) -> None:
    running = season()
    for _ in range(3):
        lease_has_run_out(claimed())

    play_deals()

    (void,) = Void.objects.all()
    assert (void.attempt, void.entrant) == (1, None) and "3 workers in turn" in void.what
    assert play_out(running).status == Season.Status.OVER
    assert Deal.objects.get().attempt == 2


# Deals longer than a stint


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """End every stint after one decision."""
    monkeypatch.setattr(playing, "STINT_SECONDS", 0.0)
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)


def test_what_lasts_longer_is_stored_as_it_goes_and_resumed(season: Start, slow: None) -> None:
    running = season()
    play_deal(claimed(), time.monotonic())

    begun = matches_of(running)
    assert [match.status for match in begun] == ["playing", "playing"]
    assert all(match.withheld for match in begun)

    deal = claimed()
    for _ in range(3):
        play_deal(deal, time.monotonic() + 0.05)
    play_deal(deal, time.monotonic() + FAR)

    running.refresh_from_db()
    assert running.status == Season.Status.OVER
    assert [match.pk for match in matches_of(running)] == [match.pk for match in begun]
    assert all(audit_stored(match.pk).is_sound for match in begun)


def decisions(match: Match) -> list[tuple[int | None, Any]]:
    return [(event.seat, event.content.get("action")) for event in sql.events(match.pk)]


def test_a_deal_that_others_resume_plays_as_one_that_was_played_at_once(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each decision has its own seed, so it doesn't matter when and how often another worker takes over."""
    running = season()
    deal = claimed()
    [(_, at_once)] = playing._from_start(deal, time.monotonic() + FAR)
    expected = [[(event.seat, event.content.get("action")) for event in match.events] for match in at_once]
    monkeypatch.setattr(match_bots, "FLUSH_SECONDS", 0.0)
    monkeypatch.setattr(match_bots, "_MOST_RESTING", 0)

    play_deal(deal, time.monotonic())
    for until in (0.02, 0.02, 0.02, FAR):
        play_deal(deal, time.monotonic() + until)

    assert [decisions(match) for match in matches_of(running)] == expected


def test_two_copies_of_a_bot_do_not_play_a_deal_twice_alike(season: Start) -> None:
    """Otherwise each would win what the other won, and a season between them would mean nothing."""
    running = play_out(season(entrants=RANDOM[:2], deals=8))

    played = [decisions(match) for match in matches_of(running)]
    assert all(one != other for one, other in zip(played[::2], played[1::2], strict=True))
    results = played_of(running.pk, season_plan(running.pk).sides).results
    assert any(one.points + other.points != 2 for one, other in zip(results[::2], results[1::2], strict=True))


def test_bots_of_an_older_version_play_on(season: Start) -> None:
    running = play_out(season(entrants=[{**entrant, "version": 1} for entrant in RANDOM[:2]]))

    names = Seat.objects.filter(match__in=matches_of(running)).values_list("public_id", flat=True)
    assert set(names) == {"bot:random/1"}
    assert all(audit_stored(match.pk).is_sound for match in matches_of(running))


def test_nothing_of_a_mirrored_deal_is_disclosed_before_it_is_closed(season: Start, slow: None) -> None:
    """The first match is over, and the second is live with the same hidden information."""
    running = season()
    play_deal(claimed(), time.monotonic())
    first, second = matches_of(running)
    while Match.objects.get(pk=first.pk).status != Match.Status.OVER:
        bot_runner.play_bots(first.pk, delay=playing._never, go_on=playing._not_yet)
    sweep_search_terms()

    first.refresh_from_db()
    assert (first.status, second.status, is_disclosed(first)) == ("over", "playing", False)
    assert viewer_for(first, None, None) == "public"
    with pytest.raises(ServiceError, match="deal_not_closed"):
        viewer_for(first, None, "audit")
    assert not hasattr(first, "summary")
    assert audit_stored(first.pk).is_sound

    play_deal(claimed(), time.monotonic() + FAR)
    sweep_search_terms()

    assert all(is_disclosed(match) for match in matches_of(running))
    assert viewer_for(matches_of(running)[0], None, "audit") == "audit"
    assert hasattr(Match.objects.get(pk=first.pk), "summary")


# Faults


class Raising(RandomBot):
    def choose(self, observation: Any) -> Any:
        raise ZeroDivisionError("on purpose")


@pytest.fixture
def broken_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot `greedy` raise at every decision."""
    bots = tuple(replace(bot, make=Raising) if bot.name == "greedy" else bot for bot in roster.HOUSE_BOTS)
    monkeypatch.setattr(roster, "HOUSE_BOTS", bots)


WITH_BROKEN = [*RANDOM[:2], {"name": "bad", "bot": "greedy"}]


def test_a_bot_that_raises_loses_nothing_and_wins_nothing_and_is_broken_after_three(
    season: Start, broken_bot: None
) -> None:
    running = play_out(season(entrants=WITH_BROKEN, format={"type": "round_robin", "cycles": 2}))

    report = season_report(running)
    bad = next(row for row in report.standings if row.entrant == "bad")
    voids = Void.objects.filter(deal__season=running)
    assert running.status == Season.Status.OVER
    assert {void.entrant.name for void in voids if void.entrant} == {"bad"}
    assert all("on purpose" in void.what for void in voids)
    assert (bad.played, bad.voids, bad.has_many_voids, bad.is_withdrawn) == (0, ATTEMPTS, True, True)
    assert Amendment.objects.get(season=running).kind == Amendment.Kind.BROKEN
    assert {row.played for row in report.standings if row.entrant != "bad"} == {4}


def test_a_bot_that_fails_in_a_stored_match_voids_the_deal_and_the_mirror_with_it(
    season: Start, slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season(entrants=[RANDOM[0], {"name": "bad", "bot": "greedy"}])
    play_deal(claimed(), time.monotonic())
    first, second = matches_of(running)
    monkeypatch.setattr(roster.Greedy, "choose", Raising.choose)

    play_deal(claimed(), time.monotonic() + FAR)

    deal = Deal.objects.get(season=running)
    void = Void.objects.get(deal=deal)
    assert (deal.status, deal.attempt, void.attempt) == (Deal.Status.OPEN, 2, 1)
    assert void.entrant is not None and void.entrant.name == "bad"
    assert {Match.objects.get(pk=match.pk).status for match in (first, second)} == {"over"}
    assert not any(is_disclosed(match) for match in matches_of(running))
    monkeypatch.undo()
    play_out(running)
    assert Fixture.objects.filter(deal=deal).count() == 4
    assert season_report(running).fixtures == 2
    assert {match.seed_commitment for match in matches_of(running)[:2]} != {
        match.seed_commitment for match in matches_of(running)[2:]
    }


def test_a_match_that_an_operator_ends_is_nobodys_fault(season: Start, slow: None) -> None:
    running = season()
    play_deal(claimed(), time.monotonic())

    abort_match(match_id=matches_of(running)[0].pk, player=None, note="")
    play_deal(claimed(), time.monotonic())

    assert Void.objects.get(deal__season=running).entrant is None
    play_deal(claimed(), time.monotonic() + FAR)
    running.refresh_from_db()
    assert running.status == Season.Status.OVER


def test_where_the_service_fails_three_times_the_league_waits_for_its_operator(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = season()

    def fails(plan: Any) -> None:
        raise RuntimeError("no bot's fault")

    monkeypatch.setattr(playing, "start_bot_match", fails)
    while play_deals():
        pass

    league = League.objects.get()
    assert league.is_paused
    assert "failed 3 times" in league.pause_note
    assert season_report(running).standings[0].voids == 0


def test_a_bot_of_a_version_that_is_not_there_pauses_the_league_and_says_which(
    season: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    season()
    bots = tuple(replace(bot, version=bot.version - 1) for bot in roster.HOUSE_BOTS)
    monkeypatch.setattr(roster, "HOUSE_BOTS", bots)

    play_deals()

    assert "the bot random/3" in League.objects.get().pause_note
    assert not Match.objects.exists()


# A duel


def test_a_duel_stops_by_itself_when_its_test_decides(season: Start) -> None:
    duel = {"type": "duel", "elo0": 0, "elo1": 200, "most_deals": 400}
    running = play_out(season(entrants=[{"name": "gus", "bot": "greedy"}, RANDOM[0]], format=duel))

    test = season_report(running).test
    assert test is not None
    assert (running.status, test.verdict) == (Season.Status.OVER, "h1")
    assert test.deals <= running.deals.count() < 400
    assert len(test.llr_per_mille) == test.deals
