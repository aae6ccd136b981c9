"""Context for the part of a league's page that shows who plays, with which decks, and how to join."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.sets.selectors import newest_rules
from decks.selectors import visible_decks
from leagues.manifest import DeckNamed, DeckSent, Manifest
from leagues.models import Entry, League
from matches.pages.figure_tables import starter_labels
from matches.pages.setup_form import clock_text
from matches.search.deck_ids import deck_id, short_label, starter_slugs
from players.models import Player
from rules.engine import Ruleset

_MOST_DECKS = 12
"""Names of decks on a page."""


class DeckShown(NamedTuple):
    name: str
    url: str


class EntrantShown(NamedTuple):
    name: str
    bot: str
    account: str
    deck: DeckShown | None


class Joining(NamedTuple):
    """`taken` of `most` places. An account plays with `clock`, and with its own deck if `brings_deck`."""

    taken: int
    most: int
    brings_deck: bool
    clock: str
    needs_address: bool
    operation: str
    """Its place in the API reference."""


class Decks:
    """Finds the name of a deck, and the link to its statistics, as far as the reader may see them."""

    def __init__(self, rules: Ruleset, player: Player | None, named: Sequence[DeckNamed | None]) -> None:
        self.rules, self.labels = rules, starter_labels(rules)
        self.ids = {slug: deck for deck, slug in starter_slugs(rules).items()}
        wanted = [pk for deck in named if isinstance(deck, str) and (pk := _uuid(deck)) is not None]
        rows = visible_decks(None if player is None else player.pk).filter(pk__in=wanted) if wanted else []
        self.visible: Mapping[str, str] = {str(deck.pk): deck_id(deck.as_sent) for deck in rows}

    def shown(self, deck: DeckNamed | Mapping[str, Any]) -> DeckShown:
        if isinstance(deck, str):
            found = self.ids.get(deck) or self.visible.get(deck)
            return DeckShown(_("its own deck"), "") if found is None else self._of_id(found)
        return self._of_id(deck_id({"cards": deck.cards} if isinstance(deck, DeckSent) else deck))

    def _of_id(self, deck: str) -> DeckShown:
        return DeckShown(
            self.labels.get(deck) or short_label(deck), reverse("figures-deck", args=[self.rules.slug, deck])
        )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def who_plays(league: League, player: Player | None) -> dict[str, Any]:
    """Context about who plays in the league, and how `player` can join."""
    manifest = msgspec.convert(league.manifest, Manifest)
    rules = newest_rules(manifest.ruleset)
    of_seats = [deck for seats in manifest.seat_decks for deck in seats if deck is not None]
    decks = Decks(rules, player, [*(entrant.deck for entrant in manifest.entrants), *of_seats])
    rows = Entry.objects.filter(league=league.pk)
    entries = list(rows.select_related("player__bot_account__owner").order_by("id"))
    shown = dict.fromkeys(decks.shown(deck) for deck in of_seats)
    return {
        "entrants": [
            EntrantShown(
                entrant.name,
                entrant.bot or "",
                entrant.account or "",
                None if entrant.deck is None else decks.shown(entrant.deck),
            )
            for entrant in manifest.entrants
        ],
        "entries": [(row, None if row.deck is None else decks.shown(row.deck)) for row in entries],
        "has_decks": manifest.decks == "of_entrant" and rules.builds_decks,
        "builds_decks": rules.builds_decks,
        "seat_pairs": len(manifest.seat_decks),
        "seat_decks": list(shown)[:_MOST_DECKS],
        "more_decks": max(0, len(shown) - _MOST_DECKS),
        "joining": _joining(league, manifest, rules, entries),
    }


def _joining(league: League, manifest: Manifest, rules: Ruleset, entries: Sequence[Entry]) -> Joining | None:
    if manifest.entry is None or league.next_run_at is None:
        return None
    return Joining(
        len(manifest.entrants) + len(entries),
        manifest.entry.most,
        manifest.decks == "of_entrant" and rules.builds_decks,
        clock_text(manifest.clock),
        manifest.entry.confirmed_address,
        f"{reverse('api-docs')}#/leagues/enter_league",
    )
