"""The sign-up page."""

from math import ceil

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.addresses import limit_key
from common.http import limits
from common.text.errors import ServiceError
from common.text.refusals import add_refusal
from players.guests import claim_guest
from players.models import Player
from players.pages.language import keep_language
from players.pages.sign_in import account_answer
from players.services import sign_up


class SignUpForm(forms.Form):
    username = forms.CharField(
        label=_("name"),
        min_length=2,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        help_text=_("Visible to everyone."),
    )
    password = forms.CharField(
        label=_("password"),
        min_length=10,
        max_length=200,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters, and not a common password."),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_page(request: HttpRequest) -> HttpResponse:
    """Create an account and sign in, or turn a guest's account into a full one. Limited as in the API."""
    guest = request.user if isinstance(request.user, Player) and request.user.is_guest else None
    if request.user.is_authenticated and guest is None:
        return HttpResponseRedirect(_next(request))
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            _count(request)
            player = sign_up(**form.cleaned_data) if guest is None else _claimed(guest, form)
        except ServiceError as refusal:
            add_refusal(form, refusal, field="username" if refusal.code == "name_taken" else None)
        else:
            login(request, player)
            keep_language(request, player)
            request.session.set_expiry(None)
            return HttpResponseRedirect(_next(request))
    status = 400 if form.errors else 200
    title = _("Sign up") if guest is None else _("Sign up to keep your matches")
    return account_answer(request, "sign_up", title, status=status, form=form, next=_next(request), guest=guest)


def _claimed(guest: Player, form: SignUpForm) -> Player:
    claim_guest(player=guest, **form.cleaned_data)
    return Player.objects.get(pk=guest.pk)


def _count(request: HttpRequest) -> None:
    """Count a sign-up by network address. Unknown addresses aren't counted. Raises ServiceError `too_fast`."""
    address = limit_key(request.META)
    if address is None:
        return
    rate = limits.take("sign_in", f"address:{address}")
    if not rate.allowed:
        raise ServiceError("too_fast", retry_after=ceil(rate.wait))


def _next(request: HttpRequest) -> str:
    """The path of this service to continue to after signing up."""
    wanted = (request.POST if request.method == "POST" else request.GET).get("next", "")
    is_safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if wanted and is_safe else reverse("play-games")
