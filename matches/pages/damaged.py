"""The page shown instead of a match that cannot be displayed because its log is damaged. It shows what is readable."""

import logging
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from cards.models import CardSetRevision
from cards.sets.selectors import rules_of, words_of
from common.text.language import ruleset_name
from matches.log.archive import ArchiveUnavailable
from matches.models import Match
from matches.pages.people import named_by_sign, players_of
from matches.pages.position import log_lines, speech_of
from matches.pages.requests import keep_from_robots
from matches.selectors.access import is_disclosed, is_listed, visible_to
from players.models import Player
from rules.registry import slugs

logger = logging.getLogger(__name__)
View = Callable[..., Any]
PASSED_ON = (Http404, PermissionDenied, SuspiciousOperation, OperationalError, InterfaceError, ArchiveUnavailable)
LINES = 400
"""The most events that the page lists, from the start of the log."""


def or_damaged(view: View) -> View:
    """Decorate the page of a match: if it fails and the log does not verify, show the page for damaged matches.

    Any other failure is raised. A 404 is replaced too if the card set of the match is missing, because queries that
    join the two do not find such a match.
    """
    return _instead(view, _page)


def or_damaged_part(view: View) -> View:
    """As `or_damaged`, for a part of an open page."""
    return _instead(view, _part)


def _instead(view: View, say: Callable[[HttpRequest, Match], HttpResponse]) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, match_id: UUID, **named: Any) -> Any:
        try:
            return view(request, match_id, **named)
        except Http404:
            match = _found(request, match_id)
            if match is None or CardSetRevision.objects.filter(pk=match.card_set_id).exists():
                raise
            logger.error("match %s cannot be shown: its card set is missing", match_id)
        except PASSED_ON:
            raise
        except Exception:
            match = _found(request, match_id)
            if match is None or not is_damaged(match):
                raise
            logger.exception("match %s cannot be shown", match_id)
        response = say(request, match)
        patch_cache_control(response, no_store=True)
        return response

    return guarded


def _found(request: HttpRequest, match_id: UUID) -> Match | None:
    """The row alone, if the reader may see the match. Related rows may be damaged too."""
    player = request.user if isinstance(getattr(request, "user", None), Player) else None
    match = Match.objects.filter(visible_to(player), pk=match_id).first()
    keep_from_robots(request, is_listed=match is None or is_listed(match))
    return match


def _page(request: HttpRequest, match: Match) -> HttpResponse:
    context = {
        "match": match,
        "game": ruleset_name(match.ruleset) if match.ruleset in slugs() else match.ruleset,
        "players": named_by_sign(players_of(match)),
        "lines": list(_readable_lines(match)),
    }
    return render(request, "matches/damaged.html", context)


def _part(request: HttpRequest, match: Match) -> HttpResponse:
    response = render(request, "matches/damaged_position.html")
    response[VERSION_FIELD], response[STATUS_FIELD] = str(match.version), match.status
    return response


def _readable_lines(match: Match) -> Iterator[dict[str, Any]]:
    """The log in words, up to the first event that cannot be read: the whole log once the match is disclosed.

    A whole log is told from its effects, so the rules of its version may be gone.
    """
    find, viewer = (words_of, "audit") if is_disclosed(match) else (rules_of, "public")
    try:
        speech = speech_of(find(match.ruleset, match.ruleset_version, match.card_set_id), match)
        for seq in range(min(LINES, match.version + 1)):
            yield from log_lines(speech, match, viewer, seq - 1, 1)
    except PASSED_ON:
        raise
    except Exception as error:
        logger.info("the rest of the log of match %s cannot be shown: %s", match.pk, type(error).__name__)


Alarm = Callable[[Match], str]
"""Returns what is wrong with a match, in the reader's language; empty if no fault is known."""
Check = Callable[[Match], bool]
_ALARMS: list[Alarm] = []
_CHECKS: list[Check] = []


def register_alarm(alarm: Alarm, is_damaged: Check) -> None:
    """Add an alarm and its check.

    The alarm reports what is already known. `is_damaged` checks the whole match anew, which costs more.
    """
    _ALARMS.append(alarm)
    _CHECKS.append(is_damaged)


def alarms_of(match: Match) -> list[str]:
    return [text for alarm in _ALARMS if (text := alarm(match))]


def is_damaged(match: Match) -> bool:
    """Whether a match that cannot be shown also fails to verify."""
    return any(check(match) for check in _CHECKS)


VERSION_FIELD, STATUS_FIELD = "Match-Version", "Match-Status"
