"""A season's table, crosstable and test, from its record alone. Pure; whole numbers only."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from leagues.formats import Duel, Ladder, Swiss
from leagues.luck import Controls, adjusted
from leagues.manifest import Manifest, anchor_of
from leagues.ratings.intervals import Comparison, Deals, better_per_mille, interval
from leagues.ratings.resampled_ratings import resampled_ratings
from leagues.ratings.sequential_test import course_of
from leagues.ratings.strengths import DealScores, elos, live_ratings
from leagues.record import FIXTURES, Amended, Played, bounds_of
from leagues.standings import Bye, How, Standing, crosstable, per_mille, standings, wins_by
from players.ratings import shown_deviation, shown_rating

MANY_VOIDS = 10
"""Per mille of an entrant's deals: with more voided attempts, the entrant is marked."""


class TableRow(Struct, frozen=True):
    """An entrant in the table. Withdrawn entrants come last and share a rank.

    `elo` is null if no results connect the entrant with the anchor. `elo_low` to `elo_high` is the 95 % interval. An
    end is null if the deals set no bound on that side: an entrant that was never beaten has no upper end. Both
    ends of the anchor equal its fixed rating; CSV leaves them empty.
    `over_next_per_mille` is the probability of being better than the next entrant in the table. It is null for the last
    one, and if the deals cannot tell.
    `voids` are attempts that did not count because of a fault of this entrant's bot. `has_many_voids` is true if there
    is more than one void per hundred deals that count.
    `illegal`, `crashed` and `refused` count faults in all attempts, whether or not they cost a match.
    Ladders also have a live rating with its deviation, on the scale of people's ratings. It follows the order of play.
    """

    rank: int
    entrant: str
    played: int
    wins: int
    draws: int
    losses: int
    byes: Annotated[int, Meta(description="Rounds without an opponent.")]
    points: Annotated[int, Meta(description="Two for a win, one for a draw.")]
    share_per_mille: Annotated[
        int | None, Meta(description="Thousandths of possible points, without byes; null without matches.")
    ]
    buchholz: Annotated[int, Meta(description="Sum of the opponents' points, once for each match.")]
    sonneborn_berger: Annotated[
        int, Meta(description="The points won from each opponent, multiplied by that opponent's points, and added up.")
    ]
    elo: Annotated[int | None, Meta(description="Elo relative to the anchor; null if no results connect the two.")]
    elo_low: Annotated[int | None, Meta(description="Lower end of the interval of `elo`; null if there is none.")]
    elo_high: Annotated[int | None, Meta(description="Upper end of the interval of `elo`; null if there is none.")]
    voids: Annotated[int, Meta(description="Attempts that did not count because of this entrant's bot.")]
    has_many_voids: Annotated[
        bool, Meta(description="Whether there is more than one void per hundred deals that count.")
    ]
    is_withdrawn: bool
    live_rating: Annotated[int | None, Meta(description="Rating after its matches in order; ladders only.")] = None
    live_deviation: Annotated[int | None, Meta(description="How uncertain `live_rating` is; ladders only.")] = None
    over_next_per_mille: Annotated[
        int | None, Meta(description="Probability, in thousandths, of being better than the next in the table.")
    ] = None
    wins_by_time: Annotated[int, Meta(description="Wins in which the opponent ran out of time.")] = 0
    wins_by_resignation: Annotated[int, Meta(description="Wins in which the opponent resigned.")] = 0
    wins_by_no_show: Annotated[int, Meta(description="Wins in which the opponent never acted, or was withdrawn.")] = 0
    losses_by_time: Annotated[int, Meta(description="Losses by running out of time.")] = 0
    losses_by_resignation: Annotated[int, Meta(description="Losses by resignation.")] = 0
    losses_by_no_show: Annotated[int, Meta(description="Losses without any action, or after withdrawal.")] = 0
    illegal: Annotated[int, Meta(description="Actions that were refused as illegal or unreadable.")] = 0
    crashed: Annotated[int, Meta(description="Times that the house bot raised an error or thought too long.")] = 0
    refused: Annotated[int, Meta(description="Calls that the account did not answer in time.")] = 0
    adjusted_share_per_mille: Annotated[
        int | None, Meta(description="Thousandths of possible points without luck; null if not measured.")
    ] = None
    adjusted_width_per_mille: Annotated[
        int | None, Meta(description="Width of its interval, in thousandths of that of the raw share.")
    ] = None

    @property
    def interval(self) -> tuple[int | None, int | None]:
        """The interval, without ends if both are equal: then the rating is fixed, or an older file claims too much."""
        return (None, None) if self.elo_low == self.elo_high else (self.elo_low, self.elo_high)

    @property
    def elo_inside(self) -> int | None:
        """The rating, if it is inside its interval. The draws that are added for ratings alone can move it out."""
        low, high = self.interval
        is_outside = self.elo is None or (low is not None and self.elo < low) or (high is not None and self.elo > high)
        return None if is_outside else self.elo


