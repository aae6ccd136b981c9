"""How strong the house bots are, as far as an app above has measured it."""

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from common.formats import Moment


class BotStrength(Struct, frozen=True):
    """A house bot's rating in a game, from the newest finished season of a public league that it played in.

    Elo is relative to the season's `anchor`: compare only ratings with the same anchor.
    """

    elo: int
    elo_low: Annotated[int | None, Meta(description="Lower end of the 95 % interval; null if there is none.")]
    elo_high: Annotated[int | None, Meta(description="Upper end of the 95 % interval; null if there is none.")]
    anchor: Annotated[str, Meta(description="The entrant whose Elo was fixed.")]
    anchor_elo: int
    matches: Annotated[int, Meta(description="How many matches of the bot count.")]
    since: Annotated[Moment, Meta(description="When the season ended.")]
    season_url: str


Strengths = Mapping[tuple[str, str], BotStrength]
"""(house bot, ruleset) -> its strength, if it has been measured."""
_sources: list[Callable[[], Strengths]] = []


def measure_bots(source: Callable[[], Strengths]) -> None:
    """Add a source. An app above calls this when it is ready. Adding it again changes nothing."""
    if source not in _sources:
        _sources.append(source)


def strength_of_bots() -> Strengths:
    return {key: strength for source in _sources for key, strength in source().items()}
