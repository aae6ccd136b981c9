"""Checks that `migrate`, and so every start of the service, runs before it touches a database."""

from collections.abc import Sequence
from typing import Any

from cryptography.exceptions import InvalidTag
from django.core.checks import Error, Tags, register
from django.db import DatabaseError

from matches.log.seed_encryption import unseal
from matches.models import Match


@register(Tags.database)
def check_sealing_key(databases: Sequence[str] | None = None, **kwargs: Any) -> list[Error]:
    """Check that the keys open the newest seed, and the oldest, which `reseal` processes last.

    With the wrong keys, no old seed could be opened, and new ones would be sealed with them.
    """
    if not databases:
        return []
    seeds = Match.objects.using(databases[0]).values_list("sealed_seed", "pk")
    try:
        newest, oldest = seeds.order_by("-pk").first(), seeds.order_by("pk").first()
    except DatabaseError:
        return []  # There are no tables yet.
    if newest is None or oldest is None:
        return []
    if not _opens(*newest):
        return [
            Error(
                "SEED_SEALING_KEY is not the key that the matches in the database were sealed with.",
                hint="Give the key that was kept apart from the database; with this one no match could go on. "
                "If it was changed, SEED_SEALING_KEY_FALLBACKS has the one before.",
                id="matches.E001",
            )
        ]
    if not _opens(*oldest):
        return [
            Error(
                "There are matches that were sealed with a former key, which is not in SEED_SEALING_KEY_FALLBACKS.",
                hint="Give it again, and drop it when `manage.py reseal` is through.",
                id="matches.E002",
            )
        ]
    return []


def _opens(sealed: Any, match_id: Any) -> bool:
    try:
        unseal(bytes(sealed), match_id.bytes)
    except InvalidTag:
        return False
    return True
