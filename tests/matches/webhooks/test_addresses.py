"""The URLs that a webhook may have, and the addresses that it may reach."""

import ipaddress
from typing import Any

import pytest

from common.text.errors import ServiceError
from matches.limits import MOST_WEBHOOK_URL
from matches.webhooks.addresses import Address, may_reach, read_url

PRIVATE = {
    "this network": ("0.0.0.0", "0.1.2.3"),
    "private": ("10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255"),
    "carrier": ("100.64.0.1", "100.127.255.255"),
    "loopback": ("127.0.0.1", "127.255.255.255", "::1"),
    "link-local": ("169.254.0.1", "169.254.169.254", "fe80::1", "febf::1"),
    "protocols": ("192.0.0.1", "192.0.0.171", "192.88.99.1", "2001::1", "2001:1ff::1"),
    "documentation": ("192.0.2.1", "198.51.100.1", "203.0.113.255", "2001:db8::1", "3fff::1"),
    "benchmarks": ("198.18.0.1", "198.19.255.255"),
    "multicast": ("224.0.0.1", "239.255.255.255", "ff02::1"),
    "reserved": ("240.0.0.1", "255.255.255.255", "4000::1"),
    "unspecified": ("::",),
    "mapped": ("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1"),
    "compatible": ("::127.0.0.1",),
    "translated": ("64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1", "2002:7f00:1::", "2002:808:808::1"),
    "unique local": ("fc00::1", "fd12:3456::1"),
    "site-local": ("fec0::1",),
    "discard": ("100::1",),
}
EVERY = [address for addresses in PRIVATE.values() for address in addresses]
PUBLIC = ["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255"]
PUBLIC += ["128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1"]
PUBLIC += ["198.17.255.255", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1"]


def fault(url: str) -> str:
    with pytest.raises(ServiceError) as refused:
        read_url(url)
    (detail,) = refused.value.details
    assert detail.place == {"pointer": "/url"}
    return detail.code


@pytest.mark.parametrize("address", EVERY)
def test_an_address_that_is_not_public_may_not_be_reached(address: str) -> None:
    ip = ipaddress.ip_address(address)

    assert not may_reach(ip)
    host = f"[{address}]" if ip.version == 6 else address
    assert fault(f"https://{host}/hook") == "webhook_url_not_public"
    assert fault(f"https://{host}:8443/hook") == "webhook_url_not_public"


@pytest.mark.parametrize("address", PUBLIC)
def test_the_public_address_beside_it_may(address: str) -> None:
    ip = ipaddress.ip_address(address)

    assert may_reach(ip)
    assert read_url(f"https://{f'[{address}]' if ip.version == 6 else address}/").host == address


def test_whatever_python_takes_for_private_is_refused_too() -> None:
    ends = [
        network.network_address + offset
        for network in map(ipaddress.ip_network, ("0.0.0.0/5", "64.0.0.0/2", "128.0.0.0/1"))
        for offset in range(0, network.num_addresses, 65_536 * 3)
    ]

    assert [str(ip) for ip in ends if may_reach(ip) and (not ip.is_global or ip.is_multicast)] == []


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST", "localhost.", "a.localhost", "postgres", "redis", "metadata.google.internal"),
        *("printer.local", "router.lan", "nas.home.arpa", "a.corp"),
        *("127.1", "127.0.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001", "1.2.3.4.5", "example.0x1", "0"),
    ],
)
def test_local_names_and_numbers_in_disguise_are_refused(host: str) -> None:
    assert fault(f"https://{host}/hook") == "webhook_url_not_public"


@pytest.mark.parametrize(
    "url",
    [
        *("", "https://", "https:///path", "https://:443/", "hook", "//example.org/", "https:example.org"),
        *("https://user@example.org/", "https://user:pass@example.org/", "https://example.org@127.0.0.1/"),
        *("https://example.org/#part", "https://example.org\\@127.0.0.1/", "https://exa mple.org/"),
        *("https://example.org/\r\nX: 1", "https://example.org/\n", "https://example.org/\0", "\thttps://example.org"),
        *("https://例え.jp/", "https://example.org/é", "https://ex%61mple.org/", "https://example..org/"),
        *("https://-example.org/", "https://example.org:/", "https://example.org:0x1bb/", "https://example.org:99999/"),
        *(
            "https://[::1/",
            "https://[zz]/",
            "https://[fe80::1%25eth0]/",
            "https://[2606:4700::1%25eth0]/",
            "https://1.1.1.1%2f.example.org/",
        ),
        "https://" + "a" * 64 + ".org/",
        "https://" + "a." * 130 + "org/",
        "https://example.org/" + "a" * MOST_WEBHOOK_URL,
    ],
)
def test_what_is_no_plain_url_is_refused(url: str) -> None:
    assert fault(url) in ("webhook_url_unreadable", "webhook_url_not_https")


@pytest.mark.parametrize(
    "url", ["http://example.org/", "ftp://example.org/", "file://example.org/etc/passwd", "gopher://a.org/"]
)
def test_only_https_is_accepted(url: str, settings: Any) -> None:
    assert fault(url) == "webhook_url_not_https"

    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    assert url.startswith("http://") or fault(url) == "webhook_url_not_https"


@pytest.mark.parametrize(
    ("port", "is_accepted"), [(443, True), (1024, True), (65535, True), (1023, False), (25, False)]
)
def test_only_some_ports_are_accepted(port: int, is_accepted: bool) -> None:
    url = f"https://example.org:{port}/"

    if is_accepted:
        assert read_url(url).port == port
    else:
        assert fault(url) == "webhook_url_port"


def test_a_url_is_taken_apart() -> None:
    assert read_url("https://Bots.Example.org/hook?a=1&b=%20") == Address(
        True, "bots.example.org", 443, "bots.example.org", "/hook?a=1&b=%20"
    )
    assert read_url("https://[2606:4700::1111]:8443") == Address(
        True, "2606:4700::1111", 8443, "[2606:4700::1111]:8443", "/"
    )


def test_a_setting_permits_networks_and_no_others(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8", "fd00::/8"]

    assert read_url("http://127.0.0.1:80/").port == 80
    assert may_reach(ipaddress.ip_address("fd00::1"))
    assert fault("https://10.0.0.1/") == "webhook_url_not_public"
    assert not may_reach(ipaddress.ip_address("::1"))
