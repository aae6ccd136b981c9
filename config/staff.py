"""The site of the admin: completes what is typed in the fields that ask for it, and in no others."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse


class ListedCompletion(AutocompleteJsonView):
    """Django's own completes any relation of any model, whether or not a form has it."""

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
    def autocomplete_view(self, request: HttpRequest) -> HttpResponse:
        return ListedCompletion.as_view(admin_site=self)(request)
