"""Exports stored matches in pieces, so that memory use stays small whatever their length."""

import logging
from collections.abc import Iterable, Iterator

from django.db import DatabaseError, InterfaceError

from matches.log import sql
from matches.models import Match
from matches.selectors.access import is_disclosed
from replay import exports
from replay.stored_logs import name_in_log, pinned_set, rules_for, secrets_of
from rules.engine import Viewer

logger = logging.getLogger(__name__)
BATCH = 200


def export(match: Match, viewer: Viewer) -> Iterator[bytes]:
    """The export of one match as the viewer may see it, in pieces of many lines.

    The viewer `audit` also gets the seed of a disclosed match. If a disclosed match continues another, the export
    begins with the other match, which proves the start of this one.
    """
    if match.continues is not None and viewer == "audit" and is_disclosed(match):
        origin = Match.objects.filter(pk=match.continues["match"], is_hidden=False).first()
        if origin is not None:
            yield from export(origin, "audit")
    first = sql.event(match.pk, 0)
    card_set = pinned_set(match, first)
    pinned = {name: card_set.pop(name) for name in ("revision", "digest")}
    seed = secrets_of(match)[0] if viewer == "audit" and is_disclosed(match) else None
    yield exports.header(name_in_log(match), seed, pinned, card_set)
    rules = None if viewer == "audit" else rules_for(match)
    for batch in sql.event_batches(match.pk, BATCH):
        yield b"".join(exports.event_lines(batch, rules, viewer))


def bulk(matches: Iterable[Match]) -> Iterator[bytes]:
    """The exports of disclosed matches, one after another. Each begins with its first line, `{"format": …}`.

    If a match cannot be read, its export breaks off, the error is logged, and the next match follows.
    """
    for match in matches:
        try:
            yield from export(match, "audit")
        except (DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("match %s cannot be exported: %s", match.pk, type(error).__name__)
