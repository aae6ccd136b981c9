"""Trials: a hundred quick deals that compare how a deck does with the published cards and with a draft.

Each deal is two matches against a starter deck on one seed, one with the published cards and one with the draft. House
bots play them in workers, a few at a time. A guarded statement counts the results, so a task that runs twice counts
nothing twice.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.models import CardSetDraft, CardSetRevision
from cards.sets.selectors import newest_revision, rules_of
from cards.sets.services import publish_playtest
from common.leases import claim, release, set_aside, unclaimed
from common.sending import send_task
from common.text.errors import ServiceError
from decks.selectors import offered_decks
from matches import metrics
from matches.bots.arena import Score, play
from matches.bots.roster import house_bot
from players.models import Player
from playtesting.limits import MOST_TRIALS
from playtesting.models import DraftTrial
from playtesting.playtests import OPPONENT, changed_cards, plan_playtest
from rules.engine import Ruleset
from rules.registry import newest_version

PLAY_TRIAL = "playtesting.play_trial"
DEALS = 100
STINT_SECONDS = 1.0
"""How long a task plays before it leaves the rest to another. With more, a worker that serves all queues would hold up
imports and the sweeps, which come more than once in two seconds.
"""
LEASE = timedelta(seconds=60)
"""Longer than a deal takes."""
FAILED_TWICE = "failed_twice"
"""The fault of a trial that two workers in turn have claimed without playing a deal."""
_MOST_SWEPT = 20
SIDES = ("before", "after")


@dataclass(frozen=True)
class TrialResult:
    """The tried deck's result with one of the card sets: its share of the points and the 95 % interval, in percent."""

    side: str
    score: Score

    @property
    def percent(self) -> str:
        if not self.score.games:
            return "–"
        low, high = self.score.interval()
        return f"{self.score.share * 100:.0f} % ({low * 100:.0f}–{high * 100:.0f})"


def results_of(trial: DraftTrial) -> list[TrialResult]:
    return [TrialResult(side, Score(*trial.results.get(side, (0, 0, 0)))) for side in SIDES]


def start_trial(*, draft: CardSetDraft, player: Player) -> DraftTrial:
    """Start a trial of a draft.

    Raises ServiceError `faulty_card_set`, `no_trial` if its game builds no decks or a trial is running.
    """
    after = publish_playtest(draft=draft, published_by=player)
    before = newest_revision(draft.ruleset)
    rules = _rules(before, after)
    if not rules["after"].builds_decks:
        raise ServiceError("no_trial")
    made = DraftTrial(draft=draft, before=before, after=after, wanted=DEALS, author=player)
    made.plan = _plan(rules, offered_decks(rules["after"], player), changed_cards(draft))
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError as error:
        raise ServiceError("no_trial") from error
    newest = draft.trials.values_list("pk", flat=True)[:MOST_TRIALS]
    draft.trials.exclude(pk__in=list(newest)).delete()
    go_on(made)
    return made


def _rules(*revisions: CardSetRevision) -> dict[str, Ruleset]:
    """Side -> its rules, for the published revision and the draft's."""
    return {
        side: rules_of(revision.ruleset, newest_version(revision.ruleset), revision.pk)
        for side, revision in zip(SIDES, revisions, strict=True)
    }


def _plan(rules: Mapping[str, Ruleset], offered: Any, tried: list[str]) -> dict[str, Any]:
    """Choose the decks. `after` is the deck that holds most tried cards.

    `before` is the same deck, or the starter deck most like it if that deck is illegal with the published cards.
    """
    planned = plan_playtest(rules["after"], offered, tried)
    after: Any = planned.decks[0]
    options = rules["before"].read_options(planned.options)
    likest = max(rules["before"].starter_decks, key=lambda starter: _shared(starter.cards, after["cards"]))
    is_legal = not rules["before"].check_deck(options, after, 0)
    before = after if is_legal else {"cards": dict(likest.cards)}
    starters = [{"cards": dict(other.cards)} for other in rules["before"].starter_decks if other.slug != likest.slug]
    sides = ((rules["before"], before), (rules["after"], after))
    opponents = [deck for deck in starters if all(_may_meet(of, planned.options, mine, deck) for of, mine in sides)]
    return {
        "options": dict(planned.options),
        "before": before,
        "after": after,
        "opponents": opponents or [before],
    }


def _shared(one: Mapping[str, int], other: Mapping[str, int]) -> int:
    return sum(min(copies, other.get(card, 0)) for card, copies in one.items())


def _may_meet(rules: Ruleset, options: Mapping[str, Any], mine: Any, other: Any) -> bool:
    return not rules.check_setup(options, _decks(rules, options, mine, other, 0))


