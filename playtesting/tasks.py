"""Celery's entry points for trials of drafts. Each may run twice, late, or never."""

from celery import shared_task

from playtesting import trials


@shared_task(name=trials.PLAY_TRIAL, soft_time_limit=120, time_limit=150)
def play_trial(trial_id: str) -> None:
    """Some seconds, and the longest deal."""
    trials.play_trial(int(trial_id))


@shared_task(name="playtesting.sweep_trials")
def sweep_trials() -> int:
    return trials.sweep_trials()
