"""Declare an account a bot, and change its declaration."""

from collections.abc import Callable
from typing import Literal
from uuid import UUID

import msgspec
from django.db import transaction
from knox.crypto import hash_token

from cards.sets.selectors import newest_rules
from common.text.errors import ServiceError, malformed
from matches.limits import MOST_BOTS
from matches.models import Seat
from matches.selectors.acceptance import Acceptance
from matches.selectors.bot_accounts import bot_account_of
from players.models import BotAccount, Player
from players.tokens import valid_token
from rules.registry import slugs

AccountFault = Literal["illegal", "refused"]
"""An action that was refused as illegal or unreadable, or a call that was not answered in time."""
FaultListener = Callable[[UUID, int, AccountFault, str], None]
"""Called at a fault with the match, the seat, the kind of fault and what happened."""
_listeners: list[FaultListener] = []


def when_at_fault(listener: FaultListener) -> None:
    """Register a listener for faults of players. Registering it again changes nothing."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell_fault(match_id: UUID, seat: int, kind: AccountFault, what: str) -> None:
    for listener in _listeners:
        listener(match_id, seat, kind, what)


def declare_bot_account(
    *, owner: Player, token: str, version: str, acceptance: Acceptance, digest: str = ""
) -> BotAccount:
    """Make the token's account a bot for good. `owner` is responsible for it.

    Both sides have agreed: the owner by the request, the account by its token.
    Raises ServiceError `wrong_bot_token`, `has_played`, `already_declared`, `too_many_bots`, `not_allowed`,
    `malformed_request`.
    """
    if bot_account_of(owner) is not None:
        raise ServiceError("not_allowed")
    _check_rulesets(acceptance)
    player = _account_of(token)
    if player is None or player.pk == owner.pk:
        raise ServiceError("wrong_bot_token")
    with transaction.atomic():
        # Taking a seat locks the player's row too, so no seat is taken meanwhile.
        list(Player.objects.select_for_update().filter(pk__in=[owner.pk, player.pk]).order_by("pk"))
        if BotAccount.objects.filter(player=player).exists():
            raise ServiceError("already_declared")
        # An unanswered invitation does not count, or anyone could stop an account from becoming a bot.
        has_sat = Seat.objects.filter(player=player).exclude(kind=Seat.Kind.INVITED).exists()
        if has_sat or BotAccount.objects.filter(owner=player).exists():
            raise ServiceError("has_played")
        if BotAccount.objects.filter(owner=owner).count() >= MOST_BOTS:
            raise ServiceError("too_many_bots", most=MOST_BOTS)
        return BotAccount.objects.create(
            player=player, owner=owner, version=version.strip(), digest=digest, **_columns(acceptance)
        )


def change_bot_account(
    *, account: BotAccount, by: Player, version: str, acceptance: Acceptance, digest: str = ""
) -> BotAccount:
    """Change the declaration, as bot account or owner. Raises ServiceError `not_allowed`, `malformed_request`."""
    if by.pk not in (account.player_id, account.owner_id):
        raise ServiceError("not_allowed")
    _check_rulesets(acceptance)
    columns = {"version": version.strip(), "digest": digest, **_columns(acceptance)}
    BotAccount.objects.filter(pk=account.pk).update(**columns)
    for name, value in columns.items():
        setattr(account, name, value)
    return account


def _account_of(token: str) -> Player | None:
    """The account of a valid token with the `bot` scope; otherwise None."""
    found = valid_token(hash_token(token)) if token.isascii() else None
    return found.user if found is not None and "bot" in found.scope_set else None


def _columns(acceptance: Acceptance) -> dict[str, object]:
    named = " ".join(dict.fromkeys(game.ruleset for game in acceptance.rulesets))
    return {"accepts": msgspec.to_builtins(acceptance), "rulesets": f" {named} "}


def _check_rulesets(acceptance: Acceptance) -> None:
    """Raises ServiceError `malformed_request` for an unknown ruleset or option."""
    known = slugs()
    for index, game in enumerate(acceptance.rulesets):
        place = f"/accepts/rulesets/{index}"
        if game.ruleset not in known:
            raise malformed("unknown_ruleset_named", place={"pointer": f"{place}/ruleset"}, accepted={"enum": known})
        options = [field.encode_name for field in msgspec.structs.fields(newest_rules(game.ruleset).read_options({}))]
        for name in game.options:
            if name not in options:
                accepted = {"propertyNames": {"enum": options}}
                raise malformed("unknown_option_named", place={"pointer": f"{place}/options"}, accepted=accepted)
