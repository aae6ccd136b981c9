"""The deck managers' pages for decks: lines, options, legality, comparing, checking, files and history."""

import csv
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from cards.sets.selectors import newest_revision
from cards.sets.services import publish_card_set
from common.http.csv_tables import as_text, from_text
from decks.importing.reading import sheet_of
from decks.importing.rows import import_row
from decks.importing.sheets import columns_of, is_clear, row_of
from decks.models import Deck
from decks.plans import DeckPlan
from decks.resources import COLUMNS, FORMATS, DeckResource
from decks.services import create_deck
from players.models import Player
from tests.levels import examples
from tests.toy import CARD_SET

EVEN = CARD_SET["starter_decks"][0]["cards"]


@pytest.fixture
def manager(published: None) -> Player:
    player = Player.objects.create_user("mai", password="correct horse", is_staff=True)
    player.groups.set(Group.objects.filter(name="Deck managers"))
    return player


@pytest.fixture
def client(manager: Player) -> Client:
    client = Client()
    client.force_login(manager)
    return client


@pytest.fixture
def deck(manager: Player) -> Callable[..., Deck]:
    def make(**more: Any) -> Deck:
        plan = {"name_en": "Mine", "cards": EVEN, "options": {}, **more}
        return create_deck(owner=manager, ruleset="raid", plan=DeckPlan(**plan))

    return make


def at(name: str, *args: Any) -> str:
    return reverse(f"admin:decks_deck_{name}", args=args)


def sent(page: Any) -> dict[str, Any]:
    """The fields that a browser would send for the untouched form."""
    values = {field.html_name: field.value() for field in page.context["adminform"].form}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def change(client: Client, deck: Deck, **changes: Any) -> Any:
    page = client.get(at("change", deck.pk))
    return client.post(at("change", deck.pk), {**sent(page), **changes}, follow=True)


def cards(deck: Deck) -> dict[str, int]:
    return Deck.objects.get(pk=deck.pk).as_sent["cards"]


def test_an_untouched_deck_stays_and_leaves_no_trace(client: Client, deck: Callable[..., Deck]) -> None:
    made = deck(options={"goal": 20})

    change(client, made)

    kept = Deck.objects.get(pk=made.pk)
    assert (kept.as_sent["cards"], kept.options, LogEntry.objects.count()) == (EVEN, {"goal": 20}, 0)


def test_cards_are_changed_added_and_taken_out_with_a_trace(client: Client, deck: Callable[..., Deck]) -> None:
    made = deck(cards={"raider-1": 2, "raider-2": 2})

    change(client, made, cards="5 raider-1\nraider-6 x3")

    assert cards(made) == {"raider-1": 5, "raider-6": 3}
    assert LogEntry.objects.get().change_message == (
        "/cards/raider-1 2 → 5; /cards/raider-6 – → 3; /cards/raider-2 2 → –"
    )


def test_lines_of_one_card_are_added_up_and_one_that_names_none_is_refused(
    client: Client, deck: Callable[..., Deck]
) -> None:
    made = deck(cards={"raider-1": 2})

    page = change(client, made, cards="1 raider-1\n4 riader-2\n2 raider-1")
    change(client, made, cards="1 raider-1\n2 raider-1", _continue="1")

    (told,) = page.context["errors"][0]
    assert told.startswith("Line 2 matches no card: 4 riader-2. Similar names: raider-2")
    assert cards(made) == {"raider-1": 3}


def test_a_new_deck_is_made_on_one_page_with_its_cards(client: Client, manager: Player) -> None:
    page = client.get(at("add"), {"ruleset": "raid"})

    client.post(
        at("add") + "?ruleset=raid", {**sent(page), "name_en": "Whole", "cards": "2 raider-1", "option_goal": "20"}
    )

    made = Deck.objects.get(name_en="Whole")
    assert (made.ruleset, made.owner, made.as_sent["cards"]) == ("raid", manager, {"raider-1": 2})
    assert made.options == {"goal": 20}


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_reason_is_told_in_the_language_of_the_page(client: Client, manager: Player, language: str) -> None:
    plan = DeckPlan(name_en="Wild", cards={"warrior": 11, "unicorn": 1}, options={})
    made = create_deck(owner=manager, ruleset="invictus", plan=plan)

    page = client.get(at("change", made.pk), headers={"Accept-Language": language})

    assert len(page.context["problems"]) == 4
    assert all(text.isascii() == (language == "en") for text in page.context["problems"][1:])


