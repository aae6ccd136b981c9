"""The records for statistics follow from a finished match's log. Some matches have none."""

import random
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from cards.sets.selectors import rules_of
from matches.log import sql
from matches.log.transactions import writing
from matches.models import Match
from matches.search.deck_ids import deck_id
from matches.search.figures import Remembered, read_statistics
from matches.search.finding import Criteria
from matches.search.models import SeatRecord
from matches.search.searched_statistics import searched_statistics
from matches.search.seat_records import sorted_slugs
from matches.search.terms import sweep_search_terms, write_search_terms
from matches.services.bot_matches import disclose_deal
from matches.services.ending import abort_match
from players.models import Player
from replay import exports
from replay.imports import import_match
from replay.stored_logs import log_of
from tests.matches.conftest import DECK, move, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
Duel = Callable[..., Match]


@pytest.fixture
def played(duel: Duel) -> Match:
    match = play_out(duel(), 2)
    write_search_terms(match.pk)
    return match


def cards_in(match: Match, mask: bytes) -> set[str]:
    slugs = sorted_slugs(rules_of(match.ruleset, match.ruleset_version, match.card_set_id))
    return {slug for place, slug in enumerate(slugs) if bytes(mask)[place // 8] >> place % 8 & 1}


def test_a_record_says_what_its_seat_had_drew_and_played(played: Match) -> None:
    effects = [effect for event in sql.events(played.pk) for effect in event.content["effects"]]
    first = next(effect["seat"] for effect in effects if effect["type"] == "turn_started")
    records = list(SeatRecord.objects.filter(match=played))

    assert [record.seat for record in records] == [0, 1] == [record.team for record in records]
    for record in records:
        own = [effect for effect in effects if effect.get("seat") == record.seat]
        drawn = {card for effect in own if effect["type"] == "drew" for card in effect["cards"]}
        assert cards_in(played, record.in_deck) == set(DECK["cards"])
        assert cards_in(played, record.seen) == drawn != set()
        assert cards_in(played, record.played) == {effect["card"] for effect in own if effect["type"] == "played"}
        assert (record.deck, record.is_first) == (deck_id(DECK), record.seat == first)
        winners = played.outcome["winners"]
        assert record.points == (1 if not winners else 2 if record.seat in winners else 0)


def test_aborted_and_imported_matches_count_nowhere(duel: Duel, played: Match, ann: Player) -> None:
    aborted, rng = duel(), random.Random(0)
    for _ in range(4):
        move(aborted, rng)
    abort_match(match_id=aborted.pk, player=None, note="")
    imported = import_match(lines=exports.whole(log_of(played)).splitlines(), player=ann).match

    sweep_search_terms()

    assert set(Match.objects.filter(summary__isnull=False).values_list("pk", flat=True)) >= {
        aborted.pk, imported.pk, played.pk
    }  # fmt: skip
    assert set(SeatRecord.objects.values_list("match", flat=True)) == {played.pk}


def test_withheld_matches_count_when_they_are_open(duel: Duel) -> None:
    match = play_out(duel(), 3)
    deal = uuid4()
    Match.objects.filter(pk=match.pk).update(withheld=True, deal=deal)
    sweep_search_terms()
    before = SeatRecord.objects.count()
    with writing():
        disclose_deal(deal, [match.pk])
    sweep_search_terms()

    assert (before, SeatRecord.objects.count()) == (0, 2)


def test_a_search_counts_what_its_asker_may_see(duel: Duel, played: Match, ann: Player) -> None:
    private = play_out(duel(visibility="private"), 4)
    write_search_terms(private.pk)

    def counted(asker: Player | None, **criteria: object) -> int:
        return searched_statistics(asker, Criteria(ruleset="raid", **criteria)).matches

    assert (counted(None), counted(ann)) == (1, 2)
    assert counted(ann, deck="even") == 2
    assert counted(ann, deck="steep") == 0
    assert not searched_statistics(ann, Criteria(ruleset="raid")).is_partial


def test_the_newest_are_counted_where_there_are_many(
    duel: Duel, played: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = play_out(duel(), 5)
    write_search_terms(newest.pk)
    monkeypatch.setattr("matches.search.searched_statistics.MOST_MATCHES_COUNTED", 1)

    found = searched_statistics(None, Criteria(ruleset="raid", min_length=1))

    assert (found.matches, found.is_partial) == (1, True)
    assert found.lengths.median == newest.version + 1
    assert found.decks == read_statistics([newest.pk]).decks


def test_it_is_read_over_http_in_json_and_csv(played: Match) -> None:
    address = "/api/v1/search/statistics?ruleset=raid&max_length=9999"

    found = Client().get(address).json()
    lines = Client().get(f"{address}&format=csv&table=seats").content.decode().splitlines()

    assert (found["matches"], found["is_partial"]) == (1, False)
    assert found["reasons"] == [{"reason": played.end_reason, "matches": 1}]
    assert lines[0] == "matches,wins,draws,losses,share_per_mille,low_per_mille,high_per_mille,seat,is_first"
    assert len(lines) == 1 + len(found["seats"]) == 3
    for table in ("cards", "decks", "deck_pairs", "reasons", "lengths"):
        assert Client().get(f"{address}&format=csv&table={table}").status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("ruleset=battle_line&imported=true", 400),
        ("ruleset=battle_line&limit=3", 400),
        ("ruleset=battle_line&table=nothing", 400),
        ("ruleset=battle_line&opponent=ben", 401),
        ("ruleset=nothing", 404),
        ("ruleset=battle_line&ended_after=2026-01-31T12:00:00Z", 200),
        ("ruleset=battle_line&ended_after=0.5", 400),
        ("ruleset=battle_line&ended_after=null", 400),
        ("ruleset=battle_line&deck=%00", 400),
    ],
)
def test_a_request_that_cannot_be_read_is_refused(db: None, query: str, status: int) -> None:
    assert Client().get(f"/api/v1/search/statistics?{query}").status_code == status


def test_what_is_remembered_is_made_once_and_forgotten_in_turn() -> None:
    remembered, made = Remembered(most=2), []

    def make(value: int) -> int:
        made.append(value)
        return value

    assert [remembered.get(value, lambda value=value: make(value)) for value in (1, 1, 2, 3, 1)] == [1, 1, 2, 3, 1]
    assert made == [1, 2, 3, 1]


def test_what_could_not_be_made_is_tried_again() -> None:
    remembered = Remembered(most=2)

    with pytest.raises(ZeroDivisionError):
        remembered.get("x", lambda: 1 // 0)

    assert remembered.get("x", lambda: 5) == 5
