"""An operator with all keys, and without triggers, replaces a finished match.

A restored copy of the database publishes a different root than the one that readers have saved.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest

from replay.daily_roots.signed_roots import InclusionProof, chain_findings, proof_findings, read_proof, read_roots
from rules.engine import canonical
from tests.faults.servers import postgres_bin
from tests.faults.stack import ROOT, Stack, running_stack

VERIFIER = ROOT / "docs" / "verifier" / "verify.mjs"
ME, OPEN = {"kind": "me", "ready": True}, {"kind": "open"}

FORGE = """
import msgspec
from matches.log import stored_match, transactions
from matches.log.folding import fold, follow_ending, tally
from matches.log.models import Event
from matches.models import Match, Scorecard
from replay.stored_logs import log_of, rules_for, secrets_of

match = Match.objects.select_related("card_set").get(pk="{match_id}")
log = log_of(match)
position = fold(rules_for(match), secrets_of(match)[1], log.events[:-1])
last = log.events[-1].content
event = follow_ending(position, "seat_resigned", [1 - last["seat"]], last["note"], last["at"])
outcome = msgspec.to_builtins(position.table.outcome, str_keys=True)
with transactions.lifted_triggers():
    Event.objects.filter(match=match, seq=event.seq).update(seat=event.seat, body=event.body, hash=event.hash)
    snapshot = stored_match.encode_snapshot(match.pk, position)
    Match.objects.filter(pk=match.pk).update(snapshot=snapshot, outcome=outcome)
    card = tally(position, [*log.events[:-1], event])
    Scorecard.objects.filter(match=match).update(body=card)
"""


@pytest.fixture(scope="module")
def service() -> Any:
    """A separate service, since a root includes all matches that ended before."""
    with running_stack("web") as running:
        yield running


def resigned(service: Stack, name: str) -> str:
    """The path of a match in which seat 0 has resigned."""
    first, second = service.sign_up(f"{name}-one"), service.sign_up(f"{name}-two")
    path = service.open_match(first, ME, OPEN)
    assert service.send("POST", f"{path}/join", {}, second, "join")[0] == 200
    assert service.send("POST", f"{path}/resign", {}, first, "resign")[0] == 201
    return path


def raw(service: Stack, path: str) -> bytes:
    """The bytes of an answer, as a reader saves them."""
    address = f"http://127.0.0.1:{service.port}{path}"
    command = ["curl", "-sf", "-H", "X-Forwarded-Proto: https", address]
    return subprocess.run(command, check=True, capture_output=True).stdout


def forget_roots(service: Stack) -> None:
    """Delete the stored roots, so that the same day can have its first root again."""
    lifted = "SET LOCAL match_service.archiving = 'on'"
    service.postgres.execute(f"BEGIN; {lifted}; DELETE FROM replay_rootleaf; DELETE FROM replay_dailyroot; COMMIT")


def verified(*arguments: object) -> tuple[int, str]:
    node = shutil.which("node")
    if node is None:
        assert os.environ.get("CI") != "true", "CI=true asks for node"
        return -1, ""
    done = subprocess.run([node, VERIFIER, *map(str, arguments)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


PROOF = """
from rules.engine import canonical
from matches.models import Match
from replay.daily_roots.inclusion_proofs import proof_of

