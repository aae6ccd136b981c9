"""Where a request comes from: the one answer that sign-in, limits, bounds and metrics go by."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings

Address = IPv4Address | IPv6Address


def client_address(meta: Mapping[str, Any]) -> Address | None:
    """The client's address, from the headers and the peer of a request (`request.META`, or a WSGI environ).

    Every proxy adds the peer that it sees to X-Forwarded-For, so behind n proxies (settings.PROXIES) the client stands
    n places before the service's own peer; what stands before that is the client's own claim. Fewer entries than
    proxies: the first, which is the peer of one of ours. None: what stands there is not an IP address.
    """
    return _address(meta.get("HTTP_X_FORWARDED_FOR", ""), meta.get("REMOTE_ADDR", ""), settings.PROXIES)


def limit_key(meta: Mapping[str, Any]) -> str | None:
    """What limits count the request under: an address, or the /64 of an IPv6 one, which is what one client is given.

    None: the address is unknown. An unknown address is nobody's, so it is not counted together with another.
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
        return found.ipv4_mapped or IPv6Address(int(found))  # without a zone, which is this machine's own affair
    return found


@lru_cache(maxsize=4096)
def _key(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), 64), strict=False))
