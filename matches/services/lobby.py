"""Before a match: opening it, inviting, joining, leaving, and starting it when everybody is ready.

Every function is one transaction. Refused (`ServiceError`), it has changed nothing.
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from cards.engine import Problem, Ruleset, match_key, seed_commitment
from cards.http.timestamps import milliseconds, rfc3339
from cards.models import CardSetRevision
from cards.rulesets.registry import newest_version
from cards.sets.selectors import newest_revision, rules_of
from cards.text.errors import ServiceError, malformed
from cards.text.sentences import explained
from decks.selectors import UnknownDeck, deck_named
from matches.bots.roster import HOUSE_BOTS, house_bot
from matches.clocks import read_clock, started, ticked
from matches.log import folding, sql
from matches.log.database_clock import read_database_clock
from matches.log.events import Event
from matches.log.seed_encryption import NO_CHANCE, seal, unseal
from matches.log.stored_match import StoredMatch
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import wake
from matches.players.models import Player
from matches.selectors.access import is_open_to_all

MOST_ENTROPY = 64
NO_CARDS: dict[str, Any] = {"cards": {}}
"""What everybody brings to a game of shared cards."""
BOTS = [bot.name for bot in HOUSE_BOTS]


@dataclass(frozen=True, kw_only=True)
class SeatPlan:
    """Who is to sit where. `deck` may be missing for people: they bring it when they join.

    A deck may be named: the id of a kept one, or the slug of a starter. So may an `invited` player.
    """

    kind: str
    player: Player | None = None
    invited: str = ""
    bot: str = ""
    deck: Mapping[str, Any] | str | None = None
    entropy: str = ""
    is_ready: bool = False


def open_match(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatPlan],
    created_by: Player | None = None,
    clock: Mapping[str, Any] | None = None,
    visibility: str = Match.Visibility.PUBLIC,
    card_set: CardSetRevision | None = None,
    play: Callable[[StoredMatch, Sequence[Seat]], Sequence[Event]] | None = None,
) -> Match:
    """A new match, committed to its seed. It starts at once if nobody is left to wait for.

    It is played with the newest cards. Another `card_set` is for callers of our own: no request of a client names one.
    So is `play`, which takes a match that has started further before it is written, all in one transaction; whoever
    plays goes on, and no worker is woken.
    Raises ServiceError `bad_setup` with every fault of options, number of seats and decks; UnknownRuleset.
    """
    revision = card_set or newest_revision(ruleset)
    rules = rules_of(ruleset, newest_version(ruleset), revision.pk)
    seats, problems = _resolved(rules, options, seats, created_by)
    unknown = {problem["seat"] for problem in problems if problem["code"] == "unknown_deck"}
    problems += _plan_problems(rules, options, seats, unknown) + _clock_problems(clock)
    if problems:
        raise _bad_setup(rules, problems)
    seed = os.urandom(32)
    match = Match(
        ruleset=ruleset,
        ruleset_version=rules.version,
        card_set=revision,
        options=msgspec.to_builtins(rules.read_options(options)),
        clock=None if clock is None else dict(clock),
        visibility=visibility,
        created_by=created_by,
        seed_commitment=seed_commitment(seed),
        bots=[index for index, plan in enumerate(seats) if plan.kind == Seat.Kind.BOT],
    )
    match.sealed_seed = seal(seed + NO_CHANCE, match.id.bytes)
    rows = [_seat(match, index, plan) for index, plan in enumerate(seats)]
    start = _start_if_ready(match, rows)
    events = [] if start is None else [start[1], *(play(start[0], rows) if play else ())]
    with writing():
        if start is not None:
            sql.copy_to_row(start[0], match)
        match.save(force_insert=True)
        Seat.objects.bulk_create(rows)
        if start is not None:
            sql.write_first(start[0], events)
            if play is None:
                wake.appended(start[0])
    return match


def _resolved(
    rules: Ruleset, options: Mapping[str, Any], seats: Sequence[SeatPlan], created_by: Player | None
) -> tuple[list[SeatPlan], list[Problem]]:
    """The plan with players and decks in place of their names, and those that do not exist."""
    plans, problems = [], []
    for index, plan in enumerate(seats):
        found = plan
        if plan.invited:
            found = replace(found, player=Player.objects.filter(username=plan.invited, is_active=True).first())
            if found.player is None:
                problems.append({"code": "unknown_player", "seat": index, "player": plan.invited})
        try:
            found = replace(found, deck=_brought(rules, options, index, plan.deck, created_by))
        except UnknownDeck:
            problems.append(_unknown_deck(rules, index, plan.deck))
            found = replace(found, deck=NO_CARDS)
        plans.append(found)
    return plans, problems


def _brought(
    rules: Ruleset,
    options: Mapping[str, Any],
    seat: int,
    deck: Mapping[str, Any] | str | None,
    player: Player | None,
) -> Mapping[str, Any] | None:
    """The deck that is meant; the empty one where none is to be sent. Raises UnknownDeck."""
    if isinstance(deck, str):
        return deck_named(rules, player.pk if player else None, deck)
    return NO_CARDS if deck is None and not brings_deck(rules, options, seat) else deck


def brings_deck(rules: Ruleset, options: Mapping[str, Any], seat: int) -> bool:
    """Whether the seat must send a deck: also where options with faults, or a seat too many, leave that open."""
    if not rules.builds_decks or rules.check_options(options):
        return rules.builds_decks
    read = rules.read_options(options)
    return seat >= rules.seats(read) or rules.brings_deck(read, seat)


def _unknown_deck(rules: Ruleset, seat: int, deck: Any) -> Problem:
    return {"code": "unknown_deck", "seat": seat, "deck": deck, "accepted": [d.slug for d in rules.starter_decks]}


def enabled_bots() -> list[str]:
    """The house bots that take seats in new matches, from the weakest to the strongest."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT bot FROM matches_botsetting WHERE NOT is_enabled")
        disabled = {bot for (bot,) in cursor.fetchall()}
    return [bot for bot in BOTS if bot not in disabled]


