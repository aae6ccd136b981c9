"""Leagues of the toy ruleset Raid, in which a match of random bots takes some milliseconds."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from cards.sets.selectors import rules_of
from cards.sets.services import publish_card_set
from leagues.manifest import Manifest
from leagues.models import Deal, League, Season
from leagues.selectors import computed
from leagues.services.leagues import create_league
from leagues.services.playing import claim_deals, play_deals
from players.models import Player
from rules.engine import Ruleset
from tests import toy
from tests.matches.conftest import DECK

RANDOM = [{"name": name, "bot": "random"} for name in ("ada", "bob", "cid", "dan")]


def manifest(**more: Any) -> Manifest:
    """A manifest with two random bots and one deal, played at once. `more` replaces fields."""
    content = {
        "league": "nightly",
        "names": {"ja": "夜", "en": "Nightly"},
        "ruleset": "raid",
        "entrants": RANDOM[:2],
        "format": {"type": "round_robin"},
        "seat_decks": [[DECK, DECK]],
        **more,
    }
    return msgspec.convert(content, Manifest)


@pytest.fixture
def published(raid: Ruleset, db: None) -> Iterator[None]:
    publish_card_set(ruleset="raid", card_set=toy.CARD_SET, note="toy")
    yield
    rules_of.cache_clear()


@pytest.fixture
def operator(db: None) -> Player:
    return Player.objects.create_superuser("olga", password="correct horse")


@pytest.fixture
def season(published: None, operator: Player) -> Callable[..., Season]:
    """Starts a season."""

    def start(**more: Any) -> Season:
        league: League = create_league(manifest=manifest(**more), created_by=operator)
        return league.seasons.get()

    return start


def claim_deal() -> Deal | None:
    """Claim the first open deal without a lease, or return None."""
    return next(iter(claim_deals(1)), None)


def forget() -> None:
    """Clear the caches of computed results, as in a new process."""
    computed._remembered._results.clear()


def play_out(season: Season) -> Season:
    while play_deals():
        pass
    season.refresh_from_db()
    return season
