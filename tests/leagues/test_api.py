"""Leagues over HTTP: reading them in JSON and CSV, and the requests of operators."""

import csv
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Season
from leagues.services.leagues import create_league
from matches.models import Match
from players.models import AccessToken, Player
from tests.leagues.conftest import RANDOM, manifest, play_out

pytestmark = pytest.mark.django_db
Start = Callable[..., Season]
SEASON = "/api/v1/leagues/nightly/seasons/1"


@pytest.fixture
def api(operator: Player) -> Client:
    """The operator's client for the API."""
    return Client(headers={"Authorization": f"Bearer {AccessToken.objects.create(user=operator)[1]}"})


def sent(client: Client, method: str, path: str, body: Any) -> Any:
    return client.generic(method, path, msgspec.json.encode(body), content_type="application/json")


def rows(path: str) -> list[dict[str, str]]:
    answer = Client().get(path)
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def test_a_league_is_made_and_read(published: None, api: Client) -> None:
    made = sent(api, "POST", "/api/v1/leagues", manifest())

    assert (made.status_code, made["Location"]) == (201, "/api/v1/leagues/nightly")
    assert Client().get(made["Location"]).json() == made.json()
    assert [line["league"] for line in Client().get("/api/v1/leagues").json()["results"]] == ["nightly"]
    again = sent(api, "POST", "/api/v1/leagues", manifest())
    assert (again.status_code, again.json()["code"]) == (409, "league_exists")


@pytest.mark.parametrize(("scopes", "status"), [("leagues", 201), ("audit leagues", 201), ("play read", 403)])
def test_a_token_for_leagues_runs_them_and_has_no_other_right(
    published: None, operator: Player, scopes: str, status: int
) -> None:
    token = AccessToken.objects.create(user=operator, scopes=scopes)[1]
    client = Client(headers={"Authorization": f"Bearer {token}"})

    assert sent(client, "POST", "/api/v1/leagues", manifest()).status_code == status
    operator.token_scopes = frozenset(scopes.split())
    assert operator.has_perm("leagues.change_league") == (status == 201)
    assert operator.has_perm("matches.view_match") == ("audit" in scopes)


def test_what_is_wrong_with_a_manifest_stands_in_errors(published: None, api: Client) -> None:
    refused = sent(api, "POST", "/api/v1/leagues", manifest(anchor={"entrant": "zoe"}))
    unread = sent(api, "POST", "/api/v1/leagues", {**msgspec.to_builtins(manifest()), "deals": 0})

    assert refused.status_code == 422
    assert [(e["code"], e["pointer"]) for e in refused.json()["errors"]] == [("league_anchor", "/anchor/entrant")]
    assert [(e["code"], e["pointer"]) for e in unread.json()["errors"]] == [("number_too_small", "/deals")]


def test_a_season_tells_its_seed_when_it_is_over(season: Start) -> None:
    running = season(deals=2)
    before = Client().get(SEASON).json()
    play_out(running)
    after = Client().get(SEASON).json()

    assert (before["status"], before["seed"], before["deals"]) == (
        "running",
        None,
        {"open": 2, "closed": 0, "dropped": 0},
    )
    assert (after["status"], after["deals"], after["fixtures"]) == ("over", {"open": 0, "closed": 2, "dropped": 0}, 4)
    assert len(after["seed"]) == 64 and after["seed_commitment"] == before["seed_commitment"]


def test_tables_are_the_same_in_json_and_csv(season: Start) -> None:
    play_out(season(entrants=RANDOM[:3]))

    table, cells = Client().get(f"{SEASON}/standings").json(), Client().get(f"{SEASON}/crosstable").json()["results"]

    assert table["fixtures"] == 6 and len(cells) == 6
    assert [row["entrant"] for row in rows(f"{SEASON}/standings?format=csv")] == [
        row["entrant"] for row in table["standings"]
    ]
    assert [int(row["points"]) for row in rows(f"{SEASON}/crosstable?format=csv")] == [cell["points"] for cell in cells]
    assert sum(row["points"] for row in table["standings"]) == 2 * 6, "a rest in a round robin is worth nothing"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1"])
