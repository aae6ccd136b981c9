"""Matches of the toy ruleset Raid, which is quick and has simultaneous decisions, windows and chance."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from celery import current_app

import matches.workers.tasks  # noqa: F401 -- registers them for `tasks_at_once`
from cards.sets.selectors import rules_of
from cards.sets.services import publish_card_set
from matches.log.sql import load_match
from matches.models import Match
from matches.services.act import take_action
from matches.services.attempts import ActionReceipt
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from rules.engine import Ruleset, legal_actions, seats_to_act
from tests import toy

DECK = {"cards": toy.CARD_SET["starter_decks"][0]["cards"]}


@pytest.fixture
def published(raid: Ruleset, db: None) -> Iterator[None]:
    publish_card_set(ruleset="raid", card_set=toy.CARD_SET, note="toy")
    yield
    rules_of.cache_clear()


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("ann", password="correct horse")


@pytest.fixture
def ben(db: None) -> Player:
    return Player.objects.create_user("ben", password="correct horse")


@pytest.fixture
def duel(published: None, ann: Player, ben: Player) -> Callable[..., Match]:
    """Starts a match between Ann (seat 0) and Ben (seat 1)."""

    def open_duel(**more: Any) -> Match:
        people = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True) for player in (ann, ben)]
        return open_match(ruleset="raid", options={}, seats=people, created_by=ann, **more)

    return open_duel


def players_of(match: Match) -> dict[int, Player]:
    return {seat.index: seat.player for seat in match.seats.select_related("player") if seat.player}


def move(match: Match, rng: random.Random, key: str | None = None) -> ActionReceipt:
    """Take a random legal action of the first seat to move."""
    position = load_match(match.id).position
    seat = seats_to_act(position.table)[0]
    action = rng.choice(legal_actions(position.table, seat))
    raw = msgspec.json.encode(action)
    return take_action(
        match_id=match.id, player_id=players_of(match)[seat].pk, action=raw, expected_version=position.seq, key=key
    )


def play_out(match: Match, seed: int = 0) -> Match:
    rng = random.Random(seed)
    while not move(match, rng).over:
        pass
    match.refresh_from_db()
    return match


@pytest.fixture
def tasks_at_once() -> Iterator[None]:
    """Run tasks when they are sent, so that the bots have answered when a request is over."""
    current_app.conf.task_always_eager = True
    yield
    current_app.conf.task_always_eager = False
