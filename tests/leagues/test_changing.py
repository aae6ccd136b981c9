"""A changed manifest counts from the league's next season on, and the change is recorded."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from common.text.errors import ServiceError
from decks.plans import DeckPlan
from decks.services import create_deck
from leagues.manifest import Manifest
from leagues.models import Entry, League, ManifestChange, Run, Season
from leagues.services import leagues
from leagues.services.changing import change_manifest
from leagues.services.deck_pool import NamedDeck, put_into_pool
from leagues.services.entering import enter_league
from leagues.services.leagues import close_league, create_league, pause_league, reopen_league, run_if_due, sweep
from players.models import Player
from tests.leagues.accounts import CLOCK, bot_account, entry_of
from tests.leagues.conftest import RANDOM, manifest, play_out
from tests.leagues.test_api import api, rows, sent
from tests.matches.conftest import DECK
from tests.toy import CARD_SET

__all__ = ["api"]
pytestmark = pytest.mark.django_db
NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}
WEEKLY = {"type": "cron", "cron": "0 5 * * 1"}
OPEN: dict[str, Any] = {"schedule": NIGHTLY, "entry": {"most": 4}, "clock": CLOCK, "entrants": RANDOM[:1]}
ADDRESS = "/api/v1/leagues/nightly"
Made = Callable[..., League]


@pytest.fixture
def made(published: None, operator: Player) -> Made:
    return lambda **more: create_league(manifest=manifest(**{"schedule": NIGHTLY, **more}), created_by=operator)


def change(league: League, /, by: Player | None = None, **more: Any) -> League:
    return change_manifest(league=league, manifest=manifest(**{"schedule": NIGHTLY, **more}), by=by)


def faults(league: League, /, **more: Any) -> list[tuple[str, str]]:
    """Try a change that must be refused, and check that nothing has changed. Returns the faults."""
    before = League.objects.values().get(pk=league.pk)
    with pytest.raises(ServiceError, match="bad_manifest") as refused:
        change(league, **more)
    assert League.objects.values().get(pk=league.pk) == before and not ManifestChange.objects.exists()
    assert all(detail.texts["ja"] and detail.texts["en"] for detail in refused.value.details)
    return [(detail.code, detail.place["pointer"]) for detail in refused.value.details]


def due(league: League) -> datetime:
    moment = timezone.now() - timedelta(minutes=1)
    League.objects.filter(pk=league.pk).update(next_run_at=moment)
    return moment


def entrants_of(season: Season) -> list[str]:
    return list(season.entrants.order_by("number").values_list("name", flat=True))


def test_the_next_season_is_played_by_the_new_manifest_and_one_that_runs_by_its_own(made: Made) -> None:
    league = made()
    due(league)
    sweep()
    running = league.seasons.get()
    before = Season.objects.values().get(pk=running.pk)

    change(league, entrants=RANDOM[:3], names={"ja": "深夜", "en": "Late"}, deals=2)

    assert Season.objects.values().get(pk=running.pk) == before
    play_out(running)
    due(league)
    sweep()
    assert entrants_of(running) == ["ada", "bob"]
    assert entrants_of(league.seasons.get(number=2)) == ["ada", "bob", "cid"]
    assert str(League.objects.get().name_en) == "Late"


def test_each_change_says_who_made_it_when_and_what(made: Made, operator: Player) -> None:
    league = made()
    change(league, by=operator, deals=2)
    change(league, deals=2, schedule=WEEKLY)

    told = Client().get(f"{ADDRESS}/changes").json()["results"]

    assert [(line["revision"], line["by"], line["changes"]) for line in told] == [
        (3, None, [{"at": "/schedule/cron", "before": NIGHTLY["cron"], "after": WEEKLY["cron"]}]),
        (2, "olga", [{"at": "/deals", "before": 1, "after": 2}]),
    ]
    assert datetime.fromisoformat(told[0]["at"]) >= datetime.fromisoformat(told[1]["at"])
    assert [(row["revision"], row["changes"]) for row in rows(f"{ADDRESS}/changes?format=csv")] == [
        ("3", "/schedule/cron"),
        ("2", "/deals"),
    ]
    operator.delete()
    assert Client().get(f"{ADDRESS}/changes").json()["results"] == told


def test_changes_come_in_pages_that_tell_the_same(made: Made) -> None:
    league = made()
    for deals in (2, 3, 4):
        change(league, deals=deals)

    whole = Client().get(f"{ADDRESS}/changes").json()["results"]
    found, path = [], f"{ADDRESS}/changes?limit=1"
    while path:
        page = Client().get(path).json()
        found += page["results"]
        path = page["next"]

    assert [(line["revision"], line["changes"][0]["after"]) for line in whole] == [(4, 4), (3, 3), (2, 2)]
    assert found == whole


def test_what_changes_nothing_is_no_revision(made: Made) -> None:
    league = made()

    assert change(league).revision == 1
    assert not ManifestChange.objects.exists()


# Unchanged parts, and refusals


@pytest.mark.parametrize(
    ("more", "pointer"),
    [({"league": "daily"}, "/league"), ({"ruleset": "chess"}, "/ruleset"), ({"visibility": "private"}, "/visibility")],
)
def test_what_a_league_is_known_by_stays(made: Made, more: dict[str, Any], pointer: str) -> None:
    told = faults(made(), **more)

    assert told[0] == ("league_stays", pointer)


def test_all_faults_are_told_at_once_with_what_would_be_accepted(made: Made, api: Client) -> None:
    made()

    wanted = manifest(schedule=NIGHTLY, league="daily", anchor={"entrant": "zoe"})
    refused = sent(api, "PUT", ADDRESS, wanted)

    told = [(error["code"], error["pointer"], error.get("accepted")) for error in refused.json()["errors"]]
    assert refused.status_code == 422
    assert told == [("league_stays", "/league", {"const": "nightly"}), ("league_anchor", "/anchor/entrant", None)]


PAST = {"type": "at", "at": "2020-01-01T00:00:00Z"}


@pytest.mark.parametrize("schedule", [{"type": "once"}, PAST])
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_schedule_by_which_no_season_comes_is_refused(made: Made, schedule: Any, is_closed: bool) -> None:
    league = made()
    if is_closed:
        close_league(league=league, note="")

    assert faults(league, schedule=schedule) == [("league_no_run", "/schedule")]


def test_a_league_that_has_had_its_only_season_needs_another_time(made: Made) -> None:
    league = made(schedule={"type": "once"})

    assert faults(league, schedule={"type": "once"}, deals=2) == [("league_no_run", "/schedule")]

    assert change(league, deals=2).next_run_at is not None
    assert league.seasons.count() == 1


def test_a_schedule_that_cannot_be_read_is_told_as_such(made: Made) -> None:
    league = made()

    assert faults(league, schedule={"type": "cron", "cron": "61 * * * *"}) == [("league_bad_cron", "/schedule/cron")]
    assert faults(league, schedule={"type": "at", "at": "soon"}) == [("league_moment", "/schedule/at")]


def test_decks_that_are_named_are_those_of_who_made_the_league(made: Made, operator: Player) -> None:
    league = made()
    plan = DeckPlan(name_en="Own", cards=DECK["cards"], options={})
    of_owner, of_other = (
        str(create_deck(owner=owner, ruleset="raid", plan=plan).pk)
        for owner in (operator, Player.objects.create_user("kei"))
    )

    assert faults(league, seat_decks=[[of_other, DECK]]) == [("league_unknown_deck", "/seat_decks/0/0")]
    assert change(league, by=Player.objects.get(username="kei"), seat_decks=[[of_owner, DECK]]).revision == 2


# When it runs next


def test_another_schedule_counts_from_now_on(made: Made) -> None:
    league = change(made(), schedule=WEEKLY)

    assert league.next_run_at is not None and league.next_run_at > timezone.now()
    moment = league.next_run_at.astimezone(UTC)
    assert (moment.weekday(), moment.hour) == (0, 5)
    sweep()
    assert not league.runs.exists()


def test_a_time_that_has_come_is_made_once_with_the_new_manifest(made: Made) -> None:
    league = made()
    moment = due(league)
    at = timezone.now() + timedelta(days=1)

    change(league, entrants=RANDOM[:3], schedule={"type": "at", "at": at.isoformat()})
    sweep()
    sweep()

    run = league.runs.get()
    assert (run.scheduled_for, run.result) == (moment, Run.Result.STARTED)
    assert entrants_of(league.seasons.get()) == ["ada", "bob", "cid"]
    assert League.objects.get().next_run_at == at, "the new time is still to come"


def test_what_was_missed_during_a_pause_is_made_up_for_by_the_same_schedule_alone(made: Made) -> None:
    league = made()
    moment = due(league)
    pause_league(league=league, note="maintenance")

    assert change(league, deals=2).next_run_at == moment
    changed = change(league, deals=2, schedule=WEEKLY)

    assert changed.next_run_at is not None and changed.next_run_at > timezone.now()
    assert changed.is_paused


def test_a_closed_league_stays_closed_and_goes_on_by_the_new_schedule_when_it_is_reopened(made: Made) -> None:
    league = made()
    due(league)
    close_league(league=league, note="enough")

    changed = change(league, schedule=WEEKLY)
    assert (changed.next_run_at, changed.close_note) == (None, "enough")
    sweep()
    assert not league.runs.exists()

    reopen_league(league=league)
    moment = League.objects.get().next_run_at
    assert moment is not None and (moment.astimezone(UTC).weekday(), moment.astimezone(UTC).hour) == (0, 5)


def test_a_run_that_begins_meanwhile_takes_one_manifest_whole(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run has resolved the old manifest when the new one is written."""
    league = made()
    due(league)
    resolve = leagues._resolved

    def interrupted(*args: Any) -> Any:
        monkeypatch.setattr(leagues, "_resolved", resolve)
        found = resolve(*args)
        change(league, entrants=RANDOM[:3])
        return found

    monkeypatch.setattr(leagues, "_resolved", interrupted)

    assert run_if_due(league.pk) is None
    assert not league.seasons.exists()
    sweep()
    assert entrants_of(league.seasons.get()) == ["ada", "bob", "cid"]
    assert league.runs.count() == 1


