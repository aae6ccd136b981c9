"""The players, the toy ruleset and the API clients of the matches' tests."""

from tests.clients.conftest import _bots_play
from tests.leagues.conftest import operator, season
from tests.matches.api.conftest import anyone, as_ann, as_ben, opened
from tests.matches.conftest import ann, ben, duel, published

__all__ = [
    "_bots_play",
    "ann",
    "anyone",
    "as_ann",
    "as_ben",
    "ben",
    "duel",
    "opened",
    "operator",
    "published",
    "season",
]
