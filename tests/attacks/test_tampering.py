"""An attacker who can write the database changes a match's rows one by one: each change is reported.

The reports are those of `verify_match` and of the admin pages that show the match.
"""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tests.faults.stack import Stack

EVENTS = 12

MATCH = "UPDATE matches_match SET {} WHERE id = '{{id}}'"
ROW_EDITS = [
    *("ruleset = 'invictus'", "ruleset_version = 9", "options = '{{}}'", "options = '[1]'", "options = '\"x\"'"),
    *('clock = \'{{"type": "bogus"}}\'', "clock = NULL", "clock = '[]'", "times = '{{}}'", "times = '3'"),
    *("times = jsonb_set(times, '{{remaining,0}}', '999999999')", "status = 'playing'", "status = 'lobby'"),
    *("version = version - 1", "version = version + 1", "version = -1", "seed_commitment = repeat('0', 64)"),
    *("sealed_seed = '\\x00'", "sealed_seed = set_byte(sealed_seed, 40, get_byte(sealed_seed, 40) # 1)"),
    *("snapshot = NULL", "snapshot = set_byte(snapshot, 30, get_byte(snapshot, 30) # 1)", "snapshot = '\\x00'"),
    *(
        "to_act = '[0]'",
        "to_act = '3'",
        "bots = '[1]'",
        "bot_to_act = true",
        "deadline_at = now()",
        "is_scored = false",
    ),
    *(
        "outcome = NULL",
        "outcome = '[]'",
        "outcome = jsonb_set(outcome, '{{winners}}', '[1]')",
        "end_reason = 'timeout'",
    ),
    *("end_reason = ''", "ended_at = ended_at + interval '1 millisecond'", "ended_at = NULL", "is_imported = true"),
    *("created_at = created_at - interval '1 millisecond'", "created_at = '2001-01-01'", "ended_at = '2001-01-01'"),
    "card_set_id = (SELECT min(id) FROM cards_cardsetrevision WHERE ruleset <> 'battle_line')",
    "card_set_id = 100000",
]
SEAT = "UPDATE matches_seat SET {} WHERE match_id = '{{id}}' AND index = {}"
SEAT_EDITS = [
    SEAT.format("player_id = (SELECT id FROM players_player WHERE username = 'tampering-eve')", 0),
    SEAT.format("player_id = NULL", 1),
    SEAT.format("player_id = CASE index WHEN 0 THEN 2 ELSE 1 END", 0),
    SEAT.format("public_id = 'bot:greedy/2'", 0),
    SEAT.format("public_id = ''", 1),
    SEAT.format("kind = 'bot'", 1),
    SEAT.format("kind = 'open'", 0),
    SEAT.format("bot = 'greedy'", 1),
    SEAT.format("""deck = '{{"cards": {{"x": 1}}}}'""", 0),
    SEAT.format("deck = NULL", 1),
    SEAT.format("entropy = 'other'", 0),
    SEAT.format("is_ready = false", 1),
    SEAT.format("fault = 'it failed'", 1),
    SEAT.format("index = 2", 1),
    "DELETE FROM matches_seat WHERE match_id = '{id}' AND index = 1",
    "INSERT INTO matches_seat (match_id, index, kind, bot, public_id, entropy, is_ready, fault)"
    " VALUES ('{id}', 2, 'player', '', '', '', true, '')",
    "UPDATE players_player SET public_id = gen_random_uuid() WHERE username = 'tampering-ann'",
]
EVENT = "UPDATE matches_event SET {} WHERE match_id = '{{id}}' AND seq = {}"
EVENT_EDITS = [
    *(EVENT.format("body = set_byte(body, 60, get_byte(body, 60) # 1)", seq) for seq in (0, 5, EVENTS)),
    *(EVENT.format("hash = set_byte(hash, 9, get_byte(hash, 9) # 1)", seq) for seq in (0, 5, EVENTS)),
    *(EVENT.format("body = body || ' '::bytea", seq) for seq in (0, 5)),
    *(EVENT.format(change, 5) for change in ("type = 'match_started'", "seat = 1 - seat", "seat = NULL", "seq = 5000")),
    *(EVENT.format(change, 5) for change in ("seq = -5", "request_digest = NULL", '"key" = NULL')),
    EVENT.format("\"key\" = 'a', request_digest = '\\x00'", 0),
    *(f"DELETE FROM matches_event WHERE match_id = '{{id}}' AND seq = {seq}" for seq in (0, 5, EVENTS)),
    "DELETE FROM matches_event WHERE match_id = '{id}' AND seq > 5",
    "INSERT INTO matches_event (match_id, seq, type, seat, body, hash)"
    " SELECT match_id, seq + 1, type, seat, body, hash FROM matches_event"
    f" WHERE match_id = '{{id}}' AND seq = {EVENTS}",
]
BESIDE_EDITS = [
    *(
        f"INSERT INTO matches_checkpoint (match_id, seq, snapshot) SELECT id, {seq}, snapshot FROM matches_match"
        " WHERE id = '{id}'"
        for seq in (5, 50)
    ),
    "UPDATE matches_scorecard SET body = '{{}}' WHERE match_id = '{id}'",
    "UPDATE matches_scorecard SET body = jsonb_set(body, '{{winners}}', '[7]') WHERE match_id = '{id}'",
    "UPDATE matches_scorecard SET body = jsonb_set(body, '{{decided,by}}', '\"envy\"') WHERE match_id = '{id}'",
    "UPDATE matches_scorecard SET body = jsonb_set(body, '{{version}}', '7') WHERE match_id = '{id}'",
    "DELETE FROM matches_scorecard WHERE match_id = '{id}'",
    *(
        f"UPDATE matches_matchsummary SET {change} WHERE match_id = '{{id}}'"
        for change in (
            *("ruleset = 'invictus'", "length = length + 1", "ended_at = '2001-01-01'", "is_imported = true"),
            "is_readable = false",
        )
    ),
    MATCH.format("terms_layout = 99"),
    "DELETE FROM matches_matchsummary WHERE match_id = '{id}'",
    *(
        f"UPDATE matches_searchterm SET {change} WHERE id = "
        "(SELECT max(id) FROM matches_searchterm WHERE match_id = '{id}')"
        for change in ("value = 'another'", "kind = 'deck'", "seat = 7")
    ),
    "DELETE FROM matches_searchterm WHERE match_id = '{id}'",
    "INSERT INTO matches_searchterm (match_id, kind, value, seat) VALUES ('{id}', 'card', 'another', 0)",
    "INSERT INTO replay_importedmatch (match_id, original_id, last_hash, imported_at)"
    " VALUES ('{id}', 'another', '\\x00', now())",
    *(
        f"UPDATE cards_cardsetrevision SET {change}"
        " WHERE id = (SELECT card_set_id FROM matches_match WHERE id = '{id}')"
        for change in (
            *("ruleset = 'invictus', revision = 77", "revision = 77", "digest = repeat('0', 64)", "body = '\\x00'"),
            "body = set_byte(body, 60, get_byte(body, 60) # 1)",
        )
    ),
]
EDITS = [*(MATCH.format(edit) for edit in ROW_EDITS), *SEAT_EDITS, *EVENT_EDITS, *BESIDE_EDITS]


