"""The numbers in docs/verify.md are those of its example, and the example is sound."""

import hmac
import re
from pathlib import Path

from replay.audit import audit
from replay.daily_roots.merkle_tree import node_hash
from replay.daily_roots.signed_roots import hash_of_leaf, proof_findings, read_proof, read_roots, saved_root_findings
from replay.exports import read
from rules.engine import SeededChance, canonical, match_key, salt, seed_commitment
from tests.replay.making import example_roots

DOCS = Path(__file__).resolve().parents[2] / "docs"
EXAMPLE = (DOCS / "verifier" / "example.jsonl").read_bytes().splitlines()
PROOF = (DOCS / "verifier" / "example-inclusion.json").read_bytes()
ROOTS = (DOCS / "verifier" / "example-roots.jsonl").read_bytes().splitlines()
TEXT = (DOCS / "verify.md").read_text(encoding="utf-8")


def test_the_example_is_sound() -> None:
    assert audit(read(EXAMPLE)).findings == []


def test_every_number_of_the_page_is_that_of_the_example() -> None:
    log = read(EXAMPLE)
    first = log.events[0].content
    entropies = [seat["entropy"] for seat in first["seats"]]
    assert log.server_seed is not None
    key = match_key(log.server_seed, entropies)
    expected = {
        first["card_set"]["digest"],
        first["hash"],
        log.events[1].hash.hex(),
        log.server_seed.hex(),
        seed_commitment(log.server_seed),
        key.hex(),
        salt(key, 0),
        hmac.digest(key, bytes(8), "sha256").hex(),
    }

    expected |= figures_of_the_roots()

    assert set(re.findall(r"\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b", TEXT)) == expected
    assert canonical(entropies).decode() in TEXT


def figures_of_the_roots() -> set[str]:
    proof, (first, root, _) = read_proof(PROOF), read_roots(ROOTS)
    left, right, third = map(bytes.fromhex, proof.path)
    pair = node_hash(left, hash_of_leaf(proof.leaf))
    four = node_hash(pair, right)
    assert node_hash(four, third).hex() == root.root
    return {
        *(proof.leaf.hash, hash_of_leaf(proof.leaf).hex(), proof.path[0], pair.hex(), four.hex(), root.root),
        *(first.root, root.public_key, root.previous),
    }


def test_the_roots_of_the_page_are_those_of_its_example() -> None:
    log = read(EXAMPLE)
    proof, roots = example_roots(log)

    assert (read_proof(PROOF), read_roots(ROOTS)) == (proof, roots)
    assert proof_findings(proof, log.match, log.events[-1].hash) == saved_root_findings(proof, roots) == []
    assert canonical(proof.leaf).decode() in TEXT and f"`{proof.root.key}`" in TEXT
    assert f"has `size` {proof.root.size} and this leaf has `index` {proof.index}" in TEXT


def test_the_words_that_the_page_works_out_are_the_stream_s() -> None:
    log = read(EXAMPLE)
    first = log.events[0].content
    assert log.server_seed is not None
    chance = SeededChance(match_key(log.server_seed, [seat["entropy"] for seat in first["seats"]]))
    words = re.findall(r"\b\d{18,20}\b", TEXT)

    dealer, troops = first["effects"][0], next(e for e in first["effects"] if e["type"] == "shuffled")

    assert words[0] == words[2] and words[1] == words[3]
    assert int(words[0]) % 2 == chance.below(2) == dealer["result"]
    cards = sorted(troops["order"])
    place = int(words[1]) % len(cards)
    assert (cards[place], cards[-1]) == (troops["order"][-1], re.findall(r"changes places with `(.*?)`", TEXT)[0])
    assert chance.shuffle(troops["order"]) == troops["order"]
