"""Fold rated matches into ratings, in the order (ended_at, id), or rebuild all ratings.

If a match turns up that belongs before folded ones, the ratings are rolled back to its place. So folding step by step
and rebuilding give the same result.
"""

import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from cards.sets.selectors import rules_of
from common.text.errors import ServiceError
from matches.log.transactions import isolate_errors, writing
from matches.models import Match, Seat
from matches.selectors.access import ABORTED
from matches.selectors.bot_accounts import bot_account_of
from players.models import Player, Rating, RatingChange, RatingFold
from players.ratings import UNKNOWN, Skill, after_match
from rules.engine import Problem, Ruleset, SeededChance
from rules.registry import slugs

LATE = timedelta(hours=1)
"""The longest time between the date of a match's last event and its commit."""
BATCH = 500
Result = RatingChange.Result


def fold_ratings() -> int:
    """Fold the rated matches that have ended since the last call. Returns how many."""
    return sum(fold_ruleset(slug) for slug in slugs())


def fold_ruleset(ruleset: str, *, limit: int = BATCH) -> int:
    with writing():
        RatingFold.objects.get_or_create(ruleset=ruleset)
        fold = RatingFold.objects.select_for_update().get(ruleset=ruleset)
        found = _rated(ruleset).filter(~Exists(RatingChange.objects.filter(match_id=OuterRef("pk"))))
        if fold.ended_at is not None:
            found = found.filter(ended_at__gte=fold.ended_at - LATE)
        due = list(found[:limit])
        if due and fold.ended_at is not None and _place(due[0]) < (fold.ended_at, fold.match_id):
            _take_back(ruleset, due[0])
            due = list(_rated(ruleset).filter(_not_before(due[0])))
        if due:
            _fold(ruleset, due)
            fold.ended_at, fold.match_id = _place(due[-1])
            fold.save()
    return len(due)


def rebuild_ratings(ruleset: str) -> int:
    """Rebuild the ratings of a game from its matches. Returns how many ratings and changes differed."""
    with writing():
        RatingFold.objects.get_or_create(ruleset=ruleset)
        fold = RatingFold.objects.select_for_update().get(ruleset=ruleset)
        before = _stored(ruleset)
        Rating.objects.filter(ruleset=ruleset).delete()
        RatingChange.objects.filter(ruleset=ruleset).delete()
        fold.ended_at, fold.match_id = None, None
        for matches in _batches(_rated(ruleset)):
            _fold(ruleset, matches)
            fold.ended_at, fold.match_id = _place(matches[-1])
        fold.save()
        return len(before ^ _stored(ruleset))


def _rated(ruleset: str) -> QuerySet[Match]:
    """The matches that count, in folding order."""
    empty = Seat.objects.filter(match=OuterRef("pk"), player=None)
    return (
        Match.objects.filter(~Exists(empty), ruleset=ruleset, is_rated=True, status=Match.Status.OVER)
        .filter(version__gte=0, is_imported=False, ended_at__isnull=False)
        .exclude(end_reason=ABORTED)
        .only("ruleset", "ruleset_version", "card_set_id", "options", "outcome", "ended_at")
        .prefetch_related(Prefetch("seats", Seat.objects.only("match_id", "index", "player_id")))
        .order_by("ended_at", "id")
    )


def _batches(matches: QuerySet[Match]) -> Iterator[list[Match]]:
    rows = matches.iterator(chunk_size=BATCH)
    while batch := list(islice(rows, BATCH)):
        yield batch


def _place(match: Match) -> tuple[Any, Any]:
    return match.ended_at, match.pk


def _not_before(match: Match) -> Q:
    return Q(ended_at__gt=match.ended_at) | Q(ended_at=match.ended_at, pk__gte=match.pk)


