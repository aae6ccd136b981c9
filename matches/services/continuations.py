"""Continue from an event of a disclosed match: practice against house bots, private and never counted.

Its event 0 says `continues: {match, seq, hash}`. The table is that of the other match after that event, but seed, key
and future chance are its own. Ruleset version, card set, options and decks are those of the other match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from cards.sets.selectors import newest_rules
from common.text.errors import ServiceError
from common.text.sentences import explained
from matches.limits import MOST_LINKS
from matches.log import appending, sql
from matches.log.seed_encryption import NO_CHANCE, new_seed, seal
from matches.log.transactions import writing
from matches.models import Match, Seat
from matches.notifications import wake
from matches.selectors.access import is_disclosed, seat_of, why_not_open
from matches.selectors.lists import find_match
from matches.services.ending import resign
from matches.services.idempotency import Answer, once
from matches.services.lobby import IDLE_DAYS, open_match, seat_row
from matches.services.match_limits import check_room
from matches.services.seat_plans import BOTS, NO_CARDS, SeatPlan, brings_deck, enabled_bots
from matches.services.starting import start_if_ready
from players.models import Player
from rules.engine import Problem, Ruleset, Table, seats_to_act, seed_commitment

USUAL_BOT = "greedy"
KEY_PART = 32
"""Characters of a page's key that are used; an event's number follows."""


@dataclass(frozen=True, kw_only=True)
class Continuation:
    """The event to continue after, the player's seat, and the bot for the other seats. Without a seat: the first to
    act.
    """

    seq: int
    seat: int | None = None
    bot: str = USUAL_BOT


def continue_match(*, match: Match, player: Player, wanted: Continuation) -> Match:
    """Start the practice match. `match` must be visible to the player.

    Raises ServiceError `match_not_over`, `not_disclosed`, `deal_not_closed`, `unknown_version`, `not_found` for an
    unknown seat, `bad_setup` for an unknown bot, `nothing_to_continue`, `continued_too_often`, `too_many_matches`.
    """
    if not is_disclosed(match):
        raise why_not_open(match)
    table = _table_to_continue(match, wanted)
    seats = list(match.seats.all())
    own = seats_to_act(table)[0] if wanted.seat is None else wanted.seat

    seed = new_seed()
    event = sql.event(match.pk, wanted.seq)
    opened = Match(
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        card_set=match.card_set,
        options=match.options,
        visibility=Match.Visibility.PRIVATE,
        created_by=player,
        idle_days=IDLE_DAYS,
        seed_commitment=seed_commitment(seed),
        bots=[seat.index for seat in seats if seat.index != own],
        continues={"match": str(match.pk), "seq": wanted.seq, "hash": event.hash.hex()},
    )
    opened.sealed_seed = seal(seed + NO_CHANCE, opened.id.bytes)
    plans = {seat.index: _plan(seat, player if seat.index == own else None, wanted.bot) for seat in seats}
    rows = [seat_row(opened, index, plan) for index, plan in plans.items()]
    start = start_if_ready(opened, rows, table)
    assert start is not None
    stored, first = start
    with writing():
        check_room({player.pk}, asked_by=player.pk, starts=True)
        appending.copy_to_row(stored, opened)
        opened.save(force_insert=True)
        Seat.objects.bulk_create(rows)
        appending.write_first(stored, [first])
        wake.appended(stored)
    return opened


def _table_to_continue(match: Match, wanted: Continuation) -> Table:
    """The table after the event. Raises ServiceError as `continue_match`, except for matches not yet disclosed."""
    if match.is_imported:
        raise ServiceError("nothing_to_continue")
    if links_behind(match) >= MOST_LINKS:
        raise ServiceError("continued_too_often", most=MOST_LINKS)
    if not 0 <= wanted.seq <= match.version:
        raise ServiceError("unknown_version", version=match.version)
    table = sql.position_at(match.pk, wanted.seq).table
    if table.outcome is not None:
        raise ServiceError("nothing_to_continue")
    seats = len(match.seats.all())
    own = seats_to_act(table)[0] if wanted.seat is None else wanted.seat
    if own >= seats:
        raise ServiceError("not_found")
    if problems := _bot_problems(wanted.bot, own, seats):
        raise ServiceError("bad_setup", problems=explained(table.rules, problems))
    return table


def links_behind(match: Match) -> int:
    """How many matches this one continues, one after another. Counts up to MOST_LINKS."""
    count, continues = 0, match.continues
    while continues is not None and count < MOST_LINKS:
        count += 1
        continues = Match.objects.filter(pk=continues["match"]).values_list("continues", flat=True).first()
    return count


def _plan(seat: Seat, player: Player | None, bot: str) -> SeatPlan:
    if player is None:
        return SeatPlan(kind="bot", bot=bot, deck=seat.deck)
    return SeatPlan(kind="player", player=player, deck=seat.deck, is_ready=True)


def _bot_problems(bot: str, own: int, seats: int) -> list[Problem]:
    bots = enabled_bots()
    if bot in bots:
        return []
    code = "bot_disabled" if bot in BOTS else "unknown_bot"
    return [{"code": code, "seat": seat, "bot": bot, "accepted": bots} for seat in range(seats) if seat != own]


def may_go_back(match: Match, player: Player) -> bool:
    """Whether the player plays, or played, only against house bots, in a match whose events can be continued from."""
    if not plays_bots_alone(match, player) or match.withheld or match.deal is not None or match.is_imported:
        return False
    is_open = match.status == Match.Status.PLAYING or is_disclosed(match)
    return is_open and links_behind(match) < MOST_LINKS


def go_back(*, match: Match, player: Player, seq: int, key: str) -> Match:
    """Resign, unless the match is over, and continue after an event in the same seat, against the same bot.

    The same `key` opens only one match. If the event can't be continued from, nothing is resigned.
    Raises ServiceError: `not_allowed`, and those of `continue_match`.
    """
    if not may_go_back(match, player):
        raise ServiceError("not_allowed")
    own = seat_of(match, player)
    bot = next(seat.bot for seat in match.seats.all() if seat.kind == Seat.Kind.BOT)
    wanted = Continuation(seq=seq, seat=own, bot=bot)
    _table_to_continue(match, wanted)

    if match.status == Match.Status.PLAYING:
        _resign_if_running(match, player)
    over = find_match(match.pk, player)
    answer = once(
        player=player,
        key=f"{key[:KEY_PART]}:{seq}" if key else None,  # One page can go back to several events.
        request=f"back {match.pk} {seq}".encode(),
        do=lambda: Answer(201, continue_match(match=over, player=player, wanted=wanted).pk.bytes),
    )
    return Match.objects.get(pk=UUID(bytes=answer.body))


def _resign_if_running(match: Match, player: Player) -> None:
    """Resign, unless a bot's move or a second click has just ended the match."""
    try:
        resign(match_id=match.pk, player_id=player.pk)
    except ServiceError as refusal:
        if refusal.code != "match_over":
            raise


