"""Saved filters and chosen columns of admin lists."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from common.models import ChosenColumns, SavedFilter, forget_lists
from decks.plans import DeckPlan
from decks.services import create_deck
from matches.services.deletion import delete_account
from players.models import Player
from tests.matches.conftest import DECK, published
from tests.test_staff_permissions import client_of

__all__ = ["published"]

pytestmark = pytest.mark.both_databases

DECKS, PLAYERS = "/admin/decks/deck/", "/admin/players/player/"


@pytest.fixture
def dora(published: None) -> Client:
    return client_of("Deck managers")[1]


@pytest.fixture
def olga(published: None) -> Client:
    """Another member of staff, who may view decks too."""
    olga = Player.objects.create_user("olga", is_staff=True)
    olga.groups.set(Player.objects.get(username="staff").groups.all())
    client = Client()
    client.force_login(olga)
    return client


def save(client: Client, address: str, name: str, **more: str) -> Any:
    return client.post(address, {"_own_list": "save", "name": name, **more}, follow=True)


def shown(client: Client, address: str = DECKS) -> dict[str, str | None]:
    """The names of saved filters on a list, with their addresses."""
    return {
        one.saved.name: one.address and address + one.address
        for one in client.get(address).context["own_list"]["filters"]
    }


def columns(client: Client, address: str = DECKS) -> list[str]:
    display = client.get(address).context["cl"].list_display
    return [one if isinstance(one, str) else one.__name__ for one in display if one != "action_checkbox"]


def choose(client: Client, *names: str, address: str = DECKS) -> Any:
    return client.post(address, {"_own_list": "columns", "columns": names})


def said(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def test_a_filter_is_saved_applied_and_deleted(dora: Client) -> None:
    asked = f"{DECKS}?legal=yes&o=-2.1&q=kingdom+%E9%A8%8E&p=1&ruleset=invictus"

    answer = save(dora, asked, "  Kingdoms   of\u3000mine ")

    saved = SavedFilter.objects.get()
    assert (saved.name, saved.list_name, saved.is_shared) == ("Kingdoms of mine", "decks.deck", False)
    assert saved.order == ["-game", "name"]
    assert said(answer) == ["The filter “Kingdoms of mine” was saved."]
    (address,) = shown(dora).values()
    assert address == f"{DECKS}?legal=yes&q=kingdom+%E9%A8%8E&ruleset=invictus&o=-2.1"
    applied, first = dora.get(address).context["cl"], dora.get(asked).context["cl"]
    assert list(applied.queryset) == list(first.queryset)
    assert [one.is_current for one in dora.get(address).context["own_list"]["filters"]] == [True]

    dora.post(DECKS, {"_own_list": "delete", "filter": saved.pk})

    assert shown(dora) == {}


def test_a_filter_of_the_same_name_is_replaced(dora: Client) -> None:
    for asked in ("?legal=yes", "?legal=no", "?legal=no"):
        save(dora, DECKS + asked, "mine")
    save(dora, f"{PLAYERS}?is_active__exact=1", "mine")

    assert shown(dora) == {"mine": f"{DECKS}?legal=no"}
    assert shown(dora, PLAYERS) == {"mine": f"{PLAYERS}?is_active__exact=1"}


def test_only_shared_filters_are_shown_to_others_and_none_can_delete_them(dora: Client, olga: Client) -> None:
    save(dora, f"{DECKS}?legal=no", "private")
    save(dora, f"{DECKS}?kept_by=me", "shared", is_shared="on")

    assert shown(dora).keys() == {"private", "shared"}
    assert shown(olga) == {"shared": f"{DECKS}?kept_by=me"}
    for saved in SavedFilter.objects.all():
        olga.post(DECKS, {"_own_list": "delete", "filter": saved.pk})
    assert SavedFilter.objects.count() == 2

    save(olga, f"{DECKS}?legal=yes", "shared")

    assert shown(dora)["shared"] == f"{DECKS}?kept_by=me", "a name belongs to its account"


def test_superusers_delete_shared_filters_and_no_private_ones(dora: Client) -> None:
    save(dora, f"{DECKS}?legal=no", "private")
    save(dora, f"{DECKS}?legal=no", "shared", is_shared="on")
    superuser = Client()
    superuser.force_login(Player.objects.create_superuser("root"))

    for saved in SavedFilter.objects.all():
        superuser.post(DECKS, {"_own_list": "delete", "filter": saved.pk})

    assert shown(dora).keys() == {"private"}


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("lines__card__regex=a", 400),
        ("owner__password__startswith=a", 400),
        ("updated_at__gte=never", 400),
        ("nothing_like_it=1", 400),
        ("", 200),
        ("p=2", 200),
        ("q=", 200),
        ("o=99.x.-77", 200),
        ("_popup=1", 200),
    ],
)
def test_what_the_list_does_not_accept_or_that_filters_nothing_is_not_saved(
    dora: Client, query: str, status: int
) -> None:
    assert save(dora, f"{DECKS}?{query}", "mine").status_code == status
    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u202eb", "a\u200bb", "a\x1bb"])
def test_names_that_are_too_long_or_cannot_be_seen_are_refused(dora: Client, name: str) -> None:
    answer = save(dora, f"{DECKS}?legal=no", name)

    assert len(said(answer)) == 1 and not SavedFilter.objects.exists()


def test_a_name_is_shown_as_text(dora: Client) -> None:
    save(dora, f"{DECKS}?legal=no", "<script>alert(1)</script>")

    page = dora.get(DECKS).content.decode()

    assert "&lt;script&gt;alert(1)" in page and "<script>alert(1)" not in page


def test_long_searches_are_refused(dora: Client) -> None:
    answer = save(dora, f"{DECKS}?q={'x' * 1999}", "mine")

    assert said(answer) == ["The search is too long to be saved. Use fewer or shorter search terms."]
    assert not SavedFilter.objects.exists()


def test_an_account_saves_so_many_filters_and_may_still_replace_them(
    dora: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.admin.lists.MOST_SAVED_FILTERS", 2)
    save(dora, f"{DECKS}?legal=no", "one")
    save(dora, f"{PLAYERS}?is_active__exact=1", "two")

    answer = save(dora, f"{DECKS}?legal=no", "three")
    save(dora, f"{DECKS}?legal=yes", "one")

    assert said(answer) == ["You can save at most 2 filters. Delete one that you no longer need."]
    assert shown(dora) == {"one": f"{DECKS}?legal=yes"}


def test_a_saved_filter_that_the_list_no_longer_has_is_no_link(dora: Client) -> None:
    save(dora, f"{DECKS}?legal=no", "old")
    SavedFilter.objects.update(query="gone_filter=1")

    assert shown(dora) == {"old": None}
    assert "(no longer possible)" in dora.get(DECKS).content.decode()


@pytest.mark.parametrize("sent", ["x", "", "9" * 30, "-1", "１"])
def test_deleting_nonsense_deletes_nothing(dora: Client, sent: str) -> None:
    save(dora, f"{DECKS}?legal=no", "mine")

    assert dora.post(DECKS, {"_own_list": "delete", "filter": sent}).status_code == 302
    assert shown(dora).keys() == {"mine"}


def test_without_the_right_to_view_a_list_nothing_is_stored(published: None) -> None:
    client = client_of("Card authors")[1]

    for what in ("save", "columns", "delete", "standard"):
        assert client.post(f"{DECKS}?legal=no", {"_own_list": what, "name": "mine"}).status_code == 403
    assert not SavedFilter.objects.exists() and not ChosenColumns.objects.exists()


def test_columns_are_chosen_for_each_account_and_list(dora: Client, olga: Client) -> None:
    standard, others = columns(dora), columns(dora, PLAYERS)

    choose(dora, "updated_at", "game", "shortened_note", "password", "__class__", "name_en")

    assert columns(dora) == ["name", "game", "updated_at", "shortened_note"]
    assert columns(olga) == standard
    assert columns(dora, PLAYERS) == others

    dora.post(DECKS, {"_own_list": "standard"})

    assert columns(dora) == standard and not ChosenColumns.objects.exists()


def test_choosing_the_standard_columns_stores_nothing_and_none_leaves_the_first(dora: Client) -> None:
    standard = columns(dora)
    choose(dora, *standard[1:])
    assert not ChosenColumns.objects.exists()

    choose(dora)

    assert columns(dora) == ["name"]


def test_a_stored_column_that_no_longer_exists_is_left_out(dora: Client) -> None:
    choose(dora, "game")
    ChosenColumns.objects.update(columns=["game", "gone", "owner__password"])

    assert columns(dora) == ["name", "game"]


def test_an_order_stays_with_its_column(dora: Client) -> None:
    save(dora, f"{DECKS}?o=-8", "newest")
    assert shown(dora) == {"newest": f"{DECKS}?o=-8"}

    answer = dora.post(f"{DECKS}?legal=no&o=-8", {"_own_list": "columns", "columns": ["game", "updated_at"]})

    assert answer["Location"] == f"{DECKS}?legal=no&o=-3"
    assert shown(dora) == {"newest": f"{DECKS}?o=-3"}

    choose(dora, "game")

    assert shown(dora) == {"newest": f"{DECKS}?"}, "a hidden column puts nothing in order"


@pytest.mark.parametrize("path", ["matches/match", "leagues/league", "cards/cardsetdraft", "players/player"])
def test_other_lists_have_columns_too(published: None, path: str) -> None:
    client = Client()
    client.force_login(Player.objects.create_superuser("root"))
    address = f"/admin/{path}/"
    every = [one.name for one in client.get(address).context["own_list"]["columns"]]

    choose(client, *every, address=address)

    assert columns(client, address)[1:] == every
    choose(client, every[-1], address=address)
    assert columns(client, address)[1:] == every[-1:]


def test_chosen_columns_ask_as_often_for_three_rows_as_for_one(
    dora: Client, django_assert_max_num_queries: Callable[..., Any], django_assert_num_queries: Callable[..., Any]
) -> None:
    owner = Player.objects.create_user("owner")
    every = [one.name for one in dora.get(DECKS).context["own_list"]["columns"]]
    choose(dora, *every)
    asked = f"{DECKS}?kept_by=players"
    create_deck(owner=owner, ruleset="raid", plan=DeckPlan(name_en="a", cards=DECK["cards"], options={}, note="n" * 99))
    dora.get(asked)
    with django_assert_max_num_queries(50) as one:
        dora.get(asked)
    for name in "bc":
        create_deck(owner=owner, ruleset="raid", plan=DeckPlan(name_en=name, cards=DECK["cards"], options={}))

    with django_assert_num_queries(len(one.captured_queries)):
        page = dora.get(asked)

    assert "n" * 79 + "…" in page.content.decode()


def test_nothing_of_a_deleted_account_stays(dora: Client, olga: Client) -> None:
    for client in (dora, olga):
        save(client, f"{DECKS}?legal=no", "shared", is_shared="on")
        choose(client, "game")

    Player.objects.filter(username="staff").update(is_staff=False)  # The accounts of staff can't be deleted.

    delete_account(player_id=Player.objects.get(username="staff").pk)

    assert [one.owner.username for one in SavedFilter.objects.all()] == ["olga"]
    forget_lists(Player.objects.get(username="olga"))
    assert not SavedFilter.objects.exists() and not ChosenColumns.objects.exists()
