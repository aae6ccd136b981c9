"""Decides which leagues and seasons a player may see. `matches/selectors/access` decides it for matches."""

from django.db.models import Q, QuerySet

from common.text.errors import ServiceError
from leagues.models import Entry, Fixture, League, Season
from matches.log.seed_encryption import unseal
from matches.models import Match
from matches.selectors.access import ABORTED
from players.models import Player

MIRRORED = Q(deal__pairing__first__account="", deal__pairing__second__account="")
"""Fixtures of deals whose seeds follow from their season's seed."""
OPERATE = "leagues.change_league"


def may_operate(player: Player | None) -> bool:
    return player is not None and player.has_perm(OPERATE)


def listed_leagues(player: Player | None) -> QuerySet[League]:
    """Public leagues, the player's own and those they have entered; operators get all."""
    if may_operate(player):
        return League.objects.all()
    listed = Q(visibility=League.Visibility.PUBLIC)
    if player is not None:
        listed |= Q(created_by=player) | Q(pk__in=Entry.objects.filter(player=player).values("league"))
    return League.objects.filter(listed)


def filtered_leagues(
    player: Player | None,
    *,
    ruleset: str | None = None,
    mine: bool = False,
    is_running: bool | None = None,
    is_closed: bool | None = None,
) -> QuerySet[League]:
    """Listed leagues to which all filters apply. `mine`: created or entered by the player."""
    found = listed_leagues(player)
    if ruleset is not None:
        found = found.filter(manifest__ruleset=ruleset)
    if mine and player is not None:
        found = found.filter(Q(created_by=player) | Q(pk__in=Entry.objects.filter(player=player).values("league")))
    if is_running is not None:
        running = Q(pk__in=Season.objects.order_by().filter(status=Season.Status.RUNNING).values("league"))
        found = found.filter(running if is_running else ~running)
    if is_closed is not None:
        found = found.filter(closed_at__isnull=not is_closed)
    return found


def find_league(slug: str, player: Player | None) -> League:
    """A league by its name, unlisted ones too. Raises ServiceError `not_found`."""
    unlisted = League.objects.filter(visibility=League.Visibility.UNLISTED)
    league = (listed_leagues(player) | unlisted).select_related("created_by").filter(slug=slug).first()
    if league is None:
        raise ServiceError("not_found")
    return league


def find_season(slug: str, number: int, player: Player | None) -> Season:
    """A season of a visible league. Raises ServiceError `not_found`."""
    seasons = Season.objects.select_related("league", "card_set").defer("card_set__body")
    season = seasons.filter(league=find_league(slug, player), number=number).first()
    if season is None:
        raise ServiceError("not_found")
    return season


def open_seed(season: Season) -> bytes | None:
    """The seed of a finished season, unless it would reveal a match that is never disclosed.

    With the seed anyone can compute the seeds of all its mirrored deals, including those of aborted matches.
    """
    if season.status != Season.Status.OVER:
        return None
    mirrored = Fixture.objects.filter(deal__season=season)
    if season.manifest.get("twinned") is None:  # Twinned matches have seeds that follow from the season's too.
        mirrored = mirrored.filter(MIRRORED)
    if mirrored.filter(Q(match__withheld=True) | Q(match__end_reason=ABORTED)).exists():
        return None
    return unseal(bytes(season.sealed_seed), season.pk.bytes)


def disclosed_seed(season: Season, player: Player | None) -> bytes | None:
    """Like `open_seed`, but None if the player may not read every match that the seed reveals."""
    is_own = player is not None and season.league.created_by_id == player.pk
    return open_seed(season) if is_own or _is_open_to_all(season) else None


def _is_open_to_all(season: Season) -> bool:
    """Whether everyone who finds the league may read all its matches. Those from when it was private stay private."""
    if season.league.visibility != League.Visibility.UNLISTED:
        return season.league.visibility == League.Visibility.PUBLIC
    return not Fixture.objects.filter(deal__season=season, match__visibility=Match.Visibility.PRIVATE).exists()
