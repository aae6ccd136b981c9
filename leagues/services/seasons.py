"""Start seasons and make their rounds. The transaction that closes a round makes the next or ends the season."""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Max

from common.text.errors import ServiceError
from leagues.formats import deals_in_round, next_round
from leagues.models import Deal, Entrant, League, Pairing, Round, Season
from leagues.record import progress_of
from leagues.selectors.seasons import amended, played, season_plan
from leagues.services.league_notices import tell_season_over
from leagues.services.resolving import Resolved, ResolvedEntrant
from leagues.services.sharing import open_share
from leagues.services.waking import AT_ONCE, wake_callers, wake_workers
from matches.bots.digests import bot_digest
from matches.bots.roster import HouseBot
from matches.log.seed_encryption import new_seed, seal
from rules.engine import digest, seed_commitment


def start_season(league: League, resolved: Resolved, now: datetime, seed: bytes | None = None) -> Season:
    """Start a new season with its first round. Inside `writing()` only. Raises ServiceError `season_running`.

    `seed` is drawn by default. With the seed of an earlier season, house bots play the same matches.
    """
    running = league.seasons.filter(status=Season.Status.RUNNING)
    if running.exists():
        raise ServiceError("season_running")
    seed = seed or new_seed()
    manifest = msgspec.to_builtins(resolved.manifest)
    season = Season(
        league=league,
        number=(league.seasons.aggregate(Max("number"))["number__max"] or 0) + 1,
        manifest=manifest,
        digest=digest(manifest),
        ruleset=resolved.rules.slug,
        ruleset_version=resolved.rules.version,
        card_set=resolved.card_set,
        options=resolved.options,
        seat_decks=[list(decks) for decks in resolved.seat_decks],
        seed_commitment=seed_commitment(seed),
        started_at=now,
    )
    season.sealed_seed = seal(seed, season.pk.bytes)
    season.save(force_insert=True)
    Entrant.objects.bulk_create(_entrant(season, number, one) for number, one in enumerate(resolved.entrants))
    open_share(season, resolved.manifest)
    _make_next_round(season.pk, now)
    return season


def _entrant(season: Season, number: int, resolved: ResolvedEntrant) -> Entrant:
    own = {"name": resolved.name, "deck": resolved.deck, "deck_digest": resolved.deck_digest}
    match resolved.bot:
        case HouseBot() as bot:
            played_by: dict[str, Any] = {
                "bot": bot.name,
                "bot_version": bot.version,
                "digest": bot_digest(bot),
                "iterations": bot.budget.iterations if bot.searches else None,
            }
        case account:
            played_by = {
                "player": account.player,
                "account": str(account.player.public_id),
                "account_version": account.version,
                "digest": account.digest,
            }
    return Entrant(season=season, number=number, **own, **played_by)


def close_round(season_id: UUID, now: datetime) -> None:
    """Close the newest round if it has no open deal left, and make the next one. Inside `writing()` only.

    The lock lets two workers that close the last two deals of a round at the same time see each other.
    """
    if not hold_running(season_id):
        return
    last = Round.objects.filter(season=season_id, closed_at=None).order_by("-number").first()
    if last is None or Deal.objects.filter(round=last, status=Deal.Status.OPEN).exists():
        return
    Round.objects.filter(pk=last.pk).update(closed_at=now)
    _make_next_round(season_id, now)


def end_season(season_id: UUID, now: datetime) -> None:
    """End a season that is held and has no open deal. Inside `writing()` only."""
    Season.objects.filter(pk=season_id).update(status=Season.Status.OVER, ended_at=now)
    tell_season_over(season_id)


def hold_running(season_id: UUID) -> bool:
    """Lock the season and return whether it runs. Until the transaction ends, no one else ends it or its rounds.

    If you change deals too, lock them first: workers hold a deal before the season. The lock lets others write rows
    that refer to the season, such as amendments.
    """
    held = Season.objects.select_for_update(no_key=True).filter(pk=season_id).values_list("status", flat=True)
    return held.get() == Season.Status.RUNNING


def _make_next_round(season_id: UUID, now: datetime) -> None:
    """Make the next round that has anything to play; if there is none, end the season."""
    plan = season_plan(season_id)
    while True:
        found = played(season_id, plan.sides)
        format_, progress = progress_of(plan.manifest, found, amended(season_id), len(plan.entrants))
        pairings = next_round(format_, progress)
        if pairings is None:
            end_season(season_id, now)
            return
        round_ = Round.objects.create(season_id=season_id, number=found.rounds)
        rows = Pairing.objects.bulk_create(
            Pairing(
                round=round_,
                number=number,
                first=plan.entrants[pairing.first],
                second=None if pairing.second is None else plan.entrants[pairing.second],
            )
            for number, pairing in enumerate(pairings)
        )
        deals = deals_in_round(format_, plan.manifest.deals, progress)
        makers = (row for row in rows if row.second is not None for _ in range(deals))
        made = Deal.objects.bulk_create(
            Deal(season_id=season_id, round=round_, pairing=row, number=found.deals + place)
            for place, row in enumerate(makers)
        )
        if made:
            of_accounts = sum(deal.pairing.has_account for deal in made)
            transaction.on_commit(partial(wake_workers, min(len(made) - of_accounts, AT_ONCE)))
            if of_accounts:
                transaction.on_commit(wake_callers)
            return
        Round.objects.filter(pk=round_.pk).update(closed_at=now)
