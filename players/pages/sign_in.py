"""Signing in and out, and the decorator of account pages."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from players.access import access_ends

Page = Callable[..., HttpResponse]


def account_page(view: Page) -> Page:
    """A view that requires signing in and is never cached."""
    return never_cache(login_required(view, login_url="account-sign-in"))  # type: ignore[no-any-return]


def account_answer(
    request: HttpRequest, template: str, title: Promise | str, *, status: int = 200, **context: Any
) -> HttpResponse:
    return render(request, f"account/{template}.html", {"title": title, **context}, status=status)


class SignInPage(LoginView):
    """The sign-in page for players and staff. Password attempts are limited (attempts.py)."""

    template_name = "account/sign_in.html"
    next_page = "account"
    extra_context = {"title": _("Sign in")}


class SignOutPage(LogoutView):
    """Signs out this browser and closes its open streams."""

    next_page = "account-sign-in"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        player_id = request.user.pk
        response: HttpResponseBase = super().post(request, *args, **kwargs)
        if player_id is not None:
            access_ends(player_id)
        return response
