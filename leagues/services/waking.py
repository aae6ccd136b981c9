"""Messages that wake workers for a league; what must be done stands in the database."""

from django.conf import settings

from matches.notifications.wake import send

PLAY_DEALS = "leagues.play_deals"
CALL_ACCOUNTS = "leagues.call_accounts"
COMPUTE_SEASON = "leagues.compute_season"
PLAY_CONTROLS = "leagues.play_controls"
TELL_MAKERS = "leagues.tell_makers"
TELL_MAKER = "leagues.tell_maker"
AT_ONCE = 4
"""So many workers are woken at a time; each that finds something to do calls itself again."""


def wake_workers(times: int = AT_ONCE) -> None:
    """They last until the next sweep: where workers have more to do than they can, they do not pile up."""
    for _ in range(times):
        send(PLAY_DEALS, expires=settings.SWEPT_SECONDS)


def wake_callers() -> None:
    """Have the accounts called to what they are to play next."""
    send(CALL_ACCOUNTS, expires=settings.SWEPT_SECONDS)


def wake_controls() -> None:
    """Have house bots play the deals of accounts again."""
    send(PLAY_CONTROLS, expires=settings.SWEPT_SECONDS)
