"""11.7, 11.8 The effect of modifiers on a card: its current military, labour, keywords, cost, and what it may do."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from .cards import is_live
from .field import Places, field_of, in_trigger_order
from .places import ZONES
from .script.conditions import MOST, PRINTED, Reader
from .script.vocabulary import COST, Condition, Filter, Keyword, Modifier, Static
from .state import FieldCard, InvadersTable, Speaker

SEATS_MEANT: tuple[dict[object, tuple[int, ...]], ...] = tuple(
    {"own": (seat,), "enemy": (1 - seat,), "any": (0, 1)} for seat in (0, 1)
)
"""The seats that a side means, seen from the speaker."""


Rank = tuple[bool, int, int]
"""10.2 The rank of a static ability in trigger order: whether it is the inactive seat's, place, index."""


class Aura(Struct, frozen=True):
    """A static ability that affects other cards or a leader: its speaker, and those that it affects."""

    speaker: Speaker
    seats: tuple[int, ...]
    filter: Filter | UnsetType
    condition: Condition | UnsetType
    modifier: Modifier
    rank: Rank


def auras_on(table: InvadersTable, zone: str) -> Sequence[Aura]:
    """11.8 The static abilities that affect a zone while their conditions hold, in trigger order."""
    field, turn_player = field_of(table), table.state.turn_player
    found: dict[str, list[Aura]] | None = field.auras.get(turn_player)
    if found is None:
        found = field.auras[turn_player] = _collect_auras(table, field.speaking)
    return found.get(zone, ())


def _collect_auras(table: InvadersTable, speaking: Places) -> dict[str, list[Aura]]:
    by_slug, mine = table.cards.by_slug, table.state.turn_player
    found: dict[str, list[Aura]] = {}
    for place, card in in_trigger_order(table, speaking):
        speaker = Speaker(card.seat, card.id)
        for index, ability in by_slug[card.card].auras[ZONES[place]]:
            scope = ability.applies_to
            aura = Aura(
                speaker, SEATS_MEANT[card.seat][scope.side], scope.filter, ability.condition, ability.modifier,
                (card.seat != mine, place, index),
            )  # fmt: skip
            found.setdefault(scope.zone, []).append(aura)
    return found


def _is_at_work(table: InvadersTable, aura: Aura) -> bool:
    """Whether its condition holds now. A condition may read anything, so the answer is not kept."""
    return aura.condition is UNSET or PRINTED.holds(table, aura.condition, aura.speaker)


def modifiers_on(table: InvadersTable, place: int, card: FieldCard) -> Sequence[Modifier]:
    """The modifiers at work on a card of the field: static abilities in trigger order, then those given by effects."""
    own = table.cards.by_slug[card.card].self_statics
    found = _from_others(table, place, card)
    if own:
        found += _from_itself(table, place, card, own)
        if len(found) > 1:
            found.sort(key=_rank)
    if not (found or card.modifiers):
        return ()
    modifiers = [modifier for _, modifier in found]
    if card.modifiers:
        modifiers += [given.modifier for given in card.modifiers]
    return modifiers


def _rank(entry: tuple[Rank, Modifier]) -> Rank:
    return entry[0]


def _from_others(table: InvadersTable, place: int, card: FieldCard) -> list[tuple[Rank, Modifier]]:
    return [
        (aura.rank, aura.modifier)
        for aura in auras_on(table, ZONES[place])
        if card.seat in aura.seats
        and (aura.filter is UNSET or PRINTED.matches_on_field(table, aura.filter, aura.speaker, place, card))
        and _is_at_work(table, aura)
    ]


def _from_itself(
    table: InvadersTable, place: int, card: FieldCard, own: tuple[tuple[int, Static], ...]
) -> list[tuple[Rank, Modifier]]:
    other = card.seat != table.state.turn_player
    return [
        ((other, place, index), ability.modifier)
        for index, ability in own
        if is_live(ability.command, ZONES[place])
        and (ability.condition is UNSET or PRINTED.holds(table, ability.condition, Speaker(card.seat, card.id)))
    ]


def _current(value: int) -> int:
    """11.8, R38 A value of a unit is never below 0, nor above the bound of all values."""
    return min(value, MOST) if value > 0 else 0


