"""While a deal is being played, a finished match of it reveals nothing that both matches share.

At every URL, and as any viewer, readers of either match get only what spectators of a live match get.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, get_resolver

from leagues.models import League, Season
from leagues.services import playing
from leagues.services.playing import play_deal
from matches.log.seed_encryption import unseal
from matches.models import Match
from matches.search.terms import sweep_search_terms
from matches.workers import bot_runner
from players.models import AccessToken, Player
from replay.daily_roots.publishing import publish_root
from replay.downloads import export
from tests.leagues.test_playing import FAR, claimed, matches_of, slow
from tests.levels import Sample

__all__ = ["slow"]
pytestmark = pytest.mark.django_db

READERS = ("nobody", "stranger", "creator", "operator")
"""The creator owns the league. Auditors are left out, since reading live matches is recorded (`matches.audit_live`)."""
EYES = {"api/": ("", "as=public", "as=seat", "as=0", "as=1", "as=audit"), "": ("", "event=3&as=1", "event=3&as=audit")}
"""Beginning of a path (API or pages) -> queries to try there."""
STAFF = ("admin/matches/match/", "admin/replay/")
LISTED = (
    *("api/v1/matches?limit=200", "api/v1/search/matches?limit=200", "api/v1/search/exports?ruleset=raid"),
    *("api/v1/search/statistics?ruleset=raid", "api/v1/roots/latest", "matches/", "figures/raid/"),
)


@pytest.fixture
def clients(published: None) -> dict[str, Client]:
    """Reader -> a client signed in on pages, and at the API with a token."""
    made = {"nobody": Client()}
    for who in READERS[1:]:
        player = Player.objects.create_user(who, is_staff=who == "operator")
        made[who] = Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=player)[1]}"})
        made[who].force_login(player)
        if who == "operator":
            player.groups.add(Group.objects.get(name="League operators"))
    return made


def addresses(match: Match, who: str) -> Iterator[str]:
    """Every URL of a match as every viewer, all URLs of the league, and those that list or count matches."""
    known = {"match_id": match.pk, "object_id": match.pk, "league": "nightly", "season": 1, "entrant": 0, "seq": 3}
    known |= {"number": 1, "language": "en", "near": 0, "slug": "raid", "ruleset": "raid", "which": "latest"}
    for pattern in patterns(get_resolver().url_patterns):
        named = set(re.findall(r"<(?:\w+:)?(\w+)>", pattern))
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known.get(found[1], "1")), pattern)
        is_for_staff = path.startswith("admin/")
        if is_for_staff and not (who == "operator" and path.startswith(STAFF)):
            continue
        if named & {"match_id", "object_id"}:
            eyes = next(eyes for begin, eyes in EYES.items() if path.startswith(begin))
            yield from (f"/{path}?{one}".rstrip("?") for one in eyes)
        elif "league" in named:
            yield f"/{path}"
    yield from (f"/{path}" for path in LISTED)


def patterns(found: Any, before: str = "") -> Iterator[str]:
    for one in found:
        path = before + str(one.pattern).lstrip("^").rstrip("$")
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from patterns(one.url_patterns, path)


def read(client: Client, path: str) -> str:
    answer: Any = client.get(path)
    raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(raw.decode(errors="replace"))


def long_texts(text: str) -> set[str]:
    """The texts that may be seeds, salts or digests, under any name."""
    return set(re.findall(r'"([0-9A-Za-z_+/=-]{20,})"', text))


def events_in(text: str) -> set[str]:
    """The events in an answer of JSON or JSON lines, each in a canonical form."""
    found: set[str] = set()
    for line in text.splitlines():
        if line.removeprefix("data: ").startswith(("{", "[")):
            gather_events(json.loads(line.removeprefix("data: ")), found)
    return found


def gather_events(value: Any, found: set[str]) -> None:
    if isinstance(value, dict) and {"seq", "type"} <= value.keys():
        found.add(json.dumps(value, sort_keys=True))
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            gather_events(one, found)


def test_no_secret_of_a_match_that_is_withheld_comes_out(
    clients: dict[str, Client], season: Callable[..., Season], slow: None, settings: Any, sample: Sample
) -> None:
    settings.STREAM_SECONDS = 0
    running = season()
    League.objects.update(created_by=Player.objects.get(username="creator"))
    play_deal(claimed(), time.monotonic())
    first, second = matches_of(running)
    while Match.objects.get(pk=first.pk).status != Match.Status.OVER:
        bot_runner.play_bots(first.pk, delay=playing._never, go_on=playing._not_yet)
    sweep_search_terms()
    publish_root()

    asked = [(who, path) for who in clients for match in (first, second) for path in addresses(match, who)]
    assert len(asked) > 500
    events = ("nobody", f"/api/v1/matches/{first.pk}/events")
    told = {(who, path): read(clients[who], path) for who, path in [events, *sample(asked, 150)]}

    first.refresh_from_db()
    assert (first.status, first.withheld) == (Match.Status.OVER, True)
    shown = b"".join(part for match in (first, second) for part in export(match, "public")).decode()
    play_deal(claimed(), time.monotonic() + FAR)
    opened = read(clients["nobody"], f"/api/v1/matches/{first.pk}/export")
    secrets = {unseal(bytes(running.sealed_seed), running.pk.bytes).hex(), *long_texts(opened)} - long_texts(shown)
    hidden = events_in(opened) - events_in(shown)
    assert len(secrets) > 3 and len(hidden) > 3 and events_in(told[events])
    assert [(asked, secret) for asked, text in told.items() for secret in secrets if secret in text] == []
    assert [asked for asked, text in told.items() if events_in(text) & hidden] == []
