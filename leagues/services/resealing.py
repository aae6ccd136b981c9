"""The sealed seeds of seasons, put under the current key, so that a former one may go."""

from uuid import UUID

from leagues.models import Season
from matches.log.seed_encryption import is_current, seal, unseal


def seasons_sealed_before() -> list[UUID]:
    """The seasons whose seed is not under the current key."""
    return [pk for pk, sealed in Season.objects.values_list("pk", "sealed_seed") if not is_current(bytes(sealed))]


def reseal_season(season_id: UUID) -> None:
    """Raises InvalidTag, and changes nothing, when the seed cannot be opened."""
    sealed = Season.objects.values_list("sealed_seed", flat=True).get(pk=season_id)
    again = seal(unseal(bytes(sealed), season_id.bytes), season_id.bytes)
    Season.objects.filter(pk=season_id, sealed_seed=sealed).update(sealed_seed=again)