def open_again(*, match: Match, player: Player, key: str) -> Match:
    """Open a rematch; the same `key` opens only one. Raises ServiceError: `not_allowed`, and those of `open_match`."""
    if not may_open_again(match, player):
        raise ServiceError("not_allowed")
    answer = once(
        player=player,
        key=key or None,
        request=b"again" + match.pk.bytes,
        do=lambda: Answer(201, open_rematch(match=match, player=player).pk.bytes),
    )
    return Match.objects.get(pk=UUID(bytes=answer.body))


def may_open_again(match: Match, player: Player) -> bool:
    """Whether the player played only against house bots whose decks are disclosed."""
    return plays_bots_alone(match, player) and match.continues is None and is_disclosed(match)


def plays_bots_alone(match: Match, player: Player) -> bool:
    """Whether the player has a seat and all others are house bots'."""
    seats = list(match.seats.all())
    others = [seat for seat in seats if seat.player_id != player.pk]
    return 0 < len(others) < len(seats) and all(seat.kind == Seat.Kind.BOT for seat in others)


def open_rematch(*, match: Match, player: Player) -> Match:
    """Open a rematch, which starts at once, for a player who `may_open_again`. Raises ServiceError as `open_match`."""
    return open_match(
        ruleset=match.ruleset,
        options=match.options,
        seats=_exchanged(newest_rules(match.ruleset), match.options, list(match.seats.all()), player),
        created_by=player,
        clock=match.clock,
        visibility=match.visibility,
        idle_days=match.idle_days,
    )


def _exchanged(rules: Ruleset, options: Mapping[str, Any], seats: Sequence[Seat], player: Player) -> list[SeatPlan]:
    """Move everyone with their deck one seat on, or leave them in place if the decks are not allowed in those seats."""
    further = [*seats[-1:], *seats[:-1]]
    # Options unknown to the newest rules are refused when the match is opened.
    may_exchange = not rules.check_options(options) and not _may_not_sit(rules, options, further)
    return [_same_plan(seat, player) for seat in (further if may_exchange else seats)]


def _may_not_sit(rules: Ruleset, options: Mapping[str, Any], further: Sequence[Seat]) -> bool:
    lacks = any(brings_deck(rules, options, seat) and one.deck in (None, NO_CARDS) for seat, one in enumerate(further))
    decks = [one.deck if brings_deck(rules, options, seat) else NO_CARDS for seat, one in enumerate(further)]
    return lacks or bool(rules.check_setup(options, decks))


def _same_plan(seat: Seat, player: Player) -> SeatPlan:
    if seat.kind == Seat.Kind.BOT:
        return SeatPlan(kind="bot", bot=seat.bot, deck=seat.deck)
    return SeatPlan(kind="player", player=player, deck=seat.deck, is_ready=True)
