"""Archives of the desk in the admin: exported, previewed, imported once, refused, cancelled."""

from collections.abc import Callable
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.desk import archives
from common.desk.archives import Status, sweep_archives, work_on_archive
from common.desk.parts import desk_text
from common.desk.services import import_desk
from common.models import DeskArchive
from decks.models import Deck
from leagues.services.leagues import create_league
from players.models import Player
from tests.common.test_desk import NIGHTLY, ann, desk, exported, mai, others, same_names
from tests.leagues.conftest import manifest

__all__ = ["ann", "desk", "exported", "mai", "others", "same_names"]

pytestmark = pytest.mark.both_databases

LIST = "/admin/common/deskarchive/"


@pytest.fixture
def ruth(mai: Player) -> Client:
    """Ruth, a member of staff with both permissions."""
    ruth = Player.objects.create_user("ruth", is_staff=True)
    ruth.user_permissions.set(Permission.objects.filter(codename__in=["export_desk", "import_desk"]))
    client = Client()
    client.force_login(ruth)
    return client


@pytest.fixture
def upload(ruth: Client) -> Callable[..., DeskArchive]:
    """Upload an archive and have it checked."""

    def upload(content: bytes, **sent: str) -> DeskArchive:
        file = SimpleUploadedFile("desk.zip", content)
        answer = ruth.post(f"{LIST}import/", {"owners": "nobody", **sent, "archive": file})
        found = DeskArchive.objects.latest("created_at")
        assert answer["Location"] == address(found)
        work_on_archive(found.pk)
        return now(found)

    return upload


def address(found: DeskArchive) -> str:
    return reverse("admin:common_deskarchive_change", args=[found.pk])


def now(found: DeskArchive) -> DeskArchive:
    return DeskArchive.objects.get(pk=found.pk)


def approve(client: Client, found: DeskArchive) -> DeskArchive:
    client.post(address(found), {"import": "", "choice": found.choice})
    work_on_archive(found.pk)
    return now(found)


def test_an_exported_archive_is_the_file_of_the_command(
    desk: None, ruth: Client, exported: Callable[[str], bytes]
) -> None:
    answer = ruth.post(f"{LIST}export/")
    found = DeskArchive.objects.get()
    assert answer["Location"] == address(found) and found.status == Status.EXPORTING

    work_on_archive(found.pk)

    page = ruth.get(address(found)).content.decode()
    download = ruth.get(f"{LIST}{found.pk}/download/")
    assert f"{LIST}{found.pk}/download/" in page
    assert download.content == exported("desk.zip")
    assert download["Content-Disposition"].startswith('attachment; filename="desk-')


def test_an_import_is_shown_first_and_done_once_approved(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], exported: Callable[[str], bytes]
) -> None:
    before = exported("before.zip")

    found = upload(others.read_bytes(), owners="map", owner_map="old,new\nmai,mai\nann,ann\n")

    assert found.status == Status.CHECKED and exported("after.zip") == before
    assert found.report is not None and found.report["counts"]["decks"]["made"] == 3

    done = approve(ruth, found)

    assert (done.status, done.content) == (Status.IMPORTED, None)
    assert exported("again.zip") == others.read_bytes()


def test_nothing_is_doubled_when_it_is_approved_or_worked_on_again(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], exported: Callable[[str], bytes]
) -> None:
    found = approve(ruth, upload(others.read_bytes(), owners="me"))
    imported = exported("imported.zip")

    assert approve(ruth, found).report == found.report
    again = approve(ruth, upload(others.read_bytes(), owners="me"))

    assert exported("again.zip") == imported
    assert {row["made"] for row in again.report["counts"].values()} == {0}


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"owners": "account", "account": "nobody-here"}, "There is no active account named: nobody-here."),
        ({"owners": "map", "owner_map": "old,new\nmai,mai\n"}, "The list of accounts lacks these names"),
        ({"owners": "map", "owner_map": "x"}, "owners.csv, line 1: The columns must be old,new."),
    ],
)
def test_after_a_faulty_choice_another_can_be_made(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], sent: dict[str, str], fault: str
) -> None:
    found = upload(others.read_bytes(), **sent)
    assert found.status == Status.REFUSED
    assert fault in ruth.get(address(found)).content.decode()

    ruth.post(address(found), {"owners": "account", "account": "mai", "choice": found.choice})
    work_on_archive(found.pk)

    assert now(found).status == Status.CHECKED
    assert approve(ruth, now(found)).status == Status.IMPORTED
    assert Deck.objects.get(name_en="Own").owner.username == "mai"  # type: ignore[union-attr]


def test_an_approval_of_another_preview_imports_nothing(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive]
) -> None:
    seen = upload(others.read_bytes())
    ruth.post(address(seen), {"owners": "me", "choice": seen.choice})
    work_on_archive(seen.pk)

    for choice in (seen.choice, "x", ""):
        ruth.post(address(seen), {"import": "", "choice": choice})

    assert now(seen).status == Status.CHECKED


