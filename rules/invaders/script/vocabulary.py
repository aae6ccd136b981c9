"""11. The words of card data. A card's JSON is read once into these classes. Nothing else is allowed on a card."""

from typing import Annotated, Literal, Union

from msgspec import UNSET, Meta, Struct, UnsetType, field

Nation = Literal["stateless", "japan", "usa", "uk", "france", "russia", "germany", "turkey"]
Side = Literal["own", "enemy", "any"]
TwoSides = Literal["own", "enemy"]
Zone = Literal["units", "situations", "commander", "emergency", "hand", "grave"]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
TypeSlug = Annotated[str, Meta(pattern="^[a-z]+(_[a-z]+)*$")]
Positive = Annotated[int, Meta(ge=1)]
KeywordName = Literal[
    "ready", "undeclared_war", "guard", "deadly", "front", "self_harm",
    "armor", "countdown", "civil_war", "necromance", "chain",
]  # fmt: skip
VALUED_KEYWORDS = frozenset({"armor", "countdown", "civil_war", "necromance", "chain"})
LIVE_KEYWORDS = frozenset({"ready", "undeclared_war", "guard", "deadly", "front", "armor"})
"""11.7 The keywords that a modifier may give."""

CANNOT = (
    "attack", "attack_leader", "attack_unit", "block", "be_blocked", "be_attacked", "be_destroyed", "be_chosen",
    "labour", "invade", "untap", "heal", "save", "set_emergency", "cast_event",
)  # fmt: skip
MUST = ("attack", "block", "be_attacked")
IGNORE = ("tapped", "front", "columns", "armor", "be_attacked", "be_destroyed")
RULES = {"cannot": CANNOT, "must": MUST, "ignore": IGNORE}


class Keyword(Struct, frozen=True):
    """9.1 A keyword, with its value if it has one."""

    name: KeywordName
    value: Positive | UnsetType = UNSET


class Filter(Struct, frozen=True, cache_hash=True):
    """11.11 A filter on cards. All its keys must hold."""

    kind: Literal["unit", "situation", "event"] | UnsetType = UNSET
    subkind: Literal["military", "people", "leader"] | UnsetType = UNSET
    nation: Nation | UnsetType = UNSET
    type: TypeSlug | UnsetType = UNSET
    slug: Slug | UnsetType = UNSET
    cost_min: int | UnsetType = UNSET
    cost_max: int | UnsetType = UNSET
    military_min: int | UnsetType = UNSET
    military_max: int | UnsetType = UNSET
    tapped: bool | UnsetType = UNSET
    keyword: KeywordName | UnsetType = UNSET
    other: bool | UnsetType = UNSET
    same_column: bool | UnsetType = UNSET
    territory: Literal["own", "enemy"] | UnsetType = UNSET
    emergency: bool | UnsetType = UNSET


# 11.4 Values and conditions


class CountOf(Struct, frozen=True):
    zone: Zone
    side: Side
    filter: Filter | UnsetType = UNSET


class CountValue(Struct, frozen=True):
    count: CountOf


class NamedValue(Struct, frozen=True):
    value: Literal[
        "own_health", "enemy_health", "own_hand", "enemy_hand", "own_grave", "enemy_grave", "own_deck", "enemy_deck",
        "own_money", "enemy_money", "own_savings", "casts_this_turn", "self_harm_count", "year", "event_amount",
        "self_military", "self_countdown",
    ]  # fmt: skip


class AddValue(Struct, frozen=True):
    add: Annotated[tuple["Value", ...], Meta(min_length=2)]


Value = Union[int, CountValue, NamedValue, AddValue]  # noqa: UP007 -- names itself
Comparison = Literal["<", "<=", "==", ">=", ">"]


class AllOf(Struct, frozen=True):
    all: Annotated[tuple["Condition", ...], Meta(min_length=1)]


class AnyOf(Struct, frozen=True):
    any: Annotated[tuple["Condition", ...], Meta(min_length=1)]


class Not(Struct, frozen=True):
    not_: "Condition" = field(name="not")


class Compare(Struct, frozen=True):
    compare: tuple["Value", Comparison, "Value"]


class InState(Struct, frozen=True):
    state: Literal["total_war", "front", "own_turn"]


class InStateOf(Struct, frozen=True):
    state: Literal["civil_war", "chain"]
    x: Positive


