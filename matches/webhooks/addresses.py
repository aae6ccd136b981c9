"""Check the URL of a webhook, and the IP addresses that it leads to.

A URL is checked when it is stored. The addresses of its host are checked again right before each connection, which goes
to the checked address itself (posting.py). So a host cannot change its address in between.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from common.text.errors import Detail, ServiceError
from matches.limits import MOST_WEBHOOK_URL

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
LEAST_PORT = 1024
"""The lowest port allowed besides 443. Mail servers and other services below it might misread a request."""

REFUSED_V4 = (
    "0.0.0.0/8",  # this network
    "10.0.0.0/8",  # private
    "100.64.0.0/10",  # shared by customers of a provider
    "127.0.0.0/8",  # loopback
    "169.254.0.0/16",  # link-local, and the metadata of clouds
    "172.16.0.0/12",  # private
    "192.0.0.0/24",  # protocols of the IETF
    "192.0.2.0/24",  # documentation
    "192.31.196.0/24",  # AS112
    "192.52.193.0/24",  # AMT relays
    "192.88.99.0/24",  # 6to4 relays
    "192.168.0.0/16",  # private
    "192.175.48.0/24",  # AS112
    "198.18.0.0/15",  # benchmarks
    "198.51.100.0/24",  # documentation
    "203.0.113.0/24",  # documentation
    "224.0.0.0/4",  # multicast
    "240.0.0.0/4",  # reserved, and broadcast
)
ALLOWED_V6 = "2000::/3"
"""All assigned unicast addresses: no loopback, mapped, NAT64, unique local, link-local or multicast ones."""
REFUSED_V6 = (
    "2001::/23",  # protocols of the IETF, with Teredo
    "2001:db8::/32",  # documentation
    "2002::/16",  # 6to4: an IPv4 address inside
    "2620:4f:8000::/48",  # AS112
    "3fff::/20",  # documentation
)
LOCAL_NAMES = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "home.arpa")
"""Names that no public server has, alone or at the end of a host name."""

_refused_v4 = [ipaddress.IPv4Network(network) for network in REFUSED_V4]
_allowed_v6 = ipaddress.IPv6Network(ALLOWED_V6)
_refused_v6 = [ipaddress.IPv6Network(network) for network in REFUSED_V6]
_PRINTABLE = re.compile(r"[!-~]+")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")


@dataclass(frozen=True)
class Address:
    """The parts of a URL."""

    is_encrypted: bool
    host: str
    port: int
    authority: str
    """The value of the header `Host`."""
    target: str
    """Path and query."""


def read_url(url: str) -> Address:
    """Parse a URL. Raises ServiceError `malformed_request` unless a webhook may have it."""
    if not _PRINTABLE.fullmatch(url) or len(url) > MOST_WEBHOOK_URL:
        raise _fault("webhook_url_unreadable")
    try:
        parts = urlsplit(url)
        host, given_port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError as error:
        raise _fault("webhook_url_unreadable") from error
    if not host or set("@%") & set(parts.netloc) or set("#\\") & set(url) or parts.netloc.endswith(":"):
        raise _fault("webhook_url_unreadable")
    if parts.scheme != "https" and not (parts.scheme == "http" and permitted_networks()):
        raise _fault("webhook_url_not_https")
    is_encrypted = parts.scheme == "https"
    port = given_port if given_port is not None else 443 if is_encrypted else 80
    ip = _literal(host)
    if ip is not None and not may_reach(ip):
        raise _fault("webhook_url_not_public")
    if ip is None:
        _check_name(host)
    if not (ip is not None and _is_permitted(ip)) and is_encrypted and port != 443 and port < LEAST_PORT:
        raise _fault("webhook_url_port", port=LEAST_PORT)
    written = f"[{host}]" if ":" in host else host
    authority = written if given_port is None else f"{written}:{port}"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Address(is_encrypted, host, port, authority, target)


def may_reach(ip: IpAddress) -> bool:
    """Whether an address is public, or in a network of WEBHOOK_NETWORKS."""
    if _is_permitted(ip):
        return True
    if isinstance(ip, ipaddress.IPv4Address):
        return not any(ip in network for network in _refused_v4)
    return ip in _allowed_v6 and not any(ip in network for network in _refused_v6)


def may_reach_in_clear(ip: IpAddress) -> bool:
    """Whether an address may be reached without TLS."""
    return _is_permitted(ip)


def addresses_of(host: str, port: int) -> list[IpAddress]:
    """All addresses of a host. Waits for the resolver. Raises OSError if it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))


def permitted_networks() -> list[Network]:
    """The networks that operators permit even if they are not public."""
    return [ipaddress.ip_network(network) for network in settings.WEBHOOK_NETWORKS]


def _is_permitted(ip: IpAddress) -> bool:
    return any(ip in network for network in permitted_networks())


def _literal(host: str) -> IpAddress | None:
    """The IP address that the host is; None for a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _check_name(host: str) -> None:
    """Refuse invalid host names, local names, and names that a resolver may read as numbers (`127.1`, `0x7f000001`)."""
    labels = host.split(".")
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise _fault("webhook_url_unreadable")
    is_local = len(labels) == 1 or any(host == name or host.endswith(f".{name}") for name in LOCAL_NAMES)
    if _NUMBER.fullmatch(labels[-1]) or is_local:
        raise _fault("webhook_url_not_public")


def _fault(code: str, **params: object) -> ServiceError:
    return ServiceError("malformed_request", Detail(code, params, {"pointer": "/url"}))
