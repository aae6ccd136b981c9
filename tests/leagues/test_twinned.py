"""Twinned deals: two accounts meet one house bot on the same cards. Neither sees the other's match before both end."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.test import Client

from common.text.errors import ServiceError
from leagues.models import Amendment, Deal, Fixture, Season, Void
from leagues.selectors.access import open_seed
from leagues.selectors.results import season_report
from leagues.services.amendments import withdraw_entrant
from leagues.services.calling import call_accounts
from leagues.services.leagues import pause_league, resume_league
from leagues.services.rebuilding import rebuild_season
from leagues.twins import at_sides, first_plays, side_of_accounts, with_stand_in
from matches.log import sql
from matches.log.sql import load_match
from matches.models import Match, Seat
from matches.notifications.inbox import notices_after
from matches.selectors.access import is_disclosed, visible_to
from matches.services.ending import abort_match, resign, withdraw_seat
from matches.workers import match_bots
from players.models import AccessToken, Player
from replay.seasons.audit import audit_season, read_season
from replay.seasons.exports import export_season
from replay.seasons.rerun import places_of, play_again
from replay.stored_logs import audit_stored
from rules.engine import canonical
from tests.leagues.accounts import CLOCK, answer_calls, bot_account, called_matches, entry_of, play_match
from tests.leagues.conftest import RANDOM
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
def twins(season: Start, robo: Player, bolt: Player) -> Start:
    def start(**more: Any) -> Season:
        usual = {"entrants": [entry_of(robo), entry_of(bolt)], "clock": CLOCK, "twinned": {"bot": "greedy"}}
        return season(**{**usual, **more})

    return start


def match_of(player: Player) -> Match:
    return Match.objects.get(seats__player=player, fixture__deal__status=Deal.Status.OPEN, withheld=True)


def play_all(running: Season, *players: Player) -> Season:
    while call_accounts() or called_matches(running):
        answer_calls(*players)
        for match in called_matches(running):
            play_match(match)
    running.refresh_from_db()
    return running


def test_each_account_plays_one_match_of_a_deal_on_the_same_side_and_sides_alternate() -> None:
    plays = {
        (deal, seating): with_stand_in("one", "two", "bot", deal, seating) for deal in (0, 1) for seating in (0, 1)
    }

    assert plays == {
        (0, 0): ["one", "bot"],
        (0, 1): ["two", "bot"],
        (1, 0): ["bot", "two"],
        (1, 1): ["bot", "one"],
    }
    assert [first_plays(deal, seating) for deal, seating in plays] == ["one" in sides for sides in plays.values()]
    assert [side_of_accounts(deal) for deal in range(4)] == [0, 1, 0, 1]
    assert at_sides("one", "two", 1) == ["two", "one"]


# The manifest


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        ({"twinned": {"bot": "nobody"}}, [("league_unknown_bot", "/twinned/bot")]),
        ({"twinned": {"bot": "greedy", "version": 9}}, [("league_bot_version", "/twinned/version")]),
        ({"entrants": RANDOM[:2]}, [("league_twinned_accounts", f"/entrants/{number}") for number in (0, 1)]),
        ({"luck_adjusted": True}, [("league_twinned_luck", "/luck_adjusted")]),
        ({"options": {"seats": 4}, "seat_decks": []}, [("league_account_seats", "/options")]),
    ],
)
def test_a_manifest_that_cannot_be_twinned_is_refused(twins: Start, change: Any, faults: list[tuple[str, str]]) -> None:
    with pytest.raises(ServiceError) as refused:
        twins(**change)

    assert [(detail.code, detail.place["pointer"]) for detail in refused.value.details] == faults
    assert not Season.objects.exists()


def test_decks_of_entrants_are_refused(twins: Start, robo: Player, bolt: Player) -> None:
    own = [{**entry_of(player), "deck": DECK} for player in (robo, bolt)]

    with pytest.raises(ServiceError) as refused:
        twins(entrants=own, decks="of_entrant", seat_decks=[])

    assert [detail.code for detail in refused.value.details] == ["league_twinned_decks"]


def test_a_season_keeps_the_version_of_the_house_bot(twins: Start) -> None:
    running = twins()

    assert running.manifest["twinned"] == {"bot": "greedy", "version": 5}
    assert running.league.manifest["twinned"] == {"bot": "greedy", "version": None}


# A season


def test_two_accounts_meet_the_house_bot_on_the_same_cards(twins: Start, robo: Player, bolt: Player) -> None:
    played = play_all(twins(deals=4), robo, bolt)

    assert played.status == Season.Status.OVER
    sides = []
    for deal in played.deals.order_by("number"):
        both = [fixture.match for fixture in deal.fixtures.order_by("seating")]
        seats = [{seat.public_id: seat for seat in match.seats.all()} for match in both]
        own = [seats[0].get(str(player.public_id)) or seats[1][str(player.public_id)] for player in (robo, bolt)]
        assert len({load_match(match.pk).position.key for match in both}) == 1
        assert len({match.seed_commitment for match in both}) == 1
        assert all("bot:greedy/5" in found for found in seats)
        assert {seat.entropy for found in seats for seat in found.values()} == {""}
        assert own[0].match_id != own[1].match_id and own[0].index == own[1].index
        starts = [sql.events(match.pk)[0].content for match in both]
        assert starts[0]["effects"] == starts[1]["effects"], "another deal"
        sides.append(own[0].index)
    assert sides == [0, 1, 0, 1]
    assert all(is_disclosed(match) for match in Match.objects.all())
    assert {(match.visibility, match.created_by) for match in Match.objects.all()} == {
        ("public", played.league.created_by)
    }
    assert [finding for match in Match.objects.all() for finding in audit_stored(match.pk).findings] == []
    assert rebuild_season(played).is_same


def test_the_table_compares_what_the_two_made_of_the_house_bot(twins: Start, robo: Player, bolt: Player) -> None:
    """In the first deal both lose to the bot, in the second only bolt does."""
    running = twins(deals=2)
    while call_accounts():
        answer_calls(robo, bolt)
        deal = Deal.objects.filter(status=Deal.Status.OPEN, fixtures__isnull=False).order_by("number").first()
        assert deal is not None
        for match in called_matches(running):
            player = match.seats.get(player__isnull=False).player
            if match.fixture.deal.number == 0 or player == bolt:
                resign(match_id=match.pk, player_id=player.pk)
            else:
                seat = match.seats.get(player=None).index
                withdraw_seat(match_id=match.pk, seat=seat)
    running.refresh_from_db()

    rows = {row.entrant: row for row in season_report(running).standings}
    assert (rows["robo"].played, rows["robo"].points, rows["bolt"].points) == (4, 6, 2)
    assert (rows["robo"].wins, rows["robo"].losses, rows["bolt"].wins, rows["bolt"].losses) == (3, 1, 1, 3)


def test_the_file_of_a_season_holds_and_changes_to_it_are_found(twins: Start, robo: Player, bolt: Player) -> None:
    played = play_all(twins(deals=2), robo, bolt)
    head, *rest = b"".join(export_season(played, None)).splitlines(keepends=True)
    document, logs = read_season([head, *rest])
    again = [play_again(document, log, *places_of(document)[log.match]) for log in logs]

    assert document.seed is not None
    assert audit_season(*read_season([head, *rest])) == []
    assert [report is not None and report.is_sound for report in again] == [True] * 4
    for change in (_swap_matches, _other_seed_deal, _other_bot):
        content = msgspec.json.decode(head)
        change(content)
        altered = audit_season(*read_season([canonical(content) + b"\n", *rest]))
        assert altered != [], change.__name__


def _swap_matches(content: dict[str, Any]) -> None:
    content["deals"][0]["matches"].reverse()


def _other_seed_deal(content: dict[str, Any]) -> None:
    one, other = content["deals"]
    one["matches"], other["matches"] = other["matches"], one["matches"]


def _other_bot(content: dict[str, Any]) -> None:
    content["entrants"][0]["account"] = content["entrants"][1]["account"]


# Secrecy

FIXTURES = "/api/v1/leagues/nightly/seasons/1/fixtures"


def api_of(player: Player) -> Client:
    return Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"})


def page_of(player: Player, path: str) -> Any:
    client = Client()
    client.force_login(player)
    return client.get(path)


def test_nothing_of_the_others_match_can_be_read_before_both_are_over(twins: Start, robo: Player, bolt: Player) -> None:
    running = twins()
    call_accounts()
    answer_calls(robo, bolt)
    own, others = match_of(robo), match_of(bolt)
    play_match(others)
    call_accounts()
    others.refresh_from_db()
    spy, seen = api_of(robo), api_of(bolt)
    places = ["", "/events", "/view", "/events?as=audit", "/export", "/inclusion", "/replay/transcript", "/scorecard"]
    pages = [f"/matches/{others.pk}/", f"/matches/{others.pk}/replay/"]
    assert (others.status, is_disclosed(others), others.outcome is not None) == ("over", False, True)
    assert {seen.get(f"/api/v1/matches/{others.pk}{place}").status_code == 404 for place in places} == {False}
    assert {page_of(bolt, page).status_code == 404 for page in pages} == {False}, "there is something to see"

    for place in places:
        for reader in (spy, Client()):
            assert reader.get(f"/api/v1/matches/{others.pk}{place}").status_code == 404, place
    assert {page_of(robo, page).status_code for page in pages} == {404}
    for reader in (spy, Client()):
        listed = reader.get(FIXTURES).json()["results"]
        assert {(row["outcome"], row["winner"], row["reason"]) for row in listed} == {(None, None, None)}
        assert str(others.pk) not in reader.get("/api/v1/matches").content.decode()
    assert seen.get(f"/api/v1/matches/{others.pk}/events?as=audit").status_code == 409
    assert not Match.objects.filter(visible_to(running.league.created_by), pk=others.pk).exists()

    play_match(own)
    call_accounts()
    assert spy.get(f"/api/v1/matches/{others.pk}/events?as=audit").status_code == 200
    assert {row["played_by"] for row in spy.get(FIXTURES).json()["results"]} == {"robo", "bolt"}


def test_each_account_hears_only_of_its_own_match(twins: Start, robo: Player, bolt: Player) -> None:
    twins()
    call_accounts()

    assert Match.objects.count() == 2, "both begin together"
    for player, other in ((robo, bolt), (bolt, robo)):
        told = [json.loads(notice.body) for notice in notices_after(player.pk, 0, 20)]
        assert sum(notice.get("type") == "league_called" for notice in told) == 1
        assert str(match_of(other).pk) not in json.dumps(told)


def test_no_match_begins_while_one_of_the_two_has_no_room(season: Start, twins: Start, robo: Player) -> None:
    single = bot_account("single", at_once=1)
    running = twins(entrants=[entry_of(robo), entry_of(single)], deals=2)

    call_accounts()
    call_accounts()
    assert Fixture.objects.count() == 2

    answer_calls(robo, single)
    play_match(match_of(robo))
    call_accounts()
    assert Fixture.objects.count() == 2

    assert play_all(running, robo, single).status == Season.Status.OVER


# What goes wrong


def test_a_killed_worker_changes_nothing(twins: Start, robo: Player, bolt: Player) -> None:
    running = twins(deals=2)
    while call_accounts() or called_matches(running):
        answer_calls(robo, bolt)
        for match in called_matches(running):
            match_bots._resting.clear()  # Another process goes on.
            play_match(match)
    running.refresh_from_db()

    lines = b"".join(export_season(running, None)).splitlines(keepends=True)
    document, logs = read_season(lines)
    assert all(
        report is not None and report.is_sound
        for report in (play_again(document, log, *places_of(document)[log.match]) for log in logs)
    )


def test_an_aborted_match_is_dealt_anew_and_keeps_the_seasons_seed_secret(
    twins: Start, robo: Player, bolt: Player
) -> None:
    running = twins()
    call_accounts()
    answer_calls(robo, bolt)
    commitment = match_of(robo).seed_commitment
    abort_match(match_id=match_of(robo).pk, player=None, note="")
    call_accounts()

    assert (Void.objects.get().entrant, Deal.objects.get().attempt) == (None, 2)
    assert {match.status for match in Match.objects.filter(fixture__attempt=1)} == {"over"}
    again = Match.objects.filter(fixture__attempt=2)
    assert commitment not in {match.seed_commitment for match in again} and again.count() == 2
    over = play_all(running, robo, bolt)
    assert (over.status, open_seed(over)) == (Season.Status.OVER, None)
    assert audit_season(*read_season(b"".join(export_season(over, None)).splitlines(keepends=True))) == []


@pytest.mark.parametrize("has_begun", [True, False])
def test_a_withdrawn_account_loses_the_deal(
    twins: Start, robo: Player, bolt: Player, operator: Player, has_begun: bool
) -> None:
    running = twins()
    call_accounts()
    answer_calls(bolt)
    if has_begun:
        answer_calls(robo)
    withdraw_entrant(season=running, name="robo", by=operator, reason="gone")
    call_accounts()
    running.refresh_from_db()

    rows = {row.entrant: row for row in season_report(running).standings}
    assert Amendment.objects.count() == 1
    assert (running.status, rows["bolt"].points, rows["robo"].points) == (Season.Status.OVER, 4, 0)
    assert rebuild_season(running).is_same
    assert audit_season(*read_season(b"".join(export_season(running, None)).splitlines(keepends=True))) == []


def test_a_pause_costs_nobody_anything(twins: Start, robo: Player, bolt: Player, operator: Player) -> None:
    running = twins()
    call_accounts()
    pause_league(league=running.league, by=operator, note="maintenance")
    assert Seat.objects.filter(match__answer_by__isnull=False).count() == 0
    resume_league(league=running.league)

    assert play_all(running, robo, bolt).status == Season.Status.OVER
    assert not Void.objects.exists()


@pytest.mark.parametrize(("language", "sentence"), [("en", "never play each other"), ("ja", "対戦しません")])
def test_the_page_says_how_it_is_played(twins: Start, robo: Player, bolt: Player, language: str, sentence: str) -> None:
    play_all(twins(), robo, bolt)

    page = Client(headers={"accept-language": language}).get("/leagues/nightly/1/").content.decode()

    assert sentence in page and "greedy/5" in page
