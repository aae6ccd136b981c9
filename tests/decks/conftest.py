"""The players, the toy ruleset and the API clients of the matches' tests, and a deck manager."""

import pytest
from django.contrib.auth.models import Group

from players.models import Player
from tests.matches.api.conftest import anyone, as_ann, as_ben, opened
from tests.matches.conftest import ann, ben, duel, published

__all__ = ["ann", "anyone", "as_ann", "as_ben", "ben", "duel", "opened", "published"]


@pytest.fixture
def mai(published: None) -> Player:
    """A deck manager."""
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    player.groups.set(Group.objects.filter(name="Deck managers"))
    return player