class Victim:
    """A finished match of two people, scored, searchable and verified, and a superuser who views it."""

    def __init__(self, service: Stack) -> None:
        self.service = service
        tokens = {name: service.sign_up(f"tampering-{name}") for name in ("ann", "ben", "eve")}
        clock = {"type": "fischer", "initial_seconds": 600, "increment_seconds": 5}
        body = {"ruleset": "battle_line", "clock": clock, "seats": [{"kind": "me", "ready": True}, {"kind": "open"}]}
        status, opened = service.send("POST", "/api/v1/matches", body, tokens["ann"], "tampering")
        assert status == 201, opened
        self.path = opened["url"]
        self.id = self.path.rpartition("/")[2]
        assert service.send("POST", f"{self.path}/join", {"entropy": "dice"}, tokens["ben"])[0] == 200
        for number in range(EVENTS - 1):
            for name in ("ann", "ben"):
                _, legal = service.send("GET", f"{self.path}/legal-actions", token=tokens[name])
                if legal["legal_actions"]:
                    move = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
                    sent = service.send("POST", f"{self.path}/actions", move, tokens[name], f"move-{number}")
                    assert sent[0] == 201, sent
                    break
        assert service.send("POST", f"{self.path}/resign", {}, tokens["ben"])[0] == 201
        self.session = self._prepared()

    def _prepared(self) -> str:
        """Score it, write its search terms, and sign a superuser in."""
        code = (
            "import json; from uuid import UUID; from django.conf import settings; "
            "from django.contrib.auth import get_user_model, HASH_SESSION_KEY, SESSION_KEY, BACKEND_SESSION_KEY; "
            "from importlib import import_module; "
            "from matches.services.scoring import score; from matches.search.terms import write_search_terms; "
            f"score(UUID('{self.id}')); write_search_terms(UUID('{self.id}')); "
            "user = get_user_model().objects.create_superuser('tampering-root', password='correct horse battery'); "
            "store = import_module(settings.SESSION_ENGINE).SessionStore(); store[SESSION_KEY] = str(user.pk); "
            "store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]; "
            "store[HASH_SESSION_KEY] = user.get_session_auth_hash(); store.save(); "
            "print(json.dumps([settings.SESSION_COOKIE_NAME, store.session_key]))"
        )
        done = self.service.manage("shell", "-v0", "-c", code)
        assert done.returncode == 0, done.stderr
        name, value = json.loads(done.stdout.splitlines()[-1])
        return f"{name}={value}; django_language=en"

    def page(self, what: str) -> tuple[int, str]:
        url = f"http://127.0.0.1:{self.service.port}/admin/matches/match/{what}"
        headers = {"Cookie": self.session, "X-Forwarded-Proto": "https"}
        try:
            with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    @contextmanager
    def edited(self, statement: str) -> Iterator[None]:
        """Edit the database with all triggers lifted, and restore the rows afterwards."""
        url = self.service.postgres.url.replace("postgres://", "postgresql://")
        changed = re.match(r"(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)", statement)
        assert changed is not None
        tables = [changed[1], "replay_verification"]
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET session_replication_role = replica")
            for table in tables:
                connection.execute(f"CREATE TEMPORARY TABLE kept_{table} AS TABLE {table}".encode())
            try:
                assert connection.execute(statement.format(id=self.id).encode()).rowcount > 0, statement
                yield
            finally:
                with connection.transaction():
                    for table in tables:
                        connection.execute(f"DELETE FROM {table}".encode())
                        connection.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}".encode())


