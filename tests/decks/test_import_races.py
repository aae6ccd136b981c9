"""Two requests of a deck manager about one import at the same moment: one of them counts, and whole."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from common.concurrency_limits import ConcurrencyLimit
from decks.api import imports
from decks.importing.services import begin_import
from decks.importing.working import work_on_import
from decks.models import Deck, DeckImport
from players.models import Player
from tests.decks.test_import_api import manager
from tests.leagues.test_changing_at_once import at_once
from tests.matches.api.conftest import Api

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
ROUNDS = 5
FILE = ("ruleset,name_en,cards\n" + "".join(f"raid,{name},2 raider-1\n" for name in "ABCD")).encode()


@pytest.fixture
def mai(published: None) -> Player:
    return manager("mai")


def checked(mai: Player) -> DeckImport:
    found = begin_import(by=mai, file_name="x", content=FILE)
    while work_on_import(found.pk):
        pass
    return DeckImport.objects.get(pk=found.pk)


def asked(api: Api, method: str, path: str, body: Any) -> Callable[[], int]:
    return lambda: api.send(method, path, body).status_code


def decks() -> str:
    return "".join(sorted(Deck.objects.filter(slug="").values_list("name_en", flat=True)))


def test_of_two_that_take_other_rows_one_counts(mai: Player) -> None:
    for _ in range(ROUNDS):
        found = checked(mai)
        path = f"deck-imports/{found.pk}/take"

        answers = at_once([asked(Api(mai), "POST", path, {"rows": rows}) for rows in ([1, 2], [3, 4])])
        while work_on_import(found.pk):
            pass

        assert sorted(answers) == [200, 409]
        assert decks() == ("AB" if answers[0] == 200 else "CD")
        Deck.objects.filter(slug="").delete()


@pytest.mark.exhaustive
def test_four_that_take_the_same_rows_write_each_once(mai: Player) -> None:
    for _ in range(ROUNDS):
        found = checked(mai)

        answers = at_once([asked(Api(mai), "POST", f"deck-imports/{found.pk}/take", {"rows": [1, 3]})] * 4)
        at_once([partial(work_on_import, found.pk)] * 3)
        while work_on_import(found.pk):
            pass

        assert (answers, decks()) == ([200] * 4, "AC")
        Deck.objects.filter(slug="").delete()


@pytest.mark.exhaustive
def test_of_taking_cancelling_and_other_columns_what_is_done_is_what_was_answered(published: None) -> None:
    columns = {"fields": ["ruleset", "note", "cards"], "ruleset": None}
    for number in range(ROUNDS):
        mai = manager(f"mai-{number}")  # A choice of columns is remembered for the next file.
        found = checked(mai)
        path = f"deck-imports/{found.pk}"

        taken, dropped, chosen = at_once(
            [
                asked(Api(mai), "POST", f"{path}/take", {}),
                asked(Api(mai), "DELETE", path, None),
                asked(Api(mai), "PUT", f"{path}/columns", columns),
            ]
        )
        while work_on_import(found.pk):
            pass

        status = DeckImport.objects.get(pk=found.pk).status
        assert (taken == 200) == (decks() != "") == (status == "done")
        assert (dropped == 204) == (status == "dropped")
        assert {taken, dropped, chosen} <= {200, 204, 409} and (taken, dropped).count(409) == 1
        Deck.objects.filter(slug="").delete()


def test_a_file_that_is_sent_four_times_at_once_with_a_key_is_one_import(
    mai: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "files_at_once", ConcurrencyLimit(4))

    def send() -> int:
        return Api(mai).post("deck-imports", FILE, Idempotency_Key="a-key").status_code

    assert sorted(at_once([send] * 4)) == [200, 200, 200, 201]
    assert DeckImport.objects.count() == 1
