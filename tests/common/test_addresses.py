"""The network address that a request comes from."""

from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from common.addresses import _address, client_address, limit_key


@pytest.fixture
def one_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROXIES", 1)


def meta(forwarded: str | None, peer: str = "10.0.0.9") -> dict[str, Any]:
    return {"REMOTE_ADDR": peer, **({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "10.0.0.9"),
        (0, "192.0.2.1", "10.0.0.9"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "6.6.6.6, 192.0.2.1", "192.0.2.1"),
        (1, None, "10.0.0.9"),
        (2, "6.6.6.6, 192.0.2.1, 10.0.0.8", "192.0.2.1"),
        (2, "192.0.2.1", "192.0.2.1"),
        (2, "6.6.6.6,192.0.2.1 ,10.0.0.8", "192.0.2.1"),
    ],
)
def test_the_client_stands_as_many_places_before_the_peer_as_there_are_proxies(
    monkeypatch: pytest.MonkeyPatch, proxies: int, forwarded: str | None, expected: str
) -> None:
    monkeypatch.setattr(settings, "PROXIES", proxies)

    assert str(client_address(meta(forwarded))) == expected


@pytest.mark.parametrize(
    "forwarded", ["unknown", "_hidden", "192.0.2.1:80", "1.2.3", "192.0.2.1,", "1.2.3.4\0", "１.2.3.4"]
)
def test_what_is_no_ip_address_is_unknown_and_nobody_s_bucket(one_proxy: None, forwarded: str) -> None:
    assert client_address(meta(forwarded)) is None
    assert limit_key(meta(forwarded)) is None


def test_a_peer_without_an_address_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PROXIES", 0)

    assert [client_address(found) for found in ({}, {"REMOTE_ADDR": ""}, {"REMOTE_ADDR": "unix:"})] == [None] * 3


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("2001:db8:0:1::1", "2001:0DB8:0000:0001:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1", True),
        ("192.0.2.1", "192.0.2.2", False),
    ],
)
def test_limits_take_one_address_and_a_64_of_ipv6_for_one_client(
    one_proxy: None, one: str, other: str, alike: bool
) -> None:
    assert (limit_key(meta(one)) == limit_key(meta(other))) is alike


@given(st.text(), st.text(), st.integers(0, 3))
def test_whatever_a_client_sends_is_an_address_or_unknown(forwarded: str, peer: str, proxies: int) -> None:
    _address.__wrapped__(forwarded, peer, proxies)


@given(st.lists(st.ip_addresses().map(str)), st.ip_addresses())
def test_what_a_client_claims_before_the_proxy_s_entry_changes_nothing(claimed: list[str], client: Any) -> None:
    said = _address(", ".join([*claimed, str(client)]), "10.0.0.9", 1)

    assert said == _address(str(client), "10.0.0.9", 1)
