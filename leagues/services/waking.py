"""Messages that wake workers for a league. The work itself is in the database."""

from django.conf import settings

from common.sending import send_task

PLAY_DEALS = "leagues.play_deals"
CALL_ACCOUNTS = "leagues.call_accounts"
COMPUTE_SEASON = "leagues.compute_season"
PLAY_CONTROLS = "leagues.play_controls"
TELL_MAKERS = "leagues.tell_makers"
TELL_MAKER = "leagues.tell_maker"
AT_ONCE = 4
"""Workers woken at a time; each that finds work wakes itself again."""


def wake_workers(times: int = AT_ONCE) -> None:
    """Wake workers. Messages expire with the next sweep, so they don't pile up if workers are busy."""
    for _ in range(times):
        send_task(PLAY_DEALS, expires=settings.SWEPT_SECONDS)


def wake_callers() -> None:
    """Have accounts called to their next matches."""
    send_task(CALL_ACCOUNTS, expires=settings.SWEPT_SECONDS)


def wake_controls() -> None:
    """Have house bots play the deals of accounts again."""
    send_task(PLAY_CONTROLS, expires=settings.SWEPT_SECONDS)
