"""Redirects operators to the verification page if a match's log is damaged and its page fails."""

import logging
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.admin.drafts import CardSetDraftAdmin
from cards.models import CardSetDraft
from common.admin.pages import Extension, PageView, extend
from matches.admin.matches import MatchAdmin
from matches.log.archive import ArchiveUnavailable
from matches.models import Match
from replay.admin.match_pages import begun, uuid_or_none
from replay.verdicts import verdict_on

logger = logging.getLogger(__name__)


def or_verification(match_admin: MatchAdmin, view: PageView) -> PageView:
    """Wrap a match page: redirect to the verification page if the page fails and the match does not verify."""

    def guarded(request: HttpRequest, **named: Any) -> HttpResponse:
        try:
            return _rendered(view(request, **named))
        except (PermissionDenied, OperationalError, InterfaceError, ArchiveUnavailable):
            raise
        except Exception:
            match_id = named.get("match_id") or uuid_or_none(named["object_id"])
            match = begun(match_admin, request, match_id) if match_id else None
            if match is None or verdict_on(match).is_sound:
                raise
            logger.exception("match %s cannot be shown", match_id)
            match_admin.message_user(request, _("The log is damaged and can't be shown."), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:replay_match_verify", args=[match_id]))

    return guarded


def or_draft(draft_admin: CardSetDraftAdmin, view: PageView) -> PageView:
    """Wrap a playtest page: warn if the match does not verify; redirect to the draft if the page fails as well."""

    def guarded(request: HttpRequest, **named: Any) -> HttpResponse:
        try:
            page = view(request, **named)
            if isinstance(page, TemplateResponse) and not verdict_on(page.context_data["match"]).is_sound:
                text = _("This match failed verification. This page may differ from the match that was played.")
                draft_admin.message_user(request, text, messages.ERROR)
            return _rendered(page)
        except (PermissionDenied, Http404, OperationalError, InterfaceError, ArchiveUnavailable):
            raise
        except Exception:
            match = Match.objects.filter(pk=named["match_id"]).first()
            if match is None or verdict_on(match).is_sound:
                raise
            logger.exception("playtest %s cannot be shown", named["match_id"])
            draft_admin.message_user(request, _("The log is damaged and can't be shown."), messages.ERROR)
            return HttpResponseRedirect(draft_admin.at(named["pk"]))

    return guarded


def _rendered(response: HttpResponse) -> HttpResponse:
    """Render the page now, so that errors in its template are raised here."""
    return response.render() if isinstance(response, TemplateResponse) else response


LOG_PAGES = ("matches_match_change", "matches_match_abort", "replay_match_log", "replay_match_look")

extend(Match, Extension(wrappers=dict.fromkeys(LOG_PAGES, or_verification)))
extend(CardSetDraft, Extension(wrappers={"matches_playtest": or_draft}))
