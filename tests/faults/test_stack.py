"""Faults in the deployed stack, with real processes, a real broker, a real database and real kills."""

import json
import os
import random
import re
import shutil
import signal
import socket
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from common.worker_slots import RESTED_SECONDS
from rules.registry import shipped_set
from tests.faults.seasons import (
    assert_every_deal_counts_once,
    assert_recomputed,
    make_league,
    progress,
    seasons_over,
)
from tests.faults.servers import small_disk, wait_for
from tests.faults.stack import SERVICES, Stack

BOT = {"kind": "bot", "bot": "random"}
THINKER = {"kind": "bot", "bot": "ismcts"}
END_ALL = """
from matches.models import Match
from matches.services.ending import abort_match
for match in Match.objects.filter(status="playing"): abort_match(match_id=match.pk, player=None, note="")
"""
ME = {"kind": "me", "ready": True}


def assert_verified(stack: Stack) -> None:
    """Check that every match verifies, with the command that an operator would use."""
    done = stack.manage("verify_match", "--all")
    assert done.returncode == 0, done.stdout + done.stderr


def test_bots_play_and_are_scored_by_the_workers(stack: Stack) -> None:
    token = stack.sign_up("first")

    paths = [stack.open_match(token, BOT, BOT) for _ in range(4)]

    for path in paths:
        wait_for(lambda path=path: stack.is_over(path), "a match of bots")
        wait_for(lambda path=path: stack.match(path)["scorecard"], "its scorecard")
    assert_verified(stack)
    lines = [json.loads(line) for line in stack.log("worker").splitlines() if line.startswith("{")]
    assert {"task_started", "task_succeeded"} <= {line["event"] for line in lines}


@pytest.mark.exhaustive
def test_every_task_delivered_again_and_again_does_its_work_once(stack: Stack) -> None:
    token = stack.sign_up("doubled")
    paths = [stack.open_match(token, BOT, BOT) for _ in range(3)]
    waiting = stack.open_match(token, ME, BOT)
    messages = Celery(broker=stack.environment["CELERY_BROKER_URL"], set_as_current=False)

    def deliver() -> None:
        for path in [*paths, waiting]:
            match_id = path.rsplit("/", 1)[1]
            messages.send_task("matches.workers.bot_runner.play_bots", args=[match_id], queue="bots")
            messages.send_task("matches.services.scoring.score", args=[match_id], queue="maintenance")
        for sweeping in ("matches.workers.maintenance.sweep", "matches.search.terms.sweep_search_terms"):
            messages.send_task(sweeping, queue="maintenance")

    for _ in range(4):
        deliver()
    for path in paths:
        wait_for(lambda path=path: stack.match(path)["scorecard"], "a match of bots")
    ended = [stack.match(path) for path in paths]
    deliver()
    stack.play(waiting, token, 4, random.Random(8))
    deliver()
    stack.play(waiting, token, 500, random.Random(8))
    wait_for(lambda: stack.is_over(waiting), "the match")

    assert [stack.match(path) for path in paths] == ended
    assert_verified(stack)


@pytest.mark.exhaustive
def test_a_person_does_not_wait_for_the_matches_of_bots_in_the_queue(stack: Stack) -> None:
    """Some bots think for minutes, and every worker process has such a match."""
    token = stack.sign_up("patient")
    crowd = [stack.open_match(token, THINKER, THINKER) for _ in range(6)]

    mine = stack.open_match(token, ME, BOT)
    stack.play(mine, token, 3, random.Random(9))

    assert not any(stack.is_over(path) for path in crowd)
    stack.manage("shell", "-c", END_ALL)


@pytest.mark.exhaustive
def test_readers_who_wait_hold_up_nobody(stack: Stack) -> None:
    """Forty readers, signed in or not, while processes work on eight requests at once. All learn of the start."""
    token, other = stack.sign_up("awaited"), stack.sign_up("late")
    path = stack.open_match(token, ME, {"kind": "open"})
    heard: list[Any] = []
    page_to_come = f"{path}/events?after=-1&wait=30"
    readers = [
        threading.Thread(target=lambda who=who: heard.append(stack.send("GET", page_to_come, token=who)))
        for who in [token, other, "", ""] * 10
    ]
    for reader in readers:
        reader.start()
    time.sleep(2)

    for _ in range(20):
        assert stack.send("GET", path, token=token)[0] == 200
    assert heard == [], "eight threads would all have been waiting until now"
    assert stack.send("POST", f"{path}/join", {}, other, "joined")[0] == 200
    for reader in readers:
        reader.join(90)

    assert [len(page["events"]) for status, page in heard if status == 200] == [1] * 40


