"""How much the first turn and each deck win under the options that a league was played with. Pure."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from common.formats import OptionsShown
from matches.limits import MOST_DECKS_REPORTED
from matches.search.statistics import DeckDigest, Figure, Tally, figure_of


class CountedSeats(NamedTuple):
    """How many seats of a season's matches had the same deck, turn and points."""

    season: int
    deck: str
    is_first: bool
    """Whether they had the first turn."""
    points: int
    seats: int
    matches: int
    """The matches of those seats that have number 0, so that each match is counted once."""


class DeckRates(Struct, frozen=True):
    """The results of a deck with and without the first turn. `name` is its starter deck's slug, or its entrant's."""

    deck: DeckDigest
    name: str | None
    first: Annotated[Figure, Meta(description="With the first turn.")]
    later: Annotated[Figure, Meta(description="Without the first turn.")]


class OptionRates(Struct, frozen=True):
    """Results under the same options. `first` has those of the seats with the first turn, whatever their decks."""

    option_set: Annotated[str | None, Meta(description="Name of these options in `option_sets`; null: none.")]
    options: OptionsShown
    seasons: Annotated[list[int], Meta(description="Numbers of the seasons with these options, newest first.")]
    matches: int
    first: Figure
    decks: Annotated[list[DeckRates], Meta(description="Most played first; empty for games without own decks.")]


class LeagueRates(Struct, frozen=True):
    """Results of a league's matches by options and deck, with 95 % intervals (Wilson)."""

    matches: int
    is_partial: Annotated[bool, Meta(description="Whether only the newest of more matches are counted.")]
    results: Annotated[list[OptionRates], Meta(description="Those of the newest season first.")]


class Played(NamedTuple):
    """The options of a season, and their name if they have one."""

    season: int
    options: Mapping[str, Any]
    option_set: str | None


def rates_of(
    seasons: Iterable[Played],
    counted: Iterable[CountedSeats],
    name_of: Callable[[str], str | None],
    *,
    is_partial: bool,
) -> LeagueRates:
    """The rates of these seasons, newest first. `name_of` names a deck."""
    by_season: dict[int, list[CountedSeats]] = defaultdict(list)
    for row in counted:
        by_season[row.season].append(row)
    alike: list[list[Played]] = []
    for one in seasons:
        if one.season in by_season:
            same = next((group for group in alike if group[0].options == one.options), None)
            alike.append([one]) if same is None else same.append(one)
    groups = [_group(group, [row for one in group for row in by_season[one.season]], name_of) for group in alike]
    return LeagueRates(sum(group.matches for group in groups), is_partial, groups)


def _group(seasons: list[Played], rows: list[CountedSeats], name_of: Callable[[str], str | None]) -> OptionRates:
    first, decks, played = [0, 0, 0], defaultdict[tuple[str, bool], Tally](lambda: [0, 0, 0]), Counter[str]()
    for row in rows:
        if row.is_first:
            first[row.points] += row.seats
        if row.deck:
            played[row.deck] += row.seats
            decks[row.deck, row.is_first][row.points] += row.seats
    return OptionRates(
        option_set=seasons[0].option_set,
        options=dict(seasons[0].options),
        seasons=[one.season for one in seasons],
        matches=sum(row.matches for row in rows),
        first=_figure(first),
        decks=[
            DeckRates(deck, name_of(deck), _figure(decks[deck, True]), _figure(decks[deck, False]))
            for deck in sorted(played, key=lambda deck: (-played[deck], deck))[:MOST_DECKS_REPORTED]
        ],
    )


def _figure(tally: Tally) -> Figure:
    return Figure(**figure_of(tally))  # type: ignore[arg-type]
