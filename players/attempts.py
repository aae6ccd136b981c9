"""Slows down password guessing, without locking owners out of their accounts.

Every attempt is counted before the password is checked. If the password is right, the count is taken back. So guessing
in parallel gains nothing. How an attempt is counted depends on where it comes from:

- An address or browser that has signed in under this name before (`KnownClient`) has its own count, so strangers can't
  lock the owner out.
- Any other place is counted three times: for this name, for all names it tries, and with all other unknown places for
  this name. So guesses from many addresses are slowed down too.

If the address is unknown (common/addresses.py), it isn't counted as a place; the count for the name still applies.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from secrets import token_hex

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from common.addresses import limit_key
from common.http import limits
from common.text.errors import ServiceError
from players.limits import MOST_KNOWN_CLIENTS
from players.models import KnownClient, Player

BROWSER_COOKIE = "known_browser"
BROWSER_COOKIE_SECONDS = 365 * 24 * 3600


@dataclass(slots=True)
class Attempt:
    """An attempt to sign in. The code that checks the password sets `player` if it is right."""

    player: Player | None = None


@contextmanager
def counted(request: HttpRequest | None, username: str) -> Iterator[Attempt]:
    """Count an attempt to sign in, unless its `player` is set in the end.

    Raises ServiceError `too_fast` on entering if there were too many attempts.
    """
    clients = _clients_of(request)
    counts = _counts(username, clients)
    _count(counts)
    attempt = Attempt()
    yield attempt
    if attempt.player is None:
        return
    for policy, who in counts:
        limits.put_back(policy, who)
    if request is not None:
        _remember(attempt.player, request, clients)


def _clients_of(request: HttpRequest | None) -> dict[str, str]:
    """Kind -> digest for the request's `browser` and `address`, in this order, without those that are unknown."""
    if request is None:
        return {}
    browser = request.COOKIES.get(BROWSER_COOKIE) if _is_page(request) else None
    values = {"browser": browser, "address": limit_key(request.META)}
    return {kind: _digest(kind, value) for kind, value in values.items() if value}


def _is_page(request: HttpRequest) -> bool:
    """Whether the request is for a page. Pages have sessions; the API has none and ignores cookies."""
    return hasattr(request, "session")


def _digest(kind: str, value: str) -> str:
    """A keyed digest to store in place of an address or browser id."""
    return str(salted_hmac("players.attempts", f"{kind}:{value}", algorithm="sha256").hexdigest())


def _counts(username: str, clients: dict[str, str]) -> list[tuple[str, str]]:
    """The buckets that an attempt takes from, as (policy, key), narrowest first."""
    name = sha256(unicodedata.normalize("NFKC", username).casefold().encode(errors="replace")).hexdigest()
    known = set(
        KnownClient.objects.filter(player__username=username, digest__in=clients.values()).values_list(
            "digest", flat=True
        )
    )
    for digest in clients.values():
        if digest in known:
            return [("passwords", f"{name}:{digest}")]
    address = clients.get("address")
    of_address = [] if address is None else [("passwords", f"{name}:{address}"), ("guesses", address)]
    return [*of_address, ("strangers", name)]


def _count(counts: list[tuple[str, str]]) -> None:
    """Take one from each bucket. Raises ServiceError `too_fast`, and takes nothing, if one of them is empty."""
    for number, (policy, who) in enumerate(counts):
        rate = limits.take(policy, who)
        if not rate.allowed:
            for bucket in counts[:number]:
                limits.put_back(*bucket)
            raise ServiceError("too_fast", retry_after=ceil(rate.wait))


def _remember(player: Player, request: HttpRequest, clients: dict[str, str]) -> None:
    """Remember the request's address, and for pages also the browser, identified by a cookie."""
    if _is_page(request) and not KnownClient.objects.filter(digest=clients.get("browser", "")).exists():
        browser = token_hex(16)
        request.known_browser = browser  # type: ignore[attr-defined]  # The middleware SignInPages sets the cookie.
        clients = {**clients, "browser": _digest("browser", browser)}
    for digest in clients.values():
        KnownClient.objects.update_or_create(player=player, digest=digest, defaults={"last_used_at": timezone.now()})
    newest = KnownClient.objects.filter(player=player).order_by("-last_used_at", "-pk").values_list("pk", flat=True)
    KnownClient.objects.filter(player=player).exclude(pk__in=list(newest[:MOST_KNOWN_CLIENTS])).delete()
