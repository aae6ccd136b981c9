"""The admin page about the service's health."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db.models import F
from django.test import Client
from django.utils import timezone

from common import replica
from config import service_health
from leagues.models import Heartbeat, Outage
from matches.models import Match, Seat
from matches.webhooks.models import Webhook, WebhookDelivery
from players.models import Player
from replay.models import Verification
from tests.matches.conftest import duel, published

__all__ = ["duel", "published"]

pytestmark = pytest.mark.django_db
PAGE = "/admin/health/"


@pytest.fixture
def operator(monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(service_health, "_answering", lambda: ["celery@one"])
    player = Player.objects.create_user("olga", is_staff=True)
    player.groups.add(Group.objects.get(name="League operators"))
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(player)
    return client


def lines(client: Client) -> dict[str, tuple[str, bool]]:
    """Name of a line -> its value, and whether it is marked."""
    sections: dict[str, Any] = client.get(PAGE).context["sections"]
    return {str(line.name): (str(line.value), line.is_bad) for found in sections.values() for line in found}


def test_in_peace_nothing_asks_to_be_looked_at(operator: Client) -> None:
    Heartbeat.objects.update_or_create(part="sweep", defaults={"at": timezone.now()})

    said = lines(operator)

    assert [name for name, (_value, is_bad) in said.items() if is_bad] == []
    assert said["Bots' turns"] == ("none", False)
    assert said["Workers responding"] == ("celery@one", False)


def test_what_waits_fails_and_is_silent_stands_out(
    operator: Client, duel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_health, "_answering", list)
    now = timezone.now()
    Heartbeat.objects.update_or_create(part="sweep", defaults={"at": now - timedelta(minutes=5)})
    Outage.objects.create(part="sweep", began_at=now - timedelta(hours=3), ended_at=now - timedelta(hours=2))
    waiting, failed = duel(), duel()
    Match.objects.filter(pk=waiting.pk).update(bot_to_act=True, updated_at=F("updated_at") - timedelta(minutes=3))
    Match.objects.filter(pk=failed.pk).update(status="over", ended_at=now, is_scored=True)
    Seat.objects.filter(match=failed, index=1).update(kind="bot", bot="greedy", fault="Traceback")
    webhook = Webhook.objects.create(
        account=Player.objects.get(username="ann"), url="https://example.org/", created_at=now
    )
    late, later = now - timedelta(minutes=6), now + timedelta(minutes=6)
    for due in (late, later):
        WebhookDelivery.objects.create(webhook=webhook, type="turn", body=b"{}", due_at=due, created_at=late)
    verdict = {"verified_at": now, "is_sound": False, "version": 0, "fingerprint": "", "seal": ""}
    Verification.objects.create(match=failed, **verdict)

    said = lines(operator)

    assert said["Bots' turns"] == ("3 min", True)
    assert said["Messages to webhooks"] == ("6 min", True)
    assert said["Last sweep"] == ("5 min ago", True)
    assert said["Workers responding"] == ("none", True)
    assert said["Time without a sweep"][0].endswith("UTC, for 60 min")
    assert said["Matches that failed verification"] == ("1", True)
    assert said[f"– {failed.pk}"][1] is True
    assert said["Matches lost through errors of greedy"] == ("1", True)
    assert said["Matches created in the last day"] == ("2", False)
    assert str(failed.pk) in operator.get(PAGE).content.decode()


def test_the_index_leads_there_for_those_who_may_look(operator: Client) -> None:
    assert PAGE in operator.get("/admin/").content.decode()
    stranger = Player.objects.create_user("dan", is_staff=True)
    operator.force_login(stranger)
    assert PAGE not in operator.get("/admin/").content.decode()
    assert operator.get(PAGE).status_code == 403


@pytest.mark.parametrize(
    ("lag", "said"),
    [(0.24, ("yes, 0.2 s behind", False)), (3600.0, ("no: 3600.0 s behind", True)),
     (replica.NEVER, ("no: it does not answer", True)), (None, None)],
)  # fmt: skip
def test_a_replica_that_lists_do_not_read_stands_out(
    operator: Client, monkeypatch: pytest.MonkeyPatch, lag: float | None, said: tuple[str, bool] | None
) -> None:
    monkeypatch.setattr(replica, "known_lag", lambda: lag)

    assert lines(operator).get("In use") == said