def test_saving_a_deck_that_is_not_legal_says_so_on_the_page_that_comes_next(client: Client, manager: Player) -> None:
    plan = DeckPlan(name_en="Wild", cards={"warrior": 11}, options={})
    wild = create_deck(owner=manager, ruleset="invictus", plan=plan)
    fine = Deck.objects.get(ruleset="invictus", slug="kingdom-standard")

    told = [[str(m) for m in change(client, deck, note="x").context["messages"]] for deck in (wild, fine)]

    assert [len([text for text in texts if "is not legal" in text]) for texts in told] == [1, 0]


def test_options_decide_about_legality(client: Client) -> None:
    made = Deck.objects.get(ruleset="invictus", slug="kingdom-standard")

    page = change(client, made, option_short_match="true", _continue="1")

    assert Deck.objects.get(pk=made.pk).options == {"short_match": True}
    assert len(page.context["problems"]) == 1


def test_lords_of_war_tells_which_rank_is_short(client: Client) -> None:
    made = Deck.objects.get(ruleset="lords_of_war", slug="templars-core")
    made.lines.filter(card="palisade").delete()

    report = client.get(at("change", made.pk)).context["report"]

    ranks = next(table for table in report.tables if len(table.columns) == 7)
    assert [row[:5] for row in ranks.rows if row[3] != "0"] == [["Veteran", "6", "3", "3", "0"]]


def test_the_api_tells_the_report_too(anyone: Any) -> None:
    body = {"ruleset": "lords_of_war", "cards": {"palisade": 1}}

    told = anyone.post("decks/check", body).json()

    assert (told["report"]["size"], told["report"]["expected"]) == (1, 36)
    assert anyone.post("decks/check", {"ruleset": "raid", "cards": EVEN}).json() == {"problems": []}


def test_a_new_deck_is_of_a_ruleset_that_builds_decks(client: Client) -> None:
    page = client.get(at("add"))
    offered = {value for value, _name in page.context["adminform"].form.fields["ruleset"].choices}

    client.post(at("add"), {"ruleset": "raid", "name_en": "New", "visibility": "private"})

    assert "battle_line" not in offered and "raid" in offered
    assert Deck.objects.get(name_en="New").ruleset == "raid"


def test_a_deck_is_duplicated_for_its_new_owner(client: Client, manager: Player) -> None:
    starter = Deck.objects.get(ruleset="invictus", slug="kingdom-standard")

    client.post(at("duplicate", starter.pk))

    copy = Deck.objects.get(owner=manager)
    assert (copy.name_en, copy.slug, copy.visibility) == ("Kingdom standard (copy)", "", "private")
    assert copy.as_sent == starter.as_sent


def test_two_decks_are_compared_card_by_card(client: Client, deck: Callable[..., Deck]) -> None:
    first, second = deck(cards={"raider-1": 2, "raider-2": 1}), deck(cards={"raider-2": 4})

    page = client.get(at("compare"), {"a": first.pk, "b": second.pk})

    assert page.context["rows"] == [("raider-1", 2, 0, -2), ("raider-2", 1, 4, 3), ("Total", 3, 4, 1)]


def test_decks_that_a_new_revision_broke_are_told_with_the_reason(client: Client, deck: Callable[..., Deck]) -> None:
    broken, fine = deck(), deck(cards={"raider-2": 12})
    fewer = [card for card in CARD_SET["cards"] if card["slug"] != "raider-1"]
    first = newest_revision("raid")
    publish_card_set(ruleset="raid", card_set={**CARD_SET, "cards": fewer, "starter_decks": []})
    publish_card_set(ruleset="raid", card_set={**CARD_SET, "starter_decks": []}, is_playtest=True)

    page = client.get(at("check"), {"ruleset": "raid"})

    assert [checked.deck for checked, texts in page.context["broken"] if texts] == [broken]
    assert fine not in [checked.deck for checked, *_ in page.context["faulty"]]
    assert page.context["others"] == [first]  # Playtest revisions are only for their authors.


