"""The tables of seasons, for the public pages and the admin. Every column is defined once, here."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from leagues import season_resources
from leagues.formats import Ladder, Swiss
from leagues.models import Amendment, Deal, Entrant, Fixture, Season
from leagues.report import Report, TableRow
from leagues.selectors.seasons import season_plan
from leagues.twins import at_sides
from matches.models import Match
from matches.selectors.access import visible_to
from players.models import Player

SHORT_DIGEST = 8


class Column(NamedTuple):
    """A column. `cell` returns the text for a row; None is shown as a dash."""

    name: str
    head: Any
    cell: Callable[[Any], Any]
    kind: Literal["n", "text", "row"] = "n"
    """Numbers, text, or the name of the row."""
    title: str = ""
    """The full heading, if the visible one is an abbreviation."""
    style: Callable[[Any], str] = lambda row: ""
    """More CSS classes of a cell."""


class Table(NamedTuple):
    label: str
    """The id of the heading above the table. With it, the table scrolls in a box of its own."""
    columns: Sequence[Column]
    rows: Sequence[Any]
    style: str = ""
    empty: Any = ""
    """The text shown if there are no rows."""

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    @property
    def lines(self) -> list[list[tuple[Column, Any, str]]]:
        return [[(column, column.cell(row), column.style(row)) for column in self.columns] for row in self.rows]

    def only(self, *names: str) -> "Table":
        """The table with only these columns, without its scrolling box, for the admin."""
        return self._replace(label="", columns=[column for column in self.columns if column.name in names])


class Line(NamedTuple):
    """An entrant's row of the standings."""

    row: TableRow
    entrant: Entrant
    link: str
    state: str
    """Why the entrant plays no more; empty while it plays."""

    def cells(self) -> dict[str, Any]:
        """The texts of all columns, by name."""
        return {column.name: column.cell(self) for column in STANDINGS}

    @property
    def bot(self) -> str:
        one = self.entrant
        return f"{gettext('Bot account')} {one.account_version}" if one.is_account else f"{one.bot}/{one.bot_version}"

    @property
    def bot_in_full(self) -> Any:
        """The bot with its version, iterations and the start of its digest."""
        text, digest = noted(self.bot, self.iterations, "{}"), self.entrant.digest
        if not digest:
            return text
        return format_html('{} <code class="small" title="{}">{}</code>', text, digest, digest[:SHORT_DIGEST])

    @property
    def iterations(self) -> str:
        count = self.entrant.iterations
        return gettext("%(n)s iterations per decision") % {"n": count} if count else ""

    @property
    def won_how(self) -> str:
        return how_in_words(self.row.wins_by_time, self.row.wins_by_resignation, self.row.wins_by_no_show)

    @property
    def lost_how(self) -> str:
        return how_in_words(self.row.losses_by_time, self.row.losses_by_resignation, self.row.losses_by_no_show)

    @property
    def voids(self) -> str:
        return f"{self.row.voids} ⚠ {gettext('many')}" if self.row.has_many_voids else str(self.row.voids)

    @property
    def faults(self) -> str:
        """The number of faults of each kind, in words; empty if there are none."""
        illegal, crashed, refused = self.row.illegal, self.row.crashed, self.row.refused
        counts = [
            (illegal, ngettext("%(n)d illegal action", "%(n)d illegal actions", illegal)),
            (crashed, ngettext("%(n)d crash", "%(n)d crashes", crashed)),
            (refused, ngettext("%(n)d unanswered call", "%(n)d unanswered calls", refused)),
        ]
        return _counted(counts)


def how_in_words(time: int, resignation: int, no_show: int) -> str:
    """How many wins or losses were on time, by resignation or by no-show; empty if none."""
    counts = [
        (time, ngettext("%(n)d on time", "%(n)d on time", time)),
        (resignation, ngettext("%(n)d by resignation", "%(n)d by resignation", resignation)),
        (no_show, ngettext("%(n)d no-show", "%(n)d no-shows", no_show)),
    ]
    return _counted(counts)


def _counted(counts: Sequence[tuple[int, str]]) -> str:
    return gettext(", ").join(text % {"n": count} for count, text in counts if count)


def percent(per_mille: int | None) -> str | None:
    if per_mille is None:
        return None
    sign = "-" if per_mille < 0 else ""
    return f"{sign}{abs(per_mille) // 10}.{abs(per_mille) % 10} %"


