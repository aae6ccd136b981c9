"""Before a match: open it, invite, join, leave, and start it when everyone is ready.

Every function is one transaction. A refused request (`ServiceError`) changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec

from cards.models import CardSetRevision
from cards.sets.selectors import newest_revision, rules_of
from common.text.errors import ServiceError, malformed
from decks.selectors import UnknownDeck
from matches.bots.roster import house_bot
from matches.limits import MOST_ENTROPY
from matches.log import appending
from matches.log.database_clock import read_database_clock
from matches.log.events import Event
from matches.log.seed_encryption import NO_CHANCE, new_seed, seal
from matches.log.stored_match import StoredMatch
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import news, wake
from matches.selectors.access import is_open_to_all, opened_by_link
from matches.selectors.blocks import kept_apart
from matches.selectors.bot_accounts import bot_account_of
from matches.selectors.calls import time_to_answer
from matches.services import match_notices
from matches.services.calls import check_in_time, note_answer
from matches.services.ending import close_lobby
from matches.services.match_limits import OWN, check_room, check_stays, invited_too_often
from matches.services.ratings import check_joins_rated, write_seats
from matches.services.seat_plans import (
    SeatPlan,
    bad_setup,
    brought_deck,
    check_deck_is_there,
    checked_plans,
    declined,
    unknown_deck,
)
from matches.services.starting import has_fixed_key, match_rules, start_if_ready
from players.models import Player
from players.services import hold_players
from rules.engine import Problem, Ruleset, seed_commitment
from rules.registry import newest_version

IDLE_DAYS = 30


def open_match(
    *,
    ruleset: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatPlan],
    created_by: Player | None = None,
    asked_by: Player | None = None,
    clock: Mapping[str, Any] | None = None,
    visibility: str = Match.Visibility.PUBLIC,
    is_rated: bool = False,
    card_set: CardSetRevision | None = None,
    play: Callable[[StoredMatch, Sequence[Seat]], Sequence[Event]] | None = None,
    idle_days: int = IDLE_DAYS,
) -> Match:
    """Open a match with its seed commitment. It starts at once if every seat is ready.

    The seats of a rated match are drawn at the start (ratings.py).
    Invited bot accounts are called: they accept such a match by their declaration, or it is refused. A match without a
    clock is closed after `idle_days` without an event.
    It uses the newest cards. `card_set` and `play` are for internal callers only. `play` makes the first moves of a
    match that starts, before it is written, all in one transaction. No worker is woken then: the caller plays the rest.
    `asked_by`, by default `created_by`, is the account that gets `too_many_matches` for itself.
    Raises ServiceError `bad_setup` with every fault of options, number of seats and decks. Raises `too_many_matches` if
    `asked_by` has too many matches, `player_unavailable` if another account does; UnknownRuleset.
    """
    revision = card_set or newest_revision(ruleset)
    rules = rules_of(ruleset, newest_version(ruleset), revision.pk)
    seats = checked_plans(
        rules,
        options=options,
        seats=seats,
        created_by=created_by,
        clock=clock,
        visibility=visibility,
        is_rated=is_rated,
    )
    invited, seats = seats, [_called_if_bot(plan) for plan in seats]
    seed = new_seed()
    match = Match(
        ruleset=ruleset,
        ruleset_version=rules.version,
        card_set=revision,
        options=msgspec.to_builtins(rules.read_options(options)),
        clock=None if clock is None else dict(clock),
        visibility=visibility,
        is_rated=is_rated,
        created_by=created_by,
        idle_days=idle_days,
        seed_commitment=seed_commitment(seed),
        bots=[index for index, plan in enumerate(seats) if plan.kind == Seat.Kind.BOT],
    )
    match.sealed_seed = seal(seed + NO_CHANCE, match.id.bytes)
    rows = [seat_row(match, index, plan) for index, plan in enumerate(seats)]
    start = start_if_ready(match, rows)
    events = [] if start is None else [start[1], *(play(start[0], rows) if play else ())]
    with writing():
        if card_set is None:
            _check_limits(rules, seats, created_by, asked_by or created_by, starts=start is not None)
            if problems := declined(rules, options, clock, invited, created_by):
                raise bad_setup(rules, problems)
        if start is not None:
            appending.copy_to_row(start[0], match)
        elif any(plan.kind == Seat.Kind.CALLED for plan in seats):
            match.answer_by = read_database_clock().moment + time_to_answer(clock)
        match.save(force_insert=True)
        Seat.objects.bulk_create(rows)
        if start is not None:
            appending.write_first(start[0], events)
            match_notices.tell_started(match, rows)
            if play is None:
                wake.appended(start[0])
        else:
            match_notices.tell_called(match, rows)
    return match


def _check_limits(
    rules: Ruleset, seats: Sequence[SeatPlan], created_by: Player | None, asked_by: Player | None, *, starts: bool
) -> None:
    """Check limits in the transaction that opens the match. Raises ServiceError as `check_room`, and `bad_setup`."""
    own = {plan.player.pk for plan in seats if plan.player is not None and plan.kind in OWN}
    opener = {created_by.pk} if created_by is not None else set()
    check_room(own | opener, asked_by=None if asked_by is None else asked_by.pk, starts=starts)
    apart = kept_apart({plan.player.pk for plan in seats if plan.player is not None} | opener)
    if created_by is None:
        if apart:
            raise ServiceError("player_unavailable")
        return
    invited = [plan.player for plan in seats if plan.player is not None and plan.player.pk != created_by.pk]
    often = [*invited_too_often(created_by, invited), *(one for pair in apart for one in pair)]
    often = [account for account in often if account != created_by.pk]
    problems: list[Problem] = [
        {"code": "player_unavailable", "seat": index, "player": plan.player.get_username()}
        for index, plan in enumerate(seats)
        if plan.player is not None and plan.player.pk in often
    ]
    if problems:
        raise bad_setup(rules, problems)


def _called_if_bot(plan: SeatPlan) -> SeatPlan:
    invited = plan.player if plan.kind == Seat.Kind.INVITED else None
    return plan if invited is None or bot_account_of(invited) is None else replace(plan, kind=Seat.Kind.CALLED)


def seat_row(match: Match, index: int, plan: SeatPlan) -> Seat:
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
    """The name of the seat's player or bot in the log."""
    if plan.kind == Seat.Kind.BOT:
        return house_bot(plan.bot, plan.bot_version).name_in_log
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
    code: str | None = None,
) -> Match:
    """Take a seat, the player's own invitation first, and be ready. The last player to join starts the match.

    `code` is the code of the match's invitation link. Without it, strangers cannot find a match that is not open to
    all.

    Raises ServiceError `seat_taken`, `already_seated`, `match_started`, `call_missed`, `rated_one_owner`,
    `too_many_matches`, `too_fast`, `league_deck`, or `bad_setup` with all faults of the deck.
    """
    _check_entropy(entropy)
    with writing():
        match, seats = hold_lobby(match_id, player, code)
        mine = _seat_for(player, seats, seat)
        check_joins_rated(match, seats, player)
        check_in_time(match, mine)
        if mine.kind == Seat.Kind.OPEN:
            check_stays(match, seats, player)
        if match.deal is not None and deck is not None:
            raise ServiceError("league_deck")
        is_counted = match.created_by_id == player.pk or mine.kind in OWN
        if not is_counted:
            _check_not_apart(match, seats, player)
            starts = all(one.is_ready for one in seats if one.index != mine.index)
            check_room([player.pk], asked_by=player.pk, starts=starts)
        was_called = mine.kind == Seat.Kind.CALLED
        mine.deck = _checked_deck(match, seats, mine, player, deck)
        mine.kind = Seat.Kind.PLAYER
        mine.player = player
        mine.public_id = str(player.public_id)
        mine.entropy = "" if has_fixed_key(match) else entropy
        mine.is_ready = True
        mine.save()
        if was_called:
            note_answer(match, seats, player)
        start = start_if_ready(match, seats)
        if start is None:
            match.updated_at = read_database_clock().moment
            match_notices.tell_seat_taken(match, seats, mine.index, player)
            news.publish(news.match_topic(match.pk))
        else:
            appending.copy_to_row(start[0], match)
            if match.is_rated:
                write_seats(seats)
        match.save()
        if start is not None:
            appending.write_first(start[0], [start[1]])
            match_notices.tell_started(match, seats)
            wake.appended(start[0])
    return match


