"""9.6 - 9.10 The guile cards: what each can be played on, and what it does."""

from collections.abc import Iterator

from rules.engine import Seat

from .actions import Play
from .battlefield import BattleLineTable, check_broken, other, place, take_up
from .effects import CardMoved, CardRemoved
from .flag_sets import without
from .plays import Row
from .scout import SCOUT, ScoutDraws, can_scout

REDEPLOY, DESERTER, TRAITOR = "redeploy", "deserter", "traitor"


class Guile:
    """A guile card. It is not placed at a flag, so it can be neither moved nor removed."""

    def plays(self, table: BattleLineTable, seat: Seat) -> Row:
        """The ways to play it, in ascending order of places."""
        raise NotImplementedError

    def carry_out(self, table: BattleLineTable, seat: Seat, play: Play) -> None:
        """Carry out one of `plays`."""
        raise NotImplementedError


class Scout(Guile):
    """9.6 Draw three cards, return two (scout.py)."""

    def plays(self, table: BattleLineTable, seat: Seat) -> Row:
        return (Play(SCOUT),) if can_scout(table) else ()

    def carry_out(self, table: BattleLineTable, seat: Seat, play: Play) -> None:
        table.begin(ScoutDraws(seat))


class Redeploy(Guile):
    """9.7 Move one of your troop or morale cards to another flag (R15), or remove it from the game."""

    def plays(self, table: BattleLineTable, seat: Seat) -> Row:
        moves = table.cards.plays.moves
        open_slots = table.state.open_slots[seat]
        rows = (
            moves(REDEPLOY, flag, index, without(open_slots, flag), away=True)
            for flag, index, _ in cards_in_reach(table, seat)
        )
        return tuple(play for row in rows for play in row)

    def carry_out(self, table: BattleLineTable, seat: Seat, play: Play) -> None:
        move_or_remove(table, seat, play)


class Deserter(Guile):
    """9.8 Remove one of the opponent's troop or morale cards from the game."""

    def plays(self, table: BattleLineTable, seat: Seat) -> Row:
        return tuple(
            Play(DESERTER, from_flag=flag, from_index=index) for flag, index, _ in cards_in_reach(table, other(seat))
        )

    def carry_out(self, table: BattleLineTable, seat: Seat, play: Play) -> None:
        move_or_remove(table, other(seat), play)


class Traitor(Guile):
    """9.9 Move one of the opponent's troop cards to your own side, even at the same flag (R15)."""

    def plays(self, table: BattleLineTable, seat: Seat) -> Row:
        moves, troops = table.cards.plays.moves, table.cards.troops
        open_slots = table.state.open_slots[seat]
        rows = (
            moves(TRAITOR, flag, index, open_slots)
            for flag, index, card in cards_in_reach(table, other(seat))
            if card in troops
        )
        return tuple(play for row in rows for play in row)

    def carry_out(self, table: BattleLineTable, seat: Seat, play: Play) -> None:
        move_or_remove(table, other(seat), play)


GUILE: dict[str, Guile] = {SCOUT: Scout(), REDEPLOY: Redeploy(), DESERTER: Deserter(), TRAITOR: Traitor()}


def cards_in_reach(table: BattleLineTable, seat: Seat) -> Iterator[tuple[int, int, str]]:
    """5.4 (flag, index, card) for a seat's cards at unclaimed flags, without weather (R14)."""
    for where, flag in enumerate(table.state.flags):
        if flag.owner is None:
            for index, card in enumerate(flag.sides[seat]):
                yield where, index, card


def move_or_remove(table: BattleLineTable, from_seat: Seat, play: Play) -> None:
    """Move a card to the active seat's side of a flag or, without a flag, face up to the removed pile."""
    from_flag, from_index, to_flag = play.from_flag, play.from_index, play.to_flag
    assert isinstance(from_flag, int) and isinstance(from_index, int)
    card = take_up(table, from_seat, from_flag, from_index)

    if isinstance(to_flag, int):
        to_seat = table.state.active_seat
        table.tell(CardMoved(card, from_seat, from_flag, to_seat, to_flag))
        check_broken(table, from_flag)
        place(table, to_seat, to_flag, card)
    else:
        table.state.removed.append(card)
        table.tell(CardRemoved(card, from_seat, from_flag))
        check_broken(table, from_flag)
