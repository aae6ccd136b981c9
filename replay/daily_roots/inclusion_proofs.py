"""Makes proofs that matches are in published roots, and checks the stored roots and leaves."""

from collections.abc import Iterator
from datetime import timedelta

from common.text.errors import ServiceError
from matches.log import sql
from matches.models import Match
from replay.audit import Log
from replay.daily_roots.merkle_tree import HASH_SIZE
from replay.daily_roots.publishing import BATCH, as_document, batches, trusted_keys
from replay.daily_roots.signed_roots import (
    InclusionProof,
    SignedRoot,
    as_leaf,
    leads_to_root,
    link_findings,
    signature_findings,
    tree_over,
)
from replay.findings import Finding, RootFinding
from replay.models import ChainContinuation, DailyRoot, ImportedMatch, RootLeaf

MARGIN = timedelta(hours=1)
"""A match that ended this long before a root was computed was certainly committed by then."""


def proof_of(match: Match) -> InclusionProof:
    """The proof that a finished match is in a published root. Raises ServiceError `match_not_over`, `no_root_yet`."""
    if match.status != Match.Status.OVER:
        raise ServiceError("match_not_over")
    leaf = _leaf_of(match)
    if leaf is None:
        raise ServiceError("no_root_yet")
    return _proof(leaf)


def _leaf_of(match: Match) -> RootLeaf | None:
    return RootLeaf.objects.select_related("root").filter(match=match.pk).first()


def _proof(leaf: RootLeaf) -> InclusionProof:
    """The proof from the stored leaf, whatever the log says now."""
    raw = bytes(leaf.path)
    return InclusionProof(
        format="inclusion/1",
        leaf=as_leaf(leaf.match_id, leaf.log_id, bytes(leaf.last_hash)),
        index=leaf.index,
        path=[raw[at : at + HASH_SIZE].hex() for at in range(0, len(raw), HASH_SIZE)],
        root=as_document(leaf.root),
    )


def leaf_findings(match: Match, log: Log) -> Iterator[Finding]:
    """Contradictions between a match's log and its place in the published roots."""
    leaf = _leaf_of(match)
    if leaf is None:
        if match.status == Match.Status.OVER and (missed := _missed_root(match)) is not None:
            yield Finding(None, "root_leaf", "no_leaf", {"number": missed.number, "day": missed.day.isoformat()})
        return
    last, number = log.events[-1].hash, leaf.root_id
    if bytes(leaf.last_hash) != last:
        params = {"number": number, "found": bytes(leaf.last_hash).hex(), "expected": last.hex()}
        yield Finding(None, "root_leaf", "other_last_hash", params)
    if leaf.log_id != log.match:
        yield Finding(None, "root_leaf", "leaf_of_other", {"found": leaf.log_id})
    proof = _proof(leaf)
    if not leads_to_root(proof):
        yield Finding(None, "root_leaf", "other_root", {"number": number})
    for finding in signature_findings(proof.root, trusted_keys()):
        yield Finding(None, f"root.{finding.field}", finding.code, finding.params)


def _missed_root(match: Match) -> DailyRoot | None:
    """The first root that was certainly computed after the match's end was committed here, or None."""
    came = [moment for moment in (match.ended_at, match.created_at) if moment is not None]
    if match.is_imported:
        came += ImportedMatch.objects.filter(match=match.pk).values_list("imported_at", flat=True)
    late = DailyRoot.objects.filter(computed_at__gt=max(came) + MARGIN).exclude(number__in=_without_leaves())
    return late.order_by("number").first()


def _without_leaves() -> set[int]:
    """Numbers of the roots whose leaves were lost when the service was restored from a backup."""
    lost = ChainContinuation.objects.values_list("own_until", "published_until")
    return {number for own, published in lost for number in range(own + 1, published + 1)}


def stored_chain_findings() -> Iterator[RootFinding]:
    """Faults of the stored chain of roots, its leaves, and the last hashes of its matches."""
    trusted, lost = trusted_keys(), _without_leaves()
    before: SignedRoot | None = None
    for number, row in enumerate(DailyRoot.objects.order_by("number").iterator(chunk_size=BATCH)):
        if row.number != number:
            yield RootFinding(row.number, "number", "not_chained", {"expected": number, "found": row.number})
            return
        root = as_document(row)
        yield from signature_findings(root, trusted)
        yield from link_findings(before, root)
        if number not in lost:
            yield from _tree_findings(root)
        before = root


def _tree_findings(root: SignedRoot) -> Iterator[RootFinding]:
    """Check that the stored leaves give the root and match the current ends of the logs."""
    stored = list(RootLeaf.objects.filter(root=root.number).order_by("index"))
    leaves = [as_leaf(leaf.match_id, leaf.log_id, bytes(leaf.last_hash)) for leaf in stored]
    leaf_tree = tree_over(leaves)
    in_place = leaf_tree.leaves == leaves and [leaf.index for leaf in stored] == list(range(len(stored)))
    if not in_place or leaf_tree.tree.root.hex() != root.root or len(stored) != root.size:
        yield RootFinding(root.number, "root", "other_tree")
    for batch in batches(stored):
        hashes = sql.last_hashes([leaf.match_id for leaf in batch])
        for leaf in batch:
            if (found := hashes.get(leaf.match_id, b"")) != bytes(leaf.last_hash):
                params = {"number": root.number, "found": bytes(leaf.last_hash).hex(), "expected": found.hex()}
                yield RootFinding(root.number, f"match {leaf.match_id}", "other_last_hash", params)
