"""Codes and refresh tokens used several times at once, and tokens that end while others are created."""

import json
from collections.abc import Callable

import pytest

from players.models import AccessToken, OAuthApp, OAuthGrant, Player
from players.oauth.apps import remove_app, revoke_app
from players.services import change_password
from tests.faults.test_races import at_once
from tests.matches.conftest import ann, ben
from tests.players.test_oauth import App, app, board, me

__all__ = ["ann", "app", "ben", "board"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _player_in_every_browser(app: App) -> None:
    """Open the consent page once, so that writing the session is not part of a race."""
    app.browser.get(app.address())


def test_a_code_that_comes_four_times_at_once_gives_tokens_once_and_they_end(app: App) -> None:
    code = app.code()

    answers = at_once([lambda: app.redeem(code)] * 4)

    given = [json.loads(answer.content) for answer in answers if answer.status_code == 200]  # type: ignore[attr-defined]
    assert len(given) == 1
    assert me(given[0]["access_token"]) == 401
    assert (OAuthGrant.objects.count(), AccessToken.objects.count()) == (0, 0)


def test_a_refresh_token_that_comes_four_times_at_once_ends_its_family(app: App) -> None:
    token = app.tokens()["refresh_token"]

    answers = at_once([lambda: app.refresh(token)] * 4)

    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]  # type: ignore[attr-defined]
    assert (OAuthGrant.objects.count(), AccessToken.objects.count()) == (0, 0)


def by_revoking(ann: Player) -> None:
    revoke_app(player=ann, app=OAuthApp.objects.get())


def by_removing(ann: Player) -> None:
    remove_app(app=OAuthApp.objects.get())


def by_new_password(ann: Player) -> None:
    change_password(player=ann, password="another quiet rook")


@pytest.mark.parametrize("end", [by_revoking, by_removing, by_new_password])
def test_what_ends_an_app_misses_no_token_that_is_made_at_that_moment(
    app: App, ann: Player, end: Callable[[Player], None]
) -> None:
    codes = [app.code() for _ in range(3)]
    refreshed = app.tokens()["refresh_token"]
    jobs = [*(lambda code=code: app.redeem(code) for code in codes), lambda: app.refresh(refreshed)]

    answers = at_once([*jobs, lambda: end(ann)])  # type: ignore[list-item]

    assert {answer.status_code for answer in answers[:-1]} <= {200, 400, 401}  # type: ignore[attr-defined]
    assert (OAuthGrant.objects.count(), AccessToken.objects.count()) == (0, 0)
