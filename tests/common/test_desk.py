"""The whole desk exported, and imported on another installation: nothing lost, nothing doubled, nothing overwritten."""

from collections.abc import Callable
from copy import deepcopy
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.selectors import newest_revision, rules_of
from cards.sets.services import create_draft, publish_card_set, publish_draft, publish_shipped_sets, save_card
from common.desk.parts import Refused, Report
from common.desk.services import export_desk, import_desk
from decks.models import Deck, DeckTag, DeckVersion
from decks.plans import DeckPlan, plan_of
from decks.services import create_deck, delete_deck, patch_deck
from decks.starters import publish_starter_decks
from leagues.models import League, ManifestChange, Run, Season
from leagues.services.changing import change_manifest
from leagues.services.leagues import close_league, create_league, resume_league
from matches.log.transactions import lifted_triggers
from players.models import Player
from playtesting.models import CardTest
from rules import registry
from rules.engine import Ruleset
from rules.registry import set_digest
from tests.leagues.conftest import manifest
from tests.toy import CARD_SET

pytestmark = pytest.mark.both_databases

EVEN = CARD_SET["starter_decks"][0]["cards"]
NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}
RAID = {"slug": "raider-1", "strength": 9}


def plan(name: str, **more: Any) -> DeckPlan:
    return DeckPlan(name_en=name, cards=EVEN, options={}, **more)


def as_installed() -> None:
    """What `migrate` publishes on a new installation."""
    rules_of.cache_clear()
    publish_shipped_sets()
    publish_starter_decks()


@pytest.fixture
def mai(raid: Ruleset, db: None, monkeypatch: pytest.MonkeyPatch) -> Player:
    monkeypatch.setattr("cards.sets.services.shipped_set", registry.shipped_set)  # With the toy's.
    as_installed()
    return Player.objects.create_user("mai", is_staff=True)


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("ann")


@pytest.fixture
def desk(mai: Player, ann: Player) -> Any:
    """A desk with something of everything."""
    draft = create_draft(ruleset="raid", author=mai)
    save_card(draft=draft, card=RAID, instead_of="raider-1")
    publish_draft(draft=draft, note="Stronger", published_by=mai, seen=set_digest(draft.body))

    draft = create_draft(ruleset="raid", note="Not yet", author=mai)
    save_card(draft=draft, card={**RAID, "strength": 8}, instead_of="raider-1")
    CardTest.objects.create(
        draft=draft,
        name="It raids",
        position=b"\x94\x80\x80\x90\xc0",
        seat=0,
        action={"type": "pass"},
        expected=[{"type": "passed"}],
        compared={"effects": [0], "figures": {"/score": 3}, "is_exact": False},
        author=mai,
    )

    own = create_deck(owner=ann, ruleset="raid", plan=plan("Own", name_ja="猫の“山”", note="first"))
    patch_deck(deck_id=own.pk, fields={"note": "second", "visibility": "public"}, author=mai)
    DeckTag.objects.create(deck=own, name="tried")
    starter = starter_deck()
    patch_deck(deck_id=starter.pk, fields={"note": "for beginners"}, author=mai)
    DeckTag.objects.create(deck=starter, name="easy")
    create_deck(owner=None, ruleset="raid", plan=plan("Nobody's"))
    delete_deck(deck=create_deck(owner=ann, ruleset="raid", plan=plan("Gone")), author=ann)

    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=mai)
    change_manifest(league=league, manifest=manifest(schedule=NIGHTLY, deals=3), by=mai)
    closed = create_league(manifest=manifest(league="closed", schedule=NIGHTLY), created_by=mai)
    close_league(league=closed, note="Over", by=mai)


@pytest.fixture
def exported(tmp_path: Path) -> Callable[[str], bytes]:
    """Export the desk into a file of this name, and return its bytes."""

    def export(name: str) -> bytes:
        export_desk(tmp_path / name)
        return (tmp_path / name).read_bytes()

    return export


@pytest.fixture
def others(tmp_path: Path, desk: None, exported: Callable[[str], bytes]) -> Path:
    """The archive of that desk. What is here now is a new installation with the same accounts."""
    exported("others.zip")
    new_installation()
    return tmp_path / "others.zip"


