"""Mail about addresses, new passwords and turns."""

import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from django.utils import timezone

import players.tasks  # noqa: F401 -- registers them for `tasks_at_once`
from matches.log.sql import load_match
from matches.models import Match
from matches.workers.turn_mail import tell_turns
from players import addresses
from players.mail import send_once
from players.models import AccessToken, Player, TurnMail
from tests.matches.conftest import ann, ben, duel, move, published, tasks_at_once
from tests.test_staff_language import is_odd, texts_of

__all__ = ["ann", "ben", "duel", "published", "tasks_at_once"]

pytestmark = pytest.mark.django_db
ADDRESS, PASSWORD, NEW = "ann@example.org", "correct horse", "a quiet rook 7"
MAIL, FORGOTTEN = "/account/mail/", "/account/forgotten/"


@pytest.fixture
def signed_in(ann: Player, tasks_at_once: None) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def link_in(message: Any) -> str:
    found = re.search(r"http://127\.0\.0\.1:8000(/\S+/\S*)", message.body)
    assert found is not None, message.body
    return found[1]


def has_confirmed(player: Player, **more: Any) -> None:
    now = timezone.now()
    Player.objects.filter(pk=player.pk).update(email=ADDRESS, email_confirmed_at=now, **more)


# Sending


def test_a_task_that_is_delivered_again_sends_nothing_and_one_that_failed_is_tried_again() -> None:
    sent: list[str] = []

    def refuse() -> None:
        raise ConnectionRefusedError

    with pytest.raises(ConnectionRefusedError):
        send_once("a task", refuse)
    for _ in range(2):
        send_once("a task", lambda: sent.append("a task"))
    send_once("another", lambda: sent.append("another"))

    assert sent == ["a task", "another"]


# Addresses


def test_an_address_is_used_when_the_link_in_a_mail_to_it_was_followed_and_confirmed(
    signed_in: Client, ann: Player
) -> None:
    signed_in.post(MAIL, {"email": ADDRESS, "password": PASSWORD}, headers={"Accept-Language": "ja"})
    assert [message.to for message in mail.outbox] == [[ADDRESS]]
    ann.refresh_from_db()
    assert ann.email == ""

    link, anybody = link_in(mail.outbox[0]), Client()
    assert anybody.get(link).status_code == 200
    ann.refresh_from_db()
    assert ann.email_confirmed_at is None
    confirmed = anybody.post("/account/mail/confirm/", {"sent": link.partition("sent=")[2]})

    ann.refresh_from_db()
    assert confirmed.status_code == 200
    assert (ann.email, ann.mail_language, ann.email_confirmed_at is not None) == (ADDRESS, "ja", True)


def test_no_address_is_changed_without_the_password(signed_in: Client) -> None:
    refused = signed_in.post(MAIL, {"email": ADDRESS, "password": "not this one"})

    assert refused.status_code == 400
    assert mail.outbox == []


def test_a_link_is_good_once_and_not_after_a_new_password_nor_when_changed(signed_in: Client, ann: Player) -> None:
    signed_in.post(MAIL, {"email": ADDRESS, "password": PASSWORD})
    sent = link_in(mail.outbox[0]).partition("sent=")[2]
    page = "/account/mail/confirm/"
    assert signed_in.post(page, {"sent": sent[:-1] + ("A" if sent[-1] != "A" else "B")}).status_code == 400
    assert signed_in.post(page, {"sent": ""}).status_code == 400

    ann.set_password(NEW)
    ann.save()
    assert signed_in.post(page, {"sent": sent}).status_code == 400
    other = addresses._signed(ann, ADDRESS, "en")
    assert [Client().post(page, {"sent": other}).status_code for _ in range(2)] == [200, 400]


