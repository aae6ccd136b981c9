"""Refusals on pages: in the reader's language, one sentence per fault."""

import re
from datetime import datetime, timedelta
from math import ceil

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.limits import MOST_VALUES_NAMED
from common.text.errors import Detail, ServiceError
from common.text.language import in_language
from common.text.naming import COMMA
from rules.engine.json_pointers import keys_of

_NUMBER = re.compile("[0-9]{1,6}")
"""The index of an entry. Longer strings of digits may be keys of objects."""


def refusal_texts(refusal: ServiceError) -> list[str]:
    """One text for each problem of a setup, otherwise the refusal's own text. Details are only for forms."""
    if refusal.code == "too_fast":
        return [_until(refusal.params["retry_after"])]
    if problems := [in_language(problem["texts"]) for problem in refusal.params.get("problems", [])]:
        return problems
    said = in_language(refusal.texts, refusal.code)
    if (until := refusal.params.get("until")) is None:
        return [said]
    time = timeuntil(datetime.fromisoformat(until) + timedelta(minutes=1))  # Whole minutes, rounded up.
    return [_("%(said)s Try again in %(time)s.") % {"said": said, "time": time}]


def _until(seconds: int) -> str:
    """Too many requests, and when the reader may try again."""
    minutes = ceil(seconds / 60)
    return ngettext(
        "Too many requests. Try again in %(minutes)d minute.",
        "Too many requests. Try again in %(minutes)d minutes.",
        minutes,
    ) % {"minutes": minutes}


def _at_its_place(fault: Detail) -> str:
    place, text = place_words(fault.place.get("pointer", "")), in_language(fault.texts)
    sentence = f"{place}: {text}" if place else text
    accepted = fault.accepted.get("enum") if isinstance(fault.accepted, dict) else None
    if not accepted:
        return sentence
    words = in_language(COMMA).join(map(str, accepted[:MOST_VALUES_NAMED]))
    return _("%(said)s Allowed: %(words)s.") % {"said": sentence, "words": words}


def place_words(pointer: str) -> str:
    """A JSON pointer with entries counted from 1: `/entrants/0/bot` -> entrants › 1 › bot."""
    return " › ".join(str(int(key) + 1) if _NUMBER.fullmatch(key) else key for key in keys_of(pointer))


def marked(text: str) -> str:
    """Mark what is between backticks as code, for a page."""
    if "`" not in text:
        return text
    parts = enumerate(text.split("`"))
    return format_html_join("", "{}", ((format_html("<code>{}</code>", part) if i % 2 else part,) for i, part in parts))


def show_refusal(request: HttpRequest, refusal: ServiceError) -> None:
    """Show the refusal as messages on the next page."""
    for text in refusal_texts(refusal):
        messages.error(request, marked(text))


def add_refusal(
    form: forms.Form, refusal: ServiceError, field: str | None = None, *, with_places: bool = False
) -> None:
    """Add the refusal to a form: faults to their fields if the form has them, the rest to `field` or above the form."""
    for fault in refusal.details:
        name = (keys_of(fault.place.get("pointer", "")) or [""])[0]
        text = _at_its_place(fault) if with_places else in_language(fault.texts)
        form.add_error(name if name in form.fields else field, marked(text))
    for text in [] if refusal.details else refusal_texts(refusal):
        form.add_error(field, marked(text))
