"""Bot accounts: finding them, and whether one accepts a match."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet

from common.text.errors import ServiceError
from matches.clocks import read_clock
from matches.models import Match, Seat
from matches.selectors.acceptance import Acceptance, Caller, Objection, most_idle_days, objection
from matches.selectors.calls import paused_until
from players.models import BotAccount, Player


def bot_account_of(player: Player) -> BotAccount | None:
    """None of a person."""
    try:
        return player.bot_account
    except ObjectDoesNotExist:
        return None


def bot_accounts(
    *, ruleset: str | None = None, owner: str | None = None, after: str | None = None
) -> QuerySet[BotAccount]:
    """The active bot accounts, by name. `after` is the last name of the previous page."""
    found = BotAccount.objects.filter(player__is_active=True).select_related("player__call_record", "owner")
    if ruleset is not None:
        found = found.filter(rulesets__contains=f" {ruleset} ")
    if owner is not None:
        found = found.filter(owner__username=owner)
    if after is not None:
        found = found.filter(player__username__gt=after)
    return found.order_by("player__username")


def find_bot_account(public_id: UUID) -> BotAccount:
    """Raises ServiceError `not_found`."""
    found = bot_accounts().filter(player__public_id=public_id).first()
    if found is None:
        raise ServiceError("not_found")
    return found


def acceptance_of(account: BotAccount) -> Acceptance:
    return msgspec.convert(account.accepts, Acceptance)


def idle_bounds(player_ids: Collection[int]) -> list[int]:
    """Of those players who are bot accounts: for how many days a match without a clock may stand still."""
    found = BotAccount.objects.filter(player__in=player_ids)
    return [most_idle_days(acceptance_of(account)) for account in found]


def why_not(
    *,
    bot_account: BotAccount,
    ruleset: str,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    by: Player | None,
) -> Objection | None:
    """What speaks against calling a bot account to a match; None if it accepts it.

    `options` are all of them, as the rules have read them; `by` is who calls, None the service itself.
    """
    if paused_until(bot_account.player) is not None:
        return "paused"
    open_ = Match.Status.LOBBY, Match.Status.PLAYING
    own = Seat.Kind.PLAYER, Seat.Kind.CALLED  # Others invite without asking, which takes no room.
    playing = Seat.objects.filter(player=bot_account.player_id, kind__in=own, match__status__in=open_).count()
    return _objection(bot_account, ruleset, options, clock, by, playing)


def why_not_ever(
    *,
    bot_account: BotAccount,
    ruleset: str,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    by: Player | None,
) -> Objection | None:
    """The same for matches that are still to come: what the account is at just now does not count."""
    return _objection(bot_account, ruleset, options, clock, by, -1)


def _objection(
    account: BotAccount,
    ruleset: str,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    by: Player | None,
    playing: int,
) -> Objection | None:
    return objection(
        acceptance_of(account),
        ruleset=ruleset,
        options=options,
        clock=read_clock(None if clock is None else dict(clock)),
        callers=_callers(account, by),
        playing=playing,
    )


def accepts(
    bot_account: BotAccount,
    ruleset: str,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    by: Player | None,
) -> bool:
    """Whether it may be called to the match without being asked first."""
    return why_not(bot_account=bot_account, ruleset=ruleset, options=options, clock=clock, by=by) is None


def _callers(account: BotAccount, by: Player | None) -> list[Caller]:
    if by is not None and by.pk == account.owner_id:
        return ["owner", "people"]
    return ["people"] if by is None or bot_account_of(by) is None else ["bots"]
