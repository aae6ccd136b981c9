"""Draws by agreement: offers, what ends them, and the event of an agreement."""

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection

from common.text.errors import ServiceError
from matches.log import sql
from matches.log.sql import load_match
from matches.log.transactions import POSTGRES
from matches.models import Match, Scorecard
from matches.notifications import inbox
from matches.notifications.notices import open_notices
from matches.services.act import take_action
from matches.services.ending import accept_draw, decline_draw, expire_clock, offer_draw, resign, withdraw_draw
from matches.services.lobby import open_match
from matches.services.ratings import fold_ruleset
from matches.services.scoring import score
from matches.services.seat_plans import SeatPlan
from players.models import Player
from replay import exports
from replay.imports import import_match
from replay.stored_logs import audit_stored, log_of
from rules.engine import legal_actions, seats_to_act
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db


def offers(match: Match) -> list[int]:
    match.refresh_from_db()
    return match.drawing_seats


def told(player: Player) -> list[Any]:
    kinds = ("draw_offered", "draw_declined", "match_ended")
    found = [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 100)]
    return [(notice["type"], notice.get("seat")) for notice in found if notice["type"] in kinds]


def act(match: Match, player: Player) -> None:
    """Take the first of this player's legal actions."""
    chosen_action(match, player)()


def chosen_action(match: Match, player: Player) -> Callable[[], object]:
    """A function that takes the first of the actions that are legal for this player now."""
    position = load_match(match.pk).position
    seat = {"ann": 0, "ben": 1}[player.username]
    action = msgspec.json.encode(legal_actions(position.table, seat)[0])
    return lambda: take_action(match_id=match.pk, player_id=player.pk, action=action, expected_version=position.seq)


def to_act(match: Match) -> list[int]:
    return list(seats_to_act(load_match(match.pk).position.table))


def refused(code: str, do: Callable[..., None], match: Match, player: Player) -> None:
    with pytest.raises(ServiceError, match=code):
        do(match_id=match.pk, player=player)


@pytest.mark.parametrize("agree", [accept_draw, offer_draw])
def test_a_draw_that_is_offered_and_agreed_to_ends_the_match(
    duel: Callable[..., Match], ann: Player, ben: Player, agree: Callable[..., None]
) -> None:
    match = duel()
    version = load_match(match.pk).version
    offer_draw(match_id=match.pk, player=ann)
    assert (offers(match), told(ben), match.version) == ([0], [("draw_offered", 0)], version)
    assert [type(notice).__name__ for notice in open_notices(ben.pk)] == ["DrawOffered"]
    assert open_notices(ann.pk) == []

    agree(match_id=match.pk, player=ben)

    match.refresh_from_db()
    last = sql.events(match.pk)[-1].content
    assert (last["type"], last["seat"], last["note"], last["effects"]) == ("draw_agreed", None, "", [])
    assert (match.status, match.end_reason, match.drawing_seats) == ("over", "agreement", [])
    assert match.outcome["winners"] == [] and match.to_act == []
    assert told(ann) == [("match_ended", None)]
    assert open_notices(ben.pk) == []
    refused("match_over", offer_draw, match, ann)


def test_such_a_match_is_scored_audited_exported_and_taken_in(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    match = duel()
    offer_draw(match_id=match.pk, player=ann)
    accept_draw(match_id=match.pk, player=ben)
    score(match.pk)
    match.refresh_from_db()

    assert Scorecard.objects.get(match=match).body["reason"] == "agreement"
    log = log_of(match)
    assert audit_stored(match.pk).findings == []
    imported = import_match(lines=exports.whole(log).splitlines(), player=ann).match
    assert (imported.end_reason, imported.outcome) == ("agreement", match.outcome)


def test_a_rated_match_that_was_drawn_by_agreement_counts_as_a_draw(published: None, ann: Player, ben: Player) -> None:
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True) for player in (ann, ben)]
    clock = {"type": "per_decision", "seconds": 60}
    match = open_match(ruleset="raid", options={}, seats=seats, clock=clock, is_rated=True)
    offer_draw(match_id=match.pk, player=ann)
    accept_draw(match_id=match.pk, player=ben)

    fold_ruleset("raid")

    assert [(rating.wins, rating.draws, rating.losses) for rating in (*ann.ratings.all(), *ben.ratings.all())] == [
        (0, 1, 0)
    ] * 2


