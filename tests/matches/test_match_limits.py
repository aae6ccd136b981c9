"""How many matches an account may have at once, however they begin, and limits of unanswered invitations."""

import importlib
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import connection

from common.text.errors import ServiceError
from matches.log.transactions import POSTGRES
from matches.models import Match, PairingRequest, Seat
from matches.notifications import inbox
from matches.notifications.models import Notice
from matches.services.challenges import Terms, accept_challenge, offer_rematch, post_challenge
from matches.services.ending import abort_match, resign
from matches.services.lobby import join_match, leave_match, open_match
from matches.services.match_limits import LEFT_WITHIN, LIVE, OWN
from matches.services.pairing import Wanted, post_request, waiting_request
from matches.services.seat_plans import SeatPlan
from players.models import BotAccount, Player
from tests.matches.conftest import DECK

TERMS = Terms(ruleset="raid", options={})
WANTED = Wanted(ruleset="raid", options={}, clock={"type": "per_decision", "seconds": 60}, deck=DECK)
OPEN = SeatPlan(kind="open")


def own(player: Player) -> SeatPlan:
    return SeatPlan(kind="player", player=player, deck=DECK, is_ready=True)


def opened(player: Player, *others: SeatPlan) -> Match:
    return open_match(ruleset="raid", options={}, seats=[own(player), *(others or (OPEN,))], created_by=player)


def live(player: Player) -> int:
    return Seat.objects.filter(player=player, kind__in=OWN, match__status__in=LIVE).count()


@pytest.fixture
def cid(db: None) -> Player:
    return Player.objects.create_user("cid")


@pytest.fixture
def full(published: None, ann: Player, settings: Any) -> Player:
    """Ann at her limit: she waits in one of two lobbies, and plays one match that no player opened."""
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 1, 2
    other = Player.objects.create_user("other")
    opened(ann)
    open_match(ruleset="raid", options={}, seats=[own(ann), own(other)])
    return ann


def refused(code: str, do: Callable[[], object]) -> dict[str, Any]:
    matches = Match.objects.count()
    with pytest.raises(ServiceError, match=code) as error:
        do()
    assert Match.objects.count() == matches
    return dict(error.value.params)


@pytest.mark.django_db
def test_who_is_full_is_refused_whatever_he_asks_for(full: Player, ben: Player, cid: Player) -> None:
    waiting = opened(Player.objects.create_user("host"))
    asked = post_challenge(challenger=cid, opponent=ben, terms=TERMS)
    over = Match.objects.get(created_by=None)
    resign(match_id=over.pk, player_id=full.pk)
    over.refresh_from_db()
    open_match(ruleset="raid", options={}, seats=[own(full), own(Player.objects.create_user("fourth"))])

    assert refused("too_many_matches", lambda: opened(full)) == {"status_counted": "lobby", "most": 1}
    said = refused("too_many_matches", lambda: join_match(match_id=waiting.pk, player=full, deck=DECK))
    assert said == {"status_counted": "playing", "most": 2}
    refused("too_many_matches", lambda: post_challenge(challenger=full, opponent=ben, terms=TERMS))
    refused("too_many_matches", lambda: post_request(player=full, wanted=WANTED))
    refused("too_many_matches", lambda: offer_rematch(match=over, player=full))
    assert PairingRequest.objects.count() == 0

    accept_challenge(challenge_id=asked.pk, player=ben)
    assert live(full) == 2


@pytest.mark.django_db
def test_nobody_else_brings_a_full_account_into_a_match(full: Player, ben: Player, settings: Any) -> None:
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 10, 10
    asked = post_challenge(challenger=full, opponent=ben, terms=TERMS)
    post_request(player=full, wanted=WANTED)
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 1, 2

    refused("player_unavailable", lambda: post_challenge(challenger=ben, opponent=full, terms=TERMS))
    refused("player_unavailable", lambda: accept_challenge(challenge_id=asked.pk, player=ben))
    _, match = post_request(player=ben, wanted=WANTED)

    assert match is None
    assert waiting_request(full) is not None
    assert live(full) == 2


@pytest.mark.django_db
def test_full_accounts_that_wait_hide_nobody_behind_them(published: None, ann: Player, settings: Any) -> None:
    waiting = [Player.objects.create_user(f"waits-{number}") for number in range(8)]
    for player in waiting:
        post_request(player=player, wanted=WANTED)
        PairingRequest.objects.filter(player=player).update(kind=f"apart-{player.pk}")
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 2, 2
    for player in waiting[:7]:
        opened(player)
        opened(player)
    PairingRequest.objects.update(kind="the same")
    request, match = post_request(player=ann, wanted=WANTED)
    assert match is None
    PairingRequest.objects.filter(pk=request.pk).delete()

    kind = request.kind
    PairingRequest.objects.update(kind=kind)
    _, match = post_request(player=ann, wanted=WANTED)

    assert match is not None
    assert {seat.player for seat in match.seats.all()} == {ann, waiting[7]}


