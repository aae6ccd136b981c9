"""A damaged or forged log is said on every page that shows its match."""

from django.utils.translation import gettext as _

from matches.models import Match
from replay.models import Verification
from replay.verdicts import verdict_on


def damage(match: Match) -> str:
    """Of a match that is over what an audit says of it as it is stored now; of a live one what the last one said."""
    if match.version < 0:
        return ""
    is_over = match.status == Match.Status.OVER
    verdict = verdict_on(match) if is_over else Verification.objects.filter(match=match.pk).first()
    if verdict is None or (verdict.is_sealed and verdict.is_sound):
        return ""
    return _("The log of this match does not verify: what is shown here is not what was played.")


def is_damaged(match: Match) -> bool:
    """What an audit says of the match as it is stored now; one that has not started has no log."""
    return match.version >= 0 and not verdict_on(match).is_sound
