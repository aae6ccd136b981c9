"""Delayed answers are carried out in time and in order, whatever happens."""

import threading
import time
from types import SimpleNamespace

import pytest

from matches.workers import delayed_answers


def test_what_is_due_first_comes_first_and_nothing_comes_early(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, float]] = []
    begun = time.monotonic()

    def job(name: str) -> None:
        done.append((name, time.monotonic() - begun))

    with delayed_answers._waiting._changed, monkeypatch.context() as patch:  # Add all at the same time.
        patch.setattr(delayed_answers, "time", SimpleNamespace(monotonic=lambda: begun))
        delayed_answers.delay(0.06, lambda: job("late"))
        delayed_answers.delay(0.02, lambda: job("early"))
        delayed_answers.delay(0.02, lambda: job("and then"))

    assert delayed_answers.finish(60)
    assert [name for name, _ in done] == ["early", "and then", "late"]
    assert all(at >= due for (_, at), due in zip(done, (0.02, 0.02, 0.06), strict=True))


def test_a_job_that_fails_holds_up_no_other() -> None:
    done: list[str] = []

    delayed_answers.delay(0.0, lambda: done[0])
    delayed_answers.delay(0.01, lambda: done.append("next"))

    assert delayed_answers.finish(60)
    assert done == ["next"]


def test_finishing_waits_for_what_is_being_done_but_not_for_ever() -> None:
    go_on = threading.Event()

    delayed_answers.delay(0.0, lambda: go_on.wait(60))

    assert not delayed_answers.finish(0.05)
    go_on.set()
    assert delayed_answers.finish(60)
