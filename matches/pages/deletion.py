"""Deleting one's account from a page: with the password, and without a way back."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from common.text.errors import ServiceError
from common.text.refusals import add_refusal
from matches.services.deletion import delete_account
from players.models import Player
from players.pages.account import OwnPasswordForm
from players.pages.sign_in import account_answer, account_page


class DeletionForm(OwnPasswordForm):
    """A guest has no password: he says only that he means it."""

    is_sure = forms.BooleanField(label=_("Delete my account; there is no way back"))

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        player = request.user
        if isinstance(player, Player) and player.is_guest:
            del self.fields["password"]


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def delete_page(request: HttpRequest) -> HttpResponse:
    """What goes and what stays; with POST it goes."""
    player: Player = request.user  # type: ignore[assignment]
    form = DeletionForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_account(player_id=player.pk)
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            logout(request)
            messages.success(request, gettext("Your account is deleted."))
            return redirect("home")
    return account_answer(request, "delete", _("Delete the account"), status=400 if form.errors else 200, form=form)
