"""Comparisons of two of your own bot accounts: /me/comparisons."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from common.formats import Moment, NextPage
from common.http.answering import ApiView, answer, no_content
from common.http.description import operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, read_body, read_query
from common.timestamps import rfc3339
from leagues.formats import Duel
from leagues.limits import MOST_COMPARISONS_A_DAY
from leagues.manifest import Manifest, Slug
from leagues.models import League, Season
from leagues.season_resources import season_url
from leagues.selectors.endings import season_endings
from leagues.selectors.progress import progress_of_seasons
from leagues.services.comparing import (
    ComparisonInput,
    comparisons_of,
    start_comparison,
    stop_comparison,
)

Status = Literal["starting", "running", "over"]
Verdict = Annotated[str, Meta(extra_json_schema={"enum": ["h0", "h1", "undecided"]})]


class Comparison(Struct, frozen=True):
    """A comparison of two bot accounts: a private league of one season.

    `verdict` is `h1` if `bot` is better than `against` by `elo1`, `h0` if only by `elo0`, and `undecided` after
    `most_deals`. It is null while it runs, if it was stopped, and for some seconds after its end.
    """

    league: Slug
    bot: str
    against: str
    ruleset: str
    elo0: int
    elo1: int
    most_deals: int
    status: Status
    deals: Annotated[int, Meta(description="Number of closed deals, each of two matches.")]
    verdict: Verdict | None
    created_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null until it is over.")]
    season: Annotated[str | None, Meta(description="Path of its season, which has table, test and matches.")]


class ComparisonList(Struct, frozen=True):
    """Your comparisons, newest first."""

    results: list[Comparison]
    next: NextPage


class ComparisonsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=20)] = 20
    cursor: Cursor | None = None


class ComparisonsView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "list_comparisons",
        "List your comparisons",
        "Newest first.",
        tag="leagues",
        scope="read",
        query=ComparisonsQuery,
        answers={200: ComparisonList},
        refuses={401: "not_signed_in"},
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request._request, ComparisonsQuery)
        rows = comparisons_of(request.user)
        if query.cursor is not None:
            rows = rows.filter(pk__lt=decode_cursor(query.cursor, tuple[int])[0])
        page, following = page_of(
            request, rows, limit=query.limit, after=lambda league: {"cursor": encode_cursor(league.pk)}
        )
        return answer(ComparisonList(_comparisons(page), following))

    @operation(
        "start_comparison",
        "Ask whether one of your bot accounts is better than another",
        "Both play deals of two matches, unrated, until a sequential test decides. They are called as in a league, but "
        "after the calls of other leagues. "
        f"You can run one at a time, and only {MOST_COMPARISONS_A_DAY} in 24 hours. "
        "The notice `comparison_over` has the verdict.",
        tag="leagues",
        scope="bot",
        body=ComparisonInput,
        answers={201: Comparison},
        refuses={
            401: "not_signed_in",
            409: "comparison_running comparisons_used_up",
            422: "bad_comparison",
        },
    )
    def post(self, request: Request) -> HttpResponse:
        league = start_comparison(owner=request.user, asked=read_body(request._request, ComparisonInput))
        (shown,) = _comparisons([league])
        return answer(shown, 201)


class ComparisonView(ApiView):
    permission_classes = [IsAuthenticated]

    @operation(
        "stop_comparison",
        "Stop a comparison",
        "Open deals are dropped, and there is no verdict.",
        tag="leagues",
        scope="bot",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found", 409: "season_over"},
    )
    def delete(self, request: Request, league: str) -> HttpResponse:
        stop_comparison(owner=request.user, league=league)
        return no_content()


def _comparisons(leagues: Sequence[League]) -> list[Comparison]:
    seasons = {season.league_id: season for season in Season.objects.filter(league__in=[one.pk for one in leagues])}
    progress = progress_of_seasons([season.pk for season in seasons.values()])
    endings = season_endings(seasons.values())
    shown = []
    for league in leagues:
        manifest, season = msgspec.convert(league.manifest, Manifest), seasons.get(league.pk)
        duel = manifest.format
        assert isinstance(duel, Duel)
        ending = None if season is None else endings.get(season.pk)
        shown.append(
            Comparison(
                league=league.slug,
                bot=manifest.entrants[0].name,
                against=manifest.entrants[1].name,
                ruleset=manifest.ruleset,
                elo0=duel.elo0,
                elo1=duel.elo1,
                most_deals=duel.most_deals,
                status=_status(league, season),
                deals=0 if season is None else progress[season.pk].closed,
                verdict=None if ending is None or ending.duel is None else ending.duel.verdict,
                created_at=rfc3339(league.created_at),
                ended_at=None if season is None or season.ended_at is None else rfc3339(season.ended_at),
                season=None if season is None else season_url(league.slug, season.number),
            )
        )
    return shown


def _status(league: League, season: Season | None) -> Status:
    if season is None:
        return "over" if league.next_run_at is None else "starting"
    return "running" if season.status == Season.Status.RUNNING else "over"
