"""`python -m tests.benchmarks.answers`: how quickly a bot answers a person in a live match.

It measures the time from the commit of the person's move to the commit of the bot's move, as a database listener gets
them. That includes the message, the worker, reading the match, and a random bot's choice, which takes microseconds.
Delayed answers, by which a bot hides whether it had a choice, are left out. The unit is the time of one pgbench move.
"""

import argparse
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from random import Random
from uuid import UUID

import psycopg

from tests.benchmarks.database import execute, pgbench_unit
from tests.benchmarks.figures import note_cost
from tests.benchmarks.league import running_stack
from tests.faults.servers import wait_for

_TELL = """
CREATE FUNCTION tell_event() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_notify('event', NEW.match_id::text || ' ' || NEW.seq); RETURN NEW; END $$
"""
_TELL_EACH = "CREATE TRIGGER tell_event AFTER INSERT ON matches_event FOR EACH ROW EXECUTE FUNCTION tell_event()"


class Listener(threading.Thread):
    """Listens to the database and records when it learned of each event: (match, seq) -> time."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        execute(url, _TELL)
        execute(url, _TELL_EACH)
        self.heard: dict[tuple[UUID, int], float] = {}
        self.connection = psycopg.connect(url.replace("postgres://", "postgresql://", 1), autocommit=True)
        self.connection.execute("LISTEN event")

    def run(self) -> None:
        with suppress(psycopg.OperationalError):  # The database was stopped.
            for notice in self.connection.notifies():
                moment = time.perf_counter()
                match, seq = notice.payload.split()
                self.heard[UUID(match), int(seq)] = moment


def play(match_id: UUID, listener: Listener, luck: Random) -> list[float]:
    """Play seat 0 at random as a person. Returns how long each answer of the bot in seat 1 took."""
    from matches.log.sql import events, load_match  # noqa: PLC0415 -- after settings
    from matches.models import Seat  # noqa: PLC0415 -- after settings
    from matches.services.act import take_action  # noqa: PLC0415 -- after settings
    from rules.engine import canonical, legal_actions, seats_to_act  # noqa: PLC0415 -- after settings

    person = Seat.objects.get(match_id=match_id, index=0).player_id
    while (position := load_match(match_id).position).table.outcome is None:
        if 0 in seats_to_act(position.table):
            action = canonical(luck.choice(legal_actions(position.table, 0)))
            take_action(match_id=match_id, player_id=person, action=action, expected_version=position.seq)
        else:
            time.sleep(0.02)
    log = events(match_id)
    wait_for(lambda: (match_id, log[-1].seq) in listener.heard, "the last event")
    moves = [(event.seat, listener.heard[match_id, event.seq]) for event in log[1:]]
    return [then - at for (seat, at), (other, then) in pairwise(moves) if (seat, other) == (0, 1)]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser("python -m tests.benchmarks.answers", description="How soon a bot answers.")
    parser.add_argument("--matches", type=int, default=5)
    wanted = parser.parse_args(arguments)
    with running_stack() as stack:
        from celery import current_app  # noqa: PLC0415 -- after settings

        from matches.services.lobby import open_match  # noqa: PLC0415 -- after settings
        from matches.services.seat_plans import SeatPlan  # noqa: PLC0415 -- after settings
        from matches.workers.match_bots import ANSWER_SECONDS  # noqa: PLC0415 -- after settings
        from players.models import Player  # noqa: PLC0415 -- after settings

        unit, _ = pgbench_unit(stack.postgres.url, stack.folder, clients=1, seconds=2)
        listener = Listener(stack.postgres.url)
        listener.start()
        stack.start("worker")
        wait_for(lambda: current_app.control.ping(timeout=1), "the worker")
        person = Player.objects.create_user("ann")
        seats = [SeatPlan(kind="player", player=person, is_ready=True), SeatPlan(kind="bot", bot="random")]
        answers = []
        for number in range(wanted.matches):
            match = open_match(ruleset="battle_line", options={"tactics": False}, seats=seats)
            answers += play(match.id, listener, Random(number))
    prompt = sorted(answer for answer in answers if answer < ANSWER_SECONDS)
    middle, late = (prompt[int(len(prompt) * part)] for part in (0.5, 0.99))
    print(
        f"{len(prompt)} answers of a bot, {len(answers) - len(prompt)} on the beat left out: "
        f"p50 {middle * 1000:.1f} ms = {middle * unit:.1f} x a pgbench move, p99 {late * 1000:.1f} ms"
    )
    note_cost("answers: p50 of a bot's answer, of a pgbench move", middle * unit)


if __name__ == "__main__":
    main()