def test_an_offer_is_ended_by_the_next_action_of_the_other_seat_and_not_by_ones_own(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    match = duel()
    assert to_act(match) == [0, 1]
    offer_draw(match_id=match.pk, player=ann)

    act(match, ann)
    assert offers(match) == [0]
    act(match, ben)

    assert offers(match) == []
    assert told(ann) == []
    refused("no_draw_offered", accept_draw, match, ben)
    refused("no_draw_offered", decline_draw, match, ben)


def test_a_seat_offers_again_only_when_it_has_acted(duel: Callable[..., Match], ann: Player, ben: Player) -> None:
    match = duel()
    offer_draw(match_id=match.pk, player=ann)
    refused("draw_offered_already", offer_draw, match, ann)
    refused("no_draw_offered", accept_draw, match, ann)
    refused("no_draw_offered", decline_draw, match, ann)
    decline_draw(match_id=match.pk, player=ben)
    assert (offers(match), told(ann), open_notices(ben.pk)) == ([], [("draw_declined", 1)], [])
    refused("draw_offered_already", offer_draw, match, ann)

    act(match, ann)

    offer_draw(match_id=match.pk, player=ann)
    assert told(ben) == [("draw_offered", 0)] * 2


def test_who_has_offered_withdraws_and_nobody_accepts_what_was_withdrawn(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    match = duel()
    offer_draw(match_id=match.pk, player=ann)
    withdraw_draw(match_id=match.pk, player=ben)
    assert offers(match) == [0]

    withdraw_draw(match_id=match.pk, player=ann)

    assert (offers(match), open_notices(ben.pk), match.status) == ([], [], "playing")
    refused("no_draw_offered", accept_draw, match, ben)
    refused("draw_offered_already", offer_draw, match, ann)
    withdraw_draw(match_id=match.pk, player=ann)
    assert told(ben) == [("draw_offered", 0)] and told(ann) == []


def test_who_agrees_and_withdraws_by_turns_tells_the_others_once(published: None, ann: Player, ben: Player) -> None:
    people = [ann, ben, *(Player.objects.create_user(name) for name in ("cid", "dan"))]
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True) for player in people]
    match = open_match(ruleset="raid", options={"seats": 4}, seats=seats)
    offer_draw(match_id=match.pk, player=ann)

    for agree in (accept_draw, offer_draw, accept_draw):
        agree(match_id=match.pk, player=ben)
        assert offers(match) == [0, 1]
        withdraw_draw(match_id=match.pk, player=ben)
        assert offers(match) == [0]

    assert told(people[2]) == [("draw_offered", 0), ("draw_offered", 1)]
    assert told(ann) == []


def test_house_bots_decline(published: None, ann: Player) -> None:
    plans = [
        SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True),
        SeatPlan(kind="bot", bot="random", deck=DECK),
    ]
    match = open_match(ruleset="raid", options={}, seats=plans, created_by=ann)

    offer_draw(match_id=match.pk, player=ann)

    assert (offers(match), match.status, told(ann)) == ([], "playing", [("draw_declined", 1)])
    refused("draw_offered_already", offer_draw, match, ann)


def test_all_four_of_a_team_match_must_agree(published: None, ann: Player, ben: Player) -> None:
    people = [ann, ben, *(Player.objects.create_user(name) for name in ("cid", "dan"))]
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True) for player in people]
    match = open_match(ruleset="raid", options={"seats": 4}, seats=seats)

    offer_draw(match_id=match.pk, player=people[0])
    for player in people[2:]:
        accept_draw(match_id=match.pk, player=player)
        accept_draw(match_id=match.pk, player=player)
    assert (offers(match), match.status) == ([0, 2, 3], "playing")

    accept_draw(match_id=match.pk, player=ben)

    match.refresh_from_db()
    assert (match.status, match.end_reason) == ("over", "agreement")


def test_who_has_no_seat_has_no_word_and_a_clock_comes_first(
    duel: Callable[..., Match], ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel(clock={"type": "per_decision", "seconds": 60}, visibility="private")
    stranger = Player.objects.create_user("stranger")
    refused("not_found", offer_draw, match, stranger)
    offer_draw(match_id=match.pk, player=ann)
    monkeypatch.setattr("matches.services.ending.has_run_out", lambda match: [1] if match.status == "playing" else [])
    monkeypatch.setattr("matches.services.ending.has_run_out", lambda match: [1] if match.status == "playing" else [])

    refused("match_over", accept_draw, match, ben)

    match.refresh_from_db()
    assert match.end_reason == "timeout"
    assert not expire_clock(match_id=match.pk)


def test_what_ends_the_match_otherwise_ends_the_offer(duel: Callable[..., Match], ann: Player, ben: Player) -> None:
    match = duel()
    offer_draw(match_id=match.pk, player=ann)

    resign(match_id=match.pk, player_id=ann.pk)

    assert offers(match) == []
    assert open_notices(ben.pk) == []
    refused("match_over", accept_draw, match, ben)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_agreement_and_a_move_at_the_same_moment_the_log_has_one(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    for _ in range(5):
        match = duel()
        offer_draw(match_id=match.pk, player=ann)
        start, results = threading.Barrier(5), []

        def run(do: Callable[[], object], start: threading.Barrier, out: list[str]) -> None:
            start.wait(30)
            try:
                do()
                out.append("done")
            except ServiceError as error:
                out.append(error.code)
            finally:
                connection.close()

        jobs: list[Callable[[], object]] = [
            lambda match=match: accept_draw(match_id=match.pk, player=ben),  # type: ignore[misc]
            lambda match=match: decline_draw(match_id=match.pk, player=ben),  # type: ignore[misc]
            lambda match=match: offer_draw(match_id=match.pk, player=ben),  # type: ignore[misc]
            lambda match=match: withdraw_draw(match_id=match.pk, player=ann),  # type: ignore[misc]
            chosen_action(match, ben),
        ]
        threads = [threading.Thread(target=run, args=(job, start, results)) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)

        assert len(results) == 5 and "done" in results
        assert set(results) <= {"done", "match_over", "no_draw_offered", "draw_offered_already", "not_asked"}
        match.refresh_from_db()
        types = [event.type for event in sql.events(match.pk)]
        assert types.count("draw_agreed") == (match.status == "over") <= 1
        assert audit_stored(match.pk).findings == []
