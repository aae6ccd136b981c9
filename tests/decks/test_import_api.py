"""Importing deck files over the API: sending a file, choosing columns, reading rows, and importing some of them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.concurrency_limits import ConcurrencyLimit
from decks.api import imports
from decks.importing import working
from decks.importing.reading import read_file
from decks.importing.rows import import_row
from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.limits import MOST_FAULT_CHARACTERS
from decks.models import Deck, DeckImport, DeckVersion
from decks.plans import DeckPlan
from decks.services import create_deck
from players.models import AccessToken, Player
from tests.decks.test_sheets import PEOPLES, archive, replaced, workbook
from tests.matches.api.conftest import Api
from tests.toy import CARD_SET

pytestmark = pytest.mark.both_databases

EVEN = CARD_SET["starter_decks"][0]["cards"]
FILE = json.dumps(
    [
        {"ruleset": "raid", "name_en": "Even", "cards": EVEN},
        {"ruleset": "raid", "name_en": "Short", "cards": {"raider-1": 1}},
        {"ruleset": "chess", "name_en": "Nowhere", "cards": EVEN},
        {"ruleset": "raid", "name_en": "Even too", "cards": EVEN},
    ]
).encode()


def manager(name: str) -> Player:
    player = Player.objects.create_user(name)
    player.groups.set(Group.objects.filter(name="Deck managers"))
    return player


@pytest.fixture
def mai(published: None) -> Player:
    return manager("mai")


@pytest.fixture
def as_mai(mai: Player) -> Api:
    return Api(mai)


def worked_on(api: Api, url: str) -> dict[str, Any]:
    """The import as the API shows it once the workers have nothing left to do."""
    while work_on_import(DeckImport.objects.get(pk=url.rsplit("/", 1)[1]).pk):
        pass
    return dict(api.get(url).json())


def sent(api: Api, content: bytes = FILE, name: str = "decks.json", **headers: str) -> str:
    answer = api.post(f"deck-imports?name={name}", content, **headers)
    assert answer.status_code == 201, answer.content
    return str(answer["Location"])


def rows(api: Api, url: str, query: str = "") -> list[tuple[int, str, bool, bool]]:
    found = api.get(f"{url}/rows{query}").json()["results"]
    return [(row["number"], row["kind"], bool(row["problems"]), row["is_taken"]) for row in found]


def test_a_file_is_checked_looked_at_and_taken(as_mai: Api) -> None:
    answer = as_mai.post("deck-imports?name=decks.json", FILE)
    begun = answer.json()
    assert (answer.status_code, answer["Location"], begun["status"]) == (201, begun["url"], "checking")
    assert (begun["file_name"], begun["total"], begun["columns"]) == ("decks.json", None, None)

    checked = worked_on(as_mai, begun["url"])
    assert (checked["status"], checked["total"], checked["encoding"]) == ("checked", 4, "UTF-8")
    assert [column["field"] for column in checked["columns"]] == ["ruleset", "name_en", "cards"]
    assert checked["counts"] == {"new": 3, "changed": 0, "same": 0, "faulty": 1, "illegal": 1, "taken": 0}
    assert rows(as_mai, begun["url"]) == [
        (1, "new", False, False),
        (2, "new", True, False),
        (3, "faulty", False, False),
        (4, "new", False, False),
    ]
    [fault] = as_mai.get(f"{begun['url']}/rows?kind=faulty").json()["results"][0]["faults"]
    assert (fault["column"], fault["texts"].keys()) == ("ruleset", {"ja", "en"})
    assert not Deck.objects.filter(owner=None, slug="").exists()

    taking = as_mai.post(f"{begun['url']}/take", {}).json()
    done = worked_on(as_mai, begun["url"])
    assert (taking["status"], done["status"], done["counts"]["taken"]) == ("taking", "done", 3)
    assert sorted(Deck.objects.filter(slug="").values_list("name_en", flat=True)) == ["Even", "Even too", "Short"]
    assert {version.author.username for version in DeckVersion.objects.all() if version.author} == {"mai"}


@pytest.mark.parametrize(
    ("choice", "taken"),
    [
        ({}, ["Even", "Even too", "Short"]),
        ({"illegal": False}, ["Even", "Even too"]),
        ({"rows": [2, 3, 4]}, ["Even too", "Short"]),
        ({"rows": [2, 4], "illegal": False}, ["Even too"]),
        ({"rows": []}, []),
    ],
)
def test_only_the_chosen_rows_are_taken(as_mai: Api, choice: dict[str, Any], taken: list[str]) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)

    as_mai.post(f"{url}/take", choice)

    assert worked_on(as_mai, url)["status"] == "done"
    assert sorted(Deck.objects.filter(slug="").values_list("name_en", flat=True)) == taken


def test_a_row_that_the_file_does_not_have_is_refused(as_mai: Api) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)

    refused = as_mai.post(f"{url}/take", {"rows": [4, 5]})

    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "no_such_row")
    assert refused.json()["errors"][0]["pointer"] == "/rows/1"
    assert as_mai.get(url).json()["status"] == "checked"


def test_columns_that_say_nothing_are_asked_for_and_remembered(as_mai: Api) -> None:
    strange = [["Team", "Who", "Stuff"], ["Riders", "mai", "2 raider-1\n2 Raider 2"]]
    url = sent(as_mai, workbook(strange), "event.xlsx")
    asking = worked_on(as_mai, url)
    assert (asking["status"], asking["encoding"]) == ("asking", "Excel (XLSX)")
    assert asking["columns"][2] == {"header": "Stuff", "samples": ["2 raider-1 2 Raider 2"], "field": ""}

    choice = {"fields": ["name_en", "owner", "cards"], "ruleset": "raid"}
    chosen = as_mai.send("PUT", f"{url}/columns", choice)
    assert (chosen.status_code, chosen.json()["status"]) == (200, "checking")
    checked = worked_on(as_mai, url)
    assert (checked["status"], checked["counts"]["new"], checked["ruleset"]) == ("checked", 1, "raid")

    assert worked_on(as_mai, sent(as_mai, workbook(strange), "again.xlsx"))["status"] == "checked"


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ({"fields": ["name_en"], "ruleset": "raid"}, "wrong_number_of_columns"),
        ({"fields": ["cards", "cards", ""], "ruleset": "raid"}, "field_filled_twice"),
        ({"fields": ["name_en", "", "cards"]}, "no_ruleset_of_rows"),
        ({"fields": ["name_en", "", "secrets"], "ruleset": "raid"}, None),
        ({"fields": ["name_en", "", "cards"], "ruleset": "battle_line"}, "unknown_ruleset"),
    ],
)
def test_a_choice_of_columns_that_cannot_be_is_refused(as_mai: Api, choice: Any, code: str | None) -> None:
    url = sent(as_mai, workbook([["Team", "Who", "Stuff"], ["Riders", "mai", "2 raider-1"]]))
    worked_on(as_mai, url)

    refused = as_mai.send("PUT", f"{url}/columns", choice)

    document = refused.json()
    found = document["errors"][0]["code"] if document["code"] == "malformed_request" else document["code"]
    assert refused.status_code in (400, 404) and code in (None, found)
    assert as_mai.get(url).json()["status"] == "asking"


# Repeated


def test_the_same_key_gives_the_same_import_and_another_file_is_refused(as_mai: Api, published: None) -> None:
    first = as_mai.post("deck-imports", FILE, Idempotency_Key="a-key")
    again = as_mai.post("deck-imports", FILE, Idempotency_Key="a-key")
    other = as_mai.post("deck-imports", b"name_en", Idempotency_Key="a-key")
    foreign = Api(manager("kei")).post("deck-imports", FILE, Idempotency_Key="a-key")

    assert [answer.status_code for answer in (first, again, other, foreign)] == [201, 200, 422, 201]
    assert (first.json(), other.json()["code"]) == (again.json(), "key_reused")
    assert DeckImport.objects.count() == 2


def test_files_without_a_key_are_imports_of_their_own(as_mai: Api) -> None:
    assert sent(as_mai) != sent(as_mai)


def test_a_decision_that_is_sent_again_changes_nothing_and_another_one_comes_too_late(as_mai: Api) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)

    first = as_mai.post(f"{url}/take", {"rows": [1, 2]})
    answers = [as_mai.post(f"{url}/take", choice) for choice in ({"rows": [2, 1]}, {"rows": [1]}, {})]
    worked_on(as_mai, url)
    after = [as_mai.post(f"{url}/take", choice) for choice in ({"rows": [1, 2]}, {"rows": [1, 2], "illegal": False})]

    assert [answer.status_code for answer in (first, *answers, *after)] == [200, 200, 409, 409, 200, 409]
    assert (answers[1].json()["code"], answers[1].json()["status_now"]) == ("import_not_ready", "taking")
    assert Deck.objects.filter(slug="").count() == 2


def test_each_stage_has_its_own_requests(as_mai: Api) -> None:
    url = sent(as_mai)
    columns = {"fields": ["ruleset", "name_en", "cards"]}

    unread = [as_mai.send("PUT", f"{url}/columns", columns), as_mai.post(f"{url}/take", {})]
    worked_on(as_mai, url)
    chosen = [as_mai.send("PUT", f"{url}/columns", columns) for _ in range(2)]
    cancelled = [as_mai.send("DELETE", url) for _ in range(2)]
    late = [as_mai.send("PUT", f"{url}/columns", columns), as_mai.post(f"{url}/take", {})]

    assert [answer.json().get("status_now") for answer in unread] == ["checking"] * 2
    assert [answer.status_code for answer in chosen + cancelled] == [200, 200, 204, 204]
    assert [answer.json()["status_now"] for answer in late] == ["dropped"] * 2
    assert DeckImport.objects.get().content is None


def test_what_is_taken_cannot_be_cancelled(as_mai: Api) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)
    as_mai.post(f"{url}/take", {})

    refused = as_mai.send("DELETE", url)

    assert (refused.status_code, refused.json()["status_now"]) == (409, "taking")


@pytest.mark.parametrize("content", [FILE, b"{}"], ids=["readable", "unreadable"])
def test_a_file_that_is_cancelled_while_a_worker_reads_it_stays_cancelled(
    as_mai: Api, monkeypatch: Any, content: bytes
) -> None:
    url = sent(as_mai, content)
    monkeypatch.setattr(working, "read_file", lambda read: (as_mai.send("DELETE", url), read_file(read))[1])

    found = worked_on(as_mai, url)

    assert (found["status"], found["fault"], rows(as_mai, url)) == ("dropped", None, [])


def test_columns_that_are_chosen_anew_while_a_worker_checks_the_old_ones_win(as_mai: Api, monkeypatch: Any) -> None:
    content = b"ruleset,name,note,cards\nraid,A,B,2 raider-1\nraid,C,D,2 raider-1\n"
    url = sent(as_mai, content, "x.csv")
    anew = {"fields": ["ruleset", "note", "name_en", "cards"]}

    def late(*given: Any, **named: Any) -> Any:
        """The worker is held up so long that another one finishes, and the columns are chosen anew."""
        monkeypatch.setattr(working, "import_row", import_row)
        DeckImport.objects.update(status="checked")
        assert as_mai.send("PUT", f"{url}/columns", anew).status_code == 200
        return import_row(*given, **named)

    monkeypatch.setattr(working, "import_row", late)
    work_on_import(DeckImport.objects.get().pk)
    worked_on(as_mai, url)

    assert [row["name"] for row in as_mai.get(f"{url}/rows").json()["results"]] == ["B", "D"]


def suspended(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(is_active=False)


def dismissed(player: Player) -> None:
    player.groups.clear()


@pytest.mark.parametrize("ends", [suspended, dismissed, Player.delete])
@pytest.mark.parametrize("stage", ["checking", "taking"])
def test_nothing_is_done_for_an_account_that_may_import_no_more(
    as_mai: Api, mai: Player, ends: Callable[[Player], object], stage: str
) -> None:
    url = sent(as_mai)
    if stage == "taking":
        worked_on(as_mai, url)
        as_mai.post(f"{url}/take", {})
    found = DeckImport.objects.get()
    assert found.status == stage

    ends(mai)
    while work_on_import(found.pk):
        pass

    found.refresh_from_db()
    assert (found.status, found.fault["en"]) == ("unreadable", "The account may no longer import decks.")
    assert not Deck.objects.filter(slug="").exists() and found.rows.filter(is_taken=True).count() == 0


# Refused


def test_an_import_is_its_accounts_alone(as_mai: Api) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)
    as_kei = Api(manager("kei"))
    nowhere = "deck-imports/0190a000-0000-7000-8000-000000000000"

    def asked(api: Api, at: str) -> list[tuple[int, Any, Any]]:
        """All of each answer but the number of the request."""
        requests = [("GET", ""), ("GET", "/rows"), ("PUT", "/columns"), ("POST", "/take"), ("DELETE", "")]
        bodies = {"PUT": {"fields": []}, "POST": {}}
        answers = [api.send(method, at + part, bodies.get(method)) for method, part in requests]
        unlike = {"X-Request-ID", "RateLimit"}
        return [
            (
                answer.status_code,
                {**answer.json(), "request_id": None},
                {name: value for name, value in answer.headers.items() if name not in unlike},
            )
            for answer in answers
        ]

    theirs = asked(as_kei, url)
    assert theirs == asked(as_kei, nowhere)
    assert [(status, document["code"]) for status, document, _headers in theirs] == [(404, "not_found")] * 5
    assert as_kei.get("deck-imports").json()["results"] == []
    assert [one["url"] for one in as_mai.get("deck-imports").json()["results"]] == [url]


def test_players_who_manage_no_decks_may_not_import(as_ann: Api, anyone: Api, as_mai: Api) -> None:
    url = sent(as_mai)

    for path in ("deck-imports", url, f"{url}/rows"):
        assert (as_ann.get(path).status_code, anyone.get(path).status_code) == (403, 401)
    assert as_ann.post("deck-imports", FILE).json()["code"] == "not_allowed"


def test_the_rights_of_staff_need_their_scope(mai: Player) -> None:
    api = Api()
    for scopes, code in (("decks audit", 201), ("decks", 403), ("audit", 403)):
        api.headers["Authorization"] = f"Bearer {AccessToken.objects.create(user=mai, scopes=scopes)[1]}"

        assert api.post("deck-imports", FILE).status_code == code


def test_a_file_that_is_too_large_is_refused_unread(as_mai: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(imports, "MOST_FILE_BYTES", len(FILE))

    assert as_mai.post("deck-imports", FILE).status_code == 201
    refused = as_mai.post("deck-imports", FILE + b" ")

    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert DeckImport.objects.count() == 1


def test_too_many_files_at_once_are_refused(as_mai: Api, monkeypatch: Any) -> None:
    monkeypatch.setattr(imports, "files_at_once", ConcurrencyLimit(0))

    assert as_mai.post("deck-imports", FILE).json()["code"] == "too_many_transfers"


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 100, b"PK\x03\x04 not a zip", archive({"x.txt": b"\0" * (4 * 2**20)}), b"[" * 10_000, b"{}"],
    ids=["nothing", "zeros", "no zip", "a bomb", "brackets", "no list"],
)
def test_a_file_that_cannot_be_read_says_why_in_both_languages(as_mai: Api, content: bytes) -> None:
    url = sent(as_mai, content)

    found = worked_on(as_mai, url)

    assert (found["status"], found["fault"].keys()) == ("unreadable", {"ja", "en"})
    assert rows(as_mai, url) == []


def test_formulas_are_refused_in_their_cell(as_mai: Api) -> None:
    def with_formula(part: bytes) -> bytes:
        return part.replace(b'<c r="D2" t="n"><v>12</v></c>', b'<c r="D2"><f>1+1</f><v>12</v></c>')

    book = replaced(workbook(PEOPLES), "xl/worksheets/sheet1.xml", with_formula)
    url = sent(as_mai, book, "event.xlsx")
    worked_on(as_mai, url)
    as_mai.send("PUT", f"{url}/columns", {"fields": ["name_en", "owner", "cards", "note"], "ruleset": "raid"})
    worked_on(as_mai, url)

    first = as_mai.get(f"{url}/rows?limit=1").json()["results"][0]

    assert "note" in [fault["column"] for fault in first["faults"]]


def test_a_fault_does_not_repeat_a_long_value(as_mai: Api) -> None:
    row = {"ruleset": "raid", "name_en": "x", "visibility": "v" * 190_000, "cards": EVEN}
    url = sent(as_mai, json.dumps([row]).encode())
    worked_on(as_mai, url)

    [fault] = as_mai.get(f"{url}/rows").json()["results"][0]["faults"]

    assert fault["column"] == "visibility"
    assert {len(text) for text in fault["texts"].values()} == {MOST_FAULT_CHARACTERS + 1}


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "content",
    [
        f"{LONG},{LONG}\n1,2\n",
        f'[{{"{LONG}":1,"{LONG}":2}}]',
        f'[{{"a":0.{"1" * 100_000}}}]',
        workbook([[LONG, LONG], [1, 2]]),
    ],
    ids=["headers", "keys", "a number", "headers of a workbook"],
)
def test_why_a_file_cannot_be_read_does_not_repeat_a_long_value(as_mai: Api, content: str | bytes) -> None:
    """Lists of imports have the faults of all."""
    url = sent(as_mai, content.encode() if isinstance(content, str) else content)

    found = worked_on(as_mai, url)

    assert found["status"] == "unreadable"
    assert {len(text) for text in found["fault"].values()} == {MOST_FAULT_CHARACTERS + 1}


# Lists


def test_rows_are_paged_and_filtered(as_mai: Api) -> None:
    url = sent(as_mai)
    worked_on(as_mai, url)

    first = as_mai.get(f"{url}/rows?limit=3").json()
    rest = as_mai.get(first["next"]).json()

    assert [row["number"] for row in first["results"] + rest["results"]] == [1, 2, 3, 4]
    assert rest["next"] is None
    assert [row[0] for row in rows(as_mai, url, "?legal=true")] == [1, 4]
    assert [row[0] for row in rows(as_mai, url, "?legal=false")] == [2]
    assert [row[0] for row in rows(as_mai, url, "?kind=faulty")] == [3]
    assert as_mai.get(f"{url}/rows?cursor=nonsense").status_code == 400


def test_a_changed_deck_shows_what_changes(as_mai: Api, mai: Player) -> None:
    deck = create_deck(owner=mai, ruleset="raid", plan=DeckPlan(name_en="Old", cards=EVEN, options={}))
    url = sent(as_mai, json.dumps([{"id": str(deck.pk), "name_en": "New"}]).encode())
    worked_on(as_mai, url)

    [row] = as_mai.get(f"{url}/rows").json()["results"]

    assert (row["kind"], row["deck"]) == ("changed", str(deck.pk))
    assert row["changes"] == [{"at": "/name_en", "before": "Old", "after": "New"}]


@pytest.mark.parametrize("count", [1, 3])
def test_a_list_takes_the_same_queries_for_any_number_of_imports(as_mai: Api, mai: Player, count: int) -> None:
    for number in range(count):
        begin_import(by=mai, file_name=f"{number}.json", content=FILE)

    with CaptureQueriesContext(connection) as queries:
        answer = as_mai.get("deck-imports")

    assert len(answer.json()["results"]) == count
    assert len(queries) == 5, [query["sql"] for query in queries]
