"""Deleting an account: what is deleted, what stays, and its matches."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.text.errors import ServiceError
from decks.models import Deck, DeckVersion
from matches.log.models import Event
from matches.models import Challenge, Match, PairingRequest, Seat
from matches.notifications.models import Notice
from matches.services.challenges import Terms, post_challenge
from matches.services.deletion import delete_account, wind_up
from matches.services.lobby import join_match, open_match
from matches.services.pairing import Wanted, post_request
from matches.services.ratings import fold_ratings, rebuild_ratings
from matches.services.seat_plans import SeatPlan
from matches.workers import maintenance
from players.models import AccessToken, Player, Rating, RatingChange
from players.services import sign_up
from replay.stored_logs import audit_stored
from tests.matches.conftest import DECK, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Duel = Callable[..., Match]
CLOCK = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}


def test_a_name_goes_and_the_log_stays_sound(duel: Duel, ann: Player) -> None:
    match = play_out(duel())
    before = list(Event.objects.filter(match_id=match.pk).values_list("seq", "body"))
    public_id = str(ann.public_id)

    delete_account(player_id=ann.pk)

    seat = Seat.objects.select_related("player").get(match=match, index=0)
    assert seat.public_id == public_id and str(seat.player) == "deleted account"
    assert "ann" not in seat.player.username
    assert list(Event.objects.filter(match_id=match.pk).values_list("seq", "body")) == before
    assert audit_stored(match.pk).findings == []


def test_nobody_signs_in_any_more_and_what_was_kept_is_gone(client: Client, ann: Player, ben: Player) -> None:
    client.force_login(ann)
    AccessToken.objects.create(user=ann)
    Deck.objects.create(owner=ann, ruleset="invictus", name_en="mine")
    post_request(player=ann, wanted=Wanted(ruleset="battle_line", options={}, clock=CLOCK))

    delete_account(player_id=ann.pk)

    assert client.get(reverse("account-tokens")).status_code == 302
    assert not Client().login(username="ann", password="correct horse")
    for model in (AccessToken, PairingRequest, Notice):
        assert not model.objects.exists()
    for decks in (Deck, DeckVersion):
        assert not decks.objects.filter(owner=ann).exists()
    assert Client().get(reverse("api-profile", args=[ann.public_id])).status_code == 404


def test_what_it_played_is_resigned_and_its_lobbies_are_closed(duel: Duel, ann: Player, ben: Player) -> None:
    running = duel()
    seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="open")]
    own = open_match(ruleset="raid", options={}, seats=seats, created_by=ann)
    of_ben = open_match(
        ruleset="raid", options={}, seats=[SeatPlan(kind="player", player=ben), SeatPlan(kind="open")], created_by=ben
    )
    join_match(match_id=of_ben.pk, player=ann, deck=DECK)
    challenge = post_challenge(challenger=ben, opponent=ann, terms=Terms(ruleset="battle_line", options={}))

    delete_account(player_id=ann.pk)

    reasons = {match.pk: match.end_reason for match in Match.objects.all()}
    assert reasons[running.pk] == "resignation" and Match.objects.get(pk=running.pk).outcome["winners"] == [1]
    assert Match.objects.get(pk=own.pk).status == Match.Status.OVER
    assert of_ben.seats.get(index=1).kind == Seat.Kind.OPEN
    assert Challenge.objects.get(pk=challenge.pk).status == Challenge.Status.DECLINED


def test_ratings_are_the_same_when_they_are_built_anew(duel: Duel, ann: Player, ben: Player, settings: Any) -> None:
    match = play_out(duel(clock=CLOCK))
    Match.objects.filter(pk=match.pk).update(is_rated=True)
    fold_ratings()
    before = list(Rating.objects.order_by("player").values_list("player", "mu", "sigma"))
    assert len(before) == 2

    delete_account(player_id=ann.pk)

    assert rebuild_ratings("raid") == 0
    assert list(Rating.objects.order_by("player").values_list("player", "mu", "sigma")) == before
    assert RatingChange.objects.filter(player=ann).exists()


def test_the_staff_keeps_its_names(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(is_staff=True)

    with pytest.raises(ServiceError, match="staff_account"):
        delete_account(player_id=ann.pk)

    assert Player.objects.get(pk=ann.pk).username == "ann"


def test_a_deletion_that_was_stopped_is_finished_by_the_sweep(
    duel: Duel, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = duel()
    with monkeypatch.context() as stopped:
        stopped.setattr("matches.services.deletion.wind_up", lambda player_id: None)
        delete_account(player_id=ann.pk)
    assert Match.objects.get(pk=match.pk).status == Match.Status.PLAYING

    maintenance.sweep()

    assert Match.objects.get(pk=match.pk).end_reason == "resignation"
    wind_up(ann.pk)
    delete_account(player_id=ann.pk)


def test_the_name_is_free_for_somebody_else_and_no_look_alike_of_it_remains(ann: Player) -> None:
    delete_account(player_id=ann.pk)

    assert sign_up(username="Ann", password="a quiet rook 7").pk != ann.pk
