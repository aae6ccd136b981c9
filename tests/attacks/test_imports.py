"""Imports of forged logs, which verify by themselves, for everyone to see."""

import json
from typing import Any, LiteralString

import psycopg
import pytest

from replay import exports
from tests.faults.stack import Stack
from tests.replay.making import rehashed
from tests.replay.test_event_schema import END, HEADERS, MOMENTS, RAW, START, example, forged, head_with, put, resigned

IMPORTS = "/api/v1/imports"
LIST = "/api/v1/matches?limit=200"
GRANT = """
from django.contrib.auth.models import Permission
from players.models import Player
Player.objects.get(username="{name}").user_permissions.add(Permission.objects.get(codename="{permission}"))
"""
HIDE = """
from matches.services.moderation import set_hidden
from players.models import Player
set_hidden(match_ids=["{match}"], is_hidden=True, moderator=Player.objects.get(username="importer"), reason="slander")
"""
NOBODY = "00000000-0000-7000-8000-000000000000"


def grant(service: Stack, name: str, permission: str) -> None:
    service.manage("shell", "-c", GRANT.format(name=name, permission=permission)).check_returncode()


@pytest.fixture(scope="module")
def importer(service: Stack) -> str:
    """The token of a player who may import for everyone to see."""
    token = service.sign_up("importer")
    grant(service, "importer", "import_public")
    return token


@pytest.fixture(scope="module")
def ann(service: Stack) -> str:
    return service.sign_up("import-ann")


def one(service: Stack, query: LiteralString) -> Any:
    """The first value of the first row."""
    with psycopg.connect(service.postgres.url.replace("postgres://", "postgresql://")) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


def stored(service: Stack) -> int:
    return int(one(service, "SELECT count(*) FROM matches_match"))


def resigned_with(change: Any) -> bytes:
    def both(content: dict[str, Any]) -> None:
        resigned(content)
        change(content)

    return exports.whole(rehashed(example(), 8, both))


FORGED: list[tuple[str, bytes]] = [
    *((f"event 0, {field}, {number}", forged(0, change)) for number, (field, change) in enumerate(START)),
    *((f"at {text!r}", forged(8, put("at", text))) for text in MOMENTS),
    ("of tomorrow's tomorrow", forged(8, put("at", "2999-01-01T00:00:00.000Z"))),
    ("time goes back", forged(8, put("at", "2001-01-01T00:00:00.000Z"))),
    ("a clock has run out where there is none", resigned_with(put("type", "clock_expired"))),
    *((f"an end, {field}, {number}", resigned_with(change)) for number, (field, change) in enumerate(END)),
    *((f"header {number}", head_with(change)) for number, change in enumerate(HEADERS)),
    ("a key twice", RAW.replace(b'"seq":8', b'"seq":7,"seq":8')),
    ("no canonical line", RAW.replace(b'"seq":8', b'"seq": 8')),
    ("a team that the game does not have", forged(0, put("seats/0/team", 0))),
    ("no start", b"\n".join([RAW.split(b"\n")[0], RAW.split(b"\n")[2]])),
    ("nothing but brackets", b"[" * 1_000_000),
    ("NUL", b"\0" * 1000),
]


@pytest.mark.parametrize(("what", "raw"), FORGED, ids=[what for what, _raw in FORGED])
def test_a_forged_log_is_refused_with_its_place_and_leaves_nothing(
    service: Stack, importer: str, what: str, raw: bytes
) -> None:
    before = stored(service)

    status, document = service.send("POST", f"{IMPORTS}?visibility=public", raw, importer)

    assert (status, document["code"]) == (422, "not_verified"), document
    (reason, *_) = document["reasons"]
    assert reason["field"] and reason["detail"] and not reason["texts"]["ja"].isascii()
    assert stored(service) == before
    assert service.send("GET", LIST)[0] == 200


def test_a_clock_that_does_not_exist_is_refused_with_those_that_do(service: Stack, importer: str) -> None:
    status, document = service.send("POST", IMPORTS, forged(0, put("clock", {"type": "bogus"})), importer)

    assert status == 422
    (reason,) = document["reasons"]
    assert (reason["seq"], reason["field"], reason["pointer"]) == (0, "clock", "/clock/type")
    assert {"per_decision", "fischer", "correspondence"} <= set(json.dumps(reason["accepted"]).split('"'))


