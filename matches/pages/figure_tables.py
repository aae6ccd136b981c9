"""Statistics as tables for a page: names in the reader's language, shares with their intervals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from common.text.language import in_language
from common.text.naming import card_names
from common.text.scorecards import deciding_texts
from common.text.sentences import reason_texts
from matches.pages.people import SIGNS
from matches.search.deck_ids import short_label, starter_labels
from matches.search.statistics import USES, CardStatistics, Figure, Statistics
from rules.engine import Ruleset


class Named(NamedTuple):
    """A row of a table: its name, its link (empty if it has none) and its figure."""

    name: str
    url: str
    figure: Figure
    share: str
    interval: str


class CardRow(NamedTuple):
    name: str
    url: str
    uses: list[Named | None]
    """In the deck, seen, played: one figure each, None if there is none."""


class Ending(NamedTuple):
    """An end reason, the number of matches that ended so, and (fact that decided, number of matches)."""

    reason: str
    matches: int
    decisions: list[tuple[str, int]]


class PairCell(NamedTuple):
    is_self: bool
    shown: Named | None
    tone: int
    """From 0 (all lost) to 10 (all won)."""


class PairRow(NamedTuple):
    name: str
    cells: list[PairCell]


def percent(per_mille: int | None) -> str:
    return "–" if per_mille is None else f"{per_mille // 10}.{per_mille % 10} %"


def named(figure: Figure, name: str = "", url: str = "") -> Named:
    bounds = (figure.low_per_mille, figure.high_per_mille)
    interval = "" if bounds[0] is None else f"{percent(bounds[0])} … {percent(bounds[1])}"
    return Named(name, url, figure, percent(figure.share_per_mille), interval)


class Tables:
    """The tables of some statistics. `own_names` names decks other than starter decks, `seat_labels` names seats."""

    def __init__(
        self,
        rules: Ruleset,
        statistics: Statistics,
        own_names: Mapping[str, str] | None = None,
        *,
        is_linked: bool = True,
        seat_labels: Sequence[str] = (),
    ) -> None:
        self.rules, self.statistics, self.is_linked = rules, statistics, is_linked
        self._seat_labels = seat_labels
        self._deck_names = {**(own_names or {}), **starter_labels(rules)}

    def deck_name(self, deck: str) -> str:
        return self._deck_names.get(deck) or short_label(deck)

    def decks(self) -> list[Named]:
        return [named(row, self.deck_name(row.deck), self._url("deck", row.deck)) for row in self.statistics.decks]

    def pairs(self) -> list[PairRow]:
        """Deck against deck, without decks that have met no other deck."""
        cells = {(pair.deck, pair.opponent): pair for pair in self.statistics.deck_pairs}
        own, others = self._met()
        return [
            PairRow(self.deck_name(one), [self._pair(one == other, cells.get((one, other))) for other in others])
            for one in own
        ]

    def opponents(self) -> list[str]:
        """The names over the columns of `pairs`."""
        return [self.deck_name(deck) for deck in self._met()[1]]

    def _met(self) -> tuple[list[str], list[str]]:
        """The decks of the rows and of the columns. Columns begin with the decks that have rows, in the same order."""
        pairs = self.statistics.deck_pairs
        met = {pair.deck for pair in pairs}
        own = [deck.deck for deck in self.statistics.decks if deck.deck in met]
        opponents = {pair.opponent for pair in pairs}
        return own, list(dict.fromkeys([*(deck for deck in own if deck in opponents), *(p.opponent for p in pairs)]))

    def _pair(self, is_self: bool, figure: Figure | None) -> PairCell:
        tone = 5 if figure is None or figure.share_per_mille is None else (figure.share_per_mille + 50) // 100
        return PairCell(is_self, None if figure is None else named(figure), tone)

    def cards(self) -> list[CardRow]:
        """The cards, those played in most matches first."""
        found: dict[str, dict[str, CardStatistics]] = {}
        for row in self.statistics.cards:
            found.setdefault(row.card, {})[row.use] = row
        names = card_names(self.rules)

        def key(card: str) -> tuple[int, int, str]:
            counts = [figure.matches if (figure := found[card].get(use)) else 0 for use in ("played", "seen")]
            return -counts[0], -counts[1], card

        return [
            CardRow(
                in_language(names.get(card), card),
                self._url("card", card),
                [named(found[card][use]) if use in found[card] else None for use in USES],
            )
            for card in sorted(found, key=key)
        ]

    def seats(self) -> list[Named]:
        return [named(row, f"{SIGNS[row.seat]} {self._seat(row.seat)}") for row in self.statistics.seats]

    def _seat(self, seat: int) -> str:
        return self._seat_labels[seat] if self._seat_labels else _("Seat %(n)s") % {"n": seat}

    def endings(self) -> list[Ending]:
        """The end reasons, most frequent first, each with its deciding facts and their counts."""
        return [
            Ending(
                in_language(reason_texts(self.rules, row.reason)),
                row.matches,
                [
                    (in_language(deciding_texts(self.rules, decision.decided_by)), decision.matches)
                    for decision in self.statistics.decisions
                    if decision.reason == row.reason
                ],
            )
            for row in self.statistics.reasons
        ]

    def _url(self, kind: str, value: str) -> str:
        return reverse(f"figures-{kind}", args=[self.rules.slug, value]) if self.is_linked else ""


def table_context(tables: Tables) -> dict[str, Any]:
    """The context of the template `matches/figures.html`."""
    statistics = tables.statistics
    return {
        "figures": statistics,
        "deck_rows": tables.decks() if tables.rules.builds_decks else [],
        "pair_rows": tables.pairs() if tables.rules.builds_decks else [],
        "pair_names": tables.opponents(),
        "card_rows": tables.cards(),
        "seat_rows": tables.seats(),
        "ending_rows": tables.endings(),
        "builds_decks": tables.rules.builds_decks and bool(statistics.decks),
    }
