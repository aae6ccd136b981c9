"""The daily root: one hash over the last hashes of all matches that ended, signed and chained. Pure.

Defines the leaves and the signed bytes, and checks proofs and chains. docs/verify.md has the exact bytes.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Meta, Struct

from common.formats import Id, Moment
from replay.daily_roots.merkle_tree import Tree, leaf_hash, root_from_path
from replay.findings import Finding, RootFinding
from replay.json_lines import BadLine, read_canonical
from replay.limits import MOST_PROOF_HASHES, MOST_ROOT_NUMBER
from rules.engine import canonical

NO_ROOT = bytes(32).hex()
"""`previous` of the first root."""
KEY_LABEL = b"match service: root signing key"
KEY_ID_SIZE = 8

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
KeyId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", extra_json_schema={"format": "date"})]
Number = Annotated[int, Meta(ge=0, le=MOST_ROOT_NUMBER)]
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class SignedRoot(Struct, frozen=True, forbid_unknown_fields=True):
    """The root of one day (UTC). `root` is over the `size` matches that had ended and were in no earlier root.

    `previous` is SHA-256 of the canonical JSON of the root before, or 64 zeros for the first. `signature` is Ed25519 by
    `public_key`, whose id is `key`, over the canonical JSON of all other fields. `restored_after` is null unless the
    service was restored from a backup. Then it is the number of the last root in the backup (-1: none). Matches of
    later roots may then enter this root or a later one again.
    """

    format: Literal["root/1"]
    number: Number
    day: Annotated[Day, Meta(description="In UTC.")]
    size: Annotated[Count, Meta(description="Number of leaves.")]
    root: Annotated[Hash, Meta(description="Root of the tree.")]
    previous: Annotated[Hash, Meta(description="SHA-256 of the root before; 64 zeros for the first.")]
    restored_after: Annotated[
        Annotated[int, Meta(ge=-1, le=MOST_ROOT_NUMBER)] | None,
        Meta(description="Number of the last root before a restore; else null."),
    ]
    computed_at: Moment
    key: Annotated[KeyId, Meta(description="Id of the key that signed it.")]
    public_key: Annotated[Hash, Meta(description="Ed25519, in hexadecimal digits.")]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$", description="Ed25519, in hexadecimal digits.")]


class Leaf(Struct, frozen=True, forbid_unknown_fields=True):
    """A match's entry in the tree: the `hash` of its last event, which binds the whole log.

    `id` is the id of the match here. `match` is the id in its log, which differs if the match was imported.
    """

    id: Id
    match: Annotated[str, Meta(max_length=64)]
    hash: Hash


class InclusionProof(Struct, frozen=True, forbid_unknown_fields=True):
    """Proof that a match is leaf `index` of a root's tree. `path` has the siblings from the leaf upwards (RFC 9162)."""

    format: Literal["inclusion/1"]
    leaf: Leaf
    index: Annotated[Count, Meta(description="Place among the leaves, from 0.")]
    path: Annotated[list[Hash], Meta(max_length=MOST_PROOF_HASHES, description="The siblings, from the leaf upwards.")]
    root: SignedRoot


class NoDocument(Exception):
    """The text is not a root or proof as the service serves them. The message has the place and the reason."""


# Making


def hash_of_leaf(leaf: Leaf) -> bytes:
    """The leaf's hash in the tree. It doesn't reveal the leaf, since the hash of a last event cannot be guessed."""
    return leaf_hash(canonical(leaf))


@dataclass(frozen=True, slots=True)
class LeafTree:
    """A tree and its leaves, sorted by hash, so that their order reveals nothing about the matches."""

    leaves: list[Leaf]
    tree: Tree


def tree_over(leaves: Iterable[Leaf]) -> LeafTree:
    """The tree over these leaves. They may come in any order."""
    hashed = sorted((hash_of_leaf(leaf), leaf) for leaf in leaves)
    return LeafTree([leaf for _, leaf in hashed], Tree([hash_ for hash_, _ in hashed]))


def signing_key(text: str) -> Ed25519PrivateKey:
    """The signing key from 64 hex digits. Raises ValueError."""
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text))


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half of a signing key, in hex."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def key_id(public: str) -> str:
    """The first 8 bytes, in hex, of SHA-256 over a label and the public key."""
    return hashlib.sha256(KEY_LABEL + bytes.fromhex(public)).digest()[:KEY_ID_SIZE].hex()


def sign_root(
    *,
    key: Ed25519PrivateKey,
    number: int,
    day: date,
    tree: Tree,
    previous: SignedRoot | None,
    restored_after: int | None,
    computed_at: str,
) -> SignedRoot:
    """Make and sign the root of a tree, chained to the root before."""
    public = public_key(key)
    unsigned = SignedRoot(
        format="root/1",
        number=number,
        day=day.isoformat(),
        size=len(tree.levels[0]),
        root=tree.root.hex(),
        previous=NO_ROOT if previous is None else chain_hash(previous),
        restored_after=restored_after,
        computed_at=computed_at,
        key=key_id(public),
        public_key=public,
        signature="",
    )
    return msgspec.structs.replace(unsigned, signature=key.sign(signed_bytes(unsigned)).hex())


def chain_hash(root: SignedRoot) -> str:
    """SHA-256 of the whole document, including the signature. The next root has it as `previous`."""
    return hashlib.sha256(canonical(root)).hexdigest()


