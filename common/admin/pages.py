"""Our own pages in the admin, and what an app adds to the admin of a model in an app below it.

An app calls `extend(Model, Extension(...))` when Django imports its `admin`. The model's admin class looks up the
extensions on every request. So the registered class is the one served, and no app imports one above it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from common.admin.lists import OwnLists

PageView = Callable[..., HttpResponse]
"""(request, parameters of the URL) -> the answer."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page beside the list and the form of a model."""

    route: str
    """Path below the list's address."""
    name: str
    """Name of the URL, without `admin:`."""
    view: Callable[..., HttpResponse]
    """(the model's admin, request, parameters of the URL) -> the answer."""
    permissions: tuple[str, ...]
    """The reader needs all of them; otherwise the answer is 403."""


@dataclass(frozen=True, slots=True)
class Use:
    """The newest places where an object is used."""

    title: Any
    rows: list[tuple[str, str, str]]
    """Text of the link, its address, and a remark beside it."""
    total: int
    more: str = ""
    """Address of the full list, if there is one."""


@dataclass(frozen=True, slots=True)
class Extension:
    """What an app adds to the admin of a model."""

    pages: tuple[Page, ...] = ()
    list_display: tuple[Callable[[Any], Any], ...] = ()
    """More columns: functions of a row (Django's `list_display`)."""
    list_filter: tuple[Any, ...] = ()
    select_related: tuple[str, ...] = ()
    """Relations that the columns read."""
    actions: tuple[Callable[..., Any], ...] = ()
    """Functions of (the model's admin, request, chosen rows)."""
    head: tuple[str, ...] = ()
    """Templates above the form of an object."""
    tools: tuple[str, ...] = ()
    """Templates of the buttons on the pages of an object."""
    context: Callable[[Any, HttpRequest], dict[str, Any]] | None = None
    """(the model's admin, request) -> context of those templates, on every page of `PagesAdmin.page`."""
    uses: Callable[[Any, HttpRequest, Any], list[Use]] | None = None
    """(the model's admin, request, an object) -> its uses that the reader may see."""
    object_context: Callable[[Any, HttpRequest, str], dict[str, Any]] | None = None
    """(the model's admin, request, the object's key in the URL) -> more context, on the object's form."""
    wrappers: Mapping[str, Callable[[Any, PageView], PageView]] = field(default_factory=dict)
    """Name of a URL -> a function that wraps its view: (the model's admin, view) -> view."""


_EXTENSIONS: dict[type[Model], list[Extension]] = {}


def extend(model: type[Model], extension: Extension) -> None:
    """Add to the admin of a model. Call it in an `admin` module; Django imports these in the order of the apps."""
    _EXTENSIONS.setdefault(model, []).append(extension)


class NoAddOrDelete:
    """Mixin: only services create and delete rows."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(NoAddOrDelete):
    """Mixin: only services write rows."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class PagesAdmin(OwnLists):
    """An admin with the pages, columns, filters, actions and buttons that apps added to its model."""

    @property
    def extensions(self) -> list[Extension]:
        return _EXTENSIONS.get(self.model, [])

    def page(self, request: HttpRequest, template: str, title: Any, **context: Any) -> TemplateResponse:
        """Render a page in the frame of the admin, with the buttons that apps added."""
        every = {**self.admin_site.each_context(request), "opts": self.opts, "title": title, **self.added(request)}
        return TemplateResponse(request, template, {**every, **context})

    def added(self, request: HttpRequest) -> dict[str, Any]:
        """The templates that apps added, and their context."""
        context: dict[str, Any] = {
            "added_head": [template for extension in self.extensions for template in extension.head],
            "added_tools": [template for extension in self.extensions for template in extension.tools],
        }
        for extension in self.extensions:
            if extension.context is not None:
                context.update(extension.context(self, request))
        return context

    def need(self, request: HttpRequest, *permissions: str) -> None:
        """Raises PermissionDenied unless the reader has all of them."""
        if not request.user.has_perms(permissions):
            raise PermissionDenied

    def get_urls(self) -> list[URLPattern]:
        pages = [page for extension in self.extensions for page in extension.pages]
        return [self._url(page) for page in pages] + super().get_urls()

    def _url(self, page: Page) -> URLPattern:
        view = self._wrapped(page.name, partial(page.view, self))

        def page_view(request: HttpRequest, **named: Any) -> HttpResponse:
            self.need(request, *page.permissions)
            return view(request, **named)

        return path(page.route, self.admin_site.admin_view(page_view), name=page.name)

    def _wrapped(self, name: str, view: PageView) -> PageView:
        for extension in self.extensions:
            if name in extension.wrappers:
                view = extension.wrappers[name](self, view)
        return view

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The form of an object, with the buttons and context that apps added."""

        def form_view(request: HttpRequest, object_id: str) -> HttpResponse:
            context = {**self.added(request), "uses": self._uses(request, object_id), **(extra_context or {})}
            for extension in self.extensions:
                if extension.object_context is not None:
                    context.update(extension.object_context(self, request, object_id))
            return super(PagesAdmin, self).change_view(request, object_id, form_url, context)

        name = f"{self.opts.app_label}_{self.opts.model_name}_change"
        return self._wrapped(name, form_view)(request, object_id=object_id)

    def _uses(self, request: HttpRequest, object_id: str) -> list[Use]:
        is_used = any(extension.uses for extension in self.extensions)
        found = self.get_object(request, unquote(object_id)) if is_used else None
        if found is None or not self.has_view_permission(request, found):
            return []
        return self.uses_of(request, found)

    def uses_of(self, request: HttpRequest, found: Any) -> list[Use]:
        """The uses of an object that this reader may see."""
        asked = [extension.uses for extension in self.extensions if extension.uses is not None]
        return [use for uses in asked for use in uses(self, request, found)]

    def standard_columns(self, request: HttpRequest) -> tuple[Any, ...]:
        added = [column for extension in self.extensions for column in extension.list_display]
        return (*super().standard_columns(request), *added)

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        added = [entry for extension in self.extensions for entry in extension.list_filter]
        return (*super().get_list_filter(request), *added)

    def get_queryset(self, request: HttpRequest) -> Any:
        related = [name for extension in self.extensions for name in extension.select_related]
        rows = super().get_queryset(request)
        return rows.select_related(*related) if related else rows

    def _get_base_actions(self) -> list[Any]:
        """All actions, with those that apps added. Django then filters them by permission."""
        added = [action for extension in self.extensions for action in extension.actions]
        return [*super()._get_base_actions(), *map(self.get_action, added)]
