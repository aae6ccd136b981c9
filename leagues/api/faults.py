"""What went wrong in a season: /leagues/{league}/seasons/{season}/faults, and …/patterns for operators."""

from typing import Annotated, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Id, Moment
from common.http.answering import ApiView, answer
from common.http.csv_tables import OR_CSV, as_csv
from common.http.description import operation
from common.http.reading import read_query
from common.timestamps import rfc3339
from leagues.api.requests import TableQuery
from leagues.record import FIXTURES
from leagues.selectors.access import find_season, may_operate
from leagues.selectors.faults import VisibleFault, visible_faults
from leagues.selectors.patterns import SeasonPatterns, suspicious_patterns
from matches.api.requests import asker


class SeasonFault(Struct, frozen=True):
    """What an entrant did wrong in one match, or in one attempt at a deal.

    `illegal`: actions that were refused as illegal or unreadable. `crashed`: a house bot raised an error or thought too
    long, and the attempt is void. `refused`: an account did not answer its call in time and was seated anyway.
    `excerpt` is the last such action or the error. Only the account, its owner and operators see it; operators see an
    account's once the match is disclosed.
    """

    deal: Annotated[int, Meta(description="Number of the deal within its season, from 0.")]
    attempt: Annotated[int, Meta(description="Which attempt at the deal it is, from 1.")]
    seating: Annotated[
        Annotated[int, Meta(ge=0, lt=FIXTURES)] | None,
        Meta(description="Which match of the deal; null for a house bot."),
    ]
    match: Annotated[Id | None, Meta(description="Null for a house bot, whose attempt is void.")]
    entrant: str
    kind: Literal["illegal", "crashed", "refused"]
    count: Annotated[int, Meta(description="How often it happened there.")]
    excerpt: Annotated[str | None, Meta(description="What the bot did last; null if you may not read it.")]
    at: Moment


class SeasonFaultList(Struct, frozen=True):
    results: list[SeasonFault]


class FaultsView(ApiView):
    permission_classes = []

    @operation(
        "list_faults",
        "List the faults of a season's entrants",
        "Illegal actions, crashes and unanswered calls, as the table counts them. Losses on time and no-shows are in "
        "the table and in `reason` of the fixtures.",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: SeasonFaultList, **OR_CSV},
        refuses={404: "not_found"},
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        query, player = read_query(request, TableQuery), asker(request)
        rows = [_fault(fault) for fault in visible_faults(find_season(league, season, player), player)]
        return as_csv(SeasonFault, rows) if query.format == "csv" else answer(SeasonFaultList(rows))


class PatternsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_patterns",
        "List suspicious patterns of a season",
        "Resignations from won positions, and entrants who give their matches to one opponent more often than chance "
        "explains. They have no consequences by themselves. For league operators.",
        tag="leagues",
        scope="leagues",
        answers={200: SeasonPatterns},
        refuses={401: "not_signed_in", 403: "not_allowed", 404: "not_found"},
    )
    def get(self, request: Request, league: str, season: int) -> HttpResponse:
        player = asker(request)
        found = find_season(league, season, player)
        if not may_operate(player):
            raise PermissionDenied
        return answer(suspicious_patterns(found))


def _fault(fault: VisibleFault) -> SeasonFault:
    match = None if fault.match is None else str(fault.match)
    return SeasonFault(*fault._replace(match=match, at=rfc3339(fault.at)))  # type: ignore[arg-type]
