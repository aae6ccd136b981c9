"""Django's views for requesting a new password by mail and for setting it."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetDoneView, PasswordResetView
from django.http import HttpResponse
from django.http.response import HttpResponseRedirect
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from players.password_reset import request_reset

TITLE = {"title": _("Set a new password")}


class ForgottenPage(PasswordResetView):
    """Request a new password. The answer is the same whether or not an account has the address."""

    template_name = "account/forgotten.html"
    success_url = reverse_lazy("account-reset-sent")
    extra_context = {**TITLE, "sends_mail": settings.SENDS_MAIL}

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        if settings.SENDS_MAIL:
            language = get_language() or settings.LANGUAGE_CODE
            request_reset(request=self.request, address=form.cleaned_data["email"], language=language)
        return HttpResponseRedirect(self.get_success_url())


class ResetSentPage(PasswordResetDoneView):
    template_name = "account/reset_sent.html"
    extra_context = TITLE


class NewPasswordPage(PasswordResetConfirmView):
    """Set a new password. This ends all sessions and tokens of the account (`Player.save`)."""

    template_name = "account/new_password.html"
    success_url = reverse_lazy("account-sign-in")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **TITLE}
