"""Looks up what a manifest means today (rules, cards, bot versions, decks), or lists what is wrong with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec

from cards.models import CardSetRevision
from cards.sets.selectors import newest_revision, rules_of
from common.text.errors import Detail, ServiceError
from common.text.sentences import explained
from decks.selectors import UnknownDeck, deck_named
from leagues.formats import Duel, Progress, Swiss, swiss_rounds
from leagues.limits import MOST_DEALS, MOST_FAULTS, MOST_SEAT_DECKS
from leagues.manifest import DeckSent, Manifest, Once, Twinned, anchor_of
from leagues.record import deals_of
from leagues.sides import Sides, sides_of
from leagues.timetable import BadTimetable, first_run
from matches.bots.pairings import decks_that_may_meet
from matches.bots.roster import SEARCHING, HouseBot, UnknownBot, house_bot
from matches.selectors.bot_accounts import bot_accounts, why_not_ever
from matches.services.seat_plans import BOTS, NO_CARDS, brings_deck, enabled_bots
from players.models import BotAccount, Player
from rules.engine import Deck, Problem, Ruleset, digest
from rules.registry import UnknownRuleset, newest_version, slugs


@dataclass(frozen=True)
class ResolvedEntrant:
    """A house bot, or a bot account."""

    name: str
    bot: HouseBot | BotAccount
    deck: Deck | None

    @property
    def deck_digest(self) -> str:
        return "" if self.deck is None else digest(self.deck)


@dataclass(frozen=True)
class Resolved:
    """A manifest with everything in it looked up."""

    manifest: Manifest
    rules: Ruleset
    card_set: CardSetRevision
    options: dict[str, Any]
    entrants: Sequence[ResolvedEntrant]
    seat_decks: Sequence[Sequence[Deck]]


class Faults(list[Detail]):
    """The first MOST_FAULTS faults of a manifest."""

    def append(self, fault: Detail) -> None:
        if len(self) < MOST_FAULTS:
            super().append(fault)

    def add(self, code: str, pointer: str, **params: Any) -> None:
        self.append(Detail(code, params, {"pointer": pointer}))


def resolve(manifest: Manifest, *, owner: Player | None, now: datetime, entered: int | None = None) -> Resolved:
    """Resolve a manifest for a season that starts now; its last `entered` entrants have joined on their own.

    With `entered` None, an open league may still lack entrants.
    Raises ServiceError `bad_manifest` with all faults found, at most MOST_FAULTS.
    """
    faults = Faults()
    if entered is not None or manifest.entry is None:
        _check_format(manifest, faults)
    _check_entry(manifest, faults)
    manifest = _check_twinned(manifest, faults)
    _check_schedule(manifest, now, faults)
    entrants = list(_entrants(manifest, faults))
    try:
        revision = newest_revision(manifest.ruleset)
    except UnknownRuleset:
        params, place = {"ruleset": manifest.ruleset}, {"pointer": "/ruleset"}
        faults.append(Detail("league_unknown_ruleset", params, place, {"enum": slugs()}))
        raise ServiceError("bad_manifest", *faults) from None
    rules = rules_of(manifest.ruleset, newest_version(manifest.ruleset), revision.pk)
    if problems := rules.check_options(manifest.options):
        add_problems(faults, rules, "/options", problems)
        raise ServiceError("bad_manifest", *faults)
    read = rules.read_options(manifest.options)
    sides = sides_of(rules, read)
    if sides is None:
        faults.add("league_sides", "/options")
        raise ServiceError("bad_manifest", *faults)
    if (manifest.has_accounts or manifest.twinned is not None) and len(sides) > 2:
        faults.add("league_account_seats", "/options")
    if manifest.twinned is not None and manifest.decks == "of_entrant" and rules.builds_decks:
        faults.add("league_twinned_decks", "/decks")
    if manifest.luck_adjusted and manifest.decks == "of_entrant" and rules.builds_decks:
        faults.add("league_luck_decks", "/luck_adjusted")
    asked = entrants[: len(manifest.entrants) - (entered or 0)]
    _check_accepted(manifest, asked, msgspec.to_builtins(read), owner, faults)
    decks = DeckReader(manifest, rules, sides, owner, faults)
    own, of_seats = decks.of_entrants(), decks.of_seats()
    if faults:
        raise ServiceError("bad_manifest", *faults)
    resolved = [
        ResolvedEntrant(e.name, bot, deck)
        for e, bot, deck in zip(manifest.entrants, entrants, own, strict=True)
        if bot is not None
    ]
    return Resolved(manifest, rules, revision, msgspec.to_builtins(read), resolved, of_seats)


def _check_format(manifest: Manifest, faults: Faults) -> None:
    count, format_ = len(manifest.entrants), manifest.format
    if count < 2:
        faults.add("league_too_few", "/entrants")
        return
    if isinstance(format_, Duel) and count != 2:
        faults.add("league_duel", "/entrants")
    if isinstance(format_, Duel) and format_.elo1 <= format_.elo0:
        faults.add("league_bounds", "/format/elo1")
    if isinstance(format_, Swiss) and format_.rounds > (most := swiss_rounds(Progress(entrants=count))):
        faults.add("league_swiss_rounds", "/format/rounds", most=most)
    if (deals := deals_of(manifest)) > MOST_DEALS:
        faults.add("league_too_long", "/format", most=MOST_DEALS, deals=deals)


def _check_entry(manifest: Manifest, faults: Faults) -> None:
    if anchor_of(manifest) < 0:
        faults.add("league_anchor", "/anchor/entrant", name=manifest.anchor.entrant)
    if manifest.has_accounts and manifest.clock is None:
        faults.add("league_clock_missing", "/clock")
    if manifest.entry is None:
        return
    if isinstance(manifest.format, Duel):
        faults.add("league_duel", "/entry")
    if isinstance(manifest.schedule, Once):
        faults.add("league_open_once", "/schedule")
    if len(manifest.entrants) > manifest.entry.most:
        faults.add("league_full", "/entry/most", most=manifest.entry.most)


def _check_twinned(manifest: Manifest, faults: Faults) -> Manifest:
    """The manifest with the version of the house bot that accounts meet, if they meet one."""
    if manifest.twinned is None:
        return manifest
    for number, entrant in enumerate(manifest.entrants):
        if entrant.account is None:
            faults.add("league_twinned_accounts", f"/entrants/{number}")
    if manifest.luck_adjusted:
        faults.add("league_twinned_luck", "/luck_adjusted")
    bot = _house_bot(manifest.twinned.bot, manifest.twinned.version, "/twinned", enabled_bots(), faults)
    if bot is None:
        return manifest
    return msgspec.structs.replace(manifest, twinned=Twinned(bot.name, bot.version))


def _check_schedule(manifest: Manifest, now: datetime, faults: Faults) -> None:
    try:
        first_run(manifest.schedule, now)
    except BadTimetable as error:
        given = msgspec.to_builtins(manifest.schedule)
        faults.add(error.code, f"/schedule/{error.field}", **{error.field: given[error.field]})


def _entrants(manifest: Manifest, faults: Faults) -> Iterator[HouseBot | BotAccount | None]:
    """The bot of each entrant at the requested version; None if there is no such bot."""
    enabled, names, accounts = enabled_bots(), set[str](), set[str]()
    for number, entrant in enumerate(manifest.entrants):
        pointer = f"/entrants/{number}"
        if entrant.name in names:
            faults.add("league_name_twice", f"{pointer}/name", name=entrant.name)
        names.add(entrant.name)
        if (entrant.bot is None) == (entrant.account is None):
            faults.add("league_bot_or_account", pointer)
            yield None
            continue
        if entrant.account is not None:
            if entrant.account in accounts:
                faults.add("league_name_twice", f"{pointer}/account", name=entrant.account)
            accounts.add(entrant.account)
            account = find_account(entrant.account)
            if account is None:
                faults.add("league_unknown_account", f"{pointer}/account", account=entrant.account)
            yield account
            continue
        yield _house_bot(entrant.bot or "", entrant.version, pointer, enabled, faults)


def _house_bot(name: str, version: int | None, pointer: str, enabled: list[str], faults: Faults) -> HouseBot | None:
    """The house bot at the requested version; None if there is no such bot. `pointer` has its `bot` and `version`."""
    try:
        newest = house_bot(name)
    except UnknownBot:
        faults.append(Detail("league_unknown_bot", {"bot": name}, {"pointer": f"{pointer}/bot"}, {"enum": enabled}))
        return None
    if (newest.name if newest.name in BOTS else SEARCHING) not in enabled:
        faults.add("league_bot_disabled", f"{pointer}/bot", bot=newest.name)
    try:
        return house_bot(newest.name, version)
    except UnknownBot:
        params = {"bot": newest.name, "version": version, "current": newest.version}
        faults.add("league_bot_version", f"{pointer}/version", **params)
        return newest


def find_account(name: str) -> BotAccount | None:
    """A bot account by its name; None if there is none, or it is closed."""
    return bot_accounts().filter(player__username=name).first()


def _check_accepted(
    manifest: Manifest,
    entrants: Sequence[HouseBot | BotAccount | None],
    options: Mapping[str, Any],
    owner: Player | None,
    faults: Faults,
) -> None:
    """Check that accounts named by an operator accept such matches from them, whatever their current state."""
    for number, account in enumerate(entrants):
        if not isinstance(account, BotAccount):
            continue
        reason = why_not_ever(
            bot_account=account,
            ruleset=manifest.ruleset,
            options=options,
            clock=None if manifest.clock is None else msgspec.to_builtins(manifest.clock),
            by=owner,
        )
        if reason is not None:
            faults.add(
                "league_account_declines",
                f"/entrants/{number}/account",
                account=account.player.get_username(),
                reason=reason,
            )


def add_problems(faults: Faults, rules: Ruleset, pointer: str, problems: Sequence[Any]) -> None:
    """Add problems found by the rules; `reason` is their text in both languages."""
    for problem in explained(rules, problems):
        faults.add("league_bad_setup", pointer, reason=problem["texts"], problem=problem["code"])


class DeckReader:
    """Looks up and checks the decks of a manifest; a deck given by name must be the owner's."""

    def __init__(self, manifest: Manifest, rules: Ruleset, sides: Sides, owner: Player | None, faults: Faults) -> None:
        self.manifest, self.rules, self.sides = manifest, rules, sides
        self.owner_id, self.faults = None if owner is None else owner.pk, faults
        self.are_own = manifest.decks == "of_entrant" and rules.builds_decks

    def of_entrants(self) -> list[Deck | None]:
        decks: list[Deck | None] = []
        for number, entrant in enumerate(self.manifest.entrants):
            pointer = f"/entrants/{number}/deck"
            if self.are_own and entrant.deck is None:
                self.faults.add("league_deck_missing", pointer)
            if not self.are_own and entrant.deck is not None:
                self.faults.add("league_deck_not_wanted", pointer)
            decks.append(self.read(entrant.deck, pointer) if self.are_own and entrant.deck is not None else None)
        if self.are_own and None not in decks:
            self._check_pairs([deck for deck in decks if deck is not None])
        return decks

    def _check_pairs(self, decks: Sequence[Deck]) -> None:
        """Check that all decks may meet on either side; only the first problem of each deck is reported."""
        for one, deck in enumerate(decks):
            others = [other for two, other in enumerate(decks) if one != two]
            if problems := self.problems_with(deck, others):
                add_problems(self.faults, self.rules, f"/entrants/{one}/deck", problems)

    def problems_with(self, deck: Deck, others: Iterable[Deck]) -> Sequence[Problem]:
        """The problems of a deck on the first side, with the first opposing deck that causes any."""
        for other in others:
            seats = decks_at(self.rules, self.manifest.options, self.sides, (deck, other))
            if problems := self.rules.check_setup(self.manifest.options, seats):
                return problems
        return []

    def of_seats(self) -> list[Sequence[Deck]]:
        """The decks that the seats use in turn; none if entrants bring their own."""
        if self.are_own:
            if self.manifest.seat_decks:
                self.faults.add("league_deck_not_wanted", "/seat_decks")
            return []
        if not self.manifest.seat_decks:
            found = decks_that_may_meet(self.rules, self.manifest.options)
            if not found:
                self.faults.add("league_deck_missing", "/seat_decks")
            step = max(1, len(found) // MOST_SEAT_DECKS)
            return list(found[::step][:MOST_SEAT_DECKS])
        return [self._at_seats(place, named) for place, named in enumerate(self.manifest.seat_decks)]

    def _at_seats(self, place: int, named: Sequence[Any]) -> list[Deck]:
        pointer, faults_before = f"/seat_decks/{place}", len(self.faults)
        decks: list[Deck] = []
        if len(named) != len(self.sides):
            problem = {"code": "wrong_number_of_decks", "expected": len(self.sides)}
            add_problems(self.faults, self.rules, pointer, [problem])
            return decks
        for seat, deck in enumerate(named):
            if deck is None and brings_deck(self.rules, self.manifest.options, seat):
                self.faults.add("league_deck_missing", f"{pointer}/{seat}")
            decks.append(NO_CARDS if deck is None else self.read(deck, f"{pointer}/{seat}") or NO_CARDS)
        if len(self.faults) == faults_before:
            add_problems(self.faults, self.rules, pointer, self.rules.check_setup(self.manifest.options, decks))
        return decks

    def read(self, deck: Any, pointer: str) -> Deck | None:
        if isinstance(deck, DeckSent):
            return {"cards": dict(deck.cards)}
        try:
            return deck_named(self.rules, self.owner_id, deck)
        except UnknownDeck:
            accepted = {"enum": [starter.slug for starter in self.rules.starter_decks]}
            self.faults.append(Detail("league_unknown_deck", {"deck": deck}, {"pointer": pointer}, accepted))
            return None


def decks_at(rules: Ruleset, options: Mapping[str, Any], sides: Sides, of_sides: Sequence[Deck]) -> list[Deck]:
    """One deck per seat, from one per side: every seat of a side that brings a deck brings its side's."""
    return [of_sides[side] if brings_deck(rules, options, seat) else NO_CARDS for seat, side in enumerate(sides)]
