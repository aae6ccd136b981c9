"""E-mail players that a correspondence match waits for them: opt-in, if they are not active, at most once a turn."""

from datetime import timedelta

import msgspec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext, override

from common.text.language import ruleset_name
from common.timestamps import moment_of
from matches.clocks import Times
from matches.log.database_clock import read_database_clock
from matches.log.transactions import isolate_errors
from matches.models import Match
from matches.selectors.turns import UnmailedTurn, unmailed_turns
from players.mail import page_address, send_mail
from players.models import Player, SentMail, TurnMail

_MOST_AT_ONCE = 100
"""Mails per sweep; the next sweep sends the rest."""
KEPT = timedelta(days=60)
"""Longer than any turn lasts."""


def tell_turns() -> int:
    """Send the mails that are due, and delete old records. Returns how many mails were sent."""
    if not settings.SENDS_MAIL:
        return 0
    now = read_database_clock().moment
    TurnMail.objects.filter(looked_at__lt=now - KEPT).delete()
    SentMail.objects.filter(sent_at__lt=now - KEPT).delete()
    due = unmailed_turns(quiet_since=now - timedelta(minutes=settings.TURN_MAIL_MINUTES), limit=_MOST_AT_ONCE)
    sent = 0
    for turn in due:
        sent += isolate_errors(lambda _, turn=turn: _tell(turn), turn.match_id, "the turn in match %s cannot be mailed")  # type: ignore[misc]
    return sent


def _tell(turn: UnmailedTurn) -> bool:
    """Mail one turn. It is recorded first, so a worker killed in between sends no mail rather than two."""
    deadline_ms = msgspec.convert(turn.times, Times, str_keys=True).deadlines[turn.seat]
    if not _is_first(turn, deadline_ms):
        return False
    player, match = Player.objects.get(pk=turn.player_id), Match.objects.only("ruleset").get(pk=turn.match_id)
    with override(player.language_of_mails):
        until = moment_of(deadline_ms).strftime("%Y-%m-%d %H:%M UTC")
        send_mail(
            to=player.email,
            language=player.language_of_mails,
            subject=gettext("It is your turn: %(game)s") % {"game": ruleset_name(match.ruleset)},
            paragraphs=[
                gettext("It's your turn in a match of %(game)s, %(name)s. Act by %(until)s.")
                % {"game": ruleset_name(match.ruleset), "name": player.get_username(), "until": until},
                page_address(reverse("play", args=[turn.match_id])),
                gettext("You turned on these mails. To turn them off:"),
                page_address(reverse("account-mail")),
            ],
        )
    return True


def _is_first(turn: UnmailedTurn, deadline_ms: int) -> bool:
    """Record that the turn is mailed. False if it already was, perhaps by another worker at the same moment."""
    now = read_database_clock().moment
    rows = TurnMail.objects.filter(match_id=turn.match_id, seat=turn.seat)
    if rows.exclude(deadline_ms=deadline_ms).update(deadline_ms=deadline_ms, looked_at=now):
        return True
    if rows.update(looked_at=now):
        return False
    try:
        with transaction.atomic():
            TurnMail.objects.create(match_id=turn.match_id, seat=turn.seat, deadline_ms=deadline_ms, looked_at=now)
    except IntegrityError:
        return False
    return True