@pytest.mark.django_db
def test_a_lobby_that_starts_takes_nobody_beyond_his_limit_and_an_invitation_fills_nobody(
    published: None, ann: Player, ben: Player, settings: Any
) -> None:
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 2, 2
    lobbies = [opened(ann), opened(ann)]
    invited = [
        opened(Player.objects.create_user(f"host-{number}"), SeatPlan(kind="invited", player=ben))
        for number in range(3)
    ]
    for lobby in lobbies:
        join_match(match_id=lobby.pk, player=ben, deck=DECK)

    refused("too_many_matches", lambda: join_match(match_id=invited[0].pk, player=ben, deck=DECK))
    assert (live(ann), live(ben)) == (2, 2)
    resign(match_id=lobbies[0].pk, player_id=ben.pk)

    assert join_match(match_id=invited[0].pk, player=ben, deck=DECK).status == "playing"


@pytest.mark.django_db
def test_who_opens_and_closes_lobbies_tells_whom_he_invites_so_often_and_no_more(
    published: None, ann: Player, ben: Player, cid: Player
) -> None:
    for _ in range(5):
        abort_match(match_id=opened(ann, SeatPlan(kind="invited", invited="ben")).pk, player=ann, note="")

    said = refused("bad_setup", lambda: opened(ann, SeatPlan(kind="invited", invited="ben")))

    assert [(problem["code"], problem["seat"]) for problem in said["problems"]] == [("player_unavailable", 1)]
    assert len(inbox.notices_after(ben.pk, 0, 100)) == 10
    opened(ann, SeatPlan(kind="invited", invited="cid"))
    opened(cid, SeatPlan(kind="invited", invited="ben"))


@pytest.mark.django_db
def test_matches_that_started_are_no_invitations_in_vain(published: None, ann: Player, ben: Player) -> None:
    for _ in range(6):
        match = opened(ann, SeatPlan(kind="invited", invited="ben"))
        join_match(match_id=match.pk, player=ben, deck=DECK)


@pytest.mark.django_db
def test_who_declines_an_invitation_was_invited_in_vain_too(published: None, ann: Player, ben: Player) -> None:
    for _ in range(5):
        match = opened(ann, SeatPlan(kind="invited", invited="ben"))
        leave_match(match_id=match.pk, player=ben)
        abort_match(match_id=match.pk, player=ann, note="")

    with pytest.raises(ServiceError, match="bad_setup"):
        opened(ann, SeatPlan(kind="invited", invited="ben"))

    assert len(inbox.notices_after(ben.pk, 0, 100)) == 5


def at_once(jobs: list[Callable[[], object]]) -> list[str]:
    """Run the jobs at the same time, and return what became of each."""
    start, results = threading.Barrier(len(jobs)), []

    def run(do: Callable[[], object]) -> None:
        start.wait(30)
        try:
            do()
            results.append("done")
        except ServiceError as error:
            results.append(error.code)
        except Exception as error:
            results.append(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_requests_at_the_same_moment_no_more_succeed_than_there_is_room_for(
    published: None, ann: Player, ben: Player, cid: Player, settings: Any
) -> None:
    settings.MOST_LOBBIES, settings.MOST_MATCHES = 3, 3
    hosts = [Player.objects.create_user(f"host-{number}") for number in range(4)]
    lobbies = [opened(host) for host in hosts]
    asked = [post_challenge(challenger=host, opponent=ann, terms=TERMS) for host in hosts[:2]]
    back = post_challenge(challenger=ann, opponent=ben, terms=TERMS)
    post_request(player=cid, wanted=WANTED)

    results = at_once(
        [
            *(lambda lobby=lobby: join_match(match_id=lobby.pk, player=ann, deck=DECK) for lobby in lobbies),
            *(lambda one=one: accept_challenge(challenge_id=one.pk, player=ann) for one in asked),
            lambda: accept_challenge(challenge_id=back.pk, player=ben),
            lambda: post_request(player=ann, wanted=WANTED),
            lambda: opened(ann),
        ]
    )

    assert len(results) == 9
    assert set(results) <= {"done", "too_many_matches", "player_unavailable"}
    assert live(ann) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_those_who_ask_each_other_at_the_same_moment_do_not_stop_each_other(
    published: None, ann: Player, ben: Player, cid: Player
) -> None:
    people = [ann, ben, cid]
    pairs = [(one, other) for one in people for other in people if one != other]
    asked = [post_challenge(challenger=one, opponent=other, terms=TERMS) for one, other in pairs]

    results = at_once(
        [
            *(lambda one=one: accept_challenge(challenge_id=one.pk, player=one.opponent) for one in asked),
            *(lambda player=player: post_request(player=player, wanted=WANTED) for player in people),
        ]
    )

    assert results == ["done"] * 9
    assert Match.objects.count() == 6 + 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_many_who_call_a_bot_account_at_the_same_moment_it_plays_with_as_many_as_it_says(published: None) -> None:
    robot = robot_that_plays(2)
    people = [Player.objects.create_user(f"host-{number}") for number in range(6)]

    results = at_once(
        [
            *(lambda one=one: opened(one, SeatPlan(kind="invited", invited="robot")) for one in people[:3]),
            *(lambda one=one: post_challenge(challenger=one, opponent=robot, terms=TERMS) for one in people[3:]),
        ]
    )

    assert sorted(results) == ["bad_setup"] * 4 + ["done"] * 2
    assert live(robot) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["lobby._check_limits", "challenges._check_number"])
