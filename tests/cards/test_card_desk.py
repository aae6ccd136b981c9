"""The card editor without JavaScript: every step loads a new page."""

import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from cards.models import CardSetDraft
from cards.sets.differences import by_slug
from cards.sets.services import create_draft, draft_faults, save_card
from common.text.errors import ServiceError
from players.models import Player

PERMISSIONS = [f"{verb}_cardsetdraft" for verb in ("add", "view", "change", "delete")]


class Inputs(HTMLParser):
    """The data that a browser sends for the card's form when a button is pressed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.data: dict[str, str] = {}
        self.inside, self.select, self.area = False, "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self.inside = given.get("id") == "card-form"
        if not self.inside:
            return
        if tag == "input" and (given.get("type") not in ("checkbox", "submit") or "checked" in given):
            self.data[name] = given.get("value") or ""
        elif tag == "select":
            self.select = name
        elif tag == "option" and ("selected" in given or self.select not in self.data):
            self.data[self.select] = given.get("value") or ""
        elif tag == "textarea":
            self.area = name
            self.data[name] = ""

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        self.area = "" if tag == "textarea" else self.area

    def handle_data(self, data: str) -> None:
        if self.area:
            self.data[self.area] += data.removeprefix("\n")


@pytest.fixture
def client(published: None) -> Client:
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__in=PERMISSIONS))
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(player)
    return client


@pytest.fixture
def draft(client: Client) -> Callable[[str], CardSetDraft]:
    return lambda ruleset: create_draft(ruleset=ruleset, author=Player.objects.get(username="mai"))


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:cards_cardsetdraft_{name}", args=args)


def press(client: Client, page: Any, button: str, value: str = "1", **written: str) -> Any:
    """Press a button of a page, after filling in some inputs."""
    data = {**Inputs(page.content.decode()).data, **written, button: value}
    return client.post(page.wsgi_request.get_full_path(), data, follow=True)


def test_a_new_card_with_an_ability_is_made_without_json(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invaders")
    start = client.get(at("new", made.pk))
    page = client.get(f"{at('new', made.pk)}?kind=unit.people")

    page = press(client, page, "do", "add /abilities", **{"/names/ja": "郵便局", "/names/en": "Post Office"})
    page = press(client, page, "look", **{"/abilities/0/effects/0~kind": "Draw"})
    page = press(client, page, "look", **{"/abilities/0/trigger/on": "cast", "/abilities/0/trigger/whose": "self"})
    page = press(client, page, "text")
    page = press(client, page, "save")

    made.refresh_from_db()
    card = by_slug(made.body)["post-office"]
    assert {"unit.people", "unit.leader", "event", "situation"} <= {start.code for start in start.context["starts"]}
    assert card["abilities"] == [
        {
            "kind": "triggered",
            "trigger": {"on": "cast", "whose": "self"},
            "effects": [{"op": "draw", "who": "own", "amount": 1}],
        }
    ]
    assert card["text"]["en"] == "When this card is cast, draw 1." and card["text"]["ja"] in page.content.decode()
    assert draft_faults(made) == []
    assert "Saved: Post Office" in page.content.decode()


def test_a_card_of_another_kind_gets_its_fields_and_loses_the_others(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")
    page = client.get(at("card", made.pk, "town-militia"))

    page = press(client, page, "look", **{"/subkind": "leader"})
    leader = page.context["card"]
    page = press(client, page, "look", **{"/kind": "event"})

    assert leader["command"]["from"] and "military" in leader
    assert {"command", "military", "labour", "subkind"} & set(page.context["card"]) == set()
    made.refresh_from_db()
    assert made.body == made.base.card_set, "nothing is saved before it is asked for"


def test_what_was_written_goes_along_to_the_other_tab_and_back(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")
    page = client.get(at("card", made.pk, "town-militia"))

    as_json = press(client, page, "to_json", **{"/military": "7"})
    card = json.loads(as_json.context["form"].initial["card"])
    back = client.post(
        at("card", made.pk, "town-militia"),
        {"card": json.dumps({**card, "cost": 9}), "seen": as_json.context["form"].initial["seen"], "to_form": "1"},
    )
    saved = press(client, back, "save")

    made.refresh_from_db()
    written = by_slug(made.body)["town-militia"]
    assert card["military"] == written["military"] == 7 and written["cost"] == 9
    assert saved.status_code == 200
    assert any(entry.label == "Draw cards" for entry in as_json.context["words"])


def test_a_card_that_another_tab_has_saved_is_not_written_over(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")
    page = client.get(at("card", made.pk, "town-militia"))
    page = press(client, page, "look", **{"/military": "5"})
    theirs = {**by_slug(made.body)["town-militia"], "military": 6}
    save_card(draft=made, card=theirs, instead_of="town-militia")

    page = press(client, page, "save")

    made.refresh_from_db()
    assert by_slug(made.body)["town-militia"] == theirs
    assert "Someone changed this in the meantime" in page.content.decode()


@pytest.mark.parametrize("ruleset", ["invictus", "lords_of_war", "battle_line"])
def test_rulesets_without_abilities_get_new_cards_by_the_same_form(
    client: Client, draft: Callable[[str], CardSetDraft], ruleset: str
) -> None:
    made = draft(ruleset)
    page = client.get(at("new", made.pk))
    if "starts" in page.context:
        page = client.get(f"{at('new', made.pk)}?kind={page.context['starts'][0].code}")

    page = press(client, page, "save", **{"/names/ja": "新顔", "/names/en": "Newcomer"})

    made.refresh_from_db()
    assert by_slug(made.body)["newcomer"]["names"] == {"ja": "新顔", "en": "Newcomer"}
    assert page.context["is_sound"]


def test_taking_a_card_out_asks_first_and_names_the_decks_that_would_break(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")
    starter = made.body["starter_decks"][0]
    slug = next(iter(starter["cards"]))

    asked = client.get(at("remove", made.pk, slug))

    made.refresh_from_db()
    assert slug in by_slug(made.body)
    assert starter["names"]["en"] in asked.content.decode()
    gone = client.post(at("remove", made.pk, slug), follow=True)
    made.refresh_from_db()
    assert slug not in by_slug(made.body)
    assert (
        f"Removed: {made.base.card_set and by_slug(made.base.card_set)[slug]['names']['en']}" in gone.content.decode()
    )


@pytest.mark.parametrize(
    "sent",
    [
        {"card": "[" * 5000, "do": "add /abilities"},
        {"card": '{"slug": 3}', "do": "remove /abilities/0"},
        {"card": '{"slug": "x", "abilities": "none"}', "look": "1"},
        {"card": '{"slug": "x", "abilities": [[[]]], "kind": []}', "look": "1"},
        {"card": '{"slug": "\\ud800", "names": 4, "kind": "unit"}', "look": "1"},
        {"card": "{}", "/abilities~n": "9" * 400, "/abilities/0~was": "\0", "do": "more / \0"},
        {"do": "up /abilities/99999999999999999999999"},
    ],
)
def test_nonsense_makes_no_card_and_breaks_no_page(
    client: Client, draft: Callable[[str], CardSetDraft], sent: dict[str, str]
) -> None:
    made = draft("invaders")

    for url in (at("new", made.pk), at("card", made.pk, "town-militia")):
        assert client.post(url, sent).status_code == 200

    made.refresh_from_db()
    assert made.body == made.base.card_set


def test_a_card_that_is_too_large_is_refused_however_it_comes(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    """Choices are found by checking cards, and forms have all places of a card. A card of a hundred thousand abilities
    took five minutes."""
    made = draft("invaders")
    before, card = made.body, {**by_slug(made.body)["admiralty-board"], "slug": "huge"}
    huge = {**card, "abilities": [{}] * 10_000}
    page, by_form = at("new", made.pk), at("card", made.pk, "admiralty-board")
    own = Inputs(client.get(by_form).content.decode()).data
    many = {f"/abilities/{i}/effects~n": "24" for i in range(24)} | {
        f"/abilities/{i}~was": "Triggered" for i in range(24)
    }

    carried = client.post(by_form, {**own, "card": json.dumps(huge), "look": "1"})
    written = client.post(page, {"as_json": "1", "card": json.dumps(huge), "save": "1"})
    grown = client.post(by_form, {**own, **many, "/abilities~n": "24", "look": "1"})

    assert "huge" not in carried.content.decode()
    assert "The card is too large" in written.content.decode()
    assert [str(message) for message in grown.context["messages"]] == [
        "The card is too large. The limit is 10000 characters of JSON."
    ]
    with pytest.raises(ServiceError, match="faulty_card_set"):
        save_card(draft=made, card=huge, instead_of=None)
    made.refresh_from_db()
    assert made.body == before
