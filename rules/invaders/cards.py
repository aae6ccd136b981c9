"""3.1 The card set, read once into the vocabulary, with look-ups for the rules."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, TypeVar, Union, get_args

from msgspec import UNSET, Struct, UnsetType

from rules.engine import Problem

from .actions import (
    Activate,
    Attack,
    Block,
    Cast,
    Choose,
    Invade,
    Labour,
    SetEmergency,
    TakeCommand,
    Target,
)
from .places import ALL_SQUARES, LEADERS, PLACES, SLOTS, ZONE_PLACES
from .script import vocabulary as v
from .script.reading import clauses, collect

Cost = Union[int, None]  # noqa: UP007 -- null can never be cast
A = TypeVar("A")
Able = Literal["labour", "command", "activate", "count_down"]
"""7.4 to 7.6, 9.7 What only some cards may do on the field."""
ABLE: tuple[Able, ...] = get_args(Able)


class Form(Struct, frozen=True):
    """The fields of a card that the rules read."""

    slug: v.Slug
    nation: v.Nation
    kind: Literal["unit", "situation", "event"]
    types: tuple[v.TypeSlug, ...]
    cost: Cost
    keywords: tuple[v.Keyword, ...]
    abilities: tuple[v.Ability, ...]
    subkind: Literal["military", "people", "leader"] | UnsetType = UNSET
    military: int | UnsetType = UNSET
    labour: int | UnsetType = UNSET
    command: v.Command | UnsetType = UNSET


class Definition:
    """One card: its printed values, its abilities by kind, and its text as a numbered list of clauses."""

    def __init__(self, form: Form) -> None:
        self.slug = form.slug
        self.nation, self.kind, self.subkind = form.nation, form.kind, form.subkind or None
        self.types, self.cost = form.types, form.cost
        self.military, self.labour = form.military or 0, form.labour or 0
        self.keywords = form.keywords
        self.keyword_names = frozenset(keyword.name for keyword in form.keywords)
        self.values = {keyword.name: keyword.value for keyword in form.keywords if keyword.value is not UNSET}
        countdowns = [k.value for k in form.keywords if k.name == "countdown" and isinstance(k.value, int)]
        self.full_countdown = min(countdowns, default=None)
        """9.7 The number of chips that ends a countdown. With several countdowns, the one reached first."""
        self.command = form.command or None
        self.abilities = form.abilities

        numbered = tuple(enumerate(form.abilities))
        statics = _of(v.Static, numbered)
        self.self_statics = tuple((i, a) for i, a in statics if a.applies_to.zone == "self")
        auras = tuple((i, a) for i, a in statics if a.applies_to.zone != "self")
        self.auras = {zone: tuple((i, a) for i, a in auras if is_live(a.command, zone)) for zone in ZONE_PLACES}
        """11.8 The static abilities that affect others, by the zone where they are live."""
        self.self_subjects = _subjects(self.self_statics)
        self.aura_subjects = {zone: _subjects(live) for zone, live in self.auras.items()}
        self.emergencies = _of(v.Emergency, numbered)
        self.activated = _of(v.Activated, numbered)
        self.events = _of(v.EventAbility, numbered)
        triggered = _of(v.Triggered, numbered)
        self.triggered: dict[str, tuple[tuple[int, v.Triggered], ...]] = {
            on: tuple((i, a) for i, a in triggered if a.trigger.on == on) for on in {a.trigger.on for _, a in triggered}
        }
        self.replacements = _of(v.Replacement, numbered)
        self.reacts_to = frozenset(
            [ability.trigger.on for _, ability in triggered if ability.trigger.whose != "self"]
            + [ability.trigger.on for _, ability in self.emergencies]
            + [ability.event for _, ability in self.replacements]
        )
        """10.2, 10.10 The events that may trigger its abilities, or that these may replace, wherever they occur. Its
        own events may trigger others (`triggered`)."""
        self.able = frozenset(self._able())
        """What it may do on the field that few cards do."""
        self.text = tuple(clause for ability in form.abilities for clause in clauses(*roots(ability)))
        for number, clause in enumerate(self.text):
            clause.number = number

    def _able(self) -> Iterator[Able]:
        if self.subkind == "people":
            yield "labour"
        if self.command and "unit" in self.command.from_:
            yield "command"
        if self.activated:
            yield "activate"
        if self.full_countdown is not None:
            yield "count_down"

    def triggered_by(self, on: str) -> tuple[tuple[int, v.Triggered], ...]:
        return self.triggered.get(on, ())


def is_live(command: object, zone: str) -> bool:
    """9.8 Abilities with `command` work only in the headquarters, all others only on units and situations."""
    return (zone == "commander") == (command is True) and zone != "emergency"


def roots(ability: v.Ability) -> tuple[v.Effect, ...]:
    """The parts of an ability's text (10.1)."""
    if isinstance(ability, v.Replacement):
        return (ability.effect,)
    return () if isinstance(ability, v.Static) else ability.effects