class EffectiveUnit:
    """A card of the field in its current state. Its modifiers are collected only for a question that one of them may
    answer, and once. Ask before the table changes.
    """

    __slots__ = ("_modifiers", "_subjects", "_table", "card", "definition", "place")

    def __init__(self, table: InvadersTable, place: int, card: FieldCard) -> None:
        self._table, self.place, self.card = table, place, card
        self.definition = definition = table.cards.by_slug[card.card]
        self._modifiers: Sequence[Modifier] | None = None
        subjects = field_of(table).subjects
        if definition.self_subjects:
            subjects |= definition.self_subjects
        if card.modifiers:
            subjects = subjects.union([given.modifier.subject for given in card.modifiers])
        self._subjects = subjects
        """Of all modifiers that may be on the card."""

    @property
    def modifiers(self) -> Sequence[Modifier]:
        if self._modifiers is None:
            self._modifiers = modifiers_on(self._table, self.place, self.card)
        return self._modifiers

    def _added(self, stat: str) -> int:
        """What the modifiers add to a value."""
        if stat not in self._subjects:
            return 0
        return sum(m.add for m in self.modifiers if m.stat == stat and m.add is not UNSET)

    @property
    def military(self) -> int:
        return _current(self.definition.military + self.card.military_chips + self._added("military"))

    @property
    def labour(self) -> int:
        return _current(self.definition.labour + self.card.labour_chips + self._added("labour"))

    def has(self, keyword: str) -> bool:
        if keyword in self.definition.keyword_names:
            return True
        if keyword not in self._subjects:
            return False
        return any(m.keyword is not UNSET and m.keyword.name == keyword for m in self.modifiers)

    def keywords(self) -> Sequence[Keyword]:
        """13.6 The printed keywords, then those given to the card that it doesn't have yet."""
        if not self.modifiers:
            return self.definition.keywords
        found = list(self.definition.keywords)
        for modifier in self.modifiers:
            if modifier.keyword is not UNSET and modifier.keyword not in found:
                found.append(modifier.keyword)
        return found

    def armor(self) -> int:
        """9.6 With several, the highest; without any, 0."""
        return max((k.value for k in self.keywords() if k.name == "armor" and k.value is not UNSET), default=0)

    def cannot(self, what: str) -> bool:
        return what in self._subjects and _have_rule(self.modifiers, "cannot", what)

    def must(self, what: str) -> bool:
        return what in self._subjects and _have_rule(self.modifiers, "must", what)

    def ignores(self, what: str) -> bool:
        return what in self._subjects and _have_rule(self.modifiers, "ignore", what)

    def ignored(self, among: frozenset[str]) -> frozenset[str]:
        """Which of these it ignores. Usually no ability on the table is about any of them."""
        if among.isdisjoint(self._subjects):
            return frozenset()
        return frozenset(filter(self.ignores, among))


def _have_rule(modifiers: Sequence[Modifier], rule: str, what: str) -> bool:
    for modifier in modifiers:  # noqa: SIM110 -- a generator is slower here
        if modifier.what == what and modifier.rule == rule:
            return True
    return False


def effective_unit(table: InvadersTable, place: int) -> EffectiveUnit:
    card = table.state.board[place]
    assert card is not None
    return EffectiveUnit(table, place, card)


def cannot(table: InvadersTable, place: int, card: FieldCard, what: str) -> bool:
    """11.7 Whether a card of the field is under a *cannot*. Mostly nothing on the table is about that."""
    if not (card.modifiers or what in field_of(table).subjects or what in table.cards.by_slug[card.card].self_subjects):
        return False
    return EffectiveUnit(table, place, card).cannot(what)


def has(table: InvadersTable, place: int, card: FieldCard, keyword: str) -> bool:
    """11.8 Whether a card of the field has a keyword now, printed or given."""
    definition = table.cards.by_slug[card.card]
    if keyword in definition.keyword_names:
        return True
    if not (card.modifiers or keyword in field_of(table).subjects or keyword in definition.self_subjects):
        return False
    return EffectiveUnit(table, place, card).has(keyword)


class _CurrentReader(Reader):
    """Reads units with their modifiers."""

    def military(self, table: InvadersTable, place: int, card: FieldCard) -> int:
        return effective_unit(table, place).military

    def has_keyword(self, table: InvadersTable, place: int, card: FieldCard, keyword: str) -> bool:
        return has(table, place, card, keyword)


CURRENT: Final = _CurrentReader()


def leader_cannot(table: InvadersTable, seat: int, what: str) -> bool:
    """11.7 Whether a leader is under a *cannot*. Mostly nothing on the table is about that."""
    given = table.state.seats[seat].modifiers
    in_play = what in field_of(table).subjects
    if not (given or in_play):
        return False
    modifiers = [each.modifier for each in given]
    if in_play:
        modifiers += [
            aura.modifier for aura in auras_on(table, "leader") if seat in aura.seats and _is_at_work(table, aura)
        ]
    return _have_rule(modifiers, "cannot", what)


def costs(table: InvadersTable, seat: int, hand: list[str]) -> Mapping[str, int | None]:
    """7.1 The current costs of all cards of a hand."""
    if COST not in field_of(table).subjects:
        return table.cards.costs
    return {slug: cost(table, seat, slug) for slug in hand}


def cost(table: InvadersTable, seat: int, slug: str) -> int | None:
    """7.1 The current cost of casting the card; None if it can't be cast."""
    printed = table.cards.by_slug[slug].cost
    if printed is None or COST not in field_of(table).subjects:
        return printed
    for aura in auras_on(table, "hand"):
        change = aura.modifier.cost
        if aura.speaker.seat != seat or change is UNSET:
            continue
        fits = aura.filter is UNSET or PRINTED.matches_slug(table, aura.filter, aura.speaker, slug)
        if fits and _is_at_work(table, aura):
            printed += change
    return max(0, printed)