def _plan_problems(
    rules: Ruleset, options: Mapping[str, Any], seats: Sequence[SeatPlan], unknown: Collection[int]
) -> list[Problem]:
    """All faults of the plan: who sits, then options, number of seats and decks as the rules file orders them.

    The rules are not asked what is wrong with a deck that is `unknown`.
    """
    problems: list[Problem] = []
    seated: set[int] = set()
    bots = enabled_bots()
    for index, plan in enumerate(seats):
        if plan.kind == Seat.Kind.BOT and plan.bot not in bots:
            code = "bot_disabled" if plan.bot in BOTS else "unknown_bot"
            problems.append({"code": code, "seat": index, "bot": plan.bot, "accepted": bots})
        if plan.player is not None and plan.player.pk in seated:
            problems.append({"code": "seated_twice", "seat": index, "player": plan.player.get_username()})
        if plan.deck is None and (plan.is_ready or plan.kind == Seat.Kind.BOT):
            problems.append({"code": "deck_missing", "seat": index})
        seated |= {plan.player.pk} if plan.player else set()
    faults = _rules_problems(rules, options, [plan.deck for plan in seats])
    return problems + [fault for fault in faults if fault.get("seat") not in unknown]


def _rules_problems(rules: Ruleset, options: Mapping[str, Any], decks: Sequence[Any]) -> list[Problem]:
    """What the rules say of options and decks; decks that are still missing are checked when they come."""
    if problems := rules.check_options(options):
        return problems
    read = rules.read_options(options)
    expected = rules.seats(read)
    if len(decks) != expected:
        return [{"code": "wrong_number_of_decks", "expected": expected}]
    if all(deck is not None for deck in decks):
        return rules.check_setup(options, decks)
    return [
        problem
        for index, deck in enumerate(decks)
        if deck is not None
        for problem in rules.check_deck(read, deck, index)
    ]


def _clock_problems(clock: Mapping[str, Any] | None) -> list[Problem]:
    try:
        read_clock(None if clock is None else dict(clock))
    except msgspec.ValidationError as error:
        return [{"code": "bad_clock", "detail": str(error)}]
    return []


def _seat(match: Match, index: int, plan: SeatPlan) -> Seat:
    _check_entropy(plan.entropy)
    bot = plan.kind == Seat.Kind.BOT
    return Seat(
        match=match,
        index=index,
        kind=plan.kind,
        player=plan.player,
        bot=plan.bot,
        public_id=_public_id(plan),
        deck=plan.deck,
        entropy=plan.entropy,
        is_ready=bot or plan.is_ready,
    )


def _public_id(plan: SeatPlan) -> str:
    """How the log names who sits here."""
    if plan.kind == Seat.Kind.BOT:
        bot = house_bot(plan.bot)
        return f"bot:{bot.name}/{bot.version}"
    return str(plan.player.public_id) if plan.player else ""


def _check_entropy(entropy: str) -> None:
    if len(entropy) > MOST_ENTROPY or not (entropy == "" or (entropy.isascii() and entropy.isprintable())):
        raise malformed("entropy_not_printable", most=MOST_ENTROPY)


def join_match(
    *,
    match_id: UUID,
    player: Player,
    deck: Mapping[str, Any] | str | None = None,
    entropy: str = "",
    seat: int | None = None,
) -> Match:
    """Take the seat one is invited to, or an open one, and be ready. The last one to join starts the match.

    Raises ServiceError `seat_taken`, `already_seated`, `match_started`, or `bad_setup` with all faults of the deck.
    """
    _check_entropy(entropy)
    with writing():
        match, seats = _lobby(match_id, player)
        mine = _seat_for(player, seats, seat)
        mine.deck = _checked_deck(match, seats, mine, player, deck)
        mine.kind = Seat.Kind.PLAYER
        mine.player = player
        mine.public_id = str(player.public_id)
        mine.entropy = entropy
        mine.is_ready = True
        mine.save()
        start = _start_if_ready(match, seats)
        if start is None:
            match.updated_at = read_database_clock().moment
        else:
            sql.copy_to_row(start[0], match)
        match.save()
        if start is not None:
            sql.write_first(start[0], [start[1]])
            wake.appended(start[0])
    return match


