"""No admin URL fails on nonsense: each is requested with impossible values, and each list is filtered by them."""

from typing import Any

import pytest
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import NoReverseMatch, reverse

from players.models import Player
from tests.matches.conftest import published
from tests.test_staff_permissions import FOR_ANYBODY, OFF, patterns

__all__ = ["published"]


NONSENSE = ("abc", "0", "-1", "9" * 30, "a\0b")


@pytest.fixture
def as_admin(published: None, client: Client) -> Client:
    client.force_login(Player.objects.create_superuser("admin"))
    return client


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_what_is_not_there_is_not_found(as_admin: Client, nonsense: str) -> None:
    wrong, expected = [], (400,) if "\0" in nonsense else (302, 403, 404, 405)
    for pattern, _ in patterns():
        if not pattern.pattern.converters or pattern.name in FOR_ANYBODY | OFF:
            continue
        try:
            address = reverse(f"admin:{pattern.name}", kwargs=dict.fromkeys(pattern.pattern.converters, nonsense))
        except NoReverseMatch:
            continue
        as_admin.raise_request_exception = False
        wrong += [
            (address, method, status)
            for method in ("get", "post")
            if (status := getattr(as_admin, method)(address).status_code) not in expected
        ]

    assert wrong == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("nonsense", ["abc", "9" * 30, "a\0b"])
@pytest.mark.parametrize("model", sorted(admin.site._registry, key=str))
def test_a_list_filtered_by_nonsense_is_a_page(as_admin: Client, model: Any, nonsense: str) -> None:
    listed = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = Player.objects.get(username="admin")
    filters = [
        one if isinstance(one, str) else getattr(one, "parameter_name", one[0] if isinstance(one, tuple) else "")
        for one in listed.get_list_filter(request)
    ]
    address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")

    expected = (
        (400,) if "\0" in nonsense else (200, 302, 400)
    )  # 400: a lookup that no filter uses (common/admin/lookups.py)
    for name in ("q", "p", "o", *filters):
        assert as_admin.get(address, {name: nonsense}).status_code in expected, name


@pytest.mark.sampled(4)
@pytest.mark.parametrize("nonsense", [*NONSENSE, "9" * 1000, "'", "00000000-0000-0000-0000-000000000000"])
@pytest.mark.parametrize("model", sorted(admin.site._registry, key=str))
def test_rows_that_cannot_be_are_not_chosen(as_admin: Client, model: Any, nonsense: str) -> None:
    listed = admin.site._registry[model]
    request = RequestFactory().get("/")
    request.user = Player.objects.get(username="admin")
    address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")

    for action in listed.get_actions(request):
        answer = as_admin.post(address, {"action": action, "_selected_action": [nonsense]})
        assert answer.status_code in (200, 302), action
