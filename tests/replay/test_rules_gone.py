"""A finished match whose version of the rules is gone: its log is read from the recorded effects."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse

from cards.sets.selectors import rules_of
from matches.models import Match
from rules import registry
from tests import toy
from tests.matches.api.conftest import Api
from tests.matches.conftest import play_out

pytestmark = pytest.mark.django_db
LOG = ("events?limit=500", "events?after=3", "replay/transcript", "export")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.CRITICAL)
    yield
    rules_of.cache_clear()


@pytest.fixture
def match(duel: Callable[..., Match]) -> Match:
    return play_out(duel())


def lose_rules(patch: pytest.MonkeyPatch, *, keep: bool = True) -> None:
    """Replace version 1 of the game by version 2, or remove the game."""
    patch.delitem(registry._RULESETS, ("raid", 1))
    if keep:
        newer = SimpleNamespace(__name__="rules.raid2", RULESET=replace(toy.RULESET, version=2))
        patch.setitem(sys.modules, "rules.raid2", newer)
        patch.setitem(registry._RULESETS, ("raid", 2), "raid2")
    rules_of.cache_clear()


def test_the_log_and_its_words_are_the_same_without_the_rules(
    match: Match, anyone: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> list[bytes]:
        answers = [anyone.get(f"matches/{match.pk}/{part}") for part in LOG]
        assert [answer.status_code for answer in answers] == [200] * len(LOG)
        return [b"".join(answer) for answer in answers]

    before = read()
    lose_rules(monkeypatch)
    after = read()

    transcript = json.loads(after.pop(2))
    assert "words_of" not in json.loads(before[2])
    assert transcript.pop("words_of") == 2
    assert transcript == json.loads(before.pop(2))
    assert any(line["effects"] for line in transcript["lines"])
    assert after == before


def test_a_viewer_who_may_not_read_everything_is_refused_without_the_rules(
    match: Match, anyone: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they may read depends on the rules."""
    lose_rules(monkeypatch)

    refused = anyone.get(f"matches/{match.pk}/replay/transcript?as=public")

    assert (refused.status_code, refused.json()["code"]) == (500, "match_damaged")


def test_events_need_no_rules_of_any_version(match: Match, anyone: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    before = anyone.get(f"matches/{match.pk}/events?limit=500").json()["events"]
    lose_rules(monkeypatch, keep=False)

    assert anyone.get(f"matches/{match.pk}/events?limit=500").json()["events"] == before


def test_the_page_tells_the_log(match: Match, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    lose_rules(monkeypatch)

    shown = client.get(reverse("replay", args=[match.pk]), follow=True).content.decode()

    assert shown.count('<span class="number">') == match.version + 1
