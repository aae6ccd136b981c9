"""Searching in the admin by parts of texts, by the beginning of an id, and by several words, without joins."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from decks.models import Deck, DeckLine
from matches.models import Match, Seat
from players.models import Player
from tests.matches.conftest import duel, published
from tests.replay.conftest import ann, ben

__all__ = ["ann", "ben", "duel", "published"]


@pytest.fixture
def staff(published: None) -> Client:
    client = Client()
    client.force_login(Player.objects.create_superuser("desk"))
    return client


@pytest.fixture(params=[5000, 0], ids=["few rows have the words", "many rows have the words"])
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are looked up first, or looked for row by row."""
    monkeypatch.setattr("common.admin.search.MOST_RARE", request.param)


def found(staff: Client, path: str, words: str) -> list[Any]:
    page = staff.get(f"/admin/{path}/", {"q": words})
    assert page.status_code == 200
    return list(page.context["cl"].result_list)


@pytest.fixture
def matches(duel: Callable[..., Match]) -> list[Match]:
    """Matches of Ann and Ben, and of Ann and a bot."""
    one, other = duel(), duel()
    Seat.objects.filter(match=other, index=1).update(player=None, kind="bot", bot="random", public_id="bot:random/1")
    return [one, other]


@pytest.mark.usefixtures("_either_way")
def test_a_match_is_found_by_its_id_and_by_who_sits_there(staff: Client, matches: list[Match]) -> None:
    one, other = matches
    ann = one.seats.get(index=0).player
    assert ann is not None
    expected = {
        str(one.pk): [one],
        one.pk.hex: [one],
        str(one.pk)[:-1]: [one],
        str(one.pk)[-6:]: [],
        ann.username[:2].upper(): [one, other],
        ann.public_id: [one, other],
        "random": [other],
        "bot:random/1": [other],
        f"{ann.username} random": [other],
        f"{ann.username} nobody": [],
        f"{ann.username} '{ann.username}'": [one, other],
        "%": [],
        "x" * 200: [],
    }

    assert {words: {match.pk for match in found(staff, "matches/match", words)} for words in expected} == {
        words: {match.pk for match in rows} for words, rows in expected.items()
    }


@pytest.mark.usefixtures("_either_way")
def test_a_row_that_is_found_by_several_things_is_listed_once_and_joins_nothing(staff: Client, ann: Player) -> None:
    deck = Deck.objects.create(owner=ann, ruleset="raid", name_en="Quokkas", name_ja="-", options={}, note="quokka")
    DeckLine.objects.bulk_create(DeckLine(deck=deck, card=f"quokka-{n}", copies=1) for n in range(3))

    with CaptureQueriesContext(connection) as asked:
        decks = found(staff, "decks/deck", "quokka")

    assert decks == [deck]
    assert not [query for query in asked.captured_queries if 'SELECT DISTINCT "decks_deck".' in query["sql"]]


def test_a_search_of_a_thousand_words_asks_for_ten(staff: Client, matches: list[Match]) -> None:
    with CaptureQueriesContext(connection) as asked:
        found(staff, "matches/match", "an " * 1000)

    assert 0 < max(query["sql"].count(" UNION ") for query in asked.captured_queries) <= 10 * 4


@pytest.mark.parametrize("rare", [5000, 0])
def test_a_search_lists_at_most_so_many_rows_and_says_so(
    staff: Client, ann: Player, monkeypatch: pytest.MonkeyPatch, rare: int
) -> None:
    monkeypatch.setattr("common.admin.search.MOST_RARE", rare)
    monkeypatch.setattr("common.admin.search.MOST_FOUND", 2)
    Deck.objects.bulk_create(Deck(owner=ann, ruleset="raid", name_en=f"Quokka {n}", options={}) for n in range(3))

    many = staff.get("/admin/decks/deck/", {"q": "quokka"})
    one = staff.get("/admin/decks/deck/", {"q": "'Quokka 1'"})

    assert many.context["cl"].result_count == 2
    assert "Only 2 rows are listed. Add search terms or filters." in many.content.decode()
    assert one.context["cl"].result_count == 1 and "Only 2 rows" not in one.content.decode()
    assert staff.get("/admin/decks/deck/").context["cl"].result_count == Deck.objects.count(), "a list counts all"


def test_all_rows_of_a_search_are_those_that_it_lists(
    staff: Client, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.admin.search.MOST_FOUND", 2)
    names = ["Quokka a", "Quokka b", "Quokka c"]
    Deck.objects.bulk_create(Deck(owner=ann, ruleset="raid", name_en=name, options={}) for name in names)
    asked = "/admin/decks/deck/?q=quokka&o=-1"
    chosen = Deck.objects.get(name_en="Quokka c")
    sent = {"action": "delete_selected", "_selected_action": [chosen.pk], "select_across": "1", "post": "yes"}

    assert staff.get(asked).context["cl"].result_count == 2
    staff.post(asked, sent)

    assert list(Deck.objects.filter(name_en__in=names).values_list("name_en", flat=True)) == ["Quokka a"]


def test_a_page_far_from_the_first_has_the_rows_of_its_place_and_skips_only_ids(
    staff: Client, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Quokka {n}" for n in range(7)]
    Deck.objects.bulk_create(Deck(owner=ann, ruleset="raid", name_en=name, options={}) for name in names)
    monkeypatch.setattr("decks.admin.decks.DeckAdmin.list_per_page", 3)

    def page(number: int) -> list[str]:
        listed = staff.get("/admin/decks/deck/", {"kept_by": "players", "p": number}).context["cl"]
        return [deck.name_en for deck in listed.result_list]

    shallow = [page(number) for number in (1, 2, 3)]
    monkeypatch.setattr("common.admin.search.DEEP", 1)
    with CaptureQueriesContext(connection) as asked:
        deep = [page(number) for number in (1, 2, 3)]

    assert deep == shallow == [names[:3], names[3:6], names[6:]]
    skipping = [query["sql"].partition(" FROM ")[0] for query in asked.captured_queries if " OFFSET " in query["sql"]]
    assert len(skipping) == 2 and "name_en" not in "".join(skipping)