def _decks(rules: Ruleset, options: Mapping[str, Any], mine: Any, other: Any, team: int) -> list[Any]:
    """The decks by seat. The seats of one team (`team`: 0 or 1) get the tried deck, the others its opponent's."""
    read = rules.read_options(options)
    teams = sorted({rules.team(read, seat) for seat in range(rules.seats(read))})
    return [mine if teams.index(rules.team(read, seat)) % 2 == team else other for seat in range(rules.seats(read))]


def go_on(trial: DraftTrial) -> None:
    """Have a worker continue the trial after the commit."""
    transaction.on_commit(lambda: send_task(PLAY_TRIAL, str(trial.pk)))


@shared_task(name="playtesting.sweep_trials")
def sweep_trials() -> int:
    """Wake a worker for each trial that none is playing, and return how many. Messages expire with the next sweep."""
    now = timezone.now()
    running = DraftTrial.objects.filter(unclaimed(now), state=DraftTrial.State.RUNNING)
    quiet = running.filter(updated_at__lt=now - LEASE)  # The others still have a message in a queue.
    found = list(quiet.order_by("updated_at").values_list("pk", flat=True)[:_MOST_SWEPT])
    for trial_id in found:
        send_task(PLAY_TRIAL, str(trial_id), expires=settings.SWEPT_SECONDS)
    metrics.sweep_found.labels("trials").inc(len(found))
    return len(found)


def cancel_trial(*, draft: CardSetDraft) -> None:
    """Stop the running trial of a draft. The results of deals already played stay."""
    draft.trials.filter(state=DraftTrial.State.RUNNING).update(state=DraftTrial.State.CANCELLED)


@shared_task(name=PLAY_TRIAL, soft_time_limit=120, time_limit=150)
def play_trial_task(trial_id: str) -> None:
    """Play a trial for STINT_SECONDS and the rest of a deal. A task may run twice, late, or never."""
    play_trial(int(trial_id))


def play_trial(trial_id: int, *, clock: Callable[[], float] = time.monotonic) -> None:
    """Play deals of a running trial until it ends or is cancelled, or until this task's time is up."""
    until = clock() + STINT_SECONDS
    this = DraftTrial.objects.filter(pk=trial_id)
    if not claim(this.filter(state=DraftTrial.State.RUNNING), timezone.now(), LEASE):
        return
    try:
        trial = this.select_related("before", "after").get()
        if trial.has_failed_twice:
            set_aside.labels("trial").inc()
            this.update(state=DraftTrial.State.FAILED, fault=FAILED_TWICE)
            return
        rules = _rules(trial.before, trial.after)
        while trial.state == DraftTrial.State.RUNNING and clock() <= until:
            _count(trial, rules)
            trial.refresh_from_db()
    finally:
        release(this)
    if trial.state == DraftTrial.State.RUNNING:
        send_task(PLAY_TRIAL, str(trial_id))


def _count(trial: DraftTrial, rules: Mapping[str, Ruleset]) -> None:
    """Play the next deal, and count it unless another task already has."""
    running = DraftTrial.objects.filter(pk=trial.pk, state=DraftTrial.State.RUNNING, played=trial.played)
    try:
        played = {side: _result(trial, rules[side], side) for side in SIDES}
    except Exception as error:  # A card that breaks the rules ends the trial; the fault names it.
        running.update(state=DraftTrial.State.FAILED, fault=f"{type(error).__name__}: {error}"[:400])
        return
    results = {}
    for side, result in played.items():
        score = Score(*trial.results.get(side, (0, 0, 0)))
        score.add(result)
        results[side] = [score.wins, score.draws, score.losses]
    is_last = trial.played + 1 >= trial.wanted
    running.update(
        updated_at=timezone.now(),
        lease_until=timezone.now() + LEASE,
        fruitless=0,
        played=trial.played + 1,
        results=results,
        state=DraftTrial.State.DONE if is_last else DraftTrial.State.RUNNING,
    )


def _result(trial: DraftTrial, rules: Ruleset, side: str) -> int:
    """Play the next deal of one side: 1 if the tried deck won, -1 if it lost, else 0."""
    plan, team = trial.plan, trial.played % 2
    other = plan["opponents"][trial.played // 2 % len(plan["opponents"])]
    decks = _decks(rules, plan["options"], plan[side], other, team)
    outcome = play(rules, plan["options"], decks, [house_bot(OPPONENT)] * len(decks), trial.pk * 1000 + trial.played)
    mine = {seat for seat, deck in enumerate(_decks(rules, plan["options"], True, False, team)) if deck}
    return 0 if not outcome.winners else 1 if set(outcome.winners) & mine else -1
