"""Why something was refused, as every page says it: in the reader's language, each fault by itself."""

import re

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from common.limits import MOST_VALUES_NAMED
from common.text.errors import Detail, ServiceError
from common.text.language import in_language
from common.text.naming import COMMA
from rules.engine.json_pointers import keys_of

_NUMBER = re.compile("[0-9]{1,6}")
"""Of an entry. An object may have longer keys of digits than a number is read from."""


def told(refusal: ServiceError) -> list[str]:
    """Each problem of a setup by itself; without any, what the refusal itself says. Only a form has fields to blame."""
    problems = [in_language(problem["texts"]) for problem in refusal.params.get("problems", [])]
    return problems or [in_language(refusal.texts, refusal.code)]


def _at_its_place(fault: Detail) -> str:
    place, text = place_words(fault.place.get("pointer", "")), in_language(fault.texts)
    said = f"{place}: {text}" if place else text
    accepted = fault.accepted.get("enum") if isinstance(fault.accepted, dict) else None
    if not accepted:
        return said
    words = in_language(COMMA).join(map(str, accepted[:MOST_VALUES_NAMED]))
    return _("%(said)s Allowed: %(words)s.") % {"said": said, "words": words}


def place_words(pointer: str) -> str:
    """`/entrants/0/bot` as people count: entrants › 1 › bot."""
    return " › ".join(str(int(key) + 1) if _NUMBER.fullmatch(key) else key for key in keys_of(pointer))


def show_refusal(request: HttpRequest, refusal: ServiceError) -> None:
    """As messages on the page that comes next."""
    for text in told(refusal):
        messages.error(request, text)


def add_refusal(
    form: forms.Form, refusal: ServiceError, field: str | None = None, *, with_places: bool = False
) -> None:
    """To a form: each fault at the field that it is of, if the form has it; all else at `field`, or above the form."""
    for fault in refusal.details:
        name = (keys_of(fault.place.get("pointer", "")) or [""])[0]
        text = _at_its_place(fault) if with_places else in_language(fault.texts)
        form.add_error(name if name in form.fields else field, text)
    for text in [] if refusal.details else told(refusal):
        form.add_error(field, text)
