"""Entries to an open league: bot accounts join on their own and play in every season that starts later."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError

from cards.sets.selectors import newest_rules
from common.text.errors import Detail, ServiceError
from leagues.manifest import DeckNamed, DeckSent, EntrantInput, EntrantName, Manifest
from leagues.models import Entry, League
from leagues.services.resolving import DeckReader, Faults, add_problems, find_account
from leagues.sides import sides_of
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.selectors.acceptance import Objection
from matches.selectors.bot_accounts import bot_account_of, why_not_ever
from players.models import BotAccount, Player
from rules.engine import Deck, Problem, digest

Game = tuple[dict[str, Any], dict[str, Any] | None]
"""Options and clock."""


def enter_league(
    *, league: League, player: Player, deck: DeckNamed | None = None, operator: Player | None = None
) -> Entry:
    """Enter a bot account from the next season on, with a copy of its deck if entrants bring decks.

    The account enters by itself, or an `operator` enters it, if it accepts such matches from them.
    Raises ServiceError `not_allowed` for an account that is not a bot, `league_closed`, `league_is_full`,
    `already_entered`, `one_entry_an_owner`, `address_not_confirmed`, `entry_name_taken`, or `bad_entry` with what is
    wrong.
    """
    account = bot_account_of(player)
    if account is None:
        raise ServiceError("not_allowed")
    now = read_database_clock().moment
    try:
        with writing():
            # Entries to one league come one after another, so each sees all others and the current manifest.
            held = League.objects.select_for_update(no_key=True).get(pk=league.pk)
            manifest = msgspec.convert(held.manifest, Manifest)
            if held.closed_at is not None or manifest.entry is None:
                raise ServiceError("league_closed")
            _check_name(player.get_username(), manifest)
            if operator is not None:
                _check_accepts(account, manifest, operator)
            others = _entries(held)
            _check_room(account, manifest, others)
            met = [*_fixed_decks(held, manifest), *(entry.deck for entry in others if entry.deck is not None)]
            brought = _checked_deck(_deck_reader(manifest, player), met, deck)
            own_digest = "" if brought is None else digest(brought)
            return Entry.objects.create(league=held, player=player, deck=brought, deck_digest=own_digest, joined_at=now)
    except IntegrityError as error:
        raise ServiceError("already_entered") from error


def leave_league(*, league: League, player: Player) -> None:
    """Withdraw an entry. Seasons that start from now on are played without it. Raises ServiceError `not_entered`."""
    deleted, _ = Entry.objects.filter(league=league, player=player).delete()
    if not deleted:
        raise ServiceError("not_entered")


def entrants_now(league: League) -> tuple[Manifest, int]:
    """The manifest with the entered accounts that can play today, in the order they joined, and their number.

    Accounts are left out if they are closed, or if their deck fits neither the newest cards nor those before.
    After a change of the manifest, accounts are also left out if no place is left or if the manifest names them. So are
    those that joined another game and do not accept this one. If owners need a confirmed address, accounts whose owner
    has none, or the same as an earlier one's, are left out.
    """
    manifest = msgspec.convert(league.manifest, Manifest)
    if manifest.entry is None:
        return manifest, 0
    reader = _deck_reader(manifest, None)
    decks = _fixed_decks(league, manifest)
    names = {name for entrant in manifest.entrants for name in (entrant.name, entrant.account)}
    games = _games_before(league)
    entered: list[EntrantInput] = []
    addresses: set[str | None] = {None}
    for entry in _entries(league):
        name = entry.player.get_username()
        has_room = len(manifest.entrants) + len(entered) < manifest.entry.most
        if not has_room or name in names or find_account(name) is None or not _goes_with(reader, entry.deck, decks):
            continue
        if not _agrees(entry, manifest, games, league.created_by):
            continue
        if manifest.entry.confirmed_address:
            address = _confirmed_address(entry.player.bot_account)
            if address in addresses:
                continue
            addresses.add(address)
        own = DeckSent(entry.deck["cards"]) if reader.are_own else None
        entered.append(EntrantInput(name=name, account=name, deck=own))
        decks += [entry.deck] if reader.are_own else []
    return msgspec.structs.replace(manifest, entrants=[*manifest.entrants, *entered]), len(entered)


def _entries(league: League) -> list[Entry]:
    return list(league.entries.select_related("player__bot_account__owner").order_by("id"))


def _games_before(league: League) -> list[tuple[datetime, Game]]:
    """The game before each change of the manifest, with the time of the change."""
    rows = league.manifest_changes.order_by("revision").values_list("at", "before__options", "before__clock")
    return [(at, (options, clock)) for at, options, clock in rows]


def _agrees(entry: Entry, manifest: Manifest, games: Sequence[tuple[datetime, Game]], owner: Player | None) -> bool:
    """Whether the account joined the league with this game, or accepts it as the operator has changed it."""
    played = (msgspec.to_builtins(manifest.options), msgspec.to_builtins(manifest.clock))
    joined = next((game for at, game in games if at > entry.joined_at), played)
    return joined == played or _objection(entry.player.bot_account, manifest, owner) is None


def _check_name(name: str, manifest: Manifest) -> None:
    try:
        msgspec.convert(name, EntrantName)
    except msgspec.ValidationError:
        raise ServiceError("entry_name_taken") from None
    if any(name in (entrant.name, entrant.account) for entrant in manifest.entrants):
        raise ServiceError("entry_name_taken")


def _check_accepts(account: BotAccount, manifest: Manifest, operator: Player) -> None:
    reason = _objection(account, manifest, operator)
    if reason is not None:
        params = {"account": account.player.get_username(), "reason": reason}
        raise ServiceError("bad_entry", Detail("league_account_declines", params, {"pointer": "/account"}))


def _objection(account: BotAccount, manifest: Manifest, by: Player | None) -> Objection | None:
    rules = newest_rules(manifest.ruleset)
    return why_not_ever(
        bot_account=account,
        ruleset=manifest.ruleset,
        options=msgspec.to_builtins(rules.read_options(manifest.options)),
        clock=msgspec.to_builtins(manifest.clock),
        by=by,
    )


def _check_room(account: BotAccount, manifest: Manifest, others: Sequence[Entry]) -> None:
    assert manifest.entry is not None
    if any(entry.player_id == account.player_id for entry in others):
        raise ServiceError("already_entered")
    owners = {entry.player.bot_account.owner_id for entry in others}
    if account.owner_id is not None and account.owner_id in owners:
        raise ServiceError("one_entry_an_owner")
    if manifest.entry.confirmed_address:
        address = _confirmed_address(account)
        if address is None:
            raise ServiceError("address_not_confirmed")
        if address in {_confirmed_address(entry.player.bot_account) for entry in others}:
            raise ServiceError("one_entry_an_owner")
    if len(manifest.entrants) + len(others) >= manifest.entry.most:
        raise ServiceError("league_is_full", most=manifest.entry.most)


def _confirmed_address(account: BotAccount) -> str | None:
    """The confirmed mail address of the account's owner in lower case; None if there is none."""
    owner = account.owner
    return owner.email.casefold() if owner is not None and owner.email and owner.email_confirmed_at else None


