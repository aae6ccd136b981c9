"""Blocking a player: the two no longer meet, and the blocked player can't learn it from a refusal."""

import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection

from common.text.errors import ServiceError
from matches.log.transactions import POSTGRES
from matches.models import Block, Challenge, Match, PairingRequest
from matches.notifications import inbox
from matches.selectors.acceptance import Acceptance, AcceptedRuleset, NoClock
from matches.selectors.blocks import are_apart, kept_apart
from matches.services.blocks import block_player, unblock_player
from matches.services.challenges import (
    Terms,
    accept_challenge,
    end_challenge,
    find_challenge,
    offer_rematch,
    open_challenges,
    post_challenge,
)
from matches.services.ending import resign
from matches.services.invitation_links import join_by_code, make_link
from matches.services.lobby import join_match, open_match
from matches.services.pairing import Wanted, post_request, waiting_request
from matches.services.ratings import owner_of
from matches.services.seat_plans import SeatPlan
from players.models import BotAccount, Player
from tests.matches.conftest import DECK

pytestmark = pytest.mark.django_db
TERMS = Terms(ruleset="raid", options={})
WANTED = Wanted(ruleset="raid", options={}, clock={"type": "per_decision", "seconds": 60}, deck=DECK)


@pytest.fixture
def cid(db: None) -> Player:
    return Player.objects.create_user("cid")


def bot_of(owner: Player | None, name: str) -> Player:
    player = Player.objects.create_user(name)
    accepts = msgspec.to_builtins(Acceptance(rulesets=[AcceptedRuleset("raid")], clocks=[NoClock()]))
    BotAccount.objects.create(player=player, owner=owner, version="1", accepts=accepts, rulesets=" raid ")
    return Player.objects.get(pk=player.pk)


def test_who_is_blocked_does_not_come_with_a_bot_account(
    published: None, ann: Player, ben: Player, cid: Player
) -> None:
    own, other, strange = bot_of(ben, "bens"), bot_of(ben, "bens-second"), bot_of(cid, "cids")
    match = open_match(ruleset="raid", options={}, seats=[SeatPlan(kind="open")] * 2, created_by=ann)
    block(ann, ben)

    assert kept_apart({ann.pk, own.pk, other.pk, strange.pk}) == {
        pair for bot in (own, other) for pair in ((ann.pk, bot.pk), (bot.pk, ann.pk))
    }
    refused("seat_taken", lambda: join_match(match_id=match.pk, player=own, deck=DECK))
    refused("player_unavailable", lambda: post_challenge(challenger=own, opponent=ann, terms=TERMS))
    join_match(match_id=match.pk, player=strange, deck=DECK)


def test_bots_of_one_owner_know_each_other_and_those_of_a_gone_one_are_not_rated(
    published: None, ann: Player, ben: Player
) -> None:
    gone, as_gone, own = bot_of(None, "gone"), bot_of(None, "as-gone"), bot_of(ann, "anns")

    assert owner_of(gone) == owner_of(as_gone) != owner_of(own) == owner_of(ann)
    assert kept_apart({gone.pk, as_gone.pk, own.pk, ann.pk}) == set()


def block(player: Player, other: Player) -> None:
    block_player(player=player, public_id=other.public_id)


def refused(code: str, do: Callable[[], object]) -> dict[str, Any]:
    with pytest.raises(ServiceError) as error:
        do()
    assert error.value.code == code
    return dict(error.value.params)


def lobby(player: Player, other: SeatPlan, **more: Any) -> Match:
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True), other]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=player, **more)