def act_while_asked(stack: Stack, path: str, token: str, wait: int) -> tuple[list[Any], Any]:
    """Act as long as it is the player's turn. Returns the last request and its answer."""
    told = stack.send("GET", f"{path}/events?as=seat", token=token)[1]
    request: list[Any] = []
    while actions := told["now"]["legal_actions"]:
        body = {"version": told["now"]["version"], "action": actions[0]["action"]}
        request = ["POST", f"{path}/actions?wait={wait}", body, token, f"{path} {body['version']}"]
        status, told = stack.send(*request)
        assert status == 201, told
        if told["version"] > told["event"]["seq"]:
            break
    return request, told


@pytest.mark.exhaustive
def test_actions_that_wait_hold_up_nobody_and_survive_a_broken_connection(stack: Stack) -> None:
    """Ten requests wait while processes work on eight at once. The eleventh loses its connection."""
    tokens = stack.sign_up("ponder"), stack.sign_up("answer")
    paths = [stack.open_match(tokens[0], ME, {"kind": "open"}) for _ in range(11)]
    for path in paths:
        assert stack.send("POST", f"{path}/join", {}, tokens[1], f"join {path}")[0] == 200
    first = {path: stack.match(path)["to_act"][0]["seat"] for path in paths}
    *others, lost = paths
    heard: list[Any] = []
    answers: list[Any] = []
    movers = [
        threading.Thread(target=lambda at=path: heard.append(act_while_asked(stack, at, tokens[first[at]], 25)[1]))
        for path in others
    ]
    for mover in movers:
        mover.start()
    (_, address, *request), taken = act_while_asked(stack, lost, tokens[first[lost]], 0)
    address = address.replace("wait=0", "wait=25")
    with pytest.raises(OSError):
        stack.send("POST", address, *request, seconds=1)
    again = threading.Thread(target=lambda: answers.append(stack.send("POST", address, *request)))
    again.start()
    time.sleep(1)

    for path in paths:
        act_while_asked(stack, path, tokens[1 - first[path]], 0)
    for thread in [*movers, again]:
        thread.join(90)

    assert len(heard) == 10 and all(told["now"]["legal_actions"] and len(told["events"]) > 1 for told in heard)
    ((status, told),) = answers
    assert (status, told["event"]) == (201, taken["event"]) and told["now"]["legal_actions"]
    assert_verified(stack)


@pytest.mark.exhaustive
def test_whoever_has_gone_while_he_waited_leaves_room_for_others(stack: Stack) -> None:
    """One account waits in more requests than the processes have places for, and leaves before the answers come."""
    token = stack.sign_up("fickle")
    path = stack.open_match(token, ME, {"kind": "open"})
    page_to_come = f"{path}/events?after=-1&wait="
    lines = ["Host: 127.0.0.1", "X-Forwarded-Proto: https", f"Authorization: Bearer {token}", "", ""]
    request = "\r\n".join([f"GET {page_to_come}30 HTTP/1.1", *lines]).encode()
    begun = time.monotonic()
    waiting = [socket.create_connection(("127.0.0.1", stack.port)) for _ in range(64)]
    for connection in waiting:
        connection.sendall(request)
    wait_for(lambda: stack.send("GET", f"{page_to_come}1", token=token)[0] == 429, "no place for one more")

    for connection in waiting:
        connection.close()
    wait_for(lambda: stack.send("GET", f"{page_to_come}1", token=token)[0] == 200, "a place", seconds=25)

    assert time.monotonic() - begun < 30, "else it is free because the time is up"


