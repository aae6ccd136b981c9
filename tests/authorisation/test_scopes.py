"""Every operation with a token of each scope, and of all others: only the scope in the table is let in."""

from collections.abc import Collection

import pytest

from common.scopes import APP_SCOPES, SCOPES, write_scopes
from players.models import AccessToken, Player
from tests.authorisation import table
from tests.authorisation.scene import DOCUMENT, OPERATIONS, Scene, ask, bodies
from tests.authorisation.test_authorisation import path_of, said

pytestmark = pytest.mark.django_db  # The scene, which tests share, needs a database.

NEEDED = {
    name: scope
    for scope, names in (line.split("|") for line in table.SCOPES.strip().splitlines())
    for name in names.split()
    for scope in [scope.strip()]
}
MISSING = "403 scope_missing"


def token_of(scene: Scene, who: str, scopes: Collection[str]) -> str:
    """Create a token of this person with these scopes, and return its name in the scene."""
    name = f"{who} {' '.join(scopes)}"
    player = Player.objects.get(username=who)
    scene.tokens[name] = AccessToken.objects.create(user=player, scopes=write_scopes(scopes))[1]
    return name


def asked(scene: Scene, who: str, name: str, state: str = "playing") -> str:
    ids = {
        "match_id": scene.matches["private", state].pk,
        "deck_id": scene.decks["private"].pk,
        "import_id": scene.deck_import_ids["deck_manager"],
        "player_id": scene.robot.player.public_id,
        "token_id": scene.token_ids["player"],
        "webhook_id": scene.webhook_ids["player"],
    }
    return said(ask(scene, who, *path_of(name, **ids), bodies(scene).get(name.partition("?")[0])))


def security_of(scope: str) -> list[dict[str, list[str]]]:
    if scope == "none":
        return []
    given = [] if scope == "any" else [scope]
    return [{"bearer": []}, {"oauth2": given}] if scope in ("any", *APP_SCOPES) else [{"bearer": []}]


def test_every_operation_is_in_the_table_of_scopes_and_the_document_says_the_same() -> None:
    said_there = {
        operation["operationId"]: (operation["security"], operation.get("x-scope"))
        for methods in DOCUMENT["paths"].values()
        for operation in methods.values()
    }
    in_table = {
        name: (security_of(scope), None if scope in ("none", "any") else scope) for name, scope in NEEDED.items()
    }

    assert NEEDED.keys() == OPERATIONS.keys()
    needed = {name: ([entry for entry in security if entry], scope) for name, (security, scope) in said_there.items()}
    assert needed == in_table


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_of_one_scope_opens_what_names_it_and_nothing_else(scene: Scene, scope: str) -> None:
    full, narrow = "player", token_of(scene, "player", [scope])

    wrong = {}
    for name, needed in NEEDED.items():
        got = asked(scene, narrow, name)
        is_open = needed in (scope, "none", "any")
        if (got == MISSING) == is_open or (needed == scope and got != asked(scene, full, name)):
            wrong[name] = got

    assert wrong == {}


@pytest.mark.parametrize("scope", SCOPES)
def test_a_token_of_all_scopes_but_one_does_not_open_what_names_that_one(scene: Scene, scope: str) -> None:
    rest = token_of(scene, "player", [other for other in SCOPES if other != scope])

    refused = {name for name in NEEDED if asked(scene, rest, name) == MISSING}

    assert refused == {name for name, needed in NEEDED.items() if needed == scope}


@pytest.mark.parametrize(
    "name", ["read_match", *(f"{name}?as=audit&reason=check" for name in ("read_view", "list_events", "export_match"))]
)
def test_the_rights_of_the_staff_stay_behind_without_the_scope_for_them(scene: Scene, name: str) -> None:
    answers = [
        asked(scene, token_of(scene, who, scopes), name)
        for who in ("auditor", "superuser")
        for scopes in (["read", "audit"], ["read", "play"])
    ]

    assert answers == ["200", "404 not_found"] * 2


def test_no_import_for_everybody_without_the_scope_of_the_staff(scene: Scene) -> None:
    name = "import_match?visibility=public"

    answers = [asked(scene, token_of(scene, "operator", scopes), name) for scopes in (["play", "audit"], ["play"])]

    assert answers == ["201", "403 not_allowed"]


def test_no_files_of_decks_without_the_scope_of_the_staff(scene: Scene) -> None:
    answers = [
        asked(scene, token_of(scene, "deck_manager", scopes), "import_decks")
        for scopes in (["decks", "audit"], ["decks"])
    ]

    assert answers == ["201", "403 not_allowed"]


def test_a_refusal_names_the_scope_alike_for_what_is_there_and_what_is_not(scene: Scene) -> None:
    who = token_of(scene, "stranger", ["decks"])

    answers = [
        ask(scene, who, *path_of(name, match_id=match.pk), bodies(scene).get(name))
        for name in ("take_action", "resign", "join_match")
        for match in (scene.matches["private", "playing"], scene.matches["public", "playing"])
    ]

    assert {(answer.json()["scope"], answer["WWW-Authenticate"]) for answer in answers} == {
        ("play", 'Bearer error="insufficient_scope", scope="play"')
    }