def _check_not_apart(match: Match, seats: Sequence[Seat], player: Player) -> None:
    """Raises ServiceError `seat_taken`, which does not reveal a block."""
    hold_players([player.pk])
    there = {match.created_by_id, *(seat.player_id for seat in seats), player.pk} - {None}
    if any(one == player.pk for one, _ in kept_apart(there)):
        raise ServiceError("seat_taken")


def hold_lobby(match_id: UUID, player: Player, code: str | None = None) -> tuple[Match, list[Seat]]:
    """Load a match that has not started, with its seats, and lock it until the transaction ends.

    A match that is not open to all looks missing to anyone outside it without a valid `code`.
    Raises ServiceError `not_found`, `match_started`, `match_over`.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("card_set").filter(pk=match_id).first()
    if match is None:
        raise ServiceError("not_found")
    seats = list(match.seats.all())
    is_part = match.created_by_id == player.pk or any(s.player_id == player.pk for s in seats)
    if not is_open_to_all(match) and not is_part and not _is_invited(match, code):
        raise ServiceError("not_found")
    if match.status != Match.Status.LOBBY:
        raise ServiceError("match_over" if match.status == Match.Status.OVER else "match_started")
    return match, seats


def _is_invited(match: Match, code: str | None) -> bool:
    return code is not None and Match.objects.filter(opened_by_link(code), pk=match.pk).exists()


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
    """The deck for the seat: the one sent now, or the one it has. Raises ServiceError `bad_setup`."""
    rules = match_rules(match)
    try:
        brought = brought_deck(rules, match.options, mine.index, mine.deck if deck is None else deck, player)
    except UnknownDeck:
        raise bad_setup(rules, [unknown_deck(rules, mine.index, deck)]) from None
    check_deck_is_there(rules, mine.index, brought)
    decks = [brought if s.index == mine.index else s.deck for s in seats]
    if all(d is not None for d in decks):
        problems = rules.check_setup(match.options, decks)
    else:
        problems = rules.check_deck(rules.read_options(match.options), brought, mine.index)
    if problems:
        raise bad_setup(rules, problems)
    return brought


def leave_match(*, match_id: UUID, player: Player) -> Match:
    """Leave a seat before the match starts. Declining an invitation opens the seat to everyone.

    A match that the service set up is closed when one of its players leaves.
    Raises ServiceError `not_your_seat`, `league_match`.
    """
    with writing():
        match, seats = hold_lobby(match_id, player)
        mine = next((s for s in seats if s.player_id == player.pk), None)
        if mine is None:
            raise ServiceError("not_your_seat")
        if match.deal is not None:
            raise ServiceError("league_match")
        if match.created_by_id is None:
            close_lobby(match, left_by=player)
            return match
        Seat.objects.filter(pk=mine.pk).update(
            kind=Seat.Kind.OPEN, player=None, public_id="", deck=None, entropy="", is_ready=False
        )
        match.updated_at = read_database_clock().moment
        if not any(s.kind == Seat.Kind.CALLED for s in seats if s.index != mine.index):
            match.answer_by = None
        match.save(update_fields=["updated_at", "answer_by"])
        match_notices.tell_seat_left(match, seats, mine.index, player)
        news.publish(news.match_topic(match.pk))
    return match
