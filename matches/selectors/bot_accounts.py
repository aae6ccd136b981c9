"""Find bot accounts, and check whether one accepts a match."""

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
    """The player's bot account; None for a person."""
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
    """One bot account. Raises ServiceError `not_found`."""
    found = bot_accounts().filter(player__public_id=public_id).first()
    if found is None:
        raise ServiceError("not_found")
    return found


def acceptance_of(account: BotAccount) -> Acceptance:
    return msgspec.convert(account.accepts, Acceptance)


def idle_bounds(player_ids: Collection[int]) -> list[int]:
    """For each bot account among the players: how many days a match without a clock may be idle."""
    if not player_ids:
        return []
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
    """The objection to calling a bot account to a match; None if it accepts the match.

    `options` are all options as the rules have read them. `by` is the caller, or None for the service itself.
    """
    if paused_until(bot_account.player) is not None:
        return "paused"
    open_ = Match.Status.LOBBY, Match.Status.PLAYING
    own = Seat.Kind.PLAYER, Seat.Kind.CALLED  # Invitations do not count: others send them without asking.
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
    """As `why_not`, for future matches: the account's current matches and pause do not count."""
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
    """Whether the account may be called to the match without being asked first."""
    return why_not(bot_account=bot_account, ruleset=ruleset, options=options, clock=clock, by=by) is None


def _callers(account: BotAccount, by: Player | None) -> list[Caller]:
    if by is not None and by.pk == account.owner_id:
        return ["owner", "people"]
    return ["people"] if by is None or bot_account_of(by) is None else ["bots"]
