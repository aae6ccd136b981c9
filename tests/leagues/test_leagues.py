"""Leagues for operators: manifests and their faults, schedules, and amendments."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cards.sets.services import publish_card_set
from common.text.errors import ServiceError
from leagues.models import Amendment, Deal, League, Run, Season
from leagues.selectors.results import season_report
from leagues.services import leagues
from leagues.services.amendments import close_season, extend_season, withdraw_entrant
from leagues.services.leagues import create_league, pause_league, resume_league, run_if_due, sweep
from leagues.services.playing import play_deals
from matches.log.database_clock import ClockReading, read_database_clock
from matches.models import BotSetting, Match
from players.models import Player
from replay.stored_logs import audit_stored
from tests import toy
from tests.leagues.conftest import RANDOM, claim_deal, manifest, play_out
from tests.matches.conftest import DECK

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Start = Callable[..., Season]
NIGHTLY = {"type": "cron", "cron": "0 3 * * *", "time_zone": "UTC"}


def faults(**more: Any) -> list[tuple[str, str]]:
    with pytest.raises(ServiceError) as refused:
        create_league(manifest=manifest(**more), created_by=None)
    assert refused.value.code == "bad_manifest"
    assert all(detail.texts["ja"] and detail.texts["en"] for detail in refused.value.details)
    return [(detail.code, detail.place["pointer"]) for detail in refused.value.details]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"ruleset": "chess"}, [("league_unknown_ruleset", "/ruleset")]),
        ({"entrants": [RANDOM[0], {"name": "x", "bot": "deep"}]}, [("league_unknown_bot", "/entrants/1/bot")]),
        ({"entrants": [RANDOM[0], RANDOM[0]]}, [("league_name_twice", "/entrants/1/name")]),
        ({"entrants": [RANDOM[0], {**RANDOM[1], "version": 7}]}, [("league_bot_version", "/entrants/1/version")]),
        ({"entrants": [RANDOM[0], {**RANDOM[1], "deck": "x"}]}, [("league_deck_not_wanted", "/entrants/1/deck")]),
        ({"decks": "of_entrant", "seat_decks": []}, [("league_deck_missing", f"/entrants/{n}/deck") for n in (0, 1)]),
        ({"seat_decks": [[DECK, "nonsense"]]}, [("league_unknown_deck", "/seat_decks/0/1")]),
        ({"seat_decks": [[DECK, DECK, DECK]]}, [("league_bad_setup", "/seat_decks/0")]),
        ({"seat_decks": [[DECK, None]]}, [("league_deck_missing", "/seat_decks/0/1")]),
        ({"options": {"goal": "high"}}, [("league_bad_setup", "/options")]),
        ({"anchor": {"entrant": "zoe"}}, [("league_anchor", "/anchor/entrant")]),
        ({"format": {"type": "swiss", "rounds": 2}}, [("league_swiss_rounds", "/format/rounds")]),
        ({"format": {"type": "duel"}, "entrants": RANDOM}, [("league_duel", "/entrants")]),
        ({"format": {"type": "duel", "elo0": 5, "elo1": 5}}, [("league_bounds", "/format/elo1")]),
        ({"format": {"type": "ladder", "rounds": 1000}, "deals": 1000}, [("league_too_long", "/format")]),
        ({"schedule": {"type": "cron", "cron": "61 * * * *"}}, [("league_bad_cron", "/schedule/cron")]),
        ({"schedule": {"type": "cron", "cron": "0 3 31 2 *"}}, [("league_never", "/schedule/cron")]),
        ({"schedule": {"type": "at", "at": "soon"}}, [("league_moment", "/schedule/at")]),
    ],
)
def test_what_is_wrong_with_a_manifest_is_told_with_its_place(
    published: None, more: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert faults(**more) == expected
    assert not League.objects.exists()


def test_what_is_wrong_in_several_places_is_told_at_once(published: None) -> None:
    told = faults(
        entrants=[RANDOM[0], {"name": "x", "bot": "deep"}, {"name": "y", "account": "nobody"}, {"name": "z"}],
        format={"type": "swiss", "rounds": 9},
        anchor={"entrant": "zoe"},
        schedule={"type": "cron", "cron": "61 * * * *"},
        seat_decks=[[DECK, "nonsense"], [DECK, None]],
    )

    assert sorted(place for _, place in told) == [
        *("/anchor/entrant", "/clock", "/entrants/1/bot", "/entrants/2/account", "/entrants/3", "/format/rounds"),
        *("/schedule/cron", "/seat_decks/0/1", "/seat_decks/1/1"),
    ]


def test_decks_of_entrants_are_looked_at_though_a_bot_is_unknown(published: None) -> None:
    entrants = [{**RANDOM[0], "deck": "nonsense"}, {"name": "x", "bot": "deep", "deck": {"cards": {}}}]

    assert faults(decks="of_entrant", seat_decks=[], entrants=entrants) == [
        ("league_unknown_bot", "/entrants/1/bot"),
        ("league_unknown_deck", "/entrants/0/deck"),
    ]


def test_a_bot_that_is_disabled_is_refused(published: None) -> None:
    BotSetting.objects.create(bot="random", is_enabled=False)

    assert faults() == [("league_bot_disabled", f"/entrants/{number}/bot") for number in (0, 1)]


def test_a_bot_that_searches_may_have_a_budget_of_its_own(season: Start) -> None:
    running = season(entrants=[{"name": "deep", "bot": "ismcts-3"}, RANDOM[0]])

    play_out(running)

    entrants = running.entrants.order_by("number").values_list("bot", "iterations")
    assert list(entrants) == [("ismcts-3", 3), ("random", None)]
    assert running.status == Season.Status.OVER
    assert all(audit_stored(pk).is_sound for pk in Match.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("bot", ["ismcts-0", "ismcts-1001", "ismcts-03", "ismcts-３", "greedy-3"])
def test_a_budget_that_is_none_is_no_bot(published: None, bot: str) -> None:
    assert faults(entrants=[{"name": "x", "bot": bot}, RANDOM[0]]) == [("league_unknown_bot", "/entrants/0/bot")]


def test_a_league_exists_once(published: None) -> None:
    create_league(manifest=manifest(), created_by=None)

    with pytest.raises(ServiceError, match="league_exists"):
        create_league(manifest=manifest(), created_by=None)


def test_a_season_keeps_the_cards_that_it_was_started_with(season: Start) -> None:
    running = season(deals=2)
    play_deals()
    publish_card_set(ruleset="raid", card_set={**toy.CARD_SET, "notes": ["another"]}, note="another")

    play_out(running)

    assert set(Match.objects.values_list("card_set", flat=True)) == {running.card_set_id}


def test_decks_of_entrants_go_with_them(season: Start) -> None:
    other = {"cards": toy.CARD_SET["starter_decks"][-1]["cards"]}
    entrants = [{**RANDOM[0], "deck": DECK}, {**RANDOM[1], "deck": other}]
    running = play_out(season(entrants=entrants, decks="of_entrant", seat_decks=[]))

    decks = [
        [seat.deck for seat in match.seats.order_by("index")] for match in Match.objects.order_by("fixture__seating")
    ]
    assert decks[0] == decks[1][::-1]
    assert running.status == Season.Status.OVER


# The schedule


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Moves the clock of schedules."""
    ahead = timedelta()

    def move(by: timedelta) -> None:
        nonlocal ahead
        ahead += by

    def read() -> ClockReading:
        reading = read_database_clock()
        return ClockReading(reading.moment + ahead, reading.read_at)

    monkeypatch.setattr(leagues, "read_database_clock", read)
    return move


