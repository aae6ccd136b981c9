"""Rated matches: the conditions, the seats, and the ratings afterwards."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from common.text.errors import ServiceError
from matches.models import Match, Seat
from matches.services.ending import resign
from matches.services.lobby import join_match, open_match
from matches.services.ratings import fold_ruleset, rebuild_ratings
from matches.services.seat_plans import SeatPlan
from players.models import BotAccount, Player, Rating, RatingChange
from players.ratings import SURE_SIGMA, UNKNOWN, Skill, after_match, shown_deviation, shown_rating
from tests.at_once import at_once
from tests.matches.conftest import DECK

CLOCK = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}


# Which matches can be rated


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, []),
        ({"clock": None}, ["rated_needs_clock"]),
        ({"visibility": "private"}, ["rated_is_public"]),
        ({"clock": None, "visibility": "private"}, ["rated_needs_clock", "rated_is_public"]),
    ],
    ids=str,
)
def test_what_keeps_a_match_from_being_rated(
    published: None, ann: Player, ben: Player, change: dict[str, Any], codes: list[str]
) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="invited", player=ben)]

    def opened() -> list[str]:
        try:
            open_match(
                **{"ruleset": "raid", "options": {}, "seats": seats, "created_by": ann, "clock": CLOCK, **change},
                is_rated=True,
            )
        except ServiceError as refusal:
            return [problem["code"] for problem in refusal.params["problems"]]
        return []

    assert opened() == codes
    assert Match.objects.count() == (not codes)


@pytest.mark.django_db
def test_no_rated_matches_with_house_bots(published: None, ann: Player) -> None:
    seats = [SeatPlan(kind="player", player=ann, deck=DECK), SeatPlan(kind="bot", bot="greedy", deck=DECK)]

    with pytest.raises(ServiceError) as refused:
        open_match(ruleset="raid", options={}, seats=seats, created_by=ann, clock=CLOCK, is_rated=True)

    assert [(p["code"], p["seat"]) for p in refused.value.params["problems"]] == [("rated_without_house_bots", 1)]


@pytest.mark.django_db
def test_no_rated_matches_under_options_of_ones_own(
    published: None, change_raid: Callable[..., Any], ann: Player, ben: Player
) -> None:
    change_raid(option_sets={"four": {"seats": 4}})

    with pytest.raises(ServiceError) as refused:
        rated(ann, ben)

    problem = refused.value.params["problems"][0]
    assert (problem["code"], problem["accepted"]) == ("rated_needs_option_set", ["four"])


def bot_of(owner: Player, name: str) -> Player:
    player = Player.objects.create_user(name)
    BotAccount.objects.create(player=player, owner=owner, version="1", accepts={}, rulesets="")
    return player


@pytest.mark.django_db
def test_accounts_of_one_owner_do_not_rate_each_other(published: None, ann: Player, ben: Player) -> None:
    first, second = bot_of(ann, "first"), bot_of(ann, "second")

    for one, other in ((ann, first), (first, second)):
        with pytest.raises(ServiceError) as refused:
            rated(one, other)
        assert [problem["code"] for problem in refused.value.params["problems"]] == ["rated_one_owner"]
        lobby = open_lobby(one)
        with pytest.raises(ServiceError) as refused:
            join_match(match_id=lobby.pk, player=other, deck=DECK)
        assert refused.value.code == "rated_one_owner"
    assert rated(ben, first).status == Match.Status.PLAYING


def open_lobby(player: Player) -> Match:
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True), SeatPlan(kind="open")]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=player, clock=CLOCK, is_rated=True)


# Seats


def rated(one: Player, other: Player) -> Match:
    seats = [SeatPlan(kind="player", player=player, deck=DECK, is_ready=True) for player in (one, other)]
    return open_match(ruleset="raid", options={}, seats=seats, created_by=one, clock=CLOCK, is_rated=True)


@pytest.mark.django_db
def test_it_is_drawn_who_sits_where_with_deck_and_entropy(published: None, ann: Player, ben: Player) -> None:
    seats_of_ann = []
    for _ in range(24):
        lobby = open_lobby(ann)
        join_match(match_id=lobby.pk, player=ben, deck=DECK, entropy="of ben")
        seats = list(Seat.objects.filter(match=lobby))
        assert {seat.player: (seat.public_id, seat.entropy) for seat in seats} == {
            ann: (str(ann.public_id), ""),
            ben: (str(ben.public_id), "of ben"),
        }
        seats_of_ann += [seat.index for seat in seats if seat.player == ann]

    assert set(seats_of_ann) == {0, 1}  # Fails by chance once in eight million times.


@pytest.mark.django_db
def test_the_log_names_who_sits_where_as_it_was_drawn(published: None, ann: Player, ben: Player) -> None:
    from replay.stored_logs import audit_stored  # noqa: PLC0415 -- above the layer that is tested here

    for _ in range(6):
        assert audit_stored(rated(ann, ben).pk).is_sound


# Ratings


@pytest.fixture
def people(published: None) -> list[Player]:
    return [Player.objects.create_user(f"player-{n}") for n in range(4)]


def ended(one: Player, other: Player, *, loser: Player, at: datetime | None = None) -> UUID:
    """A finished rated match. `at` is the time of its end."""
    match = rated(one, other)
    resign(match_id=match.pk, player_id=loser.pk)
    if at is not None:
        Match.objects.filter(pk=match.pk).update(ended_at=at)
    return match.pk


def board() -> dict[str, tuple[Any, ...]]:
    rows = Rating.objects.values_list("player__username", "mu", "sigma", "wins", "draws", "losses")
    return {name: rest for name, *rest in rows}  # type: ignore[misc]


@pytest.mark.django_db
def test_who_wins_rises_and_who_loses_falls(people: list[Player]) -> None:
    one, other, *_ = people
    match = ended(one, other, loser=other)

    assert fold_ruleset("raid") == 1
    assert fold_ruleset("raid") == 0

    winner, loser = board()[one.username], board()[other.username]
    assert winner[0] > UNKNOWN.mu > loser[0] and winner[1] < UNKNOWN.sigma
    assert (winner[2:], loser[2:]) == ((1, 0, 0), (0, 0, 1)) or ([*winner[2:]], [*loser[2:]]) == ([1, 0, 0], [0, 0, 1])
    changes = RatingChange.objects.filter(match_id=match).order_by("-mu")
    assert [(change.player, change.result, change.mu_before) for change in changes] == [
        (one, "win", UNKNOWN.mu),
        (other, "loss", UNKNOWN.mu),
    ]


@pytest.mark.django_db
def test_nothing_else_counts(people: list[Player], duel: Callable[..., Match], ann: Player) -> None:
    from matches.services.ending import abort_match  # noqa: PLC0415 -- used here alone

    resign(match_id=duel(clock=CLOCK).pk, player_id=ann.pk)
    rated(*people[:2])
    abort_match(match_id=rated(*people[:2]).pk, player=None, note="by an operator")
    open_lobby(people[0])
    imported = ended(*people[:2], loser=people[0])
    Match.objects.filter(pk=imported).update(is_imported=True)

    assert fold_ruleset("raid") == 0
    assert (Rating.objects.count(), RatingChange.objects.count()) == (0, 0)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_folding_bit_by_bit_in_any_order_and_building_anew_give_the_same(people: list[Player], seed: int) -> None:
    rng, now = random.Random(seed), timezone.now()
    for _ in range(12):
        one, other = rng.sample(people, 2)
        # Some are found after later ones, and two end at the same time.
        ended(one, other, loser=rng.choice([one, other]), at=now - timedelta(seconds=rng.randrange(5)))
        if rng.random() < 0.6:
            fold_ruleset("raid", limit=rng.choice([1, 2, 50]))
    while fold_ruleset("raid"):
        pass
    by_and_by = board()

    assert RatingChange.objects.count() == 24
    assert rebuild_ratings("raid") == 0
    assert board() == by_and_by


@pytest.mark.django_db
def test_the_command_says_what_was_wrong_and_mends_it(people: list[Player]) -> None:
    ended(people[0], people[1], loser=people[1])
    fold_ruleset("raid")
    right = board()
    Rating.objects.filter(player=people[0]).update(mu=1)
    said = StringIO()

    call_command("rebuild", "ratings", ruleset="raid", stdout=said)
    call_command("rebuild", "ratings", ruleset="raid", stdout=said)

    assert said.getvalue().splitlines() == ["raid: rebuilt, 2 rows differed", "raid: rebuilt, equal to what was there"]
    assert board() == right


@pytest.mark.django_db
def test_a_match_that_cannot_be_read_keeps_no_other_from_being_rated(people: list[Player]) -> None:
    damaged = ended(people[0], people[1], loser=people[1])
    Match.objects.filter(pk=damaged).update(outcome={"x": 1})
    ended(people[2], people[3], loser=people[3])

    fold_ruleset("raid")

    assert set(board()) == {people[2].username, people[3].username}


# At once


@pytest.mark.django_db(transaction=True)
def test_two_who_fold_at_once_fold_each_match_once(people: list[Player]) -> None:
    for _ in range(4):
        ended(*people[:2], loser=people[0])

    counts = at_once([lambda: fold_ruleset("raid"), lambda: fold_ruleset("raid")])

    assert sorted(counts) == [0, 4]
    assert RatingChange.objects.count() == 8
    assert rebuild_ratings("raid") == 0


@pytest.mark.django_db(transaction=True)
def test_two_accounts_of_one_owner_that_join_at_once_do_not_both_sit_down(published: None, ann: Player) -> None:
    first, second = bot_of(ann, "first"), bot_of(ann, "second")
    seats = [SeatPlan(kind="open"), SeatPlan(kind="open")]
    lobby = open_match(ruleset="raid", options={}, seats=seats, created_by=ann, clock=CLOCK, is_rated=True)

    def join(player: Player) -> str:
        try:
            join_match(match_id=lobby.pk, player=player, deck=DECK)
        except ServiceError as refusal:
            return refusal.code
        return "joined"

    answers = at_once([lambda: join(first), lambda: join(second)])

    assert sorted(answers) == ["joined", "rated_one_owner"]


# The arithmetic


def test_unknown_stands_in_the_middle() -> None:
    assert (shown_rating(UNKNOWN.mu), shown_deviation(UNKNOWN.sigma)) == (1500, 333)


def test_a_dozen_matches_make_a_rating_that_is_not_provisional() -> None:
    one, other = UNKNOWN, UNKNOWN
    played = 0
    while one.sigma > SURE_SIGMA:
        [[one], [other]] = after_match([[one], [other]], [played % 2, 1 - played % 2])
        played += 1

    assert 8 <= played <= 16


skills = st.builds(Skill, st.integers(5_000_000, 45_000_000), st.integers(1_000_000, 8_333_333))


@given(st.lists(skills, min_size=2, max_size=6), st.data())
def test_winning_never_lowers_and_the_order_at_the_table_does_not_matter(
    players: list[Skill], data: st.DataObject
) -> None:
    winner = data.draw(st.integers(0, len(players) - 1))
    order = data.draw(st.permutations(range(len(players))))
    ranks = [0 if place == winner else 1 for place in range(len(players))]

    after = after_match([[skill] for skill in players], ranks)
    turned = after_match([[players[place]] for place in order], [ranks[place] for place in order])

    assert after[winner][0].mu >= players[winner].mu
    for number, place in enumerate(order):
        assert abs(turned[number][0].mu - after[place][0].mu) <= 2  # A different order of sums changes the last bits.
