"""Adds decks to the pool of a league, which its future seasons are played with.

A running season keeps the manifest it began with, and so its decks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import Any

import msgspec

from common.text.errors import Detail, ServiceError
from leagues.limits import MOST_ENTRANTS, MOST_SEAT_DECKS
from leagues.manifest import DeckSent, EntrantInput, Manifest
from leagues.models import League
from leagues.services.changing import hold, write_manifest
from leagues.services.resolving import Resolved, decks_at, resolve
from leagues.sides import sides_of
from matches.log.database_clock import read_database_clock
from matches.log.transactions import writing
from matches.services.seat_plans import brings_deck
from players.models import Player
from rules.engine import Deck, digest


@dataclass(frozen=True)
class NamedDeck:
    name: str
    deck: Deck


def put_into_pool(
    *, league: League, decks: Sequence[NamedDeck], bot: str, is_alone: bool = False, by: Player | None = None
) -> None:
    """Copy the decks into a league's manifest, for all seasons that start from now on.

    With `is_alone` they replace the others. If decks belong to seats, each new deck meets each other one. If they
    belong to entrants, each is a new entrant played by the house bot.
    Raises ServiceError `no_next_season`, `league_is_full`, or `bad_manifest` with what is wrong.
    """
    now = read_database_clock().moment
    with writing():
        held = hold(league)
        if held.next_run_at is None:
            raise ServiceError("no_next_season")
        before = msgspec.convert(held.manifest, Manifest)
        if before.decks == "of_entrant":
            manifest = _with_entrants(before, decks, bot, is_alone, set(_entered(held)))
        else:
            manifest = _with_seat_decks(resolve(before, owner=held.created_by, now=now), decks, is_alone)
        resolve(manifest, owner=held.created_by, now=now)
        if manifest != before:
            write_manifest(held, manifest, by=by, now=now)


def _entered(league: League) -> list[str]:
    return list(league.entries.values_list("player__username", flat=True))


def _with_entrants(
    manifest: Manifest, decks: Sequence[NamedDeck], bot: str, is_alone: bool, entered: set[str]
) -> Manifest:
    """The manifest with these decks as entrants. Accounts that the operator has named always stay."""
    stay = [entrant for entrant in manifest.entrants if not is_alone or entrant.account is not None]
    names = _free_names({entrant.name for entrant in stay} | entered, [deck.name for deck in decks])
    added = [
        EntrantInput(name=name, bot=bot, deck=DeckSent(deck.deck["cards"]))
        for name, deck in zip(names, decks, strict=False)
    ]
    room = MOST_ENTRANTS if manifest.entry is None else manifest.entry.most
    if len(stay) + len(added) + len(entered) > room:
        raise ServiceError("league_is_full")
    return msgspec.structs.replace(manifest, entrants=[*stay, *added])


def _free_names(used: set[str], wanted: Sequence[str]) -> Iterator[str]:
    """`1 Name`, `2 Other`: a free number, and the characters of the deck's name allowed in names of entrants."""
    number = 0
    for name in wanted:
        letters = "".join(letter for letter in name if letter.isalnum() or letter in " -_.()♠♥♦♣")
        while True:
            number += 1
            found = f"{number} {letters}".strip()[:60].strip()
            if found not in used:
                break
        yield found


def _with_seat_decks(resolved: Resolved, decks: Sequence[NamedDeck], is_alone: bool) -> Manifest:
    """The manifest with every new deck paired with every other one. A single deck meets itself."""
    manifest, rules = resolved.manifest, resolved.rules
    sides = sides_of(rules, rules.read_options(manifest.options))
    assert sides is not None, "it resolves"
    existing: list[list[Any]] = list(manifest.seat_decks) or [_named(resolved, seats) for seats in resolved.seat_decks]
    if is_alone:
        existing = []
    new = _distinct(deck.deck for deck in decks)
    there = [] if is_alone else _distinct(deck for seats in resolved.seat_decks for deck in seats if deck["cards"])
    old = [deck for deck in there if deck not in new]
    met = list(chain(product(new, old), combinations(new, 2))) or [(new[0], new[0])]
    pairs = [_named(resolved, decks_at(rules, manifest.options, sides, pair)) for pair in met]
    both = existing + [pair for pair in pairs if pair not in existing]
    if len(both) > MOST_SEAT_DECKS:
        params = {"most": MOST_SEAT_DECKS, "pairs": len(both)}
        raise ServiceError("bad_manifest", Detail("league_too_many_pairs", params, {"pointer": "/seat_decks"}))
    return msgspec.structs.replace(manifest, seat_decks=both)


def _distinct(decks: Any) -> list[Deck]:
    return list({digest(deck): deck for deck in decks}.values())


def _named(resolved: Resolved, seats: Sequence[Deck]) -> list[DeckSent | None]:
    options = resolved.manifest.options
    return [
        DeckSent(deck["cards"]) if brings_deck(resolved.rules, options, seat) else None
        for seat, deck in enumerate(seats)
    ]
