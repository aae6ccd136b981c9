"""Databases with many finished matches, all copies of one bot match. Import this after configuring the settings."""

from datetime import timedelta
from uuid import UUID

import uuid6
from django.db import connection, models

from common.http.paging import encode_cursor
from matches.log.models import Checkpoint, Event
from matches.log.partitions import make_partitions
from matches.log.seed_encryption import seal, unseal
from matches.log.transactions import adapted_uuid
from matches.models import Match, MatchSummary, Scorecard, SearchTerm, Seat
from matches.search.models import SeatRecord
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
Tables = tuple[type[models.Model], ...]
COPIED: Tables = (Match, Seat, Event, Checkpoint, Scorecard, MatchSummary)
"""All tables of a finished match except those of the search."""
SEARCHABLE: Tables = (*COPIED, SearchTerm, SeatRecord)
SECOND = timedelta(seconds=1)


class ManyMatches:
    """A database with many finished matches, and some running ones whose moves are known in advance.

    Every such database has the same running matches, move by move.
    """

    def __init__(
        self, url: str, finished: int, running: int, tables: Tables | None = None, apart: timedelta = SECOND
    ) -> None:
        self.url, self.connection = url, connected(url)
        with serving(self.connection):
            multiply(short_match(), finished - 1, tables or COPIED, apart)
            players, self.tokens = signed_up("ann", "ben")
            self.player = players[0].public_id
            self.running = [Recorded("invictus", players, self.tokens, seed) for seed in range(1, running + 1)]
            middle = Match.objects.order_by("-created_at", "-id")[finished // 2]
            self.middle, self.finished = encode_cursor(*place_of(middle)), middle.pk

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


def multiply(match: Match, copies: int, tables: Tables = COPIED, apart: timedelta = SECOND) -> None:
    """Store copies of the match under new ids, each a second (`apart`) older than the one before.

    A copy's seed is sealed again, so that it can be shown. Its log has the id of the original, so it does not verify.
    """
    secret = unseal(bytes(match.sealed_seed), match.pk.bytes)
    make_partitions(since=match.created_at - copies * apart)
    ids = (_older(match.pk, number * apart) for number in range(copies))
    twins = ((number, pk, seal(secret, pk.bytes)) for number, pk in enumerate(ids))
    with connection.cursor() as cursor:
        # The foreign keys are right by construction. Checking them costs more than writing the rows.
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")
            cursor.execute("CREATE TEMP TABLE twin (number int, id char(32), sealed blob)")
            rows = [(number, pk.hex, sealed) for number, pk, sealed in twins]
            cursor.executemany("INSERT INTO twin VALUES (%s, %s, %s)", rows)
        else:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute("CREATE TEMP TABLE twin (number int, id uuid, sealed bytea)")
            with cursor.copy("COPY twin FROM STDIN") as copy:
                for row in twins:
                    copy.write_row(row)
        for model in tables:
            cursor.execute(_copying(model, apart), [adapted_uuid(match.pk)])
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = ON")
        else:
            cursor.execute("RESET session_replication_role")
            cursor.execute("VACUUM ANALYZE")


def _older(match_id: UUID, age: timedelta) -> UUID:
    """A new id of a match that was opened this much earlier: its first 48 bits are milliseconds."""
    return UUID(int=uuid6.uuid7().int % 2**80 + ((match_id.int >> 80) - age // timedelta(milliseconds=1) << 80))


def _copying(model: type[models.Model], apart: timedelta) -> str:
    key = "id" if model is Match else "match_id"
    columns = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    new = {key: "twin.id", "sealed_seed": "twin.sealed"}
    for field in columns:
        old = f"original.{connection.ops.quote_name(field.column)}"
        new.setdefault(field.column, _earlier(old, apart) if isinstance(field, models.DateTimeField) else old)
    names = ", ".join(connection.ops.quote_name(field.column) for field in columns)
    values = ", ".join(new[field.column] for field in columns)
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} FROM twin, {table} original "
        f"WHERE original.{key} = %s ORDER BY twin.number"
    )


def _earlier(moment: str, apart: timedelta) -> str:
    """A column, earlier by the distance of the copy."""
    if connection.vendor == "sqlite":
        return f"strftime('%%Y-%%m-%%d %%H:%%M:%%f', {moment}, (-twin.number * {apart.total_seconds()}) || ' seconds')"
    return f"{moment} - twin.number * interval '{apart.total_seconds()} seconds'"
