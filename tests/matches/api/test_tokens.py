"""Personal access tokens: the tokens that a token can create and revoke."""

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from common.scopes import SCOPES, write_scopes
from common.text.errors import ServiceError
from players import services, tokens
from players.models import AccessToken, Player
from players.tokens import valid_token
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def with_token(anyone: Api, ann: Player) -> Callable[..., tuple[Api, AccessToken]]:
    def make(scopes: Collection[str], **more: Any) -> tuple[Api, AccessToken]:
        token, secret = AccessToken.objects.create(user=ann, scopes=write_scopes(scopes), **more)
        api = Api()
        api.headers["Authorization"] = f"Bearer {secret}"
        return api, token

    return make


def test_a_token_is_made_told_once_and_does_what_its_scopes_say(as_ann: Api) -> None:
    made = as_ann.post("me/tokens", {"name": "bot", "scopes": ["play", "read"], "days": 7})

    assert made.status_code == 201
    assert (made.json()["name"], made.json()["scopes"]) == ("bot", ["read", "play"])
    narrow = Api()
    narrow.headers["Authorization"] = f"Bearer {made.json()['token']}"
    listed = narrow.get("tokens").json()["results"]
    assert [(token["scopes"], token["is_this"]) for token in listed] == [(["read", "play"], True), ([*SCOPES], False)]
    assert made.json()["token"] not in str(listed)
    assert narrow.post("decks", {}).json()["code"] == "scope_missing"


def test_signing_in_gives_a_token_for_everything(anyone: Api, ann: Player) -> None:
    given = anyone.post("tokens", {"username": "ann", "password": "correct horse"})

    assert given.json()["scopes"] == [*SCOPES]


@pytest.mark.parametrize(
    ("own", "wanted", "status"),
    [
        (["read", "play"], ["play"], 201),
        (["read", "play"], ["play", "read"], 201),
        (["read", "play"], ["decks"], 403),
        (["play"], ["read", "play"], 403),
        (["audit"], ["audit"], 201),
    ],
)
def test_no_token_makes_one_that_may_do_more(
    with_token: Callable[..., Any], own: list[str], wanted: list[str], status: int
) -> None:
    api, _ = with_token(own)

    answer = api.post("me/tokens", {"name": "more", "scopes": wanted})

    assert answer.status_code == status
    if status == 403:
        assert answer.json()["code"] == "beyond_token"
        assert answer.json()["errors"][0]["pointer"] == "/scopes"
        assert AccessToken.objects.count() == 1


def test_no_token_makes_one_that_lasts_longer(with_token: Callable[..., Any]) -> None:
    api, own = with_token(["read"], expiry=timedelta(days=3, hours=1))

    longer = api.post("me/tokens", {"name": "x", "scopes": ["read"], "days": 4})
    short = api.post("me/tokens", {"name": "x", "scopes": ["read"], "days": 3})
    unsaid = api.post("me/tokens", {"name": "x", "scopes": ["read"]})

    assert (longer.status_code, longer.json()["errors"][0]["accepted"]["maximum"]) == (403, 3)
    assert short.status_code == unsaid.status_code == 201
    ends = AccessToken.objects.exclude(pk=own.pk).values_list("expiry", flat=True)
    assert len(ends) == 2 and all(end <= own.expiry for end in ends)


def test_a_token_revokes_itself_and_those_that_may_do_no_more(with_token: Callable[..., Any]) -> None:
    api, own = with_token(["read", "play"])
    ids = {
        name: tokens.token_id(with_token(scopes)[1])
        for name, scopes in {"less": ["read"], "same": ["play", "read"], "more": [*SCOPES]}.items()
    }

    answers = [api.send("DELETE", f"tokens/{id_}").status_code for id_ in [*ids.values(), tokens.token_id(own)]]

    assert answers == [204, 204, 403, 204]
    assert [tokens.token_id(token) for token in AccessToken.objects.all()] == [ids["more"]]


def test_there_are_no_more_tokens_than_may_be_and_those_that_are_over_do_not_count(
    as_ann: Api, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST_TOKENS", 3)
    over, _ = AccessToken.objects.create(user=ann)
    AccessToken.objects.filter(pk=over.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    assert len(as_ann.get("tokens").json()["results"]) == 1

    answers = [as_ann.post("me/tokens", {"name": "x", "scopes": ["read"]}).status_code for _ in range(3)]

    assert answers == [201, 201, 409]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "x"}, "/scopes"),
        ({"name": "", "scopes": ["read"]}, "/name"),
        ({"name": "x", "scopes": []}, "/scopes"),
        ({"name": "x", "scopes": ["all"]}, "/scopes/0"),
        ({"name": "x", "scopes": ["read"], "days": 366}, "/days"),
        ({"name": "x", "scopes": ["read"], "user": 1}, "/user"),
    ],
)
def test_what_cannot_be_a_token_is_told_where(as_ann: Api, body: Any, pointer: str) -> None:
    refused = as_ann.post("me/tokens", body)

    assert refused.status_code == 400
    assert refused.json()["errors"][0]["pointer"] == pointer


def test_whether_a_valid_token_is_one_read_and_remembers_its_use(
    with_token: Callable[..., Any], ann: Player, django_assert_num_queries: Any
) -> None:
    _, token = with_token(["read"])
    digest = token.digest
    assert valid_token(digest) == token
    assert AccessToken.objects.get().last_used_at is not None
    with django_assert_num_queries(1):
        assert valid_token(digest) == token

    Player.objects.filter(pk=ann.pk).update(is_active=False)
    assert valid_token(digest) is None
    Player.objects.filter(pk=ann.pk).update(is_active=True)
    AccessToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert valid_token(digest) is None
    AccessToken.objects.all().delete()
    assert valid_token(digest) is None


def test_no_token_is_made_with_a_password_that_is_changed_while_it_is_checked(
    anyone: Api, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = services.authenticate

    def check_slowly(*args: Any, **more: Any) -> Any:
        found = check(*args, **more)
        _new_password(ann)
        return found

    monkeypatch.setattr(services, "authenticate", check_slowly)

    refused = anyone.post("tokens", {"username": "ann", "password": "correct horse"})

    assert (refused.status_code, AccessToken.objects.count()) == (401, 0)


def test_who_was_let_in_before_a_new_password_makes_no_token_after_it(ann: Player) -> None:
    _new_password(ann)

    with pytest.raises(ServiceError, match="not_signed_in"):
        tokens.make_token(player=ann, name="mine", scopes=["read"])

    assert AccessToken.objects.count() == 0


def _new_password(player: Player) -> None:
    """Set a new password, as another request would."""
    same = Player.objects.get(pk=player.pk)
    same.set_password("a quiet rook 7")
    same.save()
