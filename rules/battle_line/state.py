"""The things on the table (5, 8, 9, 10)."""

from typing import Annotated, Self

from msgspec import Struct, field

from rules.engine import PUBLIC, CardSlug, GameState, Seat

from .effects import FormationName, Proof

Cardlist = list[str]
Side = tuple[str, ...]


class ClaimRecord(Struct, frozen=True):
    """7.6 How a flag was claimed."""

    by: Proof
    formation: FormationName
    sum: int
    as_: Annotated[dict[CardSlug, CardSlug], PUBLIC] = field(name="as")


class RoundResult(Struct, frozen=True):
    """11.5 A finished round. `flags` and `points` are listed by seat."""

    round: int
    first_seat: Seat
    winner: Seat | None
    reason: str
    flags: tuple[int, ...]
    points: tuple[int, ...]


class Flag(Struct, frozen=True, cache_hash=True, array_like=True):
    """5.1 A flag, its two sides in the order of placing, and its weather.

    `values` is derived from the rest: the value (6.3) of each complete side, 0 for an incomplete one. A flag is never
    changed, only replaced. So tables share flags, and results are cached by flag.
    """

    size: int
    owner: Seat | None = None
    fog: bool = False
    mud: bool = False
    first_complete: Seat | None = None
    claim: ClaimRecord | None = None
    sides: tuple[Side, Side] = ((), ())
    values: tuple[int, int] = (0, 0)


class State(GameState):
    """The current round, and the points of earlier rounds. Hands are sorted; index 0 of a deck is its top.

    The last four fields are derived from the battlefield and stored because every turn needs them. They are sets of
    troops (troop_sets.py) and of flags (flag_sets.py).
    """

    first_seat: Seat
    active_seat: Seat
    round: int
    flags: list[Flag]
    hands: list[Cardlist]
    troop_deck: Cardlist
    tactics_deck: Cardlist
    guile: list[Cardlist]
    removed: Cardlist
    tactics_played: list[int]
    leader_played: list[bool]
    played: str | None
    idle_turns: int
    points: list[int]
    rounds_won: list[int]
    results: list[RoundResult]

    unseen: int
    """5.5 The troops that have not been face up this round."""
    unclaimed: int
    open_slots: list[int]
    """By seat: the flags where its side has an open slot."""
    leading: list[int]
    """By seat: the unclaimed flags where its complete side currently beats the other side (7.2)."""

    def clone(self) -> Self:
        return type(self)(
            self.turn,
            self.first_seat,
            self.active_seat,
            self.round,
            self.flags[:],
            [self.hands[0][:], self.hands[1][:]],
            self.troop_deck[:],
            self.tactics_deck[:],
            [self.guile[0][:], self.guile[1][:]],
            self.removed[:],
            self.tactics_played[:],
            self.leader_played[:],
            self.played,
            self.idle_turns,
            self.points[:],
            self.rounds_won[:],
            self.results[:],
            self.unseen,
            self.unclaimed,
            self.open_slots[:],
            self.leading[:],
        )
