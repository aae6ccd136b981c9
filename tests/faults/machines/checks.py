"""Checks after the faults: every accepted answer is in the log once, and nothing else is."""

from collections.abc import Iterable

from tests.faults.machines.players import Ledger
from tests.faults.seasons import query
from tests.faults.service import Service

Logged = Iterable[tuple[str, int, str]]
"""Match, seq and idempotency key of events."""


def differences(ledger: Ledger, logged: Logged) -> dict[str, list[str]]:
    """What is wrong, by kind: lost, doubled and unknown actions."""
    seqs: dict[tuple[str, str], list[int]] = {}
    for match, seq, key in logged:
        seqs.setdefault((match, key), []).append(seq)
    answered = {(one.match, one.key): one.seq for one in ledger.accepted}
    return {
        "lost": [f"{at} {seq}" for at, seq in answered.items() if seq not in seqs.get(at, [])],
        "doubled": [f"{at} {found}" for at, found in seqs.items() if len(found) > 1],
        "unknown": [f"{at} {found}" for at, found in seqs.items() if at not in answered],
    }


def stream_faults(streamed: dict[str, list[int]]) -> list[str]:
    """Matches whose stream has left out an event or sent one twice."""
    return [f"{match}: {seqs}" for match, seqs in streamed.items() if seqs != list(range(len(seqs)))]


def assert_nothing_is_lost(service: Service, ledger: Ledger) -> dict[str, int]:
    """Check every answer that players got against the database. Returns what was counted."""
    logged = query(service, "SELECT match_id::text, seq, key FROM matches_event WHERE key IS NOT NULL")
    wrong = {kind: found for kind, found in differences(ledger, logged).items() if found}  # type: ignore[arg-type]
    assert wrong == {}, wrong
    ((broken,),) = query(
        service,
        "SELECT count(*) FROM matches_match m WHERE status <> 'lobby' AND version + 1 <> "
        "(SELECT count(*) FROM matches_event e WHERE e.match_id = m.id)",
    )
    assert broken == 0
    seated = query(
        service,
        "SELECT DISTINCT s.match_id::text FROM matches_seat s JOIN players_player p ON p.id = s.player_id "
        "WHERE p.username LIKE 'machine-%'",
    )
    assert {match for (match,) in seated} == set(ledger.opened.values())
    assert stream_faults(ledger.streamed) == []
    assert ledger.wrong == [], ledger.wrong[:10]
    return {
        "accepted actions": len(ledger.accepted),
        "opened matches": len(ledger.opened),
        "streamed events": len(ledger.streamed_at),
        "repeated requests": len(ledger.faults),
    }
