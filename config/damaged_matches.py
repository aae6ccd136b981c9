"""Refuses failed requests about a match that does not verify, with the findings of the audit."""

import logging
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from cards.models import CardSetRevision
from common.text.errors import ServiceError
from matches.models import Match
from matches.selectors.access import visible_to
from players.auth import BearerToken
from replay.verdicts import verdict_on

logger = logging.getLogger(__name__)
MISSES = ("not_found", "unknown_ruleset")
"""Refusals that a damaged match causes if its card set is missing or its game unknown."""


def damage_of(
    error: Exception, refusal: ServiceError | None, request: HttpRequest, where: Mapping[str, Any]
) -> ServiceError | None:
    """The refusal `match_damaged` if the match does not verify, else `refusal`. `where` has the URL's parameters."""
    match_id = where.get("match_id")
    if not isinstance(match_id, UUID) or not (refusal is None or refusal.code in MISSES):
        return refusal
    match = Match.objects.filter(visible_to(_asker(request)), pk=match_id).first()
    if match is None or match.version < 0:
        return refusal
    if refusal is not None and refusal.code == "not_found" and CardSetRevision.objects.filter(pk=match.card_set_id):
        return refusal
    verdict = verdict_on(match)
    if verdict.is_sound:
        return refusal
    logger.error("match %s cannot be read, and does not verify", match_id, exc_info=error)
    places = [{"seq": seq, "field": field, "finding": code} for seq, field, code in verdict.findings]
    return ServiceError("match_damaged", reasons=[{"code": "does_not_verify", **place} for place in places])


def _asker(request: HttpRequest) -> Any:
    """The account of the token. It is read here because the handler may have failed before it read it."""
    found = BearerToken().authenticate(request)
    return None if found is None else found[0]
