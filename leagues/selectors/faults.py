"""The faults of a season's entrants one by one, and who may read what exactly a bot did."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from leagues.models import AccountFault, Entrant, Season, Void
from leagues.selectors.access import may_operate
from matches.selectors.access import is_disclosed
from players.models import BotAccount, Player


class FaultShown(NamedTuple):
    """A fault, with its excerpt if this reader may see it. A void of a house bot has no match."""

    deal: int
    attempt: int
    seating: int | None
    match: UUID | None
    entrant: str
    kind: str
    count: int
    excerpt: str | None
    at: datetime


def faults_shown(season: Season, player: Player | None) -> list[FaultShown]:
    """All faults that tables count, by deal.

    Owners and accounts read excerpts of their own at any time. Operators read all, but those of accounts only when the
    match is disclosed: an action that was refused may name a hidden card.
    """
    found = [*_of_house_bots(season, player), *_of_accounts(season, player)]
    return sorted(found, key=lambda fault: (fault.deal, fault.attempt, fault.seating or 0, fault.entrant, fault.kind))


def _of_house_bots(season: Season, player: Player | None) -> Iterator[FaultShown]:
    voids = Void.objects.filter(deal__season=season, entrant__isnull=False).exclude(kind="")
    is_operator = may_operate(player)
    for void in voids.select_related("deal", "entrant"):
        assert void.entrant is not None  # Filtered above.
        what = void.what if is_operator else None
        yield FaultShown(void.deal.number, void.attempt, None, None, void.entrant.name, void.kind, 1, what, void.at)


def _of_accounts(season: Season, player: Player | None) -> Iterator[FaultShown]:
    faults = AccountFault.objects.filter(entrant__season=season)
    rows = list(faults.select_related("fixture__deal", "fixture__match", "entrant").defer("fixture__match__snapshot"))
    own, is_operator = _own_entrants((row.entrant for row in rows), player), may_operate(player)
    for row in rows:
        fixture = row.fixture
        is_shown = row.entrant_id in own or (is_operator and is_disclosed(fixture.match))
        yield FaultShown(
            fixture.deal.number,
            fixture.attempt,
            fixture.seating,
            fixture.match_id,
            row.entrant.name,
            row.kind,
            row.count,
            row.what if is_shown else None,
            row.at,
        )


def _own_entrants(entrants: Iterable[Entrant], player: Player | None) -> set[int]:
    """The entrants that are this player, or a bot account of theirs."""
    if player is None:
        return set()
    accounts = {player.pk, *BotAccount.objects.filter(owner=player).values_list("player", flat=True)}
    return {entrant.pk for entrant in entrants if entrant.player_id in accounts}