Condition = Union[AllOf, AnyOf, Not, Compare, InState, InStateOf]  # noqa: UP007 -- names itself


# 11.5 Selectors, 11.7 modifiers, 11.8 scopes, 11.2 triggers


class Selector(Struct, frozen=True):
    """11.5 A reference (`pick` alone), a leader, or cards of a zone: all of them, or some chosen."""

    pick: Literal["self", "event", "attacker", "defender", "opposing", "all", "choose", "leader"]
    zone: Zone | UnsetType = UNSET
    side: Side | UnsetType = UNSET
    filter: Filter | UnsetType = UNSET
    count: Positive = 1
    up_to: bool = False
    chooser: TwoSides = "own"


COST = "cost"


class Modifier(Struct, frozen=True):
    """11.7 One of: a value added, a cost changed, a keyword given, or a rule."""

    stat: Literal["military", "labour"] | UnsetType = UNSET
    add: int | UnsetType = UNSET
    cost: int | UnsetType = UNSET
    keyword: Keyword | UnsetType = UNSET
    rule: Literal["cannot", "must", "ignore"] | UnsetType = UNSET
    what: str | UnsetType = UNSET

    @property
    def subject(self) -> str:
        """What it is about: a value, a keyword, what a card may do, or the cost."""
        if self.keyword is not UNSET:
            return self.keyword.name
        return self.stat or self.what or COST


Duration = Literal["this_turn", "until_own_next_year", "permanent"]


class Scope(Struct, frozen=True):
    zone: Literal["self", "units", "situations", "hand", "leader"]
    side: Side | UnsetType = UNSET
    filter: Filter | UnsetType = UNSET


SEAT_EVENTS = ("year_start", "year_end", "leader_damaged", "self_harmed", "revolted")


class Trigger(Struct, frozen=True):
    """11.2 The event that triggers an ability."""

    on: Literal[
        "cast", "entered", "attack_declared", "attacks", "blocked", "engages", "battle_ends", "invaded", "laboured",
        "commanded", "destroyed", "put_in_grave", "year_start", "year_end", "leader_damaged", "self_harmed", "revolted",
    ]  # fmt: skip
    whose: Literal["self", "own", "enemy", "any"]
    filter: Filter | UnsetType = UNSET


# 10.7 Connectives, 11.6 operations


class Clause(Struct, kw_only=True):
    """An effect. `number` is its place in the card's text, counted while reading; it is not part of the data."""

    number: int = -1


class Operation(Clause):
    """11.6 An operation."""

    op: str


class Damage(Operation):
    op: Literal["damage"]
    to: Literal["own", "enemy", "each"]
    amount: Value


class Heal(Operation):
    op: Literal["heal"]
    to: TwoSides
    amount: Value


class Draw(Operation):
    op: Literal["draw"]
    who: TwoSides
    amount: Value


class Mill(Operation):
    op: Literal["mill"]
    who: TwoSides
    amount: Value


class Selecting(Operation):
    """An operation on cards."""

    select: Selector


class Discard(Selecting):
    op: Literal["discard"]


class Exile(Selecting):
    op: Literal["exile"]


class Tap(Selecting):
    op: Literal["tap"]


class Untap(Selecting):
    op: Literal["untap"]


class Destroy(Selecting):
    op: Literal["destroy"]
    ignore_cannot: bool = False


class Return(Selecting):
    op: Literal["return"]
    to: Literal["hand", "deck_top", "deck_bottom", "deck_shuffle"]


class Chips(Selecting):
    op: Literal["chips"]
    military: Value
    labour: Value


class Give(Selecting):
    op: Literal["give"]
    modifier: Modifier
    duration: Duration


class Money(Operation):
    op: Literal["money"]
    who: TwoSides
    amount: Value


class Savings(Operation):
    op: Literal["savings"]
    who: TwoSides
    amount: Value


class Countdown(Selecting):
    op: Literal["countdown"]
    amount: Value


class Play(Selecting):
    op: Literal["play"]
    as_cast: bool


class Move(Selecting):
    op: Literal["move"]


class Take(Struct, frozen=True):
    count: Positive
    up_to: bool
    to: Literal["hand", "unit", "grave"]
    filter: Filter | UnsetType = UNSET


