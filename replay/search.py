"""Finding finished matches. Answered from indexed facts; no log is opened."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from msgspec import Struct

from cards.http.formats import Id, Moment
from cards.http.paging import microseconds, moment_at
from cards.http.timestamps import rfc3339
from matches.models import Match
from matches.players.models import Player
from matches.selectors.lists import those_readable, visible_matches
from replay.models import Fact, Summary

Place = tuple[int, UUID]
"""Where a page ended: microseconds since 1970, and the id."""
Kind = Fact.Kind


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is searched for; everything given must be true of a match."""

    ruleset: str | None = None
    cards: list[str] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    reason: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    player: str | None = None
    opponent: str | None = None
    named: str | None = None
    deck: str | None = None
    ended_after: datetime | None = None
    ended_before: datetime | None = None
    imported: bool = False


class Found(Struct, frozen=True):
    """A finished match. `length` is its number of events; `players` are the seats' names in the log, in order.

    Of an imported match `players` are empty strings, for nobody here sat in it, and `named` is what its log calls them.
    """

    id: Id
    ruleset: str
    length: int
    ended_at: Moment
    reason: str
    winners: list[int]
    players: list[str]
    named: list[str] | None
    is_imported: bool
    url: str


def found_matches(asker: Player | None, wanted: Wanted, before: Place | None = None) -> QuerySet[Summary]:
    """Finished matches that the asker may see, newest end first; `before` is the `place_of` the last one read."""
    found = Summary.objects.filter(match__in=visible_matches(asker).order_by().values("pk"))
    found = found.filter(is_readable=True, is_imported=wanted.imported)
    if wanted.imported and (wanted.player is not None or wanted.opponent is not None):
        return found.none()  # In an import nobody sat who is known here, whatever it says.
    for name, value in (
        ("ruleset", wanted.ruleset),
        ("length__gte", wanted.min_length),
        ("length__lte", wanted.max_length),
        ("ended_at__gte", wanted.ended_after),
        ("ended_at__lt", wanted.ended_before),
    ):
        if value is not None:
            found = found.filter(**{name: value})
    for fact in _facts(asker, wanted):
        found = found.filter(Exists(fact))
    if before is not None:
        ended_at, pk = moment_at(before[0]), before[1]
        found = found.filter(Q(ended_at__lt=ended_at) | Q(ended_at=ended_at, match__lt=pk))
    return found.order_by("-ended_at", "-match").select_related("match").prefetch_related("match__seats")


def place_of(summary: Summary) -> Place:
    return microseconds(summary.ended_at), summary.match_id


def _facts(asker: Player | None, wanted: Wanted) -> list[QuerySet[Fact]]:
    exact = [
        *((Kind.CARD, card) for card in wanted.cards),
        *((Kind.EFFECT, effect) for effect in wanted.effects),
        (Kind.REASON, wanted.reason),
        (Kind.DECK, wanted.deck),
        (Kind.NAMED, wanted.named),
    ]
    facts = [_fact(kind).filter(value=value) for kind, value in exact if value is not None]
    if wanted.player is not None:
        facts.append(_sitting(wanted.player))
    if wanted.opponent is not None and asker is not None:
        mine = _fact(Kind.PLAYER).filter(value=str(asker.public_id))
        others = _sitting(wanted.opponent).exclude(value=str(asker.public_id))
        facts += [mine, others]
    return facts


def _fact(kind: str) -> QuerySet[Fact]:
    return Fact.objects.filter(match=OuterRef("match"), kind=kind)


def _sitting(name: str) -> QuerySet[Fact]:
    """Facts of who sits: by user name, by the id in the log, or a bot by its name with or without a version."""
    facts = _fact(Kind.PLAYER)
    player = Player.objects.filter(username=name).first()
    if player is not None:
        return facts.filter(value=str(player.public_id))
    bot = f"bot:{name.removeprefix('bot:')}"
    return facts.filter(Q(value__in=[name, bot]) | Q(value__gte=f"{bot}/", value__lt=f"{bot}0"))


def all_shown(page: Sequence[Summary], urls: Sequence[str]) -> list[Found]:
    """Those of a page that can be read; the others are left out, and logged."""
    places = zip(page, urls, strict=True)
    return list(those_readable((summary.match_id, partial(shown, summary, url)) for summary, url in places))


def shown(summary: Summary, url: str) -> Found:
    match: Match = summary.match
    names = [seat.public_id for seat in match.seats.all()]
    return Found(
        id=str(match.pk),
        ruleset=summary.ruleset,
        length=summary.length,
        ended_at=rfc3339(summary.ended_at),
        reason=match.end_reason,
        winners=match.outcome["winners"],
        players=[""] * len(names) if summary.is_imported else names,
        named=names if summary.is_imported else None,
        is_imported=summary.is_imported,
        url=url,
    )