def test_a_bot_account_that_was_called_meanwhile_declines(
    published: None, ann: Player, ben: Player, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot = robot_that_plays(1)
    invited = SeatPlan(kind="invited", invited="robot")
    module, name = (importlib.import_module(f"matches.services.{place.split('.')[0]}"), place.split(".")[1])
    real = getattr(module, name)

    def meanwhile(*args: Any, **more: Any) -> None:
        monkeypatch.setattr(module, name, real)
        opened(ben, invited)
        real(*args, **more)

    monkeypatch.setattr(module, name, meanwhile)
    call: Callable[[], object] = {
        "lobby._check_limits": lambda: opened(ann, invited),
        "challenges._check_number": lambda: post_challenge(challenger=ann, opponent=robot, terms=TERMS),
    }[place]
    with pytest.raises(ServiceError, match="bad_setup") as refused:
        call()

    assert [problem["reason"] for problem in refused.value.params["problems"]] == ["at_once"]


@pytest.mark.django_db
def test_an_invitation_from_before_an_account_was_a_bot_takes_none_of_its_room(
    published: None, ann: Player, ben: Player
) -> None:
    Player.objects.create_user("robot")
    opened(ben, SeatPlan(kind="invited", invited="robot"))
    robot_that_plays(1)

    opened(ann, SeatPlan(kind="invited", invited="robot"))


def robot_that_plays(at_once: int) -> Player:
    """A bot account that accepts the matches of `opened` and TERMS."""
    robot, _ = Player.objects.get_or_create(username="robot")
    accepts = {"rulesets": [{"ruleset": "raid"}], "clocks": [{"type": "none"}, {"type": "per_decision"}]}
    owner = Player.objects.create_user("owner")
    BotAccount.objects.create(
        player=robot, owner=owner, version="1", accepts={**accepts, "at_once": at_once}, rulesets=" raid "
    )
    return robot


# Leaving and coming back


def told(player: Player) -> list[str]:
    return [msgspec.json.decode(notice.body)["type"] for notice in inbox.notices_after(player.pk, 0, 1000)]


def loop(match: Match, player: Player, times: int) -> None:
    """Take an open seat and leave it, a different one each time."""
    for number in range(times):
        join_match(match_id=match.pk, player=player, deck=DECK, seat=number % 2)
        leave_match(match_id=match.pk, player=player)


@pytest.mark.django_db
def test_who_leaves_a_lobby_again_and_again_is_kept_out_for_an_hour(
    published: None, ann: Player, ben: Player, cid: Player
) -> None:
    match, other = (open_match(ruleset="raid", options={}, seats=[OPEN, OPEN], created_by=ann) for _ in range(2))
    loop(match, ben, 3)
    assert told(ann) == ["seat_taken", "seat_left"] * 3

    said = refused("too_fast", lambda: join_match(match_id=match.pk, player=ben, deck=DECK))

    assert 3500 < said["retry_after"] <= 3600
    assert told(ann) == ["seat_taken", "seat_left"] * 3 and told(ben) == []
    loop(other, ben, 1)
    loop(match, cid, 1)
    earlier = Notice.objects.filter(account=ann).order_by("number").first()
    assert earlier is not None
    Notice.objects.filter(account=ann, number=2).update(at=earlier.at - LEFT_WITHIN)
    loop(match, ben, 1)
    refused("too_fast", lambda: join_match(match_id=match.pk, player=ben, deck=DECK))


@pytest.mark.django_db
def test_an_opener_who_leaves_his_own_seat_again_and_again_tells_whom_he_has_invited_no_more_often(
    published: None, ann: Player, ben: Player
) -> None:
    seats = [OPEN, SeatPlan(kind="invited", invited="ben")]
    match = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)
    for _ in range(3):
        join_match(match_id=match.pk, player=ann, deck=DECK)
        leave_match(match_id=match.pk, player=ann)

    refused("too_fast", lambda: join_match(match_id=match.pk, player=ann, deck=DECK))

    assert told(ben) == ["called", *["seat_taken", "seat_left"] * 3]
    join_match(match_id=match.pk, player=ben, deck=DECK)  # Invited players may still join.


@pytest.mark.django_db
def test_who_leaves_a_lobby_where_nobody_is_told_comes_back_as_often_as_he_likes(published: None, ann: Player) -> None:
    match = open_match(ruleset="raid", options={}, seats=[OPEN, OPEN], created_by=ann)

    loop(match, ann, 5)

    assert told(ann) == []
