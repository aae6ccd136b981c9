"""What an app adds to the admin of a model in a lower app: pages with permissions, wrapped views, columns, context."""

from typing import Any

import pytest
from django.contrib.admin import ModelAdmin
from django.contrib.admin.sites import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from cards.models import CardSetDraft
from common.admin import pages as admin_pages
from common.admin.pages import Extension, NoAddOrDelete, Page, PagesAdmin, ReadOnly, extend


class Reader:
    """A signed-in user with these permissions."""

    is_active = is_staff = True
    pk = None

    def __init__(self, *permissions: str) -> None:
        self.permissions = permissions

    def has_perms(self, wanted: tuple[str, ...]) -> bool:
        return set(wanted) <= set(self.permissions)


class DraftAdmin(PagesAdmin, ModelAdmin):  # type: ignore[type-arg]
    list_display = ("id",)


@pytest.fixture(autouse=True)
def nothing_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin_pages, "_EXTENSIONS", {})


@pytest.fixture
def drafts() -> DraftAdmin:
    return DraftAdmin(CardSetDraft, AdminSite())


def asked_by(*permissions: str) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = Reader(*permissions)  # type: ignore[assignment]
    return request


def said(model_admin: Any, request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(f"page {number}")


def open_page(drafts: DraftAdmin, request: HttpRequest) -> str:
    """Open the added page without the admin site's own sign-in check."""
    (url,) = [url for url in drafts.get_urls() if url.name == "drafts_page"]
    return str(url.callback.__wrapped__(request, number=7).content, "utf-8")


def test_a_page_is_served_at_its_route_to_who_has_every_permission(drafts: DraftAdmin) -> None:
    extend(CardSetDraft, Extension(pages=(Page("<int:number>/page/", "drafts_page", said, ("see", "print")),)))

    assert open_page(drafts, asked_by("see", "print")) == "page 7"
    with pytest.raises(PermissionDenied):
        open_page(drafts, asked_by("see"))


def test_another_app_wraps_a_page_but_not_its_permissions(drafts: DraftAdmin) -> None:
    def wrap(model_admin: Any, view: Any) -> Any:
        return lambda request, **named: HttpResponse(b"<" + view(request, **named).content + b">")

    extend(CardSetDraft, Extension(pages=(Page("<int:number>/page/", "drafts_page", said, ("see",)),)))
    extend(CardSetDraft, Extension(wrappers={"drafts_page": wrap}))
    extend(CardSetDraft, Extension(wrappers={"another": lambda *given: pytest.fail("wraps another page")}))

    assert open_page(drafts, asked_by("see")) == "<page 7>"
    with pytest.raises(PermissionDenied):
        open_page(drafts, asked_by())


def test_columns_and_filters_follow_those_of_the_admin_in_the_order_of_the_apps(drafts: DraftAdmin) -> None:
    def first(row: Any) -> str:
        return "1"

    def second(row: Any) -> str:
        return "2"

    extend(CardSetDraft, Extension(list_display=(first,), list_filter=("ruleset",)))
    extend(CardSetDraft, Extension(list_display=(second,), select_related=("base",)))

    assert drafts.get_list_display(asked_by()) == ("id", first, second)
    assert drafts.get_list_filter(asked_by()) == ("ruleset",)
    assert drafts.get_queryset(asked_by()).query.select_related == {"base": {}}


def test_pages_get_the_templates_of_all_apps_and_what_they_read(drafts: DraftAdmin) -> None:
    extend(CardSetDraft, Extension(head=("head.html",), tools=("one.html",), context=lambda *given: {"one": 1}))
    extend(CardSetDraft, Extension(tools=("two.html",), context=lambda *given: {"two": 2}))

    assert drafts.added(asked_by()) == {
        "added_head": ["head.html"],
        "added_tools": ["one.html", "two.html"],
        "one": 1,
        "two": 2,
    }


def test_what_is_added_to_one_model_is_in_no_other_admin(drafts: DraftAdmin) -> None:
    extend(CardSetDraft.base.field.related_model, Extension(tools=("one.html",)))

    assert drafts.extensions == [] and drafts.added(asked_by()) == {"added_head": [], "added_tools": []}


@pytest.mark.parametrize(("mixin", "may_change"), [(NoAddOrDelete, True), (ReadOnly, False)])
def test_rows_that_services_make_are_neither_added_nor_removed_by_hand(mixin: Any, may_change: bool) -> None:
    class Everything:
        def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
            return True

        has_add_permission = has_delete_permission = has_change_permission

    rows = type("Rows", (mixin, Everything), {})()
    request = asked_by()

    assert (rows.has_add_permission(request), rows.has_delete_permission(request)) == (False, False)
    assert rows.has_change_permission(request) is may_change
