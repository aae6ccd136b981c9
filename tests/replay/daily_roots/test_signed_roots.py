"""Signatures of roots, proofs, and the findings if one of them was changed. No database."""

from datetime import date
from typing import Any

import msgspec
import pytest

from replay.daily_roots.signed_roots import (
    NO_ROOT,
    InclusionProof,
    Leaf,
    NoDocument,
    SignedRoot,
    chain_findings,
    chain_hash,
    key_id,
    proof_findings,
    public_key,
    read_proof,
    read_roots,
    saved_root_findings,
    sign_root,
    signing_key,
    tree_over,
)
from rules.engine import canonical

KEY, OTHER_KEY = signing_key("44" * 32), signing_key("66" * 32)
PUBLIC = public_key(KEY)
LAST = "ab" * 32


def leaves(*numbers: int) -> list[Leaf]:
    return [
        Leaf(f"00000000-0000-7000-8000-{n:012d}", f"00000000-0000-7000-8000-{n:012d}", f"{n:064x}") for n in numbers
    ]


def chain(*days: list[Leaf], key: Any = KEY) -> list[SignedRoot]:
    roots: list[SignedRoot] = []
    for number, day in enumerate(days):
        roots.append(
            sign_root(
                key=key,
                number=number,
                day=date(2026, 2, number + 1),
                tree=tree_over(day).tree,
                previous=roots[-1] if roots else None,
                restored_after=None,
                computed_at=f"2026-02-{number + 2:02d}T00:07:00.000Z",
            )
        )
    return roots


def proof_in(day: list[Leaf], leaf: Leaf, root: SignedRoot) -> InclusionProof:
    planted = tree_over(day)
    index = planted.leaves.index(leaf)
    path = [sibling.hex() for sibling in planted.tree.path(index)]
    return InclusionProof(format="inclusion/1", leaf=leaf, index=index, path=path, root=root)


def places(findings: Any) -> list[tuple[int | None, str, str]]:
    return [(finding.seq, finding.field, finding.code) for finding in findings]


def test_a_chain_is_signed_linked_and_sound() -> None:
    roots = chain([], leaves(1, 2, 3), [])

    assert [root.size for root in roots] == [0, 3, 0]
    assert [root.previous for root in roots] == [NO_ROOT, chain_hash(roots[0]), chain_hash(roots[1])]
    assert {root.key for root in roots} == {key_id(PUBLIC)}
    assert chain_findings(roots, [PUBLIC]) == []
    assert chain_findings([*reversed(roots), roots[1]], [PUBLIC]) == []


def test_the_order_of_the_leaves_tells_nothing_of_the_order_of_the_matches() -> None:
    assert tree_over(leaves(1, 2, 3)).leaves == tree_over(leaves(3, 1, 2)).leaves
    assert tree_over(leaves(1, 2, 3)).leaves != leaves(1, 2, 3)


CHANGES = {
    "number": 7,
    "day": "2026-02-09",
    "size": 4,
    "root": LAST,
    "previous": LAST,
    "restored_after": -1,
    "computed_at": "2026-02-03T00:08:00.000Z",
    "public_key": public_key(OTHER_KEY),
    "signature": "ab" * 64,
}


@pytest.mark.parametrize("field", CHANGES)
def test_whatever_is_changed_in_a_root_its_signature_does_not_fit(field: str) -> None:
    roots = chain([], leaves(1, 2, 3), [])

    changed = msgspec.structs.replace(roots[1], **{field: CHANGES[field]})

    assert "bad_signature" in [finding.code for finding in chain_findings([roots[0], changed, roots[2]])]


def test_a_key_id_that_is_not_the_key_s_is_found() -> None:
    (root,) = chain([])

    assert "key_id" in [f.code for f in chain_findings([msgspec.structs.replace(root, key="0" * 16)])]


def test_a_root_signed_by_a_stranger_is_found_by_who_knows_the_keys() -> None:
    roots = chain([], key=OTHER_KEY)

    assert chain_findings(roots) == []
    assert places(chain_findings(roots, [PUBLIC])) == [(0, "public_key", "unknown_key")]


def test_two_roots_of_one_number_are_found() -> None:
    one, other = chain([], leaves(1, 2)), chain([], leaves(1, 3))

    assert places(chain_findings([*one, other[1]])) == [(1, "number", "two_roots")]