# Entered bot accounts


def test_accounts_without_a_place_are_left_out_and_named_and_come_back_with_it(made: Made) -> None:
    league = made(**OPEN)
    for name in ("robo", "bolt", "nuts"):
        enter_league(league=league, player=bot_account(name))

    change(league, **{**OPEN, "entry": {"most": 3}})
    change(league, **{**OPEN, "entry": {"most": 3}, "entrants": RANDOM[:2]})
    change(league, **{**OPEN, "entry": None, "entrants": RANDOM[:2]})
    change(league, **OPEN)

    left_out = [row.left_out for row in league.manifest_changes.order_by("revision")]
    assert left_out == [["nuts"], ["bolt", "nuts"], ["robo", "bolt", "nuts"], []]
    assert Entry.objects.count() == 3
    due(league)
    sweep()
    assert entrants_of(league.seasons.get()) == ["ada", "robo", "bolt", "nuts"]


def test_an_account_that_the_manifest_names_plays_once(made: Made) -> None:
    league, robo = made(**OPEN), bot_account("robo")
    enter_league(league=league, player=robo)

    change(league, **{**OPEN, "entrants": [RANDOM[0], {**entry_of(robo), "name": "guest"}]})

    due(league)
    sweep()
    assert entrants_of(league.seasons.get()) == ["ada", "guest"]