def test_no_name_is_a_formula_in_a_table(season: Start, name: str) -> None:
    """In CSV it is escaped for spreadsheets. JSON has it unchanged."""
    play_out(season(entrants=[{"name": name, "bot": "random"}, RANDOM[1]]))

    tables = {
        table: rows(f"{SEASON}/{table}?format=csv") for table in ("standings", "crosstable", "fixtures", "points")
    }

    cells = {table: {cell for row in found for cell in row.values()} for table, found in tables.items()}
    assert all(name not in found for found in cells.values())
    assert f"'{name}" in cells["standings"] & cells["crosstable"]
    assert name in {row["entrant"] for row in Client().get(f"{SEASON}/standings").json()["standings"]}


def test_fixtures_are_paged_and_lead_to_their_matches(season: Start) -> None:
    play_out(season(deals=3))
    found, path = [], f"{SEASON}/fixtures?limit=4"
    while path:
        page = Client().get(path).json()
        found += page["results"]
        path = page["next"]

    assert [(row["deal"], row["seating"], row["counts"]) for row in found] == [
        (deal, seating, True) for deal in range(3) for seating in (0, 1)
    ]
    match = Client().get(found[0]["match_url"]).json()
    assert (match["disclosed"], match["outcome"]) == (True, found[0]["outcome"])
    assert [row["match"] for row in rows(f"{SEASON}/fixtures?format=csv")] == [row["match"] for row in found]


def test_what_comes_next_says_that_a_match_is_withheld(season: Start) -> None:
    play_out(season())
    Match.objects.update(withheld=True)  # As if the other match of the deal were still live.
    url = f"/api/v1/matches/{Match.objects.values_list('pk', flat=True)[0]}"

    stream: Any = Client().get(f"{url}/stream")

    assert Client().get(url).json()["disclosed"] is False
    assert Client().get(f"{url}/events").json()["now"]["disclosed"] is False
    assert b'"disclosed":false' in b"".join(stream.streaming_content).splitlines()[-2]


def test_entrants_are_named_with_their_bots(season: Start) -> None:
    season()

    first = Client().get(f"{SEASON}/entrants").json()["results"][0]

    assert (first["name"], first["bot"], first["bot_version"], first["deck"]) == ("ada", "random", 3, None)


def test_operators_pause_and_amend(season: Start, api: Client) -> None:
    season(entrants=RANDOM[:3])

    paused = sent(api, "PATCH", "/api/v1/leagues/nightly", {"is_paused": True, "note": "maintenance"})
    extended = sent(
        api, "POST", f"{SEASON}/amendments", {"amendment": {"kind": "extend", "length": 4, "reason": "more"}}
    )
    unknown = sent(
        api, "POST", f"{SEASON}/amendments", {"amendment": {"kind": "withdraw", "entrant": "zoe", "reason": "gone"}}
    )

    assert (paused.json()["is_paused"], paused.json()["pause_note"]) == (True, "maintenance")
    assert extended.status_code == 201
    assert [(a["kind"], a["length"], a["by"]) for a in extended.json()["amendments"]] == [("extend", 4, "olga")]
    assert extended.json()["rounds_planned"] == 12
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (422, "/entrant")


@pytest.mark.parametrize("path", ["/api/v1/leagues", f"{SEASON}/fixtures", f"{SEASON}/standings", SEASON])
def test_a_page_asks_as_often_for_many_rows_as_for_few(season: Start, path: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert Client().get(path).status_code == 200
        return len(caught)

    running = season(deals=3)
    play_out(running)
    queries()  # Fills the caches.
    few = queries()
    for number in range(3):
        create_league(manifest=manifest(league=f"other-{number}"), created_by=None)

    assert queries() == few
