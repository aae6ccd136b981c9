"""The structs of seasons that the API returns, and the functions that make them."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from django.db.models import Count, Q
from django.urls import reverse
from msgspec import Meta, Struct

from common.formats import Digest, Id, Moment, NextPage, OptionsShown
from common.timestamps import rfc3339
from leagues import models
from leagues.formats import rounds_of
from leagues.manifest import Manifest, Slug
from leagues.record import FIXTURES, planned_deals
from leagues.selectors.access import disclosed_seed
from leagues.selectors.results import service_voids
from leagues.selectors.seasons import State, amended, season_plan, state_of
from leagues.services.sharing import shares_of
from leagues.sides import Sides, points_of_first
from leagues.twins import first_plays
from matches.api.match_resource import Outcome, match_url
from matches.models import Match
from matches.search.deck_ids import deck_id, starter_slugs
from matches.selectors.access import is_disclosed
from players.models import Player


class Amendment(Struct, frozen=True):
    """A change of a running season. The service adds `broken`; operators make all others.

    `rounds` is the number of rounds made by then.
    """

    kind: Literal["extend", "withdraw", "close", "broken"]
    entrant: str | None
    length: Annotated[int | None, Meta(description="New total of rounds, cycles or deals; null if unchanged.")]
    rounds: int
    reason: str
    by: Annotated[
        str | None, Meta(description=("Account of the operator; null if there was none, or if it was deleted."))
    ]
    at: Moment


class AmendmentList(Struct, frozen=True):
    results: list[Amendment]


class PinnedSet(Struct, frozen=True):
    revision: int
    digest: Digest


class Season(Struct, frozen=True):
    """A season and its progress. `seed` is shown once it is over; `seed_commitment` is its SHA-256.

    `seed` stays null if it would reveal matches that you may not read, or that were aborted. `rounds_planned` is null
    if it depends on the play. `deals` counts the open, closed and dropped deals of the rounds made so far.
    `deals_planned` is the number of deals if nothing is amended; for a running duel it is the maximum.
    `service_voids` are attempts that did not count, but by no entrant's fault: the service failed, or an operator ended
    a match. Voids of entrants are in the table.
    """

    league: Slug
    number: int
    status: Literal["running", "over"]
    manifest: Manifest
    digest: Digest
    ruleset: str
    ruleset_version: int
    card_set: PinnedSet
    options: OptionsShown
    seat_decks: Annotated[
        list[list[dict[str, Any]]], Meta(description=("Decks of the seats, one list per deal in turn."))
    ]
    seed_commitment: Annotated[str, Meta(description="SHA-256 of the server's seed, published before the start.")]
    seed: Annotated[str | None, Meta(description="The seed of all draws; null until it is disclosed.")]
    rounds: int
    rounds_planned: Annotated[int | None, Meta(description="Null if the number of rounds depends on the play.")]
    deals: dict[Literal["open", "closed", "dropped"], int]
    deals_planned: Annotated[int, Meta(description="Deals to close if nothing is amended; in a duel, the maximum.")]
    share_per_mille: Annotated[
        int | None,
        Meta(description=("Thousandths of the workers' time that it gets now; null if workers play none of it.")),
    ]
    fixtures: int
    service_voids: Annotated[int, Meta(description="Attempts that do not count, by no entrant's fault.")]
    amendments: list[Amendment]
    started_at: Moment
    ended_at: Annotated[Moment | None, Meta(description="Null until the season is over.")]
    url: str


class Entrant(Struct, frozen=True):
    """A house bot at one version, or a bot account (`account` is its id) in the version it had declared.

    `iterations` is null for a bot that does not search. `deck` is the entrant's own, if entrants bring decks.
    `deck_name` is the slug if it is a starter deck.
    """

    number: int
    name: str
    bot: Annotated[str | None, Meta(description="House bot; null for an account.")]
    bot_version: Annotated[int | None, Meta(description="Version of the house bot; null for a bot account.")]
    iterations: Annotated[int | None, Meta(description="How much the bot searches; null if it does not.")]
    account: Annotated[Id | None, Meta(description="Id of the bot account; null for a house bot.")]
    account_version: Annotated[str | None, Meta(description="Declared when the season started; null for a house bot.")]
    digest: Annotated[
        str | None,
        Meta(
            description="At the start of the season: of a house bot, its digest in `GET bots`; of an account, the one "
            "that its owner had declared. Null if there was none."
        ),
    ]
    deck: dict[str, Any] | None
    deck_name: Annotated[str | None, Meta(description="Slug of the starter deck; null for any other deck, or none.")]
    deck_digest: Annotated[str, Meta(description="SHA-256 of the deck.")]


class EntrantList(Struct, frozen=True):
    results: list[Entrant]


class Fixture(Struct, frozen=True):
    """One playing of a deal. `counts` is true if its deal is closed at this attempt.

    `first` and `second` are the entrants of the pairing, the same in both seatings. In seating 0, `first` plays the
    side of seat 0. In seating 1, `second` does. `outcome` names its winners by seats, and `winner` the entrant.
    `winner` is null after a draw, and for a match that is not over or was aborted.
    In a twinned deal one of the two plays, `played_by`, and a house bot takes the place of the other. The result is
    hidden until both matches of the deal are over.
    """

    round: int
    deal: Annotated[int, Meta(description="Number of the deal within its season, from 0.")]
    deal_id: Id
    attempt: Annotated[int, Meta(description="Which attempt at the deal it is, from 1.")]
    seating: Annotated[
        int, Meta(ge=0, lt=FIXTURES, description=("Who has the first side: 0 for `first`, 1 for `second`."))
    ]
    first: str
    second: str
    match: Id
    match_url: str
    status: str
    outcome: Outcome | None
    counts: Annotated[bool, Meta(description="Whether it counts in the table.")]
    winner: Annotated[str | None, Meta(description="Winning entrant; null until it is over, and after a draw.")]
    reason: Annotated[str | None, Meta(description="How it ended, such as `resignation`; null until then.")]
    decided_by: Annotated[
        str | None, Meta(description="`decided.by` of its scorecard; null until it is scored and disclosed.")
    ]
    played_by: Annotated[
        str | None, Meta(description="In a twinned deal, the entrant that plays against the house bot; else null.")
    ] = None


class FixtureList(Struct, frozen=True):
    results: list[Fixture]
    next: NextPage


def moment_or_none(value: Any) -> str | None:
    return None if value is None else rfc3339(value)


def season_url(slug: str, number: int) -> str:
    return reverse("api-season", args=[slug, number])


def season_resource(season: models.Season, player: Player | None, state: State | None = None) -> Season:
    """The resource of a season. Pass `state`, its counts, if you have it already."""
    slug, seed = season.league.slug, disclosed_seed(season, player)
    manifest = msgspec.convert(season.manifest, Manifest)
    state = state or state_of(season.pk)
    changes, entrants = amended(season.pk), len(manifest.entrants)
    deals = season.deals.aggregate(**{name: Count("pk", filter=Q(status=name)) for name in models.Deal.Status.values})
    return Season(
        league=slug,
        number=season.number,
        status=season.status,
        manifest=manifest,
        digest=season.digest,
        ruleset=season.ruleset,
        ruleset_version=season.ruleset_version,
        card_set=PinnedSet(season.card_set.revision, season.card_set.digest),
        options=season.options,
        seat_decks=season.seat_decks,
        seed_commitment=season.seed_commitment,
        seed=None if seed is None else seed.hex(),
        rounds=state.rounds,
        rounds_planned=rounds_of(changes.format_at(manifest.format, state.rounds), entrants),
        deals=deals,
        deals_planned=planned_deals(
            manifest.format,
            changes,
            deals,
            entrants=entrants,
            each=manifest.deals,
            rounds=state.rounds,
            is_over=season.status == models.Season.Status.OVER,
        ),
        share_per_mille=shares_of(season.pk)[1] or None,
        fixtures=state.fixtures,
        service_voids=service_voids(season.pk) if state.voids else 0,
        amendments=amendments_of(season),
        started_at=rfc3339(season.started_at),
        ended_at=moment_or_none(season.ended_at),
        url=season_url(slug, season.number),
    )


def amendments_of(season: models.Season) -> list[Amendment]:
    return [_amendment(row) for row in season.amendments.select_related("entrant")]


def _amendment(row: models.Amendment) -> Amendment:
    entrant = row.entrant.name if row.entrant else None
    return Amendment(row.kind, entrant, row.length, row.rounds, row.reason, row.by_name or None, rfc3339(row.at))


def entrants_of(season: models.Season) -> EntrantList:
    plan = season_plan(season.pk)
    names = starter_slugs(plan.rules)
    return EntrantList(
        [
            Entrant(
                number=row.number,
                name=row.name,
                bot=row.bot or None,
                bot_version=row.bot_version,
                iterations=row.iterations,
                account=row.account or None,
                account_version=row.account_version or None,
                digest=row.digest or None,
                deck=row.deck,
                deck_name=None if row.deck is None else names.get(deck_id(row.deck)),
                deck_digest=row.deck_digest,
            )
            for row in plan.entrants
        ]
    )


def fixture_resources(season: models.Season, rows: Iterable[models.Fixture]) -> list[Fixture]:
    """Resources of fixtures; the rows must have deal, round, pairing and match loaded."""
    plan = season_plan(season.pk)
    names = {entrant.pk: entrant.name for entrant in plan.entrants}
    is_twinned = plan.manifest.twinned is not None
    return [_fixture(row, names, plan.sides, is_twinned=is_twinned) for row in rows]


def _decided_by(match: Match) -> str | None:
    scorecard = match.scorecard.body if hasattr(match, "scorecard") else {}
    return str(scorecard["decided"]["by"]) if "decided" in scorecard else None


def _fixture(row: models.Fixture, names: dict[int, str], sides: Sides, *, is_twinned: bool) -> Fixture:
    deal, pairing, match = row.deal, row.deal.pairing, row.match
    is_hidden = match.outcome is None or (is_twinned and not is_disclosed(match))
    outcome = None if is_hidden else msgspec.convert(match.outcome, Outcome)
    played_by = pairing.first_id if first_plays(deal.number, row.seating) else pairing.second_id
    points = None if outcome is None else points_of_first(sides, row.seating, outcome.winners)
    winner = {2: names[pairing.first_id], 0: names[pairing.second_id]}.get(points)  # type: ignore[arg-type]
    return Fixture(
        round=deal.round.number,
        deal=deal.number,
        deal_id=str(deal.pk),
        attempt=row.attempt,
        seating=row.seating,
        first=names[pairing.first_id],
        second=names[pairing.second_id],
        match=str(match.pk),
        match_url=match_url(match.pk),
        status=match.status,
        outcome=outcome,
        counts=deal.status == models.Deal.Status.CLOSED and deal.attempt == row.attempt,
        winner=winner,
        reason=None if outcome is None else outcome.reason,
        decided_by=_decided_by(match) if is_disclosed(match) else None,
        played_by=names[played_by] if is_twinned else None,
    )