def test_where_entrants_bring_decks_those_who_have_none_are_left_out(made: Made) -> None:
    league = made(**OPEN)
    enter_league(league=league, player=bot_account("robo"))

    own = {"decks": "of_entrant", "seat_decks": [], "entrants": [{**RANDOM[0], "deck": DECK}]}
    changed = change(league, **{**OPEN, **own})

    assert changed.manifest_changes.get().left_out == ["robo"]


def test_another_game_is_played_by_those_who_accept_it(made: Made) -> None:
    """What an account accepts isn't checked for what it entered, but it is checked for a changed game."""
    league = made(**OPEN)
    shy, ready = bot_account("shy", **{"from": ["owner"]}), bot_account("ready")
    for player in (shy, ready):
        enter_league(league=league, player=player)
    slower = {**OPEN, "clock": {**CLOCK, "seconds": 90}}

    change(league, **{**OPEN, "deals": 2})
    change(league, **slower)
    late = bot_account("late", **{"from": ["owner"]})
    enter_league(league=league, player=late)
    change(league, **{**slower, "deals": 2})
    change(league, **OPEN)

    left_out = [row.left_out for row in league.manifest_changes.order_by("revision")]
    assert left_out == [[], ["shy"], ["shy"], ["late"]]


def test_an_account_that_comes_at_the_same_moment_is_held_to_the_new_manifest(made: Made) -> None:
    league = made(**OPEN)
    seen_before = League.objects.get(pk=league.pk)
    change(league, entrants=RANDOM[:2])

    with pytest.raises(ServiceError, match="league_closed"):
        enter_league(league=seen_before, player=bot_account("robo"))


# Decks put into the pool