def test_a_deck_has_as_many_cards_however_it_was_found(client: Client, deck: Callable[..., Deck]) -> None:
    deck(cards={"raider-1": 2, "raider-2": 3})

    page = client.get(at("changelist"), {"q": "Mine"})

    (found,) = page.context["cl"].result_list
    assert found.cards == 5


def test_a_starter_deck_is_one_that_shipped(client: Client, deck: Callable[..., Deck]) -> None:
    Deck.objects.filter(pk=deck().pk).update(owner=None)

    counts = {
        chosen: client.get(at("changelist"), {"kept_by": chosen}).context["cl"].result_count
        for chosen in ("starter", "players", "nobody")
    }

    assert counts == {"starter": Deck.objects.count() - 1, "players": 0, "nobody": 1}


def exported(format_index: int) -> str:
    return FORMATS[format_index]().export_data(DeckResource().export(Deck.objects.order_by("id")))  # type: ignore[no-any-return]


def imported(file: str) -> list[str]:
    """The result of each row. Fails if a row has a fault."""
    sheet = sheet_of(file.removeprefix("\ufeff"))
    columns = columns_of(sheet, {})
    assert is_clear(columns, {}, "")
    rows = [row_of(sheet, number, columns, "") for number in range(len(sheet.rows))]
    results = [import_row(row, None, writes=True) for row in rows]
    assert not any(result.errors or result.validation_error for result in results)
    return [result.import_type for result in results]


@pytest.mark.parametrize("format_index", [0, 1], ids=["json", "csv"])
def test_importing_what_was_exported_changes_nothing(db: None, format_index: int) -> None:
    before = exported(format_index)

    kinds = imported(before)

    assert Deck.objects.count() > 5
    assert kinds == ["skip"] * Deck.objects.count()
    assert exported(format_index) == before


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=40)
    | st.text("'=+-@＝a", min_size=1, max_size=5),
    lines=st.dictionaries(st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)?", fullmatch=True), st.integers(1, 1000), max_size=6),
    goal=st.integers(0, 99),
    format_index=st.sampled_from([0, 1]),
)
def test_any_deck_comes_back_as_it_went(
    published: None, name: str, lines: dict[str, int], goal: int, format_index: int
) -> None:
    Deck.objects.filter(ruleset="raid").delete()
    made = create_deck(owner=None, ruleset="raid", plan=DeckPlan(name_en=name, cards=lines, options={"goal": goal}))
    file = exported(format_index)
    before = (made.pk, name, lines, {"goal": goal})
    made.delete()

    imported(file)

    back = Deck.objects.get(ruleset="raid")
    assert (back.pk, back.name_en, back.as_sent["cards"], back.options) == before


FORMULAS = ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\n=1", "＝1", "'=1", "''-1")


def test_no_cell_of_a_file_is_a_formula_and_every_one_comes_back(client: Client, published: None) -> None:
    """The file is downloaded, read as a spreadsheet would, and imported again."""
    names = [*FORMULAS, "'quoted'", "a=b", "O'Neill"]
    for name in names:
        create_deck(
            owner=None, ruleset="raid", plan=DeckPlan(name_en=name, name_ja=name, cards={}, options={}, note=name)
        )

    download = client.post(
        at("export"), {"format": "1", "resource": "", **{f"deckresource_{column}": "on" for column in COLUMNS}}
    ).content
    Deck.objects.filter(note__in=names).update(name_en="lost", name_ja="lost", note="lost")
    imported(download.decode("utf-8-sig"))

    assert download.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(download.decode("utf-8-sig"), newline="")))
    assert rows[0] == list(COLUMNS) and len(rows) > len(names)
    assert not [cell for row in rows for cell in row if cell[:1] in tuple("=+-@\t\r\n＝＋－＠")]
    for name in names:
        deck = Deck.objects.get(note=name)
        assert (deck.name_en, deck.name_ja) == (name, name)


@given(cell=st.text(st.sampled_from("'=+-@\t\r\n＝ a1"), max_size=6))
def test_a_cell_comes_back_as_it_went(cell: str) -> None:
    assert from_text(as_text(cell)) == cell
    assert as_text(cell)[:1] not in tuple("=+-@\t\r\n＝＋－＠")