def test_a_worker_with_an_older_choice_decides_nothing(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = upload(others.read_bytes())
    DeskArchive.objects.update(status=Status.CHECKING)

    def choose_meanwhile(*args: Any, **named: Any) -> Any:
        DeskArchive.objects.update(choice=9)
        return import_desk(*args, **named)

    monkeypatch.setattr(archives, "import_desk", choose_meanwhile)
    work_on_archive(found.pk)

    assert now(found).status == Status.CHECKING


def test_reasons_are_in_the_language_of_the_page(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], mai: Player
) -> None:
    create_league(manifest=manifest(schedule=NIGHTLY, deals=9), created_by=mai)
    refused = upload(b"not a zip")
    different = upload(others.read_bytes(), owners="account", account="mai")

    for language, other in (("ja", "en"), ("en", "ja")):
        Player.objects.filter(username="ruth").update(language=language)
        pages = {found: unescape(ruth.get(address(found)).content.decode()) for found in (refused, different)}
        for found, reason in (
            (refused, desk_text("desk_damaged")),
            (different, desk_text("desk_manifest_differs")),
            (different, desk_text("desk_staff", names="mai")),
        ):
            assert reason[language] in pages[found] and reason[other] not in pages[found]


def test_a_damaged_file_is_refused_and_can_be_cancelled(ruth: Client, upload: Callable[..., DeskArchive]) -> None:
    found = upload(b"not a zip")

    assert (found.status, found.faults) == (Status.REFUSED, [desk_text("desk_damaged")])
    ruth.post(address(found), {"drop": ""})
    assert (now(found).status, now(found).content) == (Status.DROPPED, None)


def test_files_above_the_limit_are_not_stored(ruth: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.admin.desk.MOST_DESK_UPLOAD_BYTES", 3)

    answer = ruth.post(f"{LIST}import/", {"owners": "nobody", "archive": SimpleUploadedFile("desk.zip", b"PK..")})

    assert answer.status_code == 200 and answer.context["form"].errors.keys() == {"archive"}
    assert not DeskArchive.objects.exists()


def test_an_export_above_the_limit_is_refused(desk: None, ruth: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_DESK_EXPORT_BYTES", 100)
    ruth.post(f"{LIST}export/")

    work_on_archive(DeskArchive.objects.get().pk)

    found = DeskArchive.objects.get()
    assert (found.status, found.content) == (Status.REFUSED, None) and "manage.py export_desk" in found.faults[0]["en"]


def test_an_account_stores_so_many_archives(ruth: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_DESK_ARCHIVES", 1)
    ruth.post(f"{LIST}export/")

    answer = ruth.post(f"{LIST}export/")

    assert answer["Location"] == LIST and DeskArchive.objects.count() == 1


def test_archives_are_for_their_own_account(others: Path, upload: Callable[..., DeskArchive]) -> None:
    found = upload(others.read_bytes())
    DeskArchive.objects.filter(pk=found.pk).update(status=Status.EXPORTED)
    superuser = Client()
    superuser.force_login(Player.objects.create_superuser("root"))

    assert superuser.get(address(found)).status_code == 302
    assert superuser.post(address(found), {"drop": ""}).status_code == 302
    assert superuser.get(f"{LIST}{found.pk}/download/").status_code == 404
    assert superuser.get(LIST).context["cl"].result_count == 0
    assert now(found).content is not None


@pytest.mark.parametrize("codename", ["export_desk", "import_desk"])
def test_each_permission_allows_its_own(mai: Player, codename: str) -> None:
    mai.user_permissions.add(Permission.objects.get(codename=codename))
    client = Client()
    client.force_login(mai)

    may = {page: client.get(f"{LIST}{page}/").status_code == 200 for page in ("export", "import")}

    assert may == {"export": codename == "export_desk", "import": codename == "import_desk"}
    assert client.get(LIST).status_code == 200


def test_a_right_that_was_taken_away_is_noticed_by_the_worker(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive]
) -> None:
    found = upload(others.read_bytes())
    Player.objects.get(username="ruth").user_permissions.clear()
    DeskArchive.objects.update(status=Status.IMPORTING)

    work_on_archive(found.pk)

    assert (now(found).status, now(found).faults) == (Status.REFUSED, [desk_text("desk_not_allowed")])


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*args: Any, **named: Any) -> None:
        raise SystemExit

    monkeypatch.setattr(archives, "import_desk", die)


def test_a_file_on_which_two_workers_died_is_set_aside(
    ruth: Client, upload: Callable[..., DeskArchive], dying: None
) -> None:
    file = SimpleUploadedFile("desk.zip", BytesIO(b"x").getvalue())
    ruth.post(f"{LIST}import/", {"owners": "nobody", "archive": file})
    found = DeskArchive.objects.get()
    for _again in range(2):
        with pytest.raises(SystemExit):
            work_on_archive(found.pk)

    work_on_archive(found.pk)

    assert now(found).status == Status.REFUSED and "tried twice" in now(found).faults[0]["en"]


def test_the_sweep_wakes_workers_and_deletes_old_content(
    others: Path, ruth: Client, upload: Callable[..., DeskArchive], monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[Any] = []
    monkeypatch.setattr(archives, "wake", woken.append)
    found = upload(others.read_bytes())
    ruth.post(f"{LIST}export/")
    waiting = DeskArchive.objects.get(status=Status.EXPORTING)
    woken.clear()

    sweep_archives()
    assert woken == [waiting.pk] and now(found).content is not None
    DeskArchive.objects.update(created_at=timezone.now() - archives.STORED_FOR * 2)
    sweep_archives()

    assert (now(found).status, now(found).content) == (Status.DROPPED, None)
    assert now(waiting).status == Status.EXPORTING