class CrosstableCell(Struct, frozen=True):
    """One entrant's results against another, from the side of the first named."""

    entrant: str
    opponent: str
    played: int
    wins: int
    draws: int
    losses: int
    points: Annotated[int, Meta(description="Two for a win, one for a draw.")]
    share_per_mille: Annotated[int | None, Meta(description="Thousandths of possible points; null without matches.")]
    wins_by_time: Annotated[int, Meta(description="Wins in which the opponent ran out of time.")] = 0
    wins_by_resignation: Annotated[int, Meta(description="Wins in which the opponent resigned.")] = 0
    wins_by_no_show: Annotated[int, Meta(description="Wins in which the opponent never acted, or was withdrawn.")] = 0


class TestReport(Struct, frozen=True):
    """The test of whether the first entrant is better than the second.

    `verdict` is `h1` (better by `elo1`), `h0` (only by `elo0`), `undecided` after `most_deals`, or null while it
    runs. `llr_per_mille` is the log-likelihood ratio after each deal.
    """

    verdict: Annotated[str | None, Meta(description="Null until the test has decided.")]
    deals: int
    llr_per_mille: Annotated[Sequence[int], Meta(description="Log-likelihood ratio after each deal, in thousandths.")]


class Report(Struct, frozen=True):
    fixtures: Annotated[int, Meta(description="Number of matches that count, without walkovers.")]
    standings: Sequence[TableRow]
    crosstable: Sequence[CrosstableCell]
    test: Annotated[TestReport | None, Meta(description="Whether the first entrant is better; null if not tested.")]


def byes_of(manifest: Manifest, played: Played) -> list[Bye]:
    """Byes that are worth points: only in a Swiss. Elsewhere a bye is a rest that the format balances."""
    return played.byes(FIXTURES * manifest.deals if isinstance(manifest.format, Swiss) else 0)


def ranking(manifest: Manifest, played: Played, unranked: Collection[int]) -> list[Standing]:
    """The rows of the table, best first, with the unranked last."""
    is_swiss = isinstance(manifest.format, Swiss)
    byes = byes_of(manifest, played)
    return standings(len(manifest.entrants), played.results, byes, is_swiss=is_swiss, withdrawn=unranked)


Method = Literal["profile_likelihood", "resampled"]
"""How intervals are computed; `resampled` is that of older season files."""
NOT_BY_PLAY: Sequence[How] = ("time", "resignation", "no_show")
FAULTS = ("illegal", "crashed", "refused")
METHOD: Method = "profile_likelihood"


class _Rating(NamedTuple):
    elo: int | None
    low: int | None
    high: int | None


