"""11.7, 11.8 What modifiers make of a card: its current military, labour, keywords, cost, and what it may do."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import UNSET

from cards.rulesets.invaders.places import ZONES
from cards.rulesets.invaders.script.conditions import holds, matches_on_field, matches_slug
from cards.rulesets.invaders.script.vocabulary import Keyword, Modifier, Scope, Static
from cards.rulesets.invaders.state import FieldCard, InvadersTable, StaticSpeaker, in_trigger_order

Aura: TypeAlias = tuple[StaticSpeaker, Static]
"""A static ability at work, and who speaks it."""


def is_live(command: object, zone: str) -> bool:
    """9.8 Abilities with `command` work in the headquarters only, all others on units and situations only."""
    return (zone == "commander") == (command is True) and zone != "emergency"


def auras(table: InvadersTable) -> list[Aura]:
    """11.8 The static abilities at work now, in trigger order."""
    by_slug = table.cards.by_slug
    speaking = [card for card in table.state.board if card is not None and by_slug[card.card].statics]
    if not speaking:
        return []
    found = []
    for place, card in in_trigger_order(table.state):
        for _, ability in by_slug[card.card].statics:
            if is_live(ability.command, ZONES[place]):
                speaker = StaticSpeaker(card.seat, card.id)
                if ability.condition is UNSET or holds(table, ability.condition, speaker):
                    found.append((speaker, ability))
    return found


def modifiers_on(table: InvadersTable, place: int, card: FieldCard, at_work: list[Aura]) -> Iterator[Modifier]:
    """What is at work on a card of the field: static abilities first, then what effects gave it."""
    for speaker, ability in at_work:
        if _reaches(table, ability.applies_to, speaker, place, card):
            yield ability.modifier
    for given in card.modifiers:
        yield given.modifier


def _reaches(table: InvadersTable, scope: Scope, speaker: StaticSpeaker, place: int, card: FieldCard) -> bool:
    if scope.zone == "self":
        return card.id == speaker.this
    if scope.zone != ZONES[place]:
        return False
    if scope.side != "any" and (scope.side == "own") != (card.seat == speaker.seat):
        return False
    return scope.filter is UNSET or matches_on_field(table, scope.filter, speaker, place, card)


class Standing:
    """A card of the field as it stands now: what is at work on it, gathered once."""

    __slots__ = ("card", "definition", "modifiers", "place")

    def __init__(self, table: InvadersTable, place: int, card: FieldCard, at_work: list[Aura]) -> None:
        self.place, self.card = place, card
        self.definition = table.cards.by_slug[card.card]
        self.modifiers: tuple[Modifier, ...] | list[Modifier] = ()
        if at_work or card.modifiers:
            self.modifiers = list(modifiers_on(table, place, card, at_work))

    def _stat(self, name: str) -> int:
        return sum(m.add for m in self.modifiers if m.stat == name and m.add is not UNSET)

    @property
    def military(self) -> int:
        printed = self.definition.military
        return max(0, printed + self.card.military_chips + (self._stat("military") if self.modifiers else 0))

    @property
    def labour(self) -> int:
        printed = self.definition.labour
        return max(0, printed + self.card.labour_chips + (self._stat("labour") if self.modifiers else 0))

    def has(self, keyword: str) -> bool:
        if keyword in self.definition.keyword_names:
            return True
        return any(m.keyword is not UNSET and m.keyword.name == keyword for m in self.modifiers)

    def keywords(self) -> list[Keyword]:
        """13.6 Printed first, then those given that are not there yet."""
        found = list(self.definition.keywords)
        for modifier in self.modifiers:
            if modifier.keyword is not UNSET and modifier.keyword not in found:
                found.append(modifier.keyword)
        return found

    def armor(self) -> int:
        """9.6 Several: the highest; none: 0."""
        return max((k.value for k in self.keywords() if k.name == "armor" and k.value is not UNSET), default=0)

    def cannot(self, what: str) -> bool:
        return bool(self.modifiers) and any(m.what == what and m.rule == "cannot" for m in self.modifiers)

    def must(self, what: str) -> bool:
        return bool(self.modifiers) and any(m.what == what and m.rule == "must" for m in self.modifiers)

    def ignores(self, what: str) -> bool:
        return bool(self.modifiers) and any(m.what == what and m.rule == "ignore" for m in self.modifiers)


def standing(table: InvadersTable, place: int) -> Standing:
    card = table.state.board[place]
    assert card is not None
    return Standing(table, place, card, auras(table))


def units(table: InvadersTable, seat: int, at_work: list[Aura]) -> list[Standing]:
    """The units of a seat in both zones, by place."""
    return [
        Standing(table, place, card, at_work)
        for place, card in enumerate(table.state.board)
        if card is not None and card.seat == seat and ZONES[place] == "units"
    ]


def leader_cannot(table: InvadersTable, seat: int, what: str, at_work: list[Aura] | None = None) -> bool:
    """11.7 Whether a leader is under a *cannot*."""
    for given in table.state.seats[seat].modifiers:
        if given.modifier.what == what and given.modifier.rule == "cannot":
            return True
    for speaker, ability in auras(table) if at_work is None else at_work:
        scope = ability.applies_to
        if scope.zone == "leader" and ability.modifier.what == what and ability.modifier.rule == "cannot":
            if scope.side == "any" or (scope.side == "own") == (seat == speaker.seat):
                return True
    return False


def cost(table: InvadersTable, seat: int, slug: str, at_work: list[Aura]) -> int | None:
    """7.1 What casting the card costs now; None: it cannot be cast."""
    printed = table.cards.by_slug[slug].cost
    if printed is None or not at_work:
        return printed
    for speaker, ability in at_work:
        scope, modifier = ability.applies_to, ability.modifier
        if scope.zone == "hand" and speaker.seat == seat and modifier.cost is not UNSET:
            if scope.filter is UNSET or matches_slug(table, scope.filter, speaker, slug):
                printed += modifier.cost
    return max(0, printed)