def test_a_row_that_says_nonsense_takes_no_list_from_anybody(service: Stack, importer: str) -> None:
    """Forged imports once broke lists for good. The test makes the same change to the row."""

    def of_eve(content: dict[str, Any]) -> None:
        content["seats"][0]["player"] = "eve"

    file = exports.whole(rehashed(example(), 0, of_eve))
    status, document = service.send("POST", f"{IMPORTS}?visibility=public", file, importer)
    assert status == 201, document
    own = f"WHERE id = '{document['id']}'"
    service.postgres.execute(f'UPDATE matches_match SET clock = \'{{"type": "bogus"}}\', outcome = NULL {own}')
    try:
        for path in (LIST, "/api/v1/search/matches?imported=true"):
            status, page = service.send("GET", path)
            assert status == 200 and document["id"] not in [match["id"] for match in page["results"]]
    finally:
        service.postgres.execute(f"UPDATE matches_match SET clock = NULL, visibility = 'private' {own}")


def test_an_import_that_an_operator_hides_is_absent(service: Stack, importer: str, ann: str) -> None:
    def of_mallory(content: dict[str, Any]) -> None:
        content["seats"][0]["player"] = "mallory"

    file = exports.whole(rehashed(example(), 0, of_mallory))
    status, document = service.send("POST", f"{IMPORTS}?visibility=public", file, importer)
    assert status == 201, document
    assert document["id"] in [match["id"] for match in service.send("GET", LIST)[1]["results"]]

    service.manage("shell", "-c", HIDE.format(match=document["id"])).check_returncode()

    assert document["id"] not in [match["id"] for match in service.send("GET", LIST)[1]["results"]]
    for path in ("", "/view", "/events", "/export", "/replay/transcript"):
        hidden, absent = (
            service.send("GET", f"/api/v1/matches/{pk}{path}", None, ann) for pk in (document["id"], NOBODY)
        )
        assert (hidden[0], hidden[1]["code"], hidden[1]["detail"]) == (404, "not_found", absent[1]["detail"])
    assert service.send("GET", document["url"], None, importer)[1]["is_hidden"] is True


def test_an_aborted_match_is_not_taken_in(service: Stack, importer: str) -> None:
    def abort(content: dict[str, Any]) -> None:
        resigned(content)
        content.update(type="match_aborted", seat=None)

    status, document = service.send("POST", IMPORTS, exports.whole(rehashed(example(), 8, abort)), importer)

    assert (status, document["reasons"][0]["code"]) == (422, "aborted")


def test_a_public_import_needs_the_permission_and_a_private_one_does_not(service: Stack, ann: str) -> None:
    before = stored(service)

    status, document = service.send("POST", f"{IMPORTS}?visibility=public", RAW, ann)

    assert (status, document["code"], stored(service)) == (403, "not_allowed", before)
    status, document = service.send("POST", IMPORTS, RAW, ann)
    assert (status, document["visibility"]) == (201, "private")


def test_an_import_in_the_name_of_another_is_not_found_as_his(service: Stack, importer: str) -> None:
    """In the match, Bob resigns with a note that Bob never wrote. The match exists, but isn't Bob's."""
    bob, _token = "import-bob", service.sign_up("import-bob")
    public_id = str(one(service, "SELECT public_id FROM players_player WHERE username = 'import-bob'"))

    def slander(content: dict[str, Any]) -> None:
        content["seats"][0]["player"] = public_id

    status, document = service.send(
        "POST", f"{IMPORTS}?visibility=public", exports.whole(rehashed(example(), 0, slander)), importer
    )
    assert status == 201, document
    assert [(seat["kind"], seat["player"], seat["bot"]) for seat in document["seats"]] == [("imported", None, None)] * 2
    service.manage("rebuild", "search_terms").check_returncode()

    def found(query: str, token: str = "") -> list[dict[str, Any]]:
        status, document = service.send("GET", f"/api/v1/search/matches?{query}", token=token)
        assert status == 200, document
        return list(document["results"])

    (only,) = found(f"imported=true&named={public_id}")
    assert (only["id"], only["players"], only["named"][0]) == (document["id"], ["", ""], public_id)
    for name in (bob, public_id):
        for also in ("", "&imported=true"):
            assert found(f"player={name}{also}") == []
            assert found(f"opponent={name}{also}", importer) == []
    assert service.send("GET", f"/api/v1/matches?player={bob}")[1]["results"] == []
