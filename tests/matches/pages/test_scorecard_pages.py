"""The scorecard on the pages of a finished match: in both languages, and never too early."""

from collections.abc import Callable

import pytest
from django.test import Client

from matches.models import Match
from matches.services.ending import resign
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_at_once, play_bots
from players.models import Player
from rules.registry import shipped_ruleset, slugs
from tests.benchmarks.database import some_setup

pytestmark = pytest.mark.django_db


def played(ruleset: str) -> Match:
    options, decks = some_setup(shipped_ruleset(ruleset))
    seats = [SeatPlan(kind="bot", bot="random", deck=deck) for deck in decks]
    match = open_match(ruleset=ruleset, options=options, seats=seats, play=play_at_once)
    if match.status != Match.Status.OVER:
        play_bots(match.pk)
        match.refresh_from_db()
    return match


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("page", ["", "replay/"])
def test_every_game_shows_what_decided_and_its_tables(ruleset: str, page: str, client: Client) -> None:
    match = played(ruleset)

    shown = {
        language: client.get(f"/matches/{match.pk}/{page}", headers={"accept-language": language}).content.decode()
        for language in ("en", "ja")
    }

    decided = match.scorecard.body["decided"]
    assert "Final score" in shown["en"] and "対戦の結果" in shown["ja"]
    assert f"Rule {decided['rule']}</a>" in shown["en"] and f"#{decided['rule']}" in shown["ja"]
    words = shipped_ruleset(ruleset).words["scorecard"]
    assert any(f"<caption>{texts['en']}</caption>" in shown["en"] for texts in words.values())
    assert any(f"<caption>{texts['ja']}</caption>" in shown["ja"] for texts in words.values())


def test_a_live_match_shows_none(duel: Callable[..., Match], client: Client) -> None:
    assert "Final score" not in client.get(f"/matches/{duel().pk}/").content.decode()


def test_who_resigned_is_told_by_name(duel: Callable[..., Match], ann: Player, client: Client) -> None:
    match = duel()
    resign(match_id=match.pk, player_id=ann.pk)

    assert "● ann resigned." in client.get(f"/matches/{match.pk}/").content.decode()


def test_a_log_that_cannot_be_tallied_leaves_the_page_as_it_is(
    duel: Callable[..., Match], ann: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel()
    resign(match_id=match.pk, player_id=ann.pk)

    def broken(position: object, log: object) -> None:
        raise ValueError("a stored effect is no effect")

    monkeypatch.setattr("matches.selectors.scorecards.tally", broken)

    page = client.get(f"/matches/{match.pk}/")

    assert page.status_code == 200 and "Final score" not in page.content.decode()
