"""The admin as an app of Django's, and what every form refuses."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib.admin.apps import AdminConfig

from common.text.language import in_language
from common.text.unkeepable import TEXTS, unkeepable


class StaffConfig(AdminConfig):
    default_site = "config.staff.StaffSite"

    def ready(self) -> None:
        """Every field of every form refuses U+0000 and lone surrogates in the words of the API and of imports. Django
        has words of its own for the first in texts alone; a choice or a number would be told to be another one."""
        super().ready()
        for kind in (forms.Field, forms.ModelMultipleChoiceField):  # The others call the first one's.
            kind.clean = _keepable(kind.clean)  # type: ignore[method-assign]


def _keepable(clean: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    @wraps(clean)
    def refusing(field: Any, value: Any) -> Any:
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, str) and (code := unkeepable(part)):
                raise forms.ValidationError(in_language(TEXTS[code]), code=code)
        return clean(field, value)

    return refusing
