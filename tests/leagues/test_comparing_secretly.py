"""A comparison of two bots is its owner's alone: to a stranger nothing anywhere is different for it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from leagues.models import League, Season
from leagues.services.comparing import start_comparison
from matches.models import Match
from matches.search.terms import write_search_terms
from matches.services.scoring import score
from players.models import Player
from tests.conftest import forget
from tests.leagues.test_comparing import asked, client_of, new, old, owner, pages_of, season_of, win_all

__all__ = ["new", "old", "owner"]

pytestmark = pytest.mark.django_db
PATHS = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())["paths"]
READ = [path for path, operations in PATHS.items() if "get" in operations and not path.endswith(("/stream", "/tokens"))]
PAGES = ("/", "/leagues/", "/matches/", "/figures/", "/figures/raid/", "/play/", "/waiting")
ALWAYS_NEW = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|404 · <code>.*</code>'
    r'|"(?:request_id|last_seen|created_at)":"[^"]*"'
)
NO_MATCH = "0190a000-0000-7000-8000-000000000000"
NO_LEAGUE = "comparison-" + "0" * 16


@pytest.fixture
def stranger(owner: Player) -> Player:
    return Player.objects.create_user("stranger")


def lists(bot: Player) -> Iterator[str]:
    """What can be read without knowing of a match or league, of all and of the bot."""
    for path in READ:
        at = path.replace("{ruleset}", "raid").replace("{slug}", "raid").replace("{player_id}", str(bot.public_id))
        if "{" in at:
            continue
        yield at
        names = {parameter["name"] for parameter in PATHS[path]["get"].get("parameters", [])}
        for name in sorted(names & {"player", "opponent", "owner", "winner", "named", "opened_by"}):
            yield f"{at}?{name}=robo-4"
    yield "/api/v1/players?name=robo-4"
    yield from (f"/api/v1/search/statistics?ruleset=raid&{name}=robo-4" for name in ("player", "opponent", "winner"))
    yield "/api/v1/search/statistics?ruleset=raid"
    yield from (*PAGES, f"/players/{bot.public_id}/")


def read(player: Player, paths: Iterator[str]) -> dict[str, Any]:
    """What these paths answer an account, without what differs between any two answers."""
    api, pages = client_of(player), pages_of(player)
    found = {}
    for path in paths:
        answer = (api if path.startswith("/api/") else pages).get(path)
        content = b"".join(answer) if answer.streaming else answer.content
        found[path] = answer.status_code, ALWAYS_NEW.sub("", content.decode())
    return found


def played(owner: Player, old: Player, new: Player) -> tuple[League, Season]:
    """A comparison that is over, with all that is made of its matches afterwards."""
    league = start_comparison(owner=owner, asked=asked(most_deals=2))
    season = win_all(season_of(league), new, old)
    for match in Match.objects.filter(status=Match.Status.OVER):
        score(match.pk)
        write_search_terms(match.pk)
    return league, season


@pytest.mark.exhaustive
def test_no_list_is_different_for_a_comparison(owner: Player, old: Player, new: Player, stranger: Player) -> None:
    before = {player.username: read(player, lists(new)) for player in (stranger, owner)}

    played(owner, old, new)

    assert Match.objects.filter(status=Match.Status.OVER).count() >= 2
    forget()
    after = {player.username: read(player, lists(new)) for player in (stranger, owner)}
    differ = {name: {path for path in before[name] if before[name][path] != after[name][path]} for name in before}
    assert {"/api/v1/me/comparisons", "/api/v1/leagues", "/leagues/"} <= differ["owner"]
    assert differ["stranger"] == set()


def test_what_belongs_to_a_comparison_is_absent(owner: Player, old: Player, new: Player, stranger: Player) -> None:
    league, season = played(owner, old, new)
    match = str(Match.objects.order_by("pk")[0].pk)

    def of(slug: str, match_id: str) -> Iterator[str]:
        for path in READ:
            if "{match_id}" in path or "{league}" in path:
                yield path.format(league=slug, season=season.number, match_id=match_id)
        yield from (f"/leagues/{slug}/", f"/leagues/{slug}/{season.number}/", f"/matches/{match_id}/")

    theirs, absent = read(stranger, of(league.slug, match)), read(stranger, of(NO_LEAGUE, NO_MATCH))

    shown = {path for path, (status, _text) in read(owner, of(league.slug, match)).items() if status == 200}
    assert len(shown) > 20
    for (path, (status, text)), other in zip(theirs.items(), absent.values(), strict=True):
        assert status == 404, path
        assert (status, text.replace(league.slug, NO_LEAGUE).replace(match, NO_MATCH)) == other, path
