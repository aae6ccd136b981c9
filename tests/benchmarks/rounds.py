"""Long matches: ten rounds of Battle Line with more than a thousand events. Import this after configuring the settings.

The players claim a flag only if they must, so that every round lasts a hundred events.
"""

from collections.abc import Sequence
from random import Random

from matches.log.sql import load_match
from matches.log.stored_match import StoredMatch, encode_snapshot
from matches.services.lobby import open_match
from matches.services.seat_plans import SeatPlan
from players.models import Player
from tests.benchmarks.in_process import Answer, move

ROUNDS = 10


class LongMatch:
    """A long match, played move by move through the service."""

    def __init__(self, players: Sequence[Player], tokens: Sequence[str], seed: int) -> None:
        seats = [SeatPlan(kind="player", player=player, is_ready=True) for player in players]
        self.match_id = open_match(ruleset="battle_line", options={"rounds": ROUNDS}, seats=seats).id
        self.tokens = tokens
        self.luck = Random(seed)

    def read(self) -> StoredMatch:
        return load_match(self.match_id)

    @property
    def size(self) -> int:
        """Bytes of the snapshot. It grows, because the state has the result of every round."""
        return len(encode_snapshot(self.match_id, self.read().position))

    def play_upto(self, round_: int) -> int:
        """Play until this round begins, and return the version."""
        while (match := self.read()).position.table.state.round < round_:
            move(match, self.tokens, self.luck, shunned="claim")
        return match.version

    def step(self) -> Answer | None:
        """Send one more move. Returns None if it ended the round."""
        before = self.read()
        answer = move(before, self.tokens, self.luck, shunned="claim")
        after = self.read().position.table
        over = after.outcome is not None or after.state.round != before.position.table.state.round
        return None if over else answer
