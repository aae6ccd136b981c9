"""A manifest is changed while a run of its league begins, or while someone else changes it."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from leagues.models import League, ManifestChange, Run
from leagues.services import changing, leagues
from leagues.services.changing import change_manifest
from leagues.services.leagues import create_league, run_if_due, sweep
from tests.at_once import at_once
from tests.leagues.conftest import RANDOM, manifest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NIGHTLY = {"type": "cron", "cron": "0 3 * * *"}
WEEKLY = {"type": "cron", "cron": "0 5 * * 1"}


@pytest.fixture
def due(published: None) -> League:
    """A league with a run that is due."""
    league = create_league(manifest=manifest(schedule=NIGHTLY), created_by=None)
    League.objects.filter(pk=league.pk).update(next_run_at=timezone.now() - timedelta(minutes=1))
    league.refresh_from_db()
    return league


def at_the_door(monkeypatch: pytest.MonkeyPatch, module: Any) -> threading.Event:
    """An event that is set when the module is about to write, so everything it reads before has been read."""
    has_come, writing = threading.Event(), module.writing

    def come() -> Any:
        has_come.set()
        return writing()

    monkeypatch.setattr(module, "writing", come)
    return has_come


def held(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, until: threading.Event) -> threading.Event:
    """Make the function wait for `until`. The returned event is set when it has begun."""
    has_begun, real = threading.Event(), getattr(module, name)

    def wait(*args: Any, **more: Any) -> Any:
        has_begun.set()
        assert until.wait(60)
        return real(*args, **more)

    monkeypatch.setattr(module, name, wait)
    return has_begun


def made_of(league: League) -> list[tuple[datetime, str, int]]:
    """(time, result, number of entrants) of each run. Checks that each season has the entrants of its manifest."""
    runs = Run.objects.filter(league=league).select_related("season")
    for run in runs:
        assert run.season is not None
        assert run.season.entrants.count() == len(run.season.manifest["entrants"])
    return [(run.scheduled_for, run.result, run.season.entrants.count()) for run in runs if run.season is not None]


def test_a_run_that_has_begun_is_made_with_the_old_manifest(due: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run locks the league, and the change waits for it."""
    moment, change_has_come = due.next_run_at, at_the_door(monkeypatch, changing)
    has_begun = held(monkeypatch, leagues, "_carry_out", until=change_has_come)
    new = manifest(schedule=WEEKLY, entrants=RANDOM[:3])

    def change() -> League:
        assert has_begun.wait(60)
        return change_manifest(league=due, manifest=new, by=None)

    run, changed = at_once([lambda: run_if_due(due.pk), change])
    sweep()

    assert run is not None and changed.revision == 2
    assert made_of(due) == [(moment, Run.Result.STARTED, 2)]
    assert changed.next_run_at.astimezone(UTC).weekday() == 0 and changed.next_run_at > timezone.now()
    assert League.objects.get().next_run_at == changed.next_run_at


def test_a_run_that_comes_during_the_change_is_made_with_the_new_manifest(
    due: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run has already resolved the old manifest, so it starts nothing. The next attempt does."""
    moment, run_has_come = due.next_run_at, at_the_door(monkeypatch, leagues)
    has_begun = held(monkeypatch, changing, "write_manifest", until=run_has_come)
    new = manifest(schedule=WEEKLY, entrants=RANDOM[:3])

    def run() -> Run | None:
        assert has_begun.wait(60)
        return run_if_due(due.pk)

    changed, run_then = at_once([lambda: change_manifest(league=due, manifest=new, by=None), run])
    sweep()
    sweep()

    assert (changed.revision, run_then) == (2, None)
    assert made_of(due) == [(moment, Run.Result.STARTED, 3)]
    assert League.objects.get().next_run_at == leagues.next_run(new.schedule, timezone.now())


def test_of_two_who_have_seen_the_same_one_changes_it(due: League, monkeypatch: pytest.MonkeyPatch) -> None:
    both_have_come, writing = threading.Barrier(2), changing.writing

    def come() -> Any:
        both_have_come.wait(60)
        return writing()

    monkeypatch.setattr(changing, "writing", come)

    def change(deals: int) -> int:
        new = manifest(schedule=NIGHTLY, deals=deals)
        return change_manifest(league=due, manifest=new, by=None, expected=[1]).revision

    ends = at_once([lambda: change(2), lambda: change(3)])

    assert sorted(ends, key=str) == [2, "league_changed"]
    assert ManifestChange.objects.count() == 1