@pytest.mark.exhaustive
def test_a_worker_tells_what_its_sweeps_have_found(stack: Stack) -> None:
    token = stack.sign_up("counted")
    stack.kill("background")
    path = stack.open_match(token, BOT, BOT)
    stack.redis.stop()
    stack.redis.start()
    stack.start("background")
    wait_for(lambda: stack.is_over(path), "a match that was forgotten")

    port = stack.metrics_port
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        page = answer.read().decode()

    assert re.search(r'^match_sweep_found_total\{what="bots"\} [1-9]', page, re.MULTILINE)


@pytest.mark.exhaustive
def test_a_person_plays_a_bot_through_kills_of_web_and_worker(stack: Stack) -> None:
    token = stack.sign_up("second")
    path = stack.open_match(token, ME, BOT)
    rng = random.Random(2)

    for service in ("worker", "web", "beat", "worker"):
        if stack.play(path, token, 4, rng):
            break
        stack.kill(service)
        stack.start(service)
    stack.play(path, token, 500, rng)

    wait_for(lambda: stack.is_over(path), "the match")
    assert_verified(stack)


def test_beat_leaves_a_sign_of_life_only_while_the_broker_takes_its_tasks(stack: Stack) -> None:
    sign = stack.folder / "beat.sent"
    wait_for(sign.exists, "the first sign")

    stack.redis.stop()
    sign.unlink(missing_ok=True)
    wait_for(
        lambda: "Message Error" in stack.log("beat") or "Connection" in stack.log("beat"), "a task that is not sent"
    )
    assert not sign.exists()
    stack.redis.start()

    wait_for(sign.exists, "a sign after the broker has come back")


@pytest.mark.exhaustive
def test_a_broker_that_is_gone_costs_time_and_no_match(stack: Stack) -> None:
    token = stack.sign_up("third")
    stack.redis.stop()

    paths = [stack.open_match(token, BOT, BOT, key=f"gone-{number}") for number in range(2)]
    again = stack.open_match(token, BOT, BOT, key="gone-0")
    stack.redis.start()

    assert again == paths[0]
    for path in paths:
        wait_for(lambda path=path: stack.is_over(path), "a match opened without a broker")
    assert_verified(stack)


@pytest.mark.exhaustive
def test_a_worker_that_ends_by_itself_is_started_again(stack: Stack) -> None:
    """The stack of these tests restarts it, as Compose does. Otherwise all later tests would fail."""
    token = stack.sign_up("ended")
    ended = stack.processes["background"]

    os.killpg(ended.pid, signal.SIGKILL)

    wait_for(lambda: stack.processes["background"] is not ended, "another worker")
    path = stack.open_match(token, BOT, BOT)
    wait_for(lambda: stack.is_over(path), "a match of bots")