def _fold(ruleset: str, matches: Sequence[Match]) -> None:
    players = {seat.player_id for match in matches for seat in match.seats.all()}
    stored = Rating.objects.filter(ruleset=ruleset, player__in=players)
    ratings = {rating.player_id: rating for rating in stored}
    changes: list[RatingChange] = []
    for match in matches:
        isolate_errors(
            lambda _, match=match: _fold_match(match, ratings, changes),  # type: ignore[misc]
            match.pk,
            "match %s cannot be rated",
        )
    RatingChange.objects.bulk_create(changes)
    known = [rating for rating in ratings.values() if rating.pk is not None]
    Rating.objects.bulk_create([rating for rating in ratings.values() if rating.pk is None])
    Rating.objects.bulk_update(known, ["mu", "sigma", "wins", "draws", "losses"], batch_size=BATCH)


def _fold_match(match: Match, ratings: dict[int, Rating], changes: list[RatingChange]) -> bool:
    """Fold one match into ratings and changes. Both stay as they were if it cannot be read."""
    teams, results = _teams(match)
    before = [[ratings.get(id_) or _unknown(id_, match.ruleset) for id_ in team] for team in teams]
    skills = [[Skill(rating.mu, rating.sigma) for rating in team] for team in before]
    after = after_match(skills, [0 if result != Result.LOSS else 1 for result in results])
    for team, result, now in zip(before, results, after, strict=True):
        for rating, skill in zip(team, now, strict=True):
            changes.append(_change(match, rating, result, skill))
            rating.mu, rating.sigma = skill
            setattr(rating, _COUNTS[result], getattr(rating, _COUNTS[result]) + 1)
            ratings[rating.player_id] = rating
    return True


_COUNTS = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "losses"}


def _teams(match: Match) -> tuple[list[list[int]], list[Result]]:
    """The players of each team, and the team's result."""
    rules = rules_of(match.ruleset, match.ruleset_version, match.card_set_id)
    options = rules.read_options(match.options)
    winners = match.outcome["winners"]
    teams: dict[int, list[Seat]] = {}
    for seat in match.seats.all():
        teams.setdefault(rules.team(options, seat.index), []).append(seat)
    has_won = [any(seat.index in winners for seat in team) for team in teams.values()]
    results = [Result.DRAW if not winners else Result.WIN if won else Result.LOSS for won in has_won]
    return [[seat.player_id for seat in team] for team in teams.values()], results  # type: ignore[misc]


def _unknown(player_id: int, ruleset: str) -> Rating:
    return Rating(player_id=player_id, ruleset=ruleset, mu=UNKNOWN.mu, sigma=UNKNOWN.sigma)


def _change(match: Match, rating: Rating, result: Result, after: Skill) -> RatingChange:
    return RatingChange(
        match_id=match.pk,
        player_id=rating.player_id,
        ruleset=match.ruleset,
        ended_at=match.ended_at,
        result=result,
        mu_before=rating.mu,
        sigma_before=rating.sigma,
        mu=after.mu,
        sigma=after.sigma,
    )


def _take_back(ruleset: str, first: Match) -> None:
    """Undo the changes of all matches that come after this one, which was not folded."""
    behind = Q(ended_at__gt=first.ended_at) | Q(ended_at=first.ended_at, match_id__gte=first.pk)
    undone = RatingChange.objects.filter(behind, ruleset=ruleset)
    players = set(undone.values_list("player_id", flat=True))
    undone.delete()
    Rating.objects.filter(ruleset=ruleset, player__in=players).delete()
    Rating.objects.bulk_create(_last_ratings(ruleset, sorted(players)))


def _last_ratings(ruleset: str, players: Sequence[int]) -> list[Rating]:
    """The ratings that result from the remaining changes."""
    left = RatingChange.objects.filter(ruleset=ruleset, player__in=players)
    counts = {
        row.pop("player"): row
        for row in left.order_by()
        .values("player")
        .annotate(**{_COUNTS[result]: Count("pk", filter=Q(result=result)) for result in Result})
    }
    ratings = {}
    for change in left.order_by("ended_at", "match_id"):  # The last of each player stays.
        ratings[change.player_id] = Rating(
            player_id=change.player_id, ruleset=ruleset, mu=change.mu, sigma=change.sigma, **counts[change.player_id]
        )
    return list(ratings.values())


