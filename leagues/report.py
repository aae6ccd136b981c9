"""A season's table, crosstable and test, from its record alone. Pure; whole numbers only."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from leagues.formats import Duel, Ladder, Swiss
from leagues.live_ratings import live_ratings
from leagues.manifest import Manifest, anchor_of
from leagues.ratings import Rating, rate
from leagues.record import FIXTURES, Amended, Played, bounds_of
from leagues.sequential_test import course_of
from leagues.standings import Bye, Standing, crosstable, per_mille, standings
from players.ratings import Skill, shown_deviation, shown_rating

MANY_VOIDS = 10
"""Per mille of the deals that an entrant has played: more voided attempts are marked."""


class TableRow(Struct, frozen=True):
    """An entrant in the table. Without a rating he is not connected with the anchor by play.

    `elo_low` to `elo_high` is the 95 % interval. Where both ends are equal there is none, and no certainty either: the
    rating is the anchor's, which is set, or of one deal in each pairing, or of deals that all went alike, which
    resampling cannot tell apart. CSV leaves these ends empty. `voids` are attempts that did not count for a fault of
    his bot; `has_many_voids` says that they are more than one for a hundred deals that count. Of a ladder there
    is a live rating too, with its deviation, on the scale of people's ratings: it follows the order of play.
    """

    rank: int
    entrant: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: Annotated[int, Meta(description="Rounds without an opponent.")]
    points: Annotated[int, Meta(description="Two for a win, one for a draw.")]
    share_per_mille: Annotated[int | None, Meta(description="Thousandths of possible points; null without matches.")]
    buchholz: Annotated[int, Meta(description="Sum of the opponents' points.")]
    sonneborn_berger: Annotated[int, Meta(description="Points of beaten opponents, and half of those drawn with.")]
    elo: Annotated[int | None, Meta(description="Elo relative to the anchor; null if no results connect the two.")]
    elo_low: Annotated[int | None, Meta(description="Lower end of the interval of `elo`.")]
    elo_high: Annotated[int | None, Meta(description="Upper end of the interval of `elo`.")]
    voids: Annotated[int, Meta(description="Fixtures that do not count.")]
    has_many_voids: Annotated[bool, Meta(description="Whether so many fixtures are void that the rank says little.")]
    is_withdrawn: bool
    live_rating: Annotated[int | None, Meta(description="Rating after its matches in order; ladders only.")] = None
    live_deviation: Annotated[int | None, Meta(description="How uncertain `live_rating` is; ladders only.")] = None

    @property
    def interval(self) -> tuple[int, int] | None:
        """None where both ends are equal: that would claim a certainty that nobody has."""
        if self.elo_low is None or self.elo_high is None or self.elo_low == self.elo_high:
            return None
        return self.elo_low, self.elo_high


class CrosstableCell(Struct, frozen=True):
    """One entrant against another, from the side of the first named."""

    entrant: str
    opponent: str
    played: int
    wins: int
    draws: int
    losses: int
    points: Annotated[int, Meta(description="Two for a win, one for a draw.")]
    share_per_mille: Annotated[int | None, Meta(description="Thousandths of possible points; null without matches.")]


class TestReport(Struct, frozen=True):
    """Is the first entrant better than the second? `verdict` is `h1` (by `elo1`), `h0` (only by `elo0`), `undecided`
    after `most_deals`, or null while it goes on. `llr_per_mille` is the log-likelihood ratio after each deal."""

    verdict: Annotated[str | None, Meta(description="Null until the test has decided.")]
    deals: int
    llr_per_mille: Annotated[Sequence[int], Meta(description="Log-likelihood ratio after each deal, in thousandths.")]


class Report(Struct, frozen=True):
    fixtures: int
    """It is of so many that count."""
    standings: Sequence[TableRow]
    crosstable: Sequence[CrosstableCell]
    test: Annotated[TestReport | None, Meta(description="Whether the first entrant is better; null if not tested.")]


def byes_of(manifest: Manifest, played: Played) -> list[Bye]:
    """Elsewhere than in a Swiss a bye is a rest that everybody gets, or that the format makes up for: worth nothing."""
    return played.byes(FIXTURES * manifest.deals if isinstance(manifest.format, Swiss) else 0)


def make_report(manifest: Manifest, digest: str, played: Played, amended: Amended, voids: Mapping[int, int]) -> Report:
    """`digest` is the manifest's: it seeds the intervals. `voids`: entrant -> attempts that failed by his fault."""
    names = [entrant.name for entrant in manifest.entrants]
    byes = byes_of(manifest, played)
    rows = standings(len(names), played.results, byes, is_swiss=isinstance(manifest.format, Swiss))
    ratings = rate(
        len(names),
        played.deal_scores(),
        anchor=anchor_of(manifest),
        anchor_elo=manifest.anchor.elo,
        seed=bytes.fromhex(digest),
    )
    gone = amended.withdrawn_at(played.rounds)
    cells = [
        CrosstableCell(names[one], names[other], *cell, per_mille(cell.points, 2 * cell.played))
        for (one, other), cell in crosstable(played.results).items()
    ]
    live = live_ratings(len(names), played.results) if isinstance(manifest.format, Ladder) else None
    table = [
        _row(
            row,
            names,
            ratings[row.entrant],
            voids.get(row.entrant, 0),
            is_withdrawn=row.entrant in gone,
            live=None if live is None else live[row.entrant],
        )
        for row in rows
    ]
    return Report(len(played.results), table, cells, _test(manifest, played, amended))


def _row(
    row: Standing,
    names: Sequence[str],
    rating: Rating | None,
    voids: int,
    *,
    is_withdrawn: bool,
    live: Skill | None,
) -> TableRow:
    return TableRow(
        rank=row.rank,
        entrant=names[row.entrant],
        played=row.played,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        byes=row.byes,
        points=row.points,
        share_per_mille=row.share_per_mille,
        buchholz=row.buchholz,
        sonneborn_berger=row.sonneborn_berger,
        elo=None if rating is None else rating.elo,
        elo_low=None if rating is None else rating.low,
        elo_high=None if rating is None else rating.high,
        voids=voids,
        has_many_voids=1000 * voids > MANY_VOIDS * max(1, row.played // FIXTURES),
        is_withdrawn=is_withdrawn,
        live_rating=None if live is None else shown_rating(live.mu),
        live_deviation=None if live is None else shown_deviation(live.sigma),
    )


def _test(manifest: Manifest, played: Played, amended: Amended) -> TestReport | None:
    format_ = amended.format_at(manifest.format, played.rounds)
    if not isinstance(format_, Duel):
        return None
    course = course_of(bounds_of(format_), played.duel_outcomes())
    return TestReport(course.verdict, course.deals, list(course.llr_per_mille))
