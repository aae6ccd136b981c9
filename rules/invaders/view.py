"""13.5, 13.6 What each viewer may see of the table."""

from typing import Annotated, Any

import msgspec
from msgspec import Struct

from rules.engine import AUDIT, OWNER, PUBLIC, SEAT, CardSlug, Viewer, Zone, closed_zone, hand_zone, open_zone, readers

from .actions import Janken, Mulligan
from .field import place_of
from .identity import relabelled
from .modifiers import EffectiveUnit
from .places import EMERGENCY, LEADERS, PLACES, ZONES
from .prompts import ChoosePrompt, MayPrompt
from .script.objects import find
from .script.vocabulary import Keyword
from .state import Battle, Browsed, FieldCard, Given, InvadersTable, Seat, State

OWNER_UNLESS_FACE_UP = readers(lambda view, owner, viewer: view.face_up or viewer == owner)


class EmergencyView(Struct, frozen=True):
    card: Annotated[CardSlug | None, OWNER_UNLESS_FACE_UP]
    face_up: bool


class SeatView(Struct, frozen=True):
    health: int
    money: int
    savings: int
    deck_out_count: int
    self_harm_count: int
    casts_this_turn: int
    labour_used: bool
    emergency_set: bool
    emergency_discarded: bool
    hand: Annotated[Zone, OWNER]
    deck: Annotated[Zone, AUDIT]
    grave: Annotated[Zone, PUBLIC]
    removed: Annotated[Zone, PUBLIC]
    emergency: EmergencyView | None
    modifiers: tuple[Given, ...]
    declared: tuple[str, ...]
    pending: Janken | Mulligan | bool | None


class CardView(Struct, frozen=True):
    card: Annotated[CardSlug, PUBLIC]
    seat: int
    tapped: bool
    sick: bool
    military: int | None
    labour: int | None
    military_chips: int
    labour_chips: int
    countdown: int | None
    keywords: tuple[Keyword, ...]
    attacked_leader: bool
    used: tuple[int, ...]
    modifiers: tuple[Given, ...]


class DestroyedView(Struct, frozen=True):
    seat: int
    card: Annotated[CardSlug, PUBLIC]
    cause: str


class UsedView(Struct, frozen=True):
    seat: int
    card: Annotated[CardSlug, PUBLIC]


class OpenedView(Struct, frozen=True):
    seat: int
    cards: Annotated[tuple[CardSlug, ...], PUBLIC]


class LookedView(Struct, frozen=True):
    seat: int
    count: int
    cards: Annotated[tuple[CardSlug, ...] | None, SEAT]


class WaitingView(Struct, frozen=True):
    seat: int
    card: Annotated[CardSlug, PUBLIC]
    ability: int | str
    part: int
    self: str | None
    event: str | None
    amount: int


class BattleView(Struct, frozen=True):
    attacker: str | None
    target: str | None
    stage: int
    square: str | None
    blocked: bool
    ending: bool


class JankenView(Struct, frozen=True):
    round: int


class Game(Struct, frozen=True):
    phase: str
    first_player: int | None
    turn_player: int | None
    year: int
    actions_this_year: int
    revolted: bool
    steps: int
    janken: JankenView | None
    seats: tuple[SeatView, ...]
    board: dict[str, CardView | None]
    destroyed: tuple[DestroyedView, ...]
    resolving: tuple[UsedView, ...]
    opened: OpenedView | None
    looked: LookedView | None
    waiting: tuple[WaitingView, ...]
    in_progress: Annotated[list[dict[str, Any]] | None, AUDIT]
    battle: BattleView | None


BOARD = tuple(place for place, zone in enumerate(ZONES) if zone != "emergency")


