"""A list page survives any damaged row: whatever its columns contain, the other rows are shown."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from matches.models import Match, MatchSummary, Scorecard
from matches.search.terms import sweep_search_terms
from matches.services import scoring
from players.models import Player
from replay.nightly_audit import verify_recent
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db
DAMAGES: dict[str, dict[str, Any]] = {
    "a clock that does not exist": {"clock": {"type": "bogus"}},
    "a clock that is none": {"clock": 7},
    "options of another game": {"options": {"colour": "red"}},
    "options that are none": {"options": []},
    "a game that does not exist": {"ruleset": "chess"},
    "a version that does not exist": {"ruleset_version": 99},
    "times that are none": {"times": {"remaining": "soon"}},
    "an outcome that is none": {"outcome": [1]},
    "no outcome": {"outcome": None},
    "a seed that cannot be opened": {"sealed_seed": b"x"},
    "asked seats that are none": {"to_act": 5},
}


@pytest.fixture
def library(duel: Callable[..., Match]) -> list[Match]:
    """Three finished matches with their search terms."""
    matches = [play_out(duel(), seed) for seed in range(3)]
    assert sweep_search_terms() == 3
    return matches


@pytest.fixture
def operator(published: None) -> Client:
    player = Player.objects.create_user("operator", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(codename="view_match"))
    client = Client()
    client.force_login(player)
    return client


def damage(match: Match, what: str) -> None:
    Match.objects.filter(pk=match.pk).update(**DAMAGES[what])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", DAMAGES)
def test_lists_of_the_api_show_the_others(library: list[Match], anyone: Api, what: str) -> None:
    damage(library[1], what)
    others = {str(match.pk) for match in (library[0], library[2])}

    for path in ("matches", "search/matches"):
        answer = anyone.get(path)
        assert answer.status_code == 200
        shown, damaged = {found["id"] for found in answer.json()["results"]}, answer.json().get("damaged", [])
        assert others <= shown
        assert damaged == [str(match.pk) for match in library if str(match.pk) not in shown]
    lines = b"".join(anyone.get("exports").streaming_content).splitlines()
    assert others <= {line["match"] for line in map(json.loads, lines) if "format" in line}


def test_lists_name_the_matches_that_they_leave_out(library: list[Match], anyone: Api, ann: Player) -> None:
    paths = ("matches", "search/matches", "matches?fields=id", f"players/{ann.public_id}/results")
    whole = [anyone.get(path).json() for path in paths]
    Match.objects.filter(pk=library[1].pk).update(clock={"type": "bogus"}, outcome=None)

    without = [anyone.get(path).json() for path in paths]

    assert [(len(page["results"]), "damaged" in page) for page in whole] == [(3, False)] * 4
    assert [(len(page["results"]), page["damaged"]) for page in without] == [(2, [str(library[1].pk)])] * 4


def test_pages_name_the_matches_that_they_leave_out(library: list[Match], client: Client, ann: Player) -> None:
    client.force_login(ann)
    paths = ("/matches/", "/account/matches/", f"/players/{ann.public_id}/")
    whole = [client.get(path).content.decode() for path in paths]
    damage(library[1], "an outcome that is none")

    without = [client.get(path).content.decode() for path in paths]

    link = f'<a href="/matches/{library[1].pk}/"><code>{library[1].pk}</code></a>'
    assert [link in page for page in (*whole, *without)] == [False] * 3 + [True] * 3


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", DAMAGES)
def test_pages_of_lists_go_on_behind_it(library: list[Match], anyone: Api, what: str) -> None:
    damage(library[1], what)
    found, path = set(), "matches?limit=1"
    while path:
        page = anyone.get(path).json()
        found |= {match["id"] for match in page["results"]}
        path = page["next"]

    assert {str(library[0].pk), str(library[2].pk)} <= found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", DAMAGES)
def test_operators_see_the_list_and_the_match(library: list[Match], operator: Client, what: str) -> None:
    damage(library[1], what)

    assert operator.get("/admin/matches/match/").status_code == 200
    assert operator.get(f"/admin/matches/match/{library[1].pk}/change/").status_code == 200


def test_a_match_that_cannot_be_scored_is_told_of_once_and_keeps_no_other(
    library: list[Match], caplog: pytest.LogCaptureFixture
) -> None:
    damage(library[1], "a version that does not exist")
    Scorecard.objects.all().delete()
    Match.objects.update(is_scored=False)

    scores = [scoring.score(match.pk) for match in library]

    assert [score is not None for score in scores] == [True, False, True]
    assert f"match {library[1].pk} cannot be scored" in caplog.text
    assert not Match.objects.filter(is_scored=False).exists()
    with pytest.raises(CommandError, match="1 matches cannot be read"):
        call_command("rebuild", "scores")
    Match.objects.update(ruleset_version=1)
    call_command("rebuild", "scores")
    assert Scorecard.objects.count() == 3


def test_a_database_that_is_gone_marks_nothing_as_scored(library: list[Match], monkeypatch: pytest.MonkeyPatch) -> None:
    Match.objects.update(is_scored=False)
    monkeypatch.setattr(scoring, "load_match", gone)

    with pytest.raises(OperationalError):
        scoring.score(library[0].pk)

    assert Match.objects.filter(is_scored=False).count() == 3


def gone(match_id: Any) -> None:
    raise OperationalError


MOMENTS = [datetime(1, 1, 1, tzinfo=UTC), datetime(1969, 7, 20, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_list_is_paged_past_any_date(library: list[Match], anyone: Api, moment: datetime) -> None:
    Match.objects.filter(pk=library[1].pk).update(created_at=moment, ended_at=moment)
    MatchSummary.objects.filter(pk=library[1].pk).update(ended_at=moment)

    for start in ("matches?limit=1", "search/matches?limit=1"):
        found, path = [], start
        while path:
            answer = anyone.get(path)
            assert answer.status_code == 200, answer.json()
            found += [match["id"] for match in answer.json()["results"]]
            path = answer.json()["next"]
        assert sorted(found) == sorted(str(match.pk) for match in library)


def test_the_night_comes_by_every_old_match_whatever_its_dates_say(
    library: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    later = timezone.now() + timedelta(days=180, hours=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    long_ago = datetime.now(UTC) - timedelta(days=100)
    Match.objects.update(ended_at=long_ago)
    MatchSummary.objects.update(ended_at=long_ago)
    MatchSummary.objects.filter(pk=library[0].pk).update(ended_at=datetime(1, 1, 1, tzinfo=UTC))

    assert sum(verify_recent().values()) == 3
