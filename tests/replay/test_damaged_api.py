"""A match with a damaged log or row over the API: refusals say that it is damaged, and where the audit found it."""

import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from matches.log import transactions
from matches.log.models import Event
from matches.models import Match
from tests.matches.api.conftest import Api
from tests.matches.conftest import move, play_out
from tests.replay.test_damaged_rows import DAMAGES

pytestmark = pytest.mark.django_db
Duel = Callable[..., Match]
PARTS = ("", "/view", "/legal-actions", "/events", "/events?after=1", "/transcript", "/notes", "/proof")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.fixture(params=["live", "over"])
def match(request: pytest.FixtureRequest, duel: Duel) -> Match:
    opened = duel()
    if request.param == "over":
        return play_out(opened)
    for _ in range(4):
        move(opened, random.Random(1))
    return Match.objects.get(pk=opened.pk)


@contextmanager
def damaged(match: Match, **columns: Any) -> Iterator[None]:
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**columns)
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_a_damaged_row_cannot_show_is_explained(match: Match, as_ann: Api, damage: str) -> None:
    with damaged(match, **DAMAGES[damage]):
        answers = {part: as_ann.get(f"matches/{match.pk}{part}") for part in PARTS}
        moved = as_ann.post(f"matches/{match.pk}/actions", {"version": match.version, "action": {"type": "pass"}})
    failed = [answer for answer in (*answers.values(), moved) if answer.status_code >= 500]

    assert {answer.json()["code"] for answer in failed} <= {"match_damaged"}
    assert not any(answer.json().get("code") == "unknown_ruleset" for answer in answers.values())
    for answer in failed:
        reasons = answer.json()["reasons"]
        assert reasons and all(set(reason) == {"code", "seq", "field", "finding"} for reason in reasons)


@pytest.mark.parametrize("damage", ["a clock that does not exist", "a game that does not exist", "times that are none"])
def test_the_match_itself_names_the_column(match: Match, as_ann: Api, damage: str) -> None:
    with damaged(match, **DAMAGES[damage]):
        refused = as_ann.get(f"matches/{match.pk}")
        japanese = as_ann.get(f"matches/{match.pk}", Accept_Language="ja")

    document = refused.json()
    assert (refused.status_code, document["code"]) == (500, "match_damaged")
    assert refused["Content-Type"] == "application/problem+json"
    assert "壊れている" in japanese.json()["detail"]
    assert document["reasons"] == japanese.json()["reasons"] != []


def test_a_log_that_does_not_fold_names_the_event(match: Match, as_ann: Api) -> None:
    with transactions.lifted_triggers():
        Event.objects.filter(match=match, seq=2).update(body=b'{"not json')
    Match.objects.filter(pk=match.pk).update(snapshot=None)

    refused = as_ann.get(f"matches/{match.pk}/view")

    assert (refused.status_code, refused.json()["code"]) == (500, "match_damaged")
    assert 2 in [reason["seq"] for reason in refused.json()["reasons"]]


def test_a_match_without_its_card_set_says_so(match: Match, as_ann: Api) -> None:
    with damaged(match, card_set=10_000):
        refused = as_ann.get(f"matches/{match.pk}")

    assert (refused.status_code, refused.json()["code"]) == (500, "match_damaged")
    assert as_ann.get(f"matches/{UUID(int=0)}").status_code == 404
    assert as_ann.get(f"matches/{match.pk}/notes/7").status_code in (404, 405)


def test_a_private_match_is_not_told_to_be_damaged(duel: Duel, as_ann: Api, anyone: Api) -> None:
    match = duel(visibility="private")
    with damaged(match, card_set=10_000, clock={"type": "bogus"}):
        own, other = as_ann.get(f"matches/{match.pk}"), anyone.get(f"matches/{match.pk}")

    assert (own.status_code, other.status_code) == (500, 404)
    assert "reasons" not in other.json()


def test_what_fails_without_damage_fails_as_ever(match: Match, as_ann: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.api.views.access.viewer_for", lambda *asked: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        as_ann.get(f"matches/{match.pk}/view")