@pytest.mark.exhaustive
def test_a_broker_that_says_nothing_holds_nobody(stack: Stack) -> None:
    token = stack.sign_up("mute")
    os.kill(stack.redis.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        path = stack.open_match(token, BOT, BOT)
        answered = time.monotonic() - begun
        status, problem = stack.send("GET", "/health/ready")
    finally:
        os.kill(stack.redis.pid, signal.SIGCONT)

    assert answered < 29, "one request, not the second of a client that gave up the first"
    assert (status, problem["broken"]) == (503, ["broker"])
    wait_for(lambda: stack.is_over(path), "a match opened while the broker was mute")
    assert_verified(stack)


@pytest.mark.exhaustive
def test_a_season_survives_all_of_this_and_counts_every_deal_once(stack: Stack) -> None:
    """A worker is killed, the broker loses messages, the database restarts, and league messages come three times."""
    make_league(stack, "stormy", "battle_line", ["random", "greedy", "random"], deals=3)
    messages = Celery(broker=stack.environment["CELERY_BROKER_URL"], set_as_current=False)

    def deliver_again() -> None:
        for _ in range(3):
            messages.send_task("leagues.sweep", queue="maintenance")
            messages.send_task("leagues.play_deals", queue="leagues")

    def kill_the_worker() -> None:
        stack.kill("background")
        stack.start("background")

    def forget_messages() -> None:
        stack.redis.stop()
        stack.redis.start()

    for accident in (deliver_again, kill_the_worker, forget_messages, stack.postgres.restart, deliver_again):
        closed, made = progress(stack)
        accident()
        assert closed < made, "the season goes on"
        wait_for(lambda before=closed: progress(stack)[0] > before, "one more deal")
    wait_for(lambda: seasons_over(stack, 1), "the end of the season")

    assert assert_every_deal_counts_once(stack) == 2 * 3 * 2 * 3
    assert_recomputed(stack, ["stormy"], stack.folder)


READS = ("/", "/play/", "/leagues/", "/admin/login/", "/api/v1/matches", "/api/v1/me")


@pytest.mark.exhaustive
def test_a_restarted_database_refuses_no_read_and_after_a_rest_no_move(stack: Stack) -> None:
    token = stack.sign_up("undisturbed")
    path = stack.open_match(token, ME, BOT)
    for _ in range(8):  # Use every connection of every process.
        assert {page: stack.status(page, token) for page in READS} == dict.fromkeys(READS, 200)

    stack.postgres.restart()

    for _ in range(8):
        assert {page: stack.status(page, token) for page in READS} == dict.fromkeys(READS, 200)
    stack.postgres.restart()
    time.sleep(RESTED_SECONDS + 0.5)
    assert [stack.send("PATCH", "/api/v1/me", {"language": "en"}, token)[0] for _ in range(8)] == [200] * 8
    stack.send("POST", f"{path}/resign", None, token)


def test_a_database_that_is_gone_is_told_with_words_and_when_to_come_again(stack: Stack) -> None:
    stack.postgres.stop()

    page, document = stack.fetch("/leagues/"), stack.fetch("/api/v1/matches")
    stack.postgres.start()

    assert page.status_code == document.status_code == 503
    assert page.headers["Retry-After"] == document.headers["Retry-After"] == "1"
    assert "Part of the service is not responding." in page.text and document.json()["code"] == "not_ready"
    wait_for(lambda: stack.status("/leagues/") == 200, "a database that is back")


@pytest.mark.exhaustive
def test_a_restarted_database_loses_nothing(stack: Stack) -> None:
    token = stack.sign_up("fourth")
    path = stack.open_match(token, ME, BOT)
    thinking = stack.open_match(token, THINKER, BOT)
    rng = random.Random(4)
    stack.play(path, token, 4, rng)

    stack.postgres.restart()

    stack.play(path, token, 500, rng)
    wait_for(lambda: stack.is_over(path), "the match")
    wait_for(lambda: stack.is_over(thinking), "the match of bots")
    assert_verified(stack)


@pytest.mark.exhaustive
def test_a_worker_killed_while_bots_think_is_replaced(stack: Stack) -> None:
    token = stack.sign_up("fifth")
    path = stack.open_match(token, THINKER, THINKER)
    wait_for(lambda: stack.match(path)["version"] > 1, "the first moves")

    stack.kill("background")
    stack.start("background")
    version = stack.match(path)["version"]

    wait_for(lambda: stack.is_over(path) or stack.match(path)["version"] > version, "the match to go on")
    stack.send("POST", f"{path}/abort", {"note": "enough"}, token)


def _move_events(stack: Stack, tablespace: str) -> None:
    stack.postgres.execute(f"""
        DO $$ DECLARE name regclass; BEGIN
            FOR name IN SELECT relid FROM pg_partition_tree('matches_event') WHERE isleaf LOOP
                EXECUTE format('ALTER TABLE %s SET TABLESPACE {tablespace}', name);
            END LOOP;
        END $$
    """)


@pytest.mark.exhaustive
def test_a_full_disk_refuses_moves_and_takes_them_when_there_is_room(tmp_path: Path, stack: Stack) -> None:
    folder = Path(tempfile.mkdtemp(prefix="disk-"))
    with small_disk(folder, megabytes=40) as disk:
        (disk / "data").mkdir()
        shutil.chown(disk / "data", "postgres")
        stack.postgres.execute(f"CREATE TABLESPACE small LOCATION '{disk / 'data'}'")
        token = stack.sign_up("sixth")
        tokens = [token, stack.sign_up("seventh")]
        path, people = stack.open_match(token, ME, BOT), stack.open_match(token, ME, {"kind": "open"})
        assert stack.send("POST", f"{people}/join", {}, tokens[1])[0] == 200
        rng = random.Random(6)
        stack.play(path, token, 2, rng)
        for service in ("worker", "background"):
            stack.kill(service)
        # What killed workers have left half-written would be room for a whole match, once a vacuum has come by.
        stack.postgres.execute("VACUUM FULL matches_event")
        _move_events(stack, "small")
        # And a vacuum would give back, in the middle of the test, what refused rows had taken.
        unvacuumed = "autovacuum_enabled = false, toast.autovacuum_enabled = false"
        stack.postgres.execute(f"CREATE TABLE filler (body text) WITH ({unvacuumed}) TABLESPACE small")
        _fill(stack, disk)

        move, problem = _first_that_finds_no_room(stack, people, tokens, rng)
        version = stack.match(people)["version"]
        seats = {"ruleset": "battle_line", "seats": [ME, BOT]}
        opening = ("POST", "/api/v1/matches", seats, token, "no room")
        status, also = stack.send(*opening)

        assert (problem["code"], status, also["code"]) == ("not_ready", 503, "not_ready")
        stack.postgres.execute("DROP TABLE filler")
        status, taken = stack.insist(*move)
        assert (status, taken["version"]) == (201, version + 1)
        assert stack.insist(*opening)[0] == 201
        for service in ("worker", "background"):
            stack.start(service)
        stack.play(path, token, 500, rng)
        wait_for(lambda: stack.is_over(path), "the match")
        assert_verified(stack)
        _move_events(stack, "pg_default")
        stack.postgres.execute("DROP TABLESPACE small")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.exhaustive
def test_the_logs_of_all_this_name_no_card_seed_or_token(stack: Stack) -> None:
    """This runs last, so the logs have kills, a silent broker, a restarted database and a full disk."""
    token = stack.sign_up("reader")
    for path in [stack.open_match(token, BOT, BOT) for _ in range(2)]:
        wait_for(lambda path=path: stack.is_over(path), "a match of bots")
    for _ in range(101):
        assert stack.send("GET", "/api/v1/bots")[0] == 200
    cards = {card["slug"] for card in shipped_set("battle_line")["cards"]}
    _, listed = stack.send("GET", "/api/v1/matches?limit=100&status=over")
    seeds = {match["server_seed"] for match in listed["results"] if match["disclosed"]}
    keys = {stack.environment[name] for name in ("SECRET_KEY", "SEED_SEALING_KEY", "ROOT_SIGNING_KEY")}

    logs = "".join(stack.log(service) for service in SERVICES)

    assert len(cards) > 50 and len(seeds) > 1 and None not in seeds
    assert logs.count("request_finished") > 100 and "task_succeeded" in logs
    assert [secret for secret in {*cards, *seeds, *keys, token} if re.search(rf"\b{secret}\b", logs)] == []
    assert not re.search(r"\bmatch_[0-9a-f]{20}", logs), "a token of anybody's"


def _fill(stack: Stack, disk: Path) -> None:
    import psycopg  # noqa: PLC0415 -- its error is the sign that the disk is full

    for size in (8_000_000, 1_000_000, 100_000, 8_000):
        try:
            while True:
                rows = f"SELECT string_agg(md5(random()::text), '') FROM generate_series(1, {size // 32})"
                stack.postgres.execute(f"INSERT INTO filler {rows}")
        except psycopg.errors.DiskFull:
            continue


def _first_that_finds_no_room(stack: Stack, path: str, tokens: list[str], rng: random.Random) -> tuple[Any, Any]:
    """Move for both players until the full disk refuses a move. Returns that move and the problem."""
    for _ in range(200):
        token, legal = next(
            (token, legal)
            for token in tokens
            if (legal := stack.send("GET", f"{path}/legal-actions", None, token)[1])["legal_actions"]
        )
        sent = {"version": legal["version"], "action": rng.choice(legal["legal_actions"])["action"]}
        move = ("POST", f"{path}/actions", sent, token, f"full-{legal['version']}")
        status, document = stack.send(*move)
        if status >= 500:
            return move, document
        assert status == 201, document
    raise AssertionError("the disk never became full")
