"""`python -m tests.benchmarks.desk_lists`: lists and searches of the admin with many matches and decks.

Each page is loaded three times. The medians of the processor's time are printed, with their ratio to the same list
without a search. They say more than seconds do while other programs run.
"""

import argparse
import statistics
import time
from hashlib import md5
from typing import Any

from tests.benchmarks.database import cpu_seconds, database, set_up_django
from tests.benchmarks.figures import note_cost

ROUNDS, PLAYERS = 3, 2000
LISTS: dict[str, tuple[str, ...]] = {
    "matches": (
        *("", "p={middle}", "q=random", "q=player1", "q=nobody", "q={id}", "q={prefix}", "q=random+player1"),
        *("status__exact=over", "ruleset=lords_of_war", "ruleset=lords_of_war&q=random"),
    ),
    "decks": (
        "",
        "q=copy",
        "q=player1",
        "q=elven",
        "q=nothing",
        "kept_by=players",
        "q=copy+elven",
        "legal=no",
        "legal=yes",
    ),
    "check": ("ruleset=lords_of_war", "ruleset=invaders"),
    "players": ("", "q=player1"),
}
PATHS = {"matches": "matches/match", "decks": "decks/deck", "check": "decks/deck/check", "players": "players/player"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200_000)
    parser.add_argument("--decks", type=int, default=20_000)
    asked = parser.parse_args()
    with database() as url:
        set_up_django(url)
        match = grow(asked.matches, asked.decks)
        measure(str(match.pk), asked.matches // 200)


def grow(matches: int, decks: int) -> Any:
    from django.db import connection  # noqa: PLC0415 -- the settings are there now
    from django.test.utils import setup_test_environment  # noqa: PLC0415 -- likewise

    from decks.models import Deck  # noqa: PLC0415 -- likewise
    from decks.verdicts import judge_decks  # noqa: PLC0415 -- likewise
    from matches.models import Match, Seat  # noqa: PLC0415 -- likewise
    from players.models import Player  # noqa: PLC0415 -- likewise
    from tests.benchmarks.many_matches import multiply, short_match  # noqa: PLC0415 -- likewise

    setup_test_environment()
    match = short_match()
    multiply(match, matches - 1, (Match, Seat))
    Player.objects.bulk_create(
        Player(pk=1000 + n, username=f"player{n}", public_id=md5(str(n).encode()).hexdigest())
        for n in range(1, PLAYERS + 1)
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE matches_seat s SET player_id = 1001 + mod(s.id, 2000), bot = '', kind = 'player', public_id = "
            "md5((1 + mod(s.id, 2000))::text) WHERE index = 0 AND mod(s.id, 3) = 0"
        )
        cursor.execute(
            "CREATE TEMP TABLE copied AS SELECT gen_random_uuid() id, d.id origin, n FROM decks_deck d, "
            "generate_series(1, %s) n",
            [decks // Deck.objects.count()],
        )
        cursor.execute(
            "INSERT INTO decks_deck SELECT (jsonb_populate_record(NULL::decks_deck, to_jsonb(d) || jsonb_build_object("
            "'id', c.id, 'slug', '', 'name_en', d.name_en || ' copy ' || c.n, 'owner_id', 1001 + mod(c.n, 2000)))).* "
            "FROM copied c JOIN decks_deck d ON d.id = c.origin"
        )
        cursor.execute(
            "INSERT INTO decks_deckline (card, copies, deck_id) SELECT l.card, l.copies, c.id FROM copied c JOIN "
            "decks_deckline l ON l.deck_id = c.origin"
        )
        cursor.execute("VACUUM ANALYZE")
    while judge_decks():
        pass
    return match


def measure(match: str, middle: int) -> None:
    """`middle` is the page in the middle of the list of matches."""
    from django.db import connection  # noqa: PLC0415 -- the settings are there now
    from django.test import Client  # noqa: PLC0415 -- likewise

    from players.models import Player  # noqa: PLC0415 -- likewise

    if not Player.objects.filter(username="desk").exists():
        Player.objects.create_superuser("desk")
    client = Client()
    client.force_login(Player.objects.get(username="desk"))
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # Other processes' time would not be counted.
        cursor.execute("SELECT pg_backend_pid()")
        backend = cursor.fetchone()[0]
    for name, queries in LISTS.items():
        first = 0.0
        for query in queries:
            address = f"/admin/{PATHS[name]}/?{query.format(id=match, prefix=match[:13], middle=middle)}"
            client.get(address)  # Fills the caches.
            taken = []
            for _ in range(ROUNDS):
                begun = time.process_time(), cpu_seconds([backend]), time.perf_counter()
                page = client.get(address)
                ended = time.process_time(), cpu_seconds([backend]), time.perf_counter()
                taken.append([1000 * (end - begin) for begin, end in zip(begun, ended, strict=True)])
                assert page.status_code == 200, (address, page.status_code)
            own, stored, wall = (statistics.median(column) for column in zip(*taken, strict=True))
            first = first or own + stored
            found = page.context["cl"].result_count if "cl" in page.context else page.context["count"]
            print(f"{name:8} {query:32} {own + stored:6.0f} ms, {(own + stored) / first:5.2f} x the list", end="; ")
            print(f"{stored:.0f} ms in the database, {wall:.0f} ms by the clock, {found} rows", flush=True)
            if query:
                note_cost(f"desk_lists: {name} {query}, of the list", (own + stored) / first)


if __name__ == "__main__":
    main()
