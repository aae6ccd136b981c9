"""Faults in a league: operators see the details, everyone sees how many there are, and metrics count them."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import leagues.tasks  # noqa: F401 -- registers them for `tasks_at_once`
from leagues.models import Alarm, Deal, League, Season, Void
from leagues.services import alarms, playing
from leagues.services.alarms import raise_alarm, tell_makers
from leagues.services.leagues import pause_league, resume_league
from leagues.services.playing import ATTEMPTS, play_deals, void_attempt
from matches import metrics
from matches.bots import roster
from matches.log.transactions import writing
from players.models import Player
from tests.leagues.conftest import RANDOM, claim_deal, play_out
from tests.matches.conftest import tasks_at_once

__all__ = ["tasks_at_once"]
pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
SEASON, PAGE = "/api/v1/leagues/nightly/seasons/1", "/leagues/nightly/1/"


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the service fail at every deal."""

    def fail(plan: Any) -> None:
        raise RuntimeError("<script>no bot's fault</script>")

    monkeypatch.setattr(playing, "start_bot_match", fail)


def counted(counter: Any, **labels: str) -> float:
    return float((counter.labels(**labels) if labels else counter)._value.get())


def staff(*permissions: str) -> Client:
    player = Player.objects.create_user("lena", is_staff=True)
    player.groups.add(Group.objects.get(name="League operators"))
    if permissions:
        player.groups.clear()
        player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(player)
    return client


def page_of(client: Client, season: Season) -> str:
    return client.get(reverse("admin:leagues_season_change", args=[season.pk])).content.decode()


def test_operators_read_what_voided_an_attempt_and_the_public_how_often(season: Start, fails: None) -> None:
    running = play_out(season(deals=2))

    page = page_of(staff(), running)
    assert "Deal 1, attempt 3" in page and "the service or an operator" in page
    assert page.index("Deal 1, attempt 3") < page.index("Deal 1, attempt 1"), "the newest first"
    assert "RuntimeError: &lt;script&gt;no bot&#x27;s fault" in page and "<script>no bot" not in page
    assert Client().get(SEASON).json()["service_voids"] == ATTEMPTS
    assert f"{ATTEMPTS} more attempts don't count" in Client().get(PAGE).content.decode()
    for path in (SEASON, f"{SEASON}/standings", PAGE, "/api/v1/leagues/nightly"):
        assert "RuntimeError" not in Client().get(path).content.decode()


def test_who_reads_seasons_but_no_voids_sees_no_errors(season: Start, fails: None) -> None:
    page = page_of(staff("view_season"), play_out(season()))

    assert "nightly/1" in page and "RuntimeError" not in page


def test_voids_are_listed_as_far_as_one_can_look_through_them(season: Start) -> None:
    running = season()
    deal = Deal.objects.get()
    start = deal.season.started_at
    Void.objects.bulk_create(
        Void(deal=deal, attempt=number, what=f"{number}: {'x' * 9_000} end", at=start) for number in range(1, 31)
    )

    page = page_of(staff(), running)

    assert page.count('<pre class="fault">…') == 10
    assert "attempt 30" in page and "attempt 20<" not in page and len(page) < 200_000


@pytest.mark.parametrize("what", ["a\0b", "a\ud800b", "x" * 100_000])
def test_a_fault_is_kept_whatever_was_raised(season: Start, what: str) -> None:
    season()
    deal = claim_deal()
    assert deal is not None

    void_attempt(deal, None, what)

    kept = Void.objects.get().what
    assert "\0" not in kept and len(kept) <= playing._MOST_STORED
    assert kept[-1] == what[-1]


def test_metrics_count_what_is_voided_and_paused(
    season: Start, fails: None, django_capture_on_commit_callbacks: Any
) -> None:
    before = counted(metrics.league_voids, by="nobody"), counted(metrics.leagues_paused)

    with django_capture_on_commit_callbacks(execute=True):
        play_out(season())

    assert counted(metrics.league_voids, by="nobody") - before[0] == ATTEMPTS
    assert counted(metrics.leagues_paused) - before[1] == 1


def test_nothing_is_counted_that_is_rolled_back(season: Start, django_capture_on_commit_callbacks: Any) -> None:
    season()
    deal, before = claim_deal(), counted(metrics.league_voids, by="nobody")
    assert deal is not None

    with django_capture_on_commit_callbacks(execute=True), suppress(RuntimeError), writing():
        void_attempt(deal, None, "fault")
        raise RuntimeError("rolled back")

    assert counted(metrics.league_voids, by="nobody") == before
    assert not Void.objects.exists()


