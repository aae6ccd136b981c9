"""Third-party apps: owners register and delete them, players allow and revoke them."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from common.scopes import SCOPES, read_scopes
from players.access import access_ends
from players.limits import MOST_APPS, MOST_REDIRECTS
from players.models import OAuthApp, OAuthGrant, Player
from players.names import is_reserved
from players.oauth.grants import end_grants
from players.oauth.redirects import is_redirect


def register_app(*, owner: Player, name: str, redirect_uris: Sequence[str]) -> OAuthApp:
    """Register an app. Raises ValidationError, by field if the fault belongs to one."""
    _check_name(name)
    _check_redirects(redirect_uris)
    with transaction.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk=owner.pk).values_list("pk"))
        if owner.is_guest:
            raise ValidationError(_("Guests can't register apps. Sign up first."))
        if OAuthApp.objects.filter(owner=owner).count() >= MOST_APPS:
            raise ValidationError(_("You can't register more than %(most)d apps.") % {"most": MOST_APPS})
        return OAuthApp.objects.create(owner=owner, name=name, redirect_uris="\n".join(redirect_uris))


def _check_name(name: str) -> None:
    if any(unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") for character in name):
        raise ValidationError({"name": _("The name contains an invisible character.")})
    if is_reserved(name):
        raise ValidationError({"name": _("This name could be mistaken for the service itself.")})


def _check_redirects(addresses: Sequence[str]) -> None:
    if not 1 <= len(addresses) <= MOST_REDIRECTS:
        text = _("Enter at least one address and at most %(most)d.") % {"most": MOST_REDIRECTS}
        raise ValidationError({"redirect_uris": text})
    for address in addresses:
        if not is_redirect(address):
            text = _(
                "%(address)s can't be used. Enter an https address in lower case, without a fragment (#…). For a "
                "program on the player's computer, use http://127.0.0.1/ or http://[::1]/ with any path."
            )
            raise ValidationError({"redirect_uris": text % {"address": address[:100]}})


def remove_app(*, app: OAuthApp) -> None:
    """Delete an app and all its tokens."""
    with transaction.atomic():
        held = OAuthApp.objects.select_for_update().filter(pk=app.pk).first()
        if held is None:
            return
        players = set(OAuthGrant.objects.filter(app=held).values_list("player_id", flat=True))
        held.delete()
        for player_id in players:
            access_ends(player_id)


def forget_apps(player: Player) -> None:
    """Delete all apps of an account that is being deleted."""
    for app in OAuthApp.objects.filter(owner=player):
        remove_app(app=app)


def allowed_apps(player: Player) -> list[dict[str, Any]]:
    """The apps that can use the account, sorted by name: `app`, `since`, `used` (when they last did) and `scopes`."""
    grants = OAuthGrant.objects.filter(player=player, tokens_given_at__isnull=False, expires_at__gt=timezone.now())
    rows: dict[int, dict[str, Any]] = {}
    found = grants.select_related("app__owner").annotate(used=Max("tokens__last_used_at"))
    for grant in found.order_by("app__name", "app_id", "created_at"):
        used = max(filter(None, (grant.tokens_given_at, grant.used)))
        row = rows.setdefault(
            grant.app_id, {"app": grant.app, "since": grant.created_at, "used": used, "scopes": frozenset()}
        )
        row["scopes"] |= read_scopes(grant.scopes)
        row["used"] = max(row["used"], used)
    return [{**row, "scopes": [scope for scope in SCOPES if scope in row["scopes"]]} for row in rows.values()]


def revoke_app(*, player: Player, app: OAuthApp) -> None:
    """End all tokens and grants that an app has from a player."""
    end_grants(player_id=player.pk, app=app)