@pytest.mark.parametrize(
    ("column", "value"),
    [("ruleset", "battle_line"), ("cards", '{"raider-1": 0}'), ("cards", "{"), ("owner", "nobody"), ("options", "[]")],
)
def test_a_faulty_row_is_refused_and_nothing_is_written(manager: Player, column: str, value: str) -> None:
    row = {"ruleset": "raid", "name_en": "New", "visibility": "private", "cards": json.dumps(EVEN), "options": "{}"}
    count = Deck.objects.count()

    result = import_row({**row, column: value}, manager, writes=True)

    assert result.errors or result.validation_error
    assert Deck.objects.count() == count


@pytest.mark.parametrize("format_index", [0, 1], ids=["json", "csv"])
def test_what_a_row_leaves_out_stays_as_it_is(client: Client, deck: Callable[..., Deck], format_index: int) -> None:
    made = deck(cards={"raider-1": 2}, note="kept", options={"goal": 20})
    rows = [{"name_en": "Renamed", "id": str(made.pk)}, {"ruleset": "raid", "name_en": "Other", "note": "new"}]
    file = f"note,name_en,id\nkept,Renamed,{made.pk}\n" if format_index else json.dumps(rows)

    kinds = imported(file)

    made = Deck.objects.get(pk=made.pk)
    assert (made.name_en, made.note, made.options, cards(made)) == ("Renamed", "kept", {"goal": 20}, {"raider-1": 2})
    assert kinds[0] == "update"
    if not format_index:
        other = Deck.objects.get(name_en="Other")
        assert (other.note, other.visibility, cards(other)) == ("new", "private", {})


def test_the_columns_of_a_file_may_stand_in_any_order(published: None) -> None:
    first = {"ruleset": "raid", "name_en": "First", "note": "one"}
    second = dict(reversed({**first, "name_en": "Second"}.items()))

    imported(json.dumps([first, second]))

    assert list(Deck.objects.filter(note="one").values_list("name_en", flat=True)) == ["First", "Second"]


def test_the_history_names_cards_and_fields_and_tells_deletions(client: Client, manager: Player) -> None:
    plan = DeckPlan(name_en="Mine", cards={"archer": 2}, options={})
    made = create_deck(owner=manager, ruleset="invictus", plan=plan)
    change(client, made, name_en="Ours; /cards/archer", cards="3 archer\n1 guardian")
    client.post(at("delete", made.pk), {"post": "yes"})
    client.post(at("restore", made.pk, 2))

    page = client.get(at("history", made.pk))

    told = [entry.change_message for entry in page.context["action_list"]]
    assert told[0] == "name (English) “Mine” → “Ours; /cards/archer”; Archer 2 → 3; Guardian – → 1"
    assert told[1] == "Deleted"


@pytest.mark.parametrize("address", ["change", "add"])
def test_a_deck_with_faults_is_told_once(client: Client, manager: Player, address: str) -> None:
    if address == "change":
        plan = DeckPlan(name_en="Mine", cards={"archer": 2}, options={})
        page = change(client, create_deck(owner=manager, ruleset="invictus", plan=plan), cards="9 archer")
    else:
        form = sent(client.get(at("add"), {"ruleset": "invictus"}))
        new = {**form, "name_en": "New", "cards": "1 archer"}
        page = client.post(f"{at('add')}?ruleset=invictus", new, follow=True)

    (told,) = [str(message) for message in page.context["messages"]]
    assert told.startswith("The deck was saved, but it is not legal:")


def test_a_legal_deck_is_told_as_django_does(client: Client, deck: Callable[..., Deck]) -> None:
    page = change(client, deck(), note="changed")

    (told,) = [str(message) for message in page.context["messages"]]
    assert "was changed successfully" in told


def test_who_deletes_decks_is_told_that_they_can_be_restored(client: Client, deck: Callable[..., Deck]) -> None:
    made, other = deck(), deck()

    asked = client.get(at("delete", made.pk))
    many = client.post(at("changelist"), {"action": "delete_selected", "_selected_action": [made.pk, other.pk]})
    done = client.post(at("delete", made.pk), {"post": "yes"}, follow=True)

    for page in (asked, many):
        assert "Deleted decks can be restored" in page.content.decode()
    assert any(at("deleted") in str(message) for message in done.context["messages"])
