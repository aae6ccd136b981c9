"""Writes the sentences of a season's page: what its deals balance, how its test stands, what was amended."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.formats import Duel, Format
from leagues.models import Amendment
from leagues.ratings.sequential_test import stops
from leagues.record import bounds_of, length_field, with_length
from leagues.report import TestReport
from leagues.season_resources import Season
from leagues.selectors.endings import DuelEnding

UNDECIDED = "undecided"
"""The verdict, also of a duel that was closed before its test had one."""
THROWN_FOR = ("first_player", "janken")
"""The option, and its value, with which players decide the first turn themselves, so the seed does not."""


class Amended(NamedTuple):
    at: datetime
    what: str
    by: str
    """Name of the operator; empty if the service made it."""
    reason: str


class DuelInWords(NamedTuple):
    verdict: str
    bounds: str
    progress: str


def format_now(season: Season) -> Format:
    """The season's format, with the extensions so far."""
    format_ = season.manifest.format
    for amendment in season.amendments:
        if amendment.length is not None:
            format_ = with_length(format_, amendment.length)
    return format_


def amendments_in_words(season: Season) -> list[Amended]:
    return [
        Amended(
            datetime.fromisoformat(row.at),
            _amended(Amendment.Kind(row.kind), row.entrant, row.length, season.manifest.format),
            row.by or "",
            row.reason,
        )
        for row in season.amendments
    ]


def _amended(kind: Amendment.Kind, entrant: str | None, length: int | None, format_: Format) -> str:
    if kind == Amendment.Kind.EXTEND:
        return _("Extended to %(length)s") % {"length": _length(length or 0, format_)}
    if kind == Amendment.Kind.WITHDRAW:
        return _("%(entrant)s was withdrawn") % {"entrant": entrant}
    if kind == Amendment.Kind.BROKEN:
        return _("%(entrant)s kept failing and was removed from the season") % {"entrant": entrant}
    return str(kind.label)


def _length(length: int, format_: Format) -> str:
    texts = {
        "cycles": ngettext("%(n)d cycle", "%(n)d cycles", length),
        "rounds": ngettext("%(n)d round", "%(n)d rounds", length),
        "most_deals": ngettext("at most %(n)d deal", "at most %(n)d deals", length),
    }
    return texts[length_field(format_)] % {"n": length}


def duel_in_words(
    season: Season, test: TestReport | None, names: Sequence[str], points: Mapping[str, int]
) -> DuelInWords | None:
    """A duel's test in words: verdict, bounds, error rates, progress and who leads. None without a test."""
    format_ = format_now(season)
    if test is None or not isinstance(format_, Duel):
        return None
    low, high = stops(bounds_of(format_))
    numbers = {"elo0": _difference(format_.elo0), "elo1": _difference(format_.elo1)}
    rates = {"alpha": _percent(format_.alpha_per_mille), "beta": _percent(format_.beta_per_mille)}
    ratio = test.llr_per_mille[-1] / 1000 if test.llr_per_mille else 0.0
    is_over = season.status == "over"
    verdict = _verdict(test.verdict or (UNDECIDED if is_over else None), format_, *names[:2])
    if test.verdict is not None and not is_over:
        verdict += " " + _("The result is decided. The last deals are still being played.")
    if points:
        score = {"first": names[0], "own": points[names[0]], "second": names[1], "other": points[names[1]]}
        of_points = (
            _("Points: %(first)s %(own)d, %(second)s %(other)d.")
            if is_over
            else _("Points so far: %(first)s %(own)d, %(second)s %(other)d.")
        )
        verdict += " " + of_points % score
    progress = _("%(deals)d of at most %(most)d deals are counted. The log-likelihood ratio is %(ratio)s.")
    bounds = _(
        "The test asks whether %(first)s is stronger by %(elo1)s Elo, or only by %(elo0)s. If the true "
        "difference is %(elo0)s, the test decides for %(elo1)s in at most %(alpha)s of seasons. If it is "
        "%(elo1)s, the test decides for %(elo0)s in at most %(beta)s. The test ends at a log-likelihood "
        "ratio of %(low)s or %(high)s."
    )
    return DuelInWords(
        verdict,
        bounds % {**numbers, **rates, "first": names[0], "low": f"{low:+.2f}", "high": f"{high:+.2f}"},
        progress % {"deals": test.deals, "most": format_.most_deals, "ratio": f"{ratio:+.2f}"},
    )


def verdict_in_words(ended: DuelEnding) -> str:
    return _verdict(ended.verdict or UNDECIDED, ended.duel, *ended.names)


def _verdict(verdict: str | None, duel: Duel, first: str, second: str) -> str:
    """The verdict in words. A test refutes one of its bounds, so the sentence claims no more than that."""
    names: dict[str, str | int] = {"first": first, "second": second}
    if verdict == "h1":
        if duel.elo0 >= 0:
            return _("%(first)s is stronger than %(second)s.") % names
        names["elo"] = -duel.elo0
        return _("If %(first)s is weaker than %(second)s, then by less than %(elo)d Elo.") % names
    if verdict == "h0":
        if duel.elo1 <= 0:
            return _("%(first)s is weaker than %(second)s.") % names
        names["elo"] = duel.elo1
        return _("If %(first)s is stronger than %(second)s, then by less than %(elo)d Elo.") % names
    if verdict is not None:
        return _("The test did not decide whether %(first)s is stronger than %(second)s.") % names
    return _("Is %(first)s stronger than %(second)s? The test is still running.") % names


def _difference(elo: int) -> str:
    return f"{elo:+d}" if elo else "0"


def _percent(per_mille: int) -> str:
    whole, tenth = divmod(per_mille, 10)
    return f"{whole}.{tenth} %" if tenth else f"{whole} %"


def deal_sentences(season: Season, accounts: Iterable[bool], *, builds_decks: bool = True) -> list[str]:
    """What the two matches of a deal share and what differs. `accounts` says of each entrant if it is an account."""
    are_accounts = list(accounts)
    own_decks = season.manifest.decks == "of_entrant" and not season.seat_decks
    sentences = []
    if are_accounts.count(False) > 1:
        sentences.append(
            _(
                "Both matches of a deal use the same seed, with the sides exchanged. Each entrant plays its own "
                "deck, so the cards differ. Only the seats are balanced."
            )
            if own_decks and builds_decks
            else _(
                "Each deal is played twice with the same seed. The entrants exchange seats and decks, so "
                "each gets what the other had."
            )
            if builds_decks
            else _(
                "Each deal is played twice with the same seed. The entrants exchange seats, so each gets "
                "what the other had."
            )
        )
    twinned = season.manifest.twinned
    if twinned is not None:
        sentences.append(
            _(
                "The entrants never play each other. In each deal, two entrants play against the house bot %(bot)s, "
                "with the same cards on the same side. Each match gives its points to the entrant that plays it, and "
                "the bot's points to the other. Until both matches are over, only its player can see a match. Owners "
                "who work together could still tell each other their cards."
            )
            % {"bot": f"{twinned.bot}/{twinned.version}"}
        )
    elif any(are_accounts):
        sentences.append(
            _(
                "A bot account could remember the first match. So if a bot account plays, the matches of a deal have "
                "different seeds, and only the seats are exchanged."
            )
        )
    option, value = THROWN_FOR
    if season.options.get(option) == value:
        sentences.append(
            _(
                "Each match begins with rock, paper, scissors for the first turn, so the same entrant may go "
                "first twice."
            )
        )
    return sentences