def test_decks_put_into_the_pool_are_a_change_like_others(made: Made, operator: Player) -> None:
    league = made()
    other = {"cards": CARD_SET["starter_decks"][1]["cards"]}

    for _ in range(2):
        put_into_pool(league=league, decks=[NamedDeck("Two", other)], bot="random", by=operator)

    told = Client().get(f"{ADDRESS}/changes").json()["results"]
    assert [(line["revision"], line["by"], line["changes"][0]["at"]) for line in told] == [(2, "olga", "/seat_decks")]
    assert League.objects.get().revision == 2


# Over HTTP


def test_a_writer_says_what_he_has_seen(made: Made, api: Client) -> None:
    made()
    seen = Client().get(ADDRESS)
    assert (seen["ETag"][:3], seen.json()["revision"]) == ('"1-', 1)
    assert Client().get(ADDRESS, headers={"If-None-Match": seen["ETag"]}).status_code == 304

    def put(deals: int, tag: str) -> Any:
        body = msgspec.json.encode(manifest(schedule=NIGHTLY, deals=deals))
        return api.generic("PUT", ADDRESS, body, content_type="application/json", headers={"If-Match": tag})

    first, late = put(2, seen["ETag"]), put(3, seen["ETag"])

    assert (first.status_code, first["ETag"][:3], first.json()["manifest"]["deals"]) == (200, '"2-', 2)
    assert (late.status_code, late.json()["code"], late.json()["revision"]) == (412, "league_changed", 2)
    assert [line["changes"] for line in late.json()["changes"]] == [[{"at": "/deals", "before": 1, "after": 2}]]
    assert [put(3, tag).status_code for tag in ('"7"', '"' + "9" * 40 + '"', '"x"', 'W/"2"', "nonsense")] == [
        *(412, 412, 412, 412, 400),
    ]
    assert League.objects.get().revision == 2
    assert [put(3, tag).status_code for tag in (first["ETag"], "*")] == [200, 200]
    assert sent(api, "PUT", ADDRESS, manifest(schedule=NIGHTLY)).json()["revision"] == 4


def test_to_pause_and_to_close_is_no_revision(made: Made, api: Client) -> None:
    made()

    for body in ({"is_paused": True}, {"is_paused": False}, {"is_closed": True}, {"is_closed": False}):
        assert sent(api, "PATCH", ADDRESS, body)["ETag"][:3] == '"1-'


def test_a_manifest_of_something_else_is_refused(made: Made, api: Client) -> None:
    made()

    unread = sent(api, "PUT", ADDRESS, {**msgspec.to_builtins(manifest()), "deals": 0})
    missing = sent(api, "PUT", "/api/v1/leagues/daily", manifest())

    assert (unread.status_code, unread.json()["errors"][0]["pointer"]) == (400, "/deals")
    assert (missing.status_code, sent(Client(), "PUT", ADDRESS, manifest()).status_code) == (404, 401)
    assert League.objects.get().revision == 1


# The management command


def written(tmp_path: Path, **more: Any) -> str:
    file = tmp_path / "manifest.json"
    file.write_bytes(msgspec.json.encode(manifest(**{"schedule": NIGHTLY, **more})))
    return str(file)


def test_the_command_changes_a_league(made: Made, operator: Player, tmp_path: Path) -> None:
    league = made(**OPEN)
    enter_league(league=league, player=bot_account("robo"))
    said = StringIO()

    call_command("league", written(tmp_path, entrants=RANDOM[:2]), "--change", "--by", "olga", stdout=said)

    league.refresh_from_db()
    assert msgspec.convert(league.manifest, Manifest) == manifest(schedule=NIGHTLY)
    assert f"is at revision 2 and runs at {league.next_run_at}" in said.getvalue()
    assert "leaves out robo" in said.getvalue()
    assert league.manifest_changes.get().by == operator


@pytest.mark.parametrize(
    ("more", "arguments", "told"),
    [
        ({"league": "daily"}, ["--change"], "no league 'daily'"),
        ({"visibility": "private"}, ["--change"], "/visibility: `visibility` of this league"),
        ({}, ["--change", "--by", "nobody"], "there is no account"),
        ({}, ["--change", "--play"], "combined only with --by"),
        ({}, ["--by", "olga"], "--by needs --change"),
    ],
)
def test_the_command_says_why_not(
    made: Made, tmp_path: Path, more: dict[str, Any], arguments: list[str], told: str
) -> None:
    made()

    with pytest.raises(CommandError, match=told):
        call_command("league", written(tmp_path, **more), *arguments)

    assert League.objects.get().revision == 1