def test_a_season_starts_at_its_time_once_whoever_looks(published: None, clock: Callable[[timedelta], None]) -> None:
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    assert league.next_run_at is not None and not league.seasons.exists()
    due = league.next_run_at

    assert sweep()["started"] == 0
    clock(timedelta(days=1))
    assert [sweep()["started"] for _ in range(3)] == [1, 0, 0]

    league.refresh_from_db()
    assert [(run.scheduled_for, run.result) for run in league.runs.all()] == [(due, Run.Result.STARTED)]
    assert league.next_run_at == due + timedelta(days=1)


def test_two_that_look_at_the_same_time_start_one(
    published: None, clock: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process has read that the run is due before the first has started it."""
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    clock(timedelta(days=1))
    resolve = leagues._resolved

    def interrupted(*args: Any) -> Any:
        monkeypatch.setattr(leagues, "_resolved", resolve)
        assert run_if_due(league.pk) is not None
        return resolve(*args)

    monkeypatch.setattr(leagues, "_resolved", interrupted)

    assert run_if_due(league.pk) is None
    assert (league.seasons.count(), league.runs.count()) == (1, 1)


def test_of_missed_runs_the_last_is_made_once(published: None, clock: Callable[[timedelta], None]) -> None:
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    assert league.next_run_at is not None

    clock(timedelta(days=9))
    sweep()
    sweep()

    run = league.runs.get()
    assert run.scheduled_for == league.next_run_at + timedelta(days=8)
    assert league.seasons.count() == 1


def test_a_season_that_still_runs_is_not_overlapped(published: None, clock: Callable[[timedelta], None]) -> None:
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)

    clock(timedelta(days=1))
    sweep()
    clock(timedelta(days=1))
    sweep()

    assert [run.result for run in league.runs.order_by("scheduled_for")] == [Run.Result.STARTED, Run.Result.OVERLAP]
    assert league.seasons.count() == 1


def test_a_run_that_cannot_be_started_says_why_and_the_next_is_tried(
    published: None, clock: Callable[[timedelta], None]
) -> None:
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    BotSetting.objects.create(bot="random", is_enabled=False)

    clock(timedelta(days=1))
    sweep()

    run = league.runs.get()
    assert (run.result, run.problems[0]["code"]) == (Run.Result.REFUSED, "league_bot_disabled")
    BotSetting.objects.all().delete()
    clock(timedelta(days=1))
    sweep()
    assert league.seasons.get().number == 1


def test_while_it_is_paused_nothing_starts_and_nothing_is_claimed(
    season: Start, clock: Callable[[timedelta], None]
) -> None:
    running = season(deals=2)
    pause_league(league=running.league, note="maintenance")

    assert claim_deal() is None
    League.objects.update(next_run_at=read_database_clock().moment)
    assert sweep() == {"started": 0, "woken": 0, "computed": 0, "called": 0}
    resume_league(league=running.league)
    assert claim_deal() is not None


# Amendments


def test_a_season_is_extended_before_its_end_and_not_after(season: Start, operator: Player) -> None:
    running = season()
    extend_season(season=running, length=3, by=operator, reason="more")

    play_out(running)

    assert (running.rounds.count(), season_report(running).fixtures) == (3, 6)
    with pytest.raises(ServiceError, match="season_over"):
        extend_season(season=running, length=4, by=operator, reason="more")


@pytest.mark.parametrize(
    ("length", "reason", "code"),
    [(1, "more", "league_not_longer"), (10**9, "more", "league_too_long"), (5, " ", "league_no_reason")],
)
def test_an_extension_that_is_none_is_refused(
    season: Start, operator: Player, length: int, reason: str, code: str
) -> None:
    with pytest.raises(ServiceError) as refused:
        extend_season(season=season(), length=length, by=operator, reason=reason)

    assert [detail.code for detail in refused.value.details] == [code]
    assert not Amendment.objects.exists()


def test_a_swiss_is_extended_as_far_as_nobody_meets_anybody_twice(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM, format={"type": "swiss", "rounds": 1})

    with pytest.raises(ServiceError) as refused:
        extend_season(season=running, length=4, by=operator, reason="more")
    assert [(detail.code, detail.params, detail.place) for detail in refused.value.details] == [
        ("league_swiss_rounds", {"most": 3}, {"pointer": "/length"})
    ]
    extend_season(season=running, length=3, by=operator, reason="more")

    pairs = [
        {pairing.first_id, pairing.second_id}
        for round_ in play_out(running).rounds.all()
        for pairing in round_.pairings.all()
    ]
    assert len(pairs) == 6 and all(pairs.count(pair) == 1 for pair in pairs)


def test_a_swiss_that_somebody_has_left_is_shorter(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM, format={"type": "swiss", "rounds": 1})
    first = running.rounds.get().pairings.get(number=0)
    withdraw_entrant(season=running, name=first.first.name, by=operator, reason="gone")

    with pytest.raises(ServiceError, match="bad_amendment") as refused:
        extend_season(season=running, length=4, by=operator, reason="more")

    assert refused.value.details[0].params == {"most": 3}


def test_who_is_withdrawn_plays_no_more_and_keeps_what_he_has(season: Start, operator: Player) -> None:
    running = season(entrants=RANDOM[:3], format={"type": "round_robin", "cycles": 2})
    withdraw_entrant(season=running, name="cid", by=operator, reason="a fault of mine")

    play_out(running)

    rows = {row.entrant: row for row in season_report(running).standings}
    assert running.status == Season.Status.OVER
    assert rows["cid"].is_withdrawn and rows["cid"].played == 0
    assert rows["ada"].played == rows["bob"].played == 4
    assert set(running.deals.values_list("status", flat=True)) == {Deal.Status.CLOSED, Deal.Status.DROPPED}
    assert Amendment.objects.get().by_name == "olga"


def test_a_season_that_is_closed_early_counts_what_is_closed(season: Start, operator: Player) -> None:
    running = season(deals=50)
    for _ in range(3):
        claimed = claim_deal()
        assert claimed is not None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("leagues.services.playing.STINT_SECONDS", 0.05)
        play_deals()

    close_season(season=running, by=operator, reason="enough")

    running.refresh_from_db()
    report = season_report(running)
    assert running.status == Season.Status.OVER
    assert 0 < report.fixtures == 2 * running.deals.filter(status=Deal.Status.CLOSED).count() < 100
    assert claim_deal() is None
    with pytest.raises(ServiceError, match="season_over"):
        close_season(season=running, by=operator, reason="again")