def interval_text(low: int | None, high: int | None) -> str | None:
    """An Elo interval as text; None if neither end has a bound."""
    if low is not None and high is not None:
        return f"{low:+d} … {high:+d}"
    if low is not None:
        return gettext("at least %(elo)s") % {"elo": f"{low:+d}"}
    return None if high is None else gettext("at most %(elo)s") % {"elo": f"{high:+d}"}


def noted(text: Any, note: str | None, form: str = "({})") -> Any:
    """The text, followed by the note in small print if there is one."""
    return format_html('{} <span class="small">{}</span>', text, form.format(note)) if note else text


def _link(url: str, text: Any) -> str:
    return format_html('<a href="{}">{}</a>', url, text)


def entrant_links(season: Season) -> dict[str, str]:
    """Name -> link to the entrant's page."""
    place = (season.league.slug, season.number)
    entrants = season_plan(season.pk).entrants
    return {one.name: _link(reverse("league-entrant", args=[*place, one.number]), one.name) for one in entrants}


STANDINGS = (
    Column("rank", _("Rank"), lambda line: None if line.row.is_withdrawn else line.row.rank),
    Column("entrant", _("Entrant"), lambda line: noted(line.link, line.state), "row"),
    Column("points", _("Points"), attrgetter("row.points")),
    Column("share", _("Share"), lambda line: percent(line.row.share_per_mille)),
    Column(
        "adjusted",
        _("Without luck"),
        lambda line: noted(percent(line.row.adjusted_share_per_mille), percent(line.row.adjusted_width_per_mille)),
    ),
    Column("played", _("Matches"), attrgetter("row.played")),
    Column("wins", _("Won"), lambda line: noted(line.row.wins, line.won_how)),
    Column("draws", _("Drawn"), attrgetter("row.draws")),
    Column("losses", _("Lost"), lambda line: noted(line.row.losses, line.lost_how)),
    Column("byes", _("Byes"), attrgetter("row.byes")),
    Column("buchholz", _("Buchholz"), attrgetter("row.buchholz")),
    Column("sonneborn_berger", _("Sonneborn-Berger"), attrgetter("row.sonneborn_berger")),
    Column("rating", _("Rating"), lambda line: None if line.row.elo_inside is None else f"{line.row.elo_inside:+d}"),
    Column("interval", _("Interval"), lambda line: interval_text(*line.row.interval)),
    Column("over_next", _("Stronger than next"), lambda line: percent(line.row.over_next_per_mille)),
    Column("live", _("Live rating"), lambda line: noted(line.row.live_rating, str(line.row.live_deviation), "± {}")),
    Column(
        "voids",
        _("Voided"),
        lambda line: noted(line.voids, line.faults),
        style=lambda line: "many" if line.row.has_many_voids else "",
    ),
    Column("bot", _("Bot"), lambda line: line.bot_in_full, "text"),
)


def standings_table(season: Season, report: Report) -> Table:
    """The standings, without the columns that this season does not use."""
    rows, format_ = report.standings, season_plan(season.pk).manifest.format
    is_shown = {
        "adjusted": any(row.adjusted_share_per_mille is not None for row in rows),
        "byes": any(row.byes for row in rows),
        "buchholz": isinstance(format_, Swiss),
        "live": isinstance(format_, Ladder),
    }
    columns = [column for column in STANDINGS if is_shown.get(column.name, True)]
    return Table("table", columns, standings_lines(season, report), "entrants")


def standings_lines(season: Season, report: Report) -> list[Line]:
    of_name = {entrant.name: entrant for entrant in season_plan(season.pk).entrants}
    links, states = entrant_links(season), {}
    if any(row.is_withdrawn for row in report.standings):
        states = {row.entrant: gettext("withdrawn") for row in report.standings if row.is_withdrawn}
        broken = Amendment.objects.filter(season=season, kind=Amendment.Kind.BROKEN, entrant__isnull=False)
        states |= dict.fromkeys(broken.values_list("entrant__name", flat=True), gettext("removed"))
    return [
        Line(row, of_name[row.entrant], links[row.entrant], states.get(row.entrant, "")) for row in report.standings
    ]


