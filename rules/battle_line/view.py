"""11.4, 11.5 What each viewer may see of a match."""

from typing import Annotated, Literal

from msgspec import Struct

from rules.engine import AUDIT, OWNER, PUBLIC, CardSlug, Seat, Viewer, Zone, closed_zone, hand_zone, open_zone

from .battlefield import BattleLineTable
from .scout import ScoutDraws, ScoutReturns
from .state import ClaimRecord, Flag, RoundResult
from .turn import ClaimPhase, DrawPhase, PlayPhase

PhaseName = Literal["play", "claim", "draw", "scout_draw", "scout_return", "over"]

PHASE_NAMES: dict[type, PhaseName] = {
    PlayPhase: "play",
    ClaimPhase: "claim",
    DrawPhase: "draw",
    ScoutDraws: "scout_draw",
    ScoutReturns: "scout_return",
}


class ScoutView(Struct, frozen=True):
    """The progress of a Scout."""

    drawn: int
    returned: int


class FlagView(Struct, frozen=True):
    """A flag and its `sides` by seat, each in the order of placing."""

    flag: int
    owner: Seat | None
    size: int
    fog: bool
    mud: bool
    first_complete: Seat | None
    claim: ClaimRecord | None
    sides: Annotated[tuple[Zone, ...], PUBLIC]


class Game(Struct, frozen=True):
    """The game as one viewer sees it. Lists of two are by seat. Only the audit sees the cards of `troop_deck` and
    `tactics_deck`, from the top.
    """

    round: int
    turn: int
    first_seat: Seat
    active_seat: Seat | None
    phase: PhaseName
    played: Annotated[CardSlug | None, PUBLIC]
    scout: ScoutView | None
    idle_turns: int
    flags: tuple[FlagView, ...]
    hands: Annotated[tuple[Zone, ...], OWNER]
    troop_deck: Annotated[Zone, AUDIT]
    tactics_deck: Annotated[Zone, AUDIT]
    guile: Annotated[tuple[Zone, ...], PUBLIC]
    removed: Annotated[Zone, PUBLIC]
    tactics_played: tuple[int, ...]
    leader_played: tuple[bool, ...]
    points: tuple[int, ...]
    rounds_won: tuple[int, ...]
    results: tuple[RoundResult, ...]


def game(table: BattleLineTable, viewer: Viewer) -> Game:
    state = table.state
    phase = _phase(table)
    return Game(
        round=state.round,
        turn=state.turn,
        first_seat=state.first_seat,
        active_seat=None if phase == "over" else state.active_seat,
        phase=phase,
        played=state.played,
        scout=_scout(table),
        idle_turns=state.idle_turns,
        flags=tuple([_flag(where, flag) for where, flag in enumerate(state.flags)]),
        hands=tuple([hand_zone(hand, viewer in (seat, "audit")) for seat, hand in enumerate(state.hands)]),
        troop_deck=_deck(state.troop_deck, viewer),
        tactics_deck=_deck(state.tactics_deck, viewer),
        guile=tuple([open_zone(cards) for cards in state.guile]),
        removed=open_zone(state.removed),
        tactics_played=tuple(state.tactics_played),
        leader_played=tuple(state.leader_played),
        points=tuple(state.points),
        rounds_won=tuple(state.rounds_won),
        results=tuple(state.results),
    )


def _phase(table: BattleLineTable) -> PhaseName:
    """`over` if the rules have ended the match. If the service has ended it, the game stays as it was (10.9)."""
    return PHASE_NAMES[type(table.frames[-1])] if table.frames else "over"


def _scout(table: BattleLineTable) -> ScoutView | None:
    frame = table.frames[-1] if table.frames else None
    if isinstance(frame, ScoutDraws):
        return ScoutView(frame.drawn, 0)
    if isinstance(frame, ScoutReturns):
        return ScoutView(frame.drawn, frame.returned)
    return None


def _flag(where: int, flag: Flag) -> FlagView:
    one, other = flag.sides
    sides = (open_zone(one), open_zone(other))
    return FlagView(where, flag.owner, flag.size, flag.fog, flag.mud, flag.first_complete, flag.claim, sides)


def _deck(cards: list[str], viewer: Viewer) -> Zone:
    return open_zone(cards) if viewer == "audit" else closed_zone(len(cards))
