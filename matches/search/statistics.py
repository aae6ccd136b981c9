"""Compute statistics of many matches: decks, cards, seats, lengths and endings. Pure.

Everything is a sum over the seats of the given matches, so their order reveals nothing. A match counts at most once for
each pair of decks.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, NamedTuple

import numpy
from msgspec import Meta, Struct

from common.formats import SeatNumber
from common.shares import share_of
from matches.limits import MOST_DECKS_REPORTED

WIN, DRAW, LOSS = 2, 1, 0
USES = ("in_deck", "seen", "played")


class SeatRow(NamedTuple):
    """A seat's part in one match. The rows of one match must be adjacent, seat by seat.

    `in_deck`, `seen` and `played` have a bit for each card of `cards`, the lowest of the first byte first.
    """

    match: Any
    seat: int
    team: int
    points: int
    is_first: bool
    """Whether it had the first turn."""
    deck: str
    cards: Any
    """The key of the card list that the bits refer to."""
    in_deck: bytes
    seen: bytes
    played: bytes
    is_own: bool = True
    """Whether the seat itself is counted; others only count as opponents."""


class Figure(Struct, frozen=True, kw_only=True):
    """Wins, draws and losses, the share of the points per mille, and its 95 % interval (Wilson)."""

    matches: int
    wins: int
    draws: int
    losses: int
    share_per_mille: Annotated[int | None, Meta(description="Thousandths of possible points; null without matches.")]
    low_per_mille: Annotated[int | None, Meta(description="Lower end of its 95 % interval; null without matches.")]
    high_per_mille: Annotated[int | None, Meta(description="Upper end of its 95 % interval; null without matches.")]


DeckDigest = Annotated[str, Meta(description="SHA-256 of the canonical list of cards.")]


class DeckStatistics(Figure, frozen=True, kw_only=True):
    """The results of a deck, identified by the SHA-256 of its list of cards."""

    deck: DeckDigest


class DeckPairStatistics(Figure, frozen=True, kw_only=True):
    """The results of `deck` against `opponent`; wins are those of `deck`."""

    deck: DeckDigest
    opponent: DeckDigest


class CardStatistics(Figure, frozen=True, kw_only=True):
    """The results of seats with a card in the deck, in hand, or played.

    `use` is `in_deck`, `seen` or `played`. A seat counts once per match, however many copies there were.
    """

    card: str
    use: str


class SeatStatistics(Figure, frozen=True, kw_only=True):
    """The results of a seat, separately with and without the first turn."""

    seat: SeatNumber
    is_first: Annotated[bool, Meta(description="Whether the seat had the first turn.")]


class ReasonCount(Struct, frozen=True):
    """How many matches ended for this reason."""

    reason: str
    matches: int


class DecisionCount(Struct, frozen=True):
    """How many matches ended for this reason and were decided by this (`decided.by` of their scorecards)."""

    reason: str
    decided_by: str
    matches: int


class Lengths(Struct, frozen=True):
    """The number of events per match: minimum, quartiles and maximum; null without matches."""

    least: int | None
    lower_quartile: int | None
    median: int | None
    upper_quartile: int | None
    most: int | None


class Statistics(Struct, frozen=True):
    """Statistics of matches. `decks` and `deck_pairs` have the most played decks; they are empty for games without own
    decks.
    """

    matches: int
    decks: Annotated[list[DeckStatistics], Meta(description="Most played first.")]
    deck_pairs: Annotated[list[DeckPairStatistics], Meta(description="Deck against deck, each from both sides.")]
    cards: list[CardStatistics]
    seats: Annotated[list[SeatStatistics], Meta(description="By seat and first turn.")]
    reasons: list[ReasonCount]
    decisions: Annotated[list[DecisionCount], Meta(description="The same by what decided, most matches first.")]
    lengths: Lengths


Tally = list[int]
"""Losses, draws, wins: indexed by the points of a seat."""


def statistics_of(
    rows: Sequence[SeatRow],
    slugs: Mapping[Any, Sequence[str]],
    endings: Sequence[tuple[str, str]],
    lengths: Sequence[int],
) -> Statistics:
    """Compute the statistics. `slugs` has the cards of every list that the rows name.

    `endings` (reason and what decided) and `lengths` have one entry for each match, in any order.
    """
    own, reported = [row for row in rows if row.is_own], _most_played(rows)
    return Statistics(
        matches=len(lengths),
        decks=[DeckStatistics(deck=deck, **figure_of(tally)) for deck, tally in _decks(own, reported).items()],
        deck_pairs=[
            DeckPairStatistics(deck=deck, opponent=opponent, **figure_of(tally))
            for (deck, opponent), tally in _deck_pairs(rows, reported).items()
        ],
        cards=[
            CardStatistics(card=card, use=use, **figure_of(tally)) for (card, use), tally in _cards(own, slugs).items()
        ],
        seats=[
            SeatStatistics(seat=seat, is_first=is_first, **figure_of(tally))
            for (seat, is_first), tally in sorted(_seats(own).items(), key=lambda item: (item[0][0], not item[0][1]))
        ],
        reasons=[ReasonCount(reason, matches) for reason, matches in _most_first(reason for reason, _ in endings)],
        decisions=[DecisionCount(*ending, matches) for ending, matches in _most_first(endings)],
        lengths=_lengths(lengths),
    )


def _most_first(items: Iterable[Any]) -> list[tuple[Any, int]]:
    return sorted(Counter(items).items(), key=lambda counted: (-counted[1], counted[0]))


def figure_of(tally: Tally) -> dict[str, int | None]:
    """The fields of a figure."""
    losses, draws, wins = tally
    share = share_of(wins, draws, losses)
    share_, low, high = (None, None, None) if share is None else share
    return {
        "matches": sum(tally),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "share_per_mille": share_,
        "low_per_mille": low,
        "high_per_mille": high,
    }


def _tallies() -> defaultdict[Any, Tally]:
    return defaultdict(lambda: [0, 0, 0])


def _most_played(rows: Iterable[SeatRow]) -> list[str]:
    """The most played decks first, at most MOST_DECKS_REPORTED."""
    counted = Counter(row.deck for row in rows if row.deck)
    return sorted(counted, key=lambda deck: (-counted[deck], deck))[:MOST_DECKS_REPORTED]


def _decks(rows: Iterable[SeatRow], reported: Sequence[str]) -> dict[str, Tally]:
    tallies = _tallies()
    for row in rows:
        tallies[row.deck][row.points] += 1
    return {deck: tallies[deck] for deck in reported if deck in tallies}


def _deck_pairs(rows: Iterable[SeatRow], reported: Sequence[str]) -> dict[tuple[str, str], Tally]:
    """Tallies of these decks against each other. A match counts only if each of the two was on one team."""
    tallies, place = _tallies(), {deck: place for place, deck in enumerate(reported)}
    for _, group in groupby(rows, key=lambda row: row.match):
        met: dict[tuple[str, str], dict[int, SeatRow]] = defaultdict(dict)
        seats = [row for row in group if row.deck in place]
        for one in seats:
            for other in seats:
                if one.team != other.team and one.deck != other.deck:
                    met[one.deck, other.deck][one.team] = one
        for pair, brought in met.items():
            own = next(iter(brought.values()))
            if own.is_own and len(brought) == 1 == len(met[pair[::-1]]):
                tallies[pair][own.points] += 1
    return dict(sorted(tallies.items(), key=lambda item: (place[item[0][0]], place[item[0][1]])))


def _seats(rows: Iterable[SeatRow]) -> dict[tuple[int, bool], Tally]:
    tallies = _tallies()
    for row in rows:
        tallies[row.seat, row.is_first][row.points] += 1
    return tallies


def _cards(rows: Iterable[SeatRow], slugs: Mapping[Any, Sequence[str]]) -> dict[tuple[str, str], Tally]:
    """By card and use, sorted by card. Cards that no seat had are left out."""
    by_list: dict[Any, list[SeatRow]] = defaultdict(list)
    for row in rows:
        by_list[row.cards].append(row)
    tallies = _tallies()
    for cards, group in by_list.items():
        points = numpy.array([row.points for row in group])
        for use in USES:
            had = _bits([getattr(row, use) for row in group], len(slugs[cards]))
            for own in (LOSS, DRAW, WIN):
                sums = had[points == own].sum(axis=0)
                for place in numpy.flatnonzero(sums):
                    tallies[slugs[cards][place], use][own] += int(sums[place])
    return dict(sorted(tallies.items(), key=lambda item: (item[0][0], USES.index(item[0][1]))))


def mask_of(slugs: Sequence[str], cards: Iterable[str]) -> bytes:
    """One bit for each slug, set if it is among the cards."""
    mine = set(cards)
    bits = sum(1 << place for place, slug in enumerate(slugs) if slug in mine)
    return bits.to_bytes((len(slugs) + 7) // 8, "little")


def _bits(masks: Sequence[bytes], cards: int) -> Any:
    """One row for each mask, one column for each card. A mask of another size, such as an empty one, counts as no
    cards.
    """
    width = (cards + 7) // 8
    filled = b"".join(mask if len(mask) == width else bytes(width) for mask in masks)
    rows = numpy.frombuffer(filled, dtype=numpy.uint8).reshape(len(masks), width)
    return numpy.unpackbits(rows, axis=1, count=cards, bitorder="little").astype(numpy.int64)


def _lengths(lengths: Sequence[int]) -> Lengths:
    """Quartiles are values that occur: the smallest that the given share of the matches does not exceed."""
    if not lengths:
        return Lengths(None, None, None, None, None)
    ordered = sorted(lengths)

    def at(quarters: int) -> int:
        return ordered[max(0, -(-quarters * len(ordered) // 4) - 1)]

    return Lengths(ordered[0], at(1), at(2), at(3), ordered[-1])
