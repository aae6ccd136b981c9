"""Databases with many finished matches, all copies of one bot match. Import this after configuring the settings."""

import uuid6
from django.db import connection, models

from common.http.paging import encode_cursor
from matches.log.models import Checkpoint, Event
from matches.log.seed_encryption import seal, unseal
from matches.models import Match, MatchSummary, Scorecard, Seat
from matches.search.terms import write_search_terms
from matches.selectors.lists import place_of
from matches.services.lobby import open_match
from matches.services.scoring import score
from matches.services.seat_plans import SeatPlan
from matches.workers.bot_runner import play_bots
from tests.benchmarks.clients import Recorded
from tests.benchmarks.in_process import Answer, connected, send, serving, signed_up
from tests.rules.setups import Setup, all_setups

LENGTHS = range(18, 23)
"""Possible numbers of events in the copied match."""
COPIED: tuple[type[models.Model], ...] = (Match, Seat, Event, Checkpoint, Scorecard, MatchSummary)
"""All tables of a finished match except the search terms."""


class ManyMatches:
    """A database with many finished matches, and some running ones whose moves are known in advance.

    Every such database has the same running matches, move by move.
    """

    def __init__(self, url: str, finished: int, running: int) -> None:
        self.connection = connected(url)
        with serving(self.connection):
            multiply(short_match(), finished - 1)
            players, self.tokens = signed_up("ann", "ben")
            self.running = [Recorded("invictus", players, self.tokens, seed) for seed in range(1, running + 1)]
            middle = Match.objects.order_by("-created_at", "-id")[finished // 2]
            self.middle = encode_cursor(*place_of(middle))

    def move(self, match: int, number: int) -> Answer:
        """Send the known move with this number in a running match."""
        body, headers = self.running[match].requests[number]
        token = headers["Authorization"].removeprefix("Bearer ")
        with serving(self.connection):
            return send("POST", self.running[match].path, token, body, headers["Idempotency-Key"])

    def page(self, query: str) -> Answer:
        """Request a page of the list of matches, as a player of the running matches."""
        with serving(self.connection):
            return send("GET", f"/api/v1/matches?{query}", self.tokens[0])


def short_match() -> Match:
    """A finished match of about twenty events, with scorecard and search summary."""
    setup = next(setup for setup in all_setups() if str(setup) == "lords_of_war:duel-short")
    while (match := _played(setup)).version + 1 not in LENGTHS:
        pass
    score(match.pk)
    write_search_terms(match.pk)
    match.refresh_from_db()
    return match


def _played(setup: Setup) -> Match:
    seats = [SeatPlan(kind="bot", bot="random", deck=deck) for deck in setup.decks]
    match = open_match(ruleset=setup.ruleset, options=setup.options, seats=seats)
    play_bots(match.pk)
    match.refresh_from_db()
    return match


def multiply(match: Match, copies: int, tables: tuple[type[models.Model], ...] = COPIED) -> None:
    """Store copies of the match under new ids, each a second older than the one before.

    A copy's seed is sealed again, so that it can be shown. Its log has the id of the original, so it does not verify.
    """
    secret = unseal(bytes(match.sealed_seed), match.pk.bytes)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE twin (number int, id uuid, sealed bytea)")
        with cursor.copy("COPY twin FROM STDIN") as copy:
            for number in range(copies):
                pk = uuid6.uuid7()
                copy.write_row((number, pk, seal(secret, pk.bytes)))
        # The foreign keys are right by construction. Checking them costs more than writing the rows.
        cursor.execute("SET session_replication_role = replica")
        for model in tables:
            cursor.execute(_copying(model), [match.pk])
        cursor.execute("RESET session_replication_role")
        cursor.execute("VACUUM ANALYZE")


def _copying(model: type[models.Model]) -> str:
    key = "id" if model is Match else "match_id"
    columns = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    new = {key: "twin.id", "sealed_seed": "twin.sealed"}
    for field in columns:
        old = f"original.{connection.ops.quote_name(field.column)}"
        is_moment = isinstance(field, models.DateTimeField)
        new.setdefault(field.column, f"{old} - twin.number * interval '1 second'" if is_moment else old)
    names = ", ".join(connection.ops.quote_name(field.column) for field in columns)
    values = ", ".join(new[field.column] for field in columns)
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} FROM twin, {table} original "
        f"WHERE original.{key} = %s ORDER BY twin.number"
    )
