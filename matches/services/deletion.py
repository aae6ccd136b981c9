"""Delete an account. Logs, seats, ratings and records stay; the name and all personal data go.

A row without a name remains, because logs contain its public id and others' ratings depend on matches with it.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db.models import Q

from common.models import forget_lists
from common.text.errors import ServiceError
from decks.services import forget_decks
from matches.log.database_clock import read_database_clock
from matches.log.transactions import isolate_errors, writing
from matches.models import Block, EventNote, Match, PairingRequest, Phrase, PhraseMute, RequestKey, Seat
from matches.notifications.models import Notice
from matches.services.challenges import end_challenge, open_challenges
from matches.services.ending import abort_match, resign
from matches.services.lobby import leave_match
from matches.webhooks.models import Webhook
from players.access import access_ends
from players.guests import idle_guests
from players.models import BotAccount, KnownClient, Player, end_tokens
from players.names import DELETED, keys_of
from players.oauth.apps import forget_apps
from players.presence import forget_presence

LATELY = timedelta(days=2)
"""How long the sweep looks for matches left open by an interrupted deletion."""


def delete_account(*, player_id: int) -> None:
    """Sign the account out for good, remove its name and data, and end its matches.

    Deleting again changes nothing. Raises ServiceError `staff_account`: official acts keep their name.
    """
    with writing():
        player = Player.objects.select_for_update().get(pk=player_id)
        if player.is_staff:
            raise ServiceError("staff_account")
        if player.deleted_at is None:
            _blank(player)
            _forget(player)
            access_ends(player.pk)
    forget_presence(player_id)
    wind_up(player_id)


def wind_up(player_id: int) -> None:
    """End a deleted account's matches and challenges: running matches are resigned, its lobbies closed."""
    player = Player.objects.get(pk=player_id)
    for challenge in open_challenges(player):
        end_challenge(challenge, player, reason="later")
    for match_id, status, is_own in _open_matches(player):
        try:
            if status == Match.Status.PLAYING:
                resign(match_id=match_id, player_id=player_id)
            elif is_own:
                abort_match(match_id=match_id, player=player, note="")
            else:
                leave_match(match_id=match_id, player=player)
        except ServiceError:
            continue  # It has ended, or started, meanwhile. The sweep finds a match that has started.


def sweep_accounts(now: datetime, limit: int) -> int:
    """Delete guests who cannot return, and end the open matches of deleted accounts. Returns how many guests."""
    deleted = 0
    for player_id in idle_guests(now, limit):
        deleted += isolate_errors(_delete_guest, player_id, "the guest %s cannot be deleted")
    lately = Player.objects.filter(deleted_at__gt=now - LATELY)
    seats = Seat.objects.filter(player__in=lately, match__status__in=[Match.Status.LOBBY, Match.Status.PLAYING])
    for player_id in set(seats.values_list("player_id", flat=True)[:limit]):
        isolate_errors(_wind_up, player_id, "what the deleted account %s plays cannot be ended")
    return deleted


def _delete_guest(player_id: int) -> bool:
    delete_account(player_id=player_id)
    return True


def _wind_up(player_id: int) -> bool:
    wind_up(player_id)
    return True


def _blank(player: Player) -> None:
    name = f"{DELETED}{player.public_id.hex[:12]}"
    by_case, by_looks = keys_of(name)
    Player.objects.filter(pk=player.pk).update(
        username=name,
        case_key=by_case,
        look_key=by_looks,
        password=make_password(None),
        first_name="",
        last_name="",
        email="",
        email_confirmed_at=None,
        wants_turn_mail=False,
        language="",
        is_active=False,
        is_guest=False,
        last_login=None,
        deleted_at=read_database_clock().moment,
    )


def _forget(player: Player) -> None:
    end_tokens(player)
    forget_apps(player)
    for model in (KnownClient, RequestKey, PairingRequest, Notice, EventNote, Webhook):
        owner = {Notice: "account", Webhook: "account"}.get(model, "player")
        model.objects.filter(**{owner: player}).delete()
    Phrase.objects.filter(player=player).delete()
    PhraseMute.objects.filter(player=player).delete()
    Block.objects.filter(Q(blocker=player) | Q(blocked=player)).delete()
    BotAccount.objects.filter(owner=player).update(owner=None)
    player.groups.clear()
    player.user_permissions.clear()
    forget_decks(player)
    forget_lists(player)


def _open_matches(player: Player) -> list[tuple[UUID, str, bool]]:
    """The unfinished matches that the account plays in or opened: id, status, and whether it opened the match."""
    part = Q(pk__in=Seat.objects.order_by().filter(player=player).values("match"))
    found = Match.objects.filter(
        part | Q(created_by=player, status=Match.Status.LOBBY),
        status__in=[Match.Status.LOBBY, Match.Status.PLAYING],
    )
    rows = found.order_by("pk").values_list("pk", "status", "created_by_id")
    return [(pk, status, opener == player.pk) for pk, status, opener in rows]