def test_a_chain_whose_past_was_signed_anew_does_not_fit_its_future() -> None:
    roots, forged = chain([], leaves(1, 2), []), chain([], leaves(1, 3))

    assert places(chain_findings([forged[0], forged[1], roots[2]])) == [(2, "previous", "root_before")]


def test_days_go_forwards() -> None:
    first = chain([])[0]
    second = sign_root(
        key=KEY,
        number=1,
        day=date(2026, 2, 1),
        tree=tree_over([]).tree,
        previous=first,
        restored_after=None,
        computed_at=first.computed_at,
    )

    assert places(chain_findings([first, second])) == [(1, "day", "day_before")]


# Proofs


@pytest.fixture
def day() -> list[Leaf]:
    return leaves(1, 2, 3, 4, 5)


def test_a_proof_shows_its_match_and_no_other(day: list[Leaf]) -> None:
    roots = chain([], day)

    for leaf in day:
        proof = proof_in(day, leaf, roots[1])
        assert proof_findings(proof, leaf.match, bytes.fromhex(leaf.hash)) == []
        assert places(proof_findings(proof, leaf.match, bytes.fromhex(LAST))) == [
            (None, "inclusion.leaf.hash", "other_last_hash")
        ]
        assert places(proof_findings(proof, "another", bytes.fromhex(leaf.hash))) == [
            (None, "inclusion.leaf.match", "leaf_of_other")
        ]


@pytest.mark.parametrize(
    "change",
    [
        {"index": 0},
        {"index": 5},
        {"path": []},
        {"path": [LAST, LAST, LAST]},
        {"leaf": Leaf("00000000-0000-7000-8000-000000000009", "00000000-0000-7000-8000-000000000003", f"{3:064x}")},
    ],
    ids=str,
)
def test_a_changed_proof_leads_to_no_root(day: list[Leaf], change: dict[str, Any]) -> None:
    proof = proof_in(day, day[2], chain([], day)[1])
    assert proof.index not in (0, 5)

    changed = msgspec.structs.replace(proof, **change)

    assert places(proof_findings(changed, day[2].match, bytes.fromhex(day[2].hash))) == [
        (None, "inclusion.path", "other_root")
    ]


def test_a_proof_is_held_against_the_roots_that_were_kept(day: list[Leaf]) -> None:
    roots, forged = chain([], day, []), chain([], day[:3], [])
    proof = proof_in(day, day[2], roots[1])
    lie = proof_in(day[:3], day[2], forged[1])

    assert (
        saved_root_findings(proof, roots)
        == saved_root_findings(proof, [roots[1]])
        == saved_root_findings(proof, [roots[2]])
        == []
    )
    assert places(saved_root_findings(proof, [roots[0]])) == [(1, "number", "not_kept")]
    assert places(saved_root_findings(lie, roots)) == [(1, "number", "two_roots")]
    assert places(saved_root_findings(lie, [roots[2]])) == [(2, "previous", "root_before")]
    assert proof_findings(lie, day[2].match, bytes.fromhex(day[2].hash)) == []


# Files


def test_answers_that_were_kept_in_one_file_are_read_again(day: list[Leaf]) -> None:
    roots = chain([], day, [])
    page = canonical({"results": roots[:2], "next": None})

    assert read_roots([page, b"", canonical(roots[2]) + b"\r"]) == roots
    assert read_proof(canonical(proof_in(day, day[0], roots[1])) + b"\n") == proof_in(day, day[0], roots[1])


def test_what_is_no_document_of_the_service_is_refused(day: list[Leaf]) -> None:
    root = chain(day)[0]
    raw = canonical(root)
    twice = raw.replace(b'"size":5', b'"size":4,"size":5')
    spoilt = [b"[]", b"{", b"\xff", b"[" * 9999, raw.replace(b"root/1", b"root/2"), raw[:-1] + b',"z":1}', twice]

    assert twice != raw
    for line in [*spoilt, raw.replace(b":", b": ")]:
        with pytest.raises(NoDocument):
            read_roots([line])
        with pytest.raises(NoDocument):
            read_proof(line)
    with pytest.raises(NoDocument, match="no root"):
        read_roots([b""])


def test_a_finding_says_where_it_is(day: list[Leaf]) -> None:
    (finding,) = chain_findings([msgspec.structs.replace(chain(day)[0], size=9)])

    assert str(finding) == "root 0: signature: the signature doesn't match this root and this key"
