"""Find finished matches by indexed summaries and terms, without opening a log."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from common.replica import list_database
from common.timestamps import microseconds, moment_at
from matches.models import MatchSummary, SearchTerm
from matches.selectors.lists import listed_matches
from players.models import Player

Place = tuple[int, UUID]
"""Where a page ended: microseconds since 1970, and the match id."""
Kind = SearchTerm.Kind
RARE = 1000
"""On SQLite, a search starts at a term with at most this many rows. With a more common one, it soon fills a page."""


@dataclass(frozen=True, kw_only=True)
class Criteria:
    """The search criteria; a match must meet all that are given."""

    ruleset: str | None = None
    cards: list[str] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    reason: str | None = None
    decided_by: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    player: str | None = None
    winner: str | None = None
    opponent: str | None = None
    named: str | None = None
    deck: str | None = None
    is_rated: bool | None = None
    ended_after: datetime | None = None
    ended_before: datetime | None = None
    imported: bool = False


def find_matches(asker: Player | None, criteria: Criteria, before: Place | None = None) -> QuerySet[MatchSummary]:
    """Finished matches that the asker may find, newest end first. `before` is the place of the last one read."""
    found = MatchSummary.objects.filter(Exists(listed_matches(asker).filter(pk=OuterRef("pk"))))
    found = found.filter(is_readable=True, is_imported=criteria.imported)
    if criteria.imported and {criteria.player, criteria.winner, criteria.opponent} != {None}:
        return found.none()  # Imports have no known players, only names.
    terms = _terms(asker, criteria)
    for term in terms:
        found = found.filter(Exists(term.filter(match=OuterRef("match"))))
    game, rare = criteria.ruleset, _rare(terms)
    if rare is not None:
        found = found.filter(match__in=rare.values("match"))
    if game is not None:
        # If both were equalities, SQLite would start at the game.
        found = found.filter(ruleset=game) if rare is None else found.filter(ruleset__range=(game, game))
    for name, value in (
        ("match__is_rated", criteria.is_rated),
        ("length__gte", criteria.min_length),
        ("length__lte", criteria.max_length),
        ("ended_at__gte", criteria.ended_after),
        ("ended_at__lt", criteria.ended_before),
    ):
        if value is not None:
            found = found.filter(**{name: value})
    if before is not None:
        ended_at, pk = moment_at(before[0]), before[1]
        found = found.filter(Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, match__lt=pk))
    found = found.order_by("-ended_at", "-match").select_related("match").prefetch_related("match__seats")
    return found.using(list_database())


def place_of(summary: MatchSummary) -> Place:
    return microseconds(summary.ended_at), summary.match_id


def _terms(asker: Player | None, criteria: Criteria) -> list[QuerySet[SearchTerm]]:
    exact = [
        *((Kind.CARD, card) for card in criteria.cards),
        *((Kind.EFFECT, effect) for effect in criteria.effects),
        (Kind.REASON, criteria.reason),
        (Kind.DECIDED, criteria.decided_by),
        (Kind.DECK, criteria.deck),
        (Kind.NAMED, criteria.named),
    ]
    terms = [SearchTerm.objects.filter(kind=kind, value=value) for kind, value in exact if value is not None]
    if criteria.player is not None:
        terms.append(_of(criteria.player))
    if criteria.winner is not None:
        terms.append(_of(criteria.winner, Kind.WINNER))
    if criteria.opponent is not None and asker is not None:
        mine = SearchTerm.objects.filter(kind=Kind.PLAYER, value=str(asker.public_id))
        others = _of(criteria.opponent).exclude(value=str(asker.public_id))
        terms += [mine, others]
    return terms


def _of(name: str, kind: Kind = Kind.PLAYER) -> QuerySet[SearchTerm]:
    """Terms for a player by user name or id in the log, or for a bot by name, with or without a version."""
    player = Player.objects.filter(username=name).first()
    if player is not None:
        return SearchTerm.objects.filter(kind=kind, value=str(player.public_id))
    bot = f"bot:{name.removeprefix('bot:')}"
    versions = Q(kind=kind, value__gte=f"{bot}/", value__lt=f"{bot}0")  # SQLite needs the kind here to use the index.
    return SearchTerm.objects.filter(Q(kind=kind, value__in=[name, bot]) | versions)


def _rare(terms: list[QuerySet[SearchTerm]]) -> QuerySet[SearchTerm] | None:
    """The first rare term, on SQLite. PostgreSQL knows which terms are rare, and starts there by itself."""
    if connection.vendor != "sqlite":
        return None
    return next((term.order_by() for term in terms if not term[RARE : RARE + 1].exists()), None)