@pytest.mark.parametrize("way", [(0, 1), (1, 0)])
def test_whoever_has_blocked_whom_nothing_brings_the_two_together(
    duel: Callable[..., Match], ann: Player, ben: Player, way: tuple[int, int]
) -> None:
    people = [ann, ben]
    match = duel()
    waiting = lobby(ann, SeatPlan(kind="open"), visibility="private")
    code = make_link(match_id=waiting.pk, player=ann)
    post_request(player=ann, wanted=WANTED)
    invited = lobby(ann, SeatPlan(kind="invited", player=ben))
    told = len(inbox.notices_after(ben.pk, 0, 100))

    block(people[way[0]], people[way[1]])

    refused("player_unavailable", lambda: post_challenge(challenger=ann, opponent=ben, terms=TERMS))
    refused("player_unavailable", lambda: post_challenge(challenger=ben, opponent=ann, terms=TERMS))
    problems = refused("bad_setup", lambda: lobby(ann, SeatPlan(kind="invited", invited="ben")))["problems"]
    assert [(problem["code"], problem["seat"]) for problem in problems] == [("player_unavailable", 1)]
    refused("seat_taken", lambda: join_match(match_id=invited.pk, player=ben, deck=DECK))
    refused("seat_taken", lambda: join_by_code(code=code, player=ben, deck=DECK))
    assert post_request(player=ben, wanted=WANTED)[1] is None
    assert waiting_request(ann) is not None
    resign(match_id=match.pk, player_id=ann.pk)
    match.refresh_from_db()
    refused("player_unavailable", lambda: offer_rematch(match=match, player=ben))
    assert len(inbox.notices_after(ben.pk, 0, 100)) == told + 1, "that the match they play has ended, nothing else"


def test_who_is_unblocked_plays_again(published: None, ann: Player, ben: Player) -> None:
    block(ann, ben)
    block(ann, ben)
    assert Block.objects.count() == 1

    unblock_player(player=ann, public_id=ben.public_id)

    assert not are_apart(ann.pk, ben.pk)
    refused("not_found", lambda: unblock_player(player=ann, public_id=ben.public_id))
    accept_challenge(challenge_id=post_challenge(challenger=ann, opponent=ben, terms=TERMS).pk, player=ben)


@pytest.mark.parametrize("asked_by", [0, 1])
def test_what_is_asked_already_ends_as_if_nobody_were_blocked(
    published: None, ann: Player, ben: Player, asked_by: int
) -> None:
    """A challenge that expired early would reveal the block."""
    people = [ann, ben]
    seen = []
    for end in (end_challenge, lambda asked, player: block(player, ann)):
        asked = post_challenge(challenger=people[asked_by], opponent=people[1 - asked_by], terms=TERMS)
        before = inbox.newest_number(ann.pk)

        end(asked, ben)

        found = find_challenge(asked.pk, ann)
        told = [notice.body.replace(str(asked.pk).encode(), b"ID") for notice in inbox.notices_after(ann.pk, before, 9)]
        seen.append((found.status, found.reason, found.match_id, told))

    assert seen[0] == seen[1]
    assert seen[1][0] == ("declined" if asked_by == 0 else "withdrawn") and len(seen[1][3]) == 1
    assert list(open_challenges(ann)) == [] == list(open_challenges(ben))


def test_quick_pairing_goes_on_to_the_next(published: None, ann: Player, ben: Player, cid: Player) -> None:
    block(ben, ann)
    for player in (ann, cid):
        PairingRequest.objects.filter(player=ann).update(kind="apart")
        post_request(player=player, wanted=WANTED)
    kind = PairingRequest.objects.get(player=cid).kind
    PairingRequest.objects.update(kind=kind)

    _, match = post_request(player=ben, wanted=WANTED)

    assert match is not None
    assert {seat.player for seat in match.seats.all()} == {ben, cid}


def test_whom_one_cannot_block(published: None, ann: Player, monkeypatch: pytest.MonkeyPatch, ben: Player) -> None:
    gone = Player.objects.create_user("gone", is_active=False)
    monkeypatch.setattr("matches.services.blocks.MOST_BLOCKED", 0)

    refused("not_allowed", lambda: block(ann, ann))
    refused("not_found", lambda: block(ann, gone))
    assert refused("too_many_blocks", lambda: block(ann, ben)) == {"most": 0}


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_a_block_at_the_moment_of_a_challenge_refuses_or_ends_it(published: None, ann: Player, ben: Player) -> None:
    for _ in range(5):
        start, results = threading.Barrier(2), []

        def run(do: Callable[[], object], start: threading.Barrier, out: list[str]) -> None:
            start.wait(30)
            try:
                do()
                out.append("done")
            except ServiceError as error:
                out.append(error.code)
            finally:
                connection.close()

        jobs = [lambda: post_challenge(challenger=ann, opponent=ben, terms=TERMS), lambda: block(ben, ann)]
        threads = [threading.Thread(target=run, args=(job, start, results)) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)

        assert sorted(results) in (["done", "done"], ["done", "player_unavailable"])
        assert not Challenge.objects.filter(status="open").exists()
        Block.objects.all().delete()
        Challenge.objects.all().delete()
