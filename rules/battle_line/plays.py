"""The ways to play a card, made once for each card set, so that lists of legal actions reuse them.

This module has no rules: turn.py, tactics.py and guile.py say which cards and flags are legal. A hand of seven has
about fifty plays. Creating them at each prompt takes 25 to 30 % of the time of random games.
"""

from collections.abc import Iterable
from typing import Final

from rules.engine import Pass

from .actions import Claim, Draw, EndClaims, Play, ScoutDraw
from .flag_sets import FlagSet, members

PASS: Final = Pass()
END_CLAIMS: Final = EndClaims()
DRAWS: Final = (Draw("troop"), Draw("tactics"))
SCOUT_DRAWS: Final = (ScoutDraw("troop"), ScoutDraw("tactics"))

Row = tuple[Play, ...]


class Plays:
    """Lists of plays, cached by the set of open flags."""

    def __init__(self, flags: int, placed_cards: Iterable[str]) -> None:
        self.claims = tuple(Claim(flag) for flag in range(flags))
        self._everywhere = {card: tuple(Play(card, flag) for flag in range(flags)) for card in placed_cards}
        self._on: dict[FlagSet, dict[str, Row]] = {}
        self._moves: dict[tuple[str, int, int, FlagSet, bool], Row] = {}

    def on(self, open_flags: FlagSet) -> dict[str, Row]:
        """Card -> its plays on the open flags, ascending, for cards that are placed at a flag."""
        rows = self._on.get(open_flags)
        if rows is None:
            flags = members(open_flags)
            rows = {card: tuple([row[flag] for flag in flags]) for card, row in self._everywhere.items()}
            self._on[open_flags] = rows
        return rows

    def moves(self, card: str, from_flag: int, from_index: int, open_flags: FlagSet, *, away: bool = False) -> Row:
        """A guile card's moves of one card to the open flags, ascending. With `away`, the last one removes it from the
        game.
        """
        key = (card, from_flag, from_index, open_flags, away)
        row = self._moves.get(key)
        if row is None:
            to: list[int | None] = [*members(open_flags)]
            if away:
                to.append(None)
            row = tuple(Play(card, from_flag=from_flag, from_index=from_index, to_flag=flag) for flag in to)
            self._moves[key] = row
        return row