def crosstable_table(season: Season, report: Report) -> Table:
    """The crosstable, in the order of the standings. A dot means that two entrants have not met."""
    cells = {(cell.entrant, cell.opponent): cell for cell in report.crosstable}
    links, order = entrant_links(season), [row.entrant for row in report.standings]

    def named(one: str) -> str:
        return format_html('<span class="number">{}</span> {}', order.index(one) + 1, links[one])

    def met(other: str, one: str) -> str:
        cell = cells.get((one, other))
        return "" if one == other else "·" if cell is None else f"{cell.wins}–{cell.draws}–{cell.losses}"

    def style(other: str, one: str) -> str:
        """The CSS class for the colour of a cell: the share of the points, from 0 to 10."""
        share = None if (cell := cells.get((one, other))) is None else cell.share_per_mille
        return "self" if one == other else "" if share is None else f"tone-{(share + 50) // 100}"

    others = [
        Column(other, number, partial(met, other), title=other, style=partial(style, other))
        for number, other in enumerate(order, 1)
    ]
    return Table("crosstable", [Column("entrant", _("Entrant"), named, "row"), *others], order, "grid")


def opponents_table(season: Season, report: Report, entrant: Entrant) -> Table:
    """An entrant's results against each opponent, in the order of the standings."""
    cells = {cell.opponent: cell for cell in report.crosstable if cell.entrant == entrant.name}
    links = entrant_links(season)
    columns = [
        Column("opponent", _("Opponent"), lambda cell: links[cell.opponent], "row"),
        Column("played", _("Matches"), attrgetter("played")),
        Column("wins", _("Won"), attrgetter("wins")),
        Column("draws", _("Drawn"), attrgetter("draws")),
        Column("losses", _("Lost"), attrgetter("losses")),
        Column("share", _("Share"), lambda cell: percent(cell.share_per_mille)),
    ]
    rows = [cells[row.entrant] for row in report.standings if row.entrant in cells]
    return Table("opponents", columns, rows, "entrants", _("No matches counted yet."))


class FixtureLine(NamedTuple):
    """A match with its entrants by side, links to their pages, and whether the reader may open it."""

    shown: season_resources.Fixture
    match: Match
    sides: list[str]
    is_open: bool
    may_count: bool

    @property
    def result(self) -> Any:
        if self.shown.outcome is None:
            return None
        text = f"{gettext('Won by')} {self.shown.winner}" if self.shown.winner else gettext("Draw")
        if self.shown.counts:
            return text
        return noted(text, gettext("counts once the deal is over") if self.may_count else gettext("doesn't count"))

    @property
    def link(self) -> str | None:
        if not self.is_open:
            return None
        is_replay = self.match.status == Match.Status.OVER and self.match.version >= 0
        place, text = ("replay", gettext("Replay")) if is_replay else ("watch", gettext("Spectate"))
        return _link(reverse(place, args=[self.match.pk]), text)


FIXTURES = (
    Column("result", _("Result"), attrgetter("result"), "text"),
    Column("match", _("Match"), attrgetter("link"), "text"),
    Column("first", _("First side"), lambda line: line.sides[0], "text"),
    Column("second", _("Second side"), lambda line: line.sides[1], "text"),
    Column("round", _("Round"), lambda line: line.shown.round + 1),
    Column("deal", _("Deal"), lambda line: line.shown.deal + 1),
)


def _at_sides(shown: season_resources.Fixture, links: Mapping[str, str]) -> list[str]:
    """The entrants by side. In a twinned deal, a house bot has the place of the entrant that doesn't play."""
    return [
        format_html(gettext("House bot for {}"), links[name]) if shown.played_by not in (None, name) else links[name]
        for name in at_sides(shown.first, shown.second, shown.seating)
    ]


def fixtures_table(season: Season, rows: Sequence[Fixture], player: Player | None) -> Table:
    """The matches with their results. Rounds and deals are numbered from 1."""
    matches, links = [row.match_id for row in rows], entrant_links(season)
    open_to = set(Match.objects.filter(visible_to(player), pk__in=matches).values_list("pk", flat=True))
    lines = [
        FixtureLine(
            shown,
            row.match,
            _at_sides(shown, links),
            row.match_id in open_to,
            row.deal.status == Deal.Status.OPEN and row.deal.attempt == row.attempt,
        )
        for row, shown in zip(rows, season_resources.fixture_resources(season, rows), strict=True)
    ]
    return Table("matches", FIXTURES, lines, empty=_("No matches yet."))