@pytest.fixture
def same_names(tmp_path: Path) -> str:
    (tmp_path / "names.csv").write_text("old,new\nmai,mai\nann,ann\n")
    return f"map={tmp_path / 'names.csv'}"


def new_installation() -> None:
    with lifted_triggers():
        for model in (ManifestChange, Run, Season, League, CardTest, CardSetDraft, DeckTag, Deck, DeckVersion):
            model.objects.all().delete()
        CardSetRevision.objects.all().delete()
    as_installed()


def starter_deck() -> Deck:
    return Deck.objects.filter(ruleset="raid").exclude(slug="").order_by("slug")[0]


def imported(report: Report) -> tuple[int, int, int, int]:
    """The numbers of rows made, updated, already there, and different."""
    return report.made.total(), len(report.updated), report.there.total(), len(report.different)


def test_a_desk_is_the_same_on_another_installation(
    others: Path, exported: Callable[[str], bytes], same_names: str
) -> None:
    assert exported("new.zip") != others.read_bytes()

    report = import_desk(others, owners=same_names)

    assert exported("again.zip") == others.read_bytes()
    assert report.made == {
        "card sets": 1,
        "drafts": 1,
        "card tests": 1,
        "decks": 3,
        "deck versions": 7,
        "deck tags": 2,
        "leagues": 2,
        "manifest changes": 1,
    }
    assert [kind for kind, _name in report.updated] == ["decks"] and report.different == []
    assert newest_revision("raid").card_set["cards"] != CARD_SET["cards"]


def test_a_repeated_import_changes_nothing(others: Path, exported: Callable[[str], bytes], same_names: str) -> None:
    import_desk(others, owners=same_names)

    made, updated, there, different = imported(import_desk(others, owners=same_names))

    assert (made, updated, different) == (0, 0, 0) and there > 20
    assert exported("again.zip") == others.read_bytes()


def test_starter_decks_and_shipped_sets_are_recognised(mai: Player, tmp_path: Path) -> None:
    export_desk(tmp_path / "new.zip")
    ids = sorted(Deck.objects.values_list("pk", flat=True))
    new_installation()
    assert sorted(Deck.objects.values_list("pk", flat=True)) != ids

    report = import_desk(tmp_path / "new.zip", owners="nobody")

    assert +report.made == {} and report.updated == report.different == []
    assert report.there["decks"] == len(ids)


def test_dates_and_authors_of_versions_stay(others: Path, same_names: str, ann: Player, mai: Player) -> None:
    import_desk(others, owners=same_names)

    own = Deck.objects.get(name_en="Own")
    first, second = DeckVersion.objects.filter(deck_id=own.pk).order_by("number")
    assert (own.owner, first.author, second.author) == (ann, ann, mai)
    assert own.created_at < first.made_at < own.updated_at < second.made_at
    assert (first.plan["note"], second.plan["note"], own.note) == ("first", "second", "second")


def test_nobody_owns_what_is_imported_for_nobody(others: Path) -> None:
    import_desk(others, owners="nobody")

    assert Deck.objects.get(name_en="Own").owner is None
    assert not DeckVersion.objects.exclude(owner=None, author=None).exists()
    assert CardSetDraft.objects.get().author is League.objects.get(slug="nightly").created_by is None


def test_one_account_owns_everything_but_has_written_nothing(others: Path) -> None:
    eva = Player.objects.create_user("eva")

    import_desk(others, owners="eva")

    assert Deck.objects.get(name_en="Own").owner == CardSetDraft.objects.get().author == eva
    assert League.objects.get(slug="nightly").created_by == eva
    assert Deck.objects.get(name_en="Nobody's").owner is None
    assert set(DeckVersion.objects.values_list("author", flat=True)) == {None}
    assert CardSetRevision.objects.get(note="Stronger").published_by is None


def test_a_map_names_an_owner_for_each_account(others: Path, tmp_path: Path) -> None:
    eva = Player.objects.create_user("eva")
    (tmp_path / "map.csv").write_text("\ufeffold,new\r\nann,eva\r\nmai,\r\nunused,no one\r\n", encoding="utf-8")

    report = import_desk(others, owners=f"map={tmp_path / 'map.csv'}")

    assert Deck.objects.get(name_en="Own").owner == eva
    assert CardSetDraft.objects.get().author is None
    assert not [note for note in report.notes if "staff" in note["en"]]