def test_a_league_is_paused_once_and_an_operators_note_stays(
    season: Start, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    season(entrants=RANDOM, deals=3)
    monkeypatch.setattr(roster, "HOUSE_BOTS", ())
    before = counted(metrics.leagues_paused)

    with django_capture_on_commit_callbacks(execute=True):
        play_deals()
    assert counted(metrics.leagues_paused) - before == 1

    league = League.objects.get()
    resume_league(league=league)
    deal = claim_deal()
    assert deal is not None
    pause_league(league=league, note="maintenance")
    playing.play_deal(deal, 1e9)
    league.refresh_from_db()
    assert league.pause_note == "maintenance"


# By mail


ADDRESS = "olga@example.org"


@pytest.fixture
def maker(operator: Player, tasks_at_once: None) -> Player:
    """The creator of these tests' leagues, with a confirmed mail address."""
    change(operator, email=ADDRESS, email_confirmed_at=timezone.now())
    return operator


def change(player: Player, **fields: Any) -> None:
    Player.objects.filter(pk=player.pk).update(**fields)


def an_hour_later() -> None:
    Alarm.objects.exclude(told_at=None).update(told_at=timezone.now() - timedelta(hours=1, seconds=1))


def test_the_maker_is_told_once_that_the_league_is_paused(season: Start, fails: None, maker: Player) -> None:
    running = play_out(season())

    assert [tell_makers(), tell_makers()] == [1, 0]
    an_hour_later()
    assert tell_makers() == 0
    assert [(sent.to, sent.subject) for sent in mail.outbox] == [([ADDRESS], "Problem in your league Nightly")]
    body = mail.outbox[0].body
    assert "Nightly, season 1: deal 1 kept failing, and no bot was at fault." in body
    assert f"/admin/leagues/season/{running.pk}/change/" in body and "/account/mail/" in body
    assert "RuntimeError" not in body and "Traceback" not in body


def test_a_mail_is_in_the_language_of_its_reader_and_leads_where_he_may_look(
    season: Start, fails: None, maker: Player
) -> None:
    change(maker, language="ja", is_superuser=False)
    play_out(season())

    tell_makers()

    assert mail.outbox[0].subject == "リーグ「夜」に問題が起きました"
    assert "ディール1が続けて失敗しました" in mail.outbox[0].body
    assert PAGE in mail.outbox[0].body and "/admin/" not in mail.outbox[0].body


def test_the_maker_is_told_of_an_entrant_that_is_broken(
    season: Start, maker: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Raising(roster.Greedy):
        def choose(self, observation: Any) -> Any:
            raise RuntimeError("on purpose")

    monkeypatch.setattr(roster.Greedy, "choose", Raising.choose)
    play_out(season(entrants=[*RANDOM[:2], {"name": "bad", "bot": "greedy"}]))

    assert tell_makers() == 1
    assert "the bot of bad kept failing at one deal. bad is out" in mail.outbox[0].body
    assert Alarm.objects.count() == 1


def test_a_bot_that_is_gone_is_told(season: Start, maker: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    season(deals=5)
    monkeypatch.setattr(roster, "HOUSE_BOTS", ())
    play_deals()

    assert tell_makers() == 1
    assert "the bot random/3 no longer exists" in mail.outbox[0].body
    assert Alarm.objects.count() == 1


def test_however_much_goes_wrong_a_maker_gets_one_mail_an_hour(season: Start, maker: Player) -> None:
    running, now = season(), timezone.now()
    for number in range(3):
        raise_alarm(running, Alarm.Kind.BROKEN, f"bot {number}", now)
        tell_makers()
    for number in range(3, 40):
        raise_alarm(running, Alarm.Kind.BROKEN, f"bot {number}", now)
    assert [tell_makers(), len(mail.outbox)] == [0, 1]
    assert "bot 0" in mail.outbox[0].body and "bot 1 " not in mail.outbox[0].body

    an_hour_later()

    assert [tell_makers(), tell_makers(), len(mail.outbox)] == [1, 0, 2]
    body = mail.outbox[1].body
    assert "bot 1 " in body and "bot 20 " in body and "bot 21 " not in body
    assert "19 more problems are not listed." in body


@pytest.mark.parametrize(
    "fields",
    [{"wants_league_mail": False}, {"email_confirmed_at": None}, {"email": ""}, {"is_active": False}],
    ids=str,
)
def test_who_wants_no_mail_gets_none(season: Start, fails: None, maker: Player, fields: dict[str, Any]) -> None:
    change(maker, **fields)
    play_out(season())

    tell_makers()

    assert mail.outbox == []


def test_nothing_waits_where_no_mail_is_sent(season: Start, fails: None, maker: Player, settings: Any) -> None:
    settings.SENDS_MAIL = False

    play_out(season())

    assert not Alarm.objects.exists()


def test_what_is_rolled_back_is_not_told(season: Start, fails: None, maker: Player) -> None:
    running = season()
    with suppress(ZeroDivisionError), writing():
        play_out(running)
        assert Alarm.objects.exists()
        raise ZeroDivisionError

    assert (tell_makers(), mail.outbox) == (0, [])


def test_a_mail_server_that_is_gone_costs_the_mail_and_nothing_else(
    season: Start, fails: None, maker: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    def gone(*, to: str, **more: Any) -> None:
        tried.append(to)
        raise ConnectionRefusedError

    monkeypatch.setattr(alarms, "send_mail", gone)
    play_out(season())

    assert [tell_makers(), tell_makers()] == [1, 0]
    assert tried == [ADDRESS] * 4, "as every mail, up to four times"
    assert League.objects.get().is_paused


def test_what_nobody_could_be_told_for_a_day_is_forgotten(season: Start, maker: Player) -> None:
    raise_alarm(season(), Alarm.Kind.BROKEN, "ada", timezone.now() - timedelta(hours=25))

    assert (tell_makers(), mail.outbox) == (0, [])
    assert not Alarm.objects.exists()


def test_a_maker_says_on_the_page_of_mails_that_she_wants_none(maker: Player) -> None:
    client = Client()
    client.force_login(maker)

    def chosen(wanted: str) -> bool:
        client.post("/account/mail/leagues/", {"wanted": wanted})
        maker.refresh_from_db()
        return maker.wants_league_mail

    assert maker.wants_league_mail
    assert "Turn off league mails" in client.get("/account/mail/").content.decode()
    assert [chosen("no"), chosen("yes")] == [False, True]
