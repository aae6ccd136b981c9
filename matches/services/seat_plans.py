"""The seat plans of a requested match, and what is wrong with them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.db import connection

from common.text.errors import ServiceError
from common.text.sentences import explained
from decks.selectors import UnknownDeck, deck_named, offered_decks
from matches.bots.roster import HOUSE_BOTS
from matches.clocks import read_clock
from matches.models import Match, Seat
from matches.selectors.bot_accounts import bot_account_of, why_not
from matches.services.ratings import rated_problems
from players.models import Player
from rules.engine import Problem, Ruleset
from rules.engine.value_faults import value_fault

NO_CARDS: dict[str, Any] = {"cards": {}}
"""The deck of every seat in a game with shared cards."""
BOTS = [bot.name for bot in HOUSE_BOTS]
FIRST_BOT = "easy"
"""The opponent that pages suggest to a new player. If it is disabled, they suggest the first enabled bot."""


@dataclass(frozen=True, kw_only=True)
class SeatPlan:
    """The planned occupant of a seat. `deck` may be missing for people: they bring it when they join.

    A deck can be given by name: the id of a saved one, or the slug of a starter. An `invited` player is given by name
    too.
    """

    kind: str
    player: Player | None = None
    invited: str = ""
    bot: str = ""
    bot_version: int | None = None
    deck: Mapping[str, Any] | str | None = None
    entropy: str = ""
    is_ready: bool = False


def checked_plans(
    rules: Ruleset,
    *,
    options: Mapping[str, Any],
    seats: Sequence[SeatPlan],
    created_by: Player | None,
    clock: Mapping[str, Any] | None,
    visibility: str,
    is_rated: bool,
) -> list[SeatPlan]:
    """The plans with names replaced by players and decks.

    Raises ServiceError `bad_setup` with all faults.
    """
    plans, problems = _resolved(rules, options, seats, created_by)
    unknown = {problem["seat"] for problem in problems if problem["code"] == "unknown_deck"}
    problems += _plan_problems(rules, options, plans, unknown) + _clock_problems(clock)
    if not problems and is_rated:
        holders = [(plan.kind, plan.player) for plan in plans]
        problems = rated_problems(rules, options=options, clock=clock, visibility=visibility, seats=holders)
    if not problems:
        problems = declined(rules, options, clock, plans, created_by)
    if problems:
        raise bad_setup(rules, problems)
    return plans


def _resolved(
    rules: Ruleset, options: Mapping[str, Any], seats: Sequence[SeatPlan], created_by: Player | None
) -> tuple[list[SeatPlan], list[Problem]]:
    """The plans with names replaced by players and decks, and a problem for each that does not exist."""
    plans, problems = [], []
    for index, plan in enumerate(seats):
        found = plan
        if plan.invited:
            found = replace(found, player=Player.objects.filter(username=plan.invited, is_active=True).first())
            if found.player is None:
                problems.append({"code": "unknown_player", "seat": index, "player": plan.invited})
        try:
            found = replace(found, deck=brought_deck(rules, options, index, plan.deck, created_by))
        except UnknownDeck:
            problems.append(unknown_deck(rules, index, plan.deck))
            found = replace(found, deck=NO_CARDS)
        plans.append(found)
    return plans, problems


def declined(
    rules: Ruleset,
    options: Mapping[str, Any],
    clock: Mapping[str, Any] | None,
    seats: Sequence[SeatPlan],
    created_by: Player | None,
) -> list[Problem]:
    """The invited bot accounts that do not accept this match, each with the reason.

    Checked before a match is opened, and again with the accounts locked: two calls at once may be one too many.
    """
    every_option = msgspec.to_builtins(rules.read_options(options))
    problems: list[Problem] = []
    for index, plan in enumerate(seats):
        invited = plan.player if plan.kind == Seat.Kind.INVITED else None
        account = None if invited is None else bot_account_of(invited)
        if account is None:
            continue
        reason = why_not(bot_account=account, ruleset=rules.slug, options=every_option, clock=clock, by=created_by)
        if reason is not None:
            player = account.player.get_username()
            problems.append({"code": "bot_declines", "seat": index, "player": player, "reason": reason})
    return problems


def brought_deck(
    rules: Ruleset,
    options: Mapping[str, Any],
    seat: int,
    deck: Mapping[str, Any] | str | None,
    player: Player | None,
) -> Mapping[str, Any] | None:
    """The deck that is meant; the empty one if none needs to be sent. Raises UnknownDeck."""
    if isinstance(deck, str):
        return deck_named(rules, player.pk if player else None, deck)
    return NO_CARDS if deck is None and not brings_deck(rules, options, seat) else deck


def brings_deck(rules: Ruleset, options: Mapping[str, Any], seat: int) -> bool:
    """Whether the seat must send a deck. Also True for deck-building games if faulty options or a surplus seat leave it
    open.
    """
    if not rules.builds_decks or rules.check_options(options):
        return rules.builds_decks
    read = rules.read_options(options)
    return seat >= rules.seats(read) or rules.brings_deck(read, seat)


def unknown_deck(rules: Ruleset, seat: int, deck: Any) -> Problem:
    return {"code": "unknown_deck", "seat": seat, "deck": deck, "accepted": [d.slug for d in rules.starter_decks]}


def enabled_bots() -> list[str]:
    """The house bots available in new matches, in the order of the roster."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT bot FROM matches_botsetting WHERE NOT is_enabled")
        disabled = {bot for (bot,) in cursor.fetchall()}
    return [bot for bot in BOTS if bot not in disabled]


