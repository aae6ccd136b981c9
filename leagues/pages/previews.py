"""Shows what a manifest leads to: when seasons start, who plays with which decks, and the number of matches."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from leagues.formats import Duel, rounds_of
from leagues.manifest import Manifest, Once
from leagues.models import League
from leagues.pages.joining import who_plays
from leagues.pages.lines import FORMAT_NAMES
from leagues.pages.schedules import schedule_in_words
from leagues.record import FIXTURES, deals_of
from players.models import Player


class Size(NamedTuple):
    """The size of a season with this many entrants; `rounds` is None if it depends on the play."""

    entrants: int
    rounds: int | None
    deals: int
    matches: int


def preview(league: League, player: Player) -> dict[str, Any]:
    """Context for the preview of a league. The league, or the change of its manifest, need not be stored yet."""
    manifest = msgspec.convert(league.manifest, Manifest)
    playing = who_plays(league, player)
    return {
        "manifest": manifest,
        "format": FORMAT_NAMES[league.manifest["format"]["type"]],
        "schedule": schedule_in_words(league),
        "is_once": isinstance(manifest.schedule, Once),
        "is_duel": isinstance(manifest.format, Duel),
        "sizes": list(_sizes(manifest, len(playing["entries"]))),
        **playing,
    }


def _sizes(manifest: Manifest, entered: int) -> Iterator[Size]:
    """The size of a season with the current entrants, and for an open league also of a full one."""
    most = [] if manifest.entry is None else [manifest.entry.most]
    for entrants in dict.fromkeys([len(manifest.entrants) + entered, *most]):
        if entrants > 1:
            deals = deals_of(manifest, entrants)
            yield Size(entrants, rounds_of(manifest.format, entrants), deals, FIXTURES * deals)