def _of(kind: type[A], numbered: tuple[tuple[int, Any], ...]) -> tuple[tuple[int, A], ...]:
    return tuple((i, ability) for i, ability in numbered if isinstance(ability, kind))


def _subjects(statics: tuple[tuple[int, v.Static], ...]) -> frozenset[str]:
    """What the modifiers of static abilities are about."""
    return frozenset(ability.modifier.subject for _, ability in statics)


UNKNOWN, UNKNOWN_UNIT, UNKNOWN_SITUATION = "?", "?unit", "?situation"
"""Cards that a seat has not seen, on a table that follows a match from that seat's view (following.py)."""


class Cards:
    """The cards of a set, and every action that names one, made once.

    Two questions about cards in a hand are methods, because a table that follows a match from a seat's view doesn't
    know the answers (following.py).
    """

    def __init__(self, by_slug: dict[str, Definition]) -> None:
        self.by_slug = by_slug
        self.casts = {slug: _casts(card) for slug, card in self.by_slug.items()}
        self._castings: dict[tuple[tuple[int, ...], bool], Castings] = {}
        self.costs = {slug: card.cost for slug, card in self.by_slug.items()}
        """The printed costs."""
        self.set_emergency = {slug: SetEmergency(slug) for slug, card in self.by_slug.items() if card.emergencies}
        self.command_from_hand = {
            slug: TakeCommand(card=slug)
            for slug, card in self.by_slug.items()
            if card.command and "hand" in card.command.from_
        }

    def held(self, table: Any, seat: int, fits: Callable[[str], bool] | None) -> list[str]:
        """The cards of a hand or, with `fits`, those that fit."""
        hand: list[str] = table.state.seats[seat].hand
        return hand if fits is None else [card for card in hand if fits(card)]

    def identified(self, table: Any, thing: int | str) -> int | str:
        """The object that an effect selected, now that its identity matters."""
        return thing

    def castings(self, free: tuple[int, ...], with_events: bool) -> "Castings":
        """The castings while these places are free. Made once, as the same places come again."""
        found = self._castings.get((free, with_events))
        if found is None:
            found = self._castings[free, with_events] = Castings(self.casts, {*free, *((-1,) if with_events else ())})
        return found


class Castings(dict[str, tuple[Cast, ...]]):
    """Card -> the actions that cast it at certain places, in order. Made when first asked for."""

    def __init__(self, casts: Mapping[str, Mapping[int, Cast]], places: Collection[int]) -> None:
        self._casts, self._places = casts, places

    def __missing__(self, slug: str) -> tuple[Cast, ...]:
        actions = self._casts[slug].items()
        self[slug] = found = tuple([action for place, action in actions if place in self._places])
        return found


def _casts(card: Definition) -> dict[int, Cast]:
    """Place -> the action; -1 for an event."""
    if card.kind == "event":
        return {-1: Cast(card.slug)}
    places = ALL_SQUARES if card.kind == "unit" else (*SLOTS[0], *SLOTS[1])
    return {place: Cast(card.slug, PLACES[place]) for place in places}


class BadCardSet(ValueError):
    """The vocabulary can't express a card."""


def read_cards(card_set: Mapping[str, Any]) -> Cards:
    return Cards({raw["slug"]: Definition(read_form(raw)) for raw in card_set["cards"]})


def read_form(raw: Mapping[str, Any]) -> Form:
    names = {key: value for key, value in raw.items() if key in _READ}
    form, problems = collect(Form, names)
    if problems:
        raise BadCardSet(f"card {raw.get('slug')!r}: {_sentence(problems)}")
    assert isinstance(form, Form)
    return form


_READ = frozenset(Form.__struct_fields__)


def _sentence(problems: list[Problem]) -> str:
    return "; ".join(f"{problem['at']} {problem['code']}" for problem in problems)


# Actions that name a place, made once

ATTACKS = {place: Attack(PLACES[place]) for place in ALL_SQUARES}
TARGETS = {place: Target(PLACES[place]) for place in ALL_SQUARES}
TARGET_LEADERS = tuple(Target(leader) for leader in LEADERS)
BLOCKS = {place: Block(PLACES[place]) for place in ALL_SQUARES}
INVASIONS = {place: Invade(PLACES[place]) for place in ALL_SQUARES}
LABOURS = {place: Labour(PLACES[place]) for place in ALL_SQUARES}
COMMAND_FROM_UNIT = {place: TakeCommand(unit=PLACES[place]) for place in ALL_SQUARES}
CHOOSE_TARGET = tuple(Choose(target=place) for place in PLACES)
CHOOSE_PLACE = tuple(Choose(place=place) for place in PLACES)
ACTIVATIONS: dict[tuple[int, int], Activate] = {}


def activation(place: int, ability: int) -> Activate:
    if (place, ability) not in ACTIVATIONS:
        ACTIVATIONS[place, ability] = Activate(PLACES[place], ability)
    return ACTIVATIONS[place, ability]
