"""11. The view: what each viewer may see of the game."""

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from rules.engine import AUDIT, OWNER, PUBLIC, CardSlug, Seat, Viewer, Zone, closed_zone, hand_zone, open_zone, readers

from .characters import number_of
from .magic import ChoosingHand
from .stage import being_resolved
from .state import Character, GameTable, Request, Side, Target

OWNER_OR_CHOOSER = readers(lambda view, owner, viewer: viewer != "public")
"""8.13 Read by the seat itself, and by the opponent while choosing a card of this hand."""


class UsedMarks(Struct, frozen=True):
    attack: bool
    set_bulwark: bool


class RequestView(Struct, frozen=True):
    """11.4 A request. `unpaid` is present only while the request is being raised (11.5)."""

    id: int
    action: str
    seat: Seat
    keys: Annotated[tuple[CardSlug, ...], PUBLIC]
    target: Target | None
    unpaid: str | UnsetType = UNSET


class FightView(Struct, frozen=True):
    attacker: int
    blockers: tuple[int, ...]


class CombatView(Struct, frozen=True):
    attackers: tuple[FightView, ...]


class NextIds(Struct, frozen=True):
    character: int
    request: int


class Graveyard(Struct, frozen=True):
    """11.8 A graveyard. `cards` are listed from bottom to top; everyone sees `top`."""

    count: int
    cards: Annotated[tuple[CardSlug, ...] | None, OWNER]
    top: Annotated[CardSlug | None, PUBLIC]


class CharacterView(Struct, frozen=True):
    """11.7 A character. A bulwark's number is null, and so are its cards for viewers who may not look at them."""

    id: int
    kind: str
    cards: tuple[CardSlug, ...] | None
    number: int | None
    bonus: int
    charged: bool
    fresh: tuple[bool, ...]


class SideView(Struct, frozen=True):
    deck: Annotated[Zone, AUDIT]
    hand: Annotated[Zone, OWNER_OR_CHOOSER]
    graveyard: Graveyard
    set_aside: Annotated[Zone, AUDIT]
    soldiers: Annotated[tuple[CharacterView, ...], PUBLIC]
    bulwarks: Annotated[tuple[CharacterView, ...], OWNER]


class Game(Struct, frozen=True):
    """11.2 One seat's side. All keys are always present."""

    turn_player: Seat
    first_player: Seat
    chance: Seat | None
    passes: int
    used: UsedMarks
    stage: tuple[RequestView, ...]
    raising: RequestView | None
    resolving: int | None
    combat: CombatView | None
    next_ids: NextIds
    seats: tuple[SideView, ...]


def game(table: GameTable, viewer: Viewer) -> Game:
    state = table.state
    return Game(
        turn_player=state.turn_player,
        first_player=state.first_player,
        chance=state.chance,
        passes=state.passes,
        used=UsedMarks(state.used.attack, state.used.set_bulwark),
        stage=tuple([_request(request) for request in state.stage]),
        raising=None if state.raising is None else _request(state.raising, state.raising.unpaid),
        resolving=state.resolving,
        combat=_combat(table),
        next_ids=NextIds(state.next_character, state.next_request),
        seats=tuple([_side(table, seat, viewer) for seat in (0, 1)]),
    )


def _request(request: Request, unpaid: str | UnsetType = UNSET) -> RequestView:
    return RequestView(request.id, request.action, request.seat, request.keys, request.target, unpaid)


def _combat(table: GameTable) -> CombatView | None:
    combat = table.state.combat
    if combat is None:
        return None
    return CombatView(tuple([FightView(fight.attacker, tuple(fight.blockers)) for fight in combat.fights]))


def _side(table: GameTable, seat: Seat, viewer: Viewer) -> SideView:
    """11.8 Who sees what."""
    side = table.state.sides[seat]
    is_audit = viewer == "audit"
    is_own = is_audit or viewer == seat
    return SideView(
        deck=open_zone(side.deck[::-1]) if is_audit else closed_zone(len(side.deck)),
        hand=hand_zone(side.hand, is_own or _looks_into_hand(table, viewer)),
        graveyard=_graveyard(side, is_own),
        set_aside=open_zone(side.set_aside) if is_audit else closed_zone(len(side.set_aside)),
        soldiers=tuple([_soldier(table, soldier) for soldier in side.soldiers]),
        bulwarks=tuple([_bulwark(bulwark, is_own) for bulwark in side.bulwarks]),
    )


def _looks_into_hand(table: GameTable, viewer: Viewer) -> bool:
    """8.13 The chooser sees the hand while their prompt is open."""
    return bool(table.frames) and isinstance(table.frames[-1], ChoosingHand) and viewer == being_resolved(table).seat


def _graveyard(side: Side, is_seen: bool) -> Graveyard:
    pile = side.graveyard
    return Graveyard(len(pile), tuple(pile) if is_seen else None, pile[-1] if pile else None)


def _soldier(table: GameTable, soldier: Character) -> CharacterView:
    return CharacterView(
        id=soldier.id,
        kind=soldier.kind,
        cards=tuple(soldier.cards),
        number=number_of(table, soldier),
        bonus=soldier.bonus,
        charged=soldier.charged,
        fresh=tuple(soldier.fresh),
    )


def _bulwark(bulwark: Character, is_seen: bool) -> CharacterView:
    return CharacterView(
        id=bulwark.id,
        kind=bulwark.kind,
        cards=tuple(bulwark.cards) if is_seen else None,
        number=None,
        bonus=bulwark.bonus,
        charged=bulwark.charged,
        fresh=tuple(bulwark.fresh),
    )
