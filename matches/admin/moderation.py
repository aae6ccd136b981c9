"""Abort, hide and show matches, each with a reason."""

from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from common.admin.pages import Extension, Page, extend
from common.text.errors import ServiceError
from common.text.refusals import show_refusal
from matches.admin.matches import MatchAdmin
from matches.limits import MOST_MATCHES_NAMED, MOST_REASON
from matches.models import Match
from matches.selectors.access import HIDE_MATCH
from matches.services.ending import abort_match
from matches.services.moderation import set_hidden

SELECTION = ("action", "select_across", ACTION_CHECKBOX_NAME)
"""The fields of an action in the list. The form for the reason sends them again."""


class ReasonForm(forms.Form):
    """The reason for what the operator does."""

    reason = forms.CharField(label=_("Reason"), max_length=MOST_REASON, widget=forms.Textarea(attrs={"rows": 3}))


def abort(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """End a match without a winner."""
    match = match_admin.match_for(request, match_id)
    if match is None:
        return match_admin.missing(request, match_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            abort_match(match_id=match_id, player=None, note=form.cleaned_data["reason"])
        except ServiceError as refusal:
            show_refusal(request, refusal)
        else:
            match_admin.log_change(request, match, f"abort: {form.cleaned_data['reason']}")
            match_admin.message_user(request, _("The match was aborted."), messages.SUCCESS)
        return match_admin.back(match_id)
    return match_admin.page(request, "admin/matches/match/abort.html", _("Abort the match"), match=match, form=form)


@admin.action(description=_("Hide the selected matches from outsiders"), permissions=["hide"])
def hide(match_admin: MatchAdmin, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
    return _moderate(match_admin, request, queryset, True)


@admin.action(description=_("Show the selected matches again"), permissions=["hide"])
def show_again(match_admin: MatchAdmin, request: HttpRequest, queryset: QuerySet[Match]) -> HttpResponse | None:
    return _moderate(match_admin, request, queryset, False)


def hide_one(match_admin: MatchAdmin, request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Hide one match, or show it again if it is hidden."""
    match = match_admin.match_for(request, match_id)
    if match is None:
        return match_admin.missing(request, match_id)
    chosen = match_admin.get_queryset(request).filter(pk=match_id)
    return _moderate(match_admin, request, chosen, not match.is_hidden) or match_admin.back(match_id)


def _moderate(
    match_admin: MatchAdmin, request: HttpRequest, chosen: QuerySet[Match], is_hidden: bool
) -> HttpResponse | None:
    """Hide the matches or show them again. Returns a page that asks for the reason, or None when it is done."""
    form = ReasonForm(request.POST if "reason" in request.POST else None)
    if form.is_valid():
        ids, reason = chosen.values_list("pk", flat=True), form.cleaned_data["reason"]
        changed = set_hidden(match_ids=ids, is_hidden=is_hidden, moderator=request.user, reason=reason)
        done = _("Matches hidden: %(count)d.") if is_hidden else _("Matches shown again: %(count)d.")
        match_admin.message_user(request, done % {"count": changed}, messages.SUCCESS)
        return None
    return match_admin.page(
        request,
        "admin/matches/match/hide.html",
        _("Hide matches") if is_hidden else _("Show matches again"),
        form=form,
        matches=chosen[:MOST_MATCHES_NAMED],
        count=chosen.count(),
        sent=[(name, value) for name in SELECTION for value in request.POST.getlist(name)],
    )


extend(
    Match,
    Extension(
        pages=(
            Page("<uuid:match_id>/abort/", "matches_match_abort", abort, ("matches.view_match", "matches.abort_match")),
            Page("<uuid:match_id>/hide/", "matches_match_hide", hide_one, ("matches.view_match", HIDE_MATCH)),
        ),
        actions=(hide, show_again),
    ),
)