@pytest.fixture(scope="module")
def victim(service: Stack) -> Victim:
    return Victim(service)


SAID = "failed verification"
PAGES = ("change", "log", "look", "verify")


def test_the_match_is_sound_before_and_every_page_says_so(victim: Victim) -> None:
    done = victim.service.manage("verify_match", victim.id)

    assert done.returncode == 0 and "not compared" not in done.stdout, done.stdout + done.stderr
    for page in PAGES[:3]:
        status, text = victim.page(f"{victim.id}/{page}/")
        assert status == 200 and SAID not in text and "verified " in text, page


@pytest.mark.exhaustive
def test_every_edit_of_the_database_is_said_on_the_pages_that_show_the_match(victim: Victim) -> None:
    """Opens one page after each edit, in turn. tests/replay/test_admin.py opens all pages after some edits."""
    silent: dict[str, Any] = {}
    for number, edit in enumerate(EDITS):
        page = PAGES[number % len(PAGES)]
        with victim.edited(edit):
            status, text = victim.page(f"{victim.id}/{page}/")
        if status != 200 or not _says(text):
            silent[edit] = page, status, re.findall(r"[^<>]*verif[^<>]*|<title>[^<]*", text)

    assert silent == {}


def _says(page: str) -> bool:
    """Whether the page says that the match does not verify, or that an unknown layout was not compared."""
    return SAID in page or "ot compared" in page


@pytest.mark.parametrize(
    "edit", [MATCH.format("ended_at = ended_at + interval '1 day'"), SEAT_EDITS[0], EVENT_EDITS[1]]
)
def test_the_command_names_what_was_edited(victim: Victim, edit: str) -> None:
    with victim.edited(edit):
        done = victim.service.manage("verify_match", victim.id)

    assert done.returncode == 1 and "DOES NOT VERIFY" in done.stdout


def test_the_list_says_so_after_an_audit_and_finds_it_by_the_filter(victim: Victim) -> None:
    victim.page(f"{victim.id}/verify/")
    with victim.edited(MATCH.format("end_reason = 'timeout'")):
        assert victim.id not in victim.page("?proof=unsound")[1]
        victim.page(f"{victim.id}/verify/")
        status, text = victim.page("?proof=unsound")

    assert status == 200 and victim.id in text and SAID in text and "last verified" in text


def test_a_verdict_that_was_written_into_the_database_is_not_believed(victim: Victim) -> None:
    """The fingerprint can be read in the database, but the MAC needs a key from the environment."""
    with victim.edited(MATCH.format("end_reason = 'timeout'")):
        victim.page(f"{victim.id}/verify/")
        victim.service.postgres.execute(
            f"UPDATE replay_verification SET is_sound = true, findings = '[]' WHERE match_id = '{victim.id}'"
        )
        list_ = victim.page(f"?q={victim.id}")[1]
        page = victim.page(f"{victim.id}/log/")[1]

    assert "stored verdict was not written by the service" in list_
    assert SAID in page


def test_a_log_whose_match_is_gone_is_named(victim: Victim) -> None:
    with victim.edited("DELETE FROM matches_match WHERE id = '{id}'"):
        done = victim.service.manage("verify_match", "--all")

    assert done.returncode == 1 and f"{victim.id}: DOES NOT VERIFY" in done.stdout
