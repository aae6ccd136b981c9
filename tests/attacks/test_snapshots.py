"""An attacker who can write the database, but lacks the environment, swaps the hands in a live match's snapshot."""

import zlib
from typing import Any

import msgspec
import psycopg
import pytest

from tests.faults.stack import Stack


def statement(service: Stack, text: str, *values: Any) -> list[Any]:
    with psycopg.connect(service.postgres.url.replace("postgres://", "postgresql://"), autocommit=True) as connection:
        cursor = connection.execute(text.encode(), values)
        return cursor.fetchall() if cursor.description else []


def exchanged(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """The content of a snapshot, the content with swapped hands, and the bytes that follow it."""
    size = next(size for size in (16, 4) if is_whole(raw[:-size]))
    body, end = raw[:-size], raw[-size:]
    *marks, table = msgspec.msgpack.decode(body)
    options, state, *rest = msgspec.msgpack.decode(table)
    state[5].reverse()  # The hands follow turn, first seat, active seat, round and flags.
    return body, msgspec.msgpack.encode([*marks, msgspec.msgpack.encode([options, state, *rest])]), end


def is_whole(raw: bytes) -> bool:
    try:
        return len(msgspec.msgpack.decode(raw)) == 6
    except msgspec.DecodeError:
        return False


def keeping_the_end(raw: bytes) -> bytes:
    _, forged, end = exchanged(raw)
    return forged + end


def with_the_checksum_that_follows(raw: bytes) -> bytes:
    """The snapshot with swapped hands and a matching CRC. A CRC is linear, so computing it needs no key."""
    body, forged, end = exchanged(raw)
    change = zlib.crc32(body) ^ zlib.crc32(forged)
    return forged + (int.from_bytes(end[-4:], "big") ^ change).to_bytes(4, "big")


@pytest.mark.parametrize("forge", [keeping_the_end, with_the_checksum_that_follows])
def test_hands_exchanged_in_the_database_are_not_played_from(service: Stack, forge: Any) -> None:
    first, second = (service.sign_up(f"{name}-{len(forge.__name__)}") for name in ("ines", "olaf"))
    path = service.open_match(first, {"kind": "me", "ready": True}, {"kind": "open"})
    assert service.send("POST", f"{path}/join", {}, second, "join")[0] == 200
    match_id = path.rpartition("/")[2]

    def shown() -> list[Any]:
        pages = ("legal-actions", "view")
        return [service.send("GET", f"{path}/{page}", None, token) for page in pages for token in (first, second)]

    before = shown()
    assert {status for status, _ in before} == {200}
    [(raw,)] = statement(service, "SELECT snapshot FROM matches_match WHERE id = %s", match_id)

    statement(service, "UPDATE matches_match SET snapshot = %s WHERE id = %s", forge(bytes(raw)), match_id)

    assert shown() == before
    asked = next(seat for seat in (0, 1) if before[seat][1]["legal_actions"])
    legal = before[asked][1]
    sent = {"version": legal["version"], "action": legal["legal_actions"][0]["action"]}
    assert service.send("POST", f"{path}/actions", sent, (first, second)[asked], "play")[0] == 201
    verified = service.manage("verify_match", match_id)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_a_seed_that_was_sealed_in_the_lobby_is_not_played_from_after_the_start(service: Stack) -> None:
    """It has no key of chance yet. If it were put back, everyone could compute all future dice and shuffles."""
    first, second = service.sign_up("seal-ines"), service.sign_up("seal-olaf")
    path = service.open_match(first, {"kind": "me", "ready": True}, {"kind": "open"})
    match_id = path.rpartition("/")[2]
    read, write = "SELECT sealed_seed FROM matches_match WHERE id = %s", "UPDATE matches_match SET sealed_seed = %s"
    [(in_lobby,)] = statement(service, read, match_id)
    assert service.send("POST", f"{path}/join", {}, second)[0] == 200
    [(started,)] = statement(service, read, match_id)
    answers = [service.send("GET", f"{path}/legal-actions", None, token)[1] for token in (first, second)]
    asked = next(seat for seat in (0, 1) if answers[seat]["legal_actions"])
    sent = {"version": 0, "action": answers[asked]["legal_actions"][0]["action"]}

    statement(service, f"{write} WHERE id = %s", in_lobby, match_id)

    status, _ = service.send("POST", f"{path}/actions", sent, (first, second)[asked], "play")
    assert status == 500
    assert statement(service, "SELECT count(*) FROM matches_event WHERE match_id = %s", match_id) == [(1,)]
    statement(service, f"{write} WHERE id = %s", started, match_id)
    assert service.send("POST", f"{path}/actions", sent, (first, second)[asked], "play")[0] == 201
    assert service.manage("verify_match", match_id).returncode == 0