def signed_bytes(root: SignedRoot) -> bytes:
    """The signed bytes: the canonical document without `signature`."""
    return canonical({name: value for name, value in msgspec.structs.asdict(root).items() if name != "signature"})


# Reading

T = TypeVar("T")


class _Page(Struct, frozen=True, forbid_unknown_fields=True):
    """An API answer with several roots."""

    results: list[SignedRoot]
    next: str | None


def read_proof(raw: bytes) -> InclusionProof:
    """Read a saved answer of `/inclusion`. Raises NoDocument."""
    return _read(raw.strip(), InclusionProof, "the proof")


def read_roots(lines: Iterable[bytes]) -> list[SignedRoot]:
    """Read saved roots in any order: one per line, or saved API pages. Raises NoDocument."""
    roots: list[SignedRoot] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if line.lstrip().startswith(b'{"next"'):
            roots += _read(line.strip(), _Page, f"line {number}").results
        else:
            roots.append(_read(line.strip(), SignedRoot, f"line {number}"))
    if not roots:
        raise NoDocument("there is no root in it")
    return roots


def _read(raw: bytes, shape: type[T], where: str) -> T:
    try:
        return msgspec.convert(read_canonical(raw), shape)
    except BadLine as error:
        raise NoDocument(f"{where}: {Finding(None, 'body', error.code, error.params).texts['en']}") from error
    except msgspec.ValidationError as error:
        raise NoDocument(f"{where}: {error}") from error


# Checking


def signature_findings(root: SignedRoot, trusted: Collection[str] | None = None) -> Iterator[RootFinding]:
    """Faults of one root by itself. With `trusted`, its public key must be one of them."""
    if root.key != key_id(root.public_key):
        yield RootFinding(root.number, "key", "key_id", {"expected": key_id(root.public_key)})
    if trusted is not None and root.public_key not in trusted:
        yield RootFinding(root.number, "public_key", "unknown_key", {"key": root.key})
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(root.public_key))
        key.verify(bytes.fromhex(root.signature), signed_bytes(root))
    except (InvalidSignature, ValueError):
        yield RootFinding(root.number, "signature", "bad_signature")


def link_findings(before: SignedRoot | None, root: SignedRoot) -> Iterator[RootFinding]:
    """Faults of the link between a root and the root before it."""
    expected = NO_ROOT if before is None else chain_hash(before)
    if root.previous != expected:
        yield RootFinding(root.number, "previous", "root_before", {"expected": expected})
    if before is not None and root.day <= before.day:
        yield RootFinding(root.number, "day", "day_before", {"day": root.day, "before": before.day})
    if root.restored_after is not None and root.restored_after >= root.number - 1:
        yield RootFinding(root.number, "restored_after", "no_break", {"found": root.restored_after})


def chain_findings(roots: Iterable[SignedRoot], trusted: Collection[str] | None = None) -> list[RootFinding]:
    """Faults of saved roots, which may be in any order and have duplicates.

    Two different roots with one number are the gravest fault: the service has published conflicting statements. Links
    are checked only between consecutive roots. A complete set is a chain from number 0.
    """
    findings: list[RootFinding] = []
    found: dict[int, SignedRoot] = {}
    for root in roots:
        if found.setdefault(root.number, root) != root:
            findings.append(RootFinding(root.number, "number", "two_roots"))
        else:
            findings += [finding for finding in signature_findings(root, trusted) if finding not in findings]
    for number, root in sorted(found.items()):
        if number == 0 or number - 1 in found:
            findings += link_findings(found.get(number - 1), root)
    return findings


def proof_findings(proof: InclusionProof, match: str, last_hash: bytes) -> list[Finding]:
    """Check that the proof belongs to this log and leads to its signed root."""
    findings: list[Finding] = []
    if proof.leaf.match != match:
        findings.append(Finding(None, "inclusion.leaf.match", "leaf_of_other", {"found": proof.leaf.match}))
    if proof.leaf.hash != last_hash.hex():
        params = {"found": proof.leaf.hash, "expected": last_hash.hex(), "number": proof.root.number}
        findings.append(Finding(None, "inclusion.leaf.hash", "other_last_hash", params))
    if not leads_to_root(proof):
        findings.append(Finding(None, "inclusion.path", "other_root", {"number": proof.root.number}))
    return [*findings, *signature_findings(proof.root)]


def leads_to_root(proof: InclusionProof) -> bool:
    """Whether the leaf's hash and the path give the root."""
    path = [bytes.fromhex(sibling) for sibling in proof.path]
    found = root_from_path(hash_of_leaf(proof.leaf), proof.index, proof.root.size, path)
    return found is not None and found.hex() == proof.root.root


def saved_root_findings(proof: InclusionProof, saved: Sequence[SignedRoot]) -> list[Finding]:
    """Check that the proof's root is among the reader's saved roots, or that the root after it is and links to it."""
    root, by_number = proof.root, {known.number: known for known in saved}
    findings: list[Finding] = list(chain_findings(saved))
    if (same := by_number.get(root.number)) is not None:
        if same != root:
            findings.append(RootFinding(root.number, "number", "two_roots"))
    elif (after := by_number.get(root.number + 1)) is not None:
        findings += link_findings(root, after)
    else:
        findings.append(RootFinding(root.number, "number", "not_kept"))
    return findings


def as_leaf(match_id: object, log_id: str, last_hash: bytes) -> Leaf:
    """The leaf of a match."""
    return Leaf(str(match_id), log_id, last_hash.hex())