def _plan_problems(
    rules: Ruleset, options: Mapping[str, Any], seats: Sequence[SeatPlan], unknown: Collection[int]
) -> list[Problem]:
    """All faults of the plans: players first, then options, number of seats and decks in the order of the rules file.

    Decks of `unknown` seats are not checked.
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
    """The rules' problems with options and decks. Missing decks are checked when they arrive."""
    if problems := rules.check_options(options):
        return problems
    read = rules.read_options(options)
    expected = rules.seats(read)
    if len(decks) != expected:
        return [{"code": "wrong_number_of_seats", "expected": expected, "actual": len(decks)}]
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
        fault = value_fault(error)
        place = {"pointer": f"/clock{fault.pointer}", "fault": fault.code, "params": dict(fault.params)}
        return [{"code": "bad_clock", **place, "detail": fault.texts}]
    return []


def check_deck_is_there(rules: Ruleset, seat: int, deck: Mapping[str, Any] | None) -> None:
    """Raises ServiceError `bad_setup` if the deck is missing."""
    if deck is None:
        raise bad_setup(rules, [{"code": "deck_missing", "seat": seat}])


def bad_setup(rules: Ruleset, problems: Sequence[Problem]) -> ServiceError:
    return ServiceError("bad_setup", problems=explained(rules, problems))


Deck = Mapping[str, Any] | str


def bot_match_plan(
    rules: Ruleset, *, player: Player, bot: str, deck: str, bot_deck: str, chosen: Mapping[str, Any]
) -> tuple[dict[str, Any], list[SeatPlan]]:
    """Options and seat plans, the player's first. If no deck is named, a legal starter deck is used.

    Options not chosen come from the player's deck. `open_match` refuses a faulty plan.
    """
    offered = {other.name: other for other in offered_decks(rules, player)}
    mine = deck or _fitting(rules, chosen)
    of_deck = offered[mine].options if mine in offered else {}
    options = {**of_deck, **chosen}
    if rules.check_options(options):
        return options, [_own(player, mine)]
    number = rules.seats(rules.read_options(options))
    brings = [brings_deck(rules, options, seat) for seat in range(number)]
    decks = _decks(rules, options, mine, bot_deck, brings)
    return options, [
        _own(player, decks[0]),
        *(SeatPlan(kind="bot", bot=bot, deck=other) for other in decks[1:]),
    ]


def _own(player: Player, deck: Deck) -> SeatPlan:
    return SeatPlan(kind="player", player=player, deck=deck or NO_CARDS, is_ready=True)


def _fitting(rules: Ruleset, chosen: Mapping[str, Any]) -> str:
    """The first starter deck whose own options fit the chosen ones; otherwise the first starter deck."""
    starters = rules.starter_decks if rules.builds_decks else []
    for starter in starters:
        options = {**starter.options, **chosen}
        if not rules.check_options(options):
            read, brought = rules.read_options(options), {"cards": dict(starter.cards)}
            if not rules.check_deck(read, brought, 0):
                return starter.slug
    return starters[0].slug if starters else ""


def _decks(rules: Ruleset, options: Mapping[str, Any], mine: str, named: str, brings: Sequence[bool]) -> list[Deck]:
    """The player's deck, and for all others the named one, or the first starter deck allowed against it."""
    starters = [starter.slug for starter in rules.starter_decks] if rules.builds_decks else []
    cards: dict[str, Deck] = {starter.slug: {"cards": dict(starter.cards)} for starter in rules.starter_decks}
    own: Deck = mine if brings[0] else NO_CARDS

    def brought(other: Deck) -> list[Deck]:
        return [own, *(other if brings_one else NO_CARDS for brings_one in brings[1:])]

    if named or mine not in starters:
        return brought(named or next(iter(starters), ""))
    after = starters.index(mine) + 1
    for other in [*starters[after:], *starters[:after]]:
        laid = [cards.get(deck, deck) if isinstance(deck, str) else deck for deck in brought(other)]
        if not rules.check_setup(options, laid):
            return brought(other)
    return brought(mine)


def fitting_starter(rules: Ruleset, match: Match, seats: Sequence[Seat], own: int) -> str | None:
    """The first starter deck allowed beside the decks already brought; None if the seat brings none.

    If none fits, the first one: joining refuses it and gives the reason.
    """
    if not brings_deck(rules, match.options, own) or not rules.starter_decks:
        return None
    options = rules.read_options(match.options)
    for starter in rules.starter_decks:
        deck = {"cards": dict(starter.cards)}
        decks = [deck if seat.index == own else seat.deck for seat in seats]
        all_there = all(brought is not None for brought in decks)
        if not (rules.check_setup(match.options, decks) if all_there else rules.check_deck(options, deck, own)):
            return starter.slug
    return rules.starter_decks[0].slug
