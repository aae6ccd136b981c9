"""Challenges and rematches: sent, answered once, and deleted."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.utils import timezone

from common.text.errors import ServiceError
from common.timestamps import rfc3339
from matches.log.transactions import POSTGRES
from matches.models import CallRecord, Challenge, Match
from matches.notifications import inbox
from matches.notifications.notices import open_notices
from matches.selectors.acceptance import Acceptance, AcceptedRuleset, NoClock
from matches.services.bot_accounts import declare_bot_account
from matches.services.challenges import (
    Terms,
    accept_challenge,
    decline_challenge,
    end_old_challenges,
    offer_rematch,
    open_challenges,
    post_challenge,
    withdraw_challenge,
)
from matches.services.ending import abort_match, resign
from matches.services.lobby import join_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.maintenance import sweep
from players.models import AccessToken, Player
from tests.matches.conftest import DECK


def ask(challenger: Player, opponent: Player | None, **more: Any) -> Challenge:
    terms = Terms(**{"ruleset": "raid", "options": {}, **more})
    return post_challenge(challenger=challenger, opponent=opponent, terms=terms)


def told(player: Player) -> list[Any]:
    return [msgspec.json.decode(notice.body) for notice in inbox.notices_after(player.pk, 0, 100)]


def match_of(challenge: Challenge) -> Match:
    return Match.objects.get(pk=challenge.match_id)


@pytest.mark.django_db
def test_who_accepts_is_called_with_the_challenger_to_the_seats_that_were_asked_for(
    published: None, ann: Player, ben: Player
) -> None:
    challenge = ask(ann, ben, seat=1, visibility="private")
    assert [type(notice).__name__ for notice in open_notices(ben.pk)] == ["Challenged"]

    accepted = accept_challenge(challenge_id=challenge.pk, player=ben)

    match = match_of(accepted)
    assert [seat.player for seat in match.seats.order_by("index")] == [ben, ann]
    assert (match.visibility, match.status, match.created_by) == ("private", "lobby", None)
    assert [notice["type"] for notice in told(ann)] == ["called", "challenge_answered"]
    assert told(ann)[1]["match"] == str(match.pk)
    assert [notice["type"] for notice in told(ben)] == ["challenged", "called"]
    join_match(match_id=match.pk, player=ann, deck=DECK, entropy="a")
    assert join_match(match_id=match.pk, player=ben, deck=DECK, entropy="b").status == "playing"


@pytest.mark.django_db
def test_who_declines_says_why_and_nobody_is_called(published: None, ann: Player, ben: Player) -> None:
    challenge = ask(ann, ben)

    decline_challenge(challenge_id=challenge.pk, player=ben, reason="later")

    assert told(ann) == [
        {
            "type": "challenge_answered",
            "challenge": str(challenge.pk),
            "status": "declined",
            "reason": "later",
            "match": None,
        }
    ]
    assert not Match.objects.exists()
    assert ask(ann, ben).pk != challenge.pk


@pytest.mark.django_db
@pytest.mark.parametrize("answer", [accept_challenge, withdraw_challenge])
def test_what_has_been_answered_or_has_expired_is_answered_no_more(
    published: None, ann: Player, ben: Player, answer: Callable[..., Challenge]
) -> None:
    by = ben if answer is accept_challenge else ann
    declined = ask(ann, ben)
    decline_challenge(challenge_id=declined.pk, player=ben, reason="")
    expired = ask(ann, ben)
    Challenge.objects.filter(pk=expired.pk).update(expires_at=timezone.now())

    for challenge, status in ((declined, "declined"), (expired, "expired")):
        with pytest.raises(ServiceError, match="challenge_over") as refused:
            answer(challenge_id=challenge.pk, player=by)
        assert refused.value.params == {"status_now": status}
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_each_does_what_is_his_and_a_stranger_finds_nothing(published: None, ann: Player, ben: Player) -> None:
    cid = Player.objects.create_user("cid")
    challenge = ask(ann, ben)

    refusals = {
        (accept_challenge, ann): "not_your_challenge",
        (withdraw_challenge, ben): "not_your_challenge",
        (accept_challenge, cid): "not_found",
        (withdraw_challenge, cid): "not_found",
    }
    for (answer, player), code in refusals.items():
        with pytest.raises(ServiceError, match=code):
            answer(challenge_id=challenge.pk, player=player)

    assert list(open_challenges(cid)) == []
    assert list(open_challenges(ann)) == list(open_challenges(ben)) == [challenge]
    assert withdraw_challenge(challenge_id=challenge.pk, player=ann).status == "withdrawn"


@pytest.mark.django_db
def test_whom_one_cannot_challenge(published: None, ann: Player, ben: Player) -> None:
    gone = Player.objects.create_user("gone", is_active=False)
    paused = Player.objects.create_user("paused")
    CallRecord.objects.create(player=paused, paused_until=timezone.now() + timedelta(minutes=1))

    for opponent, code in ((None, "not_found"), (ann, "unavailable"), (gone, "unavailable"), (paused, "unavailable")):
        with pytest.raises(ServiceError, match=code):
            ask(ann, opponent)
    with pytest.raises(ServiceError, match="no_player_of_this_name"):
        ask(ann, None)
    with pytest.raises(ServiceError, match="account_paused"):
        ask(paused, ann)
    ask(ann, ben)
    with pytest.raises(ServiceError, match="already_challenged"):
        ask(ann, ben)
    ask(ben, ann)

    assert Challenge.objects.count() == 2


@pytest.mark.django_db
def test_one_account_has_so_many_open_challenges(published: None, ann: Player) -> None:
    others = [Player.objects.create_user(f"other-{number}") for number in range(11)]
    for other in others[:10]:
        ask(ann, other)

    with pytest.raises(ServiceError, match="too_many_challenges") as refused:
        ask(ann, others[10])
    assert refused.value.params["until"] == rfc3339(Challenge.objects.get(opponent=others[0]).expires_at)
    Challenge.objects.filter(opponent=others[0]).update(expires_at=timezone.now())

    ask(ann, others[10])


@pytest.mark.django_db
@pytest.mark.parametrize("terms", [{"options": {"seats": 4}}, {"options": {"dragons": 1}}, {"clock": {"type": "x"}}])
def test_what_cannot_be_played_is_not_asked(published: None, ann: Player, ben: Player, terms: dict[str, Any]) -> None:
    with pytest.raises(ServiceError, match="bad_setup"):
        ask(ann, ben, **terms)

    assert told(ben) == []


@pytest.mark.django_db
def test_a_bot_account_is_called_at_once_to_what_it_accepts_and_asked_for_nothing_else(
    published: None, ann: Player
) -> None:
    bot = Player.objects.create_user("robot")
    accepts = Acceptance(rulesets=[AcceptedRuleset("raid")], clocks=[NoClock()])
    token = AccessToken.objects.create(user=bot)[1]
    declare_bot_account(owner=Player.objects.create_user("owner"), token=token, version="1", acceptance=accepts)
    bot = Player.objects.get(pk=bot.pk)

    challenge = ask(ann, bot)

    assert challenge.status == "accepted"
    assert [notice["type"] for notice in told(bot)] == ["called"]
    with pytest.raises(ServiceError, match="bad_setup") as refused:
        ask(ann, bot, clock={"type": "correspondence", "days": 3})
    assert refused.value.params["problems"][0]["code"] == "bot_declines"


@pytest.mark.django_db
def test_the_sweep_marks_what_has_expired_and_forgets_it_after_a_month(
    published: None, ann: Player, ben: Player
) -> None:
    challenge = ask(ann, ben)
    Challenge.objects.filter(pk=challenge.pk).update(expires_at=timezone.now())

    sweep()

    assert Challenge.objects.get().status == "expired"
    assert open_notices(ben.pk) == []
    end_old_challenges(timezone.now() + timedelta(days=31))
    assert not Challenge.objects.exists()


# Rematches


@pytest.mark.django_db
def test_a_rematch_exchanges_the_sides_and_who_asks_for_it_too_accepts(
    duel: Callable[..., Match], ann: Player, ben: Player
) -> None:
    match = duel(clock={"type": "per_decision", "seconds": 60}, visibility="private")
    resign(match_id=match.pk, player_id=ann.pk)
    match.refresh_from_db()

    asked = offer_rematch(match=match, player=ben).challenge
    accepted = offer_rematch(match=match, player=ann).challenge
    assert asked is not None and accepted is not None

    assert (asked.pk, asked.status, asked.seat) == (accepted.pk, "open", 0)
    again = match_of(accepted)
    assert [seat.player for seat in again.seats.order_by("index")] == [ben, ann]
    assert (again.options, again.clock, again.visibility) == (match.options, match.clock, "private")


def against_bot(ann: Player, seat: int = 0, **more: Any) -> Match:
    plans = [SeatPlan(kind="bot", bot="random", deck=DECK)]
    plans.insert(seat, SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True))
    return open_match(ruleset="raid", options={}, seats=plans, created_by=ann, **more)


@pytest.mark.django_db
@pytest.mark.parametrize("seat", [0, 1])
def test_a_house_bot_plays_a_rematch_at_once_with_the_sides_exchanged(published: None, ann: Player, seat: int) -> None:
    match = against_bot(ann, seat, visibility="private", clock={"type": "per_decision", "seconds": 60}, idle_days=3)
    resign(match_id=match.pk, player_id=ann.pk)
    match.refresh_from_db()

    offered = offer_rematch(match=match, player=ann)

    again = Match.objects.get(pk=offered.match_id)
    assert offered.challenge is None
    assert [one.player for one in again.seats.order_by("index")] == [None, ann][:: 1 if seat == 0 else -1]
    assert (again.status, again.visibility, again.clock, again.idle_days) == ("playing", "private", match.clock, 3)
    assert [one.deck for one in again.seats.all()] == [DECK, DECK]


@pytest.mark.django_db
def test_there_is_no_rematch_of_what_is_not_over_or_has_no_other_account(
    duel: Callable[..., Match], ann: Player
) -> None:
    stranger = Player.objects.create_user("stranger")
    aborted = against_bot(ann)
    abort_match(match_id=aborted.pk, player=None, note="")
    aborted.refresh_from_db()

    for match, player, code in (
        (duel(), ann, "match_not_over"),
        (duel(), stranger, "not_your"),
        (aborted, ann, "no_re"),
    ):
        with pytest.raises(ServiceError, match=code):
            offer_rematch(match=match, player=player)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_acceptance_and_withdrawal_at_the_same_moment_one_wins(published: None, ann: Player, ben: Player) -> None:
    for _ in range(5):
        challenge = ask(ann, ben)
        start, results = threading.Barrier(4), []

        def run(
            answer: Callable[..., Challenge], by: Player, challenge: Challenge, start: threading.Barrier, out: list[str]
        ) -> None:
            start.wait(30)
            try:
                out.append(str(answer(challenge_id=challenge.pk, player=by).status))
            except ServiceError as error:
                out.append(error.code)
            finally:
                connection.close()

        jobs = [(accept_challenge, ben), (accept_challenge, ben), (withdraw_challenge, ann), (withdraw_challenge, ann)]
        threads = [threading.Thread(target=run, args=(*job, challenge, start, results)) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)

        assert len(results) == 4
        assert results.count("challenge_over") == 3
        challenge.refresh_from_db()
        assert Match.objects.filter(pk=challenge.match_id).count() == (challenge.status == "accepted")
    assert Match.objects.count() == Challenge.objects.filter(status="accepted").count()


@pytest.mark.django_db
def test_nobody_is_told_without_end_of_challenges_that_are_withdrawn_again(
    published: None, ann: Player, ben: Player
) -> None:
    for _ in range(5):
        withdraw_challenge(challenge_id=ask(ann, ben).pk, player=ann)

    with pytest.raises(ServiceError, match="player_unavailable"):
        ask(ann, ben)

    assert len(told(ben)) == 10