def _lobby(match_id: UUID, player: Player) -> tuple[Match, list[Seat]]:
    """A match that has not started, with its seats. One that is not open to all is absent for who has no part in it."""
    match = Match.objects.select_for_update(of=("self",)).select_related("card_set").filter(pk=match_id).first()
    if match is None:
        raise ServiceError("not_found")
    seats = list(match.seats.all())
    is_part = match.created_by_id == player.pk or any(s.player_id == player.pk for s in seats)
    if not is_open_to_all(match) and not is_part:
        raise ServiceError("not_found")
    if match.status != Match.Status.LOBBY:
        raise ServiceError("match_over" if match.status == Match.Status.OVER else "match_started")
    return match, seats


def _seat_for(player: Player, seats: Sequence[Seat], wanted: int | None) -> Seat:
    mine = next((s for s in seats if s.player_id == player.pk), None)
    if mine is not None and mine.is_ready:
        raise ServiceError("already_seated")
    mine = mine or next((s for s in seats if s.kind == Seat.Kind.OPEN and wanted in (None, s.index)), None)
    if mine is None:
        raise ServiceError("seat_taken")
    return mine


def _checked_deck(
    match: Match, seats: Sequence[Seat], mine: Seat, player: Player, deck: Mapping[str, Any] | str | None
) -> Any:
    """The deck that the seat brings: the one sent now, or the one it has. Raises ServiceError `bad_setup`."""
    rules = _rules(match)
    try:
        brought = _brought(rules, match.options, mine.index, mine.deck if deck is None else deck, player)
    except UnknownDeck:
        raise _bad_setup(rules, [_unknown_deck(rules, mine.index, deck)]) from None
    if brought is None:
        raise _bad_setup(rules, [{"code": "deck_missing", "seat": mine.index}])
    decks = [brought if s.index == mine.index else s.deck for s in seats]
    if all(d is not None for d in decks):
        problems = rules.check_setup(match.options, decks)
    else:
        problems = rules.check_deck(rules.read_options(match.options), brought, mine.index)
    if problems:
        raise _bad_setup(rules, problems)
    return brought


def _bad_setup(rules: Ruleset, problems: Sequence[Problem]) -> ServiceError:
    return ServiceError("bad_setup", problems=explained(rules, problems))


def leave_match(*, match_id: UUID, player: Player) -> Match:
    """Give a seat back before the match has started; declining an invitation opens the seat to everybody."""
    with writing():
        match, seats = _lobby(match_id, player)
        mine = next((s for s in seats if s.player_id == player.pk), None)
        if mine is None:
            raise ServiceError("not_your_seat")
        Seat.objects.filter(pk=mine.pk).update(
            kind=Seat.Kind.OPEN, player=None, public_id="", deck=None, entropy="", is_ready=False
        )
        match.updated_at = read_database_clock().moment
        match.save(update_fields=["updated_at"])
    return match


def _rules(match: Match) -> Ruleset:
    return rules_of(match.ruleset, match.ruleset_version, match.card_set_id)


def _start_if_ready(match: Match, seats: Sequence[Seat]) -> tuple[StoredMatch, Event] | None:
    """Event 0 and the position after it when every seat is ready; nothing of it is written yet.

    From here on the entropies are fixed and with them all chance.
    """
    if not all(seat.is_ready for seat in seats):
        return None
    rules = _rules(match)
    seed = unseal(bytes(match.sealed_seed), match.id.bytes)[:32]
    key = match_key(seed, [seat.entropy for seat in seats])
    clock_reading = read_database_clock()
    now = clock_reading.moment
    position, event = folding.start(rules, key, rfc3339(now), _facts(match, seats))
    match.sealed_seed = seal(seed + key, match.id.bytes)
    clock = read_clock(match.clock)
    times = ticked(clock, started(clock, len(seats)), position.opened, 0, milliseconds(now), None)
    stored = StoredMatch(
        match.id,
        match.status,
        -1,
        rules,
        position,
        clock,
        times,
        None,
        frozenset(match.bots),
        None,
        last_at=milliseconds(now),
        clock_reading=clock_reading,
    )
    return stored, event


def _facts(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    rules = _rules(match)
    options = rules.read_options(match.options)
    teams = {seat.index: {"team": rules.team(options, seat.index)} for seat in seats if rules.has_teams(options)}
    return {
        "match": str(match.id),
        "ruleset": match.ruleset,
        "ruleset_version": match.ruleset_version,
        "options": match.options,
        "seats": [
            {"player": seat.public_id, **teams.get(seat.index, {}), "entropy": seat.entropy, "deck": seat.deck}
            for seat in seats
        ],
        "clock": match.clock,
        "card_set": {"revision": match.card_set.revision, "digest": match.card_set.digest},
        "seed_commitment": match.seed_commitment,
    }