def game(table: InvadersTable, viewer: Viewer) -> Game:
    state = table.state
    return Game(
        phase=state.phase,
        first_player=state.first_player,
        turn_player=state.turn_player if state.turn else None,
        year=state.year,
        actions_this_year=state.actions_this_year,
        revolted=state.revolted,
        steps=state.steps,
        janken=JankenView(state.janken_round) if state.phase == "janken" else None,
        seats=tuple(_seat(state, seat, own, viewer) for seat, own in enumerate(state.seats)),
        board={PLACES[place]: _card(table, place, state.board[place]) for place in BOARD},
        destroyed=tuple(DestroyedView(card.seat, card.card, card.cause) for card in state.destroyed),
        resolving=tuple(UsedView(card.seat, card.card) for card in state.resolving),
        opened=None if state.opened is None else OpenedView(state.opened.seat, tuple(state.opened.cards)),
        looked=None if state.looked is None else _looked(state.looked, viewer),
        waiting=tuple(
            WaitingView(
                source.seat, source.card, source.ability, source.part,
                named(table, source.this), named(table, source.event), source.amount,
            )
            for source in state.waiting
        ),
        in_progress=_in_progress(table) if viewer == "audit" else None,
        battle=None if state.battle is None else _battle(table, state.battle),
    )  # fmt: skip


def _seat(state: State, seat: int, own: Seat, viewer: Viewer) -> SeatView:
    sees = viewer in (seat, "audit")
    return SeatView(
        own.health, own.money, own.savings, own.deck_out_count, own.self_harm_count, own.casts_this_turn,
        own.labour_used, own.emergency_set, own.emergency_discarded,
        hand=hand_zone(own.hand, sees),
        deck=open_zone(own.deck) if viewer == "audit" else closed_zone(len(own.deck)),
        grave=open_zone(card.card for card in own.grave),
        removed=open_zone(own.removed),
        emergency=_emergency(state.board[EMERGENCY[seat]], sees),
        modifiers=own.modifiers,
        declared=("lose",) * own.loses + ("win",) * own.wins,
        pending=own.pending if sees or own.pending is None else True,
    )  # fmt: skip


def _emergency(card: FieldCard | None, sees: bool) -> EmergencyView | None:
    return None if card is None else EmergencyView(card.card if sees or card.face_up else None, card.face_up)


def _card(table: InvadersTable, place: int, card: FieldCard | None) -> CardView | None:
    if card is None:
        return None
    unit = EffectiveUnit(table, place, card)
    military: int | None = None
    labour: int | None = None
    if ZONES[place] == "units":
        military, labour = unit.military, unit.labour
    elif ZONES[place] == "commander":
        military, labour = unit.definition.military, unit.definition.labour
    counts = "countdown" in unit.definition.keyword_names
    return CardView(
        card.card, card.seat, card.tapped, card.sick, military, labour, card.military_chips, card.labour_chips,
        card.countdown if counts else None, tuple(unit.keywords()), card.attacked_leader, card.used, card.modifiers,
    )  # fmt: skip


def _looked(looked: Browsed, viewer: Viewer) -> LookedView:
    sees = viewer in (looked.seat, "audit")
    return LookedView(looked.seat, len(looked.cards), tuple(looked.cards) if sees else None)


def _battle(table: InvadersTable, battle: Battle) -> BattleView:
    defender = 1 - table.state.turn_player
    return BattleView(
        attacker=_place(table, battle.attacker),
        target=LEADERS[defender] if battle.at_leader else _place(table, battle.target),
        stage=battle.stage,
        square=None if battle.square is None else PLACES[battle.square],
        blocked=battle.blocked,
        ending=battle.ending,
    )


def _place(table: InvadersTable, identity: int) -> str | None:
    place = place_of(table, identity)
    return None if place is None else PLACES[place]


def named(table: InvadersTable, identity: int) -> str | None:
    """13.8 The name of a card; null if there is none or it has changed zone."""
    found = find(table, identity)
    if found is None:
        return None
    if found.zone == "field":
        return PLACES[found.place]
    if found.zone == "grave":
        return f"{found.seat}:grave:{found.at}"
    return f"{found.zone}:{found.at}"


def _in_progress(table: InvadersTable) -> list[dict[str, Any]]:
    """13.9 At a `may` or `choose` prompt: all frames, outermost first, with cards numbered by their places."""
    frame: Any = table.frames[-1] if table.frames and table.outcome is None else None
    if frame is None or not any(
        isinstance(frame.prompt(table, seat), ChoosePrompt | MayPrompt) for seat in frame.asks(table)
    ):
        return []
    return [msgspec.to_builtins(rule) for rule in relabelled(table).frames]