def _stored(ruleset: str) -> set[tuple[Any, ...]]:
    """All stored ratings and changes of a game, without the row ids."""
    return {
        row
        for model in (Rating, RatingChange)
        for row in model.objects.filter(ruleset=ruleset).values_list(
            *(field.attname for field in model._meta.concrete_fields if not field.primary_key)
        )
    }


_MOST_DRAWS = 20
"""How often the seats are drawn until the rules allow the decks in them."""
_OCCUPANT = ("kind", "player", "public_id", "deck", "entropy", "is_ready")
"""The columns of a seat that move with its player."""


def rated_problems(
    rules: Ruleset,
    *,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    visibility: str,
    seats: Iterable[tuple[str, Player | None]],
) -> list[Problem]:
    """Everything that prevents a match from being rated. `seats`: the kind of each, and its player."""
    seats = list(seats)
    problems: list[Problem] = []
    if clock is None:
        problems.append({"code": "rated_needs_clock"})
    if visibility != Match.Visibility.PUBLIC:
        problems.append({"code": "rated_is_public"})
    if option_set_of(rules, options) is None:
        problems.append({"code": "rated_needs_option_set", "accepted": list(rules.option_sets)})
    problems += [
        {"code": "rated_without_house_bots", "seat": seat}
        for seat, (kind, _player) in enumerate(seats)
        if kind == Seat.Kind.BOT
    ]
    problems += [
        {"code": "rated_without_guests", "seat": seat}
        for seat, (_kind, player) in enumerate(seats)
        if player is not None and player.is_guest
    ]
    owners = [owner_of(player) for _, player in seats if player is not None]
    if len(set(owners)) < len(owners):
        problems.append({"code": "rated_one_owner"})
    return problems


def option_set_of(rules: Ruleset, options: Mapping[str, Any]) -> str | None:
    """The name of the option set with these options; None if there is none."""
    chosen = rules.read_options(options)
    return next((name for name, known in rules.option_sets.items() if rules.read_options(known) == chosen), None)


def owner_of(player: Player) -> int | None:
    """The id of the person responsible: the player, or a bot account's owner; None if the owner is gone."""
    account = bot_account_of(player)
    return player.pk if account is None else account.owner_id


def check_joins_rated(match: Match, seats: Iterable[Seat], player: Player) -> None:
    """Raises ServiceError `rated_one_owner` if an account of the same owner is in the match already;
    `guest_not_allowed`.
    """
    if match.is_rated and player.is_guest:
        raise ServiceError("guest_not_allowed")
    others = [seat.player for seat in seats if seat.player is not None and seat.player_id != player.pk]
    if match.is_rated and owner_of(player) in [owner_of(other) for other in others]:
        raise ServiceError("rated_one_owner")


def draw_seats(match: Match, rules: Ruleset, server_seed: bytes, seats: Sequence[Seat]) -> None:
    """Exchange the players' seats by a chance that was committed to before anyone joined. Writes nothing.

    If the rules do not allow the decks in those seats, the seats are drawn again. If they never do, everyone stays.
    """
    chance = SeededChance(hmac.digest(server_seed, b"seats", "sha256"))
    occupants = [{name: getattr(seat, name) for name in _OCCUPANT} for seat in seats]
    for _ in range(_MOST_DRAWS):
        drawn = [occupants[int(number)] for number in chance.shuffle(str(place) for place in range(len(seats)))]
        if not rules.check_setup(match.options, [occupant["deck"] for occupant in drawn]):
            _seat_all(seats, drawn)
            return


def _seat_all(seats: Sequence[Seat], occupants: Sequence[Mapping[str, Any]]) -> None:
    for seat, occupant in zip(seats, occupants, strict=True):
        for name, value in occupant.items():
            setattr(seat, name, value)


def write_seats(seats: Sequence[Seat]) -> None:
    Seat.objects.bulk_update(seats, _OCCUPANT)
