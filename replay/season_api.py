"""A finished season of a league for downloading: /leagues/{league}/seasons/{n}/export."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from common.http.answering import ApiView
from common.http.description import operation
from leagues.selectors.access import find_season
from matches.api.requests import asker
from replay.api import LINES, lines
from replay.seasons.exports import export_season


class SeasonExportView(ApiView):
    throttle = "exports"
    permission_classes = []

    @operation(
        "export_season",
        "A finished season as JSON lines",
        "A first line with all that the season was played by, its seed and its standings; then the export of every "
        "match that counts and is open to you. Whoever has this file can compute everything again alone "
        "(docs/verify.md).",
        tag="leagues",
        scope="read",
        answers=LINES,
        refuses={404: "not_found", 409: "season_running"},
    )
    def get(self, request: Request, league: str, season: int) -> StreamingHttpResponse:
        found = find_season(league, season, asker(request))
        return lines(export_season(found, asker(request)), f"{found.league.slug}-{found.number}")
