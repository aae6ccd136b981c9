"""Leagues and their entries: /leagues, /leagues/{league} and …/entries."""

from typing import Annotated

from django.http import HttpResponse
from msgspec import UNSET, Meta, Struct, UnsetType
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request

from common.http.answering import ApiView, answer, answer_kept, answer_versioned, no_content
from common.http.csv_tables import OR_CSV
from common.http.description import IF_MATCH, operation
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.http.reading import Cursor, Limit, body_of, if_match, read_body, read_query, read_thoroughly
from common.http.sparse import SparseQuery, sparse
from leagues import league_resources
from leagues.api.requests import NOT_FOUND, OPERATOR, TableQuery, answer_table, operator
from leagues.manifest import DeckNamed, Manifest
from leagues.models import League
from leagues.selectors.access import filtered_leagues, find_league
from leagues.services.changing import change_manifest
from leagues.services.entering import enter_league, leave_league
from leagues.services.leagues import close_league, create_league, pause_league, reopen_league, resume_league
from matches.api.requests import asker
from players.presence import presence_of

CREATE = "leagues.add_league"


class LeagueQuery(SparseQuery, frozen=True, forbid_unknown_fields=True):
    ruleset: Annotated[str, Meta(max_length=40)] | None = None
    mine: Annotated[bool, Meta(description="Only leagues that you created or entered.")] = False
    running: Annotated[bool | None, Meta(description="Only leagues with a season in progress, or only others.")] = None
    closed: Annotated[bool | None, Meta(description="Only closed leagues, or only open ones.")] = None
    limit: Limit = 50
    cursor: Cursor | None = None


class LeagueChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Pause or resume, close or reopen a league. `note` gives the reason."""

    is_paused: Annotated[
        bool | UnsetType, Meta(description=("True pauses the league: no season starts and no deal is played."))
    ] = UNSET
    is_closed: Annotated[bool | UnsetType, Meta(description="True closes the league: no more seasons start.")] = UNSET
    note: Annotated[str, Meta(max_length=400)] = ""


class EntryInput(Struct, frozen=True, forbid_unknown_fields=True):
    """`deck` is needed if entrants bring decks: a list of cards, the id of your own deck, or the slug of a starter
    deck.
    """

    deck: DeckNamed | None = None


def manifest_in(request: Request) -> Manifest:
    return read_thoroughly(body_of(request) or b"{}", Manifest)


def answer_league(request: Request, league: League, status: int = 200, **headers: str) -> HttpResponse:
    """Answer with a league. Its `ETag` names the revision of the manifest that a writer has seen."""
    return answer_versioned(request, league_resources.league_resource(league), league.revision, status, **headers)


class LeaguesView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_leagues",
        "List public leagues and your own",
        tag="leagues",
        scope="read",
        query=LeagueQuery,
        answers={200: league_resources.LeagueList},
        refuses={401: "not_signed_in"},
        kept=True,
    )
    def get(self, request: Request) -> HttpResponse:
        query = read_query(request, LeagueQuery)
        player = asker(request)
        if player is None and query.mine:
            raise NotAuthenticated
        found = filtered_leagues(
            player, ruleset=query.ruleset, mine=query.mine, is_running=query.running, is_closed=query.closed
        ).order_by("-id")
        if query.cursor is not None:
            found = found.filter(pk__lt=decode_cursor(query.cursor, tuple[int])[0])
        page, following = page_of(
            request, found, limit=query.limit, after=lambda league: {"cursor": encode_cursor(league.pk)}
        )
        shown = league_resources.LeagueList([league_resources.league_line(league) for league in page], following)
        return answer_kept(request, sparse(shown, query.fields), by="private")

    @operation(
        "create_league",
        "Create a league from a manifest",
        "Needs the permission `leagues.add_league`. Everything in the manifest is looked up and checked now, "
        "and again when a season starts. With the schedule `once` the first season starts immediately.",
        tag="leagues",
        scope="leagues",
        body=Manifest,
        answers={201: league_resources.League},
        refuses={401: "not_signed_in", 403: "not_allowed", 409: "league_exists", 422: "bad_manifest"},
    )
    def post(self, request: Request) -> HttpResponse:
        if not request.user.has_perm(CREATE):
            raise PermissionDenied
        league = create_league(manifest=manifest_in(request), created_by=request.user)
        return answer_league(request, league, 201, Location=league_resources.league_url(league.slug))


class LeagueView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "read_league",
        "Read a league",
        tag="leagues",
        scope="read",
        answers={200: league_resources.League},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        return answer_league(request, find_league(league, asker(request)))

    @operation(
        "change_manifest",
        "Change a league's manifest for its future seasons",
        "Send the whole manifest, as for creating a league. A running season has its own copy. `league`, "
        "`ruleset` and `visibility` can't change. A new schedule applies from now on. It is refused if no "
        "season would follow (`once`, or a time in the past). Runs missed during a pause are then not made up for. "
        "A run that is already due uses the new manifest. A closed league stays closed. "
        "Bot accounts that have entered keep their places. Those that don't fit the new manifest are left "
        "out of seasons and listed in the change. For league operators.",
        tag="leagues",
        scope="leagues",
        body=Manifest,
        answers={200: league_resources.League},
        refuses={**OPERATOR, 412: "league_changed", 422: "bad_manifest"},
        parameters=[IF_MATCH],
    )
    def put(self, request: Request, league: str) -> HttpResponse:
        found = find_league(league, asker(request))
        by = operator(request)
        manifest = manifest_in(request)
        changed = change_manifest(league=found, manifest=manifest, by=by, expected=if_match(request))
        return answer_league(request, changed)

    @operation(
        "change_league",
        "Pause or resume a league, close or reopen it",
        "While a league is paused, no season starts and no deal is begun. After it is closed, no season "
        "starts and no one can enter; a running season is played to its end. A reopened league continues with "
        "the next time of its schedule. For league operators.",
        tag="leagues",
        scope="leagues",
        body=LeagueChange,
        answers={200: league_resources.League},
        refuses=OPERATOR,
    )
    def patch(self, request: Request, league: str) -> HttpResponse:
        found = find_league(league, asker(request))
        by = operator(request)
        change = read_body(request, LeagueChange)
        if change.is_paused is True:
            pause_league(league=found, note=change.note, by=by)
        elif change.is_paused is False:
            resume_league(league=found)
        if change.is_closed is True:
            close_league(league=found, note=change.note, by=by)
        elif change.is_closed is False:
            reopen_league(league=found)
        return answer_league(request, find_league(league, asker(request)))


class EntriesView(ApiView):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "list_entries",
        "List the bot accounts that have entered a league",
        "They play in every season that starts from now on, unless they don't fit its manifest then.",
        tag="leagues",
        scope="read",
        query=TableQuery,
        answers={200: league_resources.LeagueEntryList, **OR_CSV},
        refuses=NOT_FOUND,
        kept=True,
    )
    def get(self, request: Request, league: str) -> HttpResponse:
        query = read_query(request, TableQuery)
        found = league_resources.entries_of(find_league(league, asker(request)), asker(request))
        return answer_table(request, query, found, league_resources.LeagueEntry, found.results)

    @operation(
        "enter_league",
        "Enter an open league",
        "For bot accounts with their own tokens; one per owner. Seasons that start from now on call the "
        "account to its matches on its stream (`called`). Join, with or without entropy, and play. If you "
        "don't join in time, you are seated anyway and your clock runs. Send `deck` if entrants bring decks; "
        "it is copied.",
        tag="leagues",
        scope="play",
        body=EntryInput,
        answers={201: league_resources.LeagueEntry},
        refuses={
            401: "not_signed_in",
            403: "not_allowed",
            **NOT_FOUND,
            409: "league_closed league_is_full already_entered one_entry_an_owner address_not_confirmed "
            "entry_name_taken",
            422: "bad_entry",
        },
    )
    def post(self, request: Request, league: str) -> HttpResponse:
        found = find_league(league, asker(request))
        if not request.user.is_authenticated:
            raise NotAuthenticated
        entry = enter_league(league=found, player=request.user, deck=read_body(request, EntryInput).deck)
        return answer(league_resources.entry_resource(entry, presence_of([request.user.pk])[request.user.pk]), 201)

    @operation(
        "leave_league",
        "Withdraw your entry",
        "Seasons that start from now on are played without the account. It stays in running seasons.",
        tag="leagues",
        scope="play",
        answers={204: None},
        refuses={401: "not_signed_in", 404: "not_found not_entered"},
    )
    def delete(self, request: Request, league: str) -> HttpResponse:
        found = find_league(league, asker(request))
        if not request.user.is_authenticated:
            raise NotAuthenticated
        leave_league(league=found, player=request.user)
        return no_content()
