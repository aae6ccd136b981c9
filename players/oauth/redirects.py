"""Redirect addresses, to which the browser takes an app's code: exact web addresses, or the player's computer."""

import re

MOST = 300
"""Characters of the longest address."""
_PATH = r"(?:/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
_web = re.compile(rf"(https://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{{1,5}})?){_PATH}")
_loopback = re.compile(rf"(http://(?:127\.0\.0\.1|\[::1\]))(?::[0-9]{{1,5}})?({_PATH})")


def is_redirect(address: str) -> bool:
    """Whether an app may register this address: `https`, or `http` to the player's computer (RFC 8252 7.3).

    Only a narrow form is accepted, so that browsers, servers and content policies read it alike.
    """
    return len(address) <= MOST and bool(_web.fullmatch(address) or _loopback.fullmatch(address))


def is_registered(asked: str, registered: list[str]) -> bool:
    """Whether an address is registered. On the player's computer the port may differ, as programs use any free port."""
    if not is_redirect(asked):
        return False
    return asked in registered or any(
        _without_port(asked) == _without_port(address) for address in registered if _loopback.fullmatch(address)
    )


def is_on_this_computer(address: str) -> bool:
    return _loopback.fullmatch(address) is not None


def policy_source(address: str) -> str:
    """The `form-action` source that allows the consent form to redirect to this address."""
    if address.startswith("http://[::1]"):
        return "http:"  # Content policies can't name IPv6 addresses.
    found = _web.match(address)
    return found[1] if found else "/".join(address.split("/", 3)[:3]).partition("?")[0]


def _without_port(address: str) -> tuple[str | None, ...]:
    found = _loopback.fullmatch(address)
    return () if found is None else found.groups()
