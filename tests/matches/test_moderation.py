"""A hidden match looks missing to everyone outside it, its log is unchanged, and hiding it is recorded."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from common.text.errors import ServiceError
from matches.log import sql
from matches.models import Match, Moderation
from matches.search.terms import sweep_search_terms
from matches.services.act import take_action
from matches.services.moderation import set_hidden
from players.models import Player
from replay.nightly_audit import verify_recent
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db
NOBODY = "00000000-0000-7000-8000-000000000000"
ADDRESSES = [
    ("GET", ""),
    ("GET", "/view"),
    ("GET", "/events"),
    ("GET", "/stream"),
    ("GET", "/legal-actions"),
    ("GET", "/replay/view"),
    ("GET", "/replay/transcript"),
    ("GET", "/export"),
    ("POST", "/join"),
    ("POST", "/abort"),
    ("POST", "/resign"),
]


@pytest.fixture
def moderator(published: None) -> Player:
    player = Player.objects.create_user("mod", password="correct horse", is_staff=True)
    names = ["view_match", "hide_match"]
    player.user_permissions.set(Permission.objects.filter(codename__in=names, content_type__app_label="matches"))
    return player


@pytest.fixture
def eve(published: None) -> Api:
    return Api(Player.objects.create_user("eve", password="correct horse"))


def hide(match: Match, moderator: Player, is_hidden: bool = True) -> int:
    return set_hidden(match_ids=[match.pk], is_hidden=is_hidden, moderator=moderator, reason="slander")


def listed(client: Any, query: str = "") -> list[str]:
    return [found["id"] for found in client.get(f"matches{query}").json()["results"]]


def searched(client: Any) -> list[str]:
    return [found["id"] for found in client.get("search/matches").json()["results"]]


@pytest.mark.parametrize(("method", "address"), ADDRESSES)
def test_a_hidden_match_answers_strangers_as_one_that_does_not_exist(
    duel: Callable[..., Match], moderator: Player, eve: Api, method: str, address: str
) -> None:
    match = duel()
    hide(match, moderator)

    hidden, absent = (
        eve.send(method, f"matches/{pk}{address}", {} if method == "POST" else None) for pk in (match.pk, NOBODY)
    )

    assert hidden.status_code == absent.status_code == 404
    assert {**hidden.json(), "request_id": 0} == {**absent.json(), "request_id": 0}


def test_it_is_in_no_list_search_or_bulk_export_of_others_and_comes_back(
    duel: Callable[..., Match], moderator: Player, ann: Player, eve: Api
) -> None:
    match, anyone, as_ann = play_out(duel()), Api(), Api(ann)
    sweep_search_terms()
    pk = str(match.pk)
    assert searched(anyone) == listed(anyone) == [pk]

    hide(match, moderator)

    for client in (anyone, eve):
        assert listed(client) == listed(client, "?player=ann") == searched(client) == []
        assert b"".join(client.get("exports").streaming_content) == b""
    assert listed(as_ann) == searched(as_ann) == [pk]
    assert as_ann.get(f"matches/{pk}").json()["is_hidden"] is True
    assert Api(moderator).get(f"matches/{pk}").status_code == 200
    assert listed(Api(moderator)) == []

    hide(match, moderator, False)

    assert listed(anyone) == searched(anyone) == [pk]


def test_who_moderates_finds_no_private_match(duel: Callable[..., Match], moderator: Player) -> None:
    assert Api(moderator).get(f"matches/{duel(visibility='private').pk}").status_code == 404


def test_it_goes_on_for_those_who_play_it(duel: Callable[..., Match], moderator: Player, eve: Api) -> None:
    match = duel()
    hide(match, moderator)

    assert play_out(match).status == Match.Status.OVER
    stranger = Player.objects.get(username="eve")
    with pytest.raises(ServiceError) as refused:
        take_action(match_id=match.pk, player_id=stranger.pk, action=b"{}", expected_version=0)
    assert refused.value.code == "not_found"


def test_the_log_stays_as_it_is_and_is_proven_as_before(duel: Callable[..., Match], moderator: Player) -> None:
    match = play_out(duel())
    before = sql.events(match.pk)

    hide(match, moderator)

    assert sql.events(match.pk) == before
    assert verify_recent() == {"verified": 1, "failed": 0, "not_compared": 0}


def test_every_time_is_on_record_and_twice_is_once(duel: Callable[..., Match], moderator: Player) -> None:
    match = duel()

    assert [hide(match, moderator), hide(match, moderator), hide(match, moderator, False)] == [1, 0, 1]

    rows = Moderation.objects.order_by("pk").values_list("match", "is_hidden", "moderator_name", "reason")
    assert list(rows) == [(match.pk, True, "mod", "slander"), (match.pk, False, "mod", "slander")]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 401])
def test_without_a_reason_of_a_sane_length_nothing_changes(
    duel: Callable[..., Match], moderator: Player, reason: str
) -> None:
    match = duel()

    with pytest.raises(ServiceError):
        set_hidden(match_ids=[match.pk], is_hidden=True, moderator=moderator, reason=reason)

    match.refresh_from_db()
    assert not match.is_hidden and not Moderation.objects.exists()


def test_the_record_cannot_be_changed_or_removed(duel: Callable[..., Match], moderator: Player) -> None:
    hide(duel(), moderator)
    records = Moderation.objects.all()

    for change in (lambda: records.update(reason="none"), lambda: records.update(is_hidden=False), records.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()

    moderator.delete()
    (record,) = records
    assert (record.moderator, record.moderator_name, record.reason) == (None, "mod", "slander")


# In the admin


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_an_operator_hides_and_shows_a_match_on_its_page(duel: Callable[..., Match], moderator: Player) -> None:
    match, client = duel(), signed_in(moderator)
    page = reverse("admin:matches_match_hide", args=[match.pk])

    assert client.get(page).status_code == 200
    assert client.post(page, {"reason": " "}).status_code == 200
    assert not Moderation.objects.exists()

    answer = client.post(page, {"reason": "slander"}, follow=True)

    match.refresh_from_db()
    assert match.is_hidden and "slander" in answer.content.decode()
    client.post(page, {"reason": "a mistake"})
    match.refresh_from_db()
    assert not match.is_hidden and Moderation.objects.count() == 2


def test_several_are_hidden_at_once_with_one_reason(duel: Callable[..., Match], moderator: Player) -> None:
    matches, client = [duel() for _ in range(3)], signed_in(moderator)
    chosen = {"action": "hide", "_selected_action": [str(match.pk) for match in matches[:2]]}
    page = reverse("admin:matches_match_changelist")

    asked = client.post(page, chosen)
    assert asked.status_code == 200 and not Moderation.objects.exists()
    client.post(page, {**chosen, "reason": "spam"})

    assert set(Match.objects.filter(is_hidden=True)) == set(matches[:2])
    assert client.get(page, {"is_hidden__exact": "1"}).content.decode().count("field-who") == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_without_the_permission_there_is_no_such_action(duel: Callable[..., Match], language: str) -> None:
    viewer = Player.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename="view_match"))
    match, client = duel(), signed_in(viewer)

    assert client.post(reverse("admin:matches_match_hide", args=[match.pk]), {"reason": "x"}).status_code == 403
    client.post(
        reverse("admin:matches_match_changelist"),
        {"action": "hide", "_selected_action": [str(match.pk)], "reason": "x"},
        headers={"Accept-Language": language},
    )

    assert not Moderation.objects.exists()
