"""Redirect addresses: where the browser takes the code of an app. Exact addresses of the web, or this computer."""

import re

MOST = 300
"""The longest address."""
_PATH = r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
_web = re.compile(rf"(https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{{1,5}})?){_PATH}")
_loopback = re.compile(rf"(http://(?:127\.0\.0\.1|\[::1\]))(?::[0-9]{{1,5}})?({_PATH})")


def is_redirect(address: str) -> bool:
    """Whether an app may be registered with this address: `https`, or `http` to this computer (RFC 8252 7.3).

    The narrow form leaves nothing that browsers, servers and content policies could read differently.
    """
    return len(address) <= MOST and bool(_web.fullmatch(address) or _loopback.fullmatch(address))


def is_registered(asked: str, registered: list[str]) -> bool:
    """Whether an address is one of the registered ones. On this computer, any port will do: programs get a free one."""
    if not is_redirect(asked):
        return False
    return asked in registered or any(
        _without_port(asked) == _without_port(address) for address in registered if _loopback.fullmatch(address)
    )


def is_on_this_computer(address: str) -> bool:
    return _loopback.fullmatch(address) is not None


def policy_source(address: str) -> str:
    """The source of `form-action` that lets the consent form lead to this address."""
    if address.startswith("http://[::1]"):
        return "http:"  # Content policies know no IPv6 addresses.
    found = _web.match(address)
    return found[1] if found else "/".join(address.split("/", 3)[:3]).partition("?")[0]


def _without_port(address: str) -> tuple[str | None, ...]:
    found = _loopback.fullmatch(address)
    return () if found is None else found.groups()
