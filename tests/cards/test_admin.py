"""The deck managers' pages for cards: browsing, drafts, publishing, and reverting."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from cards.editor.forms import CardForm, JsonField
from cards.models import CardSetDraft, CardSetRevision
from cards.sets.differences import by_slug
from cards.sets.selectors import newest_revision
from cards.sets.services import (
    create_draft,
    draft_faults,
    publish_card_set,
    publish_playtest,
    remove_card,
    save_card,
    save_part,
)
from common.text.naming import card_words
from matches.models import Match
from players.models import Player
from rules.registry import game_definition, slugs
from tests.toy import CARD_SET

DRAFTS = [f"{verb}_cardsetdraft" for verb in ("add", "view", "change", "delete")]
EVERYTHING = ("view_card", "view_cardsetrevision", "publish_cardset", *DRAFTS)


@pytest.fixture
def manager(published: None) -> Player:
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    player.user_permissions.set(Permission.objects.filter(content_type__app_label="cards", codename__in=EVERYTHING))
    return player


@pytest.fixture
def client(manager: Player) -> Client:
    client = Client()
    client.force_login(manager)
    return client


@pytest.fixture
def draft(manager: Player) -> Callable[[str], CardSetDraft]:
    return lambda ruleset: create_draft(ruleset=ruleset, author=manager)


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:cards_{name}", args=args)


def fields_of(response: Any) -> dict[str, Any]:
    """The data that a browser sends if the form is unchanged."""
    form = response.context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    return {name: value for name, value in values.items() if value is not False and value is not None}


def publish(client: Client, draft: CardSetDraft, note: str = "Stronger") -> Any:
    page = client.get(at("cardsetdraft_change", draft.pk))
    seen = page.context["publish_form"].initial["seen"]
    return client.post(at("cardsetdraft_publish", draft.pk), {"note": note, "seen": seen}, follow=True)


# Browsing


@pytest.mark.parametrize("ruleset", slugs())
@pytest.mark.parametrize("language", ["en", "ja"])
def test_cards_of_every_ruleset_are_browsed_in_both_languages(client: Client, ruleset: str, language: str) -> None:
    page = client.get(at("card_changelist"), {"ruleset": ruleset}, headers={"Accept-Language": language})

    cards = newest_revision(ruleset).card_set["cards"]
    assert [row.name for row in page.context["found"].rows] == [card["names"][language] for card in cards]


def test_lords_of_war_is_filtered_by_army_and_rank(client: Client) -> None:
    page = client.get(at("card_changelist"), {"ruleset": "lords_of_war", "/army": "orcs", "/rank": "general"})

    cards = newest_revision("lords_of_war").card_set["cards"]
    generals = [card["slug"] for card in cards if (card["army"], card["rank"]) == ("orcs", "general")]
    assert [row.slug for row in page.context["found"].rows] == generals != []
    assert {"/army", "/rank", "/class", "/support"} <= {filter.at for filter in page.context["found"].filters}


def test_invictus_is_filtered_by_edition(client: Client) -> None:
    query = {"ruleset": "invictus", "/edition": "egypt"}

    page = client.get(at("card_changelist"), query, headers={"Accept-Language": "ja"})

    assert len(page.context["found"].rows) == 10
    edition = next(filter for filter in page.context["found"].filters if filter.at == "/edition")
    assert [(choice.label, choice.count) for choice in edition.choices] == [
        ("", 30),
        ("古代エジプト", 10),
        ("王国", 10),
        ("戦国", 10),
    ]


@pytest.mark.parametrize(("search", "found"), [("ニコデモス", 1), ("Nicodemus", 1), ("nobody at all", 0)])
def test_cards_are_searched_in_both_languages(client: Client, search: str, found: int) -> None:
    page = client.get(at("card_changelist"), {"ruleset": "lords_of_war", "q": search})

    assert len(page.context["found"].rows) == found


@pytest.mark.parametrize("ruleset", slugs())
def test_the_json_of_a_card_is_folded_away(client: Client, ruleset: str) -> None:
    slug = newest_revision(ruleset).card_set["cards"][0]["slug"]

    page = client.get(at("card_shown", ruleset, 1, slug)).content.decode()

    assert page.count("<pre>") == 1
    assert '<details class="raw"><summary>JSON</summary><pre>' in page


def test_a_card_of_a_set_without_names_has_a_page(client: Client) -> None:
    assert client.get(at("card_shown", "raid", 1, "raider-1")).status_code == 200
    assert client.get(at("card_shown", "raid", 1, "unicorn")).status_code == 404
    assert client.get(at("card_shown", "raid", 7, "raider-1")).status_code == 404


# Drafts


def test_a_draft_is_made_in_the_admin(client: Client, manager: Player) -> None:
    page = client.post(at("cardsetdraft_add"), {"ruleset": "invictus", "note": "New figures"}, follow=True)

    draft = CardSetDraft.objects.get()
    assert page.status_code == 200
    assert (draft.ruleset, draft.base, draft.author) == ("invictus", newest_revision("invictus"), manager)
    assert draft.body == draft.base.card_set


@pytest.mark.parametrize("ruleset", [*slugs(), "raid"])
def test_no_card_changes_in_an_untouched_form(published: None, ruleset: str) -> None:
    card_set = newest_revision(ruleset).card_set
    names, cards = card_words(game_definition(ruleset), card_set), card_set["cards"]
    card_type = game_definition(ruleset).card_type

    for card in cards[:: max(1, len(cards) // 25)]:
        form = CardForm(card=card, card_set=card_set, names=names, card_type=card_type)
        sent = {name: form[name].value() for name in form.fields}
        again = CardForm(
            {k: v for k, v in sent.items() if v is not None and v is not False},
            card=card,
            card_set=card_set,
            names=names,
            card_type=card_type,
        )
        assert again.is_valid(), (card["slug"], again.errors)
        assert again.written() == card


def test_an_untouched_page_saves_nothing(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invictus")

    page = client.get(at("cardsetdraft_card", made.pk, "warrior"))
    answer = client.post(at("cardsetdraft_card", made.pk, "warrior"), fields_of(page))

    made.refresh_from_db()
    assert (answer.status_code, made.body, LogEntry.objects.count()) == (302, made.base.card_set, 0)


def edit(client: Client, draft: CardSetDraft, slug: str, **changes: Any) -> Any:
    page = client.get(at("cardsetdraft_card", draft.pk, slug))
    named = {f"/{name.replace('__', '/')}": value for name, value in changes.items()}
    return client.post(at("cardsetdraft_card", draft.pk, slug), {**fields_of(page), **named}, follow=True)


def test_figures_and_names_are_edited_and_written_into_the_history(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invictus")

    edit(client, made, "warrior", health__active=4, names__ja="戦士", attack="2")

    made.refresh_from_db()
    card = by_slug(made.body)["warrior"]
    assert (card["health"], card["names"]["ja"], card["attack"]) == ({"active": 4, "rested": 1}, "戦士", 2)
    message = LogEntry.objects.get().change_message
    assert message.startswith("warrior: ")
    assert {"/health/active 2 → 4", "/names/ja “ウォーリアー” → “戦士”"} <= set(
        message.removeprefix("warrior: ").split("; ")
    )


def test_an_arrow_of_lords_of_war_is_added_and_taken_away(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("lords_of_war")

    edit(client, made, "father-nicodemus", arrows__s=4, arrows__n="")

    made.refresh_from_db()
    assert by_slug(made.body)["father-nicodemus"]["arrows"] == {"ne": 3, "e": 2, "s": 4}


def test_keywords_are_ticked_and_those_with_a_value_are_written(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")

    edit(client, made, "armored-train", **{"keywords": ["front", "guard"], "keywords:armor": "", "keywords:chain": 3})
    edit(client, made, "armored-train", types=["rail", "fort"])

    made.refresh_from_db()
    card = by_slug(made.body)["armored-train"]
    assert card["keywords"] == [{"name": "guard"}, {"name": "front"}, {"name": "chain", "value": 3}]
    assert card["types"] == ["rail", "fort"]


def test_every_choice_of_several_has_its_name(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    page = client.get(at("cardsetdraft_card", draft("invaders").pk, "armored-train"), headers={"Accept-Language": "ja"})

    rows = {row.label: row for row in page.context["above"]}
    assert [label for _code, label in rows["タイプ"].ticks[0].field.choices][:3] == ["市場", "産業", "通信"]
    assert [label for _code, label in rows["キーワード"].ticks[0].field.choices][:3] == ["即戦力", "不宣戦", "守護"]
    assert [field.label for field in rows["キーワード"].values] == [
        "装甲",
        "カウントダウン",
        "内乱",
        "ネクロマンス",
        "連鎖",
    ]
    assert not any(isinstance(row.fields[0].field, JsonField) for row in page.context["above"])
    assert [(step.label, step.sort) for step in page.context["steps"]] == [("能力", "list")]


def test_squares_in_reach_are_ticked(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invictus")

    edit(client, made, "warrior", range=["1,2", "0,1"])

    made.refresh_from_db()
    assert by_slug(made.body)["warrior"]["range"] == [[0, 1], [1, 2]]


def test_a_ranged_attack_is_given_and_taken_away(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("lords_of_war")
    archer = next(slug for slug, card in by_slug(made.body).items() if card["ranged"])

    edit(client, made, "father-nicodemus", ranged__strength=2, ranged__grid=["0,2"])
    edit(client, made, archer, ranged__strength="", ranged__grid=[])

    made.refresh_from_db()
    cards = by_slug(made.body)
    assert cards["father-nicodemus"]["ranged"] == {"strength": 2, "grid": [[0, 2]]}
    assert cards[archer]["ranged"] is None
    assert draft_faults(made) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("ruleset", "slug", "place", "value"),
    [
        *[
            ("invaders", "armored-train", "keywords", value)
            for value in ("x", [["a"]], [{"name": 1}], {"name": "guard"})
        ],
        *[("invaders", "armored-train", "types", value) for value in (None, [1, "rail"], ["rail", "rail"], [{}])],
        *[("lords_of_war", "father-nicodemus", "ranged", value) for value in (5, [], {}, {"grid": [[0, 0]]})],
        *[("lords_of_war", "father-nicodemus", "arrows", value) for value in (None, {}, {"up": 1}, {"n": "x"})],
        *[("invictus", "warrior", "range", value) for value in (None, "x", [[0, 0]], [[0, 99]], [[1]], [])],
    ],
)
def test_a_card_with_a_fault_is_opened_and_stays_as_it_is(
    client: Client, draft: Callable[[str], CardSetDraft], ruleset: str, slug: str, place: str, value: Any
) -> None:
    made = draft(ruleset)
    faulty = {**by_slug(made.body)[slug], place: value}
    save_card(draft=made, card=faulty, instead_of=slug)

    page = client.get(at("cardsetdraft_card", made.pk, slug))
    client.post(at("cardsetdraft_card", made.pk, slug), fields_of(page))

    made.refresh_from_db()
    assert page.status_code == 200
    assert by_slug(made.body)[slug] == faulty


def test_a_form_needs_no_list_of_the_set_that_can_be_read(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invaders")
    save_part(draft=made, key="types", value=["rail", 3, {"slug": 4}])

    assert client.get(at("cardsetdraft_card", made.pk, "armored-train")).status_code == 200


def test_what_is_no_choice_is_not_saved(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invaders")

    page = edit(client, made, "armored-train", types=["dragons"])

    made.refresh_from_db()
    assert [row.label for row in page.context["above"] if row.errors] == ["Types"]
    assert made.body == made.base.card_set


def test_a_card_that_somebody_else_changed_is_not_overwritten(
    client: Client, manager: Player, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invictus")
    page = client.get(at("cardsetdraft_card", made.pk, "warrior"))
    other = {**by_slug(made.body)["warrior"], "color": "green"}
    save_card(draft=made, card=other, instead_of="warrior")

    answer = client.post(at("cardsetdraft_card", made.pk, "warrior"), {**fields_of(page), "/color": "red"})

    made.refresh_from_db()
    assert (answer.status_code, by_slug(made.body)["warrior"]) == (200, other)


def test_texts_of_the_set_are_edited(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invictus")
    page = client.get(at("cardsetdraft_part", made.pk, "editions"))

    client.post(at("cardsetdraft_part", made.pk, "editions"), {**fields_of(page), "/egypt/en": "Egypt"})

    made.refresh_from_db()
    assert made.body["editions"]["egypt"] == {"ja": "古代エジプト", "en": "Egypt"}
    assert LogEntry.objects.get().change_message == "editions: /editions/egypt/en “Ancient Egypt” → “Egypt”"


# Writing cards as JSON


def test_mistakes_of_an_invaders_card_are_told_with_their_places(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("invaders")
    card = {**by_slug(made.body)["town-militia"], "cost": "x", "nation": "atlantis"}

    page = client.post(at("cardsetdraft_json", made.pk, "town-militia"), {"card": json.dumps(card), "check": "1"})

    made.refresh_from_db()
    assert {fault.at for fault, _line in page.context["faults"]} == {"/cost", "/nation"}
    assert all(line for _fault, line in page.context["faults"])
    assert made.body == made.base.card_set


def test_a_copied_card_is_shown_as_the_rules_read_it(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invaders")
    page = client.get(f"{at('cardsetdraft_new', made.pk)}?like=armored-train")
    copy = {**page.context["card"], "slug": "armored-train-2"}
    copy["names"] = {"ja": "装甲列車改", "en": "Armored Train II"}

    page = client.post(at("cardsetdraft_new", made.pk), {"card": json.dumps(copy), "as_json": "1"}, follow=True)

    made.refresh_from_db()
    assert by_slug(made.body)["armored-train-2"]["names"]["en"] == "Armored Train II"
    assert set(page.context["read"]) == {"ja", "en"} and all(page.context["read"].values())
    assert page.context["faults"] == []


@pytest.mark.parametrize("text", ["{", '{"slug": "a", "slug": "b"}', '{"slug": "a", "cost": 1.5}', "[]", '{"cost": 1}'])
def test_what_is_no_card_is_not_saved(client: Client, draft: Callable[[str], CardSetDraft], text: str) -> None:
    made = draft("invaders")

    page = client.post(at("cardsetdraft_json", made.pk, "town-militia"), {"card": text})

    made.refresh_from_db()
    assert page.context["form"].errors
    assert made.body == made.base.card_set


# Publishing


def test_a_published_draft_is_a_new_revision_that_new_matches_use(
    client: Client, duel: Callable[..., Match], draft: Callable[[str], CardSetDraft]
) -> None:
    old = duel()
    made = draft("raid")
    edit(client, made, "raider-1", strength=2)

    page = publish(client, made)

    newest = newest_revision("raid")
    old.refresh_from_db()
    assert (newest.revision, newest.note, newest.published_by.username) == (2, "Stronger", "mai")
    assert [str(change) for card in page.context["difference"].cards for change in card.fields] == ["/strength 1 → 2"]
    assert not CardSetDraft.objects.exists()
    assert (old.card_set.revision, duel().card_set.revision) == (1, 2)


def test_a_set_that_the_ruleset_cannot_read_is_refused_with_its_place(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    made = draft("raid")
    card = {"slug": "raider-1", "force": 3}
    save_card(draft=made, card=card, instead_of="raider-1")

    page = publish(client, made)

    told = [(fault.card, fault.at) for fault in page.context["faults"]]
    assert told == [("raider-1", "")]
    assert newest_revision("raid").revision == 1


def test_a_set_whose_starter_decks_break_is_refused(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("invictus")
    remove_card(draft=made, slug="king-1")

    page = client.get(at("cardsetdraft_change", made.pk))

    assert {fault.at for fault in page.context["faults"]} >= {"/starter_decks/0"}
    assert "kingdom" in page.context["faults"][0].detail.casefold()


@pytest.mark.parametrize(
    ("ruleset", "slug", "place", "value"),
    [
        ("invictus", "warrior", "health", {"active": 0, "rested": 1}),
        ("invictus", "warrior", "supports", ["nonsense"]),
        ("lords_of_war", "father-nicodemus", "defence", "8"),
        ("lords_of_war", "father-nicodemus", "arrows", {"up": 1}),
        ("lords_of_war", "father-nicodemus", "army", "martians"),
        ("invaders", "town-militia", "cost", -1),
    ],
)
def test_rulesets_name_the_place_of_a_mistake(
    manager: Player, draft: Callable[[str], CardSetDraft], ruleset: str, slug: str, place: str, value: Any
) -> None:
    made = draft(ruleset)
    assert draft_faults(made) == []
    save_card(draft=made, card={**by_slug(made.body)[slug], place: value}, instead_of=slug)

    faults = draft_faults(made)

    assert [fault.card for fault in faults] == [slug]
    assert faults[0].at.startswith(f"/{place}")


def test_a_draft_of_an_older_revision_is_brought_up_to_date_first(
    client: Client, draft: Callable[[str], CardSetDraft]
) -> None:
    first, second = draft("raid"), draft("raid")
    edit(client, first, "raider-1", strength=2)
    edit(client, second, "raider-2", strength=3)
    publish(client, first)

    publish(client, second)
    refused = newest_revision("raid").revision
    client.post(at("cardsetdraft_update", second.pk))
    second.refresh_from_db()
    publish(client, second)

    strengths = [card["strength"] for card in newest_revision("raid").card_set["cards"]]
    assert (refused, newest_revision("raid").revision, strengths) == (2, 3, [2, 3, 3, 4, 5, 6])


def test_an_older_revision_is_published_again(client: Client, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("raid")
    edit(client, made, "raider-1", strength=2)
    publish(client, made)
    first = CardSetRevision.objects.get(ruleset="raid", revision=1)

    client.post(at("cardsetrevision_again", first.pk), {"note": "Back"})
    client.post(at("cardsetrevision_again", first.pk), {"note": "And again"})

    newest = newest_revision("raid")
    assert (newest.revision, newest.digest, newest.note) == (3, first.digest, "Back")


def test_a_playtest_is_never_the_newest(manager: Player, draft: Callable[[str], CardSetDraft]) -> None:
    made = draft("raid")
    save_card(draft=made, card={"slug": "raider-1", "strength": 2}, instead_of="raider-1")

    playtest = publish_playtest(draft=made, published_by=manager)

    assert (playtest.revision, playtest.is_playtest, newest_revision("raid").revision) == (2, True, 1)
    assert publish_playtest(draft=made, published_by=manager) == playtest


# Published sets don't change


@pytest.mark.parametrize("field", ["ruleset", "revision", "digest", "body", "note", "is_playtest"])
def test_the_database_refuses_to_change_a_revision(published: None, field: str) -> None:
    revision = CardSetRevision.objects.get(ruleset="raid")
    value = {"revision": 9, "body": b"{}", "is_playtest": True}.get(field, "x")

    with pytest.raises(DatabaseError, match="stays"), transaction.atomic():
        CardSetRevision.objects.filter(pk=revision.pk).update(**{field: value})


def test_the_database_refuses_to_delete_a_revision(published: None) -> None:
    with pytest.raises(DatabaseError, match="stays"), transaction.atomic():
        CardSetRevision.objects.filter(ruleset="raid").delete()


def test_a_publisher_may_go(manager: Player) -> None:
    made = publish_card_set(ruleset="raid", card_set=CARD_SET, published_by=manager)

    manager.delete()

    made.refresh_from_db()
    assert made.published_by is None
