"""Preview of a manifest: when seasons start, who plays with which decks, and how many matches that makes."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from leagues.formats import Duel, rounds_of
from leagues.manifest import Manifest, Once
from leagues.models import League
from leagues.pages.joining import who_plays
from leagues.pages.lines import FORMATS
from leagues.pages.schedules import schedule_said
from leagues.record import FIXTURES, deals_of
from players.models import Player


class Size(NamedTuple):
    """The size of a season with this many entrants; `rounds` is None if it depends on the play."""

    entrants: int
    rounds: int | None
    deals: int
    matches: int


def preview(league: League, player: Player) -> dict[str, Any]:
    """The preview of a league by its manifest; the league or the change may exist in memory only."""
    manifest = msgspec.convert(league.manifest, Manifest)
    playing = who_plays(league, player)
    return {
        "manifest": manifest,
        "format": FORMATS[league.manifest["format"]["type"]],
        "schedule": schedule_said(league),
        "is_once": isinstance(manifest.schedule, Once),
        "is_duel": isinstance(manifest.format, Duel),
        "sizes": list(_sizes(manifest, len(playing["entries"]))),
        **playing,
    }


def _sizes(manifest: Manifest, entered: int) -> Iterator[Size]:
    """The size with the current entrants, and for an open league with all places taken."""
    most = [] if manifest.entry is None else [manifest.entry.most]
    for entrants in dict.fromkeys([len(manifest.entrants) + entered, *most]):
        if entrants > 1:
            deals = deals_of(manifest, entrants)
            yield Size(entrants, rounds_of(manifest.format, entrants), deals, FIXTURES * deals)
