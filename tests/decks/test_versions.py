"""Every save of a deck is a version. The later of two simultaneous saves is refused and can be merged."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from common.text.errors import ServiceError
from decks.limits import MOST_VERSIONS, MOST_VERSIONS_REFUSED
from decks.models import Deck, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.services import create_deck, delete_deck, restore_version, update_deck
from decks.versions import merged, versions_of
from players.models import Player
from tests.decks.test_admin import at, sent
from tests.matches.api.conftest import Api

pytestmark = pytest.mark.django_db
NEW = {"ruleset": "raid", "name": "Even", "cards": {"raider-1": 3, "raider-2": 3}}


@pytest.fixture
def client(mai: Player) -> Client:
    client = Client()
    client.force_login(mai)
    return client


@pytest.fixture
def deck(mai: Player) -> Deck:
    return create_deck(owner=mai, ruleset="raid", plan=plan(), author=mai)


def plan(**more: Any) -> DeckPlan:
    return DeckPlan(**{"name_en": "Even", "cards": {"raider-1": 3, "raider-2": 3}, "options": {}, **more})


def patch(api: Api, url: str, body: Any, tag: str) -> Any:
    headers = {**api.headers, "If-Match": tag}
    return api.client.patch(url, body, content_type="application/json", headers=headers)


def test_the_later_save_over_the_api_is_refused_with_what_changed_in_between(as_ann: Api) -> None:
    made = as_ann.post("decks", NEW)
    url, tag = made["Location"], made["ETag"]
    assert as_ann.get(url)["ETag"] == tag

    first = patch(as_ann, url, {"cards": {"raider-1": 4, "raider-2": 3}}, tag)
    second = patch(as_ann, url, {"note": "late"}, tag)

    assert (first.status_code, second.status_code, second.json()["code"]) == (200, 412, "deck_changed")
    (between,) = second.json()["changes"]
    assert (between["by"], between["version"]) == ("ann", 2)
    assert between["changes"] == [{"at": "/cards/raider-1", "before": 3, "after": 4}]
    assert as_ann.get(url).json()["note"] == ""
    assert patch(as_ann, url, {"note": "late"}, first["ETag"]).json()["version"] == 3


def test_an_unchanged_deck_is_not_sent_again(as_ann: Api, change_raid: Any) -> None:
    url = as_ann.post("decks", NEW)["Location"]
    first = as_ann.get(url, Accept_Encoding="gzip")
    assert (first["ETag"][:3], first["Cache-Control"]) == ('"1-', "private, no-cache"), "a weak tag matches no version"

    again = as_ann.get(url, If_None_Match=first["ETag"])
    listed = as_ann.get("decks")
    list_again = as_ann.get("decks", If_None_Match=listed["ETag"])

    assert (again.status_code, again.content, list_again.status_code) == (304, b"", 304)
    change_raid(check_deck=lambda cards, options, deck, seat: [{"code": "too_few_cards", "seat": seat}])
    assert as_ann.get(url, If_None_Match=first["ETag"]).json()["problems"], "other problems of the same version"
    assert patch(as_ann, url, {"note": "x"}, first["ETag"]).status_code == 200
    assert as_ann.get(url, If_None_Match=first["ETag"]).json()["version"] == 2


@pytest.mark.parametrize(
    ("tag", "status"),
    [("*", 200), ('"1", "7"', 200), ('"1-ab"', 200), ('"2-ab"', 412), ('"x"', 412), ('W/"1"', 412), ("1", 400)],
)
def test_what_if_match_says(as_ann: Api, tag: str, status: int) -> None:
    url = as_ann.post("decks", NEW)["Location"]

    assert patch(as_ann, url, {"note": "x"}, tag).status_code == status


def test_a_deck_is_not_deleted_that_was_saved_since(as_ann: Api) -> None:
    made = as_ann.post("decks", NEW)
    as_ann.send("PATCH", made["Location"], {"note": "x"})

    headers = {**as_ann.headers, "If-Match": made["ETag"]}
    assert as_ann.client.delete(made["Location"], headers=headers).status_code == 412
    assert as_ann.get(made["Location"]).status_code == 200


def test_every_save_is_a_version_and_an_untouched_one_is_none(deck: Deck, mai: Player) -> None:
    update_deck(deck=deck, plan=plan(note="x"), author=mai)
    update_deck(deck=deck, plan=plan(note="x"), author=mai)

    assert [(v.number, v.kind, v.author) for v in versions_of(deck.pk)] == [(2, "changed", mai), (1, "created", mai)]


def test_a_deleted_deck_comes_back_under_its_id(deck: Deck, mai: Player) -> None:
    delete_deck(deck=deck, author=mai)
    assert not Deck.objects.filter(pk=deck.pk).exists()

    back = restore_version(version=versions_of(deck.pk)[0], author=mai)

    kept = Deck.objects.get(pk=deck.pk)
    assert (kept.as_sent["cards"], kept.owner, back.version) == ({"raider-1": 3, "raider-2": 3}, mai, 3)


def test_a_starter_deck_cannot_be_deleted(client: Client) -> None:
    starter = Deck.objects.exclude(slug="").first()
    assert starter is not None

    with pytest.raises(ServiceError) as refused:
        delete_deck(deck=starter)
    chosen = {"action": "delete_selected", "_selected_action": [str(starter.pk)], "post": "yes"}

    assert refused.value.code == "starter_deck"
    assert client.post(at("delete", starter.pk), {"post": "yes"}).status_code == 403
    client.post(at("changelist"), chosen)
    assert Deck.objects.filter(pk=starter.pk).exists()


def test_a_deck_older_than_versions_keeps_what_it_was(mai: Player) -> None:
    starter = Deck.objects.filter(slug="kingdom-standard").get()
    before = plan_of(starter).cards

    update_deck(deck=starter, plan=plan(cards={}), author=mai)

    assert [version.plan["cards"] for version in versions_of(starter.pk)] == [{}, before]


def test_the_oldest_version_goes_when_there_are_too_many(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.versions.MOST_VERSIONS", 3)
    for number in range(5):
        update_deck(deck=deck, plan=plan(note=str(number)))

    assert MOST_VERSIONS > 3
    assert [version.number for version in versions_of(deck.pk)] == [6, 5, 4]


def test_versions_go_with_their_owner(deck: Deck, mai: Player) -> None:
    delete_deck(deck=deck)

    mai.delete()

    assert not DeckVersion.objects.filter(deck_id=deck.pk).exists()


def form_of(client: Client, deck: Deck) -> dict[str, Any]:
    page = client.get(at("change", deck.pk))
    assert f'name="deck_version" value="{page.context["deck_version"]}"' in page.content.decode()
    return {**sent(page), "deck_version": page.context["deck_version"]}


def test_of_two_pages_the_later_is_refused_and_merged(client: Client, deck: Deck) -> None:
    first, second = form_of(client, deck), form_of(client, deck)
    client.post(at("change", deck.pk), {**first, "cards": "5 raider-1\n3 raider-2"})

    refused = client.post(at("change", deck.pk), {**second, "cards": "3 raider-1\n1 raider-2", "note": "mine"})

    assert refused.templates[0].name == "admin/decks/deck/outdated.html"
    assert Deck.objects.get(pk=deck.pk).as_sent["cards"] == {"raider-1": 5, "raider-2": 3}
    assert [texts for _version, texts in refused.context["saved"]] == [["raider-1 3 → 5"]]
    assert refused.context["clashes"] == []

    client.post(at("change", deck.pk), dict(refused.context["choices"][0]))
    kept = Deck.objects.get(pk=deck.pk)
    assert (kept.as_sent["cards"], kept.note) == ({"raider-1": 5, "raider-2": 1}, "mine")


def test_where_both_have_changed_one_card_the_page_asks_whose_stays(client: Client, deck: Deck) -> None:
    first, second = form_of(client, deck), form_of(client, deck)
    client.post(at("change", deck.pk), {**first, "cards": "5 raider-1\n3 raider-2"})

    refused = client.post(at("change", deck.pk), {**second, "cards": "7 raider-1\n3 raider-2"})

    assert refused.context["clashes"] == ["raider-1: saved 5, yours 7"]
    lists = [dict(fields)["cards"].splitlines()[0] for fields in refused.context["choices"]]
    assert lists == ["7 raider-1", "5 raider-1"]


def test_a_page_and_a_client(client: Client, deck: Deck, mai: Player) -> None:
    page = form_of(client, deck)
    update_deck(deck=deck, plan=plan(note="by the client"), author=mai)

    assert client.post(at("change", deck.pk), {**page, "note": "x"}).context["clashes"] != []
    assert Deck.objects.get(pk=deck.pk).note == "by the client"


def test_versions_are_shown_compared_and_restored(client: Client, deck: Deck, mai: Player) -> None:
    update_deck(deck=deck, plan=plan(cards={"raider-1": 1}), author=mai)
    page = client.get(at("versions", deck.pk), {"a": "1", "b": "2"})
    assert page.context["differences"] == ["raider-1 3 → 1", "raider-2 3 → –"]
    assert client.get(at("versions", deck.pk), {"a": "1"}).context["cards"] == [("raider-1", 3), ("raider-2", 3)]

    client.post(at("restore", deck.pk, 1))

    assert Deck.objects.get(pk=deck.pk).as_sent["cards"] == {"raider-1": 3, "raider-2": 3}
    assert versions_of(deck.pk)[0].kind == "restored"


def test_a_deck_deleted_in_the_admin_is_listed_and_comes_back(client: Client, deck: Deck) -> None:
    client.post(at("delete", deck.pk), {"post": "yes"})
    (row,) = client.get(at("deleted")).context["rows"]

    client.post(at("restore", row[0].deck_id, row[0].number))

    assert Deck.objects.filter(pk=deck.pk).exists()
    assert client.get(at("deleted")).context["rows"] == []


CARDS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3))


@given(base=CARDS, mine=CARDS, theirs=CARDS, prefer=st.booleans())
def test_merging_keeps_every_change_of_both(base: Any, mine: Any, theirs: Any, prefer: bool) -> None:
    found = merged(plan(cards=base), plan(cards=mine), plan(cards=theirs), prefer_mine=prefer)

    for card in "abcd":
        was, one, other = (cards.get(card) for cards in (base, mine, theirs))
        expected = other if one in (was, other) else one if other == was or prefer else other
        assert found.plan.cards.get(card) == expected
        clashes = {change.at: (change.before, change.after) for change in found.clashes}
        is_clash = len({was, one, other}) == 3
        assert clashes.get(f"/cards/{card}") == ((other, one) if is_clash else None)


def test_a_refusal_tells_the_newest_changes_and_not_all_of_hundreds(as_ann: Api, published: None) -> None:
    deck = as_ann.post("decks", NEW).json()
    for number in range(MOST_VERSIONS_REFUSED + 5):
        as_ann.send("PATCH", f"decks/{deck['id']}", {"note": str(number)})

    refused = as_ann.send("PATCH", f"decks/{deck['id']}", {}, if_match='"0"').json()

    told = [change["version"] for change in refused["changes"]]
    assert told == list(range(refused["version"], refused["version"] - MOST_VERSIONS_REFUSED, -1))


def test_pages_of_a_deck_lead_to_who_made_it(client: Client, deck: Deck, mai: Player) -> None:
    """Players' pages link a deck's owner and the author of each version, also where two saves are merged."""
    Deck.objects.filter(pk=deck.pk).update(visibility=Deck.Visibility.PUBLIC)
    reader = Client()
    reader.force_login(Player.objects.create_user("reader"))
    profile = reverse("profile", args=[mai.public_id])

    for who, address in ((reader, reverse("deck", args=[deck.pk])), (client, reverse("deck-versions", args=[deck.pk]))):
        assert f'<a href="{profile}">mai</a>' in who.get(address).content.decode(), address
    player, form = (
        Client(),
        {"deck_version": deck.version, "name_en": "x", "visibility": "public", "cards": "", "note": ""},
    )
    player.force_login(mai)
    update_deck(deck=deck, plan=plan(note="by the client"), author=mai)
    outdated = player.post(reverse("deck", args=[deck.pk]), form)
    assert outdated.status_code == 409 and f'<a href="{profile}">mai</a>' in outdated.content.decode()
    in_admin = client.post(at("change", deck.pk), {**form_of(client, deck), "deck_version": 1, "note": "x"})
    assert f'<a href="/admin/players/player/{mai.pk}/change/">mai</a>' in in_admin.content.decode()