class Browse(Operation):
    """11.10 `open` shows the top of the deck to both seats, `look` only to its own seat."""

    op: Literal["open", "look"]
    count: Positive
    rest: Literal["deck_top", "deck_bottom", "deck_shuffle", "grave"]
    take: Take | UnsetType = UNSET


class Case(Struct, frozen=True):
    max: Annotated[int, Meta(ge=1, le=6)]
    do: "Effect"


class Roll(Operation):
    op: Literal["roll"]
    cases: Annotated[tuple[Case, ...], Meta(min_length=1)]


class EndBattle(Operation):
    op: Literal["end_battle"]


class Win(Operation):
    op: Literal["win"]


class Lose(Operation):
    op: Literal["lose"]


class Then(Clause):
    then: Annotated[tuple["Effect", ...], Meta(min_length=2)]


class IfDone(Clause):
    if_done: tuple["Effect", "Effect"]


class And(Clause):
    and_: Annotated[tuple["Effect", ...], Meta(min_length=2)] = field(name="and")


SimpleOperation = Union[  # noqa: UP007 -- a union of the operations that `by` and `do` allow
    Damage, Heal, Draw, Mill, Discard, Exile, Tap, Untap, Destroy, Return, Chips, Give, Money, Savings, Countdown
]


class By(Clause):
    """10.9 All or nothing."""

    by: Annotated[tuple[SimpleOperation, ...], Meta(min_length=1)]
    do: Annotated[tuple[SimpleOperation, ...], Meta(min_length=1)]

    @property
    def operations(self) -> tuple[SimpleOperation, ...]:
        return self.by + self.do


class May(Clause):
    may: "Effect"


class If(Clause):
    if_: Condition = field(name="if")
    do: "Effect"
    else_: Union["Effect", UnsetType] = field(name="else", default=UNSET)


class Option(Struct, frozen=True):
    names: dict[str, str]
    do: "Effect"


class ChooseOne(Clause):
    choose_one: Annotated[tuple[Option, ...], Meta(min_length=2)]


Effect = Union[  # noqa: UP007 -- names itself
    Damage, Heal, Draw, Mill, Discard, Exile, Tap, Untap, Destroy, Return, Chips, Give, Money, Savings, Countdown,
    Play, Move, Browse, Roll, EndBattle, Win, Lose, Then, IfDone, And, By, May, If, ChooseOne,
]  # fmt: skip


# 11.1 Abilities

Effects = Annotated[tuple[Effect, ...], Meta(min_length=1)]


class Triggered(Struct, frozen=True):
    kind: Literal["triggered"]
    trigger: Trigger
    effects: Effects
    condition: Condition | UnsetType = UNSET
    command: Literal[True] | UnsetType = UNSET
    keyword: Literal["fanfare", "last_word", "recollection"] | UnsetType = UNSET


class EventAbility(Struct, frozen=True):
    kind: Literal["event"]
    effects: Effects
    condition: Condition | UnsetType = UNSET


class Emergency(Struct, frozen=True):
    kind: Literal["emergency"]
    trigger: Trigger
    effects: Effects
    condition: Condition | UnsetType = UNSET


class Activated(Struct, frozen=True):
    kind: Literal["activated"]
    tap: bool
    effects: Effects
    condition: Condition | UnsetType = UNSET
    command: Literal[True] | UnsetType = UNSET


class Static(Struct, frozen=True):
    kind: Literal["static"]
    applies_to: Scope
    modifier: Modifier
    condition: Condition | UnsetType = UNSET
    command: Literal[True] | UnsetType = UNSET


class Replacement(Struct, frozen=True):
    kind: Literal["replacement"]
    event: Literal["destroy", "leader_damage", "draw"]
    whose: Literal["self", "own", "enemy"]
    optional: bool
    effect: Effect
    condition: Condition | UnsetType = UNSET
    command: Literal[True] | UnsetType = UNSET
    filter: Filter | UnsetType = UNSET


Ability = Union[Triggered, EventAbility, Emergency, Activated, Static, Replacement]  # noqa: UP007 -- a union


class Command(Struct, frozen=True):
    """3.3 From which zones, and when, a leader unit may take command."""

    from_: Annotated[tuple[Literal["hand", "unit"], ...], Meta(min_length=1)] = field(name="from")
    condition: Condition | None
