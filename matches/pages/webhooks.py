"""The pages of a player's webhooks: create, prove, test, change and delete them, and send deliveries again."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from common.http import limits
from common.http.paging import decode_cursor, encode_cursor, page_of
from common.text.errors import ServiceError
from common.text.language import in_language
from common.text.refusals import add_refusal, show_refusal
from matches.limits import MOST_WEBHOOK_URL
from matches.pages.requests import Where, carry_out
from matches.webhooks import hooks
from matches.webhooks.delivering import PROBLEMS
from matches.webhooks.messages import CHALLENGE, type_labels
from matches.webhooks.models import Webhook, WebhookDelivery
from matches.webhooks.signing import message_id
from players.models import Player
from players.pages.sign_in import account_answer, account_page

SHOWN = 20
POLICY = "webhooks"
"""The rate limit of creating, changing, testing and redelivering. The API has the same."""
Status, DeliveryStatus = Webhook.Status, WebhookDelivery.Status
STATUSES: dict[str, Promise] = {
    Status.UNPROVEN: _("not proven"),
    Status.ACTIVE: _("active"),
    Status.DISABLED: _("disabled"),
}
DELIVERY_STATUSES: dict[str, Promise] = {
    DeliveryStatus.WAITING: _("waiting"),
    DeliveryStatus.DELIVERED: _("delivered"),
    DeliveryStatus.DEAD: _("not delivered"),
    DeliveryStatus.OBSOLETE: _("not sent: the turn was over"),
}
ERRORS: dict[str, Promise] = {
    "no_public_address": _("The host has no public address."),
    "unreachable": _("The receiver could not be reached."),
    "tls_failed": _("The encrypted connection failed. Check the receiver's certificate."),
    "timed_out": _("The receiver did not answer within ten seconds."),
    "unreadable_answer": _("The receiver's answer could not be read."),
    "http_status": _("The receiver answered with status %(status)s."),
    "challenge_failed": _("The answer did not repeat the challenge."),
}
"""Why an attempt failed, by the codes of the API (`matches/api/webhooks/resources.py`)."""


def _type_choices() -> list[tuple[str, SafeString]]:
    return [(type_, _type_label(type_)) for type_ in type_labels()]


def _type_label(type_: str) -> SafeString:
    return format_html("<code>{}</code> {}", type_, in_language(type_labels().get(type_)))


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("address"),
        max_length=MOST_WEBHOOK_URL,
        widget=forms.URLInput(attrs={"spellcheck": "false"}),
        help_text=_("It starts with https:// and is on the public internet."),
    )
    types = forms.MultipleChoiceField(
        label=_("messages"),
        required=False,
        choices=_type_choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If you tick none, all messages are sent."),
    )


class DeliveriesForm(forms.Form):
    status = forms.ChoiceField(label=_("status"), required=False, choices=[("", _("all")), *DELIVERY_STATUSES.items()])
    cursor = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks_page(request: HttpRequest) -> HttpResponse:
    """List the webhooks and create one. Its secret is shown once, in the answer to the form.

    A reload of that answer creates no second webhook, nor do two clicks at once.
    """
    player = _player(request)
    form, made, secret = WebhookForm(request.POST or None), None, ""
    if request.method == "POST" and form.is_valid():
        try:
            limits.check_page(request, POLICY, player.pk)
            made, secret = hooks.create_webhook(player=player, mark=request.POST.get("mark", ""), **form.cleaned_data)
        except ServiceError as refusal:
            add_refusal(form, refusal)
        except hooks.SentAlready:
            form.add_error(None, _("This form was already sent. To create another webhook, send it again."))
        else:
            form = WebhookForm()
    challenges = hooks.last_challenges(player)
    webhooks = list(hooks.webhooks_of(player))
    lines = [_line(webhook, challenges.get(webhook.pk)) for webhook in webhooks]
    status = 400 if form.errors else 200
    context = {"form": form, "mark": hooks.creation_mark(webhooks), "lines": lines, "made": made, "secret": secret}
    return account_answer(request, "webhooks", _("Webhooks"), status=status, **context)


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def webhook_page(request: HttpRequest, webhook_id: UUID) -> HttpResponseBase:
    """A webhook with its deliveries. A POST changes its address and its messages."""
    player, webhook = _player(request), _own(request, webhook_id)
    initial = {"url": webhook.url, "types": webhook.types.split()}
    form = WebhookForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            limits.check_page(request, POLICY, player.pk)
            hooks.change_webhook(player=player, webhook_id=webhook_id, **form.cleaned_data)
        except ServiceError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, gettext("Saved."))
            return redirect("account-webhook", webhook_id)
    context = {"form": form, "line": _line(webhook, hooks.last_challenges(player).get(webhook_id))}
    status = 400 if form.errors else 200
    return account_answer(request, "webhook", _("Webhook"), status=status, **context, **_deliveries(request, webhook))


@account_page
@require_http_methods(["GET", "HEAD", "POST"])
def secret_page(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    """Explain what a new secret does. A POST makes one, which the answer shows once.

    A reload of that answer makes no other secret, which would end the one in use, nor do two clicks at once.
    """
    player, webhook = _player(request), _own(request, webhook_id)
    secret = ""
    if request.method == "POST":
        try:
            limits.check_page(request, POLICY, player.pk)
            mark = request.POST.get("mark", "")
            secret, webhook.former_until = hooks.rotate_secret(player=player, webhook_id=webhook_id, mark=mark)
        except ServiceError as refusal:
            show_refusal(request, refusal)
        except hooks.SentAlready:
            webhook = _own(request, webhook_id)
            messages.error(request, gettext("This form was already sent. To make another secret, send it again."))
    status = 400 if request.method == "POST" and not secret else 200
    until = webhook.former_until if _is_to_come(webhook.former_until) else None
    context = {"webhook": webhook, "secret": secret, "until": until, "mark": hooks.rotation_mark(webhook)}
    return account_answer(request, "webhook_secret", _("New secret"), status=status, **context)


@account_page
@require_POST
def test(request: HttpRequest, webhook_id: UUID) -> HttpResponseBase:
    """Send a challenge. The right answer proves the address and enables the webhook."""

    def send(player: Player) -> None:
        hooks.test_webhook(player=player, webhook_id=webhook_id)
        messages.success(request, gettext("A challenge is on its way. Reload this page to see the result."))

    return _carry_out(request, webhook_id, send, POLICY)


@account_page
@require_POST
def redeliver(request: HttpRequest, webhook_id: UUID, delivery_id: UUID) -> HttpResponseBase:
    """Send a delivery again."""

    def send(player: Player) -> None:
        hooks.redeliver(player=player, webhook_id=webhook_id, delivery_id=delivery_id)
        messages.success(request, gettext("The message is on its way. Reload this page to see the result."))

    return _carry_out(request, webhook_id, send, POLICY)


@account_page
@require_POST
def delete(request: HttpRequest, webhook_id: UUID) -> HttpResponseBase:
    """Delete a webhook with its deliveries."""

    def end(player: Player) -> None:
        hooks.delete_webhook(player=player, webhook_id=webhook_id)

    return _carry_out(request, webhook_id, end, done=("account-webhooks",))


def _carry_out(
    request: HttpRequest,
    webhook_id: UUID,
    do: Callable[[Player], object],
    policy: str = "default",
    done: Where | None = None,
) -> HttpResponseBase:
    """`carry_out` for a webhook of the player's own, which it shows again."""
    here = ("account-webhook", _own(request, webhook_id).pk)
    return carry_out(request, done or here, here, do, policy)


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _own(request: HttpRequest, webhook_id: UUID) -> Webhook:
    """The player's webhook. Raises Http404, also for the webhook of another player."""
    try:
        return hooks.find_webhook(_player(request), webhook_id)
    except ServiceError as refusal:
        raise Http404 from refusal