def test_staff_who_get_something_are_named(others: Path, tmp_path: Path) -> None:
    (tmp_path / "map.csv").write_text("old,new\nann,mai\nmai,mai\n")

    report = import_desk(others, owners=f"map={tmp_path / 'map.csv'}")

    assert report.notes[-1]["en"] == "These staff accounts own something from it: mai."


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("old,new\n", "The list of accounts lacks these names of the archive: ann, mai. Add a line for each"),
        ("old,new\nann,x\nmai,y\n", "There is no active account named: x, y."),
        ("old,new\nann,guest-1\nmai,gone\n", "There is no active account named: gone, guest-1."),
        ("name\nann\n", "line 1: The columns must be old,new."),
        ("old,new\nann,ann\nann,mai\n", "line 3: ann has an earlier line. Each old name may occur once."),
        ("old,new\nann\n", "line 2: Write an old name, a comma, and a new name or nothing."),
        ("old,new\n" + "a,b\n" * 300_000, "has more than 1,048,576 bytes."),
    ],
)
def test_a_map_with_faults_is_refused(
    others: Path, exported: Callable[[str], bytes], tmp_path: Path, content: str, fault: str
) -> None:
    Player.objects.create_user("guest-1", is_guest=True)
    Player.objects.create_user("gone", is_active=False)
    (tmp_path / "map.csv").write_text(content)
    before = exported("before.zip")

    with pytest.raises(Refused) as refused:
        import_desk(others, owners=f"map={tmp_path / 'map.csv'}")

    assert fault in str(refused.value)
    assert exported("after.zip") == before


def test_an_unknown_account_is_refused(others: Path) -> None:
    with pytest.raises(Refused, match="There is no active account named: nemo"):
        import_desk(others, owners="nemo")


def test_a_rehearsal_reports_everything_and_changes_nothing(others: Path, exported: Callable[[str], bytes]) -> None:
    before = exported("before.zip")

    rehearsed = import_desk(others, owners="nobody", is_rehearsal=True)
    assert exported("after.zip") == before

    assert imported(import_desk(others, owners="nobody")) == imported(rehearsed)


def test_an_import_that_fails_late_changes_nothing(
    others: Path, exported: Callable[[str], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = exported("before.zip")

    def clash(*args: Any) -> None:
        raise IntegrityError("duplicate key")

    monkeypatch.setattr("leagues.desk._store_change", clash)

    with pytest.raises(Refused, match="Someone changed the same rows meanwhile"):
        import_desk(others, owners="nobody")
    assert exported("after.zip") == before


class _PostgresError(Exception):
    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "text", "said"),
    [
        ("40P01", "deadlock detected", "Nothing was imported.\nSomeone changed the same rows meanwhile"),
        ("55P03", "canceling statement due to lock timeout", "Someone changed the same rows meanwhile"),
        (None, "database is locked", "Someone changed the same rows meanwhile"),
        (None, "server closed the connection unexpectedly", "The database stopped answering, so it is not known"),
        ("57P01", "terminating connection", "The database stopped answering, so it is not known"),
    ],
)
def test_a_lost_database_is_not_blamed_on_others(
    others: Path, monkeypatch: pytest.MonkeyPatch, sqlstate: str | None, text: str, said: str
) -> None:
    def fail(*args: Any) -> None:
        raise OperationalError(text) from _PostgresError(sqlstate)

    monkeypatch.setattr("leagues.desk._store_change", fail)

    with pytest.raises(CommandError, match=said):
        call_command("import_desk", str(others), owners="nobody", stdout=StringIO())


