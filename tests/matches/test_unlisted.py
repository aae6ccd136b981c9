"""Unlisted matches: anyone with the URL can read them, but no other page or answer leads to them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from common.text.errors import ServiceError
from leagues.models import Season
from matches.models import Match
from matches.search import searched_statistics
from matches.search.terms import write_search_terms
from matches.services.continuations import Continuation, continue_match, open_rematch
from matches.services.ending import resign
from matches.services.lobby import open_match
from matches.services.moderation import set_hidden
from matches.services.seat_plans import SeatPlan
from players.models import AccessToken, Player
from replay.imports import check_may_import
from tests.leagues.conftest import operator, season
from tests.leagues.conftest import play_out as play_season
from tests.matches.conftest import DECK, play_out

__all__ = ["operator", "season"]
pytestmark = pytest.mark.django_db

Duel = Callable[..., Match]
Start = Callable[..., Season]
NOINDEX = "noindex, nofollow"


def over(match: Match) -> Match:
    match = play_out(match)
    write_search_terms(match.pk)
    return match


def pages_of(match: Match) -> dict[str, str]:
    return {name: reverse(name, args=[match.pk]) for name in ("watch", "watch-table", "replay", "replay-table")}


def test_whoever_has_the_address_watches_and_follows_the_replay(duel: Duel) -> None:
    for match in (duel(visibility="unlisted"), over(duel(visibility="unlisted"))):
        for name, path in pages_of(match).items():
            answer = Client().get(path)
            assert (answer.status_code, answer.get("X-Robots-Tag")) == (200, NOINDEX), name
        for part in ("", "/view", "/events", "/export", "/replay/transcript"):
            answer = Client().get(f"/api/v1/matches/{match.pk}{part}")
            assert (answer.status_code, answer.get("X-Robots-Tag")) == (200, "noindex"), part
            all_of(answer)
    shown = Client().get(pages_of(match)["replay"]).content.decode()
    assert f"?match={match.pk}" in shown and "This match is unlisted." in shown


def test_spectators_share_its_drawings_which_are_for_no_search_engine(duel: Duel) -> None:
    match = duel(visibility="unlisted")

    answer = Client().get(reverse("watch-live", args=[match.pk, "en", 0]))

    assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")


def test_the_page_that_proves_a_match_is_for_no_search_engine_under_its_address(duel: Duel) -> None:
    match = duel(visibility="unlisted")

    assert Client().get(reverse("prove"), {"match": match.pk}).get("X-Robots-Tag") == NOINDEX
    assert "X-Robots-Tag" not in Client().get(reverse("prove"))


def test_what_everybody_finds_may_be_found_by_robots_too(duel: Duel) -> None:
    match = duel()

    assert all("X-Robots-Tag" not in Client().get(path) for path in (*pages_of(match).values(), "/", "/matches/"))


def test_it_is_hidden_from_whoever_has_the_address_by_an_operator(duel: Duel, admin_user: Player) -> None:
    match = duel(visibility="unlisted")
    set_hidden(match_ids=[match.pk], is_hidden=True, moderator=admin_user, reason="an insult")

    assert {Client().get(path).status_code for path in pages_of(match).values()} == {404}


# No links to unlisted matches


QUERIES = (
    *("search/matches?limit=200", "matches?limit=200", "matches?status=over", "matches?status=playing"),
    *("matches?player=ann", "matches?opened_by=ann", "matches?ruleset=raid", "search/matches?player=ann"),
    *("search/matches?ruleset=raid&max_length=1000", "search/exports?player=ann", "search/matches?opponent=ann"),
    *("matches?mine=true", "matches?my_turn=true", "players/{ann}", "players/{ann}/results", "leaderboards/raid"),
    *("search/statistics?ruleset=raid", "search/statistics?ruleset=raid&player=ann", "search/statistics?opponent=ann"),
)
PAGES = ("/", "/matches/", "/matches/?player=ann", "/figures/", "/figures/raid/", "/players/{ann}/")


def addresses(player: Player) -> Iterator[str]:
    """The URLs of all pages and API operations without a match in them, as far as they can be requested."""
    given = {"ruleset": "raid", "slug": "raid", "player_id": str(player.public_id), "which": "latest"}
    for path in _patterns(get_resolver().url_patterns):
        for name, value in given.items():
            path = re.sub(rf"<\w+:{name}>", value, path)
        if not re.search(r"[<(]|^admin|^games/raid|stream", path):
            yield f"/{path}"
    yield from (path.replace("{ann}", given["player_id"]) for path in (*PAGES, *(f"/api/v1/{one}" for one in QUERIES)))


def _patterns(found: Any, before: str = "") -> Iterator[str]:
    for one in found:
        path = before + str(one.pattern).lstrip("^").rstrip("$")
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from _patterns(one.url_patterns, path)


def all_of(answer: Any) -> str:
    raw = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return str(raw.decode(errors="replace"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("is_known", [False, True])
def test_nothing_that_names_no_match_leads_a_stranger_to_it(duel: Duel, ann: Player, is_known: bool) -> None:
    client, headers = Client(), {}
    if is_known:
        cleo = Player.objects.create_user("cleo", password="correct horse")
        client.force_login(cleo)
        headers = {"Authorization": f"Bearer {AccessToken.objects.create(user=cleo)[1]}"}
    sought = {kind: [duel(visibility=kind), over(duel(visibility=kind))] for kind in ("public", "unlisted", "private")}

    said = {path: all_of(client.get(path, headers=headers)) for path in addresses(ann)}

    found = {
        kind: {path for path, body in said.items() if any(str(match.pk) in body for match in rows)}
        for kind, rows in sought.items()
    }
    assert {"/", "/matches/", f"/players/{ann.public_id}/", "/api/v1/matches"} <= found["public"]
    assert found["unlisted"] == found["private"] == set()


def test_nothing_that_is_counted_or_kept_by_its_etag_changes_by_it(duel: Duel, ann: Player) -> None:
    def told() -> dict[str, tuple[int, str, str]]:
        searched_statistics._remembered._results.clear()
        answers = {path: Client().get(path) for path in addresses(ann) if not path.startswith(MOVING)}
        return {path: (one.status_code, one.get("ETag", ""), _still(all_of(one))) for path, one in answers.items()}

    over(duel())
    before = told()
    over(duel(visibility="unlisted"))
    duel(visibility="unlisted")

    assert told() == before


MOVING = ("/health", "/metrics")
"""Paths with data about the machine, which change by themselves."""


def _still(body: str) -> str:
    """The body without parts that differ for each request."""
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|name="key" value="\w+"|"request_id":"[^"]*"', "", body)


def test_those_who_play_it_find_it_in_their_own_lists(duel: Duel, ann: Player) -> None:
    match = over(duel(visibility="unlisted"))
    headers = {"Authorization": f"Bearer {AccessToken.objects.create(user=ann)[1]}"}

    for query in ("matches?mine=true", "matches", "search/matches?opponent=ben"):
        assert str(match.pk) in all_of(Client().get(f"/api/v1/{query}", headers=headers)), query


# Creating unlisted matches


def test_a_page_opens_one_whose_lobby_friends_find_by_its_address(ann: Player, ben: Player) -> None:
    of_ann, of_ben = Client(), Client()
    of_ann.force_login(ann)
    of_ben.force_login(ben)
    hosted = {"clock": "20+10", "rest": "open", "place": "first", "visibility": "unlisted", "invited": ""}
    match = Match.objects.get(pk=of_ann.post("/play/battle_line/people/", hosted)["Location"].split("/")[2])
    lobby = reverse("lobby", args=[match.pk])

    shown = of_ben.get(lobby)
    of_ann.post(reverse("lobby-join", args=[match.pk]), {"entropy": ""})
    of_ben.post(reverse("lobby-join", args=[match.pk]), {"entropy": ""})

    match.refresh_from_db()
    assert "anyone with the address" in shown.content.decode() and shown["X-Robots-Tag"] == NOINDEX
    assert (match.visibility, match.status) == ("unlisted", "playing")
    assert reverse("watch", args=[match.pk]) in of_ann.get(reverse("play", args=[match.pk])).content.decode()
    assert Client().get(lobby)["Location"] == reverse("watch", args=[match.pk])


def test_it_is_opened_and_asked_for_by_the_api(duel: Duel, ann: Player, ben: Player) -> None:
    ask = Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=ann)[1]}"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    terms = {"ruleset": "battle_line", "visibility": "unlisted"}

    opened = ask.post("/api/v1/matches", {**terms, "seats": seats}, content_type="application/json")
    asked = ask.post("/api/v1/challenges", {**terms, "opponent": "ben"}, content_type="application/json")

    assert (opened.status_code, opened.json()["visibility"]) == (201, "unlisted")
    assert (asked.status_code, asked.json()["visibility"]) == (201, "unlisted")
    assert Client().get(f"/api/v1/matches/{opened.json()['id']}").status_code == 200
    assert Client().get("/api/v1/matches?open=true").json()["results"] == []


def test_its_rematch_is_unlisted_too_and_practice_from_it_private(published: None, ann: Player) -> None:
    seats = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, visibility="unlisted")
    resign(match_id=match.pk, player_id=ann.pk)
    match.refresh_from_db()

    practice = continue_match(match=match, player=ann, wanted=Continuation(seq=0, seat=0, bot="random"))

    assert open_rematch(match=match, player=ann).visibility == "unlisted"
    assert practice.visibility == "private"


def test_it_is_not_rated(published: None, ann: Player, ben: Player) -> None:
    seats = [SeatPlan(kind="player", player=one, deck=DECK, is_ready=True) for one in (ann, ben)]

    with pytest.raises(ServiceError) as refusal:
        open_match(
            ruleset="raid",
            options={},
            seats=seats,
            created_by=ann,
            visibility="unlisted",
            is_rated=True,
            clock={"type": "per_decision", "seconds": 60},
        )

    assert "rated_is_public" in [problem["code"] for problem in refusal.value.params["problems"]]


def test_importing_one_needs_the_permission_that_a_public_one_needs(ann: Player) -> None:
    with pytest.raises(ServiceError, match="not_allowed"):
        check_may_import(ann, "unlisted")


# Of leagues


def test_the_matches_of_an_unlisted_league_are_watched_by_whoever_finds_the_league(season: Start) -> None:
    played = play_season(season(visibility="unlisted"))
    match = Match.objects.filter(deal__isnull=False).earliest("pk")

    page = Client().get("/leagues/nightly/1/")

    assert match.visibility == "unlisted" and page["X-Robots-Tag"] == NOINDEX
    assert reverse("replay", args=[match.pk]) in page.content.decode()
    assert {Client().get(path).status_code for path in pages_of(match).values()} == {200}
    for path in ("/", "/matches/", "/leagues/", "/api/v1/matches?limit=200", "/api/v1/search/matches?limit=200"):
        assert str(match.pk) not in all_of(Client().get(path)), path
    assert played.status == Season.Status.OVER


def test_the_matches_of_a_private_league_stay_private(season: Start) -> None:
    play_season(season(visibility="private"))
    match = Match.objects.filter(deal__isnull=False).earliest("pk")

    assert match.visibility == "private"
    assert {Client().get(path).status_code for path in (*pages_of(match).values(), "/leagues/nightly/1/")} == {404}


def test_of_an_unlisted_deal_that_is_not_closed_nothing_is_disclosed(season: Start) -> None:
    play_season(season(visibility="unlisted"))
    match = Match.objects.filter(deal__isnull=False).earliest("pk")
    Match.objects.filter(pk=match.pk).update(withheld=True)  # As if the other match of the deal were still live.
    Season.objects.update(status=Season.Status.RUNNING)

    export = all_of(Client().get(f"/api/v1/matches/{match.pk}/export"))

    assert Client().get(f"/api/v1/matches/{match.pk}").json()["disclosed"] is False
    assert "server_seed" not in export and "salt" not in export
    assert Client().get(f"/api/v1/matches/{match.pk}/view?as=audit").status_code == 409
    assert Client().get(f"{pages_of(match)['replay']}?as=audit").status_code == 404
    assert Client().get("/api/v1/leagues/nightly/seasons/1").json()["seed"] is None
