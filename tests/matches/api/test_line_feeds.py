"""A word with a line feed at its end is a different word, and is refused."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from players.models import Player
from rules.engine import Ruleset
from tests.leagues.conftest import manifest
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db
Opened = Callable[..., dict[str, Any]]


@pytest.mark.parametrize("path", ["view?as=seat%0A", "events?as=seat%0A", "stream?as=seat%0A", "export?as=audit%0A"])
def test_in_a_parameter(opened: Opened, as_ann: Api, path: str) -> None:
    assert as_ann.get(f"{opened()['url']}/{path}").status_code == 400


@pytest.mark.parametrize("field", ["league", "entrant"])
def test_in_a_manifest(published: None, raid: Ruleset, field: str) -> None:
    """A league with an invalid name would break the list of leagues for everyone."""
    operator = Api(Player.objects.create_superuser("olga", password="correct horse"))
    sent = msgspec.to_builtins(manifest())
    if field == "league":
        sent["league"] += "\n"
    else:
        sent["entrants"][0]["name"] += "\n"

    assert operator.post("leagues", sent).status_code == 400
    assert Api().get("leagues").status_code == 200
