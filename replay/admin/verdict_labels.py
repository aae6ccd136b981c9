"""The verdict on a match, in words."""

from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from matches.models import Match
from replay.models import Verification
from replay.verdicts import verdict_on


def verdict_context(match: Match) -> dict[str, Any]:
    """The verdict on a match, for its page. The match is audited again if anything has changed."""
    verdict = verdict_on(match)
    return {"kept": verdict, "text": verdict_label(verdict, match)}


def verdict_label(verdict: Verification | None, match: Match) -> str:
    """A stored verdict in words: what was found and when; for a damaged match also when it was last sound."""
    if verdict is None:
        return "–"
    if not verdict.is_sealed:
        return _marked("proof-unsound", _("The stored verdict was not written by the service"))
    when = date_format(localtime(verdict.verified_at), "DATETIME_FORMAT")
    if not verdict.is_sound:
        text = _("failed verification (%(when)s)") % {"when": when}
        if verdict.sound_at is not None:
            sound = date_format(localtime(verdict.sound_at), "DATETIME_FORMAT")
            text = _("%(text)s; last verified %(sound)s") % {"text": text, "sound": sound}
        return _marked("proof-unsound", text)
    text = _("verified %(when)s") % {"when": when}
    if verdict.version < match.version:
        text = _("%(text)s, up to event %(seq)d") % {"text": text, "seq": verdict.version}
    if verdict.not_compared:
        places = ", ".join(sorted({field for _seq, field, _code in verdict.not_compared}))
        text = _("%(text)s; not compared: %(places)s") % {"text": text, "places": places}
    return _marked("proof-sound", text)


def _marked(kind: str, text: str) -> str:
    return format_html('<span class="{}">{}</span>', kind, text)
