"""Staff groups and their permissions, in the reader's language."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import translation

from players.groups import GROUPS
from players.models import GROUP_NAMES, Player, StaffGroup
from tests.test_staff_language import is_odd

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("kei"))
    return client


def page_of(client: Client, group: StaffGroup, language: str = "en") -> Any:
    address = reverse("admin:players_staffgroup_change", args=[group.pk])
    return client.get(address, headers={"Accept-Language": language})


def labels(page: Any, field: str) -> list[str]:
    return [str(label) for _pk, label in page.context["adminform"].form.fields[field].choices]


def offered_to(client: Client, group: StaffGroup) -> set[int]:
    choices = page_of(client, group).context["adminform"].form.fields["permissions"].choices
    return {choice.value for choice, _label in choices}


def test_every_group_that_is_always_there_has_a_name_in_both_languages() -> None:
    assert GROUP_NAMES.keys() == GROUPS.keys()
    with translation.override("ja"):
        assert [str(group) for group in StaffGroup.objects.order_by("name")] == [
            "監査担当者",
            "カード作成者",
            "デッキ管理者",
            "リーグ運営者",
        ]


def test_a_group_that_staff_have_made_is_called_as_they_call_it() -> None:
    with translation.override("ja"):
        assert str(StaffGroup(name="Helpers")) == "Helpers"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_permissions_are_words_of_the_reader(client: Client, language: str) -> None:
    offered = labels(page_of(client, StaffGroup.objects.get(name="Auditors"), language), "permissions")

    assert len(set(offered)) == len(offered) > 20
    assert [label for label in offered if is_odd(label, language)] == []
    assert {"en": "Cards › card › view", "ja": "カード › カード › 閲覧"}[language] in offered


def test_everything_that_groups_are_given_is_offered(client: Client) -> None:
    offered = offered_to(client, StaffGroup.objects.get(name="Auditors"))

    assert offered >= set(Permission.objects.filter(group__isnull=False).values_list("pk", flat=True))


def test_what_a_group_holds_already_is_offered_and_stays(client: Client) -> None:
    group = StaffGroup.objects.create(name="Helpers")
    held = Permission.objects.get(codename="view_session")
    group.permissions.add(held)

    page = page_of(client, group)
    client.post(page.request["PATH_INFO"], {"name": "Helpers", "permissions": [held.pk]})

    assert list(group.permissions.all()) == [held]
    assert held.pk not in offered_to(client, StaffGroup.objects.get(name="Auditors"))


def test_a_new_group_is_offered_what_the_others_are(client: Client) -> None:
    page = client.get(reverse("admin:players_staffgroup_add"))

    other = StaffGroup.objects.get(name="Auditors")
    assert labels(page, "permissions") == labels(page_of(client, other), "permissions")


def test_a_group_that_is_always_there_keeps_its_name(client: Client) -> None:
    group = StaffGroup.objects.get(name="Auditors")

    client.post(page_of(client, group).request["PATH_INFO"], {"name": "Spies", "permissions": []})

    group.refresh_from_db()
    assert (group.name, group.permissions.count()) == ("Auditors", 0)


def test_players_are_listed_and_filtered_by_group(client: Client) -> None:
    mai = Player.objects.create_user("mai", is_staff=True)
    mai.groups.set(StaffGroup.objects.filter(name="Auditors"))
    address = reverse("admin:players_player_changelist")

    page = client.get(address, {"groups__id__exact": mai.groups.get().pk}, headers={"Accept-Language": "ja"})

    assert [player.username for player in page.context["cl"].queryset] == ["mai"]
    assert page.content.decode().count("監査担当者") == 2  # Once in the row and once in the filter.


def test_a_player_is_put_into_groups(client: Client) -> None:
    mai, auditors = Player.objects.create_user("mai"), StaffGroup.objects.get(name="Auditors")
    address = reverse("admin:players_player_change", args=[mai.pk])

    offered = labels(client.get(address, headers={"Accept-Language": "ja"}), "groups")
    client.post(address, {"is_active": "on", "is_staff": "on", "groups": [auditors.pk]})

    assert offered == ["監査担当者", "カード作成者", "デッキ管理者", "リーグ運営者"]
    assert [group.name for group in mai.groups.all()] == ["Auditors"]


# Signing in


@pytest.mark.parametrize(("language", "told"), [("en", "You're signed out."), ("ja", "ログアウトしました。")])
def test_who_logs_out_is_told_so_and_may_change_the_language(client: Client, language: str, told: str) -> None:
    page = client.post(reverse("admin:logout"), headers={"Accept-Language": language}).content.decode()

    assert told in page
    assert 'name="next" value="/admin/login/"' in page  # The logout URL can't be opened with GET.


@pytest.mark.parametrize("name", ["login", "password_change", "password_change_done"])
def test_pages_of_the_door_have_the_style_and_the_switch(client: Client, name: str) -> None:
    visitor = Client() if name == "login" else client

    page = visitor.get(reverse(f"admin:{name}")).content.decode()

    assert "common/admin.css" in page
    assert page.count('name="language"') == 2


def test_a_password_can_be_set_but_not_taken_away(client: Client) -> None:
    mai = Player.objects.create_user("mai", password="correct horse")
    address = reverse("admin:auth_user_password_change", args=[mai.pk])

    page = client.get(address).content.decode()
    client.post(address, {"password1": "battery staple", "password2": "battery staple", "set-password": "1"})

    mai.refresh_from_db()
    assert 'name="set-password"' in page and "unset-password" not in page
    assert mai.check_password("battery staple")