def _is_to_come(moment: datetime | None) -> bool:
    return moment is not None and timezone.now() < moment


def _line(webhook: Webhook, challenge: WebhookDelivery | None) -> dict[str, Any]:
    return {
        "webhook": webhook,
        "status": STATUSES[webhook.status],
        "problem": in_language(PROBLEMS.get(webhook.problem)),
        "challenge": challenge,
        "error": _error(challenge) if challenge else "",
        "types": webhook.types.split(),
    }


def _deliveries(request: HttpRequest, webhook: Webhook) -> dict[str, Any]:
    """One page of the deliveries, newest first. Raises Http404 for an address that this page did not make."""
    form = DeliveriesForm(request.GET)
    if not form.is_valid():
        raise Http404
    cursor = form.cleaned_data["cursor"]
    try:
        before = decode_cursor(cursor, tuple[UUID])[0] if cursor else None
    except ServiceError as error:
        raise Http404 from error
    found = hooks.deliveries_of(webhook, status=form.cleaned_data["status"] or None, before=before)
    page, following = page_of(request, found, limit=SHOWN, after=lambda row: {"cursor": encode_cursor(str(row.pk))})
    return {"filter": form, "deliveries": [_delivery(row, webhook) for row in page], "next": following}


def _delivery(delivery: WebhookDelivery, webhook: Webhook) -> dict[str, Any]:
    is_waiting = delivery.status == DeliveryStatus.WAITING
    is_needless = delivery.status == DeliveryStatus.OBSOLETE or (is_waiting and not delivery.error)
    return {
        "delivery": delivery,
        "message_id": message_id(delivery.pk),
        "about": _type_label(delivery.type),
        "status": DELIVERY_STATUSES[delivery.status],
        "error": _error(delivery),
        "is_waiting": is_waiting,
        "may_redeliver": webhook.status == Status.ACTIVE and delivery.type != CHALLENGE and not is_needless,
    }


def _error(delivery: WebhookDelivery) -> str:
    """Why the last attempt failed; empty if it did not."""
    return str(ERRORS[delivery.error]) % {"status": delivery.http_status} if delivery.error else ""