def make_report(
    manifest: Manifest,
    digest: str,
    played: Played,
    amended: Amended,
    voids: Mapping[int, int],
    method: Method = METHOD,
    faults: Mapping[tuple[int, str], int] = MappingProxyType({}),
    controls: Controls = MappingProxyType({}),
) -> Report:
    """Make the report of a season. `digest` is the manifest's and seeds resamples.

    `voids` maps an entrant to the attempts voided by its faults. `faults` maps (entrant, one of FAULTS) to a number.
    `controls` has the house bots' results in the deals of accounts.
    """
    names = [entrant.name for entrant in manifest.entrants]
    gone = amended.withdrawn_at(played.rounds)
    rows = ranking(manifest, played, () if method == "resampled" else gone)
    deals = played.deal_scores()
    if method == "resampled":
        anchor = {"anchor": anchor_of(manifest), "anchor_elo": manifest.anchor.elo}
        found = resampled_ratings(len(names), deals, **anchor, seed=bytes.fromhex(digest))
        ratings = [_Rating(*(rating or (None, None, None))) for rating in found]
        over_next: list[int | None] = [None] * len(rows)
        wins: Counter[tuple[int, int, How]] = Counter()
    else:
        wins = wins_by(played.results)
        ratings = _ratings(manifest, deals)
        over_next = _over_next([row.entrant for row in rows], deals)
    cells = [
        CrosstableCell(
            names[one],
            names[other],
            *cell,
            per_mille(cell.points, 2 * cell.played),
            *(wins[one, other, how] for how in NOT_BY_PLAY),
        )
        for (one, other), cell in crosstable(played.results).items()
    ]
    live = live_ratings(len(names), played.rated) if isinstance(manifest.format, Ladder) else None
    luck = adjusted(len(names), played.rated, controls)
    table = []
    for row, chance in zip(rows, over_next, strict=True):
        entrant, void = row.entrant, voids.get(row.entrant, 0)
        rating, without_luck = ratings[entrant], luck[entrant]
        skill = None if live is None else live[entrant]
        failed: dict[str, Any] = {kind: faults.get((entrant, kind), 0) for kind in FAULTS}
        table.append(
            TableRow(
                **{**asdict(row), "entrant": names[entrant]},
                elo=rating.elo,
                elo_low=rating.low,
                elo_high=rating.high,
                voids=void,
                has_many_voids=1000 * void > MANY_VOIDS * max(1, row.played // FIXTURES),
                is_withdrawn=entrant in gone,
                live_rating=None if skill is None else shown_rating(skill.mu),
                live_deviation=None if skill is None else shown_deviation(skill.sigma),
                over_next_per_mille=chance,
                **_by_how(entrant, wins),
                **failed,
                adjusted_share_per_mille=None if without_luck is None else without_luck.share_per_mille,
                adjusted_width_per_mille=None if without_luck is None else without_luck.width_per_mille,
            )
        )
    fixtures = sum(result.how != "walkover" for result in played.results)
    return Report(fixtures, table, cells, test_of(manifest, played, amended))


def _ratings(manifest: Manifest, scores: DealScores) -> list[_Rating]:
    count, anchor, elo = len(manifest.entrants), anchor_of(manifest), manifest.anchor.elo
    deals, found = Deals(count, scores), []
    for entrant, rating in enumerate(elos(count, scores, anchor, elo)):
        if rating is None:
            found.append(_Rating(None, None, None))
        elif entrant == anchor:
            found.append(_Rating(elo, elo, elo))
        else:
            found.append(_Rating(rating, *interval(Comparison(deals, entrant, anchor), elo)))
    return found


def _over_next(order: Sequence[int], scores: DealScores) -> list[int | None]:
    """The probability, per mille, that each entrant of the table is better than the next."""
    deals = Deals(len(order), scores)
    comparisons = [Comparison(deals, one, other) for one, other in pairwise(order)]
    return [*(better_per_mille(comparison) for comparison in comparisons), None]


def _by_how(entrant: int, wins: Mapping[tuple[int, int, How], int]) -> dict[str, Any]:
    """Wins and losses that were not by play, by field of the row."""
    return {
        f"{word}_by_{how}": sum(n for (*pair, by), n in wins.items() if (pair[side], by) == (entrant, how))
        for side, word in enumerate(("wins", "losses"))
        for how in NOT_BY_PLAY
    }


def test_of(manifest: Manifest, played: Played, amended: Amended) -> TestReport | None:
    """The course of a duel's test so far; None for other formats."""
    format_ = amended.format_at(manifest.format, played.rounds)
    if not isinstance(format_, Duel):
        return None
    course = course_of(bounds_of(format_), played.duel_outcomes())
    return TestReport(course.verdict, course.deals, list(course.llr_per_mille))
