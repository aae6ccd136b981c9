"""The records behind the statistics, read from a finished match's log: each seat's deck, cards and points."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from matches.log.events import Event
from matches.search.deck_ids import deck_id
from matches.search.models import SeatRecord
from matches.search.statistics import DRAW, LOSS, WIN, mask_of
from rules.engine import CardSlug, Ruleset, Seat

FIRST_TURN = "turn_started"
"""The effect with which every ruleset announces a turn."""


def counts_for_statistics(*, disclosed: bool, is_imported: bool) -> bool:
    """Whether a searchable match counts. Aborted matches do not, nor do imports, which anyone can have written."""
    return disclosed and not is_imported


def seat_records(
    match_id: UUID, rules: Ruleset, events: Iterable[Event], winners: Collection[Seat]
) -> list[SeatRecord]:
    """One record for each seat, from the whole log of a disclosed match."""
    seen: dict[Seat, set[CardSlug]] = defaultdict(set)
    played: dict[Seat, set[CardSlug]] = defaultdict(set)
    first: dict[str, Any] = {}
    first_turn: Seat | None = None
    for event in events:
        content = event.content
        if event.seq == 0:
            first = content
        if first_turn is None:
            first_turn = next((effect["seat"] for effect in content["effects"] if effect["type"] == FIRST_TURN), None)
        for effect in rules.decode_effects(msgspec.json.encode(content["effects"])):
            for use, seat, card in rules.card_uses.of(effect):
                (seen if use == "seen" else played)[seat].add(card)
    slugs, options = sorted_slugs(rules), rules.read_options(first["options"])
    return [
        SeatRecord(
            match_id=match_id,
            seat=seat,
            team=rules.team(options, seat),
            points=DRAW if not winners else WIN if seat in winners else LOSS,
            is_first=seat == first_turn,
            **_deck_of(rules, options, seat, described, slugs),
            seen=mask_of(slugs, seen[seat]),
            played=mask_of(slugs, played[seat]),
        )
        for seat, described in enumerate(first["seats"])
    ]


def _deck_of(rules: Ruleset, options: Any, seat: Seat, described: Any, slugs: Sequence[str]) -> dict[str, Any]:
    """The deck's id and cards; empty if the seat brings no deck."""
    deck = described.get("deck")
    if deck is None or not rules.brings_deck(options, seat):
        return {"deck": "", "in_deck": b""}
    return {
        "deck": deck_id(deck),
        "in_deck": mask_of(slugs, [card for card, copies in deck["cards"].items() if copies]),
    }


def sorted_slugs(rules: Ruleset) -> list[str]:
    """The card slugs in the order of a record's bits."""
    return sorted(card["slug"] for card in rules.card_set["cards"])
