"""What is held is carried out in time, in order, and whatever happens."""

import threading
import time

from matches import beats


def test_what_is_due_first_comes_first_and_nothing_comes_early() -> None:
    done: list[tuple[str, float]] = []
    begun = time.monotonic()

    def job(name: str) -> None:
        done.append((name, time.monotonic() - begun))

    beats.hold(0.06, lambda: job("late"))
    beats.hold(0.02, lambda: job("early"))
    beats.hold(0.02, lambda: job("and then"))

    assert beats.finish(5)
    assert [name for name, _ in done] == ["early", "and then", "late"]
    assert all(at >= due for (_, at), due in zip(done, (0.02, 0.02, 0.06), strict=True))


def test_a_job_that_fails_holds_up_no_other() -> None:
    done: list[str] = []

    beats.hold(0.0, lambda: done[0])
    beats.hold(0.01, lambda: done.append("next"))

    assert beats.finish(5)
    assert done == ["next"]


def test_finishing_waits_for_what_is_being_done_but_not_for_ever() -> None:
    go_on = threading.Event()

    beats.hold(0.0, lambda: go_on.wait(5))

    assert not beats.finish(0.05)
    go_on.set()
    assert beats.finish(5)