def test_each_line_is_read_once_to_be_checked_and_once_to_be_stored(
    others: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(others) as archive:
        lines = sum(archive.read(name).count(b"\n") for name in archive.namelist())
    read: list[bytes] = []
    monkeypatch.setattr(
        "common.desk.archive.read_json", lambda raw, shape: (read.append(raw), msgspec.json.decode(raw, type=shape))[1]
    )

    import_desk(others, owners="nobody")

    assert lines > 10
    assert len(read) == 1 + 2 * lines, "and the manifest"


# Decks that are here too


def test_a_deck_with_other_content_stays_and_is_named(others: Path, same_names: str, mai: Player) -> None:
    import_desk(others, owners=same_names)
    own = Deck.objects.get(name_en="Own")
    new_installation()
    create_deck(owner=mai, ruleset="raid", plan=plan("Mine"), deck_id=own.pk)

    report = import_desk(others, owners=same_names)

    assert [(kind, name) for kind, name, _reason in report.different] == [("decks", f"raid, Own, {own.pk}")]
    own.refresh_from_db()
    assert (own.name_en, own.version, own.owner) == ("Mine", 1, mai)

    report = import_desk(others, owners=same_names, replaces=True)
    own.refresh_from_db()
    assert (own.name_en, own.version, own.owner) == ("Own", 2, mai) and report.different == []
    assert imported(import_desk(others, owners=same_names, replaces=True))[:2] == (0, 0)


def test_a_deck_that_has_moved_on_here_stays(others: Path, same_names: str, mai: Player) -> None:
    import_desk(others, owners=same_names)
    own = patch_deck(deck_id=Deck.objects.get(name_en="Own").pk, fields={"note": "third"}, author=mai)

    report = import_desk(others, owners=same_names, replaces=True)

    own.refresh_from_db()
    assert (own.note, own.version) == ("third", 3)
    assert imported(report)[:2] == (0, 0) and report.different == []


def test_a_deck_that_has_moved_on_there_follows(
    others: Path, exported: Callable[[str], bytes], tmp_path: Path, same_names: str, mai: Player
) -> None:
    import_desk(others, owners=same_names)
    own = Deck.objects.get(name_en="Own")
    before = plan_of(own)
    patch_deck(deck_id=own.pk, fields={"note": "third", "cards": {**EVEN, "raider-1": 9}}, author=mai)
    later = exported("later.zip")
    new_installation()
    import_desk(others, owners=same_names)
    assert plan_of(Deck.objects.get(name_en="Own")) == before

    report = import_desk(tmp_path / "later.zip", owners=same_names)

    assert [name for _kind, name in report.updated] == [f"raid, Own, {own.pk}"]
    assert exported("again.zip") == later


def test_a_deck_that_was_deleted_here_stays_deleted(others: Path, same_names: str, mai: Player) -> None:
    import_desk(others, owners=same_names)
    own = Deck.objects.get(name_en="Own")
    delete_deck(deck=own, author=mai)

    report = import_desk(others, owners=same_names)
    assert [name for _kind, name, _reason in report.different] == [f"raid, Own, {own.pk}"]
    assert not Deck.objects.filter(pk=own.pk).exists()

    import_desk(others, owners=same_names, replaces=True)
    assert Deck.objects.get(pk=own.pk).version == 4


def test_tags_are_added_and_never_removed(others: Path, same_names: str) -> None:
    import_desk(others, owners=same_names)
    own = Deck.objects.get(name_en="Own")
    own.tags.all().delete()
    DeckTag.objects.create(deck=own, name="mine")

    import_desk(others, owners=same_names)

    assert {tag.name for tag in own.tags.all()} == {"mine", "tried"}


# Card sets and drafts that are here too


def test_a_revision_with_another_card_set_stays(others: Path, same_names: str, mai: Player) -> None:
    mine = deepcopy(CARD_SET)
    mine["cards"][0]["strength"] = 5
    publish_card_set(ruleset="raid", card_set=mine)
    digests = [one.digest for one in CardSetRevision.objects.filter(ruleset="raid").order_by("revision")]

    report = import_desk(others, owners=same_names)
    after = CardSetRevision.objects.filter(ruleset="raid").order_by("revision")
    assert [one.digest for one in after] == digests
    assert {(kind, name) for kind, name, _reason in report.different if kind == "card sets"} == {
        ("card sets", "raid 2")
    }
    assert any(kind == "drafts" for kind, _name, _reason in report.different)

    import_desk(others, owners=same_names, replaces=True)
    assert [one.digest for one in after.all()][:2] == digests and newest_revision("raid").note == "Stronger"
    assert CardSetDraft.objects.get().base.revision == 3
    assert imported(import_desk(others, owners=same_names, replaces=True))[0] == 0


def test_a_draft_and_its_tests_with_other_content_stay(others: Path, same_names: str) -> None:
    import_desk(others, owners=same_names)
    draft, test = CardSetDraft.objects.get(), CardTest.objects.get()
    save_card(draft=draft, card={**RAID, "strength": 4}, instead_of="raider-1")
    CardTest.objects.update(compared={"effects": [], "figures": {"/score": 1}, "is_exact": True})

    report = import_desk(others, owners=same_names)
    assert [kind for kind, _name, _reason in report.different] == ["drafts", "card tests"]

    report = import_desk(others, owners=same_names, replaces=True)
    draft.refresh_from_db()
    test.refresh_from_db()
    assert [kind for kind, _name in report.updated] == ["drafts", "card tests"]
    assert {**RAID, "strength": 8} in draft.body["cards"] and test.compared["figures"] == {"/score": 3}


# Leagues


def test_comparisons_stay_behind(desk: None, exported: Callable[[str], bytes]) -> None:
    before = exported("before.zip")
    league = League.objects.get(slug="closed")
    League.objects.filter(pk=league.pk).update(is_comparison=True)

    assert exported("after.zip") != before
    assert b'"closed"' not in ZipFile(BytesIO(exported("again.zip"))).read("leagues.jsonl")


def test_an_imported_league_waits_for_an_operator(others: Path, same_names: str) -> None:
    report = import_desk(others, owners=same_names)

    nightly, closed = League.objects.get(slug="nightly"), League.objects.get(slug="closed")
    assert nightly.is_paused and nightly.next_run_at is not None and not Season.objects.exists()
    assert not closed.is_paused and closed.next_run_at is None and closed.close_note == "Over"
    assert report.notes[0]["en"] == "League nightly is paused. Resume it in the admin to start its seasons."
    resume_league(league=nightly)
    nightly.refresh_from_db()
    assert not nightly.is_paused


def test_a_league_with_another_manifest_stays(others: Path, same_names: str, mai: Player) -> None:
    create_league(manifest=manifest(schedule=NIGHTLY, deals=9), created_by=mai)

    report = import_desk(others, owners=same_names)
    assert [(kind, name) for kind, name, _reason in report.different] == [("leagues", "nightly")]

    import_desk(others, owners=same_names, replaces=True)
    nightly = League.objects.get(slug="nightly")
    assert (nightly.manifest["deals"], nightly.revision) == (3, 2)
    assert imported(import_desk(others, owners=same_names, replaces=True))[:2] == (0, 0)


def test_a_league_that_cannot_start_here_is_named(desk: None, tmp_path: Path, same_names: str, mai: Player) -> None:
    deck = create_deck(owner=mai, ruleset="raid", plan=plan("Mine"))
    named = manifest(league="named", schedule=NIGHTLY, seat_decks=[[str(deck.pk), str(deck.pk)]])
    create_league(manifest=named, created_by=mai)
    file = tmp_path / "others.zip"
    export_desk(file)
    new_installation()

    assert "League named is paused. Resume" in str(import_desk(file, owners=same_names, is_rehearsal=True).notes)

    (note,) = [note for note in import_desk(file, owners="nobody").notes if "named" in note["en"]]

    assert note["en"].startswith("League named is paused, and can't start a season yet: /seat_decks/0/0 ")


# The commands


def run(*args: Any) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_the_commands_say_what_they_did(desk: None, tmp_path: Path, same_names: str) -> None:
    file = tmp_path / "desk.zip"
    assert "The desk is in" in run("export_desk", str(file))
    with pytest.raises(CommandError, match="File exists"):
        run("export_desk", str(file))
    new_installation()

    rehearsed = run("import_desk", str(file), "--owners", same_names, "--dry-run")
    assert rehearsed.endswith("Nothing was changed (--dry-run).\n") and not League.objects.exists()
    first = run("import_desk", str(file), "--owners", same_names)
    assert "18 made, 1 updated" in first and "Updated: decks, raid" in first
    again = run("import_desk", str(file), "--owners", same_names)
    assert "0 made, 0 updated" in again and "0 different" in again
    with pytest.raises(CommandError, match="Nothing was imported"):
        run("import_desk", str(file), "--owners", "nemo")


def test_an_archive_has_no_secrets(desk: None, tmp_path: Path) -> None:
    ann = Player.objects.get(username="ann")
    ann.email = "ann@example.org"
    ann.set_password("correct horse")
    ann.save()

    export_desk(tmp_path / "desk.zip")

    with ZipFile(tmp_path / "desk.zip") as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert b'"ann"' in content
    assert b"example.org" not in content and ann.password.encode() not in content
