"""The services of running matches: what they accept, refuse and write."""

from collections.abc import Callable

import pytest

from matches.log import sql
from matches.log.folding import fold
from matches.log.models import Event
from matches.log.sql import load_match
from matches.models import Match, Scorecard
from matches.services.lobby import open_match
from matches.services.scoring import rebuild_score, score
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from tests.matches.conftest import DECK, play_out

pytestmark = pytest.mark.django_db


def test_a_match_is_played_to_its_end_and_folds_to_the_same_bytes(duel: Callable[..., Match]) -> None:
    match = play_out(duel())

    assert match.status == Match.Status.OVER
    stored = load_match(match.id)
    folded = fold(stored.rules, stored.position.key, sql.events(match.id), check=True)
    assert folded.table.rules.encode(folded.table) == stored.rules.encode(stored.position.table)
    assert [event.seq for event in sql.events(match.id)] == list(range(match.version + 1))


def test_a_match_of_bots_is_played_by_one_call(published: None) -> None:
    bots = [SeatPlan(kind="bot", bot=name, deck=DECK) for name in ("greedy", "random")]
    match = open_match(ruleset="raid", options={}, seats=bots)

    played = play_bots(match.id)

    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert Event.objects.filter(match=match).count() == played + 1 == match.version + 1
    assert match.is_scored
    assert Scorecard.objects.get(match=match).body["reason"] == match.end_reason
    score(match.id)
    assert rebuild_score(match.id) is False