def test_a_link_ends_after_a_day(ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = addresses._signed(ann, ADDRESS, "en")
    monkeypatch.setattr(addresses, "SECONDS", -1)

    assert Client().post("/account/mail/confirm/", {"sent": sent}).status_code == 400


def test_whoever_had_the_address_before_is_told(signed_in: Client, ann: Player) -> None:
    has_confirmed(ann)
    ann.refresh_from_db()

    signed_in.post("/account/mail/confirm/", {"sent": addresses._signed(ann, "new@example.org", "en")})

    assert [(message.to, message.subject) for message in mail.outbox] == [([ADDRESS], "Your mail address was changed")]


def test_an_address_can_be_taken_away(signed_in: Client, ann: Player) -> None:
    has_confirmed(ann, wants_turn_mail=True)

    signed_in.post(MAIL, {"email": "", "password": PASSWORD})

    ann.refresh_from_db()
    assert (ann.email, ann.email_confirmed_at, ann.wants_turn_mail) == ("", None, False)


# New passwords


def test_a_forgotten_password_is_replaced_by_the_link_and_everybody_is_signed_out(
    client: Client, ann: Player, tasks_at_once: None
) -> None:
    has_confirmed(ann)
    AccessToken.objects.create(user=ann)
    client.post(FORGOTTEN, {"email": ADDRESS})
    link = link_in(mail.outbox[0])

    form = client.get(link, follow=True)
    done = client.post(form.redirect_chain[-1][0], {"new_password1": NEW, "new_password2": NEW})

    ann.refresh_from_db()
    assert (done.status_code, ann.check_password(NEW), AccessToken.objects.count()) == (302, True, 0)
    assert client.get(link).status_code == 200  # The page says that the link is no longer valid.
    assert Client().get(link, follow=True).redirect_chain == []


@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.org"])
def test_an_address_that_nobody_has_answers_as_one_that_somebody_has(
    client: Client, ann: Player, address: str, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    has_confirmed(ann)
    asked: list[Any] = []
    monkeypatch.setattr("players.password_reset.send_task", lambda *args: asked.append(args))

    with django_assert_num_queries(0):
        answer = client.post(FORGOTTEN, {"email": address})

    assert (answer.status_code, answer["Location"]) == (302, "/account/forgotten/sent/")
    assert asked == [("players.send_password_reset", address, "en")]


def test_no_link_goes_to_an_address_that_was_not_confirmed_nor_to_who_is_inactive(
    client: Client, ann: Player, tasks_at_once: None
) -> None:
    Player.objects.filter(pk=ann.pk).update(email=ADDRESS)
    client.post(FORGOTTEN, {"email": ADDRESS})
    has_confirmed(ann, is_active=False)
    client.post(FORGOTTEN, {"email": ADDRESS})
    assert mail.outbox == []

    Player.objects.filter(pk=ann.pk).update(is_active=True)
    client.post(FORGOTTEN, {"email": ADDRESS.upper()})

    assert [message.to for message in mail.outbox] == [[ADDRESS]]


def test_the_link_names_the_service_as_it_is_configured_whatever_the_request_calls_it(
    client: Client, ann: Player, tasks_at_once: None
) -> None:
    has_confirmed(ann)

    client.post(FORGOTTEN, {"email": ADDRESS}, headers={"Host": "evil.example.org"})

    assert "evil" not in mail.outbox[0].body
    assert link_in(mail.outbox[0]).startswith("/account/new-password/")


@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.org"])
def test_one_mailbox_is_not_flooded_whoever_has_it(client: Client, ann: Player, address: str) -> None:
    has_confirmed(ann)

    answers = [client.post(FORGOTTEN, {"email": address}).status_code for _ in range(6)]

    assert answers == [302] * 5 + [429]


def test_one_client_does_not_write_to_everybody(client: Client) -> None:
    answers = [client.post(FORGOTTEN, {"email": f"a{n}@example.org"}).status_code for n in range(21)]

    assert answers == [302] * 20 + [429]


def test_who_may_ask_for_no_more_mails_uses_up_nobodys(client: Client, ann: Player, tasks_at_once: None) -> None:
    has_confirmed(ann)
    for number in range(20):
        client.post(FORGOTTEN, {"email": f"a{number}@example.org"})
    assert [client.post(FORGOTTEN, {"email": ADDRESS}).status_code for _ in range(5)] == [429] * 5

    answer = Client(REMOTE_ADDR="203.0.113.9").post(FORGOTTEN, {"email": ADDRESS})

    assert answer.status_code == 302 and [message.to for message in mail.outbox] == [[ADDRESS]]


def test_where_no_mail_is_sent_none_is_asked_for(signed_in: Client, ann: Player, settings: Any) -> None:
    settings.SENDS_MAIL = False
    has_confirmed(ann)

    signed_in.post(FORGOTTEN, {"email": ADDRESS})
    signed_in.post(MAIL, {"email": "new@example.org", "password": PASSWORD})

    assert mail.outbox == []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("address", [MAIL, FORGOTTEN, "/account/forgotten/sent/", "/account/new-password/x/y-z/"])
def test_pages_are_in_the_language_that_was_asked_for(
    signed_in: Client, ann: Player, language: str, address: str
) -> None:
    has_confirmed(ann)

    page = signed_in.get(address, headers={"Accept-Language": language}).content.decode()

    assert [text for text in texts_of(page) if is_odd(text, language) and text not in ("ann", "API", ADDRESS)] == []
    assert re.findall(r"<script(?! src=)|<style|\sstyle=|\son\w+=", page) == []


# Turns


@pytest.fixture
def waiting(duel: Callable[..., Match], ann: Player, ben: Player) -> Match:
    """A correspondence match without events for an hour. Ann wants mail about her turns, Ben doesn't."""
    has_confirmed(ann, wants_turn_mail=True, mail_language="ja")
    Player.objects.filter(pk=ben.pk).update(email="ben@example.org", email_confirmed_at=timezone.now())
    return quiet(duel(clock={"type": "correspondence", "days": 2}))


def quiet(match: Match) -> Match:
    """Make the match's last event an hour old in the database."""
    TurnMail.objects.update(looked_at=F("looked_at") - timedelta(hours=2))
    Match.objects.filter(pk=match.pk).update(updated_at=timezone.now() - timedelta(hours=1))
    return match


def until_ann_is_asked(match: Match) -> None:
    """Play until Ann (seat 0) must decide again."""
    rng = random.Random(1)
    before = load_match(match.pk).times.deadlines.get(0)
    while True:
        move(match, rng)
        now = load_match(match.pk).times.deadlines.get(0)
        if now is not None and now != before:
            return


def test_who_wants_it_is_told_of_each_turn_once(waiting: Match) -> None:
    assert [tell_turns(), tell_turns()] == [1, 0]
    assert [(message.to, message.subject) for message in mail.outbox] == [([ADDRESS], "あなたの番です：襲撃")]
    assert f"/matches/{waiting.pk}/play/" in mail.outbox[0].body and "/api/" not in mail.outbox[0].body

    quiet(waiting)
    assert tell_turns() == 0  # Still the same turn.
    until_ann_is_asked(waiting)
    assert tell_turns() == 0  # The match has just moved.
    quiet(waiting)

    assert [tell_turns(), tell_turns()] == [1, 0]
    assert len(mail.outbox) == 2


def test_nobody_is_told_while_a_program_of_his_listens(waiting: Match, ann: Player) -> None:
    token, _ = AccessToken.objects.create(user=ann, last_used_at=timezone.now())
    assert tell_turns() == 0

    AccessToken.objects.filter(pk=token.pk).update(last_used_at=timezone.now() - timedelta(minutes=16))

    assert tell_turns() == 1


@pytest.mark.parametrize(
    "change", [{"wants_turn_mail": False}, {"email_confirmed_at": None}, {"is_active": False}], ids=str
)
def test_who_has_not_asked_for_it_is_not_told(waiting: Match, ann: Player, change: dict[str, Any]) -> None:
    Player.objects.filter(pk=ann.pk).update(**change)

    assert (tell_turns(), mail.outbox) == (0, [])


@pytest.mark.parametrize(
    "clock", [None, {"type": "per_decision", "seconds": 86_400}, {"type": "correspondence", "days": 2}], ids=str
)
def test_only_correspondence_matches_are_told_of(duel: Callable[..., Match], ann: Player, clock: Any) -> None:
    has_confirmed(ann, wants_turn_mail=True)
    quiet(duel(clock=clock))

    assert tell_turns() == (clock is not None and clock["type"] == "correspondence")


def test_a_mail_server_that_is_gone_costs_the_mail_and_nothing_else(
    waiting: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(**more: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("matches.workers.turn_mail.send_mail", gone)

    assert [tell_turns(), tell_turns()] == [0, 0]
    assert TurnMail.objects.count() == 1


def test_the_choice_is_made_on_the_page(signed_in: Client, ann: Player) -> None:
    def chosen(wanted: str) -> bool:
        signed_in.post("/account/mail/turns/", {"wanted": wanted})
        ann.refresh_from_db()
        return ann.wants_turn_mail

    assert not chosen("yes")  # Ann has no address.
    has_confirmed(ann)
    assert [chosen("yes"), chosen("no")] == [True, False]