def _checked_deck(reader: DeckReader, met: Sequence[Deck], deck: DeckNamed | None) -> Deck | None:
    """The deck as it will be copied; None if decks belong to the seats. Raises ServiceError `bad_entry`."""
    brought: Deck | None = None
    if reader.are_own and deck is None:
        reader.faults.add("league_deck_missing", "/deck")
    elif reader.are_own:
        brought = reader.read(deck, "/deck")
    elif deck is not None:
        reader.faults.add("league_deck_not_wanted", "/deck")
    if brought is not None and (problems := _problems(reader, brought, [*met, brought])):
        add_problems(reader.faults, reader.rules, "/deck", problems)
    if reader.faults:
        raise ServiceError("bad_entry", *reader.faults)
    return brought


def _deck_reader(manifest: Manifest, owner: Player | None) -> DeckReader:
    rules = newest_rules(manifest.ruleset)
    sides = sides_of(rules, rules.read_options(manifest.options))
    if sides is None:  # The newest rules lack these options; no season would start.
        raise ServiceError("league_closed")
    return DeckReader(manifest, rules, sides, owner, Faults())


def _fixed_decks(league: League, manifest: Manifest) -> list[Deck]:
    """The decks of the entrants named in the manifest, if entrants bring decks."""
    reader = _deck_reader(manifest, league.created_by)
    if not reader.are_own:
        return []
    named = [reader.read(entrant.deck, "") for entrant in manifest.entrants if entrant.deck is not None]
    return [deck for deck in named if deck is not None]


def _goes_with(reader: DeckReader, deck: Deck | None, others: Sequence[Deck]) -> bool:
    """Whether a deck may meet all others on either side; True if decks belong to seats."""
    if not reader.are_own or deck is None:
        return not reader.are_own
    return not _problems(reader, deck, [*others, deck])


def _problems(reader: DeckReader, deck: Deck, others: Sequence[Deck]) -> Sequence[Problem]:
    """The problems of a deck on either side."""
    turned = (problem for other in others for problem in reader.problems_with(other, [deck]))
    return reader.problems_with(deck, others) or list(turned)
