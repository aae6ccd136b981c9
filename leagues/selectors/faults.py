"""Lists the faults of a season's entrants, with the excerpts that the reader may see."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from leagues.models import AccountFault, Entrant, Season, Void
from leagues.selectors.access import may_operate
from matches.selectors.access import is_disclosed
from players.models import BotAccount, Player


class VisibleFault(NamedTuple):
    """A fault, with its excerpt if the reader may see it. A voided attempt of house bots has no match."""

    deal: int
    attempt: int
    seating: int | None
    match: UUID | None
    entrant: str
    kind: str
    count: int
    excerpt: str | None
    at: datetime


def visible_faults(season: Season, player: Player | None) -> list[VisibleFault]:
    """All faults that the tables count, by deal.

    A bot account and its owner always see its excerpts. Operators see all, but an account's only once the match is
    disclosed: the refused action may name a hidden card.
    """
    found = [*_of_house_bots(season, player), *_of_accounts(season, player)]
    return sorted(found, key=lambda fault: (fault.deal, fault.attempt, fault.seating or 0, fault.entrant, fault.kind))


def _of_house_bots(season: Season, player: Player | None) -> Iterator[VisibleFault]:
    voids = Void.objects.filter(deal__season=season, entrant__isnull=False).exclude(kind="")
    is_operator = may_operate(player)
    for void in voids.select_related("deal", "entrant"):
        assert void.entrant is not None  # Filtered above.
        what = void.what if is_operator else None
        yield VisibleFault(void.deal.number, void.attempt, None, None, void.entrant.name, void.kind, 1, what, void.at)


def _of_accounts(season: Season, player: Player | None) -> Iterator[VisibleFault]:
    faults = AccountFault.objects.filter(entrant__season=season)
    rows = list(faults.select_related("fixture__deal", "fixture__match", "entrant").defer("fixture__match__snapshot"))
    own, is_operator = _own_entrants((row.entrant for row in rows), player), may_operate(player)
    for row in rows:
        fixture = row.fixture
        is_visible = row.entrant_id in own or (is_operator and is_disclosed(fixture.match))
        yield VisibleFault(
            fixture.deal.number,
            fixture.attempt,
            fixture.seating,
            fixture.match_id,
            row.entrant.name,
            row.kind,
            row.count,
            row.what if is_visible else None,
            row.at,
        )


def _own_entrants(entrants: Iterable[Entrant], player: Player | None) -> set[int]:
    """The entrants that are this player, or a bot account of theirs."""
    if player is None:
        return set()
    accounts = {player.pk, *BotAccount.objects.filter(owner=player).values_list("player", flat=True)}
    return {entrant.pk for entrant in entrants if entrant.player_id in accounts}
