"""Entering an open league over HTTP: permissions, what is copied, and the season that it counts for."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from common.text.errors import ServiceError
from leagues.models import Entry, League, Season
from leagues.services import leagues
from leagues.services.entering import enter_league
from leagues.services.leagues import create_league, run_if_due
from matches.bots.digests import bot_digest
from matches.bots.roster import house_bot
from matches.log.database_clock import ClockReading, read_database_clock
from players.models import AccessToken, BotAccount, Player
from replay.seasons.exports import export_season
from tests import toy
from tests.leagues.accounts import CLOCK, bot_account, entry_of, play_season
from tests.leagues.conftest import RANDOM, manifest
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db
NIGHTLY = {"type": "cron", "cron": "0 3 * * *", "time_zone": "UTC"}
OPEN: dict[str, Any] = {"schedule": NIGHTLY, "entry": {"most": 4}, "clock": CLOCK, "entrants": RANDOM[:1]}
ENTRIES = "/api/v1/leagues/nightly/entries"


@pytest.fixture
def open_league(published: None) -> Callable[..., League]:
    def start(**more: Any) -> League:
        return create_league(manifest=manifest(**{**OPEN, **more}), created_by=None)

    return start


@pytest.fixture
def next_run(monkeypatch: pytest.MonkeyPatch) -> Callable[[League], Season | None]:
    """Starts the next scheduled run of a league now."""
    ahead = timedelta()

    def read() -> ClockReading:
        reading = read_database_clock()
        return ClockReading(reading.moment + ahead, reading.read_at)

    def run(league: League) -> Season | None:
        nonlocal ahead
        ahead += timedelta(days=1)
        found = run_if_due(league.pk)
        assert found is not None
        return found.season

    monkeypatch.setattr(leagues, "read_database_clock", read)
    return run


def client_of(player: Player) -> Client:
    return Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"})


def enter(player: Player, **body: Any) -> Any:
    return client_of(player).generic("POST", ENTRIES, msgspec.json.encode(body), content_type="application/json")


def test_an_account_enters_and_plays_from_the_next_season_on(
    open_league: Callable[..., League], next_run: Callable[[League], Season | None]
) -> None:
    league, robo, build = open_league(), bot_account("robo"), "ab" * 32
    BotAccount.objects.filter(player=robo).update(digest=build)

    entered = enter(robo)
    season = next_run(league)

    assert (entered.status_code, entered.json()["name"], entered.json()["version"]) == (201, "robo", "1.0")
    assert Client().get(ENTRIES).json()["results"] == [entered.json()]
    assert season is not None
    entrants = Client().get("/api/v1/leagues/nightly/seasons/1/entrants").json()["results"]
    columns = ("name", "bot", "account", "account_version", "digest")
    assert [tuple(row[column] for column in columns) for row in entrants] == [
        ("ada", "random", None, None, bot_digest(house_bot("random"))),
        ("robo", None, str(robo.public_id), "1.0", build),
    ]
    assert [entrant["name"] for entrant in season.manifest["entrants"]] == ["ada", "robo"]
    assert client_of(robo).delete(ENTRIES).status_code == 204
    assert client_of(robo).delete(ENTRIES).json()["code"] == "not_entered"
    assert play_season(season, robo).status == Season.Status.OVER
    exported = msgspec.json.decode(next(export_season(season, None)))
    assert [entrant["digest"] for entrant in exported["entrants"]] == [row["digest"] for row in entrants]
    assert f'title="{build}">{build[:8]}<' in Client().get("/leagues/nightly/1/").content.decode()
    assert build in Client().get("/leagues/nightly/1/entrants/1/").content.decode()
    assert next_run(league) is None, "one entrant is too few"
    assert [problem["code"] for problem in league.runs.first().problems] == ["league_too_few"]  # type: ignore[union-attr]


def test_who_may_not_enter_is_told_why(open_league: Callable[..., League]) -> None:
    open_league(entry={"most": 3})
    robo, twin, person = bot_account("robo"), bot_account("twin"), Player.objects.create_user("ann")
    BotAccount.objects.filter(player=twin).update(owner=robo.bot_account.owner)

    codes = [enter(player).json().get("code") for player in (person, robo, robo, twin, bot_account("ada"))]

    assert codes == ["not_allowed", None, "already_entered", "one_entry_an_owner", "entry_name_taken"]
    assert enter(bot_account("bolt")).status_code == 201
    assert enter(bot_account("third")).json()["code"] == "league_is_full"
    refused = enter(robo, deck={"cards": {}})
    assert refused.json()["code"] == "already_entered"
    assert enter(bot_account("x"), deck=7).status_code == 400
    assert Entry.objects.count() == 2


def test_a_league_that_is_not_open_takes_no_entries(published: None) -> None:
    create_league(manifest=manifest(), created_by=None)

    assert enter(bot_account("robo")).json()["code"] == "league_closed"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"clock": None}, [("league_clock_missing", "/clock")]),
        ({"schedule": {"type": "once"}}, [("league_open_once", "/schedule")]),
        ({"format": {"type": "duel"}}, [("league_duel", "/entry")]),
        ({"entry": {"most": 2}, "entrants": RANDOM}, [("league_full", "/entry/most")]),
        ({"entry": None, "entrants": [entry_of(Player(username="nobody")), RANDOM[0]]}, [
            ("league_unknown_account", "/entrants/0/account")]),
        ({"entry": None, "entrants": [{"name": "x"}, RANDOM[0]]}, [("league_bot_or_account", "/entrants/0")]),
        ({"entry": None, "entrants": RANDOM[:1]}, [("league_too_few", "/entrants")]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_open_league_is_told_with_its_place(
    published: None, more: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    with pytest.raises(ServiceError) as refused:
        create_league(manifest=manifest(**{**OPEN, **more}), created_by=None)

    assert [(detail.code, detail.place["pointer"]) for detail in refused.value.details] == expected
    assert all(detail.texts["ja"] and detail.texts["en"] for detail in refused.value.details)


def test_an_operator_enters_accounts_that_accept_it(published: None, operator: Player) -> None:
    shy, deaf = bot_account("shy", **{"from": ["bots"]}), bot_account("deaf", clocks=[])
    wanted = manifest(entrants=[entry_of(shy), entry_of(deaf)], clock=CLOCK)

    with pytest.raises(ServiceError) as refused:
        create_league(manifest=wanted, created_by=operator)

    reasons = [(detail.place["pointer"], detail.params["reason"]) for detail in refused.value.details]
    assert reasons == [("/entrants/0/account", "caller"), ("/entrants/1/account", "clock")]


def test_an_account_that_was_entered_into_a_private_league_finds_it_and_can_leave(
    open_league: Callable[..., League], operator: Player
) -> None:
    league, robo, other = open_league(visibility="private"), bot_account("robo"), bot_account("other")
    enter_league(league=league, player=robo, operator=operator)

    assert enter(other).status_code == 404
    assert [row["league"] for row in client_of(robo).get("/api/v1/leagues").json()["results"]] == ["nightly"]
    assert client_of(other).get("/api/v1/leagues").json()["results"] == []
    assert client_of(other).delete(ENTRIES).status_code == 404
    assert client_of(robo).delete(ENTRIES).status_code == 204

    assert not Entry.objects.exists() and client_of(robo).get(ENTRIES).status_code == 404


def test_a_deck_is_copied_checked_and_goes_with_its_account(
    open_league: Callable[..., League], next_run: Callable[[League], Season | None]
) -> None:
    league = open_league(decks="of_entrant", seat_decks=[], entrants=[{**RANDOM[0], "deck": DECK}])
    robo, other = bot_account("robo"), toy.CARD_SET["starter_decks"][-1]

    without, unknown = enter(robo).json(), enter(robo, deck="nonsense").json()
    wrong = enter(robo, deck={"cards": {"no-such-card": 1}}).json()
    assert enter(robo, deck=other["slug"]).status_code == 201

    assert [answer["errors"][0]["code"] for answer in (without, unknown)] == [
        "league_deck_missing",
        "league_unknown_deck",
    ]
    assert wrong["errors"][0]["pointer"].startswith("/deck")
    assert Entry.objects.get().deck == {"cards": other["cards"]} and len(Entry.objects.get().deck_digest) == 64
    season = next_run(league)
    assert season is not None and season.entrants.get(name="robo").deck == {"cards": other["cards"]}


def test_an_account_that_cannot_play_keeps_nobody_from_playing(
    open_league: Callable[..., League], next_run: Callable[[League], Season | None]
) -> None:
    league = open_league()
    gone, robo = bot_account("gone"), bot_account("robo")
    enter(gone)
    enter(robo)
    Player.objects.filter(pk=gone.pk).update(is_active=False)

    season = next_run(league)

    assert season is not None
    assert [entrant.name for entrant in season.entrants.all()] == ["ada", "robo"]


CONFIRMED = {"entry": {"most": 4, "confirmed_address": True}}


def confirm_address(bot: Player, address: str) -> None:
    owner = bot.bot_account.owner
    owner.email, owner.email_confirmed_at = address, timezone.now()
    owner.save()


def test_a_league_may_demand_a_confirmed_address_of_the_owner(open_league: Callable[..., League]) -> None:
    open_league(**CONFIRMED)
    robo = bot_account("robo")
    robo.bot_account.owner.email = "ann@example.org"
    robo.bot_account.owner.save()

    unconfirmed = enter(robo)
    confirm_address(robo, "ann@example.org")

    assert (unconfirmed.status_code, unconfirmed.json()["code"]) == (409, "address_not_confirmed")
    assert "opens the link in the mail" in unconfirmed.json()["detail"]
    assert enter(robo).status_code == 201


def test_two_owners_of_one_address_have_one_entry(open_league: Callable[..., League]) -> None:
    open_league(**CONFIRMED)
    robo, bolt, other = (bot_account(name) for name in ("robo", "bolt", "other"))
    confirm_address(robo, "ann@example.org")
    confirm_address(bolt, "Ann@Example.org")
    confirm_address(other, "ben@example.org")

    assert [enter(one).status_code for one in (robo, bolt, other)] == [201, 409, 201]
    assert enter(bolt).json()["code"] == "one_entry_an_owner"


def test_a_season_leaves_out_an_account_whose_owner_has_no_address_any_more(
    open_league: Callable[..., League], next_run: Callable[[League], Season | None]
) -> None:
    league, robo = open_league(**CONFIRMED), bot_account("robo")
    bolt = bot_account("bolt")
    for bot in (robo, bolt):
        confirm_address(bot, f"{bot}@example.org")
        enter(bot)
    bolt.bot_account.owner.email_confirmed_at = None
    bolt.bot_account.owner.save()

    season = next_run(league)

    assert season is not None
    assert [entrant.name for entrant in season.entrants.order_by("number")] == ["ada", "robo"]
