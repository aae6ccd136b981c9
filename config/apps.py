"""The admin site, with autocompletion limited to declared fields, and the characters that every form refuses."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import path

from common.text.language import in_language
from common.text.unkeepable import TEXTS, unkeepable
from players.access import access_ends


class StaffConfig(AdminConfig):
    default_site = "config.apps.StaffSite"

    def ready(self) -> None:
        """Make every form field refuse U+0000 and lone surrogates, with the API's texts.

        Django refuses only U+0000, and only in text fields. A choice or number would get a misleading text.
        """
        super().ready()
        for kind in (forms.Field, forms.ModelMultipleChoiceField):  # Other fields call the first one's `clean`.
            kind.clean = _keepable(kind.clean)  # type: ignore[method-assign]


def _keepable(clean: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    @wraps(clean)
    def refusing(field: Any, value: Any) -> Any:
        for part in value if isinstance(value, list | tuple) else (value,):
            if isinstance(part, str) and (code := unkeepable(part)):
                raise forms.ValidationError(in_language(TEXTS[code]), code=code)
        return clean(field, value)

    return refusing


class ListedCompletion(AutocompleteJsonView):
    """Autocompletion limited to declared fields. Django's own would complete any relation of any model."""

    def process_request(self, request: HttpRequest) -> Any:
        """Raises PermissionDenied unless the field is in `autocomplete_fields` of its class."""
        asked = tuple(request.GET.get(name, "") for name in ("app_label", "model_name", "field_name"))
        if asked not in self._listed():
            raise PermissionDenied
        return super().process_request(request)

    def _listed(self) -> set[tuple[str, ...]]:
        pages: list[Any] = list(self.admin_site._registry.values())  # type: ignore[attr-defined]
        pages += [inline(inline.model, self.admin_site) for page in pages for inline in page.inlines]
        return {
            (page.model._meta.app_label, page.model._meta.model_name, field)
            for page in pages
            for field in page.autocomplete_fields
        }


class StaffSite(AdminSite):
    def get_urls(self) -> list[Any]:
        from config.service_health import health_page  # noqa: PLC0415 -- the models are not there yet

        page = self.admin_view(partial(health_page, self))
        return [path("health/", page, name="service_health"), *super().get_urls()]

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Sign out this browser and close its open streams."""
        player_id = request.user.pk
        response = super().logout(request, extra_context)
        if player_id is not None:
            access_ends(player_id)
        return response

    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        return ListedCompletion.as_view(admin_site=self)(request)
