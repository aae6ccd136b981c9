"""Invitation links: a secret for a lobby, valid until it is replaced or revoked, or the match starts."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from common.text.errors import ServiceError
from matches.log.transactions import POSTGRES
from matches.models import InvitationLink, Match
from matches.selectors.lists import find_match, find_match_by_code, listed_matches
from matches.services.ending import abort_match
from matches.services.invitation_links import join_by_code, make_link, read_code, revoke_link
from matches.services.lobby import join_match, open_match
from matches.services.seat_plans import SeatPlan
from matches.workers.maintenance import sweep
from players.models import Player
from tests.matches.conftest import DECK


@pytest.fixture
def lobby(published: None, ann: Player) -> Match:
    """A private lobby of Ann with an open seat."""
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=ann, visibility="private")


def leads_nowhere(code: str, player: Player) -> bool:
    for look in (
        lambda: find_match_by_code(code),
        lambda: join_by_code(code=code, player=player, deck=DECK),
    ):
        with pytest.raises(ServiceError) as refused:
            look()
        if refused.value.code != "not_found":
            return False
    return True


@pytest.mark.django_db
def test_who_has_the_code_sees_the_private_lobby_and_joins_it(lobby: Match, ann: Player, ben: Player) -> None:
    code = make_link(match_id=lobby.pk, player=ann)
    with pytest.raises(ServiceError, match="not_found"):
        find_match(lobby.pk, ben)

    assert find_match_by_code(code) == lobby
    assert join_by_code(code=code, player=ben, deck=DECK).status == "playing"

    cid = Player.objects.create_user("cid")
    assert leads_nowhere(code, cid)
    assert find_match(lobby.pk, ben) == lobby
    sweep()
    assert not InvitationLink.objects.exists()


@pytest.mark.django_db
def test_a_code_lets_into_its_own_match_alone_and_the_id_without_it_into_none(
    lobby: Match, ann: Player, ben: Player
) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    other = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, visibility="private")
    code = make_link(match_id=other.pk, player=ann)

    for wrong in (None, code, "a" * 22):
        with pytest.raises(ServiceError, match="not_found"):
            join_match(match_id=lobby.pk, player=ben, deck=DECK, code=wrong)

    assert list(listed_matches(ben)) == []


@pytest.mark.django_db
def test_a_new_link_ends_the_one_before_and_revoking_ends_both(lobby: Match, ann: Player, ben: Player) -> None:
    assert read_code(match_id=lobby.pk, player=ann) is None
    first = make_link(match_id=lobby.pk, player=ann)
    second = make_link(match_id=lobby.pk, player=ann)
    assert first != second
    assert read_code(match_id=lobby.pk, player=ann) == second
    assert leads_nowhere(first, ben)
    assert find_match_by_code(second) == lobby

    revoke_link(match_id=lobby.pk, player=ann)

    assert leads_nowhere(second, ben)
    assert read_code(match_id=lobby.pk, player=ann) is None


@pytest.mark.django_db
def test_the_code_is_not_in_the_database_and_dies_with_the_secret_key_for_its_owner_alone(
    lobby: Match, ann: Player, settings: object
) -> None:
    code = make_link(match_id=lobby.pk, player=ann)
    stored = InvitationLink.objects.get()
    assert code not in (stored.digest, bytes(stored.nonce).hex())

    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]

    assert read_code(match_id=lobby.pk, player=ann) is None
    assert find_match_by_code(code) == lobby


@pytest.mark.django_db
@pytest.mark.parametrize("service", [make_link, read_code, revoke_link])
def test_only_who_has_opened_the_lobby_has_to_do_with_its_link(
    service: Callable[..., object], lobby: Match, ann: Player, ben: Player
) -> None:
    code = make_link(match_id=lobby.pk, player=ann)
    with pytest.raises(ServiceError, match="not_found"):
        service(match_id=lobby.pk, player=ben)

    Match.objects.filter(pk=lobby.pk).update(visibility="public")
    with pytest.raises(ServiceError, match="not_allowed"):
        service(match_id=lobby.pk, player=ben)

    assert read_code(match_id=lobby.pk, player=ann) == code
    abort_match(match_id=lobby.pk, player=ann, note="")
    with pytest.raises(ServiceError, match="match_over"):
        service(match_id=lobby.pk, player=ann)
    assert leads_nowhere(code, ben)


@pytest.mark.django_db
def test_the_link_of_a_match_that_an_operator_has_hidden_leads_nowhere(lobby: Match, ann: Player, ben: Player) -> None:
    code = make_link(match_id=lobby.pk, player=ann)

    Match.objects.filter(pk=lobby.pk).update(is_hidden=True)

    assert leads_nowhere(code, ben)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not POSTGRES, reason="on SQLite one transaction writes at a time")
def test_of_many_who_join_by_one_link_at_the_same_moment_one_sits(lobby: Match, ann: Player) -> None:
    code = make_link(match_id=lobby.pk, player=ann)
    others = [Player.objects.create_user(f"other-{number}") for number in range(4)]
    start, results = threading.Barrier(5), []

    def run(do: Callable[[], object]) -> None:
        start.wait(30)
        try:
            do()
            results.append("done")
        except ServiceError as error:
            results.append(error.code)
        finally:
            connection.close()

    jobs = [lambda player=player: join_by_code(code=code, player=player, deck=DECK) for player in others]
    jobs.append(lambda: revoke_link(match_id=lobby.pk, player=ann))
    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert len(results) == 5
    lobby.refresh_from_db()
    sits = lobby.seats.filter(index=1, player__in=others).count()
    # Either the link was revoked before anyone joined, or one player joined and later ones found the match started.
    assert (lobby.status, sits) in (("lobby", 0), ("playing", 1))
    assert results.count("done") == 1
