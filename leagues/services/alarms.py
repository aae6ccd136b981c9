"""Mail a league's maker about what went wrong in it: at once, then a summary at most once an hour.

An alarm is written in the same transaction as the problem itself. The mail has no error text, because many machines
read mail; the admin shows the text to those who may see it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override

from common.sending import send_task
from common.text.language import in_language
from leagues.models import Alarm, Season
from leagues.services.waking import TELL_MAKER
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from players.mail import page_address, send_mail
from players.models import Player

QUIET = timedelta(hours=1)
"""After a mail its reader gets no other for this long, however many leagues go wrong."""
STORED_FOR = timedelta(days=1)
_MOST_LISTED = 20
"""Alarms listed in one mail; the rest are counted."""
_MOST_MAILS = 100
"""Mails per run; the next run continues."""


def raise_alarm(season: Season, kind: Alarm.Kind, about: str, now: datetime) -> None:
    """Store an alarm, unless no mail is sent here or the league has no maker. Inside `writing()` only."""
    if settings.SENDS_MAIL and season.league.created_by_id is not None:
        Alarm.objects.create(season_id=season.pk, kind=kind, about=about, at=now)


def tell_makers() -> int:
    """Request mails for all new alarms and delete old ones. Return the number of mails."""
    now = read_database_clock().moment
    Alarm.objects.filter(at__lt=now - STORED_FOR).delete()
    lately = Alarm.objects.filter(
        told_at__gt=now - QUIET, season__league__created_by=OuterRef("season__league__created_by")
    )
    unsent = Alarm.objects.filter(~Exists(lately), told_at=None, season__league__created_by__isnull=False)
    makers = unsent.order_by().values_list("season__league__created_by", flat=True).distinct()
    return sum(_request(player_id, now) for player_id in list(makers[:_MOST_MAILS]))


def _request(player_id: int, now: datetime) -> bool:
    """Mark the alarms before the mail is sent, so only one of two parallel runs sends it."""
    with writing():
        unsent = Alarm.objects.select_for_update(of=("self",)).filter(
            told_at=None, season__league__created_by=player_id
        )
        ids = list(unsent.order_by("pk").values_list("pk", flat=True))
        Alarm.objects.filter(pk__in=ids).update(told_at=now)
    if ids:
        send_task(TELL_MAKER, player_id, ids)
    return bool(ids)


def tell_maker(*, player_id: int, alarm_ids: Sequence[int]) -> None:
    """Send the mail, unless its reader wants none. Raises OSError if the mail server refuses it."""
    player = Player.objects.filter(
        pk=player_id, is_active=True, wants_league_mail=True, email_confirmed_at__isnull=False
    ).first()
    found = Alarm.objects.filter(pk__in=alarm_ids, season__league__created_by=player_id).order_by("pk")
    alarms = list(found.select_related("season__league"))
    if player is None or not player.email or not alarms:
        return
    more = len(alarms) - _MOST_LISTED
    with override(player.language_of_mails):
        paragraphs = [f"{_sentence(alarm)}\n{_address(alarm.season, player)}" for alarm in alarms[:_MOST_LISTED]]
        if more > 0:
            paragraphs.append(
                ngettext("%(n)d more problem is not listed.", "%(n)d more problems are not listed.", more) % {"n": more}
            )
        send_mail(
            to=player.email,
            language=player.language_of_mails,
            subject=gettext("Problem in your league %(league)s") % {"league": _name(alarms[0].season)},
            paragraphs=[
                *paragraphs,
                gettext("Problems within an hour are sent in one mail. To turn these mails off:"),
                page_address(reverse("account-mail")),
            ],
        )


def _name(season: Season) -> str:
    return in_language({"ja": season.league.name_ja, "en": season.league.name_en})


def _sentence(alarm: Alarm) -> str:
    match alarm.kind:
        case Alarm.Kind.BROKEN:
            text = gettext(
                "%(league)s, season %(season)d: the bot of %(about)s kept failing at one deal. %(about)s is out "
                "of this season; the other entrants continue."
            )
        case Alarm.Kind.FAILED:
            text = gettext(
                "%(league)s, season %(season)d: deal %(about)s kept failing, and no bot was at fault. The league "
                "is paused until someone resumes it."
            )
        case _:
            text = gettext(
                "%(league)s, season %(season)d: the bot %(about)s no longer exists. The league is paused until "
                "someone resumes it."
            )
    return text % {"league": _name(alarm.season), "season": alarm.season.number, "about": alarm.about}


def _address(season: Season, player: Player) -> str:
    """The address of the page with the errors, for those who may read them."""
    if player.is_staff and player.has_perm("leagues.view_season"):
        return page_address(reverse("admin:leagues_season_change", args=[season.pk]))
    return page_address(reverse("league-season", args=[season.league.slug, season.number]))
