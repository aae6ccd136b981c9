"""How much a table weighs over the wire, compressed. The bounds keep it usable on a slow line."""

import gzip
import random
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from matches.models import Match
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup
from tests.matches.conftest import move

pytestmark = pytest.mark.django_db

KB = 1000
BEFORE_USABLE, IN_ALL, OF_SCRIPT = 120 * KB, 250 * KB, 60 * KB
MOVES = 30
FILES = re.compile(r'(?:src|href)="/static/([^"?]+)"')
LATER = re.compile(r'/static/([^"?]+\.(?:svg|png|ico|mp3|woff2|js))')


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 6, mtime=0))


def weight_of(file: str) -> int:
    """The compressed size of a static file. Stored names carry a digest, which the finders don't know."""
    plain = re.sub(r"\.[0-9a-f]{12}(?=\.)", "", file)
    path = finders.find(plain)
    assert path is not None, plain
    with open(path, "rb") as content:
        return packed(content.read())


def table_of(game: str) -> tuple[Client, Match]:
    """A match in progress, and the player to move."""
    options, decks = some_setup(shipped_ruleset(game))
    players = [Player.objects.create_user(f"player{seat}") for seat in range(len(decks))]
    seats = [
        SeatPlan(kind="player", player=player, deck=deck, is_ready=True)
        for player, deck in zip(players, decks, strict=True)
    ]
    match = open_match(ruleset=game, options=options, seats=seats)
    luck = random.Random(4)
    for _ in range(MOVES):
        move(Match.objects.get(pk=match.pk), luck)
    client = Client()
    client.force_login(players[0])
    return client, match


@pytest.mark.parametrize("view", ["play", "watch", "replay"])
@pytest.mark.parametrize("game", slugs())
def test_a_table_is_light(game: str, view: str) -> None:
    client, match = table_of(game)

    page = client.get(reverse(view, args=[match.pk]))
    html = page.content.decode()

    files = set(FILES.findall(html))
    later = set(LATER.findall(html)) - files
    scripts = sum(weight_of(file) for file in files if file.endswith(".js"))
    usable = packed(page.content) + sum(weight_of(file) for file in files)
    whole = usable + sum(map(weight_of, later))
    assert len(files) > 4 and scripts > 1 * KB
    assert usable <= BEFORE_USABLE and whole <= IN_ALL and scripts <= OF_SCRIPT
