"""Two identical requests at the same time."""

from collections.abc import Callable
from typing import Any

import pytest

from matches.models import Match, RequestKey
from matches.services.idempotency import Answer, once
from players.models import Player
from tests.at_once import at_once
from tests.matches.api.conftest import STARTER, Api

pytestmark = pytest.mark.both_databases

BODY = {"ruleset": "raid", "seats": [{"kind": "me", "deck": STARTER}, {"kind": "open"}]}


@pytest.mark.django_db(transaction=True)
def test_two_equal_requests_at_the_same_moment_make_one_match(published: None, ann: Player) -> None:
    for number in range(3):
        clients = [Api(ann), Api(ann)]
        posts = [lambda c=c, n=number: c.post("matches", BODY, Idempotency_Key=f"k{n}") for c in clients]

        first, second = at_once(posts)

        assert first.status_code == second.status_code == 201, (first.content, second.content)
        assert first.content == second.content
    assert Match.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_a_key_whose_first_request_fails_is_free_for_the_second(published: None, ann: Player) -> None:
    def fail() -> Answer:
        raise ZeroDivisionError

    def take(do: Callable[[], Answer]) -> Any:
        try:
            return once(player=ann, key="k", request=b"same", do=do)
        except ZeroDivisionError:
            return None

    found = at_once([lambda: take(fail), lambda: take(lambda: Answer(200, b"done"))])

    assert found[1] == Answer(200, b"done")
    assert found[0] in (None, found[1]), "who comes second is given the answer"
    assert RequestKey.objects.count() == 1