print(canonical(proof_of(Match.objects.get(pk="{match_id}"))).decode())
"""


@pytest.mark.exhaustive
def test_a_restored_service_publishes_no_other_root_than_the_one_that_readers_have(
    service: Stack, tmp_path: Path
) -> None:
    """This runs first, because the backup is from before the first root."""
    path = resigned(service, "restore")
    dump, roots = tmp_path / "dump", tmp_path / "roots"
    url = service.postgres.url.replace("postgres://", "postgresql://")
    at = ["--host", "127.0.0.1", "--port", str(service.postgres.port), "--username", "match"]
    subprocess.run([postgres_bin("pg_dump"), "--format", "custom", "--file", dump, url], check=True)
    later = resigned(service, "later")
    service.manage("publish_root").check_returncode()
    roots.write_bytes(raw(service, "/api/v1/roots/latest"))
    subprocess.run([postgres_bin("createdb"), *at, "restored"], check=True)
    subprocess.run([postgres_bin("pg_restore"), *at, "--dbname", "restored", dump], check=True)
    restored = {"DATABASE_URL": service.postgres.url.rpartition("/")[0] + "/restored"}

    refused = service.manage("publish_root", **restored)
    taken_up = service.manage("publish_root", "--continue-from", str(roots), **restored)

    assert refused.returncode == 1 and "restored from a backup" in refused.stderr
    assert taken_up.returncode == 0, taken_up.stderr
    assert "after root 0; 1 were new" in taken_up.stdout and "already published" in taken_up.stdout
    assert service.manage("verify_roots", "--print", **restored).stdout.encode() == roots.read_bytes()
    assert service.manage("verify_roots", "--kept", str(roots), **restored).returncode == 0
    lost = service.manage("shell", "-c", PROOF.format(match_id=path.rpartition("/")[2]), **restored)
    assert lost.returncode != 0 and "no_root_yet" in lost.stderr  # Its leaf is lost together with the other match.
    assert service.manage("verify_match", "--all", **restored).returncode == 0
    for known in (path, later):
        assert read_proof(raw(service, f"{known}/inclusion")).root == read_roots([roots.read_bytes()])[0]


@pytest.mark.exhaustive
def test_a_whole_log_that_is_replaced_is_noticed_by_the_audit_and_by_who_kept_the_proof(
    service: Stack, tmp_path: Path
) -> None:
    path = resigned(service, "log")
    match_id = path.rpartition("/")[2]
    assert service.send("GET", f"{path}/inclusion")[1]["code"] == "no_root_yet"
    forget_roots(service)
    published = service.manage("publish_root")
    assert published.returncode == 0, published.stderr
    proof, roots, match = (tmp_path / name for name in ("proof", "roots", "match"))
    proof.write_bytes(raw(service, f"{path}/inclusion"))
    roots.write_bytes(raw(service, "/api/v1/roots"))
    match.write_bytes(raw(service, f"{path}/export"))
    kept = ["--inclusion", proof, "--roots", roots]
    assert verified(match, *kept)[0] in (0, -1)
    assert service.manage("verify_match", match_id).returncode == 0
    assert service.match(path)["outcome"]["winners"] == [1]

    forged = service.manage("shell", "-c", FORGE.format(match_id=match_id))
    assert forged.returncode == 0, forged.stderr

    assert service.match(path)["outcome"]["winners"] == [0]
    match.write_bytes(raw(service, f"{path}/export"))
    assert verified(match)[0] in (0, -1)  # The new log is sound by itself.
    audited = service.manage("verify_match", match_id)
    assert audited.returncode == 1
    assert "match: root_leaf: the hash of the last event is" in audited.stdout
    assert [line for line in audited.stdout.splitlines() if line.startswith("  match: ")][1:] == []
    assert service.manage("verify_roots").returncode == 1
    code, said = verified(match, *kept)
    assert code in (1, -1) and ("the log was replaced after publication" in said or code == -1)
    by_hand = service.manage("verify_match", "--file", str(match), *map(str, kept))
    assert by_hand.returncode == 1 and "the log was replaced after publication" in by_hand.stdout
    assert read_proof(raw(service, f"{path}/inclusion")) == read_proof(proof.read_bytes())


@pytest.mark.exhaustive
def test_a_proof_cannot_be_made_for_the_new_log_without_another_root(service: Stack, tmp_path: Path) -> None:
    """Without triggers, the operator signs the root again. Readers who saved the first one find two with one number."""
    resigned(service, "first")
    service.manage("publish_root").check_returncode()
    kept = read_roots([raw(service, "/api/v1/roots")])
    path = resigned(service, "root")
    with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        service.postgres.execute("DELETE FROM replay_rootleaf")

    forget_roots(service)
    assert service.manage("publish_root").returncode == 0

    proof: InclusionProof = read_proof(raw(service, f"{path}/inclusion"))
    last = json.loads(raw(service, f"{path}/export").splitlines()[-1])
    assert proof_findings(proof, path.rpartition("/")[2], bytes.fromhex(last["hash"])) == []
    now = read_roots([raw(service, "/api/v1/roots")])
    assert [(finding.seq, finding.code) for finding in chain_findings([*kept, *now])] == [(0, "two_roots")]
    file = tmp_path / "kept"
    file.write_bytes(b"\n".join(map(canonical, kept)))
    checked = service.manage("verify_roots", "--kept", str(file))
    assert checked.returncode == 1 and "two different roots" in checked.stdout
