"""The page of the account's email address, and the link that confirms an address."""

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from common.sending import send_task
from common.text.errors import ServiceError
from common.text.refusals import refusal_texts
from players.addresses import confirm_address, forget_address, read_confirmation
from players.mail import CONFIRM
from players.models import Player
from players.pages.account import OwnPasswordForm
from players.pages.sign_in import account_answer, account_page
from players.password_reset import count_mail


class AddressForm(OwnPasswordForm):
    email = forms.EmailField(
        label=_("mail address"), max_length=254, required=False, help_text=_("Leave empty to remove your address.")
    )
    field_order = ("email", "password")


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def mail_page(request: HttpRequest) -> HttpResponse:
    """Change the address. The new one takes effect once the player has followed its confirmation link."""
    player: Player = request.user  # type: ignore[assignment]
    form = AddressForm(request, request.POST or None, initial={"email": player.email})
    asked = ""
    if request.method == "POST" and settings.SENDS_MAIL and form.is_valid():
        asked = form.cleaned_data["email"]
        if not asked:
            forget_address(player)
            return redirect("account-mail")
        count_mail(request, asked)
        send_task(CONFIRM, player.pk, asked, get_language())
    status = 400 if form.errors else 200
    return account_answer(
        request, "mail", _("Mail"), status=status, form=form, asked=asked, sends_mail=settings.SENDS_MAIL
    )


@account_page
@require_POST
def turn_mail_page(request: HttpRequest) -> HttpResponse:
    """Turn mail about the player's turns in correspondence matches on or off."""
    return _wanted(request, "wants_turn_mail")


@account_page
@require_POST
def league_mail_page(request: HttpRequest) -> HttpResponse:
    """Turn mail about problems in leagues that the player created on or off."""
    return _wanted(request, "wants_league_mail")


@account_page
@require_POST
def review_mail_page(request: HttpRequest) -> HttpResponse:
    """Turn mail about reviews of card drafts on or off."""
    return _wanted(request, "wants_review_mail")


def _wanted(request: HttpRequest, field: str) -> HttpResponse:
    wanted = request.POST.get("wanted") == "yes"
    Player.objects.filter(pk=request.user.pk, email_confirmed_at__isnull=False).update(**{field: wanted})
    return redirect("account-mail")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address_page(request: HttpRequest) -> HttpResponse:
    """Confirm an address. The link only shows a button, because mail programs open links by themselves."""
    sent = (request.POST if request.method == "POST" else request.GET).get("sent", "")
    title = _("Confirm your mail address")
    try:
        if request.method == "POST":
            player = confirm_address(sent=sent)
            return account_answer(request, "confirm", title, player=player, is_done=True)
        player, address, _language = read_confirmation(sent)
    except ServiceError as refusal:
        return account_answer(request, "confirm", title, status=400, refusal=refusal_texts(refusal)[0])
    return account_answer(request, "confirm", title, player=player, address=address, sent=sent)
