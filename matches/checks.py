"""What `migrate` asks before it touches a database, and with it every start of the service."""

from collections.abc import Sequence
from typing import Any

from cryptography.exceptions import InvalidTag
from django.core.checks import Error, Tags, register
from django.db import DatabaseError

from matches.models import Match
from matches.sealing import unseal


@register(Tags.database)
def check_sealing_key(databases: Sequence[str] | None = None, **kwargs: Any) -> list[Error]:
    """The key must open the newest seed: another one would open none of the old, and seal what is new."""
    try:
        newest = Match.objects.using(databases[0]).values_list("sealed_seed", "pk").first() if databases else None
    except DatabaseError:
        return []  # There are no tables yet.
    try:
        if newest is not None:
            unseal(bytes(newest[0]), newest[1].bytes)
    except InvalidTag:
        return [
            Error(
                "SEED_SEALING_KEY is not the key that the matches in the database were sealed with.",
                hint="Give the key that was kept apart from the database; with this one no match could go on.",
                id="matches.E001",
            )
        ]
    return []
