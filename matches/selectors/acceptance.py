"""What a bot account declares that it accepts, and whether a match fits. Pure: everything that counts is passed in.

Clients send and read it in this form.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from matches.clocks import Clock, Correspondence, Fischer, PerDecision
from matches.limits import MOST_IDLE_DAYS

Caller = Literal["people", "bots", "owner"]
Objection = Literal["ruleset", "options", "clock", "at_once", "caller", "paused"]
Slug = Annotated[str, Meta(min_length=1, max_length=40)]
Word = Annotated[str, Meta(max_length=80)]
Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
Allowed = Annotated[list[None | bool | Number | Word], Meta(min_length=1, max_length=50)]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
Days = Annotated[int, Meta(ge=1, le=30)]
IdleDays = Annotated[int, Meta(ge=1, le=MOST_IDLE_DAYS)]


class AcceptedRuleset(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, and for each named option the accepted values. All values of other options are accepted."""

    ruleset: Slug
    options: Annotated[dict[Word, Allowed], Meta(max_length=50)] = {}


class NoClock(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="none"):
    """A match without a clock. It is closed after at most `most_idle_days` days in which nothing happens."""

    most_idle_days: IdleDays = MOST_IDLE_DAYS


class AcceptedPerDecision(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="per_decision"):
    """A fixed time for every decision, within these bounds."""

    least_seconds: Seconds = 0
    most_seconds: Seconds = 86_400


class AcceptedFischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="fischer"):
    """A time budget and the increment for every decision, within these bounds."""

    least_initial_seconds: Seconds = 0
    most_initial_seconds: Seconds = 86_400
    least_increment_seconds: Seconds = 0
    most_increment_seconds: Seconds = 86_400


class AcceptedCorrespondence(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="correspondence"):
    """A number of days for every decision, within these bounds."""

    least_days: Days = 1
    most_days: Days = 30


AcceptedClock = NoClock | AcceptedPerDecision | AcceptedFischer | AcceptedCorrespondence


class Acceptance(Struct, frozen=True, forbid_unknown_fields=True):
    """The matches that a bot account accepts: games, clocks, number at once and callers.

    `at_once` 0 means none for now. `from` names the callers: `people`, `bots` (other bot accounts) and `owner` (the
    bot's own owner, who also counts as one of the people).
    """

    rulesets: Annotated[list[AcceptedRuleset], Meta(max_length=20)]
    clocks: Annotated[list[AcceptedClock], Meta(max_length=20)]
    at_once: Annotated[int, Meta(ge=0, le=100, description="Most matches at the same time.")] = 1
    from_: Annotated[list[Caller], Meta(max_length=3, description="Who may ask it to play.")] = field(
        name="from", default_factory=lambda: ["people", "bots"]
    )


def objection(
    acceptance: Acceptance,
    *,
    ruleset: str,
    options: Mapping[str, Any],
    clock: Clock | None,
    callers: Collection[Caller],
    playing: int,
) -> Objection | None:
    """The first objection to a match; None if it is accepted.

    `options` are all options as the rules have read them. `callers` are all groups the caller belongs to. `playing` is
    how many matches the account already has.
    """
    games = [game for game in acceptance.rulesets if game.ruleset == ruleset]
    if not games:
        return "ruleset"
    if not any(_fits_options(game, options) for game in games):
        return "options"
    if not any(_fits_clock(accepted, clock) for accepted in acceptance.clocks):
        return "clock"
    if not set(callers) & set(acceptance.from_):
        return "caller"
    return "at_once" if playing >= acceptance.at_once else None


def most_idle_days(acceptance: Acceptance) -> int:
    """The most days without an event after which a match without a clock must be closed."""
    bounds = [clock.most_idle_days for clock in acceptance.clocks if isinstance(clock, NoClock)]
    return max(bounds, default=MOST_IDLE_DAYS)


def _fits_options(game: AcceptedRuleset, options: Mapping[str, Any]) -> bool:
    return all(_is_among(options.get(name), allowed) for name, allowed in game.options.items())


def _is_among(value: Any, allowed: list[Any]) -> bool:
    """Compare strictly: `true` is not 1."""
    return any(type(value) is type(one) and value == one for one in allowed)


def _fits_clock(accepted: AcceptedClock, clock: Clock | None) -> bool:
    match accepted, clock:
        case NoClock(), None:
            return True
        case AcceptedPerDecision(least, most), PerDecision(seconds):
            return least <= seconds <= most
        case AcceptedFischer(least, most, least_increment, most_increment), Fischer(initial, increment):
            return least <= initial <= most and least_increment <= increment <= most_increment
        case AcceptedCorrespondence(least, most), Correspondence(days):
            return least <= days <= most
    return False
