"""The client's address: sign-in, limits, bounds and metrics all take it from here."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

Address = IPv4Address | IPv6Address


def client_address(meta: Mapping[str, Any]) -> Address | None:
    """The client's address, from the headers and the peer of a request (`request.META`, or a WSGI environ).

    Each proxy appends the peer it sees to X-Forwarded-For. So behind n proxies (settings.PROXIES) the client's address
    is n places before the service's own peer. Earlier entries come from the client and prove nothing. With fewer
    entries than proxies, the first one is returned: it is the peer of one of our proxies. None if the entry is not an
    IP address.
    """
    return _address(meta.get("HTTP_X_FORWARDED_FOR", ""), meta.get("REMOTE_ADDR", ""), settings.PROXIES)


def limit_key(meta: Mapping[str, Any]) -> str | None:
    """The key that limits count a request by: the address or, for IPv6, its /64, as one client gets a whole /64.

    None if the address is unknown. Requests from unknown addresses are not counted together.
    """
    address = client_address(meta)
    return None if address is None else _key(address)


@lru_cache(maxsize=4096)
def _address(forwarded: str, peer: str, proxies: int) -> Address | None:
    hops = [*(forwarded.split(",") if forwarded and proxies else ()), peer]
    try:
        found = ip_address(hops[max(0, len(hops) - 1 - proxies)].strip())
    except ValueError:
        return None
    if isinstance(found, IPv6Address):
        return found.ipv4_mapped or IPv6Address(int(found))  # without the zone, which is local to this machine
    return found


@lru_cache(maxsize=4096)
def _key(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), 64), strict=False))
