"""Everything that ends a token is announced as soon as it is committed (test_match_stream.py: its streams close)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from matches.notifications import news
from matches.notifications.news import Channel, access_topic
from matches.services.deletion import delete_account
from players.models import AccessToken, Player
from players.services import change_password
from players.tokens import token_id
from tests.matches.api.conftest import Api

PASSWORD = "a quiet rook 7"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def told(published: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    said: list[str] = []

    class Noted(news.NoNews):
        def publish(self, topics: Any) -> None:
            said.extend(topic for topic in topics if topic.startswith("access:"))

    noted = Channel(Noted())
    monkeypatch.setattr(news, "channel", lambda: noted)
    return said


def _deactivate(ann: Player, as_ann: Api) -> None:
    ann.is_active = False
    ann.save()


WAYS: dict[str, Callable[[Player, Api], Any]] = {
    "revoked": lambda ann, api: api.send("DELETE", f"tokens/{token_id(AccessToken.objects.get(user=ann))}"),
    "signed out everywhere": lambda ann, api: api.post("me/sign-out", {"password": PASSWORD}),
    "a new password": lambda ann, api: api.post(
        "me/password", {"password": PASSWORD, "new_password": "a loud bishop 8"}
    ),
    "a reset password": lambda ann, api: change_password(player=ann, password="a loud bishop 8"),
    "deleted by its owner": lambda ann, api: api.post("me/deletion", {"password": PASSWORD}),
    "deleted by the sweep": lambda ann, api: delete_account(player_id=ann.pk),
    "deactivated": _deactivate,
}


@pytest.mark.parametrize("way", WAYS)
def test_an_end_of_access_is_told(way: str, ann: Player, as_ann: Api, told: list[str]) -> None:
    ann.set_password(PASSWORD)
    Player.objects.filter(pk=ann.pk).update(password=ann.password)
    assert as_ann.get("me").status_code == 200 and told == []

    WAYS[way](Player.objects.get(pk=ann.pk), as_ann)

    assert as_ann.get("me").status_code == 401
    assert set(told) == {access_topic(ann.pk)}


def test_it_is_told_when_it_is_committed_and_not_before(ann: Player, told: list[str]) -> None:
    with transaction.atomic():
        change_password(player=ann, password="a loud bishop 8")
        assert told == []

    assert told == [access_topic(ann.pk)]


def test_what_ends_no_token_tells_nothing(ann: Player, as_ann: Api, told: list[str]) -> None:
    ann.wants_turn_mail = True
    ann.save()
    Player.objects.create_user("ada", password=PASSWORD)

    assert told == []
