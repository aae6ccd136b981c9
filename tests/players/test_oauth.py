"""Signing in to third-party apps with an ordinary client library, and attacks on it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from oauthlib.oauth2 import WebApplicationClient

from matches.log.sql import load_match
from matches.models import Match
from matches.services.deletion import delete_account
from players.limits import MOST_APPS
from players.models import AccessToken, OAuthApp, OAuthGrant, Player
from players.oauth import grants
from players.oauth.apps import register_app, remove_app
from players.services import change_password, sign_out_everywhere
from rules.engine import legal_actions
from tests.faults.checks import encoded
from tests.matches.conftest import ann, ben, duel, players_of, published

__all__ = ["ann", "ben", "duel", "published"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CALLBACK = "https://board.example/callback"
LOOPBACK = "http://127.0.0.1/callback"


class App:
    """A third-party app: oauthlib's client, with the player's browser and the service."""

    def __init__(self, player: Player, app: OAuthApp, redirect_uri: str = CALLBACK) -> None:
        self.library = WebApplicationClient(str(app.client_id))
        self.redirect_uri = redirect_uri
        self.verifier = self.library.create_code_verifier(64)
        self.browser = Client()
        self.browser.force_login(player)
        self.service = Client(enforce_csrf_checks=True)

    def address(self, **changes: str | None) -> str:
        wanted = {
            "response_type": "code",
            "client_id": self.library.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "read play",
            "state": "a state",
            "code_challenge": self.library.create_code_challenge(self.verifier, "S256"),
            "code_challenge_method": "S256",
            **changes,
        }
        return "/oauth/authorize?" + urlencode({name: value for name, value in wanted.items() if value is not None})

    def allow(self, **changes: str | None) -> str:
        """The URL to which the browser is redirected after the player has allowed the app."""
        answer = self.browser.post(self.address(**changes), {"allow": "yes"})
        assert answer.status_code == 303, answer.content.decode()
        return str(answer["Location"])

    def code(self, **changes: str | None) -> str:
        return parameters(self.allow(**changes))["code"]

    def send(self, body: str, where: str = "/oauth/token") -> Any:
        return self.service.post(where, body, content_type="application/x-www-form-urlencoded")

    def redeem(self, code: str, **changes: str) -> Any:
        body = self.library.prepare_request_body(
            code=code, **{"redirect_uri": self.redirect_uri, "code_verifier": self.verifier, **changes}
        )
        return self.send(body)

    def tokens(self, **changes: str | None) -> dict[str, Any]:
        answer = self.redeem(self.code(**changes))
        return dict(self.library.parse_request_body_response(answer.content.decode()))

    def refresh(self, token: str, **changes: str) -> Any:
        body = {"grant_type": "refresh_token", "client_id": self.library.client_id, "refresh_token": token, **changes}
        return self.send(urlencode(body))

    def revoke(self, token: str) -> Any:
        return self.send(urlencode({"client_id": self.library.client_id, "token": token}), "/oauth/revoke")


def me(token: str) -> int:
    return int(Client().get("/api/v1/me", headers={"Authorization": f"Bearer {token}"}).status_code)


def error(answer: HttpResponse) -> tuple[int, str]:
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, str(json.loads(answer.content)["error"])


def parameters(address: str) -> dict[str, str]:
    return {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}


@pytest.fixture
def board(ben: Player) -> OAuthApp:
    return register_app(owner=ben, name="Board", redirect_uris=[CALLBACK, LOOPBACK])


@pytest.fixture
def app(ann: Player, board: OAuthApp) -> App:
    return App(ann, board)


# The whole flow


def test_an_app_signs_a_player_in_with_an_ordinary_client_library(app: App, ann: Player) -> None:
    page = app.browser.get(app.address())
    assert (page.status_code, "Board" in page.content.decode()) == (200, True)

    sent = app.allow()
    code = app.library.parse_request_uri_response(sent, state="a state")["code"]
    tokens = app.library.parse_request_body_response(app.redeem(code).content.decode())

    assert sent.startswith(f"{CALLBACK}?")
    assert parameters(sent) == {"code": code, "state": "a state", "iss": "http://testserver"}
    assert {name: tokens[name] for name in ("token_type", "expires_in", "scope")} == {
        "token_type": "Bearer",
        "expires_in": 3600,
        "scope": ["read", "play"],
    }
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert Client().get("/api/v1/me", headers=headers).json()["username"] == "ann"
    assert Client().post("/api/v1/decks", headers=headers).json()["code"] == "scope_missing"


def test_a_program_on_the_players_computer_uses_any_port(ann: Player, board: OAuthApp) -> None:
    app = App(ann, board, "http://127.0.0.1:49152/callback")

    assert me(app.tokens()["access_token"]) == 200


def test_nothing_that_opens_anything_is_stored_in_clear(app: App) -> None:
    code = app.code()
    tokens = json.loads(app.redeem(code).content)
    later = json.loads(app.refresh(tokens["refresh_token"]).content)
    secrets = {code, *(given[name] for given in (tokens, later) for name in ("access_token", "refresh_token"))}
    assert len(secrets) == 5

    stored = []
    with connection.cursor() as cursor:
        for table in ("players_oauthgrant", "players_accesstoken"):
            cursor.execute(f"SELECT * FROM {table}")
            stored += [str(value) for row in cursor.fetchall() for value in row]

    assert [secret for secret in secrets for value in stored if secret in value or secret[:30] in value] == []
    assert str(OAuthGrant.objects.get().app_id) in stored


def test_an_access_token_expires_and_a_refresh_token_gives_the_next(app: App) -> None:
    first = app.tokens()
    token = AccessToken.objects.get()
    assert token.expiry is not None
    assert timedelta(minutes=59) < token.expiry - timezone.now() <= timedelta(hours=1)

    second = json.loads(app.refresh(first["refresh_token"]).content)

    assert (me(first["access_token"]), me(second["access_token"])) == (401, 200)
    assert second["refresh_token"] != first["refresh_token"]
    assert second["scope"] == "read play"


def test_a_refresh_may_narrow_the_scopes_of_one_token_but_not_widen_them(app: App) -> None:
    first = app.tokens()

    narrow = json.loads(app.refresh(first["refresh_token"], scope="read").content)
    wide = app.refresh(narrow["refresh_token"], scope="read decks")
    again = json.loads(app.refresh(narrow["refresh_token"]).content)

    assert narrow["scope"] == "read"
    assert error(wide) == (400, "invalid_scope")
    assert again["scope"] == "read play"


def test_the_metadata_say_where_everything_is() -> None:
    answer = Client().get("/.well-known/oauth-authorization-server")

    found = answer.json()
    assert {name: found[name] for name in found if "endpoint" in name and "auth_methods" not in name} == {
        "authorization_endpoint": "http://testserver/oauth/authorize",
        "token_endpoint": "http://testserver/oauth/token",
        "revocation_endpoint": "http://testserver/oauth/revoke",
    }
    assert found["issuer"] == "http://testserver"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["response_types_supported"] == ["code"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert found["scopes_supported"] == ["read", "play", "decks", "bot", "leagues", "audit"]


def test_a_move_with_the_token_of_an_app_is_two_statements(app: App, duel: Callable[..., Match], ann: Player) -> None:
    match = duel()
    seat = next(index for index, player in players_of(match).items() if player == ann)
    action = encoded(legal_actions(load_match(match.pk).position.table, seat)[0])
    headers = {"Authorization": f"Bearer {app.tokens()['access_token']}"}
    body = json.dumps({"version": 0, "action": json.loads(action)})

    with CaptureQueriesContext(connection) as queries:
        answer = Client().post(
            f"/api/v1/matches/{match.pk}/actions", body, content_type="application/json", headers=headers
        )

    assert answer.status_code == 201, answer.content
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) <= (
        2 if connection.vendor == "postgresql" else 3
    )


# The consent page


def test_a_player_signs_in_first_and_comes_back(app: App) -> None:
    asked = Client().get(app.address())

    assert asked.status_code == 302
    assert parameters(asked["Location"])["next"] == app.address()


def test_who_denies_sends_the_app_away_with_its_state(app: App) -> None:
    answer = app.browser.post(app.address(), {"deny": "yes"})

    assert answer.status_code == 303
    assert answer["Location"].startswith(f"{CALLBACK}?")
    assert parameters(answer["Location"]) == {
        "error": "access_denied",
        "state": "a state",
        "iss": "http://testserver",
    }
    assert OAuthGrant.objects.count() == 0


def test_the_page_says_who_asks_for_what_and_where_it_leads(app: App) -> None:
    page = app.browser.get(app.address(scope="read decks")).content.decode()

    for words in ("Board", "ann", "ben", "board.example", "See what you can see", "delete your decks"):
        assert words in page
    assert "Play as you" not in page


@pytest.mark.parametrize(
    ("redirect_uri", "source"),
    [
        (CALLBACK, "https://board.example"),
        ("http://127.0.0.1:4000/callback", "http://127.0.0.1:4000"),
    ],
)
def test_the_consent_page_alone_lets_its_form_lead_elsewhere_and_only_to_the_app(
    ann: Player, board: OAuthApp, redirect_uri: str, source: str
) -> None:
    app = App(ann, board, redirect_uri)

    def form_action(path: str) -> str:
        policy = app.browser.get(path)["Content-Security-Policy"]
        return next(part.strip() for part in policy.split(";") if part.strip().startswith("form-action"))

    assert form_action(app.address()) == f"form-action 'self' {source}"
    assert form_action(app.address(client_id="x")) == "form-action 'self'"
    assert form_action("/account/apps/") == "form-action 'self'"


def test_the_consent_page_cannot_be_framed_nor_cached_nor_answered_from_elsewhere(app: App, ann: Player) -> None:
    page = app.browser.get(app.address())
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ann)

    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert "no-store" in page["Cache-Control"]
    assert strict.post(app.address(), {"allow": "yes"}).status_code == 403
    assert OAuthGrant.objects.count() == 0


def test_a_guest_cannot_allow_an_app(board: OAuthApp) -> None:
    guest = Player.objects.create(username="guest-1", is_guest=True)
    app = App(guest, board)

    assert app.browser.get(app.address()).status_code == 403
    assert app.browser.post(app.address(), {"allow": "yes"}).status_code == 403
    assert OAuthGrant.objects.count() == 0


# No open redirect: players leave only by pressing a button, and only for a registered address


@pytest.mark.parametrize(
    "redirect_uri",
    [
        None,
        "https://evil.example/callback",
        f"{CALLBACK}/more",
        f"{CALLBACK}?more=1",
        f"{CALLBACK}#fragment",
        "https://board.example:8443/callback",
        "http://board.example/callback",
        "https://board.example@evil.example/callback",
        "https://board.example.evil.example/callback",
        "https://board.example\\.evil.example/callback",
        "http://127.0.0.1:1/other",
        "http://127.0.0.1@evil.example/callback",
        "http://localhost:1/callback",
        "//evil.example",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_is_not_registered_is_never_gone_to(app: App, redirect_uri: str | None) -> None:
    for ask in (app.browser.get, lambda address: app.browser.post(address, {"allow": "yes"})):
        answer = ask(app.address(redirect_uri=redirect_uri))

        assert (answer.status_code, answer.has_header("Location")) == (400, False)
        assert re.findall(r'(?:href|action)="[^"]*evil', answer.content.decode()) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"scope": "read everything"}, "invalid_scope"),
        ({"response_mode": "fragment"}, "invalid_request"),
    ],
)
def test_a_faulty_request_redirects_nobody_but_a_link_tells_the_app(
    app: App, changes: dict[str, str | None], code: str
) -> None:
    for ask in (app.browser.get, lambda address: app.browser.post(address, {"allow": "yes"})):
        answer = ask(app.address(**changes))

        page = answer.content.decode()
        assert (answer.status_code, answer.has_header("Location")) == (400, False)
        link = re.search(rf'href="({re.escape(CALLBACK)}[^"]+)"', page)
        assert link is not None
        told = parameters(link[1].replace("&amp;", "&"))
        assert (told["error"], told["state"]) == (code, "a state")
    assert OAuthGrant.objects.count() == 0


@pytest.mark.parametrize("name", ["client_id", "redirect_uri", "state", "code_challenge", "scope"])
def test_a_parameter_sent_twice_is_refused(app: App, name: str) -> None:
    answer = app.browser.get(f"{app.address()}&{name}=again")

    assert (answer.status_code, CALLBACK in answer.content.decode()) == (400, False)


@pytest.mark.parametrize("client_id", ["", "x", "0" * 32, "\uff10" * 32])
def test_an_unknown_app_is_refused(app: App, client_id: str) -> None:
    assert app.browser.get(app.address(client_id=client_id)).status_code == 400


# Codes


def test_a_code_used_twice_ends_what_it_gave(app: App) -> None:
    code = app.code()
    tokens = json.loads(app.redeem(code).content)
    assert me(tokens["access_token"]) == 200

    again = app.redeem(code)

    assert error(again) == (400, "invalid_grant")
    assert me(tokens["access_token"]) == 401
    assert error(app.refresh(tokens["refresh_token"])) == (400, "invalid_grant")


def test_a_code_expires_after_a_minute(app: App) -> None:
    code = app.code()
    OAuthGrant.objects.update(expires_at=timezone.now())

    assert error(app.redeem(code)) == (400, "invalid_grant")
    assert AccessToken.objects.count() == 0


def test_a_code_lasts_for_a_minute_at_most(app: App) -> None:
    app.code()

    assert OAuthGrant.objects.get().expires_at - timezone.now() <= timedelta(seconds=60)


def test_a_stolen_code_is_worth_nothing_without_its_verifier(app: App) -> None:
    code = app.code()

    assert error(app.redeem(code, code_verifier="x" * 64)) == (400, "invalid_grant")
    without = app.library.prepare_request_body(code=code, redirect_uri=CALLBACK)
    assert error(app.send(without)) == (400, "invalid_request")
    assert AccessToken.objects.count() == 0
    assert app.redeem(code).status_code == 200


def test_a_code_of_one_app_is_worth_nothing_to_another(app: App, ann: Player, ben: Player) -> None:
    other = App(ann, register_app(owner=ben, name="Other", redirect_uris=[CALLBACK]))
    other.verifier = app.verifier

    assert error(other.redeem(app.code())) == (400, "invalid_grant")


def test_the_redirect_address_of_a_code_is_repeated_exactly_or_left_out(app: App) -> None:
    code = app.code()

    assert error(app.redeem(code, redirect_uri=LOOPBACK)) == (400, "invalid_grant")
    body = {"grant_type": "authorization_code", "client_id": app.library.client_id, "code": code}
    assert app.send(urlencode({**body, "code_verifier": app.verifier})).status_code == 200


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"grant_type": "password", "username": "ann", "password": "correct horse"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": "openid", "code": "x"}, "unauthorized_client"),
        ({"grant_type": "authorization_code"}, "invalid_request"),
        ({"grant_type": "authorization_code", "code": "x"}, "invalid_grant"),
        ({"grant_type": "refresh_token"}, "invalid_request"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
        ({"grant_type": "refresh_token", "refresh_token": "\0\ud7ff"}, "invalid_grant"),
        ({}, "unsupported_grant_type"),
    ],
)
def test_other_ways_to_a_token_are_refused(app: App, body: dict[str, str], refused: str) -> None:
    assert error(app.send(urlencode({"client_id": app.library.client_id, **body}))) == (400, refused)


def test_what_cannot_be_read_is_refused_as_oauth_does(app: App) -> None:
    code = app.code()
    body = app.library.prepare_request_body(code=code, redirect_uri=CALLBACK, code_verifier=app.verifier)

    assert error(app.service.get("/oauth/token")) == (405, "invalid_request")
    assert error(app.service.post("/oauth/token", {"code": code}, content_type="application/json")) == (
        400,
        "invalid_request",
    )
    assert error(app.send(body, "/oauth/token?code=x")) == (400, "invalid_request")
    assert error(app.send(f"{body}&code={code}")) == (400, "invalid_request")
    assert error(app.send("&".join(f"a{number}=" for number in range(2000)))) == (400, "invalid_request")
    assert error(app.send(body.replace(app.library.client_id, "\0"))) == (401, "invalid_client")
    assert app.send(body).status_code == 200


# Refresh tokens


def test_a_refresh_token_used_twice_ends_the_whole_family(app: App) -> None:
    first = app.tokens()
    second = json.loads(app.refresh(first["refresh_token"]).content)
    third = json.loads(app.refresh(second["refresh_token"]).content)
    assert me(third["access_token"]) == 200

    stolen = app.refresh(first["refresh_token"])

    assert error(stolen) == (400, "invalid_grant")
    assert me(third["access_token"]) == 401
    assert error(app.refresh(third["refresh_token"])) == (400, "invalid_grant")
    assert OAuthGrant.objects.count() == 0


def test_a_refresh_token_of_one_app_is_worth_nothing_to_another(app: App, ann: Player, ben: Player) -> None:
    other = App(ann, register_app(owner=ben, name="Other", redirect_uris=[CALLBACK]))
    tokens = app.tokens()

    assert error(other.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert other.revoke(tokens["refresh_token"]).status_code == 200
    assert me(tokens["access_token"]) == 200


def test_a_grant_ends_after_thirty_days_without_a_refresh_and_after_a_year_with(app: App) -> None:
    tokens = app.tokens()
    grant = OAuthGrant.objects.get()
    assert timedelta(days=29) < grant.expires_at - timezone.now() <= timedelta(days=30)

    OAuthGrant.objects.update(created_at=timezone.now() - timedelta(days=364, hours=23, minutes=30))
    later = json.loads(app.refresh(tokens["refresh_token"]).content)

    grant.refresh_from_db()
    assert grant.expires_at - timezone.now() < timedelta(minutes=31)
    OAuthGrant.objects.update(expires_at=timezone.now())
    assert error(app.refresh(later["refresh_token"])) == (400, "invalid_grant")


# Ending tokens and grants


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_app_ends_all_it_has_with_any_of_its_tokens(app: App, which: str) -> None:
    tokens = app.tokens()

    assert app.revoke(tokens[which]).status_code == 200

    assert me(tokens["access_token"]) == 401
    assert error(app.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert app.revoke(tokens[which]).status_code == 200


def by_revoking(app: App, ann: Player) -> None:
    assert app.browser.post(f"/account/apps/{app.library.client_id}/revoke/").status_code == 302


def by_removing(app: App, ann: Player) -> None:
    remove_app(app=OAuthApp.objects.get())


def by_removing_in_the_admin(app: App, ann: Player) -> None:
    staff = Client()
    staff.force_login(Player.objects.create_superuser("ruth"))
    address = f"/admin/players/oauthapp/{OAuthApp.objects.get().pk}/delete/"
    assert AccessToken.objects.get().digest[:16] not in staff.get(address).content.decode()
    assert staff.post(address, {"post": "yes"}).status_code == 302


def by_choosing_in_the_admin(app: App, ann: Player) -> None:
    staff = Client()
    staff.force_login(Player.objects.create_superuser("ruth"))
    chosen = {"action": "delete_selected", "_selected_action": OAuthApp.objects.get().pk, "post": "yes"}
    assert staff.post("/admin/players/oauthapp/", chosen).status_code == 302


def by_new_password(app: App, ann: Player) -> None:
    change_password(player=ann, password="another quiet rook")


def by_signing_out(app: App, ann: Player) -> None:
    sign_out_everywhere(player=ann)


def by_deleting(app: App, ann: Player) -> None:
    delete_account(player_id=ann.pk)


def by_deleting_the_owner(app: App, ann: Player) -> None:
    delete_account(player_id=OAuthApp.objects.get().owner_id)


def by_itself(app: App, ann: Player) -> None:
    token = app.tokens()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    (own,) = Client().get("/api/v1/tokens", headers=headers).json()["results"]
    assert Client().delete(f"/api/v1/tokens/{own['id']}", headers=headers).status_code == 204


@pytest.mark.parametrize(
    "end",
    [
        *(by_revoking, by_removing, by_removing_in_the_admin, by_choosing_in_the_admin),
        *(by_new_password, by_signing_out, by_deleting, by_deleting_the_owner),
    ],
)
def test_everything_ends_at_once(app: App, ann: Player, end: Callable[[App, Player], None]) -> None:
    tokens = app.tokens()
    waiting = app.code()
    assert me(tokens["access_token"]) == 200

    end(app, ann)

    assert me(tokens["access_token"]) == 401
    for answer in (app.refresh(tokens["refresh_token"]), app.redeem(waiting)):
        assert error(answer) in [(400, "invalid_grant"), (401, "invalid_client")]
    assert (OAuthGrant.objects.count(), AccessToken.objects.count()) == (0, 0)


def test_an_app_that_revokes_its_own_token_has_no_refresh_token_either(app: App, ann: Player) -> None:
    by_itself(app, ann)

    assert (OAuthGrant.objects.count(), AccessToken.objects.count()) == (0, 0)


def test_a_banned_player_refreshes_nothing(app: App, ann: Player) -> None:
    tokens, code = app.tokens(), app.code()
    Player.objects.filter(pk=ann.pk).update(is_active=False)

    assert me(tokens["access_token"]) == 401
    assert error(app.refresh(tokens["refresh_token"])) == (400, "invalid_grant")
    assert error(app.redeem(code)) == (400, "invalid_grant")


def test_an_app_makes_no_tokens_and_neither_sees_nor_revokes_those_of_the_player(app: App, ann: Player) -> None:
    own, _ = AccessToken.objects.create(user=ann, name="laptop")
    headers = {"Authorization": f"Bearer {app.tokens(scope='read play decks bot leagues audit')['access_token']}"}

    made = Client().post(
        "/api/v1/me/tokens", {"name": "x", "scopes": ["read"]}, content_type="application/json", headers=headers
    )

    assert (made.status_code, made.json()["code"]) == (403, "beyond_token")
    listed = Client().get("/api/v1/tokens", headers=headers).json()["results"]
    assert [(token["name"], token["is_this"]) for token in listed] == [("Board", True)]
    assert Client().delete(f"/api/v1/tokens/{own.digest[:16]}", headers=headers).status_code == 404
    assert AccessToken.objects.filter(pk=own.pk).exists()
    assert "laptop" in app.browser.get("/account/tokens/").content.decode()
    assert "Board" not in app.browser.get("/account/tokens/").content.decode()


def test_one_consent_more_than_an_account_may_have_ends_the_oldest(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grants, "MOST_GRANTS", 2)
    first, second = app.tokens(), app.tokens()
    assert [me(given["access_token"]) for given in (first, second)] == [200, 200]

    third = app.tokens()

    assert [me(given["access_token"]) for given in (first, second, third)] == [401, 200, 200]


def test_token_requests_are_counted_by_address(app: App, settings: Any) -> None:
    settings.THROTTLES = {**settings.THROTTLES, "sign_in": (2, 60)}
    body = app.library.prepare_request_body(code="x", redirect_uri=CALLBACK, code_verifier=app.verifier)

    def from_one_address() -> Any:
        return app.service.post(
            "/oauth/token", body, content_type="application/x-www-form-urlencoded", REMOTE_ADDR="198.51.100.7"
        )

    assert [from_one_address().status_code for _ in range(2)] == [400, 400]
    refused = from_one_address()
    assert error(refused) == (429, "temporarily_unavailable")
    assert int(refused["Retry-After"]) > 0


# The page of apps


def test_an_app_is_registered_listed_and_deleted_by_its_owner_alone(ann: Player, ben: Player) -> None:
    owner, other = Client(), Client()
    owner.force_login(ann)
    other.force_login(ben)
    sent = {"name": "My board", "redirect_uris": f"{CALLBACK}\r\n{LOOPBACK}"}

    assert owner.post("/account/apps/", sent).status_code == 302

    made = OAuthApp.objects.get()
    assert (made.name, made.owner, made.redirect_uris) == ("My board", ann, f"{CALLBACK}\n{LOOPBACK}")
    assert str(made.client_id) in owner.get("/account/apps/").content.decode()
    assert str(made.client_id) not in other.get("/account/apps/").content.decode()
    other.post(f"/account/apps/{made.client_id}/delete/")
    assert OAuthApp.objects.count() == 1
    owner.post(f"/account/apps/{made.client_id}/delete/")
    assert OAuthApp.objects.count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "http://board.example/",
        "https://",
        "https://user@board.example/",
        "https://board.example/#here",
        "https://Board.example/",
        "https://board.example;script-src/",
        "https://*.example/",
        "https://board.example/a b",
        "http://localhost:3000/",
        "http://127.0.0.1.evil.example/",
        "http://127.0.0.1:3000@evil.example/",
        "javascript:alert(1)",
        "com.example.app:/callback",
        "data:text/html,x",
        "https://board.example/" + "a" * 300,
    ],
)
def test_other_addresses_cannot_be_registered(ann: Player, address: str) -> None:
    client = Client()
    client.force_login(ann)

    answer = client.post("/account/apps/", {"name": "Board", "redirect_uris": address})

    assert (answer.status_code, "errorlist" in answer.content.decode()) == (400, True)
    assert OAuthApp.objects.count() == 0


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "Ad\u200bmin", "\u202eBoard", "Admin", "support", "a\0"])
def test_names_that_mislead_cannot_be_registered(ann: Player, name: str) -> None:
    client = Client()
    client.force_login(ann)

    answer = client.post("/account/apps/", {"name": name, "redirect_uris": CALLBACK})

    assert (answer.status_code, OAuthApp.objects.count()) == (400, 0)


def test_an_account_has_a_bounded_number_of_apps(ann: Player) -> None:
    client = Client()
    client.force_login(ann)
    for number in range(MOST_APPS):
        assert client.post("/account/apps/", {"name": f"app {number}", "redirect_uris": CALLBACK}).status_code == 302

    assert client.post("/account/apps/", {"name": "one more", "redirect_uris": CALLBACK}).status_code == 400
    assert OAuthApp.objects.count() == MOST_APPS


def test_guests_register_nothing() -> None:
    client = Client()
    client.force_login(Player.objects.create(username="guest-1", is_guest=True))

    assert client.post("/account/apps/", {"name": "Board", "redirect_uris": CALLBACK}).status_code == 400
    assert OAuthApp.objects.count() == 0


def test_allowed_apps_are_listed_with_the_same_number_of_statements(
    app: App, ann: Player, ben: Player, django_assert_num_queries: Any
) -> None:
    app.tokens()
    app.tokens(scope="decks")
    with django_assert_num_queries(6):
        page = app.browser.get("/account/apps/").content.decode()
    assert (page.count("Revoke Board"), "delete your decks" in page) == (1, True)

    for name in ("Second", "Third"):
        App(ann, register_app(owner=ben, name=name, redirect_uris=[CALLBACK])).tokens()

    with django_assert_num_queries(6):
        app.browser.get("/account/apps/")
